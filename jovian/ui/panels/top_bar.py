"""The bar at the top: menu, turn, both sides with the remaining Threat Value, the order of the turn, and the goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from jovian.frozen import frozen
from jovian.game import LogEntry, Refusal, Score, State
from jovian.rules.basics.rolls import join_words, pluralize
from jovian.rules.scenario.objectives import Value, fleet_left
from jovian.rules.sequence.sequence import GameScore, current_score, progress
from jovian.rules.setup.edition import chosen_words
from jovian.ui.kit.draw import draw_box, draw_pill, draw_side_badge, key_cap_width, pill_size
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import BLADE, SIDES, TARGET, TEXT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import BUTTON_PAD, CAP_GAP, Button, Signal, Widget
from jovian.ui.panels.objectives import BRIEFING, Names, heading, lines_of
from jovian.ui.panels.order_strip import OrderStrip
from jovian.ui.panels.panel import CanvasPanel, Press, press_button
from jovian.ui.session.keymap import Keymap

NUMBER_GAP, GAP = 5, 12
"""Pixels between a number of the bar and the words after it, and between two parts."""
MARGINS = 42
"""Pixels around the name and the points of a side."""
MENU_WIDTH, MIN_BUTTON = 30, 48
"""The width of the button of the menu, and the least one of others."""
ALL = "all as "
"""The start of the text on options that all follow one edition."""
MAX_LOSSES = 4
"""Losses of a fleet that its tooltip lists."""
LEADS, WON = "leads", "won"
MAX_LISTED = 14
"""Options that the tooltip lists."""
DEPLOYMENT = "deployment"
PHASES = {
    DEPLOYMENT: "Deployment: the sides take turns to place models.",
    "activation": "Activation: the sides take turns to activate a model.",
    "end": "End of the turn: states end, and victory is checked.",
}
"""What happens in each phase."""
TURN_PLACE = "v1.2.4 Sequence > Initiative"
SEEN = "Of the enemy's fleet, only the models that you have seen are counted."


class Hint(Widget):
    """A part of the bar with a tooltip. A press calls a function, if it has one."""

    press: Callable[[], object] | None = None

    @property
    def focusable(self) -> bool:
        """Whether Tab reaches it."""
        return False

    def handle(self, event: pygame.event.Event) -> Signal | None:
        return Signal(self.name, self.press) if self.track(event) and self.press is not None else None


@frozen
class BarWords:
    """How much the bar says."""

    has_goal: bool
    is_long: bool
    """Whether the words on a fleet are long."""
    has_pill: bool
    """Whether the side that leads has a pill."""
    has_names: bool = True
    """Whether the names of the sides are whole. Else they are their first words."""


SHORTER = (
    BarWords(True, True, True), BarWords(True, False, True), BarWords(False, False, True),
    BarWords(False, False, False), BarWords(False, False, False, False),
)  # fmt: skip
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
    """Return what the tooltip says about changed options."""
    if not changed:
        return ""
    rest = len(changed) - MAX_LISTED
    more = f"; and {rest} more" if rest > 0 else ""
    return f"Changed options: {'; '.join(changed[:MAX_LISTED])}{more}."


class TopBar(CanvasPanel):
    """The bar. Its presses are `menu` at the left, and the others at the right."""

    def __init__(
        self, names: Names, order: OrderStrip, keymap: Keymap, values: tuple[int, int] = (0, 0),
        options: Mapping[str, str] | None = None, presses: Sequence[Press] = (),
        open_briefing: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.names, self.values, self.order, self._keymap = names, values, order, keymap
        self._presses = presses
        self._scored_state: State | None = None
        self.points = Score(0.0, 0.0), Score(0.0, 0.0)
        """The score of both sides if the game ended now, as far as the viewer knows."""
        self.fleets = (FleetStatus(0, 0, False, False, ""),) * 2
        """The remaining Threat Value of both fleets, and who leads."""
        self.goal = ""
        """What gives points, in a few words."""
        self.objectives: tuple[str, ...] = ()
        """What each objective gives, and what both sides have of it."""
        self._hints = [Hint(f"score {side}", pygame.Rect(0, 0, 0, 0)) for side in (0, 1)]
        self._turn_hint, self._goal_hint = (Hint(name, pygame.Rect(0, 0, 0, 0)) for name in ("turn hint", "goal"))
        self._goal_hint.press = self._turn_hint.press = open_briefing
        self.changed = chosen_words(options or {})
        """Descriptions of the changed options."""
        self._buttons: list[Button] = []
        self._left = self._right = 0
        """Where the parts between the buttons begin and end."""
        self._now: tuple[object, ...] = ()

    def layout(self, rect: pygame.Rect) -> None:
        """Place the menu at the left, and the other buttons at the right."""
        super().layout(rect)
        height, self._right = max(px(TARGET), rect.height - px(12)), rect.right - px(8)
        top = rect.centery - height // 2
        self._left, self._buttons = rect.left + px(8), []
        for press in reversed(self._presses):
            key = self._keymap.key_label(press.command) if press.command != "menu" else ""
            cap = key_cap_width(key) + px(CAP_GAP) if key and rect.width >= px(1100) else 0
            width = max(px(MIN_BUTTON), text_size(press.label, "button")[0] + 2 * px(BUTTON_PAD) + cap)
            if press.command == "menu":
                button = press_button(press, pygame.Rect(self._left, top, px(MENU_WIDTH), height))
                self._left += px(MENU_WIDTH + GAP)
            else:
                button = press_button(press, pygame.Rect(self._right - width, top, width, height))
                self._right -= width + px(8)
            button.cap = key if cap else ""
            self._buttons.insert(0, button)
        hints = (*self._hints, self._turn_hint, self._goal_hint)
        for hint in hints:
            # They are invisible until they are drawn.
            hint.rect, hint.visible = pygame.Rect(rect.topleft, (0, 0)), False
        self.group.widgets = [*self._buttons, *hints]

    def show(
        self, state: State, events: Sequence[LogEntry], asked: int | None, undo: Refusal | None,
        coach: Refusal | None = None,
    ) -> None:  # fmt: skip
        """Show the turn, the order, and the score, and why undo and coach are disabled."""
        refusals = {"undo": undo, "coach": coach}
        for button, press in zip(self._buttons, self._presses, strict=False):
            refusal = refusals.get(press.command)
            button.set_enabled(refusal is None, refusal.reason if refusal else "")
        self.order.take(state, events)
        self._update_score(state)
        self._now = (state.turn, state.scenario.turns, state.phase, asked)
        first = f"{self.names[state.initiative]} has initiative: it goes first in every phase. {TURN_PLACE}"
        lines = (
            PHASES.get(state.phase, ""), first if state.turn else "", _changed_hint(self.changed), self._goal_hint.hint
        )  # fmt: skip
        self._turn_hint.hint = "\n".join(filter(None, lines))
        self.offer((self._now, self.points, self.fleets, self.goal))

    def _update_goal(self, state: State) -> None:
        """Note the objectives, and what the tooltip says about them."""
        objectives, over = progress(state), state.over
        self.goal = " · ".join(heading(objective) for objective in objectives)
        self.objectives = tuple("\n".join(lines_of(objective, self.names, over)) for objective in objectives)
        seen = [SEEN] if state.viewer is not None and not over else []
        key = self._keymap.key_label(BRIEFING)
        self._goal_hint.hint = "\n".join([*self.objectives, *seen, f"Click, or press {key}, for the briefing."])

    def _update_score(self, state: State) -> None:
        """Compute the score with the rules for the end of the game."""
        if state is self._scored_state:
            return
        self._scored_state = state
        self._update_goal(state)
        score = current_score(state)
        if state.over:
            score = GameScore(state.scores, score.reasons)
        self.points = score.scores
        is_deploying = state.phase == DEPLOYMENT and not state.over
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

    @property
    def dirty(self) -> bool:
        return super().dirty or self.order.stale

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Select the model of a tile, or press a button."""
        return self.order.handle(event) or super().handle(event)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the explanation of a tile of the order at a point, or None."""
        return self.order.hint_at(pos)

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw turn, sides, order, and goal. If space is short, the goal goes first, then words are shorter."""
        super().paint(canvas)
        turn, turns, phase, asked = self._now
        middle, x = self.rect.centery, self._left
        label = "Deployment" if phase == DEPLOYMENT else f"Turn {turn} of {turns}"
        if self.changed:
            first = self.changed[0]
            label += f" · {first if first.startswith(ALL) else pluralize(len(self.changed), 'option')}"
        pill = draw_pill(canvas, (x, middle), label, BLADE, anchor="midleft")
        self._turn_hint.rect, self._turn_hint.visible = pill, True
        x = pill.right + px(GAP)
        space, order = self._right - x, self.order.wanted
        words = next((words for words in SHORTER if self._needed(words) + order <= space), SHORTER[-1])
        widths = [self._wanted(side, words) for side in (0, 1)]
        goal = text_size(self.goal, "label")[0] + px(2 * GAP) if words.has_goal and self.goal else 0
        order = max(self.order.least, min(order, space - sum(widths) - goal))
        spare = space - sum(widths) - order - goal
        if spare < 0:  # The longer name is cut first.
            longer = max((0, 1), key=lambda side: widths[side])
            widths[longer] = max(px(MARGINS), widths[longer] + spare)
        for side in (0, 1):
            self._side(canvas, pygame.Rect(x, self.rect.top, widths[side], self.rect.height), side, asked, words)
            x += widths[side]
            if not side:
                self.order.place(canvas, pygame.Rect(x, self.rect.top, order, self.rect.height))
                x += order
        self._goal_hint.visible = bool(goal)
        self._goal_hint.rect = pygame.Rect(x, self.rect.top, goal, self.rect.height)
        if goal:
            draw_text(canvas, (x + px(GAP), middle), self.goal, "label", BLADE, anchor="midleft")

    def _needed(self, words: BarWords) -> int:
        goal = text_size(self.goal, "label")[0] + px(2 * GAP) if words.has_goal else 0
        return sum(self._wanted(side, words) for side in (0, 1)) + goal

    def _name(self, side: int, words: BarWords) -> str:
        return self.names[side] if words.has_names else self.names[side].split(" ")[0]

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
        return px(MARGINS) + text_size(self._name(side, words), "strong")[0] + self._score_width(side, words)

    def _side(self, canvas: pygame.Surface, rect: pygame.Rect, side: int, asked: object, words: BarWords) -> None:
        look, middle, hint = SIDES[side], rect.centery, self._hints[side]
        hint.rect, hint.visible = rect, True
        if asked == side:
            draw_box(canvas, rect.inflate(-px(4), -px(10)), mix_colors(look.deep, look.main, 0.15), radius=px(6),
                     border=look.main)  # fmt: skip
        draw_side_badge(canvas, (rect.left + px(14), middle), look.main, look.hatched, px(5))
        width = rect.width - px(MARGINS) - self._score_width(side, words)
        pos, name = (rect.left + px(24), middle), self._name(side, words)
        drawn = draw_text(canvas, pos, name, "strong", look.main, anchor="midleft", width=max(1, width),
                          may_shrink=True, whole=self.names[side])  # fmt: skip
        number, note, pill = self._texts(side, words)
        x = drawn.right + px(NUMBER_GAP)
        if number:
            number_rect = draw_text(canvas, (x, middle), number, "strong", TEXT, anchor="midleft")
            x = number_rect.right + px(NUMBER_GAP)
        x = draw_text(canvas, (x, middle), note, "label", TEXT_SOFT, anchor="midleft").right + px(NUMBER_GAP)
        if pill:
            draw_pill(canvas, (x, middle), pill, BLADE, anchor="midleft")
