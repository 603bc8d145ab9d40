"""The base of all objectives: who may earn them, when they are counted (v1.2.4 Scenarios > Objective Points, R80)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import ClassVar

from jovian.frozen import frozen
from jovian.game import Game, Note, State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import Award
from jovian.rules.scenario.objectives.counts import Count
from jovian.rules.scenario.roles import plays

PLACE = "v1.2.4 Scenarios > Victory Conditions > Objective Points"
Points = tuple[float, float]
"""A number of each side."""
POINTS, AMOUNTS, MODELS = slice(0, 2), slice(2, 4), slice(4, 6)
"""The parts of what a count remembers, each for both sides: the points and the amounts as both knew them, and the
models to count again by their full value."""
FINE = 100
"""The fraction of one in which amounts are remembered."""


@frozen
class Objective(Clause):
    """Base of what gives so many points."""

    of_victory: ClassVar[bool] = False
    """Do Victory Points decide it, which are told by themselves?"""

    points: int
    role: str = ""
    """Who alone may earn them, "" for both sides."""

    @property
    def title(self) -> str:
        """What they are for, in a few words."""
        raise NotImplementedError

    @property
    def short(self) -> str:
        """Its title in fewer words, where little room is."""
        return self.title

    def counted(self, state: State) -> Points | None:
        """What is counted for both sides now, as far as the state knows; None where nothing is."""
        return None

    @property
    def unit(self) -> str:
        """What the counted numbers are numbers of; "" for mere numbers."""
        return ""

    def amounts(self, state: State, victory: Points) -> Points | None:
        """What it goes by, given the Victory Points: as counted once and for all, else now; None for no numbers."""
        return self.counted(state)

    def settled(self, state: State) -> bool:
        """Is it decided for good before the game is over?"""
        return False

    def stands(self, own: float, other: float) -> str:
        """How a side stands with these amounts, in a few words."""
        return ""

    def within_reach(self, state: State, side: int) -> bool:
        """May a side that it is for still earn it, as long as it is not settled?"""
        return True


@frozen
class Counting(Objective):
    """Base of those that count something: at the end, or in the End Phase of a turn, which then stands."""

    turn: int = 0
    """Of which End Phase, 0 for the last."""
    count: Count = field(kw_only=True)

    @property
    def short(self) -> str:
        """Without its turn."""
        return self.title.removesuffix(self._when())

    def counted(self, state: State) -> Points:
        """The amounts of both sides."""
        return self.count.amount(state, 0), self.count.amount(state, 1)

    @property
    def unit(self) -> str:
        """What the count's numbers are numbers of."""
        return self.count.unit

    def amounts(self, state: State, victory: Points) -> Points | None:
        """Return the amounts remembered, or else those of now; None if the game started after the turn."""
        noted = self._noted(state)
        if not noted:
            return None if self.missed(state) else self.counted(state)
        first, second = (int(str(amount)) / FINE for amount in noted[AMOUNTS])
        return self._recounted(state, noted) or (first, second)

    def earned(self, first: float, second: float) -> Points:
        """The points for these amounts."""
        raise NotImplementedError

    def settled(self, state: State) -> bool:
        """Has its turn come and gone?"""
        return bool(self.turn) and (self._key in state.notes or state.turn > self.turn)

    def missed(self, state: State) -> bool:
        """Return whether the game started after the turn of the objective, so that no side can earn it."""
        return self.settled(state) and not self._noted(state)

    def awards(self, state: State, victory: Points) -> Iterable[Award]:
        """Award the points remembered, or else those of now; none if the game started after the turn."""
        for side, points in enumerate(self._points(state)):
            if points:
                yield Award(side, points, self.title)

    def end_phase(self, game: Game) -> None:
        """Count in the End Phase of its turn, by what both sides know."""
        state = game.state
        if self.turn == state.turn:
            amounts = self.count.amount_told(state, 0), self.count.amount_told(state, 1)
            points = self._points_for(state, amounts)
            models = self.count.counted_now(state, 0), self.count.counted_now(state, 1)
            note: tuple[Note, ...] = (*points, *(round(FINE * amount) for amount in amounts))
            note = (*note, *models) if any(models) else note
            self.note(game, self._key, note, self._told(points))

    def _noted(self, state: State) -> tuple[Note, ...]:
        """Return what was counted in its turn, () if nothing was."""
        noted = state.notes.get(self._key)
        return noted if isinstance(noted, tuple) else ()

    def _recounted(self, state: State, noted: tuple[Note, ...]) -> Points | None:
        """Return the amounts by full value of the models remembered, None if only numbers are remembered."""
        models = noted[MODELS]
        if not models:
            return None
        first, second = (
            self.count.amount_of(state, side, tuple(map(str, ids))) if isinstance(ids, tuple) else 0.0
            for side, ids in enumerate(models)
        )
        return first, second

    def _points(self, state: State) -> tuple[int, int]:
        noted = self._noted(state)
        if not noted:
            return (0, 0) if self.missed(state) else self._points_for(state, self.counted(state))
        recounted = self._recounted(state, noted)
        if recounted is not None:
            return self._points_for(state, recounted)
        first, second = (int(str(points)) for points in noted[POINTS])
        return first, second

    def _points_for(self, state: State, amounts: Points) -> tuple[int, int]:
        points = self.earned(*amounts)
        first, second = (int(earned) if plays(state, side, self.role) else 0 for side, earned in enumerate(points))
        return first, second

    def _told(self, points: tuple[int, int]) -> str:
        first, second = points
        return f"{self.title}: {first} and {second} objective points" if first or second else ""

    @property
    def _key(self) -> str:
        """Under which it remembers: two of a kind are told apart by what they say."""
        return f"{self.title} ({self.points}{f', {self.role}' if self.role else ''})"

    def _when(self) -> str:
        return f" by the end of turn {self.turn}" if self.turn else ""
