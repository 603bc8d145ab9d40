"""The names on the table: of every model and piece of terrain in sight, each beside its own or left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pygame

from jovian.game import Model, Terrain
from jovian.table import Pose
from jovian.ui.board.art.terrain_art import lies_along
from jovian.ui.board.art.tokens import States
from jovian.ui.board.naming.labels import Placed, Request, Spot, along, beside, inside
from jovian.ui.board.naming.layout import EMPTY, Boxes, Layout, Shift, settle
from jovian.ui.board.naming.sides import room
from jovian.ui.board.naming.tags import Tag, tag_of, tag_size, terrain_tag
from jovian.ui.board.sight.camera import Camera
from jovian.ui.board.sight.strips import strips

Seen = tuple[Model, Pose]
Name = tuple[Placed, Tag]
_UNNAMED = ("comet-tail",)
"""Kinds that bear no name: the comet's stands for both its parts."""
_FIRST, _SECOND, _SHIP, _SQUADRON, _TERRAIN, _MOVING = range(-2, 4)


class Names(NamedTuple):
    """The names of a picture, and what they were placed for."""

    camera: Camera
    layout: Layout
    tags: dict[str, Tag]

    @property
    def shown(self) -> list[Name]:
        """The names that found a place, the most important first."""
        return [(each.at, self.tags[key]) for key, each in self.layout.labels.items() if each.at is not None]


def names_of(
    view: pygame.Rect, camera: Camera, seen: Sequence[Seen], bases: Boxes, pieces: Sequence[Terrain], selected: str,
    moving: Mapping[str, Pose], aboard: Mapping[str, int], states: States, before: Names | None = None,
    hovered: str = "",
) -> Names:  # fmt: skip
    """Every name. The hovered one, if any is given, has its place whoever else must go without.

    What moves comes last: the names around it stay where they are while it passes by. `before` are the names of the
    picture before, which spare placing those again that nothing has touched.
    """
    named = [piece for piece in pieces if piece.kind not in _UNNAMED]
    lands = {piece.id: land_strips(camera, piece) for piece in named}
    table = _Table(bases, lands, table_rect(camera), [piece.id for piece in named if lies_along(piece)])
    tags = {
        model.id: tag_of(model, camera.ppi, states, model.id == selected, aboard.get(model.id, 0)) for model, _ in seen
    }
    ranks = {model.id: _SHIP if model.capital else _SQUADRON for model, _ in seen}
    ranks |= {ident: _FIRST for ident in (selected,) if ident in ranks}
    ranks |= {ident: _MOVING for ident in moving if ident in ranks}
    ranks |= {ident: min(_SECOND, ranks[ident]) for ident in (hovered,) if ident in ranks}
    tags |= {piece.id: terrain_tag(piece, camera.ppi) for piece in pieces if piece.id in table.lands}
    ranks |= dict.fromkeys(table.lands, _TERRAIN)
    wishes = {ident: tag_size(tags[ident]) for ident in sorted(ranks, key=lambda ident: ranks[ident])}

    def request(ident: str) -> Request:
        return table.model(ident, wishes[ident]) if ident in bases else table.terrain(ident, wishes[ident])

    last, shift = (before.layout, shift_of(before.camera, camera)) if before is not None else (EMPTY, None)
    last = last if shift is not None else EMPTY
    things = {**bases, **table.lands, "": [table.rect]}
    return Names(camera, settle(view, things, table.blocked, wishes, request, last, shift or (0, 0)), tags)


def shift_of(before: Camera, now: Camera) -> Shift | None:
    """By how many pixels a picture was panned; None if it was zoomed too."""
    if (before.ppi, before.view) != (now.ppi, now.view):
        return None
    return round((before.x - now.x) * now.ppi), round((now.y - before.y) * now.ppi)


def land_strips(camera: Camera, piece: Terrain) -> list[pygame.Rect]:
    """A piece of terrain on the screen."""
    return [rect for shape in piece.outline for rect in strips(camera, shape, piece.pose)]


def table_rect(camera: Camera) -> pygame.Rect:
    """The table on the screen."""
    (left, top), (right, bottom) = camera.to_screen((0, camera.table[1])), camera.to_screen((camera.table[0], 0))
    return pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))


class _Table:
    """What lies on the table in pixels, asked by every name."""

    def __init__(self, bases: Boxes, lands: Boxes, rect: pygame.Rect, along: Sequence[str]) -> None:
        self.bases, self.lands, self.rect, self.along = bases, lands, rect, along
        self.blocked = [rect for each in bases.values() for rect in each]
        self.land = [rect for each in lands.values() for rect in each]
        self._mine: dict[str, range] = {}
        start = 0
        for ident, each in bases.items():
            self._mine[ident] = range(start, start + len(each))
            start += len(each)
        self._lands = {ident: _around(each) for ident, each in lands.items()}

    def model(self, ident: str, size: tuple[int, int]) -> Request:
        """Nearer to its own base than to any other, and than to terrain that it does not stand on."""
        own = self.bases[ident]
        area = _around(own)
        under = [key for key, box in self._lands.items() if area.colliderect(box) and _meet(own, self.lands[key])]
        shy = self.land if not under else [r for key, each in self.lands.items() if key not in under for r in each]
        return Request(ident, beside(area, size), own, self.blocked, shy, 0, self._mine[ident], room(area, size))

    def terrain(self, ident: str, size: tuple[int, int]) -> Request:
        """Nearer to its own outline than to any base, and than to other terrain but what it lies within.

        It stays on the table, clear of the scale; what lies along an edge bears it within, if there is room.
        """
        own, area = self.lands[ident], self._lands[ident]
        apart = [each for key, each in self.lands.items() if key != ident and not self._within(ident, key)]
        others = [*self.blocked, *(rect for each in apart for rect in each)]

        def spots() -> Iterator[Spot]:
            if ident in self.along:
                yield from along(area, size, self.rect)
            about = [spot for spot in beside(area, size, leaders=False) if spot.cost <= 3]
            yield from [spot for spot in about if self.rect.contains(spot.rect)]
            yield from inside(area, size, 4)

        return Request(ident, spots(), own, others, room=room(area, size))

    def _within(self, ident: str, other: str) -> bool:
        """Does a piece lie in or over a larger one, so that what is near it is near that, too?"""
        one, two = self._lands[ident], self._lands[other]
        return one.width * one.height < two.width * two.height and _meet(self.lands[ident], self.lands[other])


def _around(boxes: Sequence[pygame.Rect]) -> pygame.Rect:
    return boxes[0].unionall(boxes[1:])


def _meet(one: Sequence[pygame.Rect], other: Sequence[pygame.Rect]) -> bool:
    return any(rect.collidelist(other) >= 0 for rect in one)
