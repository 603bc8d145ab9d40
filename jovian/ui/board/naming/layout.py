"""Names from picture to picture: what nothing has touched stays where it is, and stands as if placed anew.

A place follows from the area that was looked at to find it. While nothing in that area changes (what stands there, the
labels that were placed before, the edge of the view) it is found again without looking.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from jovian.ui.board.naming.labels import Placed, Request, cheapest

Boxes = Mapping[str, Sequence[pygame.Rect]]
"""What stands on the table in strips, by its id."""
Wishes = Mapping[str, tuple[int, int]]
"""The size of every label by what it names, the most important first."""
Shift = tuple[int, int]


class Settled(NamedTuple):
    """What became of a label, and the area on which that depends."""

    at: Placed | None
    looked: pygame.Rect


class Layout(NamedTuple):
    """All labels of a picture."""

    view: pygame.Rect
    things: Boxes
    wishes: Wishes
    labels: dict[str, Settled]


EMPTY = Layout(pygame.Rect(0, 0, 0, 0), {}, {}, {})


def settle(
    view: pygame.Rect, things: Boxes, blocked: Sequence[pygame.Rect], wishes: Wishes,
    request: Callable[[str], Request], before: Layout = EMPTY, shift: Shift = (0, 0),
) -> Layout:  # fmt: skip
    """The labels of a picture; `before` is the picture before it, which has since been shifted by so many pixels.

    It is the same whatever was before: that decides how much is worked out again, and nothing else.
    """
    old = _shifted(before, shift) if _in_order(before.wishes, wishes) else EMPTY
    changed = _changed(old.things, things)
    changed += [_kept(each.at) for key, each in old.labels.items() if each.at is not None and key not in wishes]
    inner, full = view.clip(old.view), list(blocked)
    labels: dict[str, Settled] = {}
    for key, size in wishes.items():
        last = old.labels.get(key)
        same = last is not None and old.wishes[key] == size and old.things[key] == things[key]
        if last is not None and same and inner.contains(last.looked) and last.looked.collidelist(changed) < 0:
            labels[key] = last
        else:
            labels[key] = _placed(request(key), full, view)
            if last is None or last.at != labels[key].at:
                changed += [_kept(each.at) for each in (last, labels[key]) if each is not None and each.at is not None]
        at = labels[key].at
        if at is not None:
            full.append(_kept(at))
    return Layout(view, things, wishes, labels)


def _placed(request: Request, full: list[pygame.Rect], view: pygame.Rect) -> Settled:
    if view.collidelist(request.own) < 0:
        return Settled(None, pygame.Rect(request.own[0]))
    spot, looked = cheapest(request, full, view)
    return Settled(Placed(request.key, spot.rect, spot.leader) if spot is not None else None, looked)


def _kept(at: Placed) -> pygame.Rect:
    """The room that a label takes from others."""
    return at.rect.inflate(2, 2)


def _in_order(before: Wishes, now: Wishes) -> bool:
    """Do those that are in both come in the same order?"""
    return [key for key in before if key in now] == [key for key in now if key in before]


def _changed(before: Boxes, now: Boxes) -> list[pygame.Rect]:
    """Where something was that has moved or gone, and where it is now."""
    keys = [key for key in {**before, **now} if before.get(key) != now.get(key)]
    return [rect for key in keys for boxes in (before, now) for rect in boxes.get(key, ())]


def _shifted(layout: Layout, shift: Shift) -> Layout:
    if shift == (0, 0):
        return layout
    things = {key: [rect.move(shift) for rect in each] for key, each in layout.things.items()}
    labels = {key: Settled(_moved(at, shift), looked.move(shift)) for key, (at, looked) in layout.labels.items()}
    return Layout(layout.view.move(shift), things, layout.wishes, labels)


def _moved(at: Placed | None, shift: Shift) -> Placed | None:
    if at is None:
        return None
    (x, y), leader = shift, at.leader
    if leader is not None:
        leader = (leader[0][0] + x, leader[0][1] + y), (leader[1][0] + x, leader[1][1] + y)
    return replace(at, rect=at.rect.move(shift), leader=leader)
