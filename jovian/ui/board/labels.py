"""Where names go: a placement pass in screen space after which no two labels overlap.

Greedy, the most important first. Each label tries the places beside what it names, then farther ones with a leader
line; one that finds no room is left out. A label that had a place before tries it first, so names keep still.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pygame

_SLOTS: tuple[tuple[float, float, int], ...] = tuple(
    (sx, sy, ring)
    for ring in (0, 1, 2, 3)
    for sx, sy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
)
_RINGS = (0, 16, 38, 66)
"""Pixels between what is named and its label, by ring; from the second ring on a leader line is drawn."""


@dataclass(frozen=True, slots=True)
class Request:
    """A label that wants a place."""

    key: str
    anchor: pygame.Rect
    """What it names, on the screen."""
    size: tuple[int, int]
    rank: int = 0
    """Lower ranks are placed first."""
    led: bool = True
    """Whether a leader line joins it to what it names when it stands apart."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A label that has a place."""

    key: str
    rect: pygame.Rect
    slot: int
    leader: tuple[tuple[int, int], tuple[int, int]] | None
    """A line from what is named to its label, if it stands apart."""


def place(
    requests: Iterable[Request], obstacles: Sequence[pygame.Rect], view: pygame.Rect,
    previous: Mapping[str, int] | None = None,
) -> dict[str, Placed]:  # fmt: skip
    """Places for as many labels as have room inside the view, none over another; obstacles only if it must be."""
    before = previous or {}
    placed: dict[str, Placed] = {}
    taken: list[pygame.Rect] = []
    blocked = list(obstacles)
    for request in sorted(requests, key=lambda each: each.rank):
        if not request.anchor.colliderect(view):
            continue
        found = _first_free(request, taken + blocked, view, before.get(request.key))
        if found is None and request.rank <= 0:
            found = _first_free(request, taken, view, before.get(request.key))
        if found is not None:
            placed[request.key] = found
            taken.append(found.rect.inflate(2, 2))
    return placed


def _first_free(request: Request, taken: list[pygame.Rect], view: pygame.Rect, kept: int | None) -> Placed | None:
    slots = range(len(_SLOTS)) if kept is None else (kept, *range(len(_SLOTS)))
    for slot in slots:
        rect = slot_rect(request, slot)
        if view.contains(rect) and rect.collidelist(taken) < 0:
            return Placed(request.key, rect, slot, _leader(request, rect, slot))
    return None


def slot_rect(request: Request, slot: int) -> pygame.Rect:
    """Where a label would stand in a slot."""
    sx, sy, ring = _SLOTS[slot]
    width, height = request.size
    rect = pygame.Rect(0, 0, width, height)
    gap = 2 + _RINGS[ring]
    anchor = request.anchor
    rect.centerx = anchor.centerx + round(sx * (anchor.width / 2 + width / 2 + gap * (0.6 if sy else 1)))
    rect.centery = anchor.centery + round(sy * (anchor.height / 2 + height / 2 + gap * (0.6 if sx else 1)))
    return rect


def _leader(request: Request, rect: pygame.Rect, slot: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    if _SLOTS[slot][2] == 0 or not request.led:
        return None
    anchor = request.anchor
    x = max(rect.left, min(rect.right, anchor.centerx))
    y = max(rect.top, min(rect.bottom, anchor.centery))
    ax = max(anchor.left, min(anchor.right, x))
    ay = max(anchor.top, min(anchor.bottom, y))
    return ((ax + anchor.centerx) // 2, (ay + anchor.centery) // 2), (x, y)
