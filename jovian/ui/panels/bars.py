"""The bars at the edges of a battle."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from jovian.game import Refusal, Score, State
from jovian.rules.basics.rolls import pluralize
from jovian.rules.sequence.sequence import current_score
from jovian.rules.setup.edition import chosen_words
from jovian.ui.kit.draw import chevrons, chevrons_width, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import BLADE, DANGER, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import Button, Slider, Widget
from jovian.ui.panels.panel import ActionButton, Panel
from jovian.ui.session.keymap import Keymap

# --- action bar ---
# The bar at the bottom: what is asked, how to answer it, the buttons, and why the last click was refused.

MOST_ROWS = 2
READABLE = 6
"""Letters of a label that are left whatever has no room."""


class ActionBar(Panel):
    """Its buttons are the offers of the controller."""

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self.keymap = keymap
        self.title = self.hint = ""
        self.notice: Refusal | None = None
        self._offers: list[ActionButton] = []

    def layout(self, rect: pygame.Rect) -> None:
        """Fit the buttons anew."""
        super().layout(rect)
        self._place()

    def show(self, title: str, hint: str, offers: list[ActionButton], notice: Refusal | None) -> None:
        """Offer these buttons, with a title and a hint."""
        if offers != self._offers:
            self._offers = offers
            self._place()
        self.title, self.hint, self.notice = title, hint, notice
        self.offer((title, hint, tuple(offers), notice))

    def _place(self) -> None:
        """Buttons from the left, the last at the right end; where they would not fit, without keys or in two rows."""
        offers = self._offers
        room, gap = self.rect.width - px(20), px(8)
        widths = [max(px(84), self._width(offer)) for offer in offers]
        if sum(widths) + gap * (len(widths) - 1) > room:
            widths = [text_size(offer.label, "button")[0] + px(20) for offer in offers]
        rows = _rows(widths, room, gap)
        if len(rows) > MOST_ROWS:
            widths = _narrowed(offers, widths, MOST_ROWS * room - gap * len(widths) - max(widths))
            rows = _rows(widths, room, gap)
        old = {widget.name: widget for widget in self.group.widgets}
        high = px(38) if len(rows) < 2 else (px(54) - px(4) * (len(rows) - 1)) // len(rows)
        top = self.rect.bottom - px(8 if len(rows) < 2 else 4) - len(rows) * high - px(4) * (len(rows) - 1)
        made: list[Widget] = []
        for number, row in enumerate(rows):
            left = self.rect.left + px(10)
            for index in row:
                if index == len(offers) - 1 and len(offers) > 2 and offers[index].name == "end":
                    left = self.rect.right - px(10) - widths[index]
                rect = pygame.Rect(left, top + number * (high + px(4)), widths[index], high)
                made.append(self._button(offers[index], rect, old.get(offers[index].name)))
                left += widths[index] + gap
        self.group.widgets = made
        self.stale = True

    def _width(self, offer: ActionButton) -> int:
        key = text_size(self.keymap.shown(offer.command), "tiny")[0] + px(6) if offer.command else 0
        return text_size(offer.label, "button")[0] + px(28) + 2 * key

    def _button(self, offer: ActionButton, rect: pygame.Rect, old: Widget | None) -> Button:
        button = Button(offer.name, rect, offer.label, kind=offer.kind, hint=offer.hint)
        button.lit = offer.lit
        if old is not None:
            button.hovered, button.pressed = rect.collidepoint(old.rect.center) and old.hovered, old.pressed
        if offer.refusal is not None:
            button.set_enabled(False, _said(offer.refusal))
        return button

    def pressed_by(self, command: str) -> ActionButton | None:
        """The offer that a command presses."""
        return next((offer for offer in self._offers if offer.command == command), None) if command else None

    def under(self, pos: tuple[int, int]) -> ActionButton | None:
        """The offer under a point, on or off."""
        widget = self.group.at(pos)
        return next((offer for offer in self._offers if widget is not None and offer.name == widget.name), None)

    def paint(self, canvas: pygame.Surface) -> None:
        """Title and hint above the buttons; a refusal in their place."""
        super().paint(canvas)
        top = self.rect.top + px(16)
        left, room = self.rect.left + px(14), self.rect.width - px(28)
        rect = draw_text(canvas, (left, top), self.title, "strong", TEXT, anchor="midleft", width=room // 2)
        pos = (rect.right + px(16), top)
        width = room - rect.width - px(16)
        if self.notice is None:
            draw_text(canvas, pos, self.hint, "body", TEXT_SOFT, anchor="midleft", width=width)
            return
        line = f"No: {_said(self.notice)}"
        draw_text(canvas, pos, line, "strong", mix_colors(DANGER, WARN, 0.3), anchor="midleft", width=width)

    def draw(self, canvas: pygame.Surface) -> None:
        """Buttons with the keys that press them."""
        was = self.dirty
        super().draw(canvas)
        if not was:
            return
        for offer in self._offers:
            rect = self.group[offer.name].rect
            key = self.keymap.shown(offer.command) if offer.command else ""
            if key and rect.width > text_size(offer.label, "button")[0] + px(20):
                draw_text(canvas, (rect.right - px(6), rect.top + px(4)), key, "tiny", TEXT_SOFT, anchor="topright")


def _rows(widths: list[int], room: int, gap: int) -> list[list[int]]:
    """The buttons of each row, as many in a row as fit."""
    rows: list[list[int]] = [[]]
    used = 0
    for index, width in enumerate(widths):
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0
        rows[-1].append(index)
        used += width + gap
    return rows


def _narrowed(offers: list[ActionButton], widths: list[int], room: int) -> list[int]:
    """Widths that share a room, none so narrow that its label could not be told."""
    least = [text_size(f"{offer.label[:READABLE]}…", "button")[0] + px(18) for offer in offers]
    total = sum(widths)
    return [min(width, max(low, width * room // total)) for low, width in zip(least, widths, strict=True)]


def _said(refusal: Refusal) -> str:
    return f"{refusal.reason}  ({refusal.cited})" if refusal.cited else refusal.reason


# --- phase bar ---
# The bar across the top: scenario, phases of the turn, scores, whose go it is, undo and menu.

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
    return f"Changed options: {'; '.join(changed[:MOST_LISTED])}{more}."


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

    def show(self, state: State, asked: int | None, undo: Refusal | None, coach: Refusal | None = None) -> None:
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
        self.points = state.scores if state.over else current_score(state).scores
        own = (0, 1) if state.viewer is None or state.over else (state.viewer,)
        known = [sum(model.card.tv for model in state.models.values() if model.owner == side) for side in (0, 1)]
        self.more = (0 not in own and known[0] < self.values[0], 1 not in own and known[1] < self.values[1])
        for side, hint in enumerate(self._hints):
            objective, victory = self.points[side]
            when = "At the end" if state.over else "Score if the game ended now"
            what = f"{objective:g} Objective and {victory:g} Victory Points"
            rest = " (visible models only)" if self.more[side] else ""
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
        x = draw_pill(canvas, (x, middle), said, BLADE, anchor="midleft").right + px(12)
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
        said = first.removeprefix(ALL) if first.startswith(ALL) else pluralize(len(self.changed), "option")
        rect = draw_pill(canvas, (x, self.rect.centery), said, TEXT_FAINT, anchor="midleft")
        self._rules.rect, self._rules.visible = rect, True
        return rect.right + px(12)

    def _score(self, side: int) -> str:
        objective, victory = self.points[side]
        return f"{objective:g} · {victory:g}{'+' if self.more[side] else ''} VP"

    def _wanted(self, side: int) -> int:
        """The width in which nothing of a side is cut."""
        return px(MARGINS) + text_size(self.names[side], "strong")[0] + text_size(self._score(side), "strong")[0]

    def _side(self, canvas: pygame.Surface, rect: pygame.Rect, side: int, asked: object) -> None:
        look, score = SIDES[side], self._score(side)
        hint = self._hints[side]
        hint.rect, hint.visible = rect, True
        draw_side_badge(canvas, (rect.left + px(8), rect.centery), look.main, look.hatched, px(6))
        color = look.main if asked == side else TEXT_FAINT
        width = rect.width - px(MARGINS) - text_size(score, "strong")[0]
        at = (rect.left + px(20), rect.centery)
        name = draw_text(canvas, at, self.names[side], "strong", color, anchor="midleft", width=width)
        draw_text(canvas, (name.right + px(8), rect.centery), score, "strong", look.light, anchor="midleft")
        if asked == side:
            canvas.fill(look.main, (rect.left, rect.bottom - px(4), name.right - rect.left, px(3)))


# --- replay bar ---
# The bar below a replay: buttons, a slider with the turns, and what the answer that it stands after brought about.

_SIGNS = {"back": "<", "step": ">", "turn back": "<<", "turn": ">>"}
_HINTS = {
    "first": "To the beginning", "back": "Previous step", "step": "Next step", "last": "To the end",
    "turn back": "Previous turn", "turn": "Next turn",
}  # fmt: skip


class TurnSlider(Slider):
    """A slider with a tick where each turn begins."""

    turns: tuple[tuple[int, int], ...] = ()

    def draw(self, surface: pygame.Surface) -> None:
        """The numbers of the turns stand over their ticks where there is room."""
        super().draw(surface)
        run, end = self.track_rect, self.rect.left
        for turn, at in self.turns:
            x = run.left + round(run.width * (at - self.low) / max(1.0, self.high - self.low))
            surface.fill(TEXT_SOFT, (x, run.top - px(5), max(1, px(1)), run.height + px(8)))
            if x - px(10) > end and self.rect.left + px(70) < x < self.rect.right - px(90):
                end = draw_text(surface, (x, run.top - px(5)), f"T{turn}", "tiny", TEXT_FAINT, anchor="midbottom").right


class ReplayBar(Panel):
    """Slider and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.said = ""

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons left, slider in the middle, playing on at the right."""
        super().layout(rect)
        entries = (("first", "|<", 44), ("back", "< Step", 84), ("play", "Play", 96), ("step", "Step >", 84),
                   ("last", ">|", 44), ("turn back", "<< Turn", 90), ("turn", "Turn >>", 90))  # fmt: skip
        narrow = rect.width < px(1000)  # signs alone, so that the slider has room
        x, made = rect.left + px(12), []
        for name, label, wide in entries:
            if narrow:
                label, wide = _SIGNS.get(name, label), 44 if name in _SIGNS else min(wide, 80)
            where = pygame.Rect(x, rect.bottom - px(46), px(wide), px(38))
            made.append(Button(name, where, label, hint=_HINTS.get(name, "")))
            x += px(wide) + px(6)
        wide, label = (92, "Play on") if narrow else (150, "Play on from here")
        place = pygame.Rect(rect.right - px(122 + wide), rect.bottom - px(46), px(wide), px(38))
        keep = Button("on", place, label, hint="Start a new game from this position")
        wide = 60 if narrow else 106
        edit = pygame.Rect(keep.rect.left - px(wide + 6), keep.rect.top, px(wide), px(38))
        label = "Edit" if narrow else "Edit a copy"
        copy = Button("edit", edit, label, hint="A scenario of this position, in the editor")
        wide, label = (72, "Rehearse") if narrow else (92, "Rehearse")
        ahead = pygame.Rect(copy.rect.left - px(wide + 6), keep.rect.top, px(wide), px(38))
        ask = Button("rehearse", ahead, label, hint="Computer players play many games from here")
        leave = Button("leave", pygame.Rect(rect.right - px(114), rect.bottom - px(46), px(102), px(38)), "Leave")
        old = self.group.widgets[-1] if self.group.widgets else None
        run = pygame.Rect(x + px(8), rect.bottom - px(50), ahead.left - x - px(20), px(42))
        slider = TurnSlider("at", run, "" if narrow else "Answer", 0, 1, 0)
        if isinstance(old, Slider):
            slider.high, slider.value = old.high, old.value
        place = pygame.Rect(rect.right - px(114), rect.top + px(4), px(102), px(26))
        chances = Button("chances", place, "Chances", hint="The curve of chances, and where the game turned")
        self.group.widgets = [*made, chances, ask, copy, keep, leave, slider]

    def show(self, at: int, length: int, playing: bool, said: str, turns: tuple[tuple[int, int], ...]) -> None:
        """Where it stands."""
        slider, play = self.group["at"], self.group["play"]
        assert isinstance(slider, TurnSlider) and isinstance(play, Button)
        if not slider.pressed:
            slider.value = float(at)
        slider.high = float(max(1, length))
        play.label, play.lit, self.said = "Pause" if playing else "Play", playing, said
        slider.turns = turns
        slider.show = lambda value: f"{value:g} of {length}"
        self.offer((at, length, playing, said, turns))

    def paint(self, canvas: pygame.Surface) -> None:
        """What happens at this moment."""
        super().paint(canvas)
        pos = (self.rect.left + px(14), self.rect.top + px(16))
        rect = draw_text(canvas, pos, "REPLAY", "strong", TEXT, anchor="midleft")
        pos = (rect.right + px(14), rect.centery)
        draw_text(canvas, pos, self.said, "body", TEXT_SOFT, anchor="midleft", width=self.rect.right - pos[0] - px(126))
