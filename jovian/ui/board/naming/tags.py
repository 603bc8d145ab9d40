"""The tag under a model: its name, what is left of its Structure, the states it is in.

Structure is a solid bar when the table is seen whole and boxes when it is near, so it never blurs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from jovian.game import Model, Terrain
from jovian.rules.facts.words import spoken
from jovian.ui.board.art.palette import tint
from jovian.ui.board.art.tokens import States, Token, draw_token, token_size, tokens_of
from jovian.ui.kit.cache import SurfaceCache
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import (
    SCALE,
    SIDES,
    TEXT,
    TEXT_FAINT,
    Color,
    health,
    mix,
    px,
)

NEAR = 24.0
"""Pixels an inch from which boxes are drawn."""
WIDEST = 176
"""Pixels of a row of tokens."""
_EDGE = 2
"""Pixels around a tag for the edge of its bar."""
_images = SurfaceCache(400, 2_000_000)


class Tag(NamedTuple):
    """What a tag says."""

    name: str
    color: Color
    boxes: int
    """Printed Structure boxes."""
    left: int
    """Those not marked."""
    tokens: tuple[Token, ...]
    near: bool


def tag_of(model: Model, ppi: float, states: States, strong: bool = False, aboard: int = 0) -> Tag:
    """The tag of a model at a zoom; `strong` for the selected one, with the number of models aboard it."""
    look = SIDES[model.side]
    color = TEXT if strong else mix(look.light, TEXT_FAINT, 0.62) if model.activated else mix(look.light, TEXT, 0.4)
    tokens = tokens_of(model, ppi >= NEAR, states, aboard)
    return Tag(
        model.name, color, len(model.boxes("structure")), model.unmarked("structure"), tokens, ppi >= NEAR
    )


def terrain_tag(piece: Terrain, ppi: float) -> Tag:
    """The name of a piece of terrain."""
    return Tag(spoken(piece.kind).upper(), mix(tint(piece.kind), TEXT, 0.25), 0, 0, (), ppi >= NEAR)


def _role(tag: Tag) -> str:
    return "label" if tag.near and tag.boxes else "caps"


def _bar_size(tag: Tag) -> tuple[int, int]:
    if tag.near:
        return min(px(72), px(10) * tag.boxes), px(6)
    return px(30), px(4)


def tag_size(tag: Tag) -> tuple[int, int]:
    """How much room it needs."""
    return _tag_size(tag, SCALE.factor)


@lru_cache(maxsize=1000)
def _tag_size(tag: Tag, factor: float) -> tuple[int, int]:
    name = measure(tag.name, _role(tag))
    rows = _rows(tag)
    height = name[1] + (_bar_size(tag)[1] + 1 if tag.boxes else 0) + sum(_row_size(tag, row)[1] for row in rows)
    widest = max((_row_size(tag, row)[0] for row in rows), default=0)
    return max(name[0] + 1, _bar_size(tag)[0] if tag.boxes else 0, widest), height


def _rows(tag: Tag) -> list[list[Token]]:
    """The tokens row by row, none wider than a tag should be."""
    rows: list[list[Token]] = []
    for each in tag.tokens:
        if not rows or _row_size(tag, [*rows[-1], each])[0] > px(WIDEST):
            rows.append([])
        rows[-1].append(each)
    return rows


def _row_size(tag: Tag, row: list[Token]) -> tuple[int, int]:
    sizes = [token_size(each, tag.near) for each in row]
    return sum(width + px(2) for width, _ in sizes), sizes[0][1] + px(2)


def draw_tag(surface: pygame.Surface, rect: pygame.Rect, tag: Tag) -> None:
    """Draw it in the room it was given."""
    image = _images.get((tag, SCALE.factor), lambda: _image(tag, rect.size))
    surface.blit(image, (rect.left - _EDGE, rect.top))
    for area, each in token_areas(rect, tag) if tag.tokens else ():
        draw_token(surface, area, each, tag.near)


def _image(tag: Tag, size: tuple[int, int]) -> pygame.Surface:
    """Name and Structure, for a blit, with room for the edge of what is left of it."""
    image = pygame.Surface((size[0] + 2 * _EDGE, size[1] + 2 * _EDGE), pygame.SRCALPHA)
    middle = size[0] // 2 + _EDGE
    name = draw_text(image, (middle, 0), tag.name, _role(tag), tag.color, anchor="midtop")
    if tag.boxes:
        width, height = _bar_size(tag)
        _structure(image, pygame.Rect(middle - width // 2, name.bottom - 1, width, height), tag)
    return image


def token_areas(rect: pygame.Rect, tag: Tag) -> list[tuple[pygame.Rect, Token]]:
    """Where the tokens of a tag stand in the room it was given."""
    return [(area.move(rect.topleft), each) for area, each in _token_areas(tag, rect.size, SCALE.factor)]


@lru_cache(maxsize=1000)
def _token_areas(tag: Tag, size: tuple[int, int], factor: float) -> tuple[tuple[pygame.Rect, Token], ...]:
    """Where they stand in a room of that size, from its corner."""
    rows = _rows(tag)
    y, found = size[1] - sum(_row_size(tag, row)[1] for row in rows) + px(2), []
    for row in rows:
        wide, high = _row_size(tag, row)
        x = size[0] // 2 - wide // 2
        for each in row:
            area = pygame.Rect((x, y), token_size(each, tag.near))
            found.append((area, each))
            x = area.right + px(2)
        y += high
    return tuple(found)


def _structure(surface: pygame.Surface, rect: pygame.Rect, tag: Tag) -> None:
    share = tag.left / tag.boxes
    color = health(share)
    surface.fill((0, 0, 0), rect.inflate(2, 2))
    if not tag.near:
        surface.fill((44, 52, 70), rect)
        surface.fill(color, (rect.left, rect.top, round(rect.width * share), rect.height))
        return
    for index in range(tag.boxes):
        left = rect.left + rect.width * index // tag.boxes
        right = rect.left + rect.width * (index + 1) // tag.boxes - 2
        surface.fill(color if index < tag.left else (50, 58, 76), (left, rect.top, right - left + 1, rect.height))
