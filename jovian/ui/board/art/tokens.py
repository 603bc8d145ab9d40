"""Tokens of states: a small pill beside a model, with letters and an outline of its own kind, and the help for it.

The outline tells the kind without color: notched for what hurts, pointed for what an enemy put on it, round for what
its own crew does, square for bonds with others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from jovian.game import Model
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import ACCENT, DANGER, GOOD, TEXT, WARN, WELL, Color, mix, px

HURT, MARKED, CREW, BOND = "notched", "pointed", "round", "square"


class Token(NamedTuple):
    """How a state is written at a model."""

    short: str
    long: str
    color: Color
    shape: str = BOND
    state: str = ""
    """The state, "" for a bond that is none."""
    level: int = 0
    """Its value where that is written, else 0."""

    def text(self, near: bool) -> str:
        """Letters from afar, words from near."""
        return f"{self.long if near else self.short}{f' {self.level}' if self.level else ''}"


_TOKENS: dict[str, tuple[str, str, Color, str]] = {
    "crippled": ("CR", "CRIPPLED", DANGER, HURT),
    "captured": ("CP", "CAPTURED", DANGER, HURT),
    "boarded": ("BD", "BOARDED", DANGER, HURT),
    "targeted": ("TG", "TARGETED", DANGER, MARKED),
    "suppressed": ("SU", "SUPPRESSED", WARN, MARKED),
    "assaulting": ("AS", "ASSAULTING", WARN, MARKED),
    "towed": ("TW", "TOWED", WARN, MARKED),
    "evading": ("EV", "EVADING", GOOD, CREW),
    "stealthed": ("SR", "STEALTHED", GOOD, CREW),
    "boosting": ("BO", "BOOSTING", GOOD, CREW),
    "station-keeping": ("SK", "STATION KEEPING", WARN, CREW),
    "hard-burn": ("HB", "HARD BURN", WARN, CREW),
    "long-shot": ("LS", "LONG SHOT", WARN, CREW),
    "overdriven-defense": ("OD", "OVERDRIVEN DEFENSE", ACCENT, CREW),
    "overdriven-sensors": ("OS", "OVERDRIVEN SENSORS", ACCENT, CREW),
    "overdriven-thrusters": ("OT", "OVERDRIVEN THRUSTERS", ACCENT, CREW),
    "escorting": ("EC", "ESCORTING", ACCENT, BOND),
    "extra-fueled": ("XF", "EXTRA FUELED", ACCENT, BOND),
    "fuel-pod": ("FP", "FUEL POD", ACCENT, BOND),
    "pod-fuel": ("PF", "POD FUEL", ACCENT, BOND),
    "spare-fuel": ("SF", "SPARE FUEL", ACCENT, BOND),
}
"""Letters, words, color and outline of every state."""
_COUNTED = ("targeted", "suppressed", "boarded", "boosting", "spare-fuel", "pod-fuel")
"""States whose value is the X of the book."""
_ON_CARD = ("extra-fueled", "fuel-pod")
_TIED = ("escorting", "assaulting")
_TESTS = ("", "N", "D", "T", "Q")
"""What the value of Long Shot stands for."""


def token(state: str, level: int = 0) -> Token:
    """The token of a state."""
    short, words, color, shape = _TOKENS[state]
    if state == "hard-burn":  # counts down to 0, which is still written
        return Token(f"{short} {level}", f"{words} {level}", color, shape, state)
    if state == "long-shot" and 0 < level < len(_TESTS):
        return Token(f"{short} {_TESTS[level]}", f"{words} {_TESTS[level]}", color, shape, state)
    return Token(short, words, color, shape, state, level if state in _COUNTED else 0)


def tokens_of(model: Model, near: bool, aboard: int = 0) -> tuple[Token, ...]:
    """The tokens beside a model, bonds first; `aboard` is the number of models aboard it.

    What lasts all game stands on the card alone; what its ties show (`ties`) has no token from afar.
    """
    found = [Token(f"{aboard} IN", f"{aboard} ABOARD", GOOD)] if aboard else []
    found += [Token("FO", "FORMATION", ACCENT)] if model.formation and near else []
    known = [state for state in _TOKENS if state in model.states and state not in _ON_CARD] if model.states else []
    shown = [state for state in known if near or state not in _TIED]
    return (*found, *(token(state, model.states[state]) for state in shown))


def help_of(each: Token, book: Rulebook) -> tuple[str, str, str]:
    """Heading, sentence and place in the book of a token."""
    effect = book.states.get(each.state)
    if effect is not None:
        return each.text(True).capitalize(), effect.summary, effect.place
    if each.long == "FORMATION":
        return "Formation", "These squadrons activate, fly and fight as one.", "v1.2.4 Traits > Formation"
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
