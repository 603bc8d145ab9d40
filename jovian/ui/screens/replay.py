"""The replay of a game, with play, pause, steps, and a slider, and with the curve of chances."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import islice

import pygame

from jovian.cards.files import short_name
from jovian.game import Refusal
from jovian.game.events import Activated
from jovian.match.entries import Answered, Edited, Reseeded
from jovian.narrator import Names
from jovian.rehearsal.activations import CHOOSE, DECLARE, is_beginning
from jovian.rehearsal.turning_points import PartReport, TurningPoints
from jovian.rules.rulebook.rulebook import rulebook
from jovian.session.session import Recording, Session
from jovian.ui.kit.draw import draw_box, draw_focus_glow, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, BLADE, EDGE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, mix_colors, px
from jovian.ui.kit.widgets import Button, Signal, Widget
from jovian.ui.panels.column import Need
from jovian.ui.panels.panel import CanvasPanel, Press, find_press
from jovian.ui.panels.replay_bar import SHARE, ReplayBar
from jovian.ui.panels.unit_card import BEST
from jovian.ui.presentation.log import caption, describe_choice
from jovian.ui.screens.navigation import ToBattle, ToTitle, edit_copy, rehearse
from jovian.ui.screens.screen import BOOKMARK, Host, Screen, ask_bookmark, leave, settle_seats, share_page
from jovian.ui.screens.table import CANCEL, COLUMN_PAD, TableScreen
from jovian.ui.session.puzzle_session import MakingJob
from jovian.ui.session.rehearsals import (
    GUESSED,
    OFF,
    TurningPointSearch,
    refuse_rehearsal,
)
from jovian.user_files.findings import load_turning_points
from jovian.user_files.saves import Seats

# --- Chances ---

PANEL_HEIGHT = 168
"""Height of the panel."""
CLICK_PIXELS = 12
"""Distance from a point within which a click means it."""
NAMES_WIDTH = 180
"""Width of the names of the sides."""
MARGIN = 0.06
"""The free part of the height above and below the curve."""
SEARCH_LABEL = "Find turning points"
SPLIT_LABEL = "Split this part"
SPLIT_HINT = "Find how much of this part was decisions and how much dice. Computer players replay it in the background."
SEARCH_HINT = "Computer players continue from every activation. This takes minutes, in the background."

CURVE_KEYS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
"""Keys that move along the curve."""


class ChanceCurve(Widget):
    """The chance of side 0 over the answers of the game. A click jumps to a turning point or a moment."""

    def __init__(self, rect: pygame.Rect, seek: Callable[[float], object]) -> None:
        """Create the curve. `seek` gets the number of answers of the chosen moment."""
        super().__init__("at", rect)
        self._seek = seek
        self.found = TurningPoints()
        self.length, self.at = 1, 0

    def screen_point(self, answers: float, chance: float) -> tuple[int, int]:
        """Return where a moment and a chance are on the screen."""
        x = self.rect.left + self.rect.width * answers / max(1, self.length)
        height = self.rect.height * (1 - 2 * MARGIN)
        return round(x), round(self.rect.bottom - self.rect.height * MARGIN - height * chance)

    def point_position(self, point: PartReport) -> tuple[int, int]:
        """Return where a turning point is on the screen: at its end."""
        chance = next((chance.value for answers, chance in self.found.chances if answers == point.end), 0.5)
        return self.screen_point(point.end, chance)

    def owns(self, event: pygame.event.Event) -> bool:
        return event.type == pygame.KEYDOWN and event.key in CURVE_KEYS

    def _moment_by_key(self, key: int) -> int:
        """Return the first or last moment of the curve, or the one before or after the shown moment."""
        moments = [answers for answers, _ in self.found.chances] or [0, self.length]
        if key == pygame.K_LEFT:
            return moments[max(0, bisect_left(moments, self.at) - 1)]
        if key == pygame.K_RIGHT:
            return moments[min(len(moments) - 1, bisect_right(moments, self.at))]
        return moments[0 if key == pygame.K_HOME else -1]

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Jump on a click or, with the focus, by the arrow keys, Home, and End.

        Show the turning point under the pointer as a hint.
        """
        if self.focused and self.owns(event):
            return Signal(self.name, partial(self._seek, self._moment_by_key(event.key)))
        is_click = self.track(event)
        if event.type == pygame.MOUSEMOTION:
            point = self._point_at(event.pos) if self.hovered else None
            self.hint = describe_turning_point(point) if point is not None else ""
        if not is_click:
            return None
        point = self._point_at(event.pos)
        answers = (event.pos[0] - self.rect.left) * self.length / max(1, self.rect.width)
        return Signal(self.name, partial(self._seek, point.begin if point is not None else round(answers)))

    def _point_at(self, pos: tuple[int, int]) -> PartReport | None:
        """Return the turning point at a place, or None."""
        at = pygame.Vector2(pos)
        close = [
            (at.distance_to(self.point_position(point)), number, point)
            for number, point in enumerate(self.found.turns)
        ]
        return min(close)[2] if close and min(close)[0] <= px(CLICK_PIXELS) else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the intervals, the curve, the current moment, and the numbered turning points."""
        super().draw(surface)
        draw_box(surface, self.rect, WELL, radius=px(4), border=EDGE)
        for chance in (0.0, 0.5, 1.0):
            pygame.draw.line(surface, EDGE, self.screen_point(0, chance), self.screen_point(self.length, chance))
        curve = self.found.chances
        if len(curve) > 1:
            band = [self.screen_point(answers, chance.high) for answers, chance in curve]
            band += [self.screen_point(answers, chance.low) for answers, chance in reversed(curve)]
            pygame.draw.polygon(surface, mix_colors(WELL, ACCENT, 0.22), band)
            middle = [self.screen_point(answers, chance.value) for answers, chance in curve]
            pygame.draw.aalines(surface, ACCENT, False, middle)
        x = self.screen_point(self.at, 0)[0]
        pygame.draw.line(surface, TEXT, (x, self.rect.top), (x, self.rect.bottom))
        for number, point in reversed(list(enumerate(self.found.turns, 1))):
            x, y = self.point_position(point)
            is_here = point.begin <= self.at < point.end
            x = min(max(x, self.rect.left + px(9)), self.rect.right - px(9))
            draw_pill(surface, (x, y), str(number), BLADE if is_here else ACCENT, solid=is_here)
        if self.focused:
            draw_focus_glow(surface, self.rect, ACCENT, px(4), 110)


class ChancePanel(CanvasPanel):
    """The panel with the curve and its texts, hidden until the user opens it.

    `seek` gets the moment that is chosen on the curve, `jump` the beginning of a turning point.
    """

    def __init__(
        self, search: Callable[[], object], seek: Callable[[float], object], jump: Callable[[int], object]
    ) -> None:
        super().__init__()
        self._search, self._seek, self._jump = search, seek, jump
        self.names = ("", "")
        self.open = False
        self.status = ""
        self.found = TurningPoints()
        self._at = 0

    def layout(self, rect: pygame.Rect) -> None:
        """Lay out texts and buttons above the curve."""
        super().layout(rect)
        button_width, top = px(160), rect.top + px(6)
        start = Button(
            "turned",
            pygame.Rect(rect.right - px(12) - button_width, top, button_width, px(28)),
            SEARCH_LABEL,
            hint=SEARCH_HINT,
            value=self._search,
        )
        place = pygame.Rect(start.rect.left - px(76), top, px(34), px(28))
        to_previous, to_next = (partial(self._go_to_point, step) for step in (-1, 1))
        back = Button("point back", place, "<", hint="Previous turning point", value=to_previous)
        forward = Button("point on", place.move(px(36), 0), ">", hint="Next turning point", value=to_next)
        area = pygame.Rect(
            rect.left + px(NAMES_WIDTH), rect.top + px(62), rect.width - px(NAMES_WIDTH + 12), rect.height - px(70)
        )
        self.group.widgets = [back, forward, start, ChanceCurve(area, self._seek)]

    def show(self, found: TurningPoints, status: str, at: int, length: int, running: bool) -> None:
        """Show the curve, the status of the search, and the place of the replay."""
        self.found, self.status, self._at = found, status, at
        if not self.group.widgets:
            return
        curve, start = self.group["at"], self.group["turned"]
        assert isinstance(curve, ChanceCurve) and isinstance(start, Button)
        curve.found, curve.length, curve.at = found, length, at
        unsplit = found.is_unsplit(at)
        start.label = "Cancel" if running else SPLIT_LABEL if unsplit else SEARCH_LABEL
        start.hint = "Stop the search. Results so far are kept." if running else SPLIT_HINT if unsplit else SEARCH_HINT
        start.visible = running or unsplit or not found.complete
        for name, step in (("point back", -1), ("point on", 1)):
            has_point = self._next_point(step) is not None
            self.group[name].set_enabled(has_point, "There is no turning point in this direction")
        self.offer((found, status, at, length, running))

    def _go_to_point(self, step: int) -> None:
        self._jump(self._next_point(step) or 0)

    def _next_point(self, step: int) -> int | None:
        """Return the answer at which the next turning point in that direction begins, or None."""
        begins = sorted(point.begin for point in self.found.turns)
        if step > 0:
            return next((begin for begin in begins if begin > self._at), None)
        return next((begin for begin in reversed(begins) if begin < self._at), None)

    @property
    def chance_text(self) -> str:
        """The chance at the replayed moment, or at the last known one before it."""
        passed = [chance for answers, chance in self.found.chances if answers <= self._at]
        if not passed:
            return ""
        value, low, high = (100 * share for share in (passed[-1].value, passed[-1].low, passed[-1].high))
        return f"{self.names[0]}: {value:.0f} % ({low:.0f} to {high:.0f} %)"

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the title, the status, and the current turning point."""
        super().paint(canvas)
        left, top = self.rect.left + px(14), self.rect.top + px(20)
        max_width = self.group["point back"].rect.left - px(10)
        title = draw_text(canvas, (left, top), "Chances", "strong", TEXT, anchor="midleft")
        status = self.status or (self.chance_text if self.found.chances else "Who would have won from each moment?")
        pos = (title.right + px(14), top)
        draw_text(canvas, pos, status, "body", TEXT_SOFT, anchor="midleft", width=max_width - pos[0])
        point = next(
            (candidate for candidate in self.found.turns if candidate.begin <= self._at < candidate.end), None
        )
        text = (
            describe_turning_point(point)
            if point is not None
            else "The numbers mark turning points, 1 is the largest. Click one, or use Tab and the arrow keys."
        )
        if self.found.points:
            width = self.rect.width - px(28)
            draw_text(canvas, (left, self.rect.top + px(46)), text, "small", TEXT_SOFT, anchor="midleft", width=width)
        self._draw_sides(canvas)

    def _draw_sides(self, canvas: pygame.Surface) -> None:
        """Draw the sides above and below the curve."""
        rect = self.group["at"].rect
        for side, y in ((0, rect.top + px(10)), (1, rect.bottom - px(10))):
            colors = SIDES[side]
            draw_side_badge(canvas, (self.rect.left + px(20), y), colors.main, colors.hatched, px(5))
            pos = (self.rect.left + px(30), y)
            draw_text(
                canvas, pos, self.names[side], "small", colors.light, anchor="midleft", width=px(NAMES_WIDTH - 34)
            )
        pos = (self.rect.left + px(30), rect.centery)
        draw_text(canvas, pos, "even", "small", TEXT_FAINT, anchor="midleft")


def describe_turning_point(point: PartReport) -> str:
    """Return a turning point in a line: who, by how much, why, and what happened."""
    parts_by_label = (("decision", point.decision), ("the other side's answers", point.answered), ("dice", point.fell))
    parts = [f"{label} {100 * change.value:+.0f}" for label, change in parts_by_label if change is not None]
    split = f" ({', '.join(parts)})" if parts else ""
    change = 100 * point.change.value if point.change is not None else 0
    return f"Turn {point.turn}, {point.name}: {change:+.0f} points{split}. {point.told}"


# --- The screen ---

MAX_LISTED, MAX_LABEL = 9, 44
"""Bookmarks that the dialog lists, and letters of each."""
GROUPS_PER_FRAME = 5
"""The number of log entries that are prepared in a frame."""
MAKING = "Making a puzzle"
MAKING_TEXT = (
    "Computer players rehearse the captain's proposals for the activation that begins here. This takes some minutes."
)
SECONDS_PER_STEP = 0.35
"""Seconds between answers while the replay plays, at speed 1."""


class ReplayScreen(TableScreen):
    """Shows a game from its start or after `at` answers. `back` is the screen to return to, None for the title."""

    def __init__(self, app: Host, session: Session, back: Screen | None, at: int = 0) -> None:
        self.recording = Recording(session)
        self.bar = ReplayBar(self._transport(), self._others(), self.seek)
        self.source = session
        self.back = back
        self.playing = False
        self._wait = 0.0
        self._captions: dict[int, str] = {}
        self._asked_side: int | None = None
        """The side that the top bar marks as the one to decide."""
        self.chances = ChancePanel(self._search_turns, self.seek, self._jump)
        super().__init__(app, self.recording)
        last = self.recording.match.state.turn
        self.turns = tuple((turn, self._first_place_of(turn)) for turn in range(1, last + 1))
        """The turns, each with the place at which it begins."""
        self.chances.names = self.names
        events = self.recording.whole.events.seen_by(self.recording.viewer)
        self._preparing = self.log.prepare(events, self.shown)
        """Prepares the log in frames in which nothing changes."""
        self._is_preparing = True
        self._go(self.recording.place_of(at), animated=False)

    @property
    def own_panels(self) -> Sequence[CanvasPanel]:
        return (self.bar,)

    def column_panels(self) -> Sequence[tuple[CanvasPanel, Need]]:
        height = self.bar.wanted(self.places.column.width - px(2 * COLUMN_PAD))
        return (self.card, self.card_need()), (self.bar, Need(height, ())), (self.second_card, Need(0, (px(BEST),)))

    @property
    def column_order(self) -> Sequence[CanvasPanel]:
        return self.card, self.second_card, self.bar

    @property
    def question(self) -> tuple[object, ...]:
        return (self.chances.open,)

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        if self.chances.open:
            rect = self.middle.copy()
            rect.height -= px(PANEL_HEIGHT)
            self.chances.layout(pygame.Rect(rect.left, rect.bottom, rect.width, px(PANEL_HEIGHT)))
            self.board.camera = self.board.camera.shown_in((rect.left, rect.top, rect.width, rect.height))
            self.refresh()

    def _toggle_chances(self) -> None:
        """Open or close the curve of chances."""
        self.chances.open = not self.chances.open
        if self.chances.open:
            self._load_turns()
            self.panels.append(self.chances)
        else:
            self.panels.remove(self.chances)
        self.layout(self.size)

    def _load_turns(self) -> None:
        """Load the turning points that were found earlier, if there are any."""
        found, fault = load_turning_points(self.recording.whole)
        if self.source.turned is None and found is not None:
            self.source.turned = TurningPointSearch(self.recording.whole, None, found)
        if fault:
            self.app.say(fault, bad=True)

    def _search_turns(self) -> None:
        """Start to find turning points, then to split the shown part; or cancel a running search."""
        turned: TurningPointSearch | None = self.source.turned
        if turned is not None and turned.running:
            turned.cancel()
        elif turned is not None and turned.results.complete:
            turned.split(self.recording.answers)
        else:
            self.source.turned = TurningPointSearch.start(self.recording.whole)

    def _go(self, at: int, animated: bool = True) -> None:
        forward = at == self.recording.at + 1
        before = self.recording.view
        self.recording.go(at)
        if animated and forward:
            settings = self.app.settings
            self.animation.start(self.recording.brought_about(), before, settings.speed, settings.motion)
        else:
            self.animation.forget()
        if not self.animation.running:
            self._on_landed()
        self.dirty = True

    def _on_landed(self) -> None:
        self.shown = self.recording.view
        active = self.recording.match.state.activation
        if active is not None and active.model in self.shown.models:
            self.selection.selected = active.model

    # --- Buttons ---
    def _transport(self) -> list[tuple[str, Press]]:
        """Return the buttons of the first row of the bar, each with its sign."""
        return [
            ("|<", Press("first", "|<", partial(self._stop_at, 0), hint="To the beginning")),
            ("<<<", Press("turn back", "<<< Turn", partial(self._step_turn, -1), command="pan up",
                          hint="Previous turn")),
            ("<<", Press("activation back", "<< Activation", partial(self._step_activation, -1), command="left",
                         hint="Beginning of this or the previous activation")),
            ("<", Press("back", "< Step", partial(self._step, -1), command="pan left", hint="Previous step")),
            ("Play", Press("play", "Play", self._toggle_play, command="end", also="confirm")),
            (">", Press("step", "Step >", partial(self._step, 1), command="pan right", hint="Next step")),
            (">>", Press("activation", "Activation >>", partial(self._step_activation, 1), command="right",
                         hint="Next activation")),
            (">>>", Press("turn", "Turn >>>", partial(self._step_turn, 1), command="pan down", hint="Next turn")),
            (">|", Press("last", ">|", lambda: self._stop_at(self.recording.length), hint="To the end")),
        ]  # fmt: skip

    def _others(self) -> list[Press]:
        """Return the other buttons of the bar. All but the last need a game that can be saved."""
        guessed = Refusal(GUESSED) if not self.recording.whole.is_savable else None
        is_over = self.recording.whole.over
        chances = guessed or (None if is_over else Refusal("Chances are available when the game is over"))
        puzzle = guessed or (None if is_over else Refusal("Puzzles are made when the game is over"))
        return [
            Press("on", "Continue from here", self._continue_here, refusal=guessed,
                  hint="Start a new game from this position"),
            Press("rehearse", "Rehearse", self._rehearse, refusal=guessed,
                  hint="Let computer players play many games from here"),
            Press("edit", "Edit a copy", self._edit, refusal=guessed,
                  hint="Open this position as a scenario in the editor"),
            Press("bookmarks", "Bookmarks", self._list_bookmarks, refusal=guessed,
                  hint="Go to a bookmark, or add one here"),
            Press(SHARE[0], SHARE[1], self._share, refusal=guessed, hint=SHARE[2]),
            Press("chances", "Chances", self._toggle_chances, refusal=chances,
                  hint="See how the chances changed, and where the game turned"),
            Press("puzzle", "Make a puzzle", self._make_puzzle, refusal=puzzle,
                  hint="Find the best activation at this moment, and keep it as a puzzle"),
            Press("leave", "Leave", self.leave, command="menu"),
        ]  # fmt: skip

    def _stop_at(self, place: int) -> None:
        self.playing = False
        self._go(place)

    def _step(self, places: int) -> None:
        self._stop_at(self.recording.at + places)

    def seek(self, place: float) -> None:
        """Go to a place that was chosen with the slider or on the curve."""
        self.playing = False
        self._jump(round(place))

    def _jump(self, place: int) -> None:
        self._go(place, animated=False)

    def _step_turn(self, step: int) -> None:
        self._jump(self._turn(step))

    def _step_activation(self, step: int) -> None:
        self.seek(self._activation(step))

    def _toggle_play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.recording.at >= self.recording.length:
            self._jump(0)

    def show_event(self, number: int) -> None:
        self._jump(self._place_of(number))

    def _share(self) -> None:
        self.playing = False
        share_page(self.app, self.recording.whole)

    def _edit(self) -> None:
        self.playing = False
        edit_copy(self.app, self.recording, self)

    def _rehearse(self) -> None:
        self.playing = False
        rehearse(self.app, self.recording, self)

    def _make_puzzle(self) -> None:
        """Let computer players make a puzzle of the nearest beginning of an activation, while the window waits."""
        self.playing = False
        nearest = sorted(self._activations, key=lambda place: abs(place - self.recording.at))
        whole, recording = self.recording.whole, self.recording
        place = next((at for at in nearest if is_beginning(whole.fork_at(recording.answers_at(at)))), None)
        if place is None:
            self.app.say("No model has activated in this game.", bad=True)
            return
        self._go(place, animated=False)
        job = MakingJob(self.recording.whole, self.recording.answers)
        told = f"Saved as {job.file.name}. You can open it under Lessons."
        self.app.wait_for(MAKING, MAKING_TEXT, job, lambda fault: self.app.say(fault or told, bad=bool(fault)))

    def _list_bookmarks(self) -> None:
        """Show the bookmarks of the game to go to, those nearest to the current place if there are many."""
        self.playing = False
        marks, fault = self.recording.bookmarks()
        nearest = sorted(marks, key=lambda mark: abs(mark.answers - self.recording.answers))[:MAX_LISTED]
        listed = [mark for mark in marks if mark in nearest]
        presses: list[Press | None] = [
            Press(str(mark.answers), short_name(mark.title, MAX_LABEL), partial(self._go_to_answer, mark.answers))
            for mark in listed
        ]
        here = Press(BOOKMARK, "Bookmark this moment", partial(ask_bookmark, self.app, self.recording),
                     "plain" if listed else "primary")  # fmt: skip
        text = fault or ("Go to a bookmark, or add one." if listed else "This game has no bookmarks yet.")
        self.ask("Bookmarks", text, (*presses, here, CANCEL))

    def _go_to_answer(self, answers: int) -> None:
        self._jump(self.recording.place_of(answers))

    def _turn(self, step: int) -> int:
        """Return the place at which the next or previous turn begins."""
        turn = self.recording.match.state.turn
        goal = max(1, turn + step if step > 0 or self.recording.at == self._first_place_of(turn) else turn)
        return self._first_place_of(goal)

    @cached_property
    def _activations(self) -> list[int]:
        """The places at which activations that the viewer knows of begin."""
        recording = self.recording
        entries = recording.whole.events.seen_by(recording.viewer)
        places = {self._place_of(number) for number, entry in enumerate(entries) if isinstance(entry.event, Activated)}
        kinds = [entry.kind if isinstance(entry, Answered) else "" for entry in recording.whole.journal]
        choices = [
            answers for answers, kind in enumerate(kinds)
            if kind == CHOOSE or (kind == DECLARE and kinds[max(0, answers - 1)] != CHOOSE)
        ]  # fmt: skip
        # The activation of an embarked model is told later than it begins.
        begun = {bisect_right(choices, recording.answers_at(place)) - 1 for place in places}
        return sorted({recording.place_of(choices[number]) for number in begun if number >= 0})

    def _activation(self, step: int) -> int:
        """Return the place at which the next activation begins, or the present one or the one before."""
        at, places = self.recording.at, self._activations
        later, earlier = bisect_right(places, at), bisect_left(places, at)
        if step > 0:
            return places[later] if later < len(places) else self.recording.length
        return places[earlier - 1] if earlier else 0

    def _first_place_of(self, turn: int) -> int:
        whole = self.recording.whole
        event = bisect_left(whole.events.entries, turn, key=lambda entry: entry.turn)
        return self.recording.place_of(whole.answers_until(event))

    def _place_of(self, event: int) -> int:
        return bisect_right(range(self.recording.length), event, key=self._told_at)

    def _told_at(self, place: int) -> int:
        return self.recording.told_by(self.recording.answers_at(place))

    def _continue_here(self) -> None:
        """Continue a copy of the game from here. The original game doesn't change."""
        if self.recording.match.over:
            self.app.say("The game is over at this point. Step back first.", bad=True)
        else:
            settle_seats(self.app, self.source.seats, lambda seats: leave(self.app, lambda: self._copy(seats)))

    def _copy(self, seats: Seats) -> None:
        self.app.go(ToBattle(self.source.copy_at(self.recording.answers, seats), taken_up=True))
        self.app.say("This is a copy with its own name. The original game doesn't change.")

    def command(self, name: str) -> None:
        """Handle a key: Space plays and pauses, arrows go by steps and turns, Q and E by activations."""
        press = find_press(self.bar.presses, name)
        if press is not None:
            press.carry_out(self.selection)
        else:
            super().command(name)

    def cancel_unfinished(self) -> bool:
        """Close the curve of chances if it is open."""
        was_open = self.chances.open
        if was_open:
            self._toggle_chances()
        return was_open

    def close(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Return to the screen that opened the replay, else to the title."""
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def update(self, dt: float) -> None:
        moving = self.animation.running
        super().update(dt)
        if moving and not self.animation.running:
            self.animation.finish()
            self._on_landed()
            self.dirty = True
        if self.playing and not self.animation.running and not self.animation.holds and not self.mover.is_moving:
            self._play(dt)
        turned: TurningPointSearch | None = self.source.turned
        self.dirty |= turned is not None and turned.listen()
        if self.dirty:
            self.refresh()
        elif self._is_preparing:
            self._prepare_log()

    def _prepare_log(self) -> None:
        """Prepare some log entries, so that a jump finds them in the cache."""
        prepared = list(islice(self._preparing, GROUPS_PER_FRAME))
        self._is_preparing = len(prepared) == GROUPS_PER_FRAME

    def _play(self, dt: float) -> None:
        """Step to the next answer when it is due."""
        self._wait += dt * max(0.5, self.app.settings.speed)
        if self._wait >= SECONDS_PER_STEP:
            self._wait = 0.0
            if self.recording.at >= self.recording.length:
                self.playing = False
            else:
                self._go(self.recording.at + 1)

    def _caption_now(self) -> str:
        """Return the caption of the last replayed answer."""
        at = self.recording.at
        if self.animation.running:
            return self._caption_so_far()
        if at not in self._captions:
            self._captions[at] = self._caption(at) if at else "Start"
        return self._captions[at]

    def _caption_so_far(self) -> str:
        """Return the caption of what the animation has shown of the answer so far, "" for nothing."""
        first_unseen = self.first_unseen or 0
        seen = [entry for entry in self.recording.brought_about() if entry.n < first_unseen]
        names = Names.of(self.recording.view, self.names)
        return caption(seen, names, rulebook(self.shown)) if seen else ""

    def _caption(self, at: int) -> str:
        begin = self.recording.answers_at(at - 1)
        entry = self.recording.whole.journal[begin]
        if isinstance(entry, Edited | Reseeded):
            return "Changed by hand" if isinstance(entry, Edited) else "New dice"
        names = Names.of(self.recording.view, self.names)
        text = caption(self.recording.brought_about(), names, rulebook(self.shown))
        if text or not isinstance(entry, Answered):
            return text
        before, viewer = self.recording.whole.fork_at(begin), self.recording.viewer
        if before.decision is None:
            return text
        if viewer not in (None, entry.side):
            return f"{self.names[entry.side]} · hidden choice"
        decision = before.decision if viewer is None else before.decision.on(before.view(viewer))
        return describe_choice(decision, entry.choice)

    @property
    def busy(self) -> bool:
        return self.playing or self._is_preparing or super().busy

    def refresh(self) -> None:
        super().refresh()
        decision = self.recording.match.decision
        if not self.animation.running:
            self._asked_side = decision.side if decision is not None else None
        self.top.show(self.shown, self.seen_events(), self._asked_side, None)
        self.top.group["undo"].set_enabled(False, "You can't undo in a replay")
        self.bar.show(self.recording.at, self.recording.length, self.playing, self._caption_now(), self.turns)
        self.bar.group["rehearse"].visible = refuse_rehearsal(self.recording) != OFF
        if self.chances.open:
            turned = self.source.turned
            found, status = (turned.results, turned.status) if turned is not None else (TurningPoints(), "")
            running = turned is not None and turned.running
            self.chances.show(found, status, self.recording.at, self.recording.length, running)
