"""What lies along an edge of the table: the limb of a planet beyond it, the hatched air before it."""

from __future__ import annotations

from itertools import pairwise

import pygame

from jovian.game import Terrain
from jovian.ui.board.art.ink import dashed, fill
from jovian.ui.board.art.palette import tint
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.theme import mix, px

DEPTHS = (0.0, 0.3, 0.7, 1.3, 2.2, 3.6, 6.0, 12.0)
"""Inches beyond the edge between which a planet is drawn in one shade, the brightest first."""
GLOW = ((1.2, 10), (0.6, 14), (0.25, 24))
"""How far its light reaches onto the table, and how strong it is there."""
SHARES = (1.0, 0.62, 0.3)
"""Air is drawn so many times, each time nearer to the edge, so that it thickens toward that."""
HATCH = 7
"""Pixels between the lines of its hatching."""
DARK = (10, 8, 16)


def draw_planet(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """Bands that darken away from a bright rim, whose teeth point away from the table; a glow lies before it."""
    left, right, _, _ = piece.outline[0].extents(0)
    color = tint(piece.kind)

    def strip(near: float, far: float) -> list[Point]:
        return _strip(camera, piece, left, right, near, far)

    for number, (near, far) in enumerate(pairwise(DEPTHS)):
        pygame.draw.polygon(surface, mix(color, DARK, 0.42 + 0.08 * number), strip(near, far))
    for reach, alpha in GLOW:
        fill(surface, strip(-reach, 0.0), color, alpha)
    one, other = (camera.to_screen(piece.pose.to_table(x, 0.0)) for x in (left, right))
    pygame.draw.line(surface, mix(color, (255, 240, 220), 0.55), one, other, px(3))
    for inch in range(round(left), round(right)):
        tooth = [camera.to_screen(piece.pose.to_table(inch + x, y)) for x, y in ((0.0, 0.0), (0.5, 0.35), (1.0, 0.0))]
        pygame.draw.aalines(surface, mix(color, (255, 240, 220), 0.3), False, tooth)


def draw_air(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """A hatched band that thickens toward the edge, with a dashed border where it begins."""
    left, right, low, high = piece.outline[0].extents(0)
    color = tint(piece.kind)
    for share in SHARES:
        fill(surface, _strip(camera, piece, left, right, high - (high - low) * share, high), color, 11)
    fill(surface, _strip(camera, piece, left, right, low, high), color, 14, hatch=HATCH)
    border = [camera.to_screen(piece.pose.to_table(x, low)) for x in (left, right)]
    dashed(surface, border, mix(color, DARK, 0.25), 2, 9, 6)


def draw_air_to_come(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """How far air may reach that is still to be rolled: nothing but wide hatching, and a thin border."""
    left, right, low, high = piece.outline[0].extents(0)
    color = tint(piece.kind)
    fill(surface, _strip(camera, piece, left, right, low, high), color, 12, hatch=2 * HATCH)
    border = [camera.to_screen(piece.pose.to_table(x, low)) for x in (left, right)]
    dashed(surface, border, mix(color, DARK, 0.35), 1, 3, 6)


def _strip(camera: Camera, piece: Terrain, left: float, right: float, near: float, far: float) -> list[Point]:
    """A strip along the edge, between two distances from the piece's pose outward, on the screen."""
    corners = ((left, near), (right, near), (right, far), (left, far))
    return camera.polygon([piece.pose.to_table(x, y) for x, y in corners])
