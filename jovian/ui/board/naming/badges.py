"""Badges on bases: how many tokens of each kind a model carries, and how far each side has searched an object.

Each kind of token has a shape and a shade of its own, whatever the names beside the models are doing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pygame

from jovian.game import OBJECT, Model, State
from jovian.rules.scenario.objects.searching import search_of, tokens_needed
from jovian.rules.scenario.tokens.token import token_called
from jovian.table import Pose
from jovian.ui.board.art.marks import base_rect
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import BLADE, SIDES, WELL, Color, mix, px

HEXAGON, DROP, SQUARE, PEAK, RHOMB = "hexagon", "drop", "square", "peak", "rhomb"
_LOOKS: tuple[tuple[str, Color], ...] = (
    (HEXAGON, BLADE), (DROP, (132, 214, 255)), (SQUARE, (206, 176, 255)), (PEAK, (150, 232, 176)),
)  # fmt: skip
"""Of the kinds of tokens, in the order of the scenario."""
_OUTLINES: dict[str, tuple[Point, ...]] = {
    HEXAGON: ((0.25, 0.03), (0.75, 0.03), (1.0, 0.5), (0.75, 0.97), (0.25, 0.97), (0.0, 0.5)),
    DROP: ((0.5, -0.1), (0.9, 0.26), (1.04, 0.6), (0.92, 0.88), (0.66, 1.03), (0.34, 1.03), (0.08, 0.88), (-0.04, 0.6),
           (0.1, 0.26)),
    SQUARE: ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
    PEAK: ((0.5, 0.0), (1.0, 0.4), (1.0, 1.0), (0.0, 1.0), (0.0, 0.4)),
    RHOMB: ((0.5, -0.05), (1.05, 0.5), (0.5, 1.05), (-0.05, 0.5)),
}  # fmt: skip
SIZE = 15


class Badge(NamedTuple):
    """A kind of token and its number."""

    shape: str
    color: Color
    number: int
    title: str
    """The same in words."""
    text: str = ""
    """What it does, and where the book has it."""
    place: str = ""


def badges_of(state: State, model: Model) -> tuple[Badge, ...]:
    """What a model carries, and of an object the search tokens of both sides."""
    found = tuple(_load(state, name, count) for name, count in model.loads)
    if model.card.kind != OBJECT or not (needed := tokens_needed(state)):
        return found
    search = search_of(state, model)
    held = ((side, search.held(side)) for side in (0, 1))
    said, of = f"A side with {needed} of them has searched the object.", f"of {needed} search tokens"
    return found + tuple(Badge(RHOMB, SIDES[side].main, count, f"{count} {of}", said) for side, count in held if count)


def _load(state: State, name: str, count: int) -> Badge:
    kinds = [each.kind for each in state.scenario.tokens]
    shape, color = _LOOKS[kinds.index(name) % len(_LOOKS)] if name in kinds else _LOOKS[0]
    token = token_called(state, name)
    return Badge(shape, color, count, f"Carries {token.words(count)}", token.summary, token.place)


def all_badges(state: State) -> dict[str, tuple[Badge, ...]]:
    """The badges of every model on the table that has any, by its id."""
    if not state.scenario.tokens and not tokens_needed(state):
        return {}
    return {model.id: found for model in state.on_table() if (found := badges_of(state, model))}


def badge_size(badge: Badge) -> tuple[int, int]:
    """Pixels of a badge."""
    return max(px(SIZE), measure(str(badge.number), "tiny")[0] + px(8)), px(SIZE)


def draw_badge(surface: pygame.Surface, rect: pygame.Rect, badge: Badge) -> None:
    """Draw it in its rectangle."""
    width, height = rect.size

    def draw(big: pygame.Surface, over: int) -> None:
        w, h = (width - 2) * over, (height - 2) * over
        points = [(over + x * w, over + y * h) for x, y in _OUTLINES[badge.shape]]
        pygame.draw.polygon(big, badge.color, points)
        for index, point in enumerate(points):
            pygame.draw.line(big, mix(WELL, (0, 0, 0), 0.4), points[index - 1], point, over + 1)

    stamp(surface, supersampled(("load", badge.shape, badge.color), rect.size, draw), rect.topleft)
    draw_text(surface, (rect.centerx, rect.centery + (badge.shape in (DROP, PEAK))), str(badge.number), "tiny", WELL,
              anchor="center", shadow=False)  # fmt: skip


def draw_badges(
    surface: pygame.Surface, camera: Camera, seen: list[tuple[Model, Pose]], held: Mapping[str, tuple[Badge, ...]]
) -> list[tuple[pygame.Rect, str, Badge]]:
    """Draw the badges of models, from the right corner of each base on: where each stands, whose and which it is."""
    placed = []
    for model, pose in (each for each in seen if each[0].id in held):
        box = base_rect(camera, model.base, pose)
        left = box.right - px(SIZE) // 2
        for badge in held[model.id]:
            rect = pygame.Rect((left, box.top - px(SIZE) // 2), badge_size(badge))
            draw_badge(surface, rect, badge)
            placed.append((rect, model.id, badge))
            left = rect.right + 1
    return placed
