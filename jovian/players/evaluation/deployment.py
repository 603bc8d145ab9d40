"""The value of places to start from: for models in deployment zones, and for beacons."""

from __future__ import annotations

from jovian.frozen import frozen
from jovian.game import Model, State, kept
from jovian.game.answers import Point
from jovian.players.evaluation.objectives import (
    RISK,
    exit_pose,
    first_exit_turn,
    is_exit_unknown,
    retreat_value,
)
from jovian.players.evaluation.places import EXPOSED, LEAVING_COST, must_leave_table
from jovian.players.evaluation.threats import quadrant
from jovian.rules.placement.legal_places import zones
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.zones import BEACON_REACH, beacons
from jovian.table import POINT, Pose, within

# --- Deployment ---

SHIP_SPREAD, SQUADRON_SPREAD = 6.0, 2.5
"""Wanted inches between ships deployed side by side, and between other models."""
CROWDING_COST = 2.0
"""The cost per missing inch to a friend."""
ENEMY_AHEAD = 0.5
"""The value of each enemy straight ahead."""

ENEMY_DISTANCE = 16.0
"""Wanted inches to the nearest enemy, or to the middle of its nearest zone, for a model in an open zone."""
FLEET_DISTANCE_COST = 0.1
"""The cost per inch to the middle of its fleet, for a model in an open zone."""
ATTACK_RANGE, ENEMY_SPEED = 15.0, 5.0
"""The inches at which an enemy is assumed to attack, and that it is assumed to come nearer per turn."""
CALM_SHARE = 0.2
"""The risk of a turn without enemies in range, as a share of that of another turn."""
STRAIGHT = 0.92
"""The cosine of the largest angle at which a ship counts as pointing at a place."""
BEACON_DISTANCE = 10.0
"""Wanted inches from a side's own edge to its beacons."""
CENTER_COST = 0.5
"""The cost per inch from the middle of the table to a beacon, for a side that doesn't know its exit edge yet."""
TERRAIN_COST = 6.0
"""The cost of terrain at or near a beacon."""


def deployment_value(view: State, model: Model) -> float:
    """Return the value of a model's pose in a deployment strip: near the middle and enemies, and not crowded."""
    pose = model.pose
    value = -abs(pose.x - view.width / 2) / 4
    for other in view.on_table():
        if other.side == model.side:
            inches = abs(other.pose.x - pose.x)
            wanted_inches = SHIP_SPREAD if other.is_capital and model.is_capital else SQUADRON_SPREAD
            if inches < wanted_inches:
                value -= CROWDING_COST * (wanted_inches - inches)
    for other in view.on_table():
        if other.side == 1 - model.side and abs(other.pose.x - pose.x) < SHIP_SPREAD:
            value += ENEMY_AHEAD
    return value


def open_zone_value(view: State, model: Model) -> float:
    """Return the value of a model's pose in an open zone: near the enemy and its friends, and not crowded."""
    pose, value = model.pose, 0.0
    friends = [other for other in view.on_table() if other.side == model.side and not other.card.station]
    for other in friends:
        inches, wanted_inches = (
            pose.distance_to(other.pose),
            SHIP_SPREAD if other.is_capital and model.is_capital else SQUADRON_SPREAD,
        )
        value -= CROWDING_COST * max(0.0, wanted_inches - inches) + FLEET_DISTANCE_COST * inches / len(friends)
    inches = min(pose.distance_to(place) for place in _enemy_places(view, model.side))
    return value - abs(inches - ENEMY_DISTANCE) / 4


@frozen
class Departure:
    """What leaving the battle will be worth to a model that has yet to arrive."""

    value: float
    """TV of leaving, or 0 if the model should stay."""
    turn: int
    """The first turn in which it may leave."""


def departure(view: State, model: Model) -> Departure:
    """Return what leaving the battle will be worth to a model that has yet to arrive."""
    value = retreat_value(view, model)
    return Departure(value, first_exit_turn(view, model) if value > 0 else 0)


def start_cost(view: State, model: Model, leaving: Departure) -> float:
    """Return the TV that a model is expected to lose at its pose here before it gets where it wants to go.

    A ship must not drift off the table in its first moves, and an enemy astern hits it harder. A model that wants to
    leave is at risk from the turn in which enemies come into range to the turn in which it is gone.
    """
    off_table = LEAVING_COST if must_leave_table(view, model) else 0.0
    exit_point = exit_pose(view, model) if leaving.value > 0 else None
    if not model.is_capital and exit_point is None:
        return off_table
    inches, place = min((model.pose.distance_to(place), place) for place in _enemy_places(view, model.side))
    exposed = EXPOSED[quadrant(model.pose, place.x - model.pose.x, place.y - model.pose.y)] if model.is_capital else 0.0
    if exit_point is None:
        return off_table + exposed * model.card.tv
    gone = max(float(leaving.turn), turns_to(view, model, exit_point))
    calm_turns = min(gone, max(0.0, inches - ATTACK_RANGE) / ENEMY_SPEED)
    risky_turns = gone - calm_turns
    return (
        off_table
        + RISK * leaving.value * (risky_turns + CALM_SHARE * calm_turns)
        + exposed * model.card.tv * risky_turns
    )


def turns_to(view: State, model: Model, point: Pose) -> float:
    """Return the number of turns that a model needs to turn to a point and then to reach it."""
    _, max_inches, turns = fixed_limits(view, model)
    inches = model.pose.distance_to(point)
    return inches / max(1.0, max_inches) + (_turns_toward(model.pose, point) / max(1, turns) if model.is_capital else 0)


def _turns_toward(pose: Pose, point: Pose) -> int:
    """Return the number of turns of 45 degrees after which a ship points approximately at a point."""
    inches = pose.distance_to(point)
    ahead = [max(pose.turned(angle).from_table(*point[:2])[1] for angle in (45 * n, -45 * n)) for n in range(5)]
    return next((n for n in range(5) if ahead[n] >= STRAIGHT * inches), 4)


@kept
def _enemy_places(view: State, side: int) -> list[Pose]:
    """Return the poses of all enemies, or the middles of their zones, or of the table, if there are none."""
    poses = [other.pose for other in view.on_table() if other.side == 1 - side]
    boxes = [region.box for region in zones(view, 1 - side)]
    middles = [Pose((left + right) / 2, (bottom + top) / 2) for left, bottom, right, top in boxes]
    return poses or middles or [Pose(view.width / 2, view.height / 2)]


def beacon_value(view: State, side: int, point: Point) -> float:
    """Return the value of a point for a beacon: at the side's edge, near its other beacons, clear of terrain."""
    here = Pose(*point, 0)
    wanted_y = BEACON_DISTANCE if side == 0 else view.height - BEACON_DISTANCE
    own = [Pose(beacon.x, beacon.y, 0) for beacon in beacons(view) if beacon.side == side]
    value = -abs(point[1] - wanted_y) / 4 - abs(point[0] - view.width / 2) / 8
    if is_exit_unknown(view, side):
        value = -CENTER_COST * here.distance_to(Pose(view.width / 2, view.height / 2))
    value -= sum(here.distance_to(beacon) for beacon in own) / (4 * len(own)) if own else 0.0
    kinds = rulebook(view).terrain
    obstacles = [
        piece for piece in view.terrain.values() if kinds[piece.kind].solid or kinds[piece.kind].ac
        if any(within(part, piece.pose, POINT, here, BEACON_REACH) for part in piece.outline)
    ]  # fmt: skip
    return value - TERRAIN_COST * len(obstacles)
