"""The result of a game: a summary with the final table, or in detail all points, turns, models, and throws."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from jovian.dice import format_seed, random_seed
from jovian.frozen import frozen
from jovian.game import DESTROYED, WITHDRAWN, Model, Score, State
from jovian.game.events import LeftPlay, ShipCaptured, Started
from jovian.match import Match
from jovian.rehearsal.luck import Luck, RollLuck, luck_of, throws_of
from jovian.rules.basics.rolls import pluralize
from jovian.rules.damage.boarding import Captured
from jovian.rules.scenario.objectives import Value, values
from jovian.rules.scenario.tokens import find_token
from jovian.rules.sequence.sequence import ObjectiveProgress, current_score, progress
from jovian.session.session import Session
from jovian.session.views import REMOTE
from jovian.ui.board import Board, Scene
from jovian.ui.board.colors import draw_dashed_line
from jovian.ui.board.grid import backdrop
from jovian.ui.board.sprites import draw_figure
from jovian.ui.kit.boxes import NOWHERE, Box, button, caption, column, item, line, panel, row, space, text
from jovian.ui.kit.draw import draw_box, draw_panel, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size
from jovian.ui.kit.theme import BLADE, DANGER, EDGE, GOOD, PANEL_HOVER, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, Color, px
from jovian.ui.kit.widgets import NOTHING, Extent, ScrollList
from jovian.ui.panels.objectives import heading, side_words
from jovian.ui.presentation.game_summary import (
    Feat,
    LeadChange,
    find_feats,
    find_lead_changes,
    luck_words,
    luckier_games,
    outcome_words,
)
from jovian.ui.screens.navigation import ToBattle, ToReplay, ToTitle
from jovian.ui.screens.page import Page, side_badge, side_line
from jovian.ui.screens.screen import (
    SHARE,
    Host,
    Screen,
    TextRow,
    draw_row,
    height_of,
    leave,
    save,
    share_page,
    wrap_rows,
)
from jovian.user_files.saves import FRIEND, Seats

# --- Luck ---

MAX_THROWS = 3
"""The number of the luckiest throws shown, and of the unluckiest."""
LUCK = "Luck with the dice"
LUCK_TEXT = "Difference from the expected result. A double counts 1, a triple 2, a quadruple 3."


def luck_rows(throws: Sequence[RollLuck], names: tuple[str, str], width: int) -> Iterator[TextRow]:
    """Yield the luck of each side. Yield nothing if no dice were rolled."""
    if not throws:
        return
    yield TextRow(LUCK, "caps", TEXT_FAINT, px(26))
    yield from wrap_rows(LUCK_TEXT, width, "small", TEXT_FAINT)
    for side in (0, 1):
        luck = luck_of(throws, side)
        yield from wrap_rows(f"{names[side]}: {describe_luck(luck)}", width, "small", SIDES[side].light, side)
    yield TextRow("", height=px(6))


def throw_rows(throws: Sequence[RollLuck], width: int) -> Iterator[TextRow]:
    """Yield the throws with the most luck. Yield nothing if there are too few."""
    if len(throws) < 2:
        return
    yield TextRow("The luckiest and unluckiest throws", "caps", TEXT_FAINT, px(26))
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


def _throw_rows(title: str, throws: Iterable[RollLuck], width: int) -> Iterator[TextRow]:
    """Yield throws, each with its turn, purpose, and luck."""
    for number, throw in enumerate(throws):
        if not number:
            yield TextRow(title, "label", TEXT_SOFT)
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

MAX_WIDTH = 1800
TALL, WIDE = 600, 1100
"""The height from which luck has a panel of its own and the chart more space, and the width for long words."""
MIN_TABLE, TABLE_SPACE, BESIDE = 90, 240, 260
"""The least width of the table, the height of a window that it doesn't get, and the least width beside it."""
CHART, LOW_CHART = 150, 84
"""The least heights of the chart. If there is less space, there is none."""
GAIN_WIDTH = 48
"""Width of the points that a side gained at a turning point."""
NAME_WIDTH, NAMED_PORTRAITS = 82, 7
"""The least width of a model with its name, and the number of sizes that have space for one."""
PORTRAITS = (104, 88, 72, 56, 48, 40, 32, 24, 18)
"""Sizes of the pictures of models. The largest that fits is used, and two thirds of it for the lost ones."""


class ResultScreen(Page):
    """The last page of a battle: a summary, or all points and throws in detail."""

    def __init__(self, app: Host, session: Session, names: tuple[str, str], table: Screen) -> None:
        super().__init__(app)
        self.session, self.names, self.table = session, names, table
        self.state = session.match.state
        self.objectives = progress(self.state)
        self.turns: tuple[TurnEnd, ...] = ()
        self.throws: tuple[RollLuck, ...] = ()
        self.lead_changes: tuple[LeadChange, ...] = ()
        self.feats: tuple[Feat, ...] = ()
        self._analysis: Iterator[None] | None = self._analyze()
        """Fills the four fields above, a part in each frame, None at its end."""
        self._painting: Iterator[pygame.Surface | None] | None = None
        """Draws the fleets and the final table, a part in each frame, None at its end."""
        self._painted_at = (0, 0)
        """The size and the scale for which that is."""
        self._fleets_shown = 0
        """The number of fleets whose pictures are made."""
        self.in_detail = False
        """Whether the details are shown instead of the summary."""
        self._final = self.state.clone()
        """The final state without activations, so that no model is dimmed because it has acted."""
        self._final.apart()
        for model in self._final.models.values():
            model.activated = False
        self._picture: pygame.Surface | None = None
        """The final table, drawn for the current size."""

    # --- Boxes ---
    def compose(self) -> Box:
        body = self._details() if self.in_detail else self._summary()
        page = column(
            self._headline(), body,
            row(button("title", "Main menu", self.cancel, width=130), space(), *self._buttons(), gap=8, height=44),
            gap=8, grow=1, width=MAX_WIDTH,
        )  # fmt: skip
        return column(page, pad=(16, 4, 16, 12))

    def _buttons(self) -> Iterator[Box]:
        """Yield what can be done with the game."""
        app, session, seats = self.app, self.session, self.session.seats
        label, hint = ("Summary", "") if self.in_detail else ("Details", DETAILS_HINT)
        entries: list[tuple[str, str, Callable[[], None], str]] = [
            ("save", "Save", partial(save, app, session), ""),
            ("table", "See the table", partial(app.show, self.table), ""),
            ("replay", "Replay", lambda: app.go(ToReplay(session, self)), ""),
            (*SHARE[:2], partial(share_page, app, session.match), SHARE[2]),
            ("detail", label, self._toggle_details, hint),
        ]
        if not {REMOTE, FRIEND}.isdisjoint(seats):  # A game with a friend elsewhere begins in another way.
            yield from (button(name, words, press, hint=told, width=130) for name, words, press, told in entries)
            return
        if seats[0] != seats[1]:
            change = partial(self._play_again, (seats[1], seats[0]))
            entries.append(("change", "Change sides", change, CHANGE_HINT))
        yield from (button(name, words, press, hint=told, width=130) for name, words, press, told in entries)
        again = partial(self._play_again, seats)
        yield button("rematch", "Rematch", again, kind="primary", hint=REMATCH_HINT, width=130)

    def _toggle_details(self) -> None:
        self.in_detail = not self.in_detail

    def _headline(self) -> Box:
        """Return the winner, both scores, and the reason."""
        winner, state = self.state.winner, self.state
        about = " · ".join((
            state.scenario.name, f"after {pluralize(state.turn, 'turn')}",
            f"Seed {format_seed(self.session.match.setup.seed)}",
        ))  # fmt: skip
        headline = "A draw" if winner is None else f"{self.names[winner]} wins"
        first, second = (
            line(name, "strong", SIDES[side].main, anchor=anchor, content_width=NOTHING, grow=1)
            for side, (name, anchor) in enumerate(zip(self.names, ("midright", "midleft"), strict=True))
        )
        score = f"{state.scores[0].objective:g} : {state.scores[1].objective:g}"
        return column(
            _centered(about, "small", TEXT_SOFT),
            _centered(headline, "display", BLADE if winner is None else SIDES[winner].main),
            row(first, line(score, "title"), second, gap=14),
            _centered(outcome_words(state, self.objectives), "body", TEXT_SOFT),
        )

    def _summary(self) -> Box:
        """Return the fleets and the luck, the final table, and the story of the game with a chart."""
        is_tall = self.size[1] >= px(TALL)
        luck = self._luck_words() if self.throws else []
        table_width = Extent(px(MIN_TABLE), max(px(MIN_TABLE), self.size[1] - px(TABLE_SPACE)))
        table = Box(paint=self._draw_table, on_place=self._place_table, content_width=table_width, grow=1)
        story = ScrollList("story", NOWHERE, _draw_story_row, height_of=lambda row: height_of(row[0]), well=False)

        def fill_story(width: int) -> int:
            story.set_items([*self._story_rows(width - px(14), () if is_tall else luck)])
            return story.full

        low = CHART if is_tall else LOW_CHART
        chart = Box(paint=self._draw_chart, grow=1, height=low, min_height=low, priority=1)
        beside: dict[str, Any] = {"grow": 1, "width": BESIDE, "min_width": BESIDE}
        return row(
            column(*map(self._fleet, (0, 1)), _luck_panel(luck) if luck and is_tall else None, gap=12, **beside),
            panel("", table, line(f"The table after turn {self.state.turn}", "small", TEXT_SOFT, anchor="center"),
                  pad=(6, 6, 6, 6)),
            panel("", chart if len(self.turns) > 1 else None,
                  item(story, self._watch, height_at=fill_story, on_place=lambda rect: fill_story(rect.width),
                       min_height=60), gap=10, **beside),
            gap=14, grow=1,
        )  # fmt: skip

    def _fleet(self, side: int) -> Box:
        """Return the points and remaining models of a side."""
        started = next(self.session.match.events.of(Started)).sides[side].tv
        player, points = self.session.player_at(side), f"Victory Points of {started} at the start"
        return column(
            row(side_line(side, self.names[side], grow=1), line(player, "small", TEXT_SOFT), gap=8),
            row(line(f"{self.state.scores[side].victory:g}", "value"),
                line(points, "small", TEXT_SOFT, content_width=NOTHING, grow=1), gap=6),
            Box(paint=partial(self._draw_fleet, side), grow=1), gap=2, pad=(12, 10, 12, 10), grow=1,
            paint=partial(_draw_fleet_panel, side),
        )  # fmt: skip

    def _details(self) -> Box:
        """Return the account of the points, and the models of both sides."""
        account = ScrollList("account", NOWHERE, draw_row, height_of=height_of, well=False)
        fill = lambda rect: account.set_items([*self._account_rows(rect.width - px(14))])  # noqa: E731
        return row(panel("", item(account, on_place=fill, grow=1), grow=1), *map(self._models, (0, 1)), gap=16, grow=1)

    def _models(self, side: int) -> Box:
        """Return the points of a side and the list of its models."""
        objective, victory = self.state.scores[side]
        models = ScrollList(f"side {side}", NOWHERE, self._draw_value, row=2 * line_height("small") + px(4), well=False)
        models.set_items(list(values(self.state, side)))
        words = "Victory Points" if self.size[0] >= px(WIDE) else "VP"
        return panel(
            "", side_line(side, self.names[side]),
            row(line(f"{objective:g}", "title", BLADE), line("Objective Points", "body", TEXT_SOFT), space(),
                line(f"{victory:g} {words}", "body"), gap=8, pad=(0, 2, 0, 8), paint=_draw_line_below),
            item(models, grow=1), gap=8, grow=1,
        )  # fmt: skip

    # --- Summary ---
    def _story_rows(self, width: int, luck: Iterable[str]) -> Iterator[tuple[TextRow, LeadChange | None]]:
        """Yield where the game turned, the feats of both sides, and the luck. Rows of a turning point have it."""
        if self.lead_changes:
            yield TextRow("What decided it (click to watch it)", "caps", TEXT_FAINT, px(22)), None
        for change in self.lead_changes:
            words = f"Turn {change.turn}: {change.text}"
            rows = list(wrap_rows(words, width - px(GAIN_WIDTH), "body", TEXT, change.side))
            rows[0] = replace(rows[0], cells=((f"+{change.points:g}", SIDES[change.side].main),))
            yield from ((row, change) for row in rows)
        if self.feats:
            yield TextRow("Feats", "caps", TEXT_FAINT, px(28)), None
        for feat in self.feats:
            damage = f"{self.state.models[feat.model].name}: {feat.damage} damage"
            words = "; ".join(filter(None, (damage, feat.to_words())))
            yield from ((row, None) for row in wrap_rows(words, width, "body", TEXT, feat.side))
        for side, words in enumerate(luck):
            if not side:
                yield TextRow(LUCK, "caps", TEXT_FAINT, px(22)), None
            yield from ((row, None) for row in wrap_rows(words, width, "small", TEXT, side))

    def _luck_words(self) -> list[str]:
        """Return the luck of both sides in plain words."""
        return [_tell_luck(luck_of(self.throws, side)) for side in (0, 1)]

    def _watch(self, number: int) -> None:
        """Open the replay at the turning point of a row."""
        story = self.group["story"]
        change = story.items[number][1] if isinstance(story, ScrollList) else None
        if change is not None:
            self.app.go(ToReplay(self.session, self, change.answers))

    def _place_table(self, rect: pygame.Rect) -> None:
        """Draw the final table again if it has another size."""
        size = max(8, min(rect.size)), px(1000)
        if size != self._painted_at:
            self._painted_at, self._picture, self._painting = size, None, self._paint(size[0])

    def _draw_table(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self._picture is not None:
            surface.blit(self._picture, self._picture.get_rect(center=rect.center))

    def _draw_fleet(self, side: int, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the remaining models of a side, and smaller those that are lost or withdrawn."""
        if side < self._fleets_shown:
            models = [model for model in self._final.models.values() if not model.is_drone]
            own = [model for model in models if model.side == side and model.is_in_game]
            gone = [model for model in models if model.owner == side and (model.side != side or model.place in LOSSES)]
            _draw_models(surface, rect, own, gone, side)

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
                self.refresh()
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
        entries = match.events.seen_by(None if match.over else self.session.viewer)
        yield
        self.turns = turn_ends(match)
        yield
        self.throws = throws_of(entries)
        yield
        self.lead_changes = find_lead_changes(match) if match.over else ()
        yield
        self.feats = find_feats(entries, self.state)

    def _paint(self, side: int) -> Iterator[pygame.Surface | None]:
        """Yield None after each part of the summary, and at last the picture of the final table."""
        while self._fleets_shown < 2:
            yield None
            self._fleets_shown += 1
        yield None
        board = Board((0, 0, side, side), (self.state.width, self.state.height))
        scene, surface = Scene(labels=side > px(300)), pygame.Surface((side, side), 0, 32)
        backdrop((side, side))
        yield None
        yield from board.make_pictures(self._final, scene)
        board.draw_once(surface, self._final, scene)
        yield surface

    # --- Texts ---
    def _account_rows(self, width: int) -> Iterator[TextRow]:
        """Yield how the points came about, the luck that the viewer may know, the turns, and the luckiest throws."""
        yield from self._point_rows(width)
        yield from luck_rows(self.throws, self.names, width)
        yield from self._turn_rows(width)
        yield from throw_rows(self.throws, width)

    def _point_rows(self, width: int) -> Iterator[TextRow]:
        """Yield the objectives, what was counted, and who got the points."""
        yield TextRow("How the points came about", "caps", TEXT_FAINT, px(22))
        for objective in self.objectives:
            yield from self._objective_rows(objective, width)

    def _objective_rows(self, objective: ObjectiveProgress, width: int) -> Iterator[TextRow]:
        yield from wrap_rows(heading(objective)[:1].upper() + heading(objective)[1:], width, "strong", BLADE)
        for side in (0, 1):
            if objective.shares[side].eligible:
                color = SIDES[side].light if objective.shares[side].earned else TEXT_SOFT
                yield from wrap_rows(side_words(objective, side, self.names), width, "small", color, side)
        yield TextRow("", height=px(6))

    def _turn_rows(self, width: int) -> Iterator[TextRow]:
        """Yield the points after each turn, and the models lost in it."""
        yield TextRow("Objective and Victory Points by turn", "caps", TEXT_FAINT, px(26))
        for end in self.turns:
            yield TextRow(f"Turn {end.turn}", "strong", TEXT, cells=self._score_cells(end))
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

    def _play_again(self, seats: Seats) -> None:
        """Start a new game with the same scenario, fleets, and options, and other dice."""
        setup = replace(self.session.match.setup, seed=random_seed())
        leave(self.app, lambda: self.app.go(ToBattle(Session(Match(setup, keep_all=True), seats))))

    def cancel(self) -> None:
        leave(self.app, lambda: self.app.go(ToTitle()))

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


DETAILS_HINT = "How the points came about, each model, each turn, and the luckiest throws."
CHANGE_HINT = "Plays it again, and the players change their fleets."
REMATCH_HINT = "Plays the same scenario with the same fleets and players again. The dice are different."


def _centered(words: str, role: str, color: Color) -> Box | None:
    return line(words, role, color, anchor="center", content_width=NOTHING) if words else None


def _tell_luck(luck: Luck) -> str:
    """Return the luck of a side as sentences."""
    words = luck_words(luck)
    more = f". {luckier_games(luck)} of 100 games with these rolls are luckier." if luck.throws else ""
    return f"{words[:1].upper()}{words[1:]}{more}"


def _luck_panel(words: Iterable[str]) -> Box:
    rows = (row(side_badge(side), text(told, "small", grow=1)) for side, told in enumerate(words))
    return panel("", caption(LUCK), *rows, gap=4)


def _draw_fleet_panel(side: int, surface: pygame.Surface, rect: pygame.Rect) -> None:
    draw_panel(surface, rect)
    pygame.draw.line(surface, SIDES[side].main, (rect.left + px(6), rect.top), (rect.right - px(6), rect.top), px(2))


def _draw_line_below(surface: pygame.Surface, rect: pygame.Rect) -> None:
    draw_rule(surface, rect.left, rect.right, rect.bottom - px(2))


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


def _draw_story_row(surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
    """Draw a row of the story, with the points that a side gained at its right end."""
    row, _ = item
    if row.cells and hovered:
        draw_box(surface, rect, PANEL_HOVER, radius=px(4))
    for words, color in row.cells:
        draw_text(surface, (rect.right - px(2), rect.centery), words, "label", color, anchor="midright")
        rect = pygame.Rect(rect.left, rect.top, rect.width - px(GAIN_WIDTH), rect.height)
    draw_row(surface, rect, replace(row, cells=()), hovered, chosen)
