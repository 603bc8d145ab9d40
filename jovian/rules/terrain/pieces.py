"""What a card of terrain puts on the table, and cards drawn by lot (v1.2.4 Terrain, Sequence > Pre-Game Setup)."""

from __future__ import annotations

from collections.abc import Mapping

from jovian.cards import TerrainCard
from jovian.dice import Lots
from jovian.game import Terrain
from jovian.rules.rulebook.terrain_kind import Lot, TerrainKind
from jovian.rules.terrain.manned import hull_of
from jovian.table import Pose, Shape, convex_parts
from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE
from jovian.table.shapes.polygon import hull

Kinds = Mapping[str, TerrainKind]
CORNERS, SWAY = 8, 15
"""An outline that is drawn has at most so many corners, each so many degrees at most from where it would be."""
UNEVEN, NARROW = 0.75, 0.65
"""The least share of the radius at which a corner lies, and of its length that an outline is wide."""


def pieces(kinds: Kinds, card: TerrainCard) -> list[Terrain]:
    """The terrain that a card puts on the table; a comet is a body and a tail, a hulk nothing."""
    if card.station is not None:
        return hull_of(card)
    pose = Pose(float(card.x), float(card.y), card.heading % 360)
    outline = (Shape.circle(card.radius),) if card.radius is not None else convex_parts(card.points)
    piece = Terrain(card.id, card.kind, pose, tuple(outline), card.id, still=not card.moves)
    trail = kinds[card.kind].tail
    if not trail or not card.tail_length:
        return [piece]
    half = card.tail_width / 2
    tail = Shape.polygon(((-half, -card.tail_length), (half, -card.tail_length), (half, 0.0), (-half, 0.0)))
    return [piece, Terrain(f"{card.id}-tail", trail, pose, (tail,), card.id, piece.still)]


def drawn_kinds(lots: Lots, kinds: Kinds, count: int, together: int) -> list[str]:
    """So many kinds by lot, each of which comes `together` times: none more often than its lot says."""
    left = {name: kind.lot.most // together for name, kind in kinds.items() if kind.lot is not None}
    found: list[str] = []
    while len(found) < count and any(left.values()):
        able = [(name, lot.weight) for name, much in left.items() if much and (lot := kinds[name].lot) is not None]
        name = able[lots.weighed([weight for _, weight in able])][0]
        left[name] -= 1
        found.append(name)
    return found


def drawn_card(lots: Lots, name: str, lot: Lot, ident: str) -> TerrainCard:
    """A piece of a kind, its size and outline by lot, before it has a place."""
    radius, uneven = lots.between(lot.least, lot.greatest), lot.uneven
    return TerrainCard(
        id=ident, kind=name, x=0.0, y=0.0, heading=0,
        radius=None if uneven else radius, points=_corners(lots, radius) if uneven else (),
        tail_length=lot.tail[0], tail_width=lot.tail[1],
    )  # fmt: skip


def _corners(lots: Lots, radius: float) -> tuple[tuple[float, float], ...]:
    """An uneven convex outline that reaches about so far, its corners in tenths of an inch."""
    wide, step = lots.between(NARROW, 1.0), FULL_TURN // CORNERS
    found = []
    for number in range(CORNERS):
        angle = (number * step + lots.below(2 * SWAY + 1) - SWAY) % FULL_TURN
        far = radius * (UNEVEN + (1.0 - UNEVEN) * lots.below(101) / 100)
        found.append((round(SINE[angle] * far * wide, 1) + 0.0, round(COSINE[angle] * far, 1) + 0.0))
    return hull(found)
