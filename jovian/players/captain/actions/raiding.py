"""Close fights that the captain's squadrons may seek: what each is worth with the way there and the place after it."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model
from jovian.game.answers import Declaration
from jovian.players.captain.field import Field
from jovian.players.ensign.declaring import in_flight
from jovian.players.judgment.combat.raids import at_contact
from jovian.players.judgment.places.crossfire import Crossfire
from jovian.players.judgment.places.standing import standing
from jovian.players.moves.flights import inside
from jovian.rules.actions.squadron.bombing import Bombing
from jovian.rules.actions.squadron.interception import Interception
from jovian.rules.close_combat.bombing import FREE_MOVE
from jovian.rules.close_combat.interception import may_intercept
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.harm.expect import WOUND
from jovian.rules.menu.declare import Declare
from jovian.table import Pose

AWAY = (0, 60, -60)
"""Ways from the other model, from straight away, in which a squadron may leave it after a fight."""


def raids(field: Field, decision: Declare) -> Iterator[tuple[float, Declaration]]:
    """Each close fight that could be sought, after its worth with all that comes of being there."""
    view, model, most = field.view, decision.model, decision.most_boost
    crossfire = Crossfire(view, model)
    for boost, ship in in_flight(view, model, most, True):
        if ship.id != field.spared:
            yield raid(field, model, ship, boost, crossfire), Declaration(Bombing.name, boost)
    for boost, other in in_flight(view, model, most, False) if may_intercept(view, model) else ():
        if boost < shared_fuel(view, model) and other.id != field.spared:
            worth = raid(field, model, other, boost, crossfire)
            yield worth, Declaration(Interception.name, boost, other.id)


def raid(field: Field, model: Model, other: Model, boost: int, crossfire: Crossfire) -> float:
    """TV of a close fight, of what it stops, of the best place to go to after it, less what the way there costs."""
    view = field.view
    there = at_contact(view, model, other, boost)
    fight = field.raids.worth(view, model, other, boost)
    stopped = field.prey_of(model).get(other.id, 0.0) * field.raids.feared(view, model, other)
    left = _left(field, model, other)
    place = max(_place(field, model, left, pose) for pose in ends(field, there.pose, other.pose))
    return fight + stopped + place - crossfire.cost([(model.pose, there.pose)])


def ends(field: Field, pose: Pose, other: Pose) -> list[Pose]:
    """Where a squadron may end that has fought at a pose: there, or on its way away from the other model."""
    share, found = FREE_MOVE / (pose.distance_to(other) or 1.0), [pose]
    for angle in AWAY:
        step = Pose(0.0, 0.0, angle % 360).to_table((pose.x - other.x) * share, (pose.y - other.y) * share)
        end = pose.moved(*step)
        if inside(field.view, end):
            found.append(end)
    return found


def _left(field: Field, model: Model, other: Model) -> Model:
    """A squadron as weak as a close fight is expected to leave it."""
    left = model.unmarked("structure")
    hits = min(left - 1, round(field.raids.suffered(field.view, model, other) / WOUND * left))
    return model.supposed(marks={"structure": model.marks.get("structure", 0) + max(0, hits)})


def _place(field: Field, model: Model, left: Model, pose: Pose) -> float:
    """TV of a place after a fight: of what it may do from there, less what it risks as weak as it is left."""
    promise = field.promise * field.prospect(model, pose) if field.promise else 0.0
    return standing(field.view, model.at(pose), exposed=False) + promise - field.risk(left, pose)
