"""Luck with the dice as a part of a page: the sum of each side by exact odds, and the throws that made most of it.
A game turn by turn, once it is over: the points at the end of each turn, and who was lost in it. The result: who
won, how every point came about, the points and losses turn by turn, what is left of both fleets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import erf, sqrt
from typing import Any, NamedTuple

import pygame

from jovian.dice import format_seed
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
from jovian.ui.kit.draw import draw_panel, draw_side_badge, rule
from jovian.ui.kit.fonts import draw_text, line_height, text_size
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, Color, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Widget
from jovian.ui.panels.objectives_panel import heading, side_words
from jovian.ui.screens.navigation import ToReplay, ToTitle
from jovian.ui.screens.screen import Host, Row, Screen, draw_row, height_of, leave, save, wrap_rows
from jovian.ui.session.session import Session

# --- luck ---
# Luck with the dice as a part of a page: the sum of each side by exact odds, and the throws that made most of it.

SHOWN = 3
"""The luckiest throws, and as many of the unluckiest."""
WHAT = "Difference from the expected result. A double counts 1, a triple 2, a quadruple 3."


def luck_rows(throws: Sequence[Throw], names: tuple[str, str], width: int) -> Iterator[Row]:
    """The sum of each side; nothing where no dice fell."""
    if not throws:
        return
    yield Row("LUCK WITH THE DICE", "caps", TEXT_FAINT, px(26))
    yield from wrap_rows(WHAT, width, "small", TEXT_FAINT)
    for side in (0, 1):
        luck = luck_of(throws, side)
        yield from wrap_rows(f"{names[side]}: {luck_words(luck)}", width, "small", SIDES[side].light, side)
    yield Row("", high=px(6))


def throw_rows(throws: Sequence[Throw], width: int) -> Iterator[Row]:
    """The throws that made most of it; nothing where there were too few."""
    if len(throws) < 2:
        return
    yield Row("THE THROWS THAT MADE MOST OF THE LUCK", "caps", TEXT_FAINT, px(26))
    ranked = sorted(throws, key=lambda each: (-each.luck, each.n))
    shown = min(SHOWN, len(ranked) // 2)
    yield from _listed("Luckiest", ranked[:shown], width)
    yield from _listed("Unluckiest", ranked[::-1][:shown], width)


def luck_words(luck: Luck) -> str:
    """The luck of a side in words."""
    if not luck.throws:
        return "rolled no dice"
    said = f"{luck.steps:+.1f} steps in {pluralize(luck.throws, 'throw')}"
    below = round(50 * (1 + erf(luck.score / sqrt(2))))
    return f"{said}, luckier than {below}% of games"


def _listed(title: str, throws: Iterable[Throw], width: int) -> Iterator[Row]:
    """Throws, each with its turn, what it was for and what it was worth."""
    for number, each in enumerate(throws):
        if not number:
            yield Row(title, "label", TEXT_SOFT)
        color = GOOD if each.luck > 0 else DANGER
        again = ", rolled again" if each.again else ""
        said = f"Turn {each.turn}: {each.purpose}{again}: {each.luck:+.1f}"
        yield from wrap_rows(said, width, "small", color, each.side)


# --- turns ---
# A game turn by turn, once it is over: the points at the end of each turn, and who was lost in it.

_HOW = (DESTROYED, WITHDRAWN)


class Loss(NamedTuple):
    """A model that left the battle, or changed hands."""

    side: int
    """Who had brought it."""
    name: str
    how: str


class TurnEnd(NamedTuple):
    """What stood when a turn was over."""

    turn: int
    scores: tuple[Score, Score]
    losses: tuple[Loss, ...]


def turns_of(match: Match) -> tuple[TurnEnd, ...]:
    """Every turn of a game that is over; the last by the count that decided it."""
    state = match.state
    first = min((entry.turn for entry in match.events if entry.turn), default=state.turn)
    ends = [*(_begun(match, turn + 1) for turn in range(first, state.turn)), None]
    return tuple(
        TurnEnd(turn, state.scores if end is None else current_score(end).scores, _losses(match, state, turn))
        for turn, end in zip(range(first, state.turn + 1), ends, strict=True)
    )


def _begun(match: Match, turn: int) -> State:
    """The state at the first question of a turn: what the turn before it has left."""
    return match.fork_at(_first(len(match.journal), lambda n: match.fork_at(n).state.turn >= turn)).state


def _first(length: int, reached: Callable[[int], bool]) -> int:
    """The first number of answers after which something holds that never ends again, by halving."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle + 1, high)
    return low


def _losses(match: Match, state: State, turn: int) -> tuple[Loss, ...]:
    """Who was lost in a turn, in the order of the log; a squadron that withdrew aboard is told of with its ship."""
    found = []
    for entry in match.events:
        match entry.event:
            case LeftPlay(model=ident, how=how) if entry.turn == turn and how in _HOW and ident in state.models:
                model = state.models[ident]
                found.append(Loss(model.owner, model.name, how))
            case ShipCaptured(model=ident) if entry.turn == turn and ident in state.models:
                found.append(Loss(state.models[ident].owner, state.models[ident].name, Captured.name))
    return tuple(found)


# --- result ---
# The result: who won, how every point came about, the points and losses turn by turn, what is left of both fleets.


class Result(Screen):
    """The last page of a battle."""

    def __init__(self, app: Host, session: Session, names: tuple[str, str], table: Screen) -> None:
        super().__init__(app)
        self.session, self.names, self.table = session, names, table
        self.state = session.match.state
        self.objectives, self.turns = progress(self.state), turns_of(session.match)
        told = session.match.events.seen_by(None if session.match.over else session.looker)
        self.throws = throws_of(told)

    def layout(self, size: tuple[int, int]) -> None:
        """Three columns, and the buttons below them."""
        super().layout(size)
        wide, gap = px(170), px(12)
        left = (size[0] - 4 * wide - 3 * gap) // 2
        entries = (("replay", "Replay", "primary"), ("table", "See the table", "plain"), ("save", "Save", "plain"),
                   ("title", "Main menu", "plain"))  # fmt: skip
        made: list[Widget] = [
            Button(name, pygame.Rect(left + n * (wide + gap), size[1] - px(68), wide, px(48)), label, kind=kind)
            for n, (name, label, kind) in enumerate(entries)
        ]
        for side in (0, 1):
            inner = self._area(side + 1).inflate(-px(24), -px(20))
            rect = pygame.Rect(inner.left, inner.top + px(80), inner.width, inner.height - px(80))
            high = 2 * line_height("small") + px(4)
            listed = ScrollList(f"side {side}", rect, self._draw_value, row=high, well=False)
            listed.set_items(list(values(self.state, side)))
            made.append(listed)
        inner = self._area(0).inflate(-px(24), -px(20))
        account = ScrollList("account", inner, draw_row, height_of=height_of, well=False)
        account.set_items(list(self._account(inner.width - px(14))))
        self.group.renew([account, *made])

    def _area(self, column: int) -> pygame.Rect:
        """A column of the page: the account, side 0, side 1."""
        gap = px(16)
        whole = min(px(1560), self.size[0] - 2 * gap)
        wide = (whole - 2 * gap) // 3
        left = (self.size[0] - whole) // 2 + column * (wide + gap)
        return pygame.Rect(left, px(146), wide, self.size[1] - px(146) - px(80))

    # --- what it says ---
    def _account(self, width: int) -> Iterator[Row]:
        """How it came about: points, luck as far as whoever looks may know of dice, turns, and throws of most luck."""
        yield from self._points(width)
        yield from luck_rows(self.throws, self.names, width)
        yield from self._by_turns(width)
        yield from throw_rows(self.throws, width)

    def _points(self, width: int) -> Iterator[Row]:
        """Every objective, what was counted, who got the points."""
        yield Row("HOW THE POINTS CAME", "caps", TEXT_FAINT, px(22))
        for each in self.objectives:
            yield from self._objective(each, width)

    def _objective(self, each: Progress, width: int) -> Iterator[Row]:
        yield from wrap_rows(heading(each)[:1].upper() + heading(each)[1:], width, "strong", BLADE)
        for side in (0, 1):
            if each.shares[side].eligible:
                color = SIDES[side].light if each.shares[side].earned else TEXT_SOFT
                yield from wrap_rows(side_words(each, side, self.names), width, "small", color, side)
        yield Row("", high=px(6))

    def _by_turns(self, width: int) -> Iterator[Row]:
        """The points after each turn, and who was lost in it."""
        yield Row("TURN BY TURN: OBJECTIVE AND VICTORY POINTS", "caps", TEXT_FAINT, px(26))
        for end in self.turns:
            yield Row(f"Turn {end.turn}", "strong", TEXT, cells=self._scores(end))
            for side in (0, 1):
                lost = [f"{each.name} {each.how}" for each in end.losses if each.side == side]
                if lost:
                    yield from wrap_rows(", ".join(lost), width, "small", TEXT_SOFT, side)

    def _scores(self, end: TurnEnd) -> tuple[tuple[str, Color], ...]:
        """The points of both sides after a turn, those of whoever was ahead lit."""
        ahead = 0 if end.scores[0] > end.scores[1] else 1 if end.scores[1] > end.scores[0] else None
        return tuple(
            (f"{score.objective:g} · {score.victory:g} VP", SIDES[side].main if ahead == side else TEXT_SOFT)
            for side, score in enumerate(end.scores)
        )

    # --- answers ---
    def act(self, action: Action) -> None:
        """Go where the button leads."""
        if action.name == "replay":
            self.app.go(ToReplay(self.session, self))
        elif action.name == "table":
            self.app.show(self.table)
        elif action.name == "save":
            save(self.app, self.session)
        elif action.name == "title":
            self.cancel()

    def cancel(self) -> None:
        """Go back to the title."""
        leave(self.app, lambda: self.app.go(ToTitle()))

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """The winner, then the columns."""
        surface.blit(backdrop(self.size), (0, 0))
        winner, middle = self.state.winner, self.size[0] // 2
        said = "A draw" if winner is None else f"{self.names[winner]} wins"
        color: Color = BLADE if winner is None else SIDES[winner].main
        draw_text(surface, (middle, px(62)), said, "display", color, anchor="center")
        turns = f"{self.state.scenario.name} · after {pluralize(self.state.turn, 'turn')}"
        draw_text(surface, (middle, px(104)), turns, "body", TEXT_SOFT, anchor="center")
        seed = f"Seed {format_seed(self.session.match.setup.seed)}"
        draw_text(surface, (middle, px(126)), seed, "small", TEXT_FAINT, anchor="center")
        draw_panel(surface, self._area(0))
        for side in (0, 1):
            self._column(surface, self._area(side + 1), side)
        self.group.draw(surface)
        self.dirty = False

    def _column(self, surface: pygame.Surface, rect: pygame.Rect, side: int) -> None:
        inner, look = draw_panel(surface, rect), SIDES[side]
        draw_side_badge(surface, (inner.left + px(8), inner.top + px(10)), look.main, look.hatched, px(7))
        name = self.names[side]
        draw_text(surface, (inner.left + px(24), inner.top), name, "heading", look.main, width=inner.width - px(24))
        objective, victory = self.state.scores[side]
        y = inner.top + px(46)
        figure = draw_text(surface, (inner.left, y - px(2)), f"{objective:g}", "title", BLADE, anchor="midleft")
        pos = (figure.right + px(8), y)
        said = draw_text(surface, pos, "Objective Points", "body", TEXT_SOFT, anchor="midleft")
        told = f"{victory:g} Victory Points"
        if text_size(told, "body")[0] > inner.right - said.right - px(12):
            told = f"{victory:g} VP"
        draw_text(surface, (inner.right, y), told, "body", TEXT, anchor="midright")
        rule(surface, inner.left, inner.right, inner.top + px(70))

    def _draw_value(self, surface: pygame.Surface, rect: pygame.Rect, value: Any, hovered: bool, chosen: bool) -> None:
        """A model with what is left of it, its Victory Points and how they come about."""
        ink, gold = (TEXT, BLADE) if value.points else (TEXT_FAINT, TEXT_FAINT)
        right = rect.right - px(4)
        points = draw_text(surface, (right, rect.top), f"{value.points}", "strong", gold, anchor="topright")
        draw_text(surface, rect.topleft, value.name, "strong", ink, width=points.left - rect.left - px(8))
        y = rect.top + line_height("small")
        came = f"{value.tv} TV × {value.share:g}" if value.share != 1 else f"{value.tv} TV"
        shown = draw_text(surface, (right, y), came, "small", TEXT_FAINT, anchor="topright")
        room = shown.left - rect.left - px(8)
        draw_text(surface, (rect.left, y), self._left_of(value), "small", TEXT_SOFT, width=room)

    def _left_of(self, value: Value) -> str:
        """What became of a model, what is left of its Structure, and the tokens aboard it."""
        model = self.state.models[value.model]
        left = f"Structure {model.unmarked('structure')}/{len(model.boxes('structure'))}" if model.alive else ""
        held = (find_token(self.state, name).words(count) for name, count in model.loads)
        said = " · ".join(filter(None, (value.why, left, *held)))
        return said[:1].upper() + said[1:]
