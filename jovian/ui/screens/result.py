"""The result of a game: the winner, how the points came about, luck with the dice, each turn, and the fleets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import erf, sqrt
from typing import Any

import pygame

from jovian.dice import format_seed
from jovian.frozen import frozen
from jovian.game import DESTROYED, WITHDRAWN, Score, State
from jovian.game.events import LeftPlay, ShipCaptured
from jovian.match import Match
from jovian.rehearsal.luck import Luck, Throw, luck_of, throws_of
from jovian.rules.basics.rolls import pluralize
from jovian.rules.damage.boarding import Captured
from jovian.rules.scenario.objectives import Value, values
from jovian.rules.scenario.tokens import find_token
from jovian.rules.sequence.sequence import Progress, current_score, progress
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_panel, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, Color, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Widget
from jovian.ui.panels.objectives_panel import heading, side_words
from jovian.ui.screens.navigation import ToReplay, ToTitle
from jovian.ui.screens.screen import Host, Row, Screen, draw_row, height_of, leave, save, wrap_rows
from jovian.ui.session.session import Session

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
    below = round(50 * (1 + erf(luck.score / sqrt(2))))
    return f"{text}, luckier than {below}% of games"


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
    return match.fork_at(_first_where(len(match.journal), lambda n: match.fork_at(n).state.turn >= turn)).state


def _first_where(length: int, reached: Callable[[int], bool]) -> int:
    """Return the first number of answers after which something is true for good, by bisection."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle + 1, high)
    return low


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


class ResultScreen(Screen):
    """The last page of a battle."""

    def __init__(self, app: Host, session: Session, names: tuple[str, str], table: Screen) -> None:
        super().__init__(app)
        self.session, self.names, self.table = session, names, table
        self.state = session.match.state
        self.objectives, self.turns = progress(self.state), turn_ends(session.match)
        told = session.match.events.seen_by(None if session.match.over else session.looker)
        self.throws = throws_of(told)

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        button_width, gap = px(170), px(12)
        left = (size[0] - 4 * button_width - 3 * gap) // 2
        entries = (("replay", "Replay", "primary"), ("table", "See the table", "plain"), ("save", "Save", "plain"),
                   ("title", "Main menu", "plain"))  # fmt: skip
        widgets: list[Widget] = [
            Button(
                name,
                pygame.Rect(left + n * (button_width + gap), size[1] - px(68), button_width, px(48)),
                label,
                kind=kind,
            )
            for n, (name, label, kind) in enumerate(entries)
        ]
        for side in (0, 1):
            inner = self._column_area(side + 1).inflate(-px(24), -px(20))
            rect = pygame.Rect(inner.left, inner.top + px(80), inner.width, inner.height - px(80))
            row_height = 2 * line_height("small") + px(4)
            value_list = ScrollList(f"side {side}", rect, self._draw_value, row=row_height, well=False)
            value_list.set_items(list(values(self.state, side)))
            widgets.append(value_list)
        inner = self._column_area(0).inflate(-px(24), -px(20))
        account = ScrollList("account", inner, draw_row, height_of=height_of, well=False)
        account.set_items(list(self._account_rows(inner.width - px(14))))
        self.group.renew([account, *widgets])

    def _column_area(self, column: int) -> pygame.Rect:
        """Return the area of a column: the account, side 0, or side 1."""
        gap = px(16)
        whole = min(px(1560), self.size[0] - 2 * gap)
        column_width = (whole - 2 * gap) // 3
        left = (self.size[0] - whole) // 2 + column * (column_width + gap)
        return pygame.Rect(left, px(146), column_width, self.size[1] - px(146) - px(80))

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
    def act(self, action: Action) -> None:
        if action.name == "replay":
            self.app.go(ToReplay(self.session, self))
        elif action.name == "table":
            self.app.show(self.table)
        elif action.name == "save":
            save(self.app, self.session)
        elif action.name == "title":
            self.cancel()

    def cancel(self) -> None:
        leave(self.app, lambda: self.app.go(ToTitle()))

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        winner, middle = self.state.winner, self.size[0] // 2
        headline = "A draw" if winner is None else f"{self.names[winner]} wins"
        color: Color = BLADE if winner is None else SIDES[winner].main
        draw_text(surface, (middle, px(62)), headline, "display", color, anchor="center")
        turns = f"{self.state.scenario.name} · after {pluralize(self.state.turn, 'turn')}"
        draw_text(surface, (middle, px(104)), turns, "body", TEXT_SOFT, anchor="center")
        seed = f"Seed {format_seed(self.session.match.setup.seed)}"
        draw_text(surface, (middle, px(126)), seed, "small", TEXT_FAINT, anchor="center")
        draw_panel(surface, self._column_area(0))
        for side in (0, 1):
            self._draw_column(surface, self._column_area(side + 1), side)
        self.group.draw(surface)
        self.dirty = False

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
