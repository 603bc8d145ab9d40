"""What a place in a deployment zone is worth, and one for a beacon."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.answers import Point
from jovian.rules.placement.legal_places import zones
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.zones import NEAR, beacons
from jovian.table import POINT, Pose, within
from tests.yardstick.judgment.objectives.exits import blind, way_out, way_to
from tests.yardstick.judgment.objectives.goals import FAR

SPREAD, CROWD = 6.0, 2.5
"""Inches between ships deployed side by side, and between others, as far as there is room."""
CROWDED = 2.0
"""What each inch too near to a friend costs."""
OPPOSITE = 0.5
"""What each enemy straight ahead is worth."""

ENGAGED = 16.0
"""Inches from the nearest enemy, or else from the middle of its nearest zone, that suit a model where it begins."""
TOGETHER = 0.1
"""What each inch to the middle of its own fleet costs a model that begins away from it."""
HOME = 10.0
"""Inches from its own edge that suit a side's beacons."""
CENTRAL = 0.5
"""What each inch from the middle of the table costs a beacon of a side that knows no edge yet by which it may leave."""
CLUTTERED = 6.0
"""What terrain costs that a beacon stands in, or near."""


def berth(view: State, model: Model) -> float:
    """How good the place of a model is to deploy in: near the middle and somebody to fight, but not crowded."""
    pose = model.pose
    worth = -abs(pose.x - view.width / 2) / 4
    for other in view.on_table():
        if other.side == model.side:
            apart = abs(other.pose.x - pose.x)
            room = SPREAD if other.capital and model.capital else CROWD
            if apart < room:
                worth -= CROWDED * (room - apart)
    for other in view.on_table():
        if other.side == 1 - model.side and abs(other.pose.x - pose.x) < SPREAD:
            worth += OPPOSITE
    return worth


def outpost(view: State, model: Model) -> float:
    """How good a place is in a zone that is no strip: the enemy near enough, friends about, and room between them."""
    pose, worth = model.pose, 0.0
    friends = [each for each in view.on_table() if each.side == model.side and not each.card.station]
    for other in friends:
        apart, room = pose.distance_to(other.pose), SPREAD if other.capital and model.capital else CROWD
        worth -= CROWDED * max(0.0, room - apart) + TOGETHER * apart / len(friends)
    return worth - abs(min(_to_enemy(view, model), default=ENGAGED) - ENGAGED) / 4


def homeward(view: State, model: Model, worth: float) -> float:
    """TV that the way out of the battle costs a model from the pose that it has here, if leaving is worth so much."""
    out = way_out(view, model) if worth > 0 else None
    return -worth * way_to(model, out.x, out.y) / FAR if out is not None else 0.0


def _to_enemy(view: State, model: Model) -> list[float]:
    """Inches to all enemies, or to the middles of their zones as long as there is none."""
    x, y = model.pose[:2]
    found = [model.pose.distance_to(each.pose) for each in view.on_table() if each.side == 1 - model.side]
    boxes = [region.box for region in zones(view, 1 - model.side)]
    return found or [Pose((a + c) / 2, (b + d) / 2).distance_to(Pose(x, y)) for a, b, c, d in boxes]


def site(view: State, side: int, point: Point) -> float:
    """How good a place for a beacon is: before the own edge, near the side's other beacons, clear of terrain."""
    here = Pose(*point, 0)
    home = HOME if side == 0 else view.height - HOME
    own = [Pose(each.x, each.y, 0) for each in beacons(view) if each.side == side]
    worth = -abs(point[1] - home) / 4 - abs(point[0] - view.width / 2) / 8
    if blind(view, side):
        worth = -CENTRAL * here.distance_to(Pose(view.width / 2, view.height / 2))
    worth -= sum(here.distance_to(each) for each in own) / (4 * len(own)) if own else 0.0
    kinds = rulebook(view).terrain
    met = [
        each for each in view.terrain.values() if kinds[each.kind].solid or kinds[each.kind].ac
        if any(within(part, each.pose, POINT, here, NEAR) for part in each.outline)
    ]  # fmt: skip
    return worth - CLUTTERED * len(met)
