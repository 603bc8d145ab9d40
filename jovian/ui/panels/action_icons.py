"""The row of icons above the main buttons, and the drawings of all actions with the letters of their keys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, radians, sin

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.draw import blit_premultiplied, supersampled
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import TEXT_FAINT, TEXT_SOFT, Color, px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.panels.panel import CanvasPanel, Press, press_button, renew_presses

# --- Drawings ---

GRID = 24
"""The side of the square in which icons are drawn. Its y axis points down."""
Point = tuple[float, float]
Stroke = tuple[Point, ...]
"""A line through points. A single point is a dot."""


@frozen
class Icon:
    """The drawing of an action, and the letter of its key."""

    letter: str
    strokes: tuple[Stroke, ...]


def _arc(x: float, y: float, radius: float, start: float = 0, end: float = 360) -> Stroke:
    """Return an arc from one angle to another, in degrees clockwise from the right."""
    steps = max(6, round(abs(end - start) / 15))
    angles = [radians(start + (end - start) * n / steps) for n in range(steps + 1)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def _arrow(start: Point, end: Point, size: float = 4) -> tuple[Stroke, ...]:
    """Return a line with an arrowhead at its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / length * size, dy / length * size
    left = (end[0] - dx + dy * 0.7, end[1] - dy - dx * 0.7)
    right = (end[0] - dx - dy * 0.7, end[1] - dy + dx * 0.7)
    return (start, end), (left, end, right)


_SHIP: Stroke = ((12, 4), (16, 12), (15, 20), (9, 20), (8, 12), (12, 4))

ICONS: dict[str, Icon] = {
    "bombing": Icon("O", (_arc(11, 14, 7), ((16, 9), (19, 6)), ((19, 3), (19, 4)), ((22, 6), (23, 6)))),
    "interception": Icon("I", (*_arrow((3, 19), (11, 12)), *_arrow((21, 19), (13, 12)), ((12, 3), (12, 8)))),
    "damage control": Icon("R", (
        _arc(8, 8, 5, 30, 320), ((11, 11), (20, 20)), ((9, 13), (17, 22)), ((17, 22), (20, 20)),
    )),
    "silent running": Icon("S", (
        ((3, 10), (7, 10), (12, 5), (12, 19), (7, 14), (3, 14), (3, 10)), ((16, 9), (22, 15)), ((22, 9), (16, 15)),
    )),
    "hard burn": Icon("H", (((6, 12), (12, 5), (18, 12)), ((6, 18), (12, 11), (18, 18)), ((12, 18), (12, 22)))),
    "evade": Icon("E", (((4, 20), (4, 14), (12, 10), (12, 6)), *_arrow((12, 7), (20, 3)))),
    "long shot": Icon("L", (((3, 21), (12, 12)), _arc(16, 8, 5), ((16, 1), (16, 4)), ((20, 8), (23, 8)))),
    "vector attack": Icon("V", (*_arrow((4, 21), (4, 8)), *_arrow((12, 17), (12, 3)), *_arrow((20, 21), (20, 8)))),
    "withdraw": Icon("W", (((10, 3), (3, 3), (3, 21), (10, 21)), *_arrow((8, 12), (22, 12)))),
    "board": Icon("B", (((10, 4), (20, 4), (20, 20), (10, 20)), *_arrow((2, 12), (14, 12)))),
    "search": Icon("Q", (_arc(10, 10, 6), ((15, 15), (21, 21)))),
    "combined attack": Icon("C", (
        _arc(12, 12, 3), *_arrow((3, 3), (8, 8)), *_arrow((21, 3), (16, 8)), *_arrow((12, 22), (12, 17)),
    )),
    "ram": Icon("J", (*_arrow((2, 12), (11, 12), 5), ((14, 4), (14, 20)), ((17, 8), (21, 5)), ((17, 16), (21, 19)))),
    "suppressing fire": Icon("G", (
        ((3, 7), (9, 7)), ((3, 12), (9, 12)), ((3, 17), (9, 17)), ((12, 7), (16, 7)), ((12, 12), (16, 12)),
        ((12, 17), (16, 17)), ((20, 4), (20, 20)),
    )),
    "resupply": Icon("U", (((4, 9), (20, 9), (20, 21), (4, 21), (4, 9)), *_arrow((12, 1), (12, 15)))),
    "drone command": Icon("D", (
        ((12, 14), (12, 21)), ((8, 21), (16, 21)), ((12, 11),), _arc(12, 11, 5, 210, 330), _arc(12, 11, 9, 210, 330),
    )),
    "reorient": Icon("N", (_arc(12, 12, 8, -60, 210), ((16, 1), (16, 6), (21, 6)))),
    "overdrive": Icon("X", (((13, 2), (6, 13), (12, 13), (10, 22), (18, 10), (12, 10), (13, 2)),)),
    "tug": Icon("T", (
        ((2, 17), (8, 17), (8, 21), (2, 21), (2, 17)), ((8, 19), (14, 13)), ((14, 8), (22, 8), (18, 2), (14, 8,
    )),
                      ((14, 13), (18, 8)))),
    "purge airlocks": Icon("P", (
        ((4, 3), (4, 21), (11, 21), (11, 3), (4, 3)), *_arrow((12, 8), (21, 8)), *_arrow((12, 16), (21, 16)),
    )),
    "station keep": Icon("K", (((12, 7), (12, 21)), _arc(12, 5, 2), _arc(12, 13, 8, 20, 160), ((8, 10), (16, 10)))),
    "deploy decoy drones": Icon("Y", (
        ((12, 3), (8, 9), (16, 9), (12, 3)), ((6, 13), (3, 19), (9, 19), (6, 13)),
        ((18, 13), (15, 19), (21, 19), (18, 13)),
    )),
    "deploy debris field": Icon("F", (
        ((4, 8), (8, 4), (10, 9), (4, 8)), ((14, 5), (20, 6), (16, 10), (14, 5)),
        ((5, 16), (10, 14), (11, 20), (5, 16)), ((15, 15), (20, 17), (16, 21), (15, 15)),
    )),
    "lay mines": Icon("M", (_arc(12, 12, 5), ((12, 3), (12, 7)), ((12, 17), (12, 21)), ((3, 12), (7, 12)),
                            ((17, 12), (21, 12)), ((6, 6), (8, 8)), ((16, 16), (18, 18)), ((6, 18), (8, 16)),
                            ((16, 8), (18, 6)))),
    "mine": Icon("Z", (((4, 21), (14, 10)), _arc(12, 14, 10, -120, -20))),
    "more": Icon("A", (((6, 12),), ((12, 12),), ((18, 12),))),
}  # fmt: skip
"""The icon of each action by its name, and that of the list of all actions.

The order is that of the row: what ships and squadrons declare most comes first.
"""


def draw_icon(surface: pygame.Surface, rect: pygame.Rect, name: str, color: Color) -> None:
    """Draw the icon of an action in the middle of a rectangle, as large as it allows."""
    size = min(rect.size)

    def draw(big: pygame.Surface, k: int) -> None:
        scale, width = big.get_width() / GRID, max(1, round(big.get_width() * 1.9 / GRID))
        for stroke in ICONS[name].strokes:
            points = [(x * scale, y * scale) for x, y in stroke]
            for start, end in pairwise(points):
                pygame.draw.line(big, color, start, end, width)
            for point in points:
                pygame.draw.circle(big, color, point, width / 2 if len(points) > 1 else width)

    image = supersampled(("action icon", name, color), (size, size), draw)
    blit_premultiplied(surface, image, image.get_rect(center=rect.center).topleft)


# --- The row ---

GAP, SIDE = 4, 36
"""The space between icons, and the side of one."""


class _IconButton(Button):
    """A button with an icon and the letter of its key."""

    def __init__(self, press: Press, rect: pygame.Rect) -> None:
        button = press_button(press, rect)
        super().__init__(press.name, rect, "", hint=f"{press.label}. {press.hint}".strip(), value=press)
        self.enabled, self.reason, self.lit = button.enabled, button.reason, button.lit
        self._press = press

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        color = TEXT_SOFT if self.enabled else TEXT_FAINT
        place = self.rect.inflate(-px(12), -px(12)).move(-px(2), -px(2))
        if self._press.name in ICONS:
            draw_icon(surface, place, self._press.name, self._colors()[2])
        pos = (self.rect.right - px(4), self.rect.bottom - px(1))
        draw_text(surface, pos, self._press.letter, "tiny", color, anchor="bottomright")


class IconRow(CanvasPanel):
    """The icons of the actions, each with the same width."""

    def __init__(self) -> None:
        super().__init__()
        self.presses: Sequence[Press] = ()

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        self._place()

    def show(self, presses: Sequence[Press]) -> None:
        """Show the icons of some presses, whose names are those of actions."""
        old, self.presses = self.presses, presses
        if presses != old:
            self._place()
        else:
            renew_presses(self.group.widgets, presses)

    def _place(self) -> None:
        buttons, width = list[Widget](), 0
        if self.rect.height and self.presses:
            width = min(px(SIDE + GAP), (self.rect.width + px(GAP)) // len(self.presses))
        for number, press in enumerate(self.presses if width else ()):
            rect = pygame.Rect(self.rect.left + number * width, self.rect.top, width - px(GAP), self.rect.height)
            buttons.append(_IconButton(press, rect))
        self.group.renew(buttons)
        self.stale = True

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw nothing behind the icons."""
