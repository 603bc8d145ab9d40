"""Going to what is in a file: a save is loaded and played on or watched, a scenario edited; what is wrong is said."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from jovian.cards import CardError, FleetList, ScenarioCard, library, load_fleet, load_scenario
from jovian.cards.building import read_file
from jovian.cards.reading.kinds import FLEET, SCENARIO, holds_save, kind_of
from jovian.cards.reading.shelf import OURS
from jovian.editing.history import History
from jovian.editing.reading import read_draft
from jovian.match import Diverged, Match, SaveError
from jovian.play.starting import refuse_fleet, refuse_scenario
from jovian.ui.editing.workbench import Workbench
from jovian.ui.files import saves
from jovian.ui.files.keeper import Keeper, take_up
from jovian.ui.playing.session import Session
from jovian.ui.screens.destinations import ToBattle, ToEditor, ToReplay, ToSetup
from jovian.ui.screens.leaving import leave, leave_draft
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.seat import settle_seats


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
    try:
        match, keeper = (saves.read(path), Keeper()) if replay else take_up(path)
    except Diverged as error:
        part = cast(Match, error.match)
        answers = (("yes", "Take it so far", "primary"), ("no", "No", "plain"))
        app.ask(
            "This save no longer fits", str(error), answers,
            lambda answer: _enter(app, Session(part, seats), replay) if answer == "yes" else None,
        )  # fmt: skip
    except SaveError as error:
        app.say(str(error), bad=True)
    else:
        _enter(app, Session(match, seats, keeper), replay)


def open_received(app: Host, path: Path) -> None:
    """Open a file that was dropped on the window or named on the command line: a save, a scenario, or a fleet.

    Nothing changes if it is none of these, and the notice says why. A running game is left as the menu leaves it.
    """
    if app.modal is not None:
        app.say("Answer the question first, then open the file.", bad=True)
        return
    try:
        if holds_save(path):
            slot = saves.slot_at(path)
            leave(app, lambda: leave_draft(app, lambda: open_slot(app, slot, replay=False)))
            return
        load_playable(path)
    except CardError as error:
        app.say(str(error), bad=True)
    except OSError as error:
        app.say(f"{path}: {error.strerror or error}", bad=True)
    else:
        leave(app, lambda: leave_draft(app, lambda: app.go(ToSetup(path))))


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
