"""Where screens lead: a value for each screen, opening saves, scenarios, and lessons, copies, and rehearsals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from jovian.background import ThreadJob
from jovian.cards import CardError, FleetList, ScenarioCard, load_fleet, load_scenario, unit_cards
from jovian.cards.building import read_file
from jovian.cards.files import BUILTIN_SHELF, FLEET, SCENARIO, holds_copy, holds_save, kind_of, short_name
from jovian.dice import random_seed
from jovian.editing.draft import History
from jovian.editing.files import read_draft
from jovian.editing.positions import NoPosition, position_from_state
from jovian.frozen import frozen
from jovian.game import Refusal, State
from jovian.lessons import LessonRun, load_lesson
from jovian.match import Diverged, Match, SaveError
from jovian.net.agreement import Agreement
from jovian.net.hosted import HOSTED, HostedNote, read_note
from jovian.net.invite import Invite
from jovian.packages import describe_missing
from jovian.play import refuse_fleet, refuse_scenario, setup_of
from jovian.rehearsal.puzzles import Puzzle, holds_puzzle, read_puzzle
from jovian.rules.setup.briefing import Ready
from jovian.rules.setup.setup import Setup
from jovian.session.by_file import BRANCH, FileSession
from jovian.session.guest_file import invite_beside
from jovian.session.remote import GuestSession
from jovian.session.session import Session
from jovian.session.views import REMOTE, ViewedMatch
from jovian.side_copy import SideCopy, load_copy
from jovian.ui.editor.fleet_bench import FleetBench, holds_json_list, make_library, read_list_file
from jovian.ui.editor.unit_bench import UnitBench
from jovian.ui.editor.workbench import Workbench
from jovian.ui.screens.screen import (
    FILE_ANSWERS,
    Destination,
    Host,
    Pollable,
    Screen,
    leave,
    leave_draft,
    leave_drafts,
    settle_seats,
    use_file,
)
from jovian.ui.session.puzzle_session import own_puzzles
from jovian.ui.session.rehearsals import KnowledgeJob, RehearsalPosition, current_position, refuse_rehearsal
from jovian.user_files import saves
from jovian.user_files.lesson_progress import LessonFile, LessonProgress, load_progress
from jovian.user_files.loaded_game import LoadedGame, LoadJob
from jovian.user_files.save_writer import SaveWriter

# --- Destinations ---

PLAY, WATCH, REHEARSE = "play", "watch", "rehearse"
"""What a save is opened for."""


@frozen
class ToTitle(Destination):
    """The title screen."""


@frozen
class ToNewGame(Destination):
    """The page of a new game."""

    file: Path | None = None
    """A scenario or a fleet from outside the shelves, selected at first. It has been checked."""
    ready: Ready | None = None
    """What can be played, if that has just been read."""
    bench: FleetBench | None = None
    """A legal fleet of the builder, selected at first."""
    is_hosted: bool = False
    """Whether the other player is at first a friend at another computer."""


@frozen
class ToFriend(Destination):
    """The page that leads to a game with a friend at another computer."""


@frozen
class ToInvite(Destination):
    """The page on which a host waits for a friend."""

    setup: Setup
    """What is offered. The other side's fleet is a placeholder."""
    side: int
    """The host's side."""
    back: Screen
    """The page on which the battle was set up."""
    agreement: Agreement = Agreement()


@frozen
class ToHostAgain(Destination):
    """The page on which the host of a saved game waits for the friend to join again."""

    session: Session
    note: HostedNote


@frozen
class ToJoin(Destination):
    """The page on which a guest joins a game."""

    invite: Invite
    back: Screen
    is_watching: bool = False
    """Whether it joins as a spectator."""


@frozen
class ToOptions(Destination):
    """The page of a game's options."""

    chosen: dict[str, str]
    """The changed options, by name. The page edits this dict."""
    back: Screen


@frozen
class ToSaves(Destination):
    """The list of saves."""

    purpose: str = PLAY
    """What the lit button does with a save: PLAY, WATCH, or REHEARSE."""


@frozen
class ToBriefing(Destination):
    """The briefing of a game."""

    session: Session
    back: Screen | None
    """The battle that opened this page, or None before the battle starts."""
    origin: Screen | None = None
    """The page on which the battle was set up, to which Escape leads back. None for the title."""


@frozen
class ToBattle(Destination):
    """A game to play."""

    session: Session
    taken_up: bool = False
    """Whether it continues a game that no player has seen yet in this window."""


@frozen
class ToEditor(Destination):
    """A scenario to edit."""

    workbench: Workbench | None = None
    """The workbench with the draft. None for the one edited last, else for an empty table."""
    back: Screen | None = None
    """The screen to return to, None for the title."""


@frozen
class ToFleets(Destination):
    """A fleet to build."""

    bench: FleetBench | None = None
    """The bench with the fleet. None for the one built last, else for an empty fleet."""
    back: Screen | None = None
    """The screen to return to, None for the title."""
    on_use: Callable[[FleetBench], None] | None = None
    """Called with a legal fleet after the screen to return to is shown again. None to start a new game with it."""


@frozen
class ToUnit(Destination):
    """A unit card to edit."""

    bench: UnitBench
    back: Screen
    """The screen to return to."""
    on_saved: Callable[[], None]
    """Called after a card was saved."""


@frozen
class ToPositionEdit(Destination):
    """A rehearsal to change by hand."""

    session: Session
    back: Screen
    """The battle that opened this page."""
    on_done: Callable[[], None]
    """Called after that battle is shown again."""


@frozen
class ToPlayers(Destination):
    """The page that changes the players of a running game."""

    session: Session
    back: Screen
    """The battle that opened this page."""
    on_chosen: Callable[[tuple[str, str]], None]
    """Called with the chosen players after that battle is shown again."""


@frozen
class ToReplay(Destination):
    """A game to watch as it was played."""

    session: Session
    back: Screen | None
    """The screen to return to, None for the title."""
    at: int = 0
    """The number of answers after which it starts."""
    is_news: bool = False
    """Whether it plays at once, and returns at its end."""


@frozen
class ToCopy(Destination):
    """A copy of what one side may know of a game, to look at."""

    copy: SideCopy
    back: Screen | None
    """The screen to return to, None for the title."""
    file: Path | None = None
    """The file, with bookmarks and an invite beside it."""
    at: int | None = None
    """The moment that is shown first, None for the last one."""


@frozen
class ToRehearsal(Destination):
    """The page of a rehearsal."""

    of: RehearsalPosition
    """What may be rehearsed from there."""
    back: Screen


@frozen
class ToResult(Destination):
    """The result of a game."""

    session: Session
    names: tuple[str, str]
    """The names of the sides."""
    table: Screen
    """The battle at its end, which can be shown again."""


@frozen
class ToLessons(Destination):
    """The list of lessons."""

    chosen: str = ""
    """The key of the lesson that is selected, "" for the first that isn't done."""


@frozen
class ToLesson(Destination):
    """A lesson to play."""

    file: LessonFile
    run: LessonRun


@frozen
class ToPuzzle(Destination):
    """A puzzle to solve."""

    file: Path
    puzzle: Puzzle


@frozen
class ToSettings(Destination):
    """The settings page."""

    back: Screen


@frozen
class ToKeys(Destination):
    """The list of all keys."""

    back: Screen


@frozen
class ToRules(Destination):
    """The rules."""

    back: Screen
    session: Session | None = None
    """The game whose options and models are shown, or None."""
    key: str = ""
    """The page, or "" for the contents."""
    refusal: Refusal | None = None
    """The refusal that led here, or None."""
    view: State | None = None
    """The state whose models are shown. None for the current view of the game."""


@frozen
class ToColors(Destination):
    """The palettes."""

    back: Screen


# --- Saves and scenarios ---

LOADING, READING = "Loading the game", "Reading the file"
MAX_CORRECTIONS = 6
"""The most corrections that a question lists."""
Content = TypeVar("Content")


def open_slot(
    app: Host, slot: saves.SaveSlot, *, replay: bool, seats: saves.Seats | None = None, at: int | None = None
) -> None:
    """Load a save, and continue it, or watch it from its start or after `at` answers."""
    open_path(app, slot.path, seats or slot.seats, replay=replay, at=at)


def open_path(app: Host, path: Path, seats: saves.Seats, *, replay: bool, at: int | None = None) -> None:
    """Load a save, and continue or watch it. Errors are shown. A save that diverges can be loaded up to that point.

    Before a game continues, the user chooses players for seats whose players are unknown here. A copy of what one side
    may know can only be watched, and a game on another computer joined again from there. A game with a friend elsewhere
    waits for the friend.
    """
    if holds_copy(path) and (replay or invite_beside(path) is not None):
        back = app.screen
        read_in_background(app, path, lambda: load_copy(path), lambda copy: app.go(ToCopy(copy, back, path, at)))
        return
    if replay:
        load_session(app, path, seats, lambda session: app.go(ToReplay(session, None, at or 0)), to_play=False)
        return
    if REMOTE in seats:
        load_session(app, path, seats, partial(_host_again, app), to_play=True)
        return

    def play(session: Session) -> None:
        if isinstance(session, FileSession):
            open_passed(app, session, path)
        else:
            app.go(ToBattle(session, taken_up=True))

    load: Callable[[saves.Seats], None] = lambda settled: load_session(app, path, settled, play, to_play=True)  # noqa: E731
    if saves.is_by_file(seats):
        load(seats)
    else:
        settle_seats(app, seats, load)


def _host_again(app: Host, session: Session) -> None:
    """Wait for the friend of a saved game. If the save doesn't allow that, say why, and ask who plays instead."""
    if session.match.over:
        app.go(ToBattle(session, taken_up=True))
        return
    data, fault = session.keeper.note.get(HOSTED), describe_missing("net")
    try:
        note = None if data is None or fault else read_note(data)
    except ValueError as error:
        note, fault = None, str(error)
    if note is not None:
        app.game = None  # A running game may have the port.
        app.go(ToHostAgain(session, note))
        return
    if fault:
        app.say(fault, bad=True)

    def play(seats: saves.Seats) -> None:
        app.go(ToBattle(Session(session.match, seats, session.keeper), taken_up=True))

    settle_seats(app, session.seats, play)


def load_session(app: Host, path: Path, seats: saves.Seats, then: Callable[[Session], None], *, to_play: bool) -> None:
    """Load a save in the background, and pass it on, to play it or only to look at it."""

    def pass_on(match: Match, keeper: SaveWriter) -> None:
        keeper.source = path
        then((FileSession if saves.is_by_file(seats) else Session)(match, seats, keeper))

    def on_loaded(result: LoadedGame | SaveError) -> None:
        if isinstance(result, LoadedGame):
            pass_on(result.match, result.take_up() if to_play else SaveWriter())
        elif isinstance(result, Diverged):
            part = cast(Match, result.match)
            answers = (("yes", "Load up to that point", "primary"), ("no", "Cancel", "plain"))
            app.ask(
                "This save doesn't match the current rules", str(result), answers,
                lambda answer: pass_on(part, SaveWriter()) if answer == "yes" else None,
            )  # fmt: skip
        else:
            app.say(str(result), bad=True)

    job: Pollable[LoadedGame | SaveError] = LoadJob(path, to_play=to_play)
    app.wait_for(LOADING, short_name(str(path)), job, on_loaded)


def open_passed(app: Host, session: FileSession, path: Path) -> None:
    """Continue a game by file. If it isn't the one that was played here, say why, and offer other ways to open it."""
    reason, fault = session.refuse_file()
    if fault:
        app.say(fault, bad=True)
    if not reason:
        _play_passed(app, session)
        return
    branch = (("yes", "Continue with it", "danger"),) if reason == BRANCH else ()
    others = (("both", "Play both sides", "plain"), ("no", "Cancel", "plain"))
    answers = (("watch", "Watch it", "primary"), *branch, *others)

    def on_answer(answer: str) -> None:
        if answer == "yes":
            _play_passed(app, session)
        elif answer != "no":
            open_path(app, path, saves.HUMANS if answer == "both" else session.seats, replay=answer == "watch")

    app.ask("Not the next part of your game", reason, answers, on_answer)


def _play_passed(app: Host, session: FileSession) -> None:
    """Play a game by file at this computer's side, and note how far it was played."""
    problem = session.keep_progress(autosaves=app.settings.autosave)
    app.go(ToBattle(session, taken_up=True))
    if problem:
        app.say(problem, bad=True)


def pass_game(app: Host, session: FileSession) -> None:
    """Write the file of a game for the friend, and offer what to do with it. The game then waits for that file."""
    try:
        file = session.write_file()
    except OSError as error:
        app.say(f"The file could not be written: {error.strerror or error}.", bad=True)
        return
    _play_passed(app, session)
    text = f"Send this file to your friend: {file}. Open the file that comes back."
    app.ask("Pass to a friend", text, FILE_ANSWERS, lambda answer: use_file(app, file, answer))


def find_slot(app: Host, path: Path, then: Callable[[saves.SaveSlot], None]) -> None:
    """Read what a file says about its game in the background. Show why, if it can't be read."""
    read_in_background(app, path, lambda: saves.slot_at(path), then)


def open_received(app: Host, path: Path) -> None:
    """Open a file that was dropped on the window or named on the command line: a save, a copy, a scenario, or a fleet.

    A fleet that can't be played, and a list in another format, open in the builder. If it is none of these, show why
    and change nothing. Leave a running game as the menu does. A puzzle opens too.
    """
    if app.modal is not None:
        app.say("Answer the question first, then open the file.", bad=True)
        return
    if holds_puzzle(path):
        open_puzzle(app, path)
        return

    def read() -> saves.SaveSlot | SideCopy | FleetBench | None:
        if holds_copy(path):
            return load_copy(path)
        if holds_save(path) and not holds_json_list(path):
            return saves.slot_at(path)
        try:
            load_playable(path)
        except CardError as error:
            try:
                return read_list_file(path, make_library())
            except CardError:
                raise error from None
        return None

    def go(content: saves.SaveSlot | SideCopy | FleetBench | None) -> None:
        if isinstance(content, FleetBench):
            app.go(ToFleets(content))
        elif isinstance(content, SideCopy):
            app.go(ToCopy(content, None, path))
        elif content is not None:
            open_slot(app, content, replay=False)
        else:
            app.go(ToNewGame(path))

    def leave_for(content: saves.SaveSlot | SideCopy | FleetBench | None) -> None:
        leave(app, lambda: leave_drafts(app, lambda: go(content)))

    def on_read(content: saves.SaveSlot | SideCopy | FleetBench | None) -> None:
        if isinstance(content, FleetBench):
            settle_spelling(app, content, leave_for)
        else:
            leave_for(content)

    read_in_background(app, path, read, on_read)


def settle_spelling(app: Host, bench: FleetBench, then: Callable[[FleetBench], None]) -> None:
    """Ask whether small spelling errors of an imported list are corrected, and pass the fleet on unless canceled."""
    corrected = bench.corrected
    if corrected is None:
        then(bench)
        return
    lines = [f"{line[:1].upper()}{line[1:]}." for line in bench.corrections[:MAX_CORRECTIONS]]
    if others := len(bench.corrections) - len(lines):
        lines.append(f"And {others} more.")
    answers = (("yes", "Correct", "primary"), ("leave", "Leave out", "plain"), ("no", "Cancel", "plain"))

    def on_answer(answer: str) -> None:
        if answer != "no":
            then(corrected if answer == "yes" else bench)

    app.ask("Correct the spelling?", " ".join(lines), answers, on_answer)


def read_in_background(app: Host, path: Path, read: Callable[[], Content], then: Callable[[Content], None]) -> None:
    """Read a file or the clipboard in the background and pass the content on. Show why, if it can't be read."""

    def attempt() -> tuple[Content] | str:
        try:
            return (read(),)
        except (CardError, SaveError) as error:
            return str(error)
        except OSError as error:
            return f"{path}: {error.strerror or error}"

    def done(result: tuple[Content] | str) -> None:
        if isinstance(result, str):
            app.say(result, bad=True)
        else:
            then(result[0])

    job: Pollable[tuple[Content] | str] = ThreadJob(attempt)
    app.wait_for(READING, short_name(str(path)), job, done)


def load_playable(path: Path) -> tuple[ScenarioCard | None, FleetList | None]:
    """Return the scenario or the fleet of a file.

    Raises:
        CardError: if the file holds neither, or one that can't be played.

    """
    kind = kind_of(read_file(path).data)
    if kind == SCENARIO:
        scenario = load_scenario(path)
        refuse_scenario(path, scenario, unit_cards())
        return scenario, None
    if kind == FLEET:
        fleet = load_fleet(path)
        refuse_fleet(path, fleet, unit_cards())
        return None, fleet
    raise CardError(str(path), None, "is neither a save, a scenario, nor a fleet")


def open_file(app: Host, path: Path, back: Screen | None = None) -> None:
    """Edit the scenario of a file. Show why, if it can't be read."""
    try:
        draft = read_draft(path)
    except CardError as error:
        app.say(str(error), bad=True)
        return
    # Scenarios that come with the game are copied, never overwritten.
    is_builtin = path.resolve().is_relative_to(BUILTIN_SHELF.scenarios)
    app.go(ToEditor(Workbench(History((draft,)).marked_saved(), None if is_builtin else path), back))


def open_lesson(app: Host, file: LessonFile, at: int | None = None) -> None:
    """Open a lesson at a step, by default where it was left. Show why, if it can't be played."""
    try:
        lesson = load_lesson(file.path)
        if at is None:
            at = load_progress()[0].get(file.key, LessonProgress()).step
        at = at if at < len(lesson.steps) else 0
        run = LessonRun(lesson, at)
    except CardError as error:
        app.say(str(error), bad=True)
        return
    app.go(ToLesson(file, run))


FIRST_SCENARIO, FIRST_SEATS = "first-game", ("human", "cadet")
"""The scenario and the players of a newcomer's first game."""


def start_first_game(app: Host) -> None:
    """Start the newcomer's game, or show why its files can't be read."""
    try:
        match = Match(setup_of(FIRST_SCENARIO, seed=random_seed()), keep_all=True)
    except CardError as error:
        app.say(str(error), bad=True)
    else:
        app.go(ToBriefing(Session(match, FIRST_SEATS), None))


def open_puzzle(app: Host, file: Path) -> None:
    """Open the puzzle of a file, after leaving a running game as the menu does. Show why, if it can't be read."""

    def go(puzzle: Puzzle) -> None:
        leave(app, lambda: leave_drafts(app, lambda: app.go(ToPuzzle(file, puzzle))))

    read_in_background(app, file, lambda: read_puzzle(file), go)


def ask_puzzle(app: Host) -> None:
    """Ask for the file of a puzzle, and open it."""
    folder = own_puzzles() if own_puzzles().is_dir() else Path.cwd()
    app.ask_file("Puzzle", folder, ".json", "Open", lambda path: open_puzzle(app, Path(path)) if path else None)


# --- Copies ---


def edit_copy(app: Host, viewed: ViewedMatch, back: Screen) -> None:
    """Open the editor with a copy of the position as the viewer may know it. Show why, if that isn't possible."""
    try:
        position = position_from_state(viewed.view, viewed.match.setup)
    except NoPosition as error:
        app.say(f"This position can't be copied: {error}.", bad=True)
        return

    def go() -> None:
        app.go(ToEditor(Workbench(History((position.draft,), is_copy=True)), back))
        if position.lost:
            app.say(f"Left out: {'; '.join(position.lost)}")

    leave_draft(app, go)


# --- Rehearsals ---


def rehearse(app: Host, viewed: ViewedMatch, back: Screen) -> None:
    """Open the page of a rehearsal of the shown position. Show why, if it may not be rehearsed."""
    reason = refuse_rehearsal(viewed)
    if reason:
        app.say(reason, bad=True)
    elif isinstance(viewed, GuestSession) and not viewed.has_ended:
        show: Callable[[dict[str, Any]], None] = lambda known: app.go(  # noqa: E731
            ToRehearsal(current_position(viewed, known), back)
        )
        words = f"Asking {viewed.game.host_name} what your side knows"
        app.wait_for("Rehearse", words, KnowledgeJob(viewed.game), show)
    else:
        app.go(ToRehearsal(current_position(viewed), back))
