"""The tag under a model: its name, what is left of its Structure, the states it is in.

Structure is a solid bar when the table is seen whole and boxes when it is near, so it never blurs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pygame

from jovian.game import Model, Terrain
from jovian.ui.board.terrain_art import tint
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import (
    ACCENT,
    DANGER,
    GOOD,
    SCALE,
    SIDES,
    TEXT,
    TEXT_FAINT,
    WARN,
    WELL,
    Color,
    health,
    mix,
    px,
)

NEAR = 24.0
"""Pixels an inch from which boxes are drawn."""


class Token(NamedTuple):
    """How a state is written at a model."""

    short: str
    long: str
    color: Color


_TOKENS: dict[str, Token] = {
    "crippled": Token("CR", "CRIPPLED", DANGER),
    "captured": Token("CP", "CAPTURED", DANGER),
    "targeted": Token("TG", "TARGETED", DANGER),
    "stunned": Token("ST", "STUNNED", DANGER),
    "assaulting": Token("AS", "ASSAULTING", WARN),
    "assaulted": Token("AS", "ASSAULTED", WARN),
    "engaged": Token("DF", "DOGFIGHT", WARN),
    "evading": Token("EV", "EVADING", GOOD),
    "station-keeping": Token("SK", "STATION KEEPING", WARN),
    "escorting": Token("EC", "ESCORTING", ACCENT),
    "escorted": Token("EC", "ESCORTED", ACCENT),
}


def token(state: str) -> Token:
    """The token of a state; one that has none of its own is written out."""
    plain = state.partition(":")[0].lower().replace("_", "-").replace(" ", "-")
    words = plain.replace("-", " ").upper()
    short = "".join(word[0] for word in words.split())[:2] if " " in words else words[:2]
    return _TOKENS.get(plain, Token(short, words, ACCENT))


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


def tag_of(model: Model, ppi: float, strong: bool = False, aboard: int = 0) -> Tag:
    """The tag of a model at a zoom; `strong` for the selected one, with the number of models aboard it."""
    look = SIDES[model.side % 2]
    color = TEXT if strong else mix(look.light, TEXT_FAINT, 0.62) if model.activated else mix(look.light, TEXT, 0.4)
    bonds = [Token(f"{aboard} IN", f"{aboard} ABOARD", GOOD)] if aboard else []
    bonds += [Token("FO", "FORMATION", ACCENT)] if model.formation else []
    tokens = dict.fromkeys([*bonds, *(token(state) for state in sorted(model.states))])
    return Tag(
        model.name, color, len(model.boxes("structure")), model.left("structure"), tuple(tokens), ppi >= NEAR
    )


def terrain_tag(piece: Terrain, ppi: float) -> Tag:
    """The name of a piece of terrain."""
    return Tag(piece.kind.replace("-", " ").upper(), mix(tint(piece.kind), TEXT, 0.25), 0, 0, (), ppi >= NEAR)


def _role(tag: Tag) -> str:
    return "label" if tag.near and tag.boxes else "caps"


def _bar_size(tag: Tag) -> tuple[int, int]:
    if tag.near:
        return min(px(72), px(10) * tag.boxes), px(6)
    return px(30), px(4)


def _token_size(tag: Tag, each: Token) -> tuple[int, int]:
    width, height = measure(each.long if tag.near else each.short, "tiny")
    return width + px(6), height + 1


def tag_size(tag: Tag) -> tuple[int, int]:
    """How much room it needs."""
    return _tag_size(tag, SCALE.factor)


@lru_cache(maxsize=1000)
def _tag_size(tag: Tag, factor: float) -> tuple[int, int]:
    name = measure(tag.name, _role(tag))
    tokens = [_token_size(tag, each) for each in tag.tokens]
    rows = sum(width + px(2) for width, _ in tokens)
    height = name[1] + (_bar_size(tag)[1] + 1 if tag.boxes else 0) + (tokens[0][1] + px(2) if tokens else 0)
    return max(name[0] + 1, _bar_size(tag)[0] if tag.boxes else 0, rows), height


def draw_tag(surface: pygame.Surface, rect: pygame.Rect, tag: Tag) -> None:
    """Draw it in the room it was given."""
    name = draw_text(surface, (rect.centerx, rect.top), tag.name, _role(tag), tag.color, anchor="midtop")
    y = name.bottom - 1
    if tag.boxes:
        width, height = _bar_size(tag)
        _structure(surface, pygame.Rect(rect.centerx - width // 2, y, width, height), tag)
        y += height + px(2)
    x = rect.centerx - sum(_token_size(tag, each)[0] + px(2) for each in tag.tokens) // 2
    for each in tag.tokens:
        width, height = _token_size(tag, each)
        area = pygame.Rect(x, y, width, height)
        box(surface, area, mix(WELL, each.color, 0.34), radius=px(3), border=mix(WELL, each.color, 0.7))
        text = each.long if tag.near else each.short
        draw_text(surface, area.center, text, "tiny", mix(each.color, TEXT, 0.5), anchor="center", shadow=False)
        x += width + px(2)


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
