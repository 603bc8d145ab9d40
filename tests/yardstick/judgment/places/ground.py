"""What terrain is worth to a side that lays it out: cover before its own fleet, hazards before the other's."""

from __future__ import annotations

from jovian.cards import TerrainCard
from jovian.game import State, Terrain
from jovian.rules.placement.legal_places import deployment_heading
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import POINT, Pose, Region
from tests.yardstick.judgment.places.standing import VEILED

SHELTERED = 0.005
"""Share of a fleet's TV that being harder to find for missiles is worth."""
HASTENED = 0.15
"""TV that an inch of Speed more for whoever starts above it is worth."""
STRUCK = 0.01
"""Share of the TV of ships, or of squadrons, that a die of a strike is reckoned to cost whose fleet lies behind it."""


def ground(view: State, side: int, card: TerrainCard, pose: Pose) -> float:
    """TV that a piece brings a side at a pose: what it is worth to a fleet that flies by it, the nearer the more."""
    near = 1.0 - 2.0 * pose.y / view.height
    return usefulness(view, side, card) * (near if deployment_heading(side) == 0 else -near)


def lie_of(view: State, side: int, part: Region) -> float:
    """TV that the pieces in a part of the table bring a side that has it to itself."""
    pieces = [each for each in view.terrain.values() if part.holds(POINT, Pose(each.pose.x, each.pose.y))]
    return sum(usefulness(view, side, each) for each in pieces)


def usefulness(view: State, side: int, piece: TerrainCard | Terrain) -> float:
    """What a piece is worth to the fleet of a side that flies by it, less what it costs, in TV."""
    kind, mine = rulebook(view).terrain[piece.kind], view.side_models(side)
    ships = sum(model.card.tv for model in mine if model.capital)
    squadrons = sum(model.card.tv for model in mine if not model.capital)
    cover = VEILED * kind.veils + SHELTERED * kind.shelters
    return cover * (ships + squadrons) + HASTENED * kind.hastens - STRUCK * (kind.ac * ships + kind.as_ * squadrons)
