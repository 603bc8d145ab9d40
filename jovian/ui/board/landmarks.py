"""What a scenario has set up on the table: beacons, and the edge by which a side escapes.

A beacon of side 0 is one diamond, one of side 1 a hatched one in another; the edge is a band with arrows out of the
table. So they differ without color too.
"""

from __future__ import annotations

import pygame

from jovian.rules.rulebook.hooks.games import EDGE, Landmark
from jovian.ui.board.art.ink import dashed, fill, line, polyline
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import SIDES, TEXT, VOID, WARN, Color, mix, px

ARROWS, WIDE, LONG = 6.0, 0.9, 1.1
"""Inches between the arrows of an edge, and how wide and long they are."""
INDENT = 2.0
"""Inches from its end to the name of an edge."""
SPAN = 7
"""Pixels from the middle of a beacon to its points."""


def draw_landmark(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """Draw a beacon or an escape edge."""
    if mark.kind == EDGE:
        _edge(surface, camera, mark)
    else:
        _beacon(surface, camera, mark)


def _color(mark: Landmark) -> Color:
    return WARN if mark.side is None else SIDES[mark.side].main


def _beacon(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """A mast seen from above: a diamond with a dot, a second one about it for side 1, and its number."""
    x, y = camera.to_screen(mark.points[0])
    color, span = _color(mark), px(SPAN)
    hatched = mark.side is not None and SIDES[mark.side].hatched
    polygon = _diamond(x, y, span)
    pygame.draw.polygon(surface, mix(color, VOID, 0.65), polygon)
    fill(surface, polygon, color, 60, hatch=4 if hatched else 0)
    polyline(surface, polygon, color, 2, closed=True)
    if hatched:
        polyline(surface, _diamond(x, y, span + px(4)), color, 1, closed=True)
    pygame.draw.circle(surface, TEXT, (x, y), px(2))
    number = mark.label.rpartition(" ")[2]
    draw_text(surface, (x + span + px(6), y), number, "caps", mix(color, TEXT, 0.3), anchor="midleft")


def _diamond(x: float, y: float, span: float) -> list[Point]:
    return [(x, y - span), (x + span, y), (x, y + span), (x - span, y)]


def _edge(surface: pygame.Surface, camera: Camera, mark: Landmark) -> None:
    """A band along the edge, dashed where it ends, with arrows out of the table, and its name."""
    (ax, ay), (bx, by) = mark.points
    nx, ny = _inward(mark, camera)
    color, deep = mix(_color(mark), WARN, 0.6), mark.inches
    inner = [(ax + nx * deep, ay + ny * deep), (bx + nx * deep, by + ny * deep)]
    fill(surface, camera.polygon(((ax, ay), (bx, by), inner[1], inner[0])), color, 12)
    dashed(surface, [camera.to_screen(each) for each in inner], mix(color, VOID, 0.25), 2, 4, 6)
    line(surface, camera.to_screen((ax, ay)), camera.to_screen((bx, by)), color, 3)
    size = max(abs(bx - ax), abs(by - ay))
    tx, ty = (bx - ax) / size, (by - ay) / size
    for count in range(int(size / ARROWS)):
        along = ARROWS * (count + 0.5)
        _arrow(surface, camera, (ax + tx * along, ay + ty * along), (nx, ny), color)
    x, y = camera.to_screen((bx - tx * INDENT + nx * deep, by - ty * INDENT + ny * deep))
    anchor = ("midleft" if nx > 0 else "midright") if nx else ("bottomright" if ny > 0 else "topright")
    draw_text(surface, (x + nx * px(8), y), mark.label.upper(), "label", color, anchor=anchor)


def _inward(mark: Landmark, camera: Camera) -> Point:
    """Which way the table lies from its edge."""
    (ax, ay), (_, by) = mark.points
    if ay == by:
        return 0.0, 1.0 if ay < camera.table[1] / 2 else -1.0
    return (1.0 if ax < camera.table[0] / 2 else -1.0), 0.0


def _arrow(surface: pygame.Surface, camera: Camera, at: Point, inward: Point, color: Color) -> None:
    (x, y), (nx, ny) = at, inward
    back = [(x + nx * LONG * 2 + ny * side, y + ny * LONG * 2 + nx * side) for side in (-WIDE, WIDE)]
    tip = (x + nx * LONG, y + ny * LONG)
    polyline(surface, [camera.to_screen(each) for each in (back[0], tip, back[1])], color, 2)
