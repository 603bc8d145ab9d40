"""Dice faces: what fell, what was kept in a set, what was dropped, and macro dice of either sign.

Each look differs by shape and mark as well as by color: kept dice are lit, dropped ones are struck through, macro dice
are cut at the corners and carry a plus or a minus.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from jovian.ui.kit.draw import Point, stamp, supersampled
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE_HIGH, GOOD, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, Color, mix

PLAIN, SET, DROPPED, MACRO_PLUS, MACRO_MINUS = "plain", "set", "dropped", "macro+", "macro-"
LOOKS = (PLAIN, SET, DROPPED, MACRO_PLUS, MACRO_MINUS)

_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    6: ((0.28, 0.24), (0.72, 0.24), (0.28, 0.5), (0.72, 0.5), (0.28, 0.76), (0.72, 0.76)),
}


class _Look(NamedTuple):
    fill: Color
    edge: Color
    pip: Color


_STYLES = {
    PLAIN: _Look(mix(WELL, EDGE_HIGH, 0.25), EDGE_HIGH, TEXT_SOFT),
    SET: _Look(mix(WELL, GOOD, 0.3), GOOD, TEXT),
    DROPPED: _Look(WELL, mix(WELL, EDGE_HIGH, 0.6), TEXT_FAINT),
    MACRO_PLUS: _Look(mix(WELL, ACCENT, 0.3), ACCENT, TEXT),
    MACRO_MINUS: _Look(mix(WELL, DANGER, 0.3), DANGER, TEXT),
}


def _body(big: pygame.Surface, color: Color, margin: float, side: float, cut: bool) -> None:
    far = side - margin
    if not cut:
        rect = pygame.Rect(round(margin), round(margin), round(far - margin), round(far - margin))
        pygame.draw.rect(big, color, rect, border_radius=round(side * 0.2))
        return
    c = side * 0.24
    pygame.draw.polygon(
        big, color,
        [(margin + c, margin), (far - c, margin), (far, margin + c), (far, far - c),
         (far - c, far), (margin + c, far), (margin, far - c), (margin, margin + c)],
    )  # fmt: skip


def _sign(big: pygame.Surface, look: str, color: Color, side: float) -> None:
    center, arm, thick = (side * 0.86, side * 0.14), side * 0.13, max(2, round(side * 0.075))
    pygame.draw.circle(big, WELL, center, side * 0.17)
    pygame.draw.line(big, color, (center[0] - arm, center[1]), (center[0] + arm, center[1]), thick)
    if look == MACRO_PLUS:
        pygame.draw.line(big, color, (center[0], center[1] - arm), (center[0], center[1] + arm), thick)


def die(surface: pygame.Surface, pos: Point, value: int, look: str = PLAIN, size: int = 18) -> pygame.Rect:
    """Draw one die with its top left corner at `pos`; where it stands."""
    style = _STYLES[look]
    macro = look in (MACRO_PLUS, MACRO_MINUS)

    def draw(big: pygame.Surface, k: int) -> None:
        side = float(size * k)
        _body(big, style.edge, 0.0, side, macro)
        _body(big, style.fill, 1.3 * k, side, macro)
        for x, y in _PIPS[value]:
            pygame.draw.circle(big, style.pip, (x * side, y * side), side * 0.095)
        if look == DROPPED:
            pygame.draw.line(big, TEXT_FAINT, (side * 0.1, side * 0.9), (side * 0.9, side * 0.1), round(1.4 * k))
        if macro:
            _sign(big, look, style.edge, side)

    stamp(surface, supersampled(("die", value, look), (size, size), draw), pos)
    return pygame.Rect(round(pos[0]), round(pos[1]), size, size)


def dice_row(
    surface: pygame.Surface, pos: Point, dice: Sequence[tuple[int, str]], size: int = 18, gap: int = 4
) -> pygame.Rect:
    """Draw dice `(value, look)` in a row; the area they take."""
    x = round(pos[0])
    for value, look in dice:
        die(surface, (x, pos[1]), value, look, size)
        x += size + gap
    return pygame.Rect(round(pos[0]), round(pos[1]), max(0, x - gap - round(pos[0])), size)
