"""What screens share: base class and host, saving before leaving, saves on a page, choice of players, rows of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pygame

from jovian.background import ThreadJob
from jovian.cards.files import one_line, short_name
from jovian.frozen import frozen
from jovian.game_page import game_page
from jovian.match import Match
from jovian.players.player import ENDING, is_file_player
from jovian.players.worker import DecisionWorker, FileCheck, FileReport
from jovian.rules.setup.setup import Setup
from jovian.session.session import Session
from jovian.session.views import HUMAN, REMOTE, SEATS, describe_player, player_name, seat_label, seat_word
from jovian.ui.editor.fleet_bench import FleetBench
from jovian.ui.editor.unit_bench import UnitBench
from jovian.ui.editor.workbench import Workbench
from jovian.ui.kit.draw import draw_side_badge
from jovian.ui.kit.fonts import cites_rule, draw_citation, draw_text, line_height, text_size, wrap
from jovian.ui.kit.forms import Choice, copy_to_clipboard
from jovian.ui.kit.sound import SoundPlayer
from jovian.ui.kit.theme import SIDES, TEXT_SOFT, VOID, Color, px
from jovian.ui.kit.widgets import Group, Modal, Signal, Tooltip
from jovian.ui.session.keymap import Keymap
from jovian.ui.session.rehearsals import BackgroundRehearsal
from jovian.ui.settings import Settings
from jovian.user_files.desktop import show_file
from jovian.user_files.player_files import OwnPlayer, find_player, keep_player, own_players
from jovian.user_files.save_writer import save_page
from jovian.user_files.saves import FRIEND, SaveSlot, Seats, read_title

# --- Screens ---

Report = TypeVar("Report")
JobResult = TypeVar("JobResult", covariant=True)


class Pollable(Protocol[JobResult]):
    """Work that runs while the window is drawn."""

    def poll(self, wait: float = 0.0) -> JobResult | None:
        """Return the result, or None while the job runs. Wait at most that many seconds."""

    def cancel(self) -> None:
        """Stop the job."""


Answered = Callable[[str], None]
"""The function called with the name of the chosen answer."""


class Destination:
    """A place in the window that a screen leads to, with what the screen there needs (see `navigation.py`)."""

    __slots__ = ()


class Host(Protocol):
    """What a screen may use of the app that shows it.

    A screen knows no other screen and not the app. It asks its host for what it needs, and hands it a `Destination`.
    """

    settings: Settings
    keymap: Keymap
    size: tuple[int, int]
    shift: bool
    ctrl: bool
    alt: bool
    modal: Modal | None
    game: Session | None
    """The running game, whatever page is shown over it."""
    workbench: Workbench | None
    """The scenario edited last, unless it was discarded."""
    fleet_bench: FleetBench | None
    """The fleet built last."""
    unit_bench: UnitBench | None
    """The unit card edited last."""
    screen: Screen
    decision_worker: DecisionWorker
    """The worker in which computer players decide."""
    background: BackgroundRehearsal | None
    """The background rehearsal that runs now, or the last one."""
    sounds: SoundPlayer
    rules_seen: list[str]
    """The pages of the rules that were looked at lately, the latest first."""

    @property
    def is_guarding_clicks(self) -> bool:
        """Whether clicks don't answer yet, because the page or dialog has just come by itself."""

    def go(self, destination: Destination) -> None:
        """Make the screen of a destination, and change to it."""

    def show(self, screen: Screen) -> None:
        """Change to a screen that already exists."""

    def say(self, text: str, bad: bool = False) -> None:
        """Show a line of text for a few seconds."""

    def ask(
        self, title: str, text: str, answers: Sequence[tuple[str, str, str]], answered: Answered = ...,
        caps: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Show a dialog with key caps on some answers. The function gets the name of the answer, `no` for Escape."""

    def ask_text(
        self, title: str, text: str, given: str, yes: str, answered: Answered, takes: Callable[[str], bool] = ...
    ) -> None:
        """Show a dialog for a line of text of allowed letters. The function gets the text, "" if the user cancels."""

    def ask_file(self, title: str, folder: Path, ending: str, yes: str, answered: Answered) -> None:
        """Show a dialog for a file with an ending. The function gets its path, "" if the user cancels."""

    def wait_for(self, title: str, text: str, job: Pollable[Report], done: Callable[[Report], None]) -> None:
        """Show that a job runs, with a way to cancel it. The function gets the result unless the user cancels."""

    def keep_settings(self) -> None:
        """Save the settings and apply them."""

    def write_settings(self) -> None:
        """Save changed settings."""

    def quit(self, *, reopen: bool = False) -> None:
        """Close the window. `reopen`: open it again, for settings that are read at the start."""


class Screen:
    """One page of the window. Subclasses fill `group` in `layout`, and handle actions in `act`."""

    def __init__(self, app: Host) -> None:
        self.app = app
        self.size = app.size
        self.group = Group()
        self.dirty = True

    @property
    def busy(self) -> bool:
        """Whether something moves, so that the screen continues without an event."""
        return False

    @property
    def corner(self) -> tuple[int, int] | None:
        """The place for a note about the background rehearsal, None if there is no place."""
        return None

    @property
    def viewer(self) -> int | None:
        """The side whose knowledge the screen shows, None if no side plays."""
        return None

    @property
    def setup(self) -> Setup | None:
        """The setup of the game that the screen shows, None if it shows none."""
        return None

    @property
    def grabbing(self) -> bool:
        """Whether the screen takes the next key, whatever it does elsewhere."""
        return False

    @property
    def question(self) -> tuple[object, ...]:
        """The current question. If it changes, presses on the old one are ignored."""
        spread = self.group.spread
        return (spread.name if spread is not None else "",)

    @property
    def prompt(self) -> tuple[int, object]:
        """The side that must answer (-1 if it is no side), and what, None for nothing.

        Keys answer a new prompt only after a moment.
        """
        return -1, None

    def is_same_answer(self, command: str) -> bool:
        """Return whether a command means the same now as for the question before, so that it needs no moment."""
        return False

    @property
    def guards_clicks(self) -> bool:
        """Whether clicks answer a new prompt only after it was on the screen for a moment, as keys do."""
        return False

    @property
    def caret(self) -> pygame.Rect | None:
        """The rectangle of the text caret, None if nothing is being edited. An input method is on only then."""
        return self.group.caret

    @property
    def stale(self) -> bool:
        """Whether the screen must be drawn again."""
        return self.dirty or self.group.dirty or self.busy

    def layout(self, size: tuple[int, int]) -> None:
        """Lay the screen out for a size of the window."""
        self.size = size
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event: widgets first, then Escape."""
        engaged = self.group.engaged
        action = self.group.handle(event)
        if action is not None:
            self.act(action)
        elif self.app.keymap.command(event) == "cancel" and not engaged:
            self.cancel()

    def let_go(self) -> None:
        """Release all held mouse buttons: drags end, and the release does nothing."""
        self.group.let_go()

    def drop_held(self) -> None:
        """Forget what the release of a held button would do, because it was canceled. Subclasses override it."""

    def act(self, action: Signal) -> None:
        """Handle an action of a widget. Subclasses override it."""

    def group_at(self, pos: tuple[int, int]) -> Group:
        """Return the widgets among which is the one at a point, if any."""
        return self.group

    def drag_button(self, pos: tuple[int, int]) -> int:
        """Return the mouse button that drags something at a point: the middle one for the view, 0 if none does."""
        return self.group_at(pos).drag_button(pos)

    def is_table_at(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on a table, where the names of models are no terms of the rules."""
        return False

    def take_file(self, path: Path) -> bool:
        """Return whether the screen uses a file that was dropped on it. By default the app opens the file."""
        return False

    def cancel(self) -> None:
        """Handle Escape. Subclasses go back."""

    def update(self, dt: float) -> None:
        """Advance by that many seconds."""

    def finish(self) -> None:
        """Make all parts of the page that are made one in each frame. Called before a picture is saved."""

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return the tooltip of the widget under the pointer and its place, or None."""
        return self.group.tooltip() if self.group.spread is None else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen, except the tooltip."""
        surface.fill(VOID)
        self.group.draw(surface)
        self.dirty = False


# --- Leaving a game or a scenario ---


def leave(app: Host, then: Callable[[], None]) -> None:
    """Call `then`, which ends the running game. Save it first, or ask if it can't be saved automatically."""
    game = app.game
    autosaves = app.settings.autosave and game is not None and game.has_started
    problem = game.autosave() if game is not None and autosaves else ""
    if game is None or not (problem or (game.unsaved and not autosaves)):
        then()
        return
    text = problem or "Autosave is off. Save now, or lose your progress since the last save."

    def on_answer(answer: str) -> None:
        problem = game.save()[1] if answer == "save" else ""
        if problem:
            app.say(problem, bad=True)
        elif answer != "no":
            then()

    answers = (
        ("save", "Save and leave", "primary"),
        ("no", "Cancel", "plain"),
        ("lose", "Leave without saving", "danger"),
    )
    app.ask("Leave this game?", text, answers, on_answer)


def leave_draft(app: Host, then: Callable[[], None]) -> None:
    """Call `then`, which discards the scenario in the editor. Ask first if it has unsaved changes."""
    workbench = app.workbench
    if workbench is None or not workbench.history.unsaved:
        then()
        return
    name = str(workbench.draft.data.get("name") or "The scenario in the editor")
    answers = (("no", "Cancel", "primary"), ("lose", "Discard changes", "danger"))
    text = f"{name} has unsaved changes. You can still open it in the scenario editor."
    app.ask("Discard your changes?", text, answers, lambda answer: then() if answer == "lose" else None)


def leave_fleet(app: Host, then: Callable[[], None], save: Callable[[], bool] | None = None) -> None:
    """Call `then`, which discards the fleet in the builder. Ask first if it has unsaved changes.

    `save` saves the fleet, if it can be saved here, and returns whether it did.
    """
    bench = app.fleet_bench
    if bench is None or not bench.history.unsaved:
        then()
        return

    def on_answer(answer: str) -> None:
        if answer == "lose" or (answer == "save" and save is not None and save()):
            then()

    first = (("no", "Cancel", "primary"),) if save is None else (("save", "Save", "primary"), ("no", "Cancel", "plain"))
    text = f"The fleet {bench.draft.name} has unsaved changes."
    text += "" if save is not None else " You can save it in the fleet builder."
    app.ask("Discard your changes?", text, (*first, ("lose", "Discard changes", "danger")), on_answer)


def leave_unit(app: Host, then: Callable[[], None], resume: Callable[[], None] | None = None) -> None:
    """Call `then`, which discards the unit card in the editor. Ask first if it has unsaved changes.

    `resume` returns to that card, if it isn't shown now.
    """
    bench = app.unit_bench
    if bench is None or not bench.history.unsaved:
        then()
        return

    def on_answer(answer: str) -> None:
        if answer == "lose":
            then()
        elif answer == "resume" and resume is not None:
            resume()

    first: tuple[tuple[str, str, str], ...] = (("no", "Cancel", "primary"),)
    if resume is not None:
        first = (("resume", "Edit it", "primary"), ("no", "Cancel", "plain"))
    text = f"The unit card {bench.draft.name} has unsaved changes."
    app.ask("Discard your changes?", text, (*first, ("lose", "Discard changes", "danger")), on_answer)


def leave_drafts(app: Host, then: Callable[[], None]) -> None:
    """Call `then`, which discards the scenario, the fleet, and the unit card. Ask first about each unsaved one."""
    leave_draft(app, lambda: leave_fleet(app, lambda: leave_unit(app, then)))


def keep(app: Host) -> str:
    """Save the running game when the window is closed by force. Return an error line, "" if all is well."""
    game = app.game
    return game.autosave() if game is not None and game.unsaved and app.settings.autosave else ""


def save(app: Host, session: Session, name: str = "") -> None:
    """Save a game without asking, and show its name."""
    saved_name, problem = session.save(name)
    app.say(problem or f"Saved as '{saved_name}'", bad=bool(problem))


# --- Games as pages ---


SHARE = ("share", "Share", "Write the game as a web page, which opens in any browser")
"""The button that shares a game: name, label, and hint."""
FILE_ANSWERS = (("folder", "Show in folder", "plain"), ("copy", "Copy path", "plain"), ("no", "Close", "plain"))
"""What can be done with a written file."""


def share_page(app: Host, match: Match) -> None:
    """Make the web page of a game in the background, write it, and offer what to do with it."""
    name = match.setup.scenario.name

    def done(page: str) -> None:
        try:
            file = save_page(page, name)
        except OSError as error:
            app.say(f"The page could not be written: {error.strerror or error}.", bad=True)
            return
        limit = "" if match.over else " It shows what both sides know."
        text = f"The page is saved as {file}.{limit}"
        answers = (("open", "Open", "primary"), *FILE_ANSWERS)
        app.ask("Share this game", text, answers, lambda answer: use_file(app, file, answer))

    job: Pollable[str] = ThreadJob(lambda: game_page(match))
    app.wait_for("Making the page", short_name(name), job, done)


def use_file(app: Host, file: Path, answer: str) -> None:
    """Open a file, show it in its folder, or copy its path. Show why, if that can't be done."""
    if answer == "copy":
        is_copied = copy_to_clipboard(str(file))
        app.say("The path is copied." if is_copied else "There is no clipboard here.", bad=not is_copied)
    elif answer != "no":
        job: Pollable[str] = ThreadJob(lambda: show_file(file, in_folder=answer == "folder"))
        say = lambda fault: app.say(fault, bad=True) if fault else None  # noqa: E731
        app.wait_for("Opening the file", short_name(file.name), job, say)


# --- Bookmarks ---

BOOKMARK = "bookmark"
"""The command that bookmarks the moment of a table."""


def ask_bookmark(app: Host, session: Session) -> None:
    """Ask for a text, and bookmark the moment that a session shows."""
    turn = session.match.state.turn
    given = f"Turn {turn}" if turn else "Deployment"

    def on_text(text: str) -> None:
        if text:
            problem = session.add_bookmark(text)
            app.say(problem or "Bookmarked. Find it under Load, and in the replay.", bad=bool(problem))

    text = "What do you want to remember about this moment?"
    app.ask_text("Bookmark", text, given, "Bookmark", on_text)


# --- Saves on a page ---


def draw_players(surface: pygame.Surface, slot: SaveSlot, pos: tuple[int, int], width: int) -> int:
    """Draw a line for each side of a save: its fleet and who plays it. Return the y below them."""
    left, y = pos
    for look, name, seat in zip(SIDES, read_title(slot.title).side_names, slot.seats, strict=False):
        middle, player = y + line_height("small") // 2, seat_word(seat)
        draw_side_badge(surface, (left + px(6), middle), look.main, look.hatched, px(4))
        space = width - text_size(player, "small")[0] - px(22)
        box = draw_text(surface, (left + px(16), middle), name, "small", look.main, anchor="midleft", width=space)
        draw_text(surface, (box.right + px(6), middle), player, "small", TEXT_SOFT, anchor="midleft")
        y += line_height("small") + px(2)
    return y


def turn_words(slot: SaveSlot) -> str:
    """Return the turn of a save in words."""
    parts = read_title(slot.title)
    if parts.is_over:
        return "Over"
    return f"Turn {max(1, parts.turn)} of {parts.turns}" if parts.turns else "Unknown turn"


# --- Players of a game ---

FILE = "Player file…"
WHICH = "Enter the class of the player. It has a method choose(decision, view)."
READING, RUNNING = "Reading the player file", "Loading the player"
LOADED = "The file is run to check whether it defines a player."
FLEETS = ("first", "second")
OnSeat = Callable[[str], None]
"""The function called with the chosen seat, "" for none."""


class SeatChoice(Choice):
    """The choice of a side's player. Its name is `seat 0` or `seat 1`.

    A player file runs only after the user has chosen it here. `settle_seats` asks about players that are unknown on
    this computer, and about files that have changed since.
    """

    def __init__(self, side: int, rect: pygame.Rect, seat: str, within: pygame.Rect) -> None:
        self.side = side
        own_names = [player.name for player in reversed(own_players())]
        self.seats = tuple(dict.fromkeys([*SEATS, *own_names, seat]))
        """Who may be chosen. Player files that the user chose before come last first, after the built-in players."""
        labels = [
            f"{seat_label(seat_key)} · {describe_player(seat_key)}"
            if describe_player(seat_key)
            else seat_label(seat_key)
            for seat_key in self.seats
        ]
        super().__init__(f"seat {side}", rect, [*labels, FILE], self.seats.index(seat), within)
        self.shown = labels[self.chosen]

    def ask(self, app: Host, index: int, seats: list[str], again: Callable[[], None]) -> None:
        """Store the chosen player in `seats`, and lay out the page with `again`.

        Ask for a player file, or about a file that has changed. If the user cancels, the seat stays.
        """

        def store(seat: str) -> None:
            seats[self.side] = seat or seats[self.side]
            again()

        again()  # Until a question is answered, the choice shows who has the seat.
        if index < len(self.seats):
            _settle_seat(app, self.seats[index], self.side, store)
        else:
            choose_file(app, store)


def choose_file(app: Host, on_seat: OnSeat) -> None:
    """Ask for a player file and for the player in it, and remember the file."""

    def on_path(path: str) -> None:
        if path:
            app.wait_for(READING, short_name(path), FileCheck.reading(path), lambda report: on_report(path, report))
        else:
            on_seat("")

    def on_report(path: str, report: FileReport) -> None:
        if report.fault or not path.endswith(ENDING):
            app.say(report.fault or f"{short_name(path)}: a player file ends in {ENDING}", bad=True)
            on_seat("")
        else:
            _ask_name(app, path, report.classes[-1] if report.classes else "", WHICH, on_seat)

    app.ask_file("Player file", Path.cwd(), ENDING, "Choose", on_path)


def _ask_name(app: Host, path: str, default: str, text: str, on_seat: OnSeat) -> None:
    """Ask which player of a file to use. Ask again with the error if there is none of that name."""

    def on_name(name: str) -> None:
        if not name:
            on_seat("")
            return
        ask_again: OnSeat = lambda fault: _ask_name(app, path, name, fault, on_seat)  # noqa: E731
        _run_once(app, path, name, "", ask_again, on_seat)

    app.ask_text(short_name(Path(path).name), text, default, "Choose", on_name)


def _run_once(app: Host, path: str, maker: str, content: str, failed: OnSeat, on_seat: OnSeat) -> None:
    """Run a file that the user chose in its own process, and remember it with the content that was run."""

    def on_report(report: FileReport) -> None:
        if report.fault:
            failed(report.fault)
            return
        try:
            own, notice = keep_player(path, maker, report.content)
        except OSError as error:
            failed(f"The player file could not be remembered: {error.strerror or error}")
            return
        if notice:
            app.say(notice, bad=True)
        on_seat(own.name)

    app.wait_for(RUNNING, LOADED, FileCheck(f"{path}:{maker}", content), on_report)


def settle_seats(app: Host, seats: Seats, then: Callable[[Seats], None]) -> None:
    """Call `then` with the seats of a save after every player in them is known and approved.

    Ask about unknown players and changed files; a human is the default. Do nothing if the user cancels.
    """
    first = seats[0]
    _settle_seat(
        app,
        first,
        0,
        lambda first_seat: _settle_seat(app, seats[1], 1, lambda second_seat: then((first_seat, second_seat))),
    )


def _settle_seat(app: Host, seat: str, side: int, on_seat: OnSeat) -> None:
    """Find the player of a side, ask if necessary, and pass it to `taken`."""
    own = find_player(seat) if is_file_player(seat) else None
    if seat in SEATS:
        on_seat(seat)
    elif own is not None:
        check = FileCheck.reading(own.path)
        app.wait_for(
            READING, short_name(own.path), check, lambda report: _check_unchanged(app, own, report, side, on_seat)
        )
    elif is_file_player(seat):
        text = (
            f"This game names the player {player_name(seat)}. You have not chosen that file on this computer, "
            f"so it does not run. {_seat_question(side)}"
        )
        _ask_instead(
            app, text, ("file", "Choose file…", "plain"), lambda: choose_file(app, _unless_empty(on_seat)), on_seat
        )
    elif seat in (REMOTE, FRIEND):
        text = f"A player of this game was at another computer. {_seat_question(side)}"
        _ask_instead(app, text, None, lambda: None, on_seat)
    else:
        text = (
            f"This game names the player {player_name(seat)}, which this version does not have. {_seat_question(side)}"
        )
        _ask_instead(app, text, None, lambda: None, on_seat)


def _check_unchanged(app: Host, own: OwnPlayer, report: FileReport, side: int, on_seat: OnSeat) -> None:
    """Accept a player whose file is unchanged since the user approved it, else ask."""
    if report.fault:
        text = f"The file of the player {player_name(own.name)} can't be used. {one_line(report.fault)}."
        text += f" {_seat_question(side)}"
        _ask_instead(
            app, text, ("file", "Choose file…", "plain"), lambda: choose_file(app, _unless_empty(on_seat)), on_seat
        )
    elif report.content == own.content:
        on_seat(own.name)
    else:
        text = (
            f"The file of the player {player_name(own.name)} has changed since you chose it: {short_name(own.path)}. "
            f"It can do whatever a program can do. Run it only if you know what changed. {_seat_question(side)}"
        )
        failed: OnSeat = lambda fault: _check_unchanged(app, own, FileReport(fault), side, on_seat)  # noqa: E731
        run = lambda: _run_once(app, own.path, own.maker, report.content, failed, on_seat)  # noqa: E731
        _ask_instead(app, text, ("run", "Run the changed file", "danger"), run, on_seat)


def _seat_question(side: int) -> str:
    return f"Who plays the {FLEETS[side]} fleet?"


def _ask_instead(
    app: Host, text: str, other: tuple[str, str, str] | None, on_other: Callable[[], None], on_seat: OnSeat
) -> None:
    """Ask who plays instead of a player that can't be used. Do nothing if the user cancels."""

    def on_answer(answer: str) -> None:
        if answer == "human":
            on_seat(HUMAN)
        elif answer != "no":
            on_other()

    other_answers = () if other is None else (other,)
    answers = (("human", "A human", "primary"), *other_answers, ("no", "Cancel", "plain"))
    app.ask("A player is missing", text, answers, on_answer)


def _unless_empty(on_seat: OnSeat) -> OnSeat:
    """Return a function that passes a seat on, and does nothing for ""."""
    return lambda seat: on_seat(seat) if seat else None


# --- Rows of text ---

CELL_WIDTH = 108


@frozen
class TextRow:
    """A row of a page: a text or a gap."""

    text: str
    role: str = "body"
    color: Color = TEXT_SOFT
    height: int = 0
    """Height in pixels, 0 for the height of the font."""
    side: int | None = None
    """The side whose badge is before the text."""
    indent: int = 0
    """Indentation in pixels."""
    cells: tuple[tuple[str, Color], ...] = ()
    """Texts at the right end, each with its color."""


def wrap_rows(text: str, width: int, role: str, color: Color, side: int | None = None) -> Iterator[TextRow]:
    """Yield a text as rows of a width, the badge of a side before the first."""
    aside = px(18) if side is not None else 0
    for number, line in enumerate(wrap(text, role, width - aside)):
        yield TextRow(line, role, color, side=side if not number else None, indent=aside if number else 0)


def height_of(row: Any) -> int:
    """Return the height of a row in pixels."""
    return row.height or line_height(row.role) + px(1)


def draw_row(surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
    x, right = rect.left + row.indent, rect.right
    if row.side is not None:
        look = SIDES[row.side]
        draw_side_badge(surface, (x + px(6), rect.centery), look.main, look.hatched, px(5))
        x += px(18)
    for number, (text, color) in reversed(list(enumerate(row.cells))):
        cell = draw_text(surface, (right, rect.centery), text, "label", color, anchor="midright")
        right -= px(CELL_WIDTH) if number else cell.width + px(12)  # Only columns must be equally wide.
    if cites_rule(row.text):
        draw_citation(surface, (x, rect.centery), row.text, anchor="midleft", width=right - x)
    elif row.text:
        pos, width = (x, rect.centery), right - x
        draw_text(surface, pos, row.text, row.role, row.color, anchor="midleft", width=width, is_link=True)
