"""The bars at the edges of a battle: the action bar, the phase bar, and the bar of a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.frozen import frozen
from jovian.game import Refusal, Score, State
from jovian.rules.basics.rolls import join_words, pluralize
from jovian.rules.scenario.objectives import Value, fleet_left
from jovian.rules.sequence.sequence import GameScore, current_score
from jovian.rules.setup.edition import chosen_words
from jovian.ui.kit.draw import (
    draw_phase_steps,
    draw_pill,
    draw_side_badge,
    key_cap_width,
    phase_steps_width,
    pill_size,
)
from jovian.ui.kit.fonts import draw_citation, draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.theme import BLADE, DANGER, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import BUTTON_PAD, CAP_GAP, Button, Signal, Slider, Widget, button_rows
from jovian.ui.panels.panel import CanvasPanel, Press, press_button, renew_presses
from jovian.ui.session.keymap import Keymap

# --- Action bar ---

PAD, GAP = 10, 6
"""Space at the edges of the action bar, and between its buttons."""
ROW_HEIGHTS = (38, 32, 26)
"""Heights of a row of buttons. Lower rows are used if there are many."""
HINT_LINES = 2
"""Lines that are kept free for the hint. A longer one gets more, and keeps them until the question changes."""
MIN_BUTTON_WIDTH = 84
BADGE = 20
"""Width of the badge of the deciding side, with the space after it."""
Offers = list[Press]


class ActionBar(CanvasPanel):
    """The bar at the end of the right column: the question, how to answer it, the buttons, and why a click was refused.

    The suggested answer is at the lower left, and the button that ends or declines at the lower right.
    """

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self.keymap = keymap
        self.title = self.hint = ""
        self.side: int | None = None
        """The side that decides, None if no badge is shown."""
        self.notice: Refusal | None = None
        self._offers: Offers = []
        self._hint_lines = HINT_LINES
        self._is_below_sheet = False
        """Whether a sheet above the bar shows the question."""
        self._has_hint = True
        """Whether there is space for the hint. The buttons come first."""

    def layout(self, rect: pygame.Rect) -> None:
        """Place the bar and its buttons."""
        super().layout(rect)
        self._place()

    def show(
        self, title: str, hint: str, offers: Offers, notice: Refusal | None, side: int | None = None, *,
        below_sheet: bool = False,
    ) -> None:  # fmt: skip
        """Show a question with its hint, buttons, and a refusal. A sheet above the bar shows the question itself."""
        is_new = offers != self._offers
        if title != self.title:
            self._hint_lines = HINT_LINES
        self.title, self.hint, self.notice, self.side = title, hint, notice, side
        self._offers, self._is_below_sheet = offers, below_sheet
        if is_new:
            self._place()
        else:
            renew_presses(self.group.widgets, offers)
        self.offer((title, hint, tuple(offers), notice, side, below_sheet))

    def wanted(self, width: int, max_height: int) -> int:
        """Return the height that the bar needs at a width, at most `max_height`. A long hint gets more lines."""
        hint_lines = len(wrap(self.hint, "body", width - 2 * px(PAD))) if self.hint else 0
        self._hint_lines = max(self._hint_lines, hint_lines)
        body, foot, row_height = self._rows(width, max_height)
        count = len(body) + bool(foot)
        buttons = count * (row_height + px(GAP)) - px(GAP) if count else 0
        return min(max_height, self._text_height(width) + buttons + 2 * px(PAD))

    def _text_height(self, width: int) -> int:
        """Return the height of the question, and of the hint or the refusal."""
        notice = len(self._notice_lines(width)) * line_height("strong")
        notice += line_height("small") if self.notice is not None and self.notice.cited else 0
        if self._is_below_sheet:
            return notice + px(GAP) if notice else 0
        hint = self._hint_lines * line_height("body") if self._has_hint else 0
        return len(self._title_lines(width)) * line_height("heading") + px(4) + max(hint, notice) + px(GAP)

    def _title_lines(self, width: int) -> tuple[str, ...]:
        badge = px(BADGE) if self.side is not None else 0
        return wrap(self.title, "heading", width - 2 * px(PAD) - badge)

    def _notice_lines(self, width: int) -> tuple[str, ...]:
        return wrap(self.notice.reason, "strong", width - 2 * px(PAD)) if self.notice is not None else ()

    def _rows(self, width: int, max_height: int) -> tuple[list[Offers], Offers, int]:
        """Return the buttons of each row, those of the last row (the answer and the end), and the height of a row.

        If the last row has only one of both, other buttons may join it. If both don't fit, the answer is above the end.
        """
        foot = [offer for offer in self._offers if offer.command == "confirm"][:1]
        foot += [offer for offer in self._offers[-1:] if offer.is_last and offer not in foot]
        body = [offer for offer in self._offers if offer not in foot]
        inner = width - 2 * px(PAD)
        indices = button_rows([self._width(offer) for offer in body], inner, px(GAP)) if body else []
        joined = [body[index] for index in indices[-1]] if indices and len(foot) == 1 else []
        if joined and sum(self._width(offer) + px(GAP) for offer in (*joined, *foot)) - px(GAP) <= inner:
            foot = [*joined, *foot] if foot[0].is_last else [*foot, *joined]
            body, indices = body[: -len(joined)], indices[:-1]
        elif sum(self._min_width(offer) + px(GAP) for offer in foot) - px(GAP) > inner and len(foot) > 1:
            body, indices, foot = [*body, foot[0]], [*indices, [len(body)]], foot[1:]
        count = len(indices) + bool(foot)
        for self._has_hint in (True, False):
            available = max_height - self._text_height(width) - 2 * px(PAD)
            heights = [height for height in map(px, ROW_HEIGHTS) if count * (height + px(GAP)) - px(GAP) <= available]
            if heights:
                break
        if not heights and body:  # Too many rows: put more buttons into each.
            row_count = max(1, available // (px(ROW_HEIGHTS[-1]) + px(GAP)) - bool(foot))
            in_row = -(-len(body) // row_count)
            indices = [list(range(start, min(start + in_row, len(body)))) for start in range(0, len(body), in_row)]
        rows = [[body[index] for index in row] for row in indices]
        return rows, foot, heights[0] if heights else px(ROW_HEIGHTS[-1])

    def _place(self) -> None:
        """Place the rows at the lower edge. Buttons fill their row, except the two of the last row."""
        if not self.rect.width:
            return
        body, foot, height = self._rows(self.rect.width, self.rect.height)
        rows = [*body, foot] if foot else body
        old = {widget.name: widget for widget in self.group.widgets}
        inner, gap, buttons = self.rect.width - 2 * px(PAD), px(GAP), []
        top = self.rect.bottom - px(PAD) - len(rows) * (height + gap) + gap
        for number, row in enumerate(rows):
            fill = row is not foot and len(row) > 1
            limits = [(self._min_width(offer), self._width(offer)) for offer in row]
            widths = _spread(limits, inner - gap * (len(row) - 1), fill=fill)
            left, y = self.rect.left + px(PAD), top + number * (height + gap)
            for offer, width in zip(row, widths, strict=True):
                if row is foot and offer.is_last:
                    left = self.rect.right - px(PAD) - width
                rect = pygame.Rect(left, y, width, height)
                buttons.append(self._button(offer, rect, old.get(offer.name)))
                left += width + gap
        self.group.widgets = buttons
        self.stale = True

    def _width(self, offer: Press) -> int:
        """Return the width of a button with its key."""
        key = self.keymap.key_label(offer.command) if offer.command else ""
        cap_width = key_cap_width(key) + px(CAP_GAP) if key else 0
        return max(px(MIN_BUTTON_WIDTH), text_size(offer.label, "button")[0] + cap_width + 2 * px(BUTTON_PAD + 2))

    def _min_width(self, offer: Press) -> int:
        """Return the smallest width of a button whose label isn't cut."""
        return text_size(offer.label, "button")[0] + 2 * px(BUTTON_PAD)

    def _button(self, offer: Press, rect: pygame.Rect, old: Widget | None) -> Widget:
        button = press_button(offer, rect)
        button.cap = self.keymap.key_label(offer.command) if offer.command else ""
        if old is not None:
            button.hovered, button.pressed = rect.collidepoint(old.rect.center) and old.hovered, old.pressed
            button.focused = old.focused
        return button

    @property
    def presses(self) -> Sequence[Press]:
        """The buttons of the bar."""
        return self._offers

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the question and the hint above the buttons. A refusal replaces the hint."""
        super().paint(canvas)
        left, y, width = self.rect.left + px(PAD), self.rect.top + px(PAD), self.rect.width - 2 * px(PAD)
        if not self._is_below_sheet:
            start = left
            if self.side is not None:
                look = SIDES[self.side]
                draw_side_badge(canvas, (left + px(7), y + line_height("heading") // 2), look.main, look.hatched, px(6))
                start += px(BADGE)
            for line in self._title_lines(self.rect.width):
                draw_text(canvas, (start, y), line, "heading", TEXT)
                y += line_height("heading")
            y += px(4)
        if self.notice is not None:
            for line in self._notice_lines(self.rect.width):
                draw_text(canvas, (left, y), line, "strong", mix_colors(DANGER, WARN, 0.3), width=width)
                y += line_height("strong")
            if self.notice.cited:
                key = self.keymap.key_label("help")
                space = width - text_size(key, "small")[0] - px(8)
                end = draw_citation(canvas, (left, y), self.notice.cited, width=space)
                draw_text(canvas, (end.right + px(8), y), key, "small", TEXT_SOFT)
        elif not self._is_below_sheet and self._has_hint:
            area = pygame.Rect(left, y, width, self._hint_lines * line_height("body"))
            draw_wrapped(canvas, area, self.hint, "body", TEXT_SOFT)


def _spread(limits: list[tuple[int, int]], width: int, *, fill: bool) -> list[int]:
    """Return widths that fit into a total width. With `fill` they add up to it.

    `limits` are the smallest and the preferred width of each button.
    """
    smallest, total = sum(least for least, _ in limits), sum(preferred for _, preferred in limits)
    if smallest > width:
        return [max(1, least * width // smallest) for least, _ in limits]
    if total > width:
        spare, excess = width - smallest, total - smallest
        return [least + (preferred - least) * spare // excess for least, preferred in limits]
    return [preferred + (width - total) // len(limits) * fill for _, preferred in limits]


# --- Phase bar ---

NUMBER_GAP = 5
"""Pixels between a number of the bar and the words after it, unscaled."""
MARGINS = 40
"""Pixels around the name and the points of a side, unscaled."""
NARROW = 1000
"""Width of the bar in unscaled pixels below which its buttons are small."""
ALL = "all as "
"""The start of the text on options that all follow one edition."""
MAX_LOSSES = 4
"""Losses of a fleet that its tooltip lists."""
LEADS, WON = "leads", "won"
MAX_LISTED = 14
"""Options that the tooltip lists."""
PHASES = (("deployment", "Deployment"), ("activation", "Activation"), ("end", "End"))
PHASE_HINTS = {
    "Deployment": "The sides take turns to place models. v1.2.4 Sequence > Deployment Phase",
    "Activation": "The sides take turns to activate a model. v1.2.4 Sequence > Activation Phase",
    "End": "States end, and victory is checked. v1.2.4 Sequence > End Phase",
}
TURN_PLACE = "v1.2.4 Sequence > Initiative"


class Hint(Widget):
    """A part of the bar with a tooltip."""

    @property
    def focusable(self) -> bool:
        """Whether Tab reaches it."""
        return False


@frozen
class BarWords:
    """How much the bar says of each side."""

    is_long: bool
    has_pill: bool


SHORTER = (BarWords(True, True), BarWords(False, True), BarWords(False, False))
"""From the longest texts to the shortest."""


@frozen
class FleetStatus:
    """What the bar tells of the fleet of a side, as far as the viewer knows it."""

    left: int
    """The Threat Value that is left."""
    whole: int
    """The Threat Value of all its models."""
    more: bool
    """Whether the side may have models that the viewer hasn't seen."""
    is_arriving: bool
    """Whether its models are being deployed."""
    lead: str
    """The word for the side that leads or has won, "" for the other one and before anything is lost in turn 1."""

    @property
    def notes(self) -> tuple[str, str]:
        """The words after the number, long and short."""
        if not self.more:
            return f"of {self.whole} left", "left"
        if not self.whole:
            return "none seen yet", "none seen"
        return "left of those seen", "seen" if self.is_arriving else "left"


def _lost_words(losses: list[Value]) -> str:
    """Return what the losses of a fleet are, the largest first."""
    losses = sorted(losses, key=lambda value: value.points - value.tv)
    words = [f"{value.tv - value.points} for {value.name} ({value.why})" for value in losses[:MAX_LOSSES]]
    rest = sum(value.tv - value.points for value in losses[MAX_LOSSES:])
    return join_words([*words, *([f"{rest} for others"] if rest else [])])


def _fleet_hint(name: str, status: FleetStatus, losses: list[Value], score: GameScore, side: int, over: bool) -> str:
    """Return the tooltip on a side: the remaining Threat Value, losses, and its points if the game ended now."""
    seen = " of the models that you have seen" if status.more else ""
    objective, victory = score.scores[side]
    start = f"side {side}: "
    reasons = join_words([text.removeprefix(start) for text in score.reasons if text.startswith(start)])
    points = pluralize(int(objective), "Objective Point") + (f" ({reasons})" if reasons else "")
    return "\n".join(filter(None, (
        f"{name}: {status.left} of {status.whole} Threat Value left{seen}.",
        f"Lost: {_lost_words(losses)}." if losses else "",
        f"{'At the end' if over else 'If the game ended now'}: {points} and {victory:g} Victory Points. "
        "Objective Points decide first.",
        "Models that you haven't seen may change these points." if status.more else "",
    )))  # fmt: skip


def _changed_hint(changed: list[str]) -> str:
    """Return the tooltip on changed options."""
    rest = len(changed) - MAX_LISTED
    more = f"; and {rest} more" if rest > 0 else ""
    return f"Changed options: {'; '.join(changed[:MAX_LISTED])}{more}."


class PhaseBar(CanvasPanel):
    """The bar at the top: scenario, phases, scores, and the buttons `undo`, `keys`, `menu`, and perhaps `coach`."""

    def __init__(
        self, names: tuple[str, str], title: str, values: tuple[int, int] = (0, 0),
        options: Mapping[str, str] | None = None, presses: Sequence[Press] = (),
    ) -> None:  # fmt: skip
        """Create the bar. `presses` are its buttons, from the left."""
        super().__init__()
        self._presses = presses
        self.names = names
        self.values = values
        """The Threat Value limit of each side."""
        self._scored_state: State | None = None
        self.points = Score(0.0, 0.0), Score(0.0, 0.0)
        """The score of both sides if the game ended now, as far as the viewer knows."""
        self.fleets = (FleetStatus(0, 0, False, False, ""),) * 2
        """The remaining Threat Value of both fleets, and who leads."""
        self._hints = [Hint(f"score {side}", pygame.Rect(0, 0, 0, 0)) for side in (0, 1)]
        self._turn_hint = Hint("turn hint", pygame.Rect(0, 0, 0, 0))
        self._phase_hints = {label: Hint(f"phase hint {key}", pygame.Rect(0, 0, 0, 0)) for key, label in PHASES}
        for label, hint in self._phase_hints.items():
            hint.hint = PHASE_HINTS[label]
        self.changed = chosen_words(options or {})
        """Descriptions of the changed options."""
        self._rules = Hint("options", pygame.Rect(0, 0, 0, 0))
        self._rules.hint = _changed_hint(self.changed)
        self.title = title
        self._turn_now: tuple[object, ...] = ()

    def layout(self, rect: pygame.Rect) -> None:
        """Place the buttons at the right end. In a narrow bar they are smaller to leave space for names."""
        super().layout(rect)
        narrow = rect.width < px(NARROW)
        width = max(px(60 if narrow else 72), text_size("Coach", "button")[0] + px(18))
        gap, top = px(2 if narrow else 8), rect.top + px(7)
        place, buttons = pygame.Rect(rect.right - px(10) - width, top, width, rect.height - px(14)), list[Widget]()
        for press in reversed(self._presses):
            buttons.insert(0, press_button(press, place))
            place = place.move(-(width + gap), 0)
        hints = (*self._hints, self._rules, self._turn_hint, *self._phase_hints.values())
        for hint in hints:
            # They are invisible until they are drawn.
            hint.rect, hint.visible = pygame.Rect(rect.topleft, (0, 0)), False
        self.group.widgets = [*buttons, *hints]

    def show(self, state: State, asked: int | None, undo: Refusal | None, coach: Refusal | None = None) -> None:
        """Show the turn, the phase, and the score, and why undo and coach are disabled."""
        refusals = {"undo": undo, "coach": coach}
        for button, press in zip(self.group.widgets, self._presses, strict=False):
            refusal = refusals.get(press.command)
            button.set_enabled(refusal is None, refusal.reason if refusal else "")
        self._update_score(state)
        self._turn_now = (state.turn, state.scenario.turns, state.phase, self.points, self.fleets, asked)
        first = self.names[state.initiative]
        words = f"{first} has initiative: it goes first in every phase of every turn. {TURN_PLACE}"
        self._turn_hint.hint = words if state.turn else ""
        self.offer(self._turn_now)

    def _update_score(self, state: State) -> None:
        """Compute the score with the rules for the end of the game."""
        if state is self._scored_state:
            return
        self._scored_state = state
        score = current_score(state)
        if state.over:
            score = GameScore(state.scores, score.reasons)
        self.points = score.scores
        is_deploying = state.phase == PHASES[0][0] and not state.over
        values = fleet_left(state, 0), fleet_left(state, 1)
        losses = [[value for value in side_values if value.points < value.tv] for side_values in values]
        is_even = is_deploying or (state.turn <= 1 and not any(losses) and not state.over)
        first, second = self.points
        ahead = None if first == second or is_even else int(second > first)
        own = (0, 1) if state.viewer is None or state.over else (state.viewer,)
        fleets = []
        for side, hint in enumerate(self._hints):
            whole, left = sum(value.tv for value in values[side]), sum(value.points for value in values[side])
            lead = (WON if state.over else LEADS) if ahead == side else ""
            more = side not in own and whole < self.values[side]
            status = FleetStatus(left, whole, more, is_deploying, lead)
            hint.hint = _fleet_hint(self.names[side], status, losses[side], score, side, state.over)
            fleets.append(status)
        self.fleets = fleets[0], fleets[1]

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw title, phases, and sides. If space is short, omit the title and all phases but the current one."""
        super().paint(canvas)
        turn, turns, phase, _, _, asked = self._turn_now
        limit = self.group.widgets[0].rect.left - px(4)
        middle = self.rect.centery
        x = self.rect.left + px(14)
        if self.rect.width >= px(1400):
            pos = (x, middle)
            x = draw_text(canvas, pos, self.title, "heading", TEXT, anchor="midleft", width=px(220)).right + px(16)
        label = f"Turn {max(1, turn)} of {turns}" if isinstance(turn, int) else ""
        pill = draw_pill(canvas, (x, middle), label, BLADE, anchor="midleft")
        self._turn_hint.rect, self._turn_hint.visible = pill, True
        x = pill.right + px(12)
        x = self._mark_options(canvas, x)
        current = next((n for n, (key, _) in enumerate(PHASES) if key == phase), -1)
        steps = [label for _, label in PHASES]
        space = limit - x - px(12)
        needed = [sum(self._wanted(side, words) for side in (0, 1)) for words in SHORTER]
        if space - phase_steps_width(steps, px(26)) < needed[-1]:
            steps, current = steps[max(0, current) : current + 1], 0
        space -= phase_steps_width(steps, px(26)) if steps else 0
        words = next((words for words, width in zip(SHORTER, needed, strict=True) if width <= space), SHORTER[-1])
        side_widths = (self._wanted(0, words), self._wanted(1, words))
        placed = draw_phase_steps(canvas, pygame.Rect(x, middle - px(13), 0, px(26)), steps, current)
        for label, hint in self._phase_hints.items():
            hint.visible = label in steps and bool(placed)
            hint.rect = placed[steps.index(label)].inflate(-px(10), 0) if hint.visible else hint.rect
        x = placed[-1].right + px(12) if placed else x
        width = max(0, limit - x)
        # A side gets no more than it needs if the other one needs it.
        min_split, max_split = sorted((side_widths[0], width - side_widths[1]))
        split = min(max(width // 2, min_split), max_split)
        self._side(canvas, pygame.Rect(x, self.rect.top, split, self.rect.height), 0, asked, words)
        self._side(canvas, pygame.Rect(x + split, self.rect.top, width - split, self.rect.height), 1, asked, words)

    def _mark_options(self, canvas: pygame.Surface, x: int) -> int:
        """Draw a label with a tooltip if options are changed, and return where the next part starts."""
        if not self.changed:
            return x
        first = self.changed[0]
        label = first.removeprefix(ALL) if first.startswith(ALL) else pluralize(len(self.changed), "option")
        rect = draw_pill(canvas, (x, self.rect.centery), label, TEXT_FAINT, anchor="midleft")
        self._rules.rect, self._rules.visible = rect, True
        return rect.right + px(12)

    def _texts(self, side: int, words: BarWords) -> tuple[str, str, str]:
        """Return the number of a side, the words after it, and the text of its pill."""
        fleet = self.fleets[side]
        note = fleet.notes[0 if words.is_long else 1]
        if fleet.lead and not words.has_pill:
            note = fleet.lead
        return f"{fleet.left}" if fleet.whole else "", note, fleet.lead if words.has_pill else ""

    def _score_width(self, side: int, words: BarWords) -> int:
        """Return the width of what follows the name of a side."""
        number, note, pill = self._texts(side, words)
        widths = (text_size(number, "strong")[0], text_size(note, "label")[0], pill_size(pill)[0] if pill else 0)
        return sum(widths) + px(NUMBER_GAP) * sum(1 for width in widths[1:] if width)

    def _wanted(self, side: int, words: BarWords) -> int:
        """Return the width in which a side's texts are not cut."""
        return px(MARGINS) + text_size(self.names[side], "strong")[0] + self._score_width(side, words)

    def _side(self, canvas: pygame.Surface, rect: pygame.Rect, side: int, asked: object, words: BarWords) -> None:
        look, middle = SIDES[side], rect.centery
        hint = self._hints[side]
        hint.rect, hint.visible = rect, True
        draw_side_badge(canvas, (rect.left + px(8), middle), look.main, look.hatched, px(6))
        color = look.main if asked == side else TEXT_FAINT
        width = rect.width - px(MARGINS) - self._score_width(side, words)
        pos = (rect.left + px(20), middle)
        name = draw_text(canvas, pos, self.names[side], "strong", color, anchor="midleft", width=width, may_shrink=True)
        number, note, pill = self._texts(side, words)
        x = name.right + px(8)
        if number:
            number_rect = draw_text(canvas, (x, middle), number, "strong", look.light, anchor="midleft")
            x = number_rect.right + px(NUMBER_GAP)
        x = draw_text(canvas, (x, middle), note, "label", TEXT_SOFT, anchor="midleft").right + px(NUMBER_GAP)
        if pill:
            draw_pill(canvas, (x, middle), pill, BLADE, anchor="midleft")
        if asked == side:
            canvas.fill(look.main, (rect.left, rect.bottom - px(4), name.right - rect.left, px(3)))


# --- Replay bar ---

SHARE = ("share", "Share", "Write the game as a web page, which opens in any browser")
"""The button that shares a game: name, label, and hint."""
SLIDER_HEIGHT, CAPTION_LINES = 44, 2


class TurnSlider(Slider):
    """A slider with a tick where each turn begins."""

    turns: tuple[tuple[int, int], ...] = ()
    """Pairs of a turn and the step at which it starts."""
    seek: Callable[[float], object]
    """What gets the chosen step."""

    def handle(self, event: pygame.event.Event) -> Signal | None:
        signal = super().handle(event)
        return Signal(self.name, partial(self.seek, signal.value)) if signal is not None else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the slider, and the numbers of the turns above their ticks if there is space."""
        super().draw(surface)
        track, end = self.track_rect, self.rect.left
        for turn, step in self.turns:
            x = track.left + round(track.width * (step - self.low) / max(1.0, self.high - self.low))
            surface.fill(TEXT_SOFT, (x, track.top - px(5), max(1, px(1)), track.height + px(8)))
            if x - px(10) > end and self.rect.left + px(70) < x < self.rect.right - px(90):
                pos = (x, track.top - px(5))
                end = draw_text(surface, pos, f"T{turn}", "tiny", TEXT_FAINT, anchor="midbottom").right


class ReplayBar(CanvasPanel):
    """The bar at the end of the right column of a replay: what the step did, a slider with the turns, and buttons.

    `transport` are the buttons of the first row, each with a sign instead of its label for narrow bars. `others` are in
    the rows below, and `seek` gets the step that is chosen with the slider.
    """

    def __init__(
        self, transport: Sequence[tuple[str, Press]], others: Sequence[Press], seek: Callable[[float], object]
    ) -> None:
        super().__init__()
        self._transport, self._others, self._seek = transport, others, seek
        self.text = ""

    @property
    def presses(self) -> list[Press]:
        """All buttons of the bar."""
        return [*(press for _, press in self._transport), *self._others]

    def wanted(self, width: int) -> int:
        """Return the height that the bar needs at a width."""
        rows = 1 + len(self._rows(width))
        text = line_height("heading") + px(4) + CAPTION_LINES * line_height("body") + px(GAP)
        return text + px(SLIDER_HEIGHT + GAP) + rows * px(ROW_HEIGHTS[0] + GAP) - px(GAP) + 2 * px(PAD)

    def _rows(self, width: int) -> list[list[int]]:
        """Return the indices of the buttons of each row below the first one."""
        return button_rows([self._width(press) for press in self._others], width - 2 * px(PAD), px(GAP))

    def _first_row(self, width: int) -> list[tuple[Press, int]]:
        """Return the buttons of the first row with their widths. If the labels don't fit, they have signs."""
        wide = [press for _, press in self._transport]
        for presses in (wide, [replace(press, label=sign) for sign, press in self._transport]):
            row = [(press, text_size(press.label, "button")[0] + px(12)) for press in presses]
            if sum(needed for _, needed in row) + px(GAP) * (len(row) - 1) <= width:
                break
        return row

    def _width(self, press: Press) -> int:
        return max(px(MIN_BUTTON_WIDTH), text_size(press.label, "button")[0] + 2 * px(BUTTON_PAD + 2))

    def layout(self, rect: pygame.Rect) -> None:
        """Place the slider below the text, and the rows of buttons below it. Each row is filled."""
        super().layout(rect)
        inner, gap, height = rect.width - 2 * px(PAD), px(GAP), px(ROW_HEIGHTS[0])
        rows = [self._first_row(inner)]
        rows += [[(self._others[n], self._width(self._others[n])) for n in row] for row in self._rows(rect.width)]
        top, buttons = rect.bottom - px(PAD) - len(rows) * (height + gap) + gap, list[Widget]()
        old = self.group.widgets[-1] if self.group.widgets else None
        track = pygame.Rect(rect.left + px(PAD), top - gap - px(SLIDER_HEIGHT), inner, px(SLIDER_HEIGHT))
        for number, row in enumerate(rows):
            left, y = rect.left + px(PAD), top + number * (height + gap)
            limits = [(width, width) for _, width in row]
            widths = _spread(limits, inner - gap * (len(row) - 1), fill=True)
            for (press, _), width in zip(row, widths, strict=True):
                buttons.append(press_button(press, pygame.Rect(left, y, width, height)))
                left += width + gap
        slider = TurnSlider("at", track, "Step", 0, 1, 0)
        slider.seek = self._seek
        if isinstance(old, Slider):
            slider.high, slider.value = old.high, old.value
        self.group.widgets = [*buttons, slider]

    def show(self, at: int, length: int, playing: bool, text: str, turns: tuple[tuple[int, int], ...]) -> None:
        """Show the current step with its text."""
        slider, play = self.group["at"], self.group["play"]
        assert isinstance(slider, TurnSlider) and isinstance(play, Button)
        if not slider.pressed:
            slider.value = float(at)
        slider.high = float(max(1, length))
        play.label, play.lit, self.text = "Pause" if playing else "Play", playing, text
        slider.turns = turns
        slider.show = lambda value: f"{value:g} of {length}"
        self.offer((at, length, playing, text, turns))

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text of the current step."""
        super().paint(canvas)
        left, y, width = self.rect.left + px(PAD), self.rect.top + px(PAD), self.rect.width - 2 * px(PAD)
        draw_text(canvas, (left, y), "Replay", "heading", TEXT)
        y += line_height("heading") + px(4)
        area = pygame.Rect(left, y, width, CAPTION_LINES * line_height("body"))
        draw_wrapped(canvas, area, self.text, "body", TEXT_SOFT)
