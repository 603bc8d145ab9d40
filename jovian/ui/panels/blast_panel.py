"""The list beside a burst: everybody inside a Nuke's rings, the chance to hurt each, and the steps to expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import pygame

from jovian.game import Refusal
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge, rule
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import DANGER, EDGE_HIGH, GOOD, PANEL, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix, px

MOST = 9
"""Rows at most; what is left out is counted."""


class Struck(NamedTuple):
    """Somebody inside a burst."""

    ident: str
    name: str
    side: int
    friend: bool
    inches: float
    near: bool
    """Within the inner ring, where it has macro dice?"""
    chance: float
    """Of any damage."""
    steps: float
    """Steps of damage expected."""


class Burst(Protocol):
    """A burst that is aimed."""

    @property
    def point(self) -> tuple[float, float] | None:
        """Where it would be on the table, None while nothing is pointed at."""

    def refusal(self) -> Refusal | None:
        """Why it may not burst there."""

    def inside(self, at: tuple[float, float]) -> Sequence[Struck]:
        """Everybody whom a burst at a point would attack, nearest first."""


def draw_blast(
    surface: pygame.Surface, area: pygame.Rect, told: Sequence[Struck], clear: tuple[float, float]
) -> pygame.Rect:
    """Draw it in the upper right corner of an area, or the left one to keep a point clear; where it stands."""
    rows, row = told[:MOST], px(19)
    high = px(62) + row * max(1, len(rows)) + (row if len(told) > MOST else 0) + px(26)
    rect = pygame.Rect(0, 0, min(px(320), area.width - px(20)), high)
    rect.topright = (area.right - px(10), area.top + px(10))
    if rect.inflate(px(60), px(60)).collidepoint(clear):
        rect.topleft = (area.left + px(10), area.top + px(10))
    box(surface, rect, mix(PANEL, (0, 0, 0), 0.2), radius=px(7), border=EDGE_HIGH, alpha=238)
    inner = rect.inflate(-px(24), -px(18))
    draw_text(surface, inner.topleft, "Inside the burst", "strong", TEXT)
    _columns(surface, inner, inner.top + px(26))
    y = inner.top + px(44)
    for each in rows:
        _row(surface, pygame.Rect(inner.left, y, inner.width, row), each)
        y += row
    if len(told) > MOST:
        draw_text(surface, (inner.left, y), f"and {len(told) - MOST} more", "small", TEXT_FAINT)
        y += row
    if not rows:
        draw_text(surface, (inner.left, y), "Nobody", "small", TEXT_SOFT)
        y += row
    _sum(surface, inner, y + px(4), told)
    return rect


def _columns(surface: pygame.Surface, inner: pygame.Rect, y: int) -> None:
    for text, right in (("AWAY", 128), ("ANY HARM", 62), ("STEPS", 0)):
        draw_text(surface, (inner.right - px(right), y), text, "tiny", TEXT_FAINT, anchor="topright")


def _row(surface: pygame.Surface, rect: pygame.Rect, each: Struck) -> None:
    look, y = SIDES[each.side], rect.centery
    badge(surface, (rect.left + px(5), y), look.main, look.hatched, px(4))
    ink = WARN if each.friend else TEXT
    name = f"{each.name} (own)" if each.friend else each.name
    pos = (rect.left + px(15), y)
    draw_text(surface, pos, name, "label", ink, anchor="midleft", width=rect.width - px(190))
    away = f'{each.inches:.1f}"{" macro" if each.near else ""}'
    for text, right, color in ((away, 128, TEXT_SOFT), (f"{each.chance:.1%}", 62, ink), (f"{each.steps:.2f}", 0, ink)):
        draw_text(surface, (rect.right - px(right), y), text, "label", color, anchor="midright")


def _sum(surface: pygame.Surface, inner: pygame.Rect, y: int, told: Sequence[Struck]) -> None:
    """What to expect of all, the enemy's harm and one's own."""
    own = enemy = 0.0
    for each in told:
        own, enemy = (own + each.steps, enemy) if each.friend else (own, enemy + each.steps)
    rule(surface, inner.left, inner.right, y)
    draw_text(surface, (inner.left, y + px(5)), f"{enemy:.2f} steps to the enemy", "strong", GOOD)
    if own:
        draw_text(surface, (inner.right, y + px(5)), f"{own:.2f} to you", "strong", DANGER, anchor="topright")
