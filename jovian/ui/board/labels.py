"""Where names and pills go: one placement pass in screen space, a pure function of what is in sight now.

Greedy, the most important first. Each label tries its spots in order of cost; one that would cover a base or another
label, or whose middle would be nearer to something else than to what it names, is left out. Nothing is remembered from
picture to picture, so a label cannot stay where its thing no longer is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import pygame

Leader = tuple[tuple[int, int], tuple[int, int]]
"""A line from what is named to its label."""
RINGS = (0, 14, 34, 60)
"""Pixels between what is named and its label, by ring; from the second ring on a leader line is drawn."""
LOOSE = 7
"""What it costs to reach as near to something else as to what is named."""
_BESIDE: tuple[tuple[float, float, int], ...] = (
    (0, 1, 0), (0, -1, 1), (-0.5, 1, 2), (0.5, 1, 2), (1, 0, 3), (-1, 0, 3), (-0.5, -1, 4), (0.5, -1, 4),
    (1, 1, 5), (-1, 1, 5), (1, -1, 5), (-1, -1, 5),
)  # fmt: skip
"""Sides of a thing: across, down, and what the spot costs."""
_AWAY: tuple[tuple[float, float], ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that a label may take."""

    rect: pygame.Rect
    cost: int = 0
    leader: Leader | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A label that wants a place."""

    key: str
    spots: Iterable[Spot]
    """In order of cost."""
    own: Sequence[pygame.Rect] = ()
    """What it names, on the screen, in strips; none for what lies on a line and stands beside nothing."""
    others: Sequence[pygame.Rect] = ()
    """What its middle must be farther from than from its own, and all of it had better be."""
    shy: Sequence[pygame.Rect] = ()
    """What all of it had better be farther from."""
    rank: int = 0
    """Lower ranks are placed first."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A label that has a place."""

    key: str
    rect: pygame.Rect
    leader: Leader | None


def place(
    requests: Iterable[Request], blocked: Sequence[pygame.Rect], view: pygame.Rect,
    taken: Sequence[pygame.Rect] = (),
) -> dict[str, Placed]:  # fmt: skip
    """Places for as many labels as have room inside the view, none over another, over `taken` or what is blocked."""
    placed: dict[str, Placed] = {}
    full = [*blocked, *taken]
    for request in sorted(requests, key=lambda each: each.rank):
        if request.own and view.collidelist(request.own) < 0:
            continue
        found = _cheapest(request, full, view)
        if found is not None:
            placed[request.key] = Placed(request.key, found.rect, found.leader)
            full.append(found.rect.inflate(2, 2))
    return placed


def _cheapest(request: Request, full: list[pygame.Rect], view: pygame.Rect) -> Spot | None:
    best, least = None, 10**6
    for spot in request.spots:
        if spot.cost >= least:
            break
        rect = spot.rect
        if not view.contains(rect) or rect.collidelist(full) >= 0:
            continue
        if not nearest(pygame.Rect(rect.center, (1, 1)), request.own, request.others):
            continue
        clear = nearest(rect, request.own, request.shy) and nearest(rect, request.own, request.others)
        cost = spot.cost if clear else spot.cost + LOOSE
        if cost < least:
            best, least = spot, cost
    return best


def gap(one: pygame.Rect, others: Iterable[pygame.Rect]) -> float:
    """Pixels between a box and the nearest of some others, 0 where they meet."""
    return min(sqrt(_square_gap(one, other)) for other in others)


def _square_gap(one: pygame.Rect, other: pygame.Rect) -> int:
    across = max(one.left - other.right, other.left - one.right, 0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0)
    return across * across + down * down


def nearest(rect: pygame.Rect, own: Sequence[pygame.Rect], others: Sequence[pygame.Rect]) -> bool:
    """Is a box nearer to its own than to any of the others?"""
    if not own or not others:
        return True
    away = gap(rect, own)
    reach = 2 * (ceil(away) + 1)
    return all(gap(rect, [others[n]]) > away for n in rect.inflate(reach, reach).collidelistall(others))


def beside(own: pygame.Rect, size: tuple[int, int], led: bool = True) -> Iterator[Spot]:
    """Spots around a thing, close ones first; those farther off, with leader lines, only where a line may be drawn."""
    width, height = size
    for sx, sy, cost in _BESIDE:
        rect = pygame.Rect(0, 0, width, height)
        level = sy == 0 or abs(sx) == 1
        rect.centerx = own.centerx + round(sx * ((own.width + width) / 2 + 2 if level else width / 2))
        rect.centery = own.centery + round(sy * ((own.height + height) / 2 + (1 if abs(sx) == 1 else 2)))
        yield Spot(rect, cost)
    for ring, away in enumerate(RINGS[1:], 1) if led else ():
        for sx, sy in _AWAY:
            rect = pygame.Rect(0, 0, width, height)
            rect.centerx = own.centerx + round(sx * (own.width / 2 + width / 2 + away * (0.6 if sy else 1)))
            rect.centery = own.centery + round(sy * (own.height / 2 + height / 2 + away * (0.6 if sx else 1)))
            yield Spot(rect, 5 * ring + 1, _leader(own, rect))


def inside(own: pygame.Rect, size: tuple[int, int], cost: int) -> Iterator[Spot]:
    """Spots within an area that is large enough, the lowest first."""
    for share in (0.82, 0.5, 0.18):
        rect = pygame.Rect((0, 0), size)
        rect.center = (own.centerx, own.top + round(own.height * share))
        if own.contains(rect):
            yield Spot(rect, cost)


def _leader(own: pygame.Rect, rect: pygame.Rect) -> Leader:
    x = max(rect.left, min(rect.right, own.centerx))
    y = max(rect.top, min(rect.bottom, own.centery))
    ax = max(own.left, min(own.right, x))
    ay = max(own.top, min(own.bottom, y))
    return ((ax + own.centerx) // 2, (ay + own.centery) // 2), (x, y)
