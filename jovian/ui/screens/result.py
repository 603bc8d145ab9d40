"""The result of a game: a summary with the final table, or in detail all points, turns, models, and throws."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pygame

from jovian.dice import format_seed, random_seed
from jovian.frozen import frozen
from jovian.game import DESTROYED, WITHDRAWN, Model, Score, State
from jovian.game.events import LeftPlay, ShipCaptured, Started
from jovian.match import Match
from jovian.rehearsal.luck import Luck, Throw, luck_of, throws_of
from jovian.rules.basics.rolls import pluralize
from jovian.rules.damage.boarding import Captured
from jovian.rules.scenario.objectives import Value, values
from jovian.rules.scenario.tokens import find_token
from jovian.rules.sequence.sequence import Progress, current_score, progress
from jovian.session.session import Session
from jovian.session.views import HUMAN, seat_label
from jovian.ui.board import Board, Scene
from jovian.ui.board.colors import draw_dashed_line
from jovian.ui.board.grid import backdrop
from jovian.ui.board.sprites import draw_figure
from jovian.ui.kit.draw import draw_box, draw_panel, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size
from jovian.ui.kit.theme import BLADE, DANGER, EDGE, GOOD, PANEL_HOVER, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, Color, px
from jovian.ui.kit.widgets import Button, ScrollList, Signal, Widget
from jovian.ui.panels.bars import SHARE
from jovian.ui.panels.objectives_panel import heading, side_words
from jovian.ui.presentation.game_summary import (
    Deed,
    LeadChange,
    find_deeds,
    find_lead_changes,
    luck_words,
    luckier_games,
    outcome_words,
)
from jovian.ui.screens.navigation import ToBattle, ToReplay, ToTitle
from jovian.ui.screens.screen import Host, Row, Screen, draw_row, height_of, leave, save, share_page, wrap_rows
from jovian.user_files.saves import Seats

# --- Luck ---

MAX_THROWS = 3
"""The number of the luckiest throws shown, and of the unluckiest."""
LUCK_TEXT = "Difference from the expected result. A double counts 1, a triple 2, a quadruple 3."


def luck_rows(throws: Sequence[Throw], names: tuple[str, str], width: int) -> Iterator[Row]:
    """Yield the luck of each side. Yield nothing if no dice were rolled."""
    if not throws:
        return
    yield Row("Luck with the dice", "caps", TEXT_FAINT, px(26))
    yield from wrap_rows(LUCK_TEXT, width, "small", TEXT_FAINT)
    for side in (0, 1):
        luck = luck_of(throws, side)
        yield from wrap_rows(f"{names[side]}: {describe_luck(luck)}", width, "small", SIDES[side].light, side)
    yield Row("", height=px(6))


def throw_rows(throws: Sequence[Throw], width: int) -> Iterator[Row]:
    """Yield the throws with the most luck. Yield nothing if there are too few."""
    if len(throws) < 2:
        return
    yield Row("The luckiest and unluckiest throws", "caps", TEXT_FAINT, px(26))
    ranked = sorted(throws, key=lambda throw: (-throw.luck, throw.n))
    count = min(MAX_THROWS, len(ranked) // 2)
    yield from _throw_rows("Luckiest", ranked[:count], width)
    yield from _throw_rows("Unluckiest", ranked[::-1][:count], width)


def describe_luck(luck: Luck) -> str:
    """Return the luck of a side in words."""
    if not luck.throws:
        return "rolled no dice"
    text = f"{luck.steps:+.1f} steps in {pluralize(luck.throws, 'throw')}"
    return f"{text}, luckier than {100 - luckier_games(luck)}% of games"


def _throw_rows(title: str, throws: Iterable[Throw], width: int) -> Iterator[Row]:
    """Yield throws, each with its turn, purpose, and luck."""
    for number, throw in enumerate(throws):
        if not number:
            yield Row(title, "label", TEXT_SOFT)
        color = GOOD if throw.luck > 0 else DANGER
        reroll_note = ", rolled again" if throw.again else ""
        text = f"Turn {throw.turn}: {throw.purpose}{reroll_note}: {throw.luck:+.1f}"
        yield from wrap_rows(text, width, "small", color, throw.side)


# --- Turns ---

LOSSES = (DESTROYED, WITHDRAWN)


@frozen
class Loss:
    """A model that left the battle or was captured."""

    side: int
    """The side that had brought the model."""
    name: str
    how: str


@frozen
class TurnEnd:
    """The scores at the end of a turn, and the losses in it."""

    turn: int
    scores: tuple[Score, Score]
    losses: tuple[Loss, ...]


def turn_ends(match: Match) -> tuple[TurnEnd, ...]:
    """Return the turns of a finished game. The last one has the final score."""
    state = match.state
    first = min((entry.turn for entry in match.events if entry.turn), default=state.turn)
    ends = [*(_state_after(match, turn + 1) for turn in range(first, state.turn)), None]
    return tuple(
        TurnEnd(turn, state.scores if end is None else current_score(end).scores, _losses(match, state, turn))
        for turn, end in zip(range(first, state.turn + 1), ends, strict=True)
    )


def _state_after(match: Match, turn: int) -> State:
    """Return the state at the first decision after a turn has begun."""
    begin = bisect_left(match.events.entries, turn, key=lambda entry: entry.turn)
    return match.state_at(match.answers_until(begin))


def _losses(match: Match, state: State, turn: int) -> tuple[Loss, ...]:
    """Return the losses of a turn in the order of the log. A squadron lost aboard is listed with its ship."""
    losses = []
    for entry in match.events:
        match entry.event:
            case LeftPlay(model=model_id, how=how) if entry.turn == turn and how in LOSSES and model_id in state.models:
                model = state.models[model_id]
                losses.append(Loss(model.owner, model.name, how))
            case ShipCaptured(model=model_id) if entry.turn == turn and model_id in state.models:
                losses.append(Loss(state.models[model_id].owner, state.models[model_id].name, Captured.name))
    return tuple(losses)


# --- The screen ---

TOP, FOOT = 150, 74
"""Heights of the headline and of the row of buttons."""
MAX_WIDTH = 1800
CHART_SHARE, MAX_CHART_SHARE = 0.36, 0.6
"""The share of the right column that the chart gets, and its share if the story leaves more space."""
MIN_CHART = 84
"""The height below which there is no chart."""
KEY_WIDTH = 34
"""Width that a button with a key needs more than others."""
GAIN_WIDTH = 48
"""Width of the points that a side gained at a turning point."""
MIN_FLEET = 104
"""The minimum height of the panel of a fleet. If there is less space, the luck is in the list of the story."""
NAME_WIDTH, NAMED_PORTRAITS = 82, 7
"""The least width of a model with its name, and the number of sizes that have space for one."""
PORTRAITS = (104, 88, 72, 56, 48, 40, 32, 24, 18)
"""Sizes of the pictures of models. The largest that fits is used, and two thirds of it for the lost ones."""


class ResultScreen(Screen):
    """The last page of a battle: a summary, or all points and throws in detail."""

    def __init__(self, app: Host, session: Session, names: tuple[str, str], table: Screen) -> None:
        super().__init__(app)
        self.session, self.names, self.table = session, names, table
        self.state = session.match.state
        self.objectives = progress(self.state)
        self.turns: tuple[TurnEnd, ...] = ()
        self.throws: tuple[Throw, ...] = ()
        self.lead_changes: tuple[LeadChange, ...] = ()
        self.deeds: tuple[Deed, ...] = ()
        self._analysis: Iterator[None] | None = self._analyze()
        """Fills the four fields above, a part in each frame, None at its end."""
        self._painting: Iterator[pygame.Surface | None] | None = None
        """Draws the fleets and the final table, a part in each frame, None at its end."""
        self._fleets_shown = 0
        """The number of fleets whose pictures are made."""
        self.in_detail = False
        """Whether the details are shown instead of the summary."""
        self._change_rows: dict[int, LeadChange] = {}
        """The turning points by the number of their rows."""
        self._final = self.state.clone()
        """The final state without activations, so that no model is dimmed because it has acted."""
        self._final.apart()
        for model in self._final.models.values():
            model.activated = False
        self._picture: pygame.Surface | None = None
        """The final table, drawn for the current size."""
        self._chart = self._luck = pygame.Rect(0, 0, 0, 0)

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        self.group.renew([*(self._detail_lists() if self.in_detail else self._summary_lists()), *self._buttons()])

    def _buttons(self) -> list[Widget]:
        """Return the buttons: the main menu at the left, a new game at the right."""
        entries = [
            ("save", "Save", "plain", 0), ("table", "See the table", "plain", 0), ("replay", "Replay", "plain", 0),
            (*SHARE[:2], "plain", 0),
            ("detail", "Summary" if self.in_detail else "Details", "plain", 0),
            ("change", "Change sides", "plain", 0), ("rematch", "Rematch", "primary", 0),
        ]  # fmt: skip
        if self.session.seats[0] == self.session.seats[1]:
            entries = [entry for entry in entries if entry[0] != "change"]
        gap, whole = px(8), self._whole_width
        widths = [text_size(label, "button")[0] + px(20) for label in ("Main menu", *(entry[1] for entry in entries))]
        spare = max(0, whole - sum(widths) - len(entries) * gap - px(KEY_WIDTH)) // len(widths)
        first, *widths = [max(width, min(px(150), width + spare)) for width in widths]
        left, top = (self.size[0] - whole) // 2, self.size[1] - px(60)
        buttons: list[Widget] = [Button("title", pygame.Rect(left, top, first, px(44)), "Main menu")]
        left += whole - sum(widths) - len(entries) * gap + gap - px(KEY_WIDTH)
        for (name, label, kind, key), width in zip(entries, widths, strict=True):
            rect = pygame.Rect(left, top, width + (px(KEY_WIDTH) if key else 0), px(44))
            button = Button(name, rect, label, kind=kind, key=key)
            button.hint = HINTS.get(label, "")
            buttons.append(button)
            left += width + gap
        return buttons

    def _detail_lists(self) -> list[Widget]:
        """Return the account of the points, and the models of both sides."""
        lists: list[Widget] = []
        for side in (0, 1):
            inner = self._column_area(side + 1).inflate(-px(24), -px(20))
            rect = pygame.Rect(inner.left, inner.top + px(80), inner.width, inner.height - px(80))
            row_height = 2 * line_height("small") + px(4)
            value_list = ScrollList(f"side {side}", rect, self._draw_value, row=row_height, well=False)
            value_list.set_items(list(values(self.state, side)))
            lists.append(value_list)
        inner = self._column_area(0).inflate(-px(24), -px(20))
        account = ScrollList("account", inner, draw_row, height_of=height_of, well=False)
        account.set_items(list(self._account_rows(inner.width - px(14))))
        return [account, *lists]

    def _summary_lists(self) -> list[Widget]:
        """Return the story of the game and the luck, and lay out the chart."""
        left, _, right = self._summary_areas()
        inner = right.inflate(-px(24), -px(20))
        chart = round(inner.height * CHART_SHARE) if len(self.turns) > 1 else 0
        story = ScrollList("story", inner, _draw_story_row, height_of=height_of, well=False)
        story.set_items(list(self._story_rows(inner.width - px(14))))
        spare = inner.height - story.full - px(10)
        chart = min(round(inner.height * MAX_CHART_SHARE), max(chart, spare)) if chart else 0
        self._chart = pygame.Rect(inner.left, inner.top, inner.width, chart if chart >= px(MIN_CHART) else 0)
        top = self._chart.bottom + (px(10) if self._chart.height else 0)
        story.stand_in(pygame.Rect(inner.left, top, inner.width, inner.bottom - top))
        self._picture, self._painting = None, self._paint()
        luck = ScrollList("luck", left, draw_row, height_of=height_of, well=False)
        luck.set_items(list(self._luck_rows(left.width - px(24))))
        self._luck = pygame.Rect(left.left, left.bottom, left.width, 0)
        if self.throws and left.height - luck.full - px(44) >= 2 * px(MIN_FLEET):
            self._luck = pygame.Rect(left.left, left.bottom - luck.full - px(20), left.width, luck.full + px(20))
            luck.stand_in(self._luck.inflate(-px(24), -px(20)))
            return [story, luck]
        story.set_items([*story.items, *(luck.items if self.throws else ())])
        return [story]

    @property
    def _whole_width(self) -> int:
        return min(px(MAX_WIDTH), self.size[0] - 2 * px(16))

    def _column_area(self, column: int) -> pygame.Rect:
        """Return the area of a column of the details: the account, side 0, or side 1."""
        gap, whole = px(16), self._whole_width
        column_width = (whole - 2 * gap) // 3
        left = (self.size[0] - whole) // 2 + column * (column_width + gap)
        return pygame.Rect(left, px(TOP), column_width, self.size[1] - px(TOP) - px(FOOT))

    def _summary_areas(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Return the areas of the fleets, the table, and the story."""
        gap, whole, height = px(14), self._whole_width, self.size[1] - px(TOP) - px(FOOT)
        table = min(height, whole - 2 * gap - 2 * whole * 26 // 100)
        beside = (whole - table - 2 * gap) // 2
        left, top = (self.size[0] - whole) // 2, px(TOP)
        return (
            pygame.Rect(left, top, beside, height),
            pygame.Rect(left + beside + gap, top, whole - 2 * beside - 2 * gap, height),
            pygame.Rect(left + whole - beside, top, beside, height),
        )

    # --- Summary ---
    def _story_rows(self, width: int) -> Iterator[Row]:
        """Return where the game turned, and the deeds of both sides."""
        rows = list(self._all_story_rows(width))
        self._change_rows = {number: change for number, (_, change) in enumerate(rows) if change is not None}
        return (row for row, _ in rows)

    def _all_story_rows(self, width: int) -> Iterator[tuple[Row, LeadChange | None]]:
        """Yield the rows of the story, those of a turning point with it."""
        if self.lead_changes:
            yield Row("What decided it (click to watch it)", "caps", TEXT_FAINT, px(22)), None
        for change in self.lead_changes:
            text = f"Turn {change.turn}: {change.text}"
            rows = list(wrap_rows(text, width - px(GAIN_WIDTH), "body", TEXT, change.side))
            rows[0] = replace(rows[0], cells=((f"+{change.points:g}", SIDES[change.side].main),))
            for row in rows:
                yield row, change
        if self.deeds:
            yield Row("Deeds", "caps", TEXT_FAINT, px(28)), None
        for deed in self.deeds:
            text = "; ".join(
                filter(None, (f"{self.state.models[deed.model].name}: {deed.damage} damage", deed.to_words()))
            )
            for row in wrap_rows(text, width, "body", TEXT, deed.side):
                yield row, None

    def _luck_rows(self, width: int) -> Iterator[Row]:
        """Yield the luck of both sides in plain words."""
        yield Row("Luck with the dice", "caps", TEXT_FAINT, px(22))
        for side in (0, 1):
            luck = luck_of(self.throws, side)
            more = f". {luckier_games(luck)} of 100 games with these rolls are luckier." if luck.throws else ""
            text = luck_words(luck) + more
            yield from wrap_rows(text[:1].upper() + text[1:], width, "small", TEXT, side)

    def _draw_summary(self, surface: pygame.Surface) -> None:
        left, middle, right = self._summary_areas()
        if self._luck.height:
            draw_panel(surface, self._luck)
            left.height -= self._luck.height + px(12)
        height = (left.height - px(12)) // 2
        for side in range(self._fleets_shown):
            self._draw_fleet(
                surface, pygame.Rect(left.left, left.top + side * (height + px(12)), left.width, height), side
            )
        draw_panel(surface, right)
        if self._chart.height:
            self._draw_chart(surface, self._chart)
        draw_panel(surface, middle)
        if self._picture is None:
            return
        place = self._picture.get_rect(midtop=(middle.centerx, middle.top + px(6)))
        place.top += max(0, (middle.height - place.height - px(34)) // 2)
        surface.blit(self._picture, place)
        text = f"The table after turn {self.state.turn}"
        pos = (middle.centerx, place.bottom + px(14))
        draw_text(surface, pos, text, "small", TEXT_SOFT, anchor="center", width=middle.width - px(16))

    def _draw_fleet(self, surface: pygame.Surface, rect: pygame.Rect, side: int) -> None:
        """Draw the points and remaining models of a side, and smaller those that are lost or withdrawn."""
        inner, colors = draw_panel(surface, rect), SIDES[side]
        pygame.draw.line(surface, colors.main, (rect.left + px(6), rect.top), (rect.right - px(6), rect.top), px(2))
        draw_side_badge(
            surface, (inner.left + px(7), inner.top + line_height("heading") // 2), colors.main, colors.hatched, px(6)
        )
        seat = self.session.seats[side]
        player = "You" if seat == HUMAN and len(self.session.humans) == 1 else seat_label(seat)
        end = draw_text(surface, inner.topright, player, "small", TEXT_SOFT, anchor="topright").left
        pos = (inner.left + px(22), inner.top)
        draw_text(surface, pos, self.names[side], "heading", colors.main, width=max(px(20), end - pos[0] - px(8)))
        y = inner.top + px(26)
        points = draw_text(surface, (inner.left, y), f"{self.state.scores[side].victory:g}", "value", TEXT)
        started = next(self.session.match.events.of(Started)).sides[side].tv
        pos, text = (points.right + px(6), y + px(5)), f"Victory Points of {started} at the start"
        draw_text(surface, pos, text, "small", TEXT_SOFT, width=inner.right - pos[0])
        models = [model for model in self._final.models.values() if not model.is_drone]
        own = [model for model in models if model.side == side and model.is_in_game]
        gone = [model for model in models if model.owner == side and (model.side != side or model.place in LOSSES)]
        area = pygame.Rect(inner.left, y + px(32), inner.width, inner.bottom - y - px(32))
        _draw_models(surface, area, own, gone, side)

    def _draw_chart(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the Victory Points of both sides after each turn. Side 1 is dashed."""
        draw_text(surface, area.topleft, "Fleet left by turn", "caps", TEXT_FAINT)
        top, bottom = area.top + line_height("caps") + px(8), area.bottom - line_height("small") - px(4)
        started = [side.tv for side in next(self.session.match.events.of(Started)).sides]
        first = self.turns[0].turn - 1
        points = [[float(started[side]), *(end.scores[side].victory for end in self.turns)] for side in (0, 1)]
        highest = max(1.0, *(value for values_of_side in points for value in values_of_side))
        left, right = area.left + px(8), area.right - px(38)
        places = [left + (right - left) * n // len(self.turns) for n in range(len(self.turns) + 1)]
        for n, x in enumerate(places):
            if n:
                pos = (x, area.bottom)
                draw_text(surface, pos, str(first + n), "small", TEXT_FAINT, anchor="midbottom")
            surface.fill(EDGE, (x, top, 1, bottom - top))
        ends = []
        for side in (0, 1):
            line = [
                (x, round(bottom - (bottom - top) * value / highest))
                for x, value in zip(places, points[side], strict=True)
            ]
            color = SIDES[side].main
            if SIDES[side].hatched:
                draw_dashed_line(surface, line, color, 2, 6, 4)
            else:
                pygame.draw.aalines(surface, color, closed=False, points=line)
            for x, y in line:
                draw_side_badge(surface, (x, y), color, SIDES[side].hatched, px(3))
            ends.append(line[-1][1])
        space = line_height("small")
        if abs(ends[0] - ends[1]) < space:
            upper = 0 if ends[0] <= ends[1] else 1
            middle = (ends[0] + ends[1]) // 2
            ends[upper], ends[1 - upper] = middle - space // 2, middle + space // 2
        for side in (0, 1):
            pos = (right + px(7), ends[side])
            draw_text(surface, pos, f"{points[side][-1]:g}", "label", SIDES[side].main, anchor="midleft")

    # --- In parts ---
    @property
    def busy(self) -> bool:
        return self._analysis is not None or (self._painting is not None and not self.in_detail)

    def update(self, dt: float) -> None:
        """Compute or draw the next part of the page."""
        if self._analysis is not None:
            if next(self._analysis, self) is self:
                self._analysis = None
                self.layout(self.size)
        elif self._painting is not None and not self.in_detail:
            self._picture = next(self._painting)
            self._painting = self._painting if self._picture is None else None
            self.dirty = True

    def finish(self) -> None:
        while self.busy:
            self.update(0.0)

    def _analyze(self) -> Iterator[None]:
        """Find out what the page tells, and pause after each part."""
        match = self.session.match
        entries = match.events.seen_by(None if match.over else self.session.looker)
        yield
        self.turns = turn_ends(match)
        yield
        self.throws = throws_of(entries)
        yield
        self.lead_changes = find_lead_changes(match) if match.over else ()
        yield
        self.deeds = find_deeds(entries, self.state)

    def _paint(self) -> Iterator[pygame.Surface | None]:
        """Yield None after each part of the summary, and at last the picture of the final table."""
        while self._fleets_shown < 2:
            yield None
            self._fleets_shown += 1
        yield None
        middle = self._summary_areas()[1]
        side = max(8, min(middle.width - px(12), middle.height - px(34)))
        board = Board((0, 0, side, side), (self.state.width, self.state.height))
        scene, surface = Scene(labels=side > px(300)), pygame.Surface((side, side), 0, 32)
        backdrop((side, side))
        yield None
        yield from board.make_pictures(self._final, scene)
        board.draw_once(surface, self._final, scene)
        yield surface

    # --- Texts ---
    def _account_rows(self, width: int) -> Iterator[Row]:
        """Yield how the points came about, the luck that the viewer may know, the turns, and the luckiest throws."""
        yield from self._point_rows(width)
        yield from luck_rows(self.throws, self.names, width)
        yield from self._turn_rows(width)
        yield from throw_rows(self.throws, width)

    def _point_rows(self, width: int) -> Iterator[Row]:
        """Yield the objectives, what was counted, and who got the points."""
        yield Row("How the points came about", "caps", TEXT_FAINT, px(22))
        for objective in self.objectives:
            yield from self._objective_rows(objective, width)

    def _objective_rows(self, objective: Progress, width: int) -> Iterator[Row]:
        yield from wrap_rows(heading(objective)[:1].upper() + heading(objective)[1:], width, "strong", BLADE)
        for side in (0, 1):
            if objective.shares[side].eligible:
                color = SIDES[side].light if objective.shares[side].earned else TEXT_SOFT
                yield from wrap_rows(side_words(objective, side, self.names), width, "small", color, side)
        yield Row("", height=px(6))

    def _turn_rows(self, width: int) -> Iterator[Row]:
        """Yield the points after each turn, and the models lost in it."""
        yield Row("Objective and Victory Points by turn", "caps", TEXT_FAINT, px(26))
        for end in self.turns:
            yield Row(f"Turn {end.turn}", "strong", TEXT, cells=self._score_cells(end))
            for side in (0, 1):
                losses = [f"{loss.name} {loss.how}" for loss in end.losses if loss.side == side]
                if losses:
                    yield from wrap_rows(", ".join(losses), width, "small", TEXT_SOFT, side)

    def _score_cells(self, end: TurnEnd) -> tuple[tuple[str, Color], ...]:
        """Return the points of both sides after a turn, those of the leading side in its color."""
        ahead = 0 if end.scores[0] > end.scores[1] else 1 if end.scores[1] > end.scores[0] else None
        return tuple(
            (f"{score.objective:g} · {score.victory:g} VP", SIDES[side].main if ahead == side else TEXT_SOFT)
            for side, score in enumerate(end.scores)
        )

    # --- Input ---
    def act(self, action: Signal) -> None:
        if action.name == "replay":
            self.app.go(ToReplay(self.session, self))
        elif action.name == "story":
            change = self._change_rows.get(int(action.value))
            if change is not None:
                self.app.go(ToReplay(self.session, self, change.answers))
        elif action.name == "table":
            self.app.show(self.table)
        elif action.name == "save":
            save(self.app, self.session)
        elif action.name == "share":
            share_page(self.app, self.session.match)
        elif action.name == "detail":
            self.in_detail = not self.in_detail
            self.layout(self.size)
        elif action.name in ("rematch", "change"):
            seats = self.session.seats if action.name == "rematch" else (self.session.seats[1], self.session.seats[0])
            leave(self.app, lambda: self._play_again(seats))
        elif action.name == "title":
            self.cancel()

    def _play_again(self, seats: Seats) -> None:
        """Start a new game with the same scenario, fleets, and options, and other dice."""
        setup = replace(self.session.match.setup, seed=random_seed())
        self.app.go(ToBattle(Session(Match(setup, keep_all=True), seats)))

    def cancel(self) -> None:
        leave(self.app, lambda: self.app.go(ToTitle()))

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        self._draw_headline(surface)
        if self.in_detail:
            draw_panel(surface, self._column_area(0))
            for side in (0, 1):
                self._draw_column(surface, self._column_area(side + 1), side)
        else:
            self._draw_summary(surface)
        self.group.draw(surface)
        self.dirty = False

    def _draw_headline(self, surface: pygame.Surface) -> None:
        """Draw the winner, both scores, and the reason."""
        winner, middle = self.state.winner, self.size[0] // 2
        texts = (
            self.state.scenario.name, f"after {pluralize(self.state.turn, 'turn')}",
            f"Seed {format_seed(self.session.match.setup.seed)}",
        )  # fmt: skip
        draw_text(
            surface, (middle, px(18)), " · ".join(texts), "small", TEXT_SOFT, anchor="center", width=self._whole_width
        )
        headline = "A draw" if winner is None else f"{self.names[winner]} wins"
        color: Color = BLADE if winner is None else SIDES[winner].main
        draw_text(surface, (middle, px(54)), headline, "display", color, anchor="center", width=self._whole_width)
        score = f"{self.state.scores[0].objective:g} : {self.state.scores[1].objective:g}"
        box = draw_text(surface, (middle, px(96)), score, "title", TEXT, anchor="center")
        space = max(px(40), box.left - (self.size[0] - self._whole_width) // 2 - px(14))
        draw_text(
            surface, (box.left - px(14), px(96)), self.names[0], "strong", SIDES[0].main, anchor="midright", width=space
        )
        draw_text(
            surface, (box.right + px(14), px(96)), self.names[1], "strong", SIDES[1].main, anchor="midleft", width=space
        )
        reason = outcome_words(self.state, self.objectives)
        if reason:
            draw_text(surface, (middle, px(126)), reason, "body", TEXT_SOFT, anchor="center", width=self._whole_width)

    def _draw_column(self, surface: pygame.Surface, rect: pygame.Rect, side: int) -> None:
        inner, colors = draw_panel(surface, rect), SIDES[side]
        draw_side_badge(surface, (inner.left + px(8), inner.top + px(10)), colors.main, colors.hatched, px(7))
        name = self.names[side]
        draw_text(surface, (inner.left + px(24), inner.top), name, "heading", colors.main, width=inner.width - px(24))
        objective, victory = self.state.scores[side]
        y = inner.top + px(46)
        figure = draw_text(surface, (inner.left, y - px(2)), f"{objective:g}", "title", BLADE, anchor="midleft")
        pos = (figure.right + px(8), y)
        label = draw_text(surface, pos, "Objective Points", "body", TEXT_SOFT, anchor="midleft")
        text = f"{victory:g} Victory Points"
        if text_size(text, "body")[0] > inner.right - label.right - px(12):
            text = f"{victory:g} VP"
        draw_text(surface, (inner.right, y), text, "body", TEXT, anchor="midright")
        draw_rule(surface, inner.left, inner.right, inner.top + px(70))

    def _draw_value(self, surface: pygame.Surface, rect: pygame.Rect, value: Any, hovered: bool, chosen: bool) -> None:
        """Draw a model with its remaining Structure, and its Victory Points with their calculation."""
        color, points_color = (TEXT, BLADE) if value.points else (TEXT_FAINT, TEXT_FAINT)
        right = rect.right - px(4)
        points = draw_text(surface, (right, rect.top), f"{value.points}", "strong", points_color, anchor="topright")
        draw_text(surface, rect.topleft, value.name, "strong", color, width=points.left - rect.left - px(8))
        y = rect.top + line_height("small")
        calculation = f"{value.tv} TV × {value.share:g}" if value.share != 1 else f"{value.tv} TV"
        calculation_rect = draw_text(surface, (right, y), calculation, "small", TEXT_FAINT, anchor="topright")
        max_width = calculation_rect.left - rect.left - px(8)
        draw_text(surface, (rect.left, y), self._describe_rest(value), "small", TEXT_SOFT, width=max_width)

    def _describe_rest(self, value: Value) -> str:
        """Return what became of a model, its Structure, and its tokens."""
        model = self.state.models[value.model]
        structure = (
            f"Structure {model.unmarked('structure')}/{len(model.boxes('structure'))}" if model.is_in_game else ""
        )
        tokens = (find_token(self.state, name).words(count) for name, count in model.loads)
        text = " · ".join(filter(None, (value.why, structure, *tokens)))
        return text[:1].upper() + text[1:]


HINTS = {
    SHARE[1]: SHARE[2],
    "Rematch": "Plays the same scenario with the same fleets and players again. The dice are different.",
    "Change sides": "Plays it again, and the players change their fleets.",
    "Details": "How the points came about, each model, each turn, and the luckiest throws.",
}
"""What the buttons do, by their labels."""


def _draw_models(
    surface: pygame.Surface, area: pygame.Rect, own: Sequence[Model], gone: Sequence[Model], side: int
) -> None:
    """Draw the models of a side, and below them smaller the ones that are lost or withdrawn, as large as they fit."""
    gone = sorted(gone, key=lambda model: _has_withdrawn(model, side))
    withdrawn = sum(_has_withdrawn(model, side) for model in gone)
    counts = (len(gone) - withdrawn, "lost"), (withdrawn, "withdrawn")
    label = ", ".join(f"{count} {word}" for count, word in counts if count)
    label_width = text_size(label, "small")[0] + px(8) if label else 0
    named = [(size, px(max(NAME_WIDTH, size + 14)), line_height("tiny")) for size in PORTRAITS[:NAMED_PORTRAITS]]
    for size, width, name_height in (*named, *((size, px(size + 8), 0) for size in PORTRAITS)):
        height, small = px(size + 8) + name_height, px(size * 2 // 3 + 6)
        columns = max(1, area.width // width), max(1, (area.width - label_width) // small)
        rows = -(-len(own) // columns[0]), -(-len(gone) // columns[1])
        if rows[0] * height + rows[1] * small <= area.height:
            break
    else:
        return
    for number, model in enumerate(own):
        line, column = divmod(number, columns[0])
        x, y = area.left + column * width + width // 2, area.top + line * height + px(size + 8) // 2
        draw_figure(surface, (x, y), model, px(size), dim=False)
        if name_height:
            pos = (x, area.top + (line + 1) * height - name_height - px(2))
            draw_text(surface, pos, model.name, "tiny", TEXT_SOFT, anchor="midtop", width=width - px(4))
    top = area.top + rows[0] * height
    draw_text(surface, (area.left, top + small // 2), label, "small", TEXT_SOFT, anchor="midleft")
    for number, model in enumerate(gone):
        line, column = divmod(number, columns[1])
        x, y = area.left + label_width + column * small + small // 2, top + line * small + small // 2
        draw_figure(surface, (x, y), model, small - px(6), dim=False, alpha=96)


def _has_withdrawn(model: Model, side: int) -> bool:
    """Return whether a model has left the table for its own side."""
    return model.place == WITHDRAWN and model.side == side


def _draw_story_row(surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
    """Draw a row of the story, with the points that a side gained at its right end."""
    if row.cells and hovered:
        draw_box(surface, rect, PANEL_HOVER, radius=px(4))
    for text, color in row.cells:
        draw_text(surface, (rect.right - px(2), rect.centery), text, "label", color, anchor="midright")
        rect = pygame.Rect(rect.left, rect.top, rect.width - px(GAIN_WIDTH), rect.height)
    draw_row(surface, rect, replace(row, cells=()), hovered, chosen)
