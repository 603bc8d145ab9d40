"""Models that a scenario places in contact with others, without saying where that is.

They come from where their line says (`x` and `y`), or from a side of the other (`at`), as near as they find room.
"""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards import Placement, ScenarioCard
from jovian.game import RESERVE, TABLE, Model, Refusal, State
from jovian.rules.places.attached import TIES, nearest_flush
from jovian.rules.places.move_ends import ENDING
from jovian.rules.places.obstacles import taken
from jovian.rules.setup.standing import Flaw
from jovian.table import Pose, approaches, touches

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
