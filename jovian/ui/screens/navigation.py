"""Where a screen may lead: a value for each screen, with what it needs. Going to what is in a file: a save is
loaded and played on or watched, a scenario edited; what is wrong is said. Editing a copy of the position that a
table shows: as far as whoever looks may know it. Going to the page of a rehearsal from a table, with the position
that it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from jovian.cards import CardError, FleetList, ScenarioCard, load_fleet, load_scenario, unit_cards
from jovian.cards.building import read_file
from jovian.cards.files import BUILTIN_SHELF, FLEET, SCENARIO, holds_save, kind_of, short_name
from jovian.editing.draft import History
from jovian.editing.files import read_draft
from jovian.editing.positions import NoPosition, position_from_state
from jovian.match import Diverged, Match, SaveError
from jovian.play import refuse_fleet, refuse_scenario
from jovian.players.worker import ThreadJob
from jovian.ui.editor.workbench import Workbench
from jovian.ui.files import saves
from jovian.ui.files.loaded_game import LoadedGame, LoadJob
from jovian.ui.files.save_writer import SaveWriter
from jovian.ui.screens.screen import Destination, Host, Job, Screen, leave, leave_draft, settle_seats
from jovian.ui.session.rehearsals import Rehearsed, refused, rehearsed
from jovian.ui.session.session import Session
from jovian.ui.session.views import Looking

# --- destinations ---
# Where a screen may lead: a value for each screen, with what it needs. The app makes the screen (`app.py`).


@dataclass(frozen=True, slots=True)
class ToTitle(Destination):
    """The title."""


@dataclass(frozen=True, slots=True)
class ToSetup(Destination):
    """What a new game is started with."""

    file: Path | None = None
    """A scenario or a fleet from outside the shelves, which is chosen first. It has been checked."""


@dataclass(frozen=True, slots=True)
class ToOptions(Destination):
    """The options of a game."""

    chosen: dict[str, str]
    """What is not as usual, by name: it is changed there."""
    back: Screen


@dataclass(frozen=True, slots=True)
class ToSaves(Destination):
    """The list of saves."""

    watch: bool
    """Are they to be watched first of all, not to be played on?"""


@dataclass(frozen=True, slots=True)
class ToBriefing(Destination):
    """What a game is about."""

    session: Session
    back: Screen | None
    """The battle that it was opened from; None before it, to which it leads then."""


@dataclass(frozen=True, slots=True)
class ToBattle(Destination):
    """A game to be played."""

    session: Session
    taken_up: bool = False
    """Does it begin in the middle, where nobody has looked so far?"""


@dataclass(frozen=True, slots=True)
class ToEditor(Destination):
    """A scenario to be edited."""

    workbench: Workbench | None = None
    """The draft with all that belongs to it; None for the one that was edited last, else for an empty table."""
    back: Screen | None = None
    """Where it leads back to, None for the title."""


@dataclass(frozen=True, slots=True)
class ToChanging(Destination):
    """A rehearsal to be changed by hand."""

    session: Session
    back: Screen
    """The battle that it was opened from."""
    done: Callable[[], None]
    """What that does once it is shown again."""


@dataclass(frozen=True, slots=True)
class ToPlayers(Destination):
    """Who plays a game that is on, to be changed."""

    session: Session
    back: Screen
    """The battle that it was opened from."""
    taken: Callable[[tuple[str, str]], None]
    """What that does with who was chosen, once it is shown again."""


@dataclass(frozen=True, slots=True)
class ToReplay(Destination):
    """A game to be watched as it went."""

    session: Session
    back: Screen | None
    """Where it leads back to, None for the title."""
    at: int = 0
    """After how many answers it is shown first."""


@dataclass(frozen=True, slots=True)
class ToRehearsal(Destination):
    """A rehearsal, asked for or looked at."""

    of: Rehearsed
    """What may be rehearsed from there."""
    back: Screen


@dataclass(frozen=True, slots=True)
class ToResult(Destination):
    """The end of a game."""

    session: Session
    names: tuple[str, str]
    """What the sides are called."""
    table: Screen
    """The battle as it ended, to be looked at again."""


@dataclass(frozen=True, slots=True)
class ToSettings(Destination):
    """The settings."""

    back: Screen


@dataclass(frozen=True, slots=True)
class ToKeys(Destination):
    """The list of every key."""

    back: Screen


# --- opening ---
# Going to what is in a file: a save is loaded and played on or watched, a scenario edited; what is wrong is said.

LOADING, READING = "Loading the game", "Reading the file"
Content = TypeVar("Content")


def open_slot(app: Host, slot: saves.Slot, *, replay: bool, seats: saves.Seats | None = None) -> None:
    """Load a save and go to it."""
    open_path(app, slot.path, seats or slot.seats, replay=replay)


def open_path(app: Host, path: Path, seats: saves.Seats, *, replay: bool) -> None:
    """Load a save and go to it; what is wrong with it is said, and a diverged one offered as far as it holds.

    Before a game continues, the user settles who plays the seats whose players are unknown here.
    """
    if replay:
        _load(app, path, seats, replay=True)
    else:
        settle_seats(app, seats, lambda settled: _load(app, path, settled, replay=False))


def _load(app: Host, path: Path, seats: saves.Seats, *, replay: bool) -> None:
    def loaded(result: LoadedGame | SaveError) -> None:
        if isinstance(result, LoadedGame):
            _enter(app, Session(result.match, seats, SaveWriter() if replay else result.take_up()), replay)
        elif isinstance(result, Diverged):
            part = cast(Match, result.match)
            answers = (("yes", "Take it so far", "primary"), ("no", "Cancel", "plain"))
            app.ask(
                "This save doesn't match the current rules", str(result), answers,
                lambda answer: _enter(app, Session(part, seats), replay) if answer == "yes" else None,
            )  # fmt: skip
        else:
            app.say(str(result), bad=True)

    job: Job[LoadedGame | SaveError] = LoadJob(path, to_play=not replay)
    app.wait_for(LOADING, short_name(str(path)), job, loaded)


def find_slot(app: Host, path: Path, found: Callable[[saves.Slot], None]) -> None:
    """Read in the background what a file anywhere says about its game; the notice says why it can't be read."""
    _read(app, path, lambda: saves.slot_at(path), found)


def open_received(app: Host, path: Path) -> None:
    """Open a file that was dropped on the window or named on the command line: a save, a scenario, or a fleet.

    Nothing changes if it is none of these, and the notice says why. A running game is left as the menu leaves it.
    """
    if app.modal is not None:
        app.say("Answer the question first, then open the file.", bad=True)
        return

    def read() -> saves.Slot | None:
        if holds_save(path):
            return saves.slot_at(path)
        load_playable(path)
        return None

    def go(slot: saves.Slot | None) -> None:
        if slot is not None:
            open_slot(app, slot, replay=False)
        else:
            app.go(ToSetup(path))

    _read(app, path, read, lambda slot: leave(app, lambda: leave_draft(app, lambda: go(slot))))


def _read(app: Host, path: Path, read: Callable[[], Content], then: Callable[[Content], None]) -> None:
    """Read a file in the background and go on with its content; the notice says why it can't be read."""

    def attempt() -> tuple[Content] | str:
        try:
            return (read(),)
        except CardError as error:
            return str(error)
        except OSError as error:
            return f"{path}: {error.strerror or error}"

    def done(result: tuple[Content] | str) -> None:
        if isinstance(result, str):
            app.say(result, bad=True)
        else:
            then(result[0])

    job: Job[tuple[Content] | str] = ThreadJob(attempt)
    app.wait_for(READING, short_name(str(path)), job, done)


def load_playable(path: Path) -> tuple[ScenarioCard | None, FleetList | None]:
    """Return the scenario or the fleet of a file. Raises CardError if it holds neither, or one that can't be played."""
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


def _enter(app: Host, session: Session, replay: bool) -> None:
    app.go(ToReplay(session, None) if replay else ToBattle(session, taken_up=True))


def open_file(app: Host, path: Path, back: Screen | None = None) -> None:
    """Edit the scenario of a file; what is wrong with it is said, if it cannot even be read."""
    try:
        draft = read_draft(path)
    except CardError as error:
        app.say(str(error), bad=True)
        return
    ours = path.resolve().is_relative_to(
        BUILTIN_SHELF.scenarios
    )  # what comes with the game is copied, never written over
    app.go(ToEditor(Workbench(History((draft,)).kept(), None if ours else path), back))


# --- copying ---
# Editing a copy of the position that a table shows: as far as whoever looks may know it.


def edit_copy(app: Host, looking: Looking, back: Screen) -> None:
    """Go to the editor with the position that is seen; why not, where nothing can be made of it."""
    try:
        draft, lost = position_from_state(looking.view, looking.match.setup)
    except NoPosition as error:
        app.say(f"No copy can be edited here: {error}.", bad=True)
        return

    def go() -> None:
        app.go(ToEditor(Workbench(History((draft,))), back))
        if lost:
            app.say(f"Left out: {'; '.join(lost)}")

    leave_draft(app, go)


# --- opening ---
# Going to the page of a rehearsal from a table, with the position that it shows.


def rehearse(app: Host, looking: Looking, back: Screen) -> None:
    """Go there; why not, where the position may not be rehearsed."""
    why = refused(looking)
    if why:
        app.say(why, bad=True)
    else:
        app.go(ToRehearsal(rehearsed(looking), back))
