"""Draws the diagrams of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist

import pygame

from jovian.rules.diagrams import AREA, BASE, DASHED, INK, LABEL, OURS, THEIRS, Diagram, DiagramShape, Point
from jovian.ui.kit.draw import blit_premultiplied, supersampled
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import PANEL, SIDES, TEXT, TEXT_FAINT, WELL, Color, mix_colors, px

MAX_WIDTH = 460
"""The widest diagram, unscaled."""
MAX_HEIGHT = 250
DASH = 8
"""The length of a dash, unscaled."""


def diagram_size(diagram: Diagram, width: int) -> tuple[int, int]:
    """Return the size of a diagram in pixels that fits into a width."""
    scale = min(width, px(MAX_WIDTH)) / diagram.width
    scale = min(scale, px(MAX_HEIGHT) / diagram.height)
    return round(diagram.width * scale), round(diagram.height * scale)


def draw_diagram(surface: pygame.Surface, pos: tuple[int, int], diagram: Diagram, size: tuple[int, int]) -> None:
    """Draw a diagram with its upper left corner at a place."""
    scale = size[0] / diagram.width

    def draw(big: pygame.Surface, factor: int) -> None:
        for shape in diagram.shapes:
            points = [(x * scale * factor, size[1] * factor - y * scale * factor) for x, y in shape.points]
            _draw_shape(big, shape, points, factor)

    blit_premultiplied(surface, supersampled(diagram.caption, size, draw, 2), pos)
    for shape in diagram.shapes:
        if shape.kind == LABEL:
            x, y = shape.points[0]
            place = (pos[0] + round(x * scale), pos[1] + size[1] - round(y * scale))
            draw_text(surface, place, shape.text, "small", TEXT, anchor="center")


def _draw_shape(big: pygame.Surface, shape: DiagramShape, points: Sequence[Point], factor: int) -> None:
    color, width = _color(shape.color), max(1, round(px(2) * factor))
    if shape.kind == BASE:
        pygame.draw.polygon(big, color, points)
    elif shape.kind == AREA:
        pygame.draw.polygon(big, mix_colors(PANEL, color, 0.25), points)
        pygame.draw.polygon(big, color, points, width)
    elif shape.kind == DASHED:
        for start, end in _dashes(points, px(DASH) * factor):
            pygame.draw.line(big, color, start, end, width)
    elif shape.kind != LABEL:
        pygame.draw.lines(big, color, False, points, width)


def _color(name: str) -> Color:
    return {OURS: SIDES[0].main, THEIRS: SIDES[1].main, INK: WELL}.get(name, TEXT_FAINT)


def _dashes(points: Sequence[Point], length: float) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes of a line, with gaps of nearly their length between them."""
    for (x, y), (to_x, to_y) in pairwise(points):
        count = max(1, round(dist((x, y), (to_x, to_y)) / (2 * length)))
        for number in range(count):
            start, end = number / (count - 0.5), (number + 0.5) / (count - 0.5)
            yield (x + (to_x - x) * start, y + (to_y - y) * start), (x + (to_x - x) * end, y + (to_y - y) * end)
