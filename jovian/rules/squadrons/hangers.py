"""Hangers and docks: who is aboard, launching, landing (v1.2.4 States > Embarked, Action > Launch, Land; R28)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards import UnitCard
from jovian.game import EMBARKED, Game, Model, Refusal, State
from jovian.game.events import HangerCount, LeftPlay
from jovian.game.pointing import PointRing, pointed_bases
from jovian.rules.facts import formation
from jovian.rules.facts.marking import system_left
from jovian.rules.harm.unloading import aboard, forced_spot, launch_reach, spots_about
from jovian.rules.places.attached import TIES
from jovian.rules.places.contact import contacts, named
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import clauses_with, effects_on
from jovian.table import TOLERANCE, Pose, arcs_of, distance, exits, touches

LAUNCH = "v1.2.4 Action > Launch"
LAND = "v1.2.4 Action > Land"
HANGERS = "v1.2.4 Traits > Hangers"
HOLDS, DOCKS = "Hangers", "Dock"
"""The traits by which a ship takes squadrons aboard, and one ship."""
FRIENDLY = "Only a friendly ship on the table takes it aboard."


def berths(ship: Model) -> int | None:
    """How many squadrons its undamaged Hangers hold, None without any on its card."""
    return system_left(ship, HOLDS) if ship.card.trait(HOLDS) else None


def capacity(ship: Model, card: UnitCard) -> int:
    """How many models of that kind the ship can hold with what is undamaged of its Hangers or Dock."""
    if card.kind == "squadron":
        return berths(ship) or 0
    return 1 if ship.card.trait(DOCKS) and not card.trait(DOCKS) else 0


def room(state: State, ship: Model, card: UnitCard) -> int:
    """How many more models of that kind the ship can take in."""
    taken = [m for m in aboard(state, ship) if m.card.kind == card.kind]
    return capacity(ship, card) - len(taken) - state.unseen.get(ship.id, 0)


def refuse_aboard(state: State, model: Model, ship: Model | None, count: int = 1) -> Refusal | None:
    """Why a model cannot be deployed aboard that ship."""
    if ship is None or not ship.capital or ship.side != model.side or not ship.on_table or ship.id == model.id:
        return Refusal(FRIENDLY, HANGERS)
    return _refuse_room(state, model, ship, count)


def refuse_berth(state: State, model: Model, ship: Model | None, count: int = 1) -> Refusal | None:
    """Why a model may not go aboard in play: a friendly ship, or what is nobody's and open to its side (R84)."""
    if ship is None or not ship.neutral:
        return refuse_aboard(state, model, ship, count)
    refusal = closed(state, ship, model.side)
    return _refuse_room(state, model, ship, count) if refusal is None else refusal


def closed(state: State, ship: Model, side: int) -> Refusal | None:
    """Why what is nobody's is not open to squadrons of a side."""
    for effect in effects_on(state, ship, Effect.harbors):
        return effect.harbors(ship, side)
    return Refusal(FRIENDLY, HANGERS)


def _refuse_room(state: State, model: Model, ship: Model, count: int) -> Refusal | None:
    """Why it cannot hold so many more of that kind."""
    if model.drone:
        return Refusal("Drones neither land nor launch.", "v1.2.4 Weapons > Drone")
    if model.capital and not state.scenario.docking:
        return Refusal("The scenario has no docked ships.", "v1.2.4 Traits > Dock")
    if room(state, ship, model.card) < count:
        return Refusal(f"{ship.name} has no undamaged room left.", HANGERS)
    return None


# --- launching ---
def refuse_launch(state: State, model: Model, poses: tuple[Pose, ...]) -> Refusal | None:
    """Why an embarked model (and its formation) may not be set down at these poses."""
    ship = state.models.get(model.host)
    if not model.aboard or ship is None:
        return Refusal(f"{model.name} is not aboard a ship.", LAUNCH)
    act = state.activation
    if act is not None and act.launched:
        return Refusal("It launches once an activation.", LAUNCH)
    for pose in poses:
        refusal = _refuse_spot(state, model.at(pose), ship)
        if refusal is not None:
            return refusal
    return None


def _refuse_spot(state: State, model: Model, ship: Model) -> Refusal | None:
    base, pose = model.base, model.pose
    if exits(base, pose, state.width, state.height):
        return Refusal("That is off the table.", LAUNCH)
    touched = contacts(state, model)
    if touches(base, pose, ship.base, ship.pose):
        touched = [ship.id, *touched]
    if touched:
        return Refusal(f"It would touch {named(state, touched)}.", LAUNCH, pointed_bases(touched))
    reach, fore = launch_reach(state, ship)
    apart = distance(base, pose, ship.base, ship.pose)
    if apart <= reach + TOLERANCE:
        return None
    if fore and apart <= fore + TOLERANCE and "fore" in arcs_of(ship.base, ship.pose, base, pose):
        return None
    what = f'{fore:.0f}" ahead or {reach:.0f}" elsewhere' if fore else f'{reach:.0f}"'
    reason = f'It is {apart:.1f}" from {ship.name}, which launches within {what}.'
    return Refusal(reason, LAUNCH, (PointRing(ship.pose[:2], fore or reach),))


def launch_spots(state: State, model: Model) -> Iterator[Pose]:
    """Places where an embarked model may be set down, ahead of the ship first; the nearest free one if all fail."""
    ship = state.models[model.host]
    found = False
    for pose in spots_about(state, ship, model):
        if refuse_launch(state, model, (pose,)) is None:
            found = True
            yield pose
    if not found:
        goal = forced_spot(state, model, ship)
        if goal is not None:
            yield goal


# --- landing ---
def refuse_land(state: State, model: Model, ship: Model | None) -> Refusal | None:
    """Why the active model may not land on that ship."""
    act = state.activation
    group = formation.members(state, model)
    refusal = refuse_berth(state, model, ship, len(group))
    if refusal is not None:
        return refusal
    if act is not None and act.landed:
        return Refusal("It lands once an activation.", LAND)
    assert ship is not None
    if not any(touches(each.base, each.pose, ship.base, ship.pose) for each in group):
        return Refusal(f"It must be in contact with {ship.name} to land.", LAND, pointed_bases([ship.id]))
    return None


def land(game: Game, model: Model, ship: Model) -> None:
    """Take a model on the table aboard a ship, and tell."""
    model.place, model.host = EMBARKED, ship.id
    for tie in TIES:
        model.states.pop(tie.name, None)
    game.tell(LeftPlay(model=model.id, how="embarked", host=ship.id))
    for clause in clauses_with(game.state, Clause.landed):
        clause.landed(game, model, ship)


def stow(game: Game, model: Model, ship: Model) -> None:
    """Embark a model in secret at deployment: only the number aboard is public."""
    model.place, model.host = EMBARKED, ship.id
    game.tell(LeftPlay(model=model.id, how="embarked", host=ship.id), model.side)
    game.tell(HangerCount(ship=ship.id, aboard=len(aboard(game.state, ship))))
