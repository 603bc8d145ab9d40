"""Going to what is in a file: a save is loaded and played on or watched, a scenario edited; what is wrong is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from jovian.cards import CardError, FleetList, ScenarioCard, library, load_fleet, load_scenario
from jovian.cards.building import read_file
from jovian.cards.error import short_name
from jovian.cards.reading.kinds import FLEET, SCENARIO, holds_save, kind_of
from jovian.cards.reading.shelf import OURS
from jovian.editing.history import History
from jovian.editing.reading import read_draft
from jovian.match import Diverged, Match, SaveError
from jovian.play.starting import refuse_fleet, refuse_scenario
from jovian.players.thinking import ThreadJob
from jovian.ui.editing.workbench import Workbench
from jovian.ui.files import saves
from jovian.ui.files.keeper import Keeper
from jovian.ui.files.loaded_game import LoadedGame, LoadJob
from jovian.ui.playing.session import Session
from jovian.ui.screens.destinations import ToBattle, ToEditor, ToReplay, ToSetup
from jovian.ui.screens.leaving import leave, leave_draft
from jovian.ui.screens.screen import Host, Job, Screen
from jovian.ui.screens.seat import settle_seats

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
            _enter(app, Session(result.match, seats, Keeper() if replay else result.take_up()), replay)
        elif isinstance(result, Diverged):
            part = cast(Match, result.match)
            answers = (("yes", "Take it so far", "primary"), ("no", "No", "plain"))
            app.ask(
                "This save no longer fits", str(result), answers,
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
        refuse_scenario(path, scenario, library())
        return scenario, None
    if kind == FLEET:
        fleet = load_fleet(path)
        refuse_fleet(path, fleet, library())
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
    ours = path.resolve().is_relative_to(OURS.scenarios)  # what comes with the game is copied, never written over
    app.go(ToEditor(Workbench(History((draft,)).kept(), None if ours else path), back))
