"""Whether a scenario places its models as they might stand in a game: apart, on the table, in contact where they
must. Models that a scenario places in contact with others, without saying where that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from jovian.cards import Placement, ScenarioCard
from jovian.game import EMBARKED, RESERVE, TABLE, Model, Refusal, State
from jovian.rules.basics.formation import PLACE as FORMATION
from jovian.rules.basics.formation import other_formation_members
from jovian.rules.basics.model import token_count
from jovian.rules.placement.attached import TIES, nearest_flush
from jovian.rules.placement.move_ends import ENDING
from jovian.rules.placement.move_limits import taken
from jovian.rules.rulebook.effect import SHIPS, SQUADRONS
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import tokens
from jovian.table import Pose, approaches, extends_off_table, is_flush, overlaps, touches
from jovian.table.space import QueryWorld

# --- standing ---
# Whether a scenario places its models as they might stand in a game: apart, on the table, in contact where they
# must.
#
# v1.2.4 Movement > Overlapping, Action > Assaulting and Escorting, Traits > Formation, States. What a scenario file
# says of each model by itself is checked when it is read; here they stand on the table together.

LEAVING = "v1.2.4 Movement > Leaving Play"
STATES = "v1.2.4 States"


class Flaw(NamedTuple):
    """Why a position is none that a game could be in."""

    model: str
    """The id of the model that it is about."""
    key: str
    """The key of its line in the scenario file."""
    refusal: Refusal


def flaws(state: State) -> Iterator[Flaw]:
    """Everything that is wrong with the models as they are placed."""
    placed = {model.id: model for model in state.models.values() if model.place in (TABLE, EMBARKED)}
    for model in placed.values():
        yield from (Flaw(model.id, "states", Refusal(reason, STATES)) for reason in _states(state, model))
        if not model.capital and not model.unmarked("structure"):
            yield Flaw(model.id, "structure", Refusal(f"'{model.id}' has no Structure left", "v1.2.4 Damage"))
        yield from (Flaw(model.id, "loads", refusal) for refusal in _loads(state, model))
        if model.place == TABLE:
            yield from _stands(state, model)
    yield from (Flaw(one, "x", Refusal(f"'{one}' stands on '{other}'", ENDING)) for one, other in _on_others(state))


def _states(state: State, model: Model) -> Iterator[str]:
    """What of its states cannot be."""
    for name, value in model.states.items():
        kind = rulebook(state).states[name]
        if kind.only_of == (SQUADRONS if model.capital else SHIPS):
            yield f"'{model.id}' is {name}, which only {kind.only_of} are"
        elif value < kind.least:
            yield f"'{model.id}' is {name} with {value}, at least {kind.least} is needed"
    if model.is_crippled and model.capital and model.rating("structure"):
        yield f"'{model.id}' is crippled and has Structure left"


def _loads(state: State, model: Model) -> Iterator[Refusal]:
    """What of its tokens cannot be: a squadron has room for so many, and hands them over where it lands."""
    host = state.models.get(model.host)
    for token in tokens(state) if not model.capital else ():
        count = token_count(model, token.token)
        said = token.words(count)
        if count > token.most:
            yield Refusal(f"'{model.id}' carries {said}, {token.most} at most may be", token.place)
        if count and model.place == EMBARKED and host is not None and not host.neutral:
            yield Refusal(f"'{model.id}' is aboard '{host.id}', which would have taken its {said} over", token.place)


def _stands(state: State, model: Model) -> Iterator[Flaw]:
    """What of its place cannot be."""
    if extends_off_table(model.base, model.pose, state.width, state.height):
        yield Flaw(model.id, "x", Refusal(f"'{model.id}' stands partly off the table", LEAVING))
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        solid = kinds[piece.kind].solid
        if solid and any(overlaps(model.base, model.pose, part, piece.pose) for part in piece.outline):
            yield Flaw(model.id, "x", Refusal(f"'{model.id}' stands on '{piece.id}'", ENDING))
    ship = state.models.get(model.host)
    if ship is not None and not is_flush(ship.base, ship.pose, model.base, model.pose):
        tie = next(each for each in TIES if each.holds(model))
        spot = nearest_flush(state, model, ship)
        near = f"; the nearest place is x {spot.x:g}, y {spot.y:g}, heading {spot.heading}" if spot else ""
        reason = f"'{model.id}' is {tie.name} '{ship.id}', and no edge of its base lies on the ship's{near}"
        yield Flaw(model.id, tie.name, Refusal(reason, tie.place))
    elif ship is None and model.formation and model.formation != model.id and not _in_touch(state, model):
        yield Flaw(model.id, "formation", Refusal(f"'{model.id}' does not touch its formation", FORMATION))


def _in_touch(state: State, model: Model) -> bool:
    return any(touches(model.base, model.pose, mate.base, mate.pose) for mate in other_formation_members(state, model))


def _on_others(state: State) -> Iterator[tuple[str, str]]:
    """The pairs of models that share space, asked of the query world."""
    standing = list(state.on_table())
    world = QueryWorld((model.id, model.base, model.pose) for model in standing)
    for model in standing:
        yield from ((model.id, other) for other in world.overlapping(model.base, model.pose) if model.id < other)


# --- touching ---
# Models that a scenario places in contact with others, without saying where that is.
#
# They come from where their line says (`x` and `y`), or from a side of the other (`at`), as near as they find room.

TURNS = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}
"""Degrees from a model's heading to each of its sides."""
CLEAR = 0.5
"""Inches from which one comes that is to touch a side."""


def bring_together(state: State, scenario: ScenarioCard) -> None:
    """Put every model that is to touch another in contact with it, in the order of the file."""
    waiting = [placed for placed in scenario.models if placed.touching]
    for placed in waiting:
        state.models[placed.id].place = RESERVE
    for placed in waiting:
        model, other = state.models[placed.id], state.models[placed.touching]
        model.pose = _start(placed, model, other)
        found = _contact(state, model, other)
        model.place, model.pose = TABLE, (found or model.pose).rounded()


def apart(state: State, scenario: ScenarioCard) -> Iterator[Flaw]:
    """Models that found no room in contact with the one that they are to touch."""
    for placed in scenario.models:
        if placed.touching:
            model, other = state.models[placed.id], state.models[placed.touching]
            if not touches(model.base, model.pose, other.base, other.pose):
                reason = f"'{model.id}' finds no room in contact with '{other.id}'"
                yield Flaw(model.id, "touching", Refusal(reason, ENDING))


def _start(placed: Placement, model: Model, other: Model) -> Pose:
    """Where the model stands before it is put in contact."""
    if not placed.at:
        return model.pose
    way = other.pose.turned(TURNS[placed.at]).advanced(other.base.reach + model.base.reach + CLEAR)
    return Pose(way.x, way.y, model.pose.heading)


def _contact(state: State, model: Model, other: Model) -> Pose | None:
    """The nearest free pose in contact; with an edge on the other's base if it escorts or assaults it."""
    if any(tie.holds(model) for tie in TIES) and model.host == other.id:
        return nearest_flush(state, model, other)
    obstacles = taken(state, model, (other.base, other.pose), (model.id, other.id))
    poses = approaches(model.base, model.pose, other.base, other.pose, obstacles, state.width, state.height)
    return next(poses, None)
