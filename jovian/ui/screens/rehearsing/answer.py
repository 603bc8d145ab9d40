"""The answer of a rehearsal on its page: chances and points in the middle, models and what decided it at the right."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.rehearsal.one_game.outcome import CRIPPLED
from jovian.rules.facts.words import counted
from jovian.ui.kit.draw import badge, rule
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height
from jovian.ui.kit.theme import BLADE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import ScrollList
from jovian.ui.screens.rehearsing.figures import chance, loss, lost_share, span_of, spread

NONE = "No game has been played to its end so far."
NOTHING = "What the games come to appears here as they are played."
SPREADS = (("objective", "Objective Points"), ("victory", "Victory Points"), ("losses", "Threat Value lost"))
CHANCE = "In so many of 100 games. The line over the bar holds the true chance in 95 of 100 rehearsals."
SPREAD = "The mean of all games, with its interval; below it how many games came to how much, from 0 to the most."
DECISIVE = "What gave the winner most more than the other side, the most frequent first."
DECIDED = 6
"""How many things that decided games are listed."""


class AnswerSheet:
    """Draws the latest answer into two areas of the page; `list` is the widget of the models."""

    def __init__(self, names: tuple[str, str]) -> None:
        self.names = names
        self._answer: dict[str, Any] | None = None
        self.list = ScrollList("models", pygame.Rect(0, 0, 10, 10), _draw_model, row=10, well=False)
        self._decided = pygame.Rect(0, 0, 0, 0)
        self._hints: list[tuple[pygame.Rect, str]] = []
        """What was drawn where, and what it means."""

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What the figures under a point mean, with their place; None where there are none."""
        return next(((rect, said) for rect, said in self._hints if rect.collidepoint(pos)), None)

    def layout(self, area: pygame.Rect) -> None:
        """Models above, what decided games below, in the area at the right."""
        high = px(26) + DECIDED * line_height("small")
        self._decided = pygame.Rect(area.left, area.bottom - high, area.width, high)
        row = line_height("strong") + line_height("small") + px(14)
        self.list = ScrollList("models", pygame.Rect(area.left, area.top, area.width, area.height - high - px(12)),
                               _draw_model, row=row, well=False)  # fmt: skip
        self._fill()

    def show(self, answer: dict[str, Any] | None) -> None:
        """Show another answer, None for none so far."""
        if answer is not self._answer:
            self._answer = answer
            self._fill()

    def _fill(self) -> None:
        models = self._answer["forecast"]["models"] if self._answer is not None else []
        worst = sorted(models, key=lambda each: (-lost_share(each), -each["fates"][CRIPPLED]["value"]))
        offset = self.list.offset
        self.list.set_items(worst)
        self.list.offset = min(offset, self.list.furthest)

    def draw_chances(self, surface: pygame.Surface, area: pygame.Rect, running: bool) -> None:
        """Chances, points of both sides, turns."""
        self._hints = []
        if self._answer is None:
            draw_wrapped(surface, area, NONE if running else NOTHING, "body", TEXT_FAINT)
            return
        found = self._answer["forecast"]
        rows = ((f"{self.names[0]} wins", found["wins"][0], 0), ("Draw", found["draws"], None),
                (f"{self.names[1]} wins", found["wins"][1], 1))  # fmt: skip
        for number, (label, estimate, side) in enumerate(rows):
            rect = pygame.Rect(area.left, area.top + number * px(50), area.width, px(42))
            chance(surface, rect, label, estimate, side)
            self._hints.append((rect, CHANCE))
        top = area.top + px(154)
        rule(surface, area.left, area.right, top)
        self._draw_points(surface, pygame.Rect(area.left, top + px(10), area.width, area.bottom - top - px(10)), found)

    def _draw_points(self, surface: pygame.Surface, area: pygame.Rect, found: dict[str, Any]) -> None:
        gap, head = px(20), px(24)
        wide, high = (area.width - gap) // 2, (area.height - head) // (len(SPREADS) + 1)
        for side in (0, 1):
            look, left = SIDES[side], area.left + side * (wide + gap)
            badge(surface, (left + px(7), area.top + px(9)), look.main, look.hatched, px(5))
            draw_text(surface, (left + px(20), area.top), self.names[side], "strong", look.main, width=wide - px(20))
            for row, (key, label) in enumerate(SPREADS):
                rect = pygame.Rect(left, area.top + head + row * high, wide, high - px(8))
                spread(surface, rect, label, found[key][side], span_of(found[key]), look.main)
                self._hints.append((rect, SPREAD))
        rect = pygame.Rect(area.left, area.top + head + len(SPREADS) * high, area.width, high - px(8))
        spread(surface, rect, "The turn in which games ended", found["turns"], span_of([found["turns"]]), BLADE)
        self._hints.append((rect, SPREAD))

    def draw_decided(self, surface: pygame.Surface) -> None:
        """What decided games, the most frequent first."""
        area = self._decided
        if self._answer is not None:
            self._hints.append((area, DECISIVE))
        rule(surface, area.left, area.right, area.top)
        draw_text(surface, (area.left, area.top + px(6)), "WHAT DECIDED GAMES", "caps", TEXT_FAINT)
        y = area.top + px(26)
        for what, times in (self._answer["forecast"]["decided"] if self._answer is not None else [])[:DECIDED]:
            said = draw_text(surface, (area.right, y), counted(times, "game"), "small", TEXT, anchor="topright")
            draw_text(surface, (area.left, y), what, "small", TEXT_SOFT, width=said.left - area.left - px(8))
            y += line_height("small")


def _draw_model(surface: pygame.Surface, rect: pygame.Rect, model: Any, hovered: bool, chosen: bool) -> None:
    loss(surface, rect, model)
