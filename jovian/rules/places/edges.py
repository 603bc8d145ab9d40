"""Planets at the edges of the table: nothing passes them, and they bend the Speed of ships (R23, R26, R27, R32).

A planet is a piece beyond the table whose pose is the middle of its edge, heading away from the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from jovian.game import Model, Refusal, State, Terrain
from jovian.game.choice import Point
from jovian.game.pointing import PointLine
from jovian.rules.facts.formation import members
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import TOLERANCE, Pose, edge_distances
from jovian.table.shapes.angles import COSINE, FULL_TURN

WEST, EAST, SOUTH, NORTH = 270, 90, 180, 0
"""Headings away from the table, in the order in which the distances of its edges are told."""
THOUSANDTHS = 1000
STRAIGHT_ON = 1e-9
"""Cosines below this are those of a way along an edge."""


def planets(state: State) -> list[Terrain]:
    """The planets at the edges of the table."""
    book = rulebook(state)
    if not book.edges:
        return []
    return [piece for piece in state.terrain.values() if book.terrain[piece.kind].bars]


def ends(state: State, planet: Terrain) -> tuple[Point, Point]:
    """The two corners of the table between which a planet's edge lies."""
    half = (state.width if planet.pose.heading in (NORTH, SOUTH) else state.height) / 2
    return planet.pose.to_table(-half, 0.0), planet.pose.to_table(half, 0.0)


def room_before(model: Model, planet: Terrain) -> float:
    """Inches between a base and a planet's edge, negative where it sticks over."""
    _, y = planet.pose.from_table(model.pose.x, model.pose.y)
    return -y - model.base.extents((model.pose.heading - planet.pose.heading) % FULL_TURN)[3]


class Stop(NamedTuple):
    """Where a planet stops a ship that goes straight on."""

    inches: float
    """In whole thousandths."""
    planet: str


def stopped_by(state: State, ship: Model, back: bool = False) -> Stop | None:
    """The nearest planet straight ahead of a ship (or behind it), None without one."""
    turned = FULL_TURN // 2 if back else 0
    found = []
    for planet in planets(state):
        toward = COSINE[(ship.pose.heading + turned - planet.pose.heading) % FULL_TURN]
        if toward > STRAIGHT_ON:
            inches = max(0.0, room_before(ship, planet)) / toward
            found.append(Stop(floor(inches * THOUSANDTHS + TOLERANCE) / THOUSANDTHS, planet.id))
    return min(found, default=None)


def pull(state: State, ship: Model) -> int:
    """What planets add to the Speed of a ship that begins its movement where it stands (R32)."""
    kinds, more = rulebook(state).terrain, 0
    for planet in planets(state):
        spots = [ship.pose.from_table(x, y) for x, y in ends(state, planet)]
        if all(y >= abs(x) - TOLERANCE for x, y in spots):
            more += kinds[planet.kind].pulls
        elif all(-y >= abs(x) - TOLERANCE for x, y in spots):
            more -= kinds[planet.kind].holds
    return more


def refuse_crossing(state: State, model: Model, path: Sequence[Point], place: str) -> Refusal | None:
    """Why a model, with its formation, may not fly along a path: it would come over the edge of a planet (R23)."""
    for planet in planets(state):
        for x, y in path:
            there = model.at(Pose(x, y, model.pose.heading))
            if any(room_before(each, planet) < -TOLERANCE for each in members(state, there)):
                name = rulebook(state).terrain[planet.kind].name
                return Refusal(f"The path would cross the {name}.", place, (PointLine(*ends(state, planet)),))
    return None


def set_off(state: State, model: Model) -> Model:
    """A model where it stands once it no longer sticks over a planet's edge: straight away from that (R26)."""
    for planet in planets(state):
        over = -room_before(model, planet)
        if over > TOLERANCE:
            x, y = planet.pose.from_table(model.pose.x, model.pose.y)
            model = model.at(Pose(*planet.pose.to_table(x, y - over), model.pose.heading).rounded())
    return model


def leaves(state: State, model: Model) -> bool:
    """Does a model stand partly over an edge by which it may leave the table?"""
    held = {planet.pose.heading for planet in planets(state)}
    gaps = edge_distances(model.base, model.pose, state.width, state.height)
    return any(gap < -TOLERANCE and way not in held for gap, way in zip(gaps, (WEST, EAST, SOUTH, NORTH), strict=True))
