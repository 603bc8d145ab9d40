"""The timeline of a replay: a graph of the game, its turning points and mistakes, and buttons that go along it.

Each activation is one step, and all steps are equally wide. The graph shows the chance to win if that is known, else
the remaining fleets.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.frozen import frozen
from jovian.rehearsal.forecast import Estimate
from jovian.ui.board.colors import draw_dashed_line
from jovian.ui.kit.draw import draw_box, draw_focus_glow, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import ACCENT, BLADE, DANGER, EDGE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, mix_colors, px
from jovian.ui.kit.widgets import Signal, Widget
from jovian.ui.panels.panel import CanvasPanel, Press, press_button

TIMELINE_HEIGHT = 124
"""The unscaled height of the panel."""
PAD, GAP, HEAD = 8, 4, 28
"""The space at the edges and between buttons, and the height of the row above the graph."""
CLICK_PIXELS = 11
"""The distance from a mark within which a click means it."""
MARGIN, FOOT = 11, 22
"""The space above and beside the curves, and below them, where the turns are."""
NAMES_WIDTH = 128
"""The width of the names of the sides before the graph."""
MIN_RANGE = 10
"""The least range of Threat Value that the graph shows."""
CAPTION_SHARE = 3
"""At least one part in this number of the width is for the caption."""
GRAPH = "at"
"""The name of the graph."""

# --- What is shown ---


@frozen
class TimelineStep:
    """Where an activation begins. The first step is the beginning of the game, and the last one is its end."""

    place: int
    """The stop of the replay."""
    turn: int
    name: str = ""
    """The model that activates, "" for the beginning and the end."""


@frozen
class TimelineMark:
    """A part of the game that has a mark."""

    place: int
    """The stop at which it begins."""
    end: int
    sign: str
    """The number of a turning point, 1 for the largest one, or `?` or `??` for a mistake."""
    words: str
    side: int | None = None
    """The side that made a mistake, None for a turning point."""

    def holds(self, at: int) -> bool:
        """Return whether a stop is in this part."""
        return self.place <= at < self.end


@frozen
class GameGraph:
    """What the graph shows of a game. Places are stops of the replay."""

    steps: tuple[TimelineStep, ...]
    names: tuple[str, str]
    chances: tuple[tuple[int, Estimate], ...] = ()
    """The chance of side 0 to win, as far as it is known."""
    fleets: tuple[tuple[int, int, int], ...] = ()
    """The Threat Value left of both fleets as the viewer knows them, as far as it is computed."""
    marks: tuple[TimelineMark, ...] = ()

    def describe(self, at: int) -> str:
        """Return the turn and the activation of a stop, and the chance or the fleets then."""
        step = self.steps[max(0, bisect_right(self.steps, at, key=lambda step: step.place) - 1)]
        name = f", {step.name}" if step.name else ""
        when = f"Turn {step.turn}{name}" if step.turn else "Deployment"
        return ". ".join(filter(None, (when, self.chance_words(at) or self._fleet_words(at))))

    def chance_words(self, at: int) -> str:
        """Return the last known chance at a stop, "" without any."""
        passed = [chance for place, chance in self.chances if place <= at]
        if not passed:
            return ""
        value, low, high = (100 * share for share in (passed[-1].value, passed[-1].low, passed[-1].high))
        return f"{self.names[0]} wins with {value:.0f} % ({low:.0f} to {high:.0f} %)"

    def _fleet_words(self, at: int) -> str:
        passed = [fleets for place, *fleets in self.fleets if place <= at]
        if not passed:
            return ""
        first, second = passed[-1]
        return f"Fleet left: {self.names[0]} {first}, {self.names[1]} {second}"


# --- The graph ---

STEP_KEYS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
"""Keys that go along the graph while it has the focus."""


class StepGraph(Widget):
    """The graph. A click goes to a mark or a step, a drag to all steps on its way. `seek` gets the stop."""

    is_audible = False

    def __init__(self, rect: pygame.Rect, seek: Callable[[int], object]) -> None:
        super().__init__(GRAPH, rect)
        self._seek = seek
        self.graph = GameGraph((TimelineStep(0, 0), TimelineStep(1, 0)), ("", ""))
        self.at = 0
        self._pointed_at = self.rect

    @property
    def hint_rect(self) -> pygame.Rect:
        return self._pointed_at if self.hovered else self.rect

    # --- Places ---
    @property
    def _inner(self) -> pygame.Rect:
        margin, foot = px(MARGIN), px(FOOT)
        size = max(1, self.rect.width - 2 * margin), max(1, self.rect.height - margin - foot)
        return pygame.Rect((self.rect.left + margin, self.rect.top + margin), size)

    def x_of(self, place: int) -> int:
        """Return where a stop of the replay is on the screen."""
        places = [step.place for step in self.graph.steps]
        number = min(max(0, bisect_right(places, place) - 1), len(places) - 2)
        share = (place - places[number]) / max(1, places[number + 1] - places[number])
        return self._inner.left + round(self._inner.width * (number + share) / (len(places) - 1))

    def _y_of(self, share: float) -> int:
        return self._inner.bottom - round(self._inner.height * min(1.0, max(0.0, share)))

    def position_of(self, mark: TimelineMark) -> tuple[int, int]:
        """Return where a mark is: a turning point on the curve at its end, the mistakes of each side at one edge."""
        if mark.side is not None:
            return self.x_of(mark.place), self._inner.bottom if mark.side == 0 else self._inner.top
        ends = [(place, chance.value) for place, chance in self.graph.chances]
        ends = ends or [(place, min(shares)) for place, *shares in self._fleet_shares()]
        share = next((share for place, share in reversed(ends) if place <= mark.end), 0.5)
        return self.x_of(mark.end), self._y_of(share)

    def _fleet_shares(self) -> list[tuple[int, float, float]]:
        """Return the height of both curves at each place, from the least Threat Value in the graph to the greatest."""
        values = [value for _, *fleets in self.graph.fleets for value in fleets]
        low, high = min(values, default=0), max(values, default=0)
        span = max(MIN_RANGE, high - low)
        return [(place, 1 - (high - one) / span, 1 - (high - two) / span) for place, one, two in self.graph.fleets]

    def _mark_at(self, pos: tuple[int, int]) -> TimelineMark | None:
        distances = [pygame.Vector2(pos).distance_to(self.position_of(mark)) for mark in self.graph.marks]
        nearest = min(distances, default=px(CLICK_PIXELS) + 1.0)
        return self.graph.marks[distances.index(nearest)] if nearest <= px(CLICK_PIXELS) else None

    def _step_at(self, x: int) -> int:
        """Return the stop of the step nearest to a point."""
        last = len(self.graph.steps) - 1
        number = round((x - self._inner.left) * last / max(1, self._inner.width))
        return self.graph.steps[min(last, max(0, number))].place

    # --- Input ---
    def owns(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.KEYDOWN and event.key in STEP_KEYS

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Go to what is clicked, to what is dragged to, or by keys to another step. Explain what is pointed at."""
        if self.focused and self.owns(event):
            return self._go(self._place_by_key(event.key))
        self.track(event)
        if event.type == pygame.MOUSEBUTTONDOWN and self.pressed:
            mark = self._mark_at(event.pos)
            return self._go(mark.place if mark is not None else self._step_at(event.pos[0]))
        if event.type == pygame.MOUSEMOTION:
            self._explain(event.pos)
            if self.pressed:
                return self._go(self._step_at(event.pos[0]))
        return None

    def _go(self, place: int) -> Signal | None:
        return Signal(self.name, partial(self._seek, place)) if place != self.at else None

    def _place_by_key(self, key: int) -> int:
        places = [step.place for step in self.graph.steps]
        if key == pygame.K_LEFT:
            return max((place for place in places if place < self.at), default=0)
        if key == pygame.K_RIGHT:
            return min((place for place in places if place > self.at), default=places[-1])
        return places[0 if key == pygame.K_HOME else -1]

    def _explain(self, pos: tuple[int, int]) -> None:
        self._pointed_at = pygame.Rect(pos[0], self.rect.top, 1, self.rect.height)
        self._pointed_at.top -= px(HEAD + GAP + PAD)  # A tooltip stands above the buttons.
        mark = self._mark_at(pos) if self.hovered else None
        self.hint = mark.words if mark is not None else self.graph.describe(self._step_at(pos[0]))

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Draw turns, curves, the shown moment, and the marks."""
        super().draw(surface)
        draw_box(surface, self.rect, WELL, radius=px(4), border=ACCENT if self.focused else EDGE)
        clip = surface.get_clip()
        surface.set_clip(self.rect.inflate(-2, -2).clip(clip))
        if self.graph.chances:
            self._draw_chances(surface)
        else:
            self._draw_fleets(surface)
        self._draw_turns(surface)
        x = self.x_of(self.at)
        surface.fill(TEXT, (x - px(1), self.rect.top, px(2), self.rect.height))
        for mark in reversed(self.graph.marks):
            is_here = mark.holds(self.at)
            color = DANGER if mark.side is not None else BLADE if is_here else ACCENT
            draw_pill(surface, self.position_of(mark), mark.sign, color, role="tiny", solid=is_here)
        surface.set_clip(clip)
        if self.focused:
            draw_focus_glow(surface, self.rect, ACCENT, px(4), 110)

    def _draw_turns(self, surface: pygame.Surface) -> None:
        turn, end = 0, self.rect.left
        for step in self.graph.steps:
            if step.turn != turn:
                turn, x = step.turn, self.x_of(step.place)
                surface.fill(EDGE, (x, self.rect.top, 1, self.rect.height))
                if x > end:
                    pos = (x + px(4), self.rect.bottom - px(2))
                    end = draw_text(surface, pos, str(turn), "tiny", TEXT_SOFT, anchor="bottomleft").right + px(4)

    def _draw_chances(self, surface: pygame.Surface) -> None:
        """Draw the chance of side 0 with its interval, above the color of that side and below that of the other."""
        curve = [(self.x_of(place), chance) for place, chance in self.graph.chances]
        middle = [(x, self._y_of(chance.value)) for x, chance in curve]
        if len(curve) > 1:
            ends = (middle[0][0], middle[-1][0])
            for side, y in ((0, self.rect.bottom), (1, self.rect.top)):
                area = [(ends[0], y), *middle, (ends[1], y)]
                pygame.draw.polygon(surface, mix_colors(WELL, SIDES[side].main, 0.16), area)
            band = [(x, self._y_of(chance.high)) for x, chance in curve]
            band += [(x, self._y_of(chance.low)) for x, chance in reversed(curve)]
            pygame.draw.polygon(surface, mix_colors(WELL, ACCENT, 0.3), band)
        half = [(self._inner.left, self._y_of(0.5)), (self._inner.right, self._y_of(0.5))]
        draw_dashed_line(surface, half, EDGE, 1, 4, 4)
        if len(middle) > 1:
            pygame.draw.aalines(surface, TEXT, False, middle)

    def _draw_fleets(self, surface: pygame.Surface) -> None:
        """Draw the remaining fleets. That of side 1 is dashed."""
        fleets = self._fleet_shares()
        for side in (0, 1):
            look, line = SIDES[side], [(self.x_of(place), self._y_of(shares[side])) for place, *shares in fleets]
            if look.hatched:
                draw_dashed_line(surface, line, look.main, 2, 6, 4)
            elif len(line) > 1:
                pygame.draw.aalines(surface, look.main, False, line)
            passed = [self._y_of(shares[side]) for place, *shares in fleets if place <= self.at]
            if passed:
                draw_side_badge(surface, (self.x_of(self.at), passed[-1]), look.main, look.hatched, px(4))


# --- The panel ---


class Timeline(CanvasPanel):
    """The panel along the bottom of a replay: a caption, buttons, and the graph.

    `presses` are the buttons, each with a sign instead of its label if there is too little space. `seek` gets the stop
    that is chosen in the graph.
    """

    def __init__(self, presses: Sequence[tuple[str, Press]], seek: Callable[[int], object]) -> None:
        super().__init__()
        self._signed, self._seek = presses, seek
        self.text = ""
        """What the step before the shown moment did."""

    @property
    def presses(self) -> list[Press]:
        """What the buttons do."""
        return [press for _, press in self._signed]

    @property
    def graph(self) -> StepGraph:
        """The graph. The panel must be laid out."""
        graph = self.group[GRAPH]
        assert isinstance(graph, StepGraph)
        return graph

    def _row(self, width: int) -> list[tuple[Press, int]]:
        """Return the buttons with their widths. If the labels don't fit beside the caption, they have signs."""
        for presses in (self.presses, [replace(press, label=sign) for sign, press in self._signed]):
            row = [(press, text_size(press.label, "button")[0] + px(16)) for press in presses]
            if sum(needed + px(GAP) for _, needed in row) <= width - width // CAPTION_SHARE:
                break
        return row

    def layout(self, rect: pygame.Rect) -> None:
        """Place the buttons at the right, and the graph below them."""
        super().layout(rect)
        inner, buttons = rect.inflate(-2 * px(PAD), -2 * px(PAD - 2)), list[Widget]()
        row = self._row(inner.width)
        left = inner.right - sum(width + px(GAP) for _, width in row) + px(GAP)
        for press, width in row:
            buttons.append(press_button(press, pygame.Rect(left, inner.top, width, px(HEAD))))
            left += width + px(GAP)
        left, top = inner.left + px(NAMES_WIDTH), inner.top + px(HEAD + GAP)
        area = pygame.Rect(left, top, max(1, inner.right - left), max(1, inner.bottom - top))
        new = StepGraph(area, self._seek)
        if self.group.widgets:
            new.graph, new.at = self.graph.graph, self.graph.at
        self.group.renew([new, *buttons])

    def show(self, graph: GameGraph, at: int, text: str) -> None:
        """Show a game, the stop of the replay, and what the step before it did."""
        if self.group.widgets:
            self.graph.graph, self.graph.at = graph, at
        self.text = text
        self.offer((graph, at, text))

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the caption."""
        super().paint(canvas)
        end = min(widget.rect.left for widget in self.group.widgets if widget.name != GRAPH)
        left, y = self.rect.left + px(PAD), self.rect.top + px(PAD - 2) + px(HEAD) // 2
        draw_text(canvas, (left, y), self.text, "body", TEXT_SOFT, anchor="midleft", width=end - left - px(PAD))
        self._paint_names(canvas)

    def _paint_names(self, canvas: pygame.Surface) -> None:
        """Draw which side is which: side 0 has the area below the curve of the chances."""
        widget, graph = self.graph, self.graph.graph
        top, bottom = widget.rect.top + px(MARGIN), widget.rect.bottom - px(FOOT)
        for side, y in enumerate((bottom, top) if graph.chances else (top, bottom)):
            look, left = SIDES[side], self.rect.left + px(PAD + 5)
            draw_side_badge(canvas, (left, y), look.main, look.hatched, px(4))
            pos, width = (left + px(9), y), px(NAMES_WIDTH - 20)
            draw_text(canvas, pos, graph.names[side], "tiny", look.light, anchor="midleft", width=width)
        label = "Chance to win" if graph.chances else "Fleet left"
        pos = (self.rect.left + px(PAD), (top + bottom) // 2)
        draw_text(canvas, pos, label, "tiny", TEXT_FAINT, anchor="midleft", width=px(NAMES_WIDTH - 10))
