"""The bar across the top: scenario, phases of the turn, scores, whose go it is, undo and menu."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from jovian.game import Refusal, Score, State
from jovian.rules.facts.words import counted
from jovian.rules.sequence.scoring import standing
from jovian.rules.setup.options import chosen_words
from jovian.ui.kit.draw import badge, chevrons, chevrons_width, pill
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import BLADE, SIDES, TEXT, TEXT_FAINT, px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.panels.panel import Panel

MARGINS = 40
"""Pixels of a side beside its name and its points."""
NARROW = 1000
"""Pixels of the bar, unscaled, below which its buttons are small."""
ALL = "all as "
"""How what is chosen is told where it is all of one text."""
MOST_LISTED = 14
"""Options that the tooltip lists, of more."""
COACH = "What a good player would do in your place, and why. It does nothing by itself."
PHASES = (("deployment", "Deployment"), ("activation", "Activation"), ("end", "End"))


class Hint(Widget):
    """A part of the bar that explains itself under the pointer."""

    @property
    def focusable(self) -> bool:
        """It is not to be reached by Tab."""
        return False


def _otherwise(changed: list[str]) -> str:
    """The tooltip of what is played otherwise."""
    rest = len(changed) - MOST_LISTED
    more = f"; and {rest} more" if rest > 0 else ""
    return f"Played otherwise than usual: {'; '.join(changed[:MOST_LISTED])}{more}."


class PhaseBar(Panel):
    """Its buttons are `undo`, `keys` and `menu`, and `coach` where there is one."""

    def __init__(
        self, names: tuple[str, str], title: str, values: tuple[int, int] = (0, 0),
        options: Mapping[str, str] | None = None, *, coached: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self._coached = coached
        self.names = names
        self.values = values
        """The Threat Value that each side may bring."""
        self._counted: State | None = None
        self.points = Score(0.0, 0.0), Score(0.0, 0.0)
        """Of both sides if the game ended now, as far as the looking side knows."""
        self.more = (False, False)
        """May a side have models that the looking side has not seen?"""
        self._hints = [Hint(f"score {side}", pygame.Rect(0, 0, 0, 0)) for side in (0, 1)]
        self.changed = chosen_words(options or {})
        """What is played otherwise than usual."""
        self._rules = Hint("options", pygame.Rect(0, 0, 0, 0))
        self._rules.hint = _otherwise(self.changed)
        self.title = title
        self._turn_now: tuple[object, ...] = ()

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons at the right end, smaller ones where names need the room."""
        super().layout(rect)
        narrow = rect.width < px(NARROW)
        wide, gap, top = px(60 if narrow else 72), px(2 if narrow else 8), rect.top + px(7)
        right = rect.right - px(10) - wide
        undo = Button("undo", pygame.Rect(right - 2 * (wide + gap), top, wide, rect.height - px(14)), "Undo")
        keys = Button("keys", pygame.Rect(right - wide - gap, top, wide, rect.height - px(14)), "Keys")
        menu = Button("menu", pygame.Rect(right, top, wide, rect.height - px(14)), "Menu")
        for hint in (*self._hints, self._rules):
            hint.rect, hint.visible = pygame.Rect(rect.topleft, (0, 0)), False  # until they are drawn in their place
        coach = Button("coach", undo.rect.move(-(wide + gap), 0), "Coach", hint=COACH)
        self.group.widgets = [*([coach] if self._coached else []), undo, keys, menu, *self._hints, self._rules]

    def show(
        self, state: State, asked: int | None, undo: Refusal | None, coach: Refusal | None = None
    ) -> None:
        """Show this turn, phase and score; why nothing can be taken back, and the coach not be asked."""
        if self._coached:
            self.group["coach"].set_enabled(coach is None, coach.reason if coach else "")
        self.group["undo"].set_enabled(undo is None, undo.reason if undo else "")
        self._count(state)
        self._turn_now = (state.turn, state.scenario.turns, state.phase, self.points, self.more, asked)
        self.offer(self._turn_now)

    def _count(self, state: State) -> None:
        """The points of now, from the rules that count them at the end."""
        if state is self._counted:
            return
        self._counted = state
        self.points = state.scores if state.over else standing(state).scores
        own = (0, 1) if state.viewer is None or state.over else (state.viewer,)
        known = [sum(model.card.tv for model in state.models.values() if model.owner == side) for side in (0, 1)]
        self.more = (0 not in own and known[0] < self.values[0], 1 not in own and known[1] < self.values[1])
        for side, hint in enumerate(self._hints):
            objective, victory = self.points[side]
            when = "At the end" if state.over else "If the game ended now"
            what = f"{objective:g} Objective and {victory:g} Victory Points"
            rest = ", of what you have seen of it" if self.more[side] else ""
            hint.hint = f"{when}: {self.names[side]}, {what}{rest}."

    def paint(self, canvas: pygame.Surface) -> None:
        """Title, phases, sides; where all of it has no room, the title and the phases that are not now give way."""
        super().paint(canvas)
        turn, turns, phase, _, _, asked = self._turn_now
        limit = self.group.widgets[0].rect.left - px(4)
        middle = self.rect.centery
        x = self.rect.left + px(14)
        if self.rect.width >= px(1400):
            x = draw_text(canvas, (x, middle), self.title, "heading", TEXT, anchor="midleft", width=px(220)).right + px(
                16
            )
        said = f"Turn {max(1, turn)} of {turns}" if isinstance(turn, int) else ""
        x = pill(canvas, (x, middle), said, BLADE, anchor="midleft").right + px(12)
        x = self._mark_options(canvas, x)
        wanted = (self._wanted(0), self._wanted(1))
        current = next((n for n, (key, _) in enumerate(PHASES) if key == phase), -1)
        steps = [label for _, label in PHASES]
        if limit - x - px(12) - chevrons_width(steps, px(26)) < sum(wanted):
            steps, current = steps[max(0, current) : current + 1], 0
        placed = chevrons(canvas, pygame.Rect(x, middle - px(13), 0, px(26)), steps, current)
        x = placed[-1].right + px(12) if placed else x
        room = max(0, limit - x)
        least, most = sorted((wanted[0], room - wanted[1]))  # neither side takes what only the other has use for
        split = min(max(room // 2, least), most)
        self._side(canvas, pygame.Rect(x, self.rect.top, split, self.rect.height), 0, asked)
        self._side(canvas, pygame.Rect(x + split, self.rect.top, room - split, self.rect.height), 1, asked)

    def _mark_options(self, canvas: pygame.Surface, x: int) -> int:
        """A quiet pill where rules are played otherwise, explained under the pointer; where it ends."""
        if not self.changed:
            return x
        first = self.changed[0]
        said = first.removeprefix(ALL) if first.startswith(ALL) else counted(len(self.changed), "option")
        rect = pill(canvas, (x, self.rect.centery), said, TEXT_FAINT, anchor="midleft")
        self._rules.rect, self._rules.visible = rect, True
        return rect.right + px(12)

    def _score(self, side: int) -> str:
        objective, victory = self.points[side]
        return f"{objective:g} · {victory:g}{'+' if self.more[side] else ''} VP"

    def _wanted(self, side: int) -> int:
        """The width in which nothing of a side is cut."""
        return px(MARGINS) + measure(self.names[side], "strong")[0] + measure(self._score(side), "strong")[0]

    def _side(self, canvas: pygame.Surface, rect: pygame.Rect, side: int, asked: object) -> None:
        look, score = SIDES[side], self._score(side)
        hint = self._hints[side]
        hint.rect, hint.visible = rect, True
        badge(canvas, (rect.left + px(8), rect.centery), look.main, look.hatched, px(6))
        color = look.main if asked == side else TEXT_FAINT
        width = rect.width - px(MARGINS) - measure(score, "strong")[0]
        at = (rect.left + px(20), rect.centery)
        name = draw_text(canvas, at, self.names[side], "strong", color, anchor="midleft", width=width)
        draw_text(canvas, (name.right + px(8), rect.centery), score, "strong", look.light, anchor="midleft")
        if asked == side:
            canvas.fill(look.main, (rect.left, rect.bottom - px(4), name.right - rect.left, px(3)))
