"""The names on the table: of every model and piece of terrain in sight, each beside its own or left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pygame

from jovian.game import Model, Terrain
from jovian.table import Pose
from jovian.ui.board.camera import Camera
from jovian.ui.board.labels import Placed, Request, Spot, beside, inside, place
from jovian.ui.board.strips import strips
from jovian.ui.board.tags import Tag, tag_of, tag_size, terrain_tag

Seen = tuple[Model, Pose]
Name = tuple[Placed, Tag]
Boxes = Mapping[str, Sequence[pygame.Rect]]
_UNNAMED = ("comet-tail",)
"""Kinds that bear no name: the comet's stands for both its parts."""
_FIRST, _SECOND, _SHIP, _SQUADRON, _TERRAIN = range(-2, 3)


def names_of(
    view: pygame.Rect, camera: Camera, seen: Sequence[Seen], pieces: Sequence[Terrain], selected: str, hovered: str,
    aboard: Mapping[str, int],
) -> list[Name]:  # fmt: skip
    """Every name that found a place. The hovered one has its place whoever else must go without."""
    bases = {model.id: strips(camera, model.base, pose) for model, pose in seen}
    lands = {piece.id: land_strips(camera, piece) for piece in pieces if piece.kind not in _UNNAMED}
    tags = {model.id: tag_of(model, camera.ppi, model.id == selected, aboard.get(model.id, 0)) for model, _ in seen}
    tags |= {piece.id: terrain_tag(piece, camera.ppi) for piece in pieces if piece.id in lands}
    ranks = {model.id: _FIRST if model.id == selected else _SHIP if model.capital else _SQUADRON for model, _ in seen}
    blocked = [rect for each in bases.values() for rect in each]

    def placed() -> dict[str, Placed]:
        requests = [_of_model(each, tags[each], rank, bases, lands) for each, rank in ranks.items()]
        requests += [_of_terrain(each, tags[each], bases, lands) for each in lands]
        return place(requests, blocked, view)

    found = placed()
    if hovered in bases and hovered not in found:
        ranks[hovered] = min(ranks[hovered], _SECOND)
        found = placed()
    return [(each, tags[key]) for key, each in found.items()]


def land_strips(camera: Camera, piece: Terrain) -> list[pygame.Rect]:
    """A piece of terrain on the screen."""
    return [rect for shape in piece.outline for rect in strips(camera, shape, piece.pose)]


def _of_model(ident: str, tag: Tag, rank: int, bases: Boxes, lands: Boxes) -> Request:
    """Nearer to its own base than to any other, and than to terrain that it does not stand on."""
    own = bases[ident]
    others = [rect for key, each in bases.items() if key != ident for rect in each]
    shy = [rect for each in lands.values() if not _meet(own, each) for rect in each]
    return Request(ident, beside(_around(own), tag_size(tag)), own, others, shy, rank)


def _of_terrain(ident: str, tag: Tag, bases: Boxes, lands: Boxes) -> Request:
    """Nearer to its own outline than to any base, and than to other terrain but what it lies within."""
    own = lands[ident]
    others = [rect for each in bases.values() for rect in each]
    others += [rect for key, each in lands.items() if key != ident and not _within(own, each) for rect in each]
    size, area = tag_size(tag), _around(own)

    def spots() -> Iterator[Spot]:
        yield from [spot for spot in beside(area, size, led=False) if spot.cost <= 3]
        yield from inside(area, size, 4)

    return Request(ident, spots(), own, others, (), _TERRAIN)


def _around(boxes: Sequence[pygame.Rect]) -> pygame.Rect:
    return boxes[0].unionall(boxes[1:])


def _meet(one: Sequence[pygame.Rect], other: Sequence[pygame.Rect]) -> bool:
    return any(rect.collidelist(other) >= 0 for rect in one)


def _within(own: Sequence[pygame.Rect], other: Sequence[pygame.Rect]) -> bool:
    """Does a piece lie in or over a larger one, so that what is near it is near that, too?"""
    one, two = _around(own), _around(other)
    return one.width * one.height < two.width * two.height and _meet(own, other)
