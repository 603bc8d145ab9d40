"""Where names and pills go: one placement pass in screen space, a pure function of what is in sight now.

Greedy, the most important first. Each label tries its spots in order of cost; one that would cover a base or another
label, or whose middle would be nearer to something else than to what it names, is left out. Where a label goes follows
from what is in sight alone, so it cannot stay where its thing no longer is (`layout` only spares finding it again).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

import pygame

from jovian.ui.board.naming.sides import Leader, offsets

RIM = 8
"""Pixels between the edge of the table and the name of what lies beyond it."""
LOOSE = 7
"""What it costs to reach as near to something else as to what is named."""
_FAR = 10**9
_NONE = range(0)


class Spot(NamedTuple):
    """A place that a label may take."""

    rect: pygame.Rect
    cost: int = 0
    leader: Leader | None = None


@dataclass(slots=True)
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
    mine: range = _NONE
    """Which of the others are its own after all: a list of everything serves every request."""
    room: pygame.Rect | None = None
    """An area that holds all its spots, if one is known: what is full elsewhere is not looked at."""


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
        found, _ = cheapest(request, full, view)
        if found is not None:
            placed[request.key] = Placed(request.key, found.rect, found.leader)
            full.append(found.rect.inflate(2, 2))
    return placed


def cheapest(request: Request, full: list[pygame.Rect], view: pygame.Rect) -> tuple[Spot | None, pygame.Rect]:
    """The best spot of a label, None if there is none; and the area that had to be looked at to find it."""
    best, least, own, others, mine = None, _FAR, request.own, request.others, request.mine
    near = full if request.room is None else [full[n] for n in request.room.collidelistall(full)]
    looked = pygame.Rect(own[0]) if own else view
    for spot in request.spots:
        rect, cost, _ = spot
        if cost >= least:
            break
        looked = looked.union(rect)
        if not view.contains(rect) or rect.collidelist(near) >= 0:
            continue
        if own:
            away, around = _reach(pygame.Rect(rect.center, (1, 1)), own)
            looked.union_ip(around)
            if not _alone(pygame.Rect(rect.center, (1, 1)), away, around, others, mine):
                continue
            away, around = _reach(rect, own)
            looked.union_ip(around)
            if not (_alone(rect, away, around, request.shy) and _alone(rect, away, around, others, mine)):
                cost += LOOSE
        if cost < least:
            best, least = spot, cost
    return best, looked


def _square_gap(one: pygame.Rect, others: Iterable[pygame.Rect]) -> int:
    left, top, width, height = one
    right, bottom, least = left + width, top + height, _FAR
    for x, y, wide, high in others:
        across = x - right if x > right else left - x - wide if left > x + wide else 0
        down = y - bottom if y > bottom else top - y - high if top > y + high else 0
        if (square := across * across + down * down) < least:
            least = square
    return least


def _reach(rect: pygame.Rect, own: Sequence[pygame.Rect]) -> tuple[int, pygame.Rect]:
    """How far a box is from its own, squared; and the area in which anything as near would be."""
    away = _square_gap(rect, own)
    reach = 2 * (isqrt(away) + 2)
    return away, rect.inflate(reach, reach)


def _alone(
    rect: pygame.Rect, away: int, around: pygame.Rect, others: Sequence[pygame.Rect], mine: range = _NONE
) -> bool:
    """Is none of the others so near to a box?"""
    return _square_gap(rect, [others[n] for n in around.collidelistall(others) if n not in mine]) > away


def beside(own: pygame.Rect, size: tuple[int, int], leaders: bool = True) -> Iterator[Spot]:
    """Spots around a thing, close ones first; those farther off, with leader lines, only where a line may be drawn."""
    left, top = own.topleft
    for x, y, cost, leader in offsets(own.size, size, leaders):
        rect = pygame.Rect((left + x, top + y), size)
        if leader is None:
            yield Spot(rect, cost)
        else:
            (x0, y0), (x1, y1) = leader
            yield Spot(rect, cost, ((left + x0, top + y0), (left + x1, top + y1)))


def along(own: pygame.Rect, size: tuple[int, int], table: pygame.Rect) -> Iterator[Spot]:
    """Spots within what lies along an edge of the table, the middle first; beyond the table they are close to it."""
    near = table.inflate(2 * (size[0] + RIM), 2 * (size[1] + RIM))
    for share in (0.5, 0.34, 0.66):
        rect = pygame.Rect((0, 0), size)
        upright = own.height > own.width
        rect.center = own.center
        if upright:
            rect.centery = table.top + round(table.height * share)
        else:
            rect.centerx = table.left + round(table.width * share)
        rect.clamp_ip(near)
        if own.contains(rect):
            yield Spot(rect)


def inside(own: pygame.Rect, size: tuple[int, int], cost: int) -> Iterator[Spot]:
    """Spots within an area that is large enough, the lowest first."""
    for share in (0.82, 0.5, 0.18):
        rect = pygame.Rect((0, 0), size)
        rect.center = (own.centerx, own.top + round(own.height * share))
        if own.contains(rect):
            yield Spot(rect, cost)
