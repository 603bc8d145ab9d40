"""Tokens of states: a small pill beside a model, with letters and an outline of its own kind, and the help for it.

The outline tells the kind without color: notched for what hurts, pointed for what an enemy put on it, round for what
its own crew does, square for bonds with others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pygame

from jovian.game import Model
from jovian.rules.facts.words import spoken
from jovian.rules.rulebook import model_state
from jovian.rules.rulebook.model_state import ModelState
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import ACCENT, DANGER, GOOD, TEXT, WARN, WELL, Color, mix, px

HURT, MARKED, CREW, BOND = "notched", "pointed", "round", "square"
States = Mapping[str, type[ModelState]]
"""The states that a rulebook knows, by name."""


class Token(NamedTuple):
    """How a state is written at a model."""

    short: str
    long: str
    color: Color
    shape: str = BOND
    state: str = ""
    """The state, "" for a bond that is none."""
    level: str = ""
    """What is written of its value."""

    def text(self, near: bool) -> str:
        """Letters from afar, words from near."""
        return f"{self.long if near else self.short}{f' {self.level}' if self.level else ''}"


FORMATION, ABOARD = "FORMATION", "ABOARD"
"""What is no state of the rules and has a token."""
_SHAPES = {model_state.HURT: HURT, model_state.MARKED: MARKED, model_state.CREW: CREW, model_state.BOND: BOND}
"""Outlines by where a state comes from, in the order in which they stand."""
_COLORS = {model_state.BAD: DANGER, model_state.HARD: WARN, model_state.GOOD: GOOD, model_state.PLAIN: ACCENT}


def token(state: type[ModelState], level: int = 0) -> Token:
    """The token of a state."""
    sign = state.sign
    words, color = spoken(state.name).upper(), _COLORS[sign.tone]
    return Token(sign.letters, words, color, _SHAPES[sign.source], state.name, sign.level(level))


def tokens_of(model: Model, near: bool, states: States, aboard: int = 0) -> tuple[Token, ...]:
    """The tokens beside a model in one of the rulebook's states, bonds first; `aboard` is the number aboard it.

    What lasts until it is used stands on the card alone; what its ties show (`ties`) has no token from afar.
    """
    found = [Token(f"{aboard} IN", f"{aboard} {ABOARD}", GOOD)] if aboard else []
    found += [Token("FO", FORMATION, ACCENT)] if model.formation and near else []
    known = [each for each in states.values() if each.holds(model)] if model.states else []
    shown = [each for each in known if not each.sign.lasting and (near or not each.sign.tied)]
    shown.sort(key=lambda each: [*_SHAPES].index(each.sign.source))
    return (*found, *(token(each, each.level_of(model)) for each in shown))


def help_of(each: Token, states: States) -> tuple[str, str, str]:
    """Heading, sentence and place in the book of a token."""
    effect = states.get(each.state)
    if effect is not None:
        return each.text(True).capitalize(), effect.summary, effect.place
    if not each.long.endswith(ABOARD):
        return FORMATION.capitalize(), "These squadrons activate, fly and fight as one.", "v1.2.4 Traits > Formation"
    return each.long.capitalize(), "So many squadrons are embarked on the ship.", "v1.2.4 States > Embarked"


def token_size(each: Token, near: bool) -> tuple[int, int]:
    """Pixels of its pill."""
    width, height = measure(each.text(near), "tiny")
    return width + px(11 if each.shape in (MARKED, HURT) else 8), height + px(2)


def draw_token(surface: pygame.Surface, rect: pygame.Rect, each: Token, near: bool) -> None:
    """Draw it in its rectangle."""
    fill, edge = mix(WELL, each.color, 0.34), mix(WELL, each.color, 0.8)
    width, height = rect.size

    def draw(big: pygame.Surface, over: int) -> None:
        points = [(x * over, y * over) for x, y in _outline(each.shape, width, height)]
        pygame.draw.polygon(big, fill, points)
        for index, point in enumerate(points):
            pygame.draw.line(big, edge, points[index - 1], point, over)

    stamp(surface, supersampled(("token", each.shape, fill, width, height), rect.size, draw), rect.topleft)
    draw_text(surface, rect.center, each.text(near), "tiny", mix(each.color, TEXT, 0.55), anchor="center", shadow=False)


def _outline(shape: str, width: int, height: int) -> Sequence[tuple[float, float]]:
    """The corners of a pill in its box."""
    w, h, m = width - 1.0, height - 1.0, (height - 1.0) / 2
    cut = m * 0.75
    if shape == MARKED:
        return (cut, 0), (w - cut, 0), (w, m), (w - cut, h), (cut, h), (0, m)
    if shape == HURT:
        return (0, 0), (w, 0), (w - cut, m), (w, h), (0, h), (cut, m)
    if shape == CREW:
        r = m * 0.55
        return (r, 0), (w - r, 0), (w, r), (w, h - r), (w - r, h), (r, h), (0, h - r), (0, r)
    return (0, 0), (w, 0), (w, h), (0, h)


__all__ = ["Token", "draw_token", "help_of", "token", "token_size", "tokens_of"]
