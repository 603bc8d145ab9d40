"""The base of all objectives: who may earn them, when they are counted (v1.2.4 Scenarios > Objective Points, R80)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import ClassVar

from jovian.frozen import frozen
from jovian.game import Game, State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import Award
from jovian.rules.scenario.objectives.counts import Count
from jovian.rules.scenario.roles import plays

PLACE = "v1.2.4 Scenarios > Victory Conditions > Objective Points"
Points = tuple[float, float]
"""A number of each side."""
REMEMBERED = 4
"""What a count remembers: the points of both sides, and the amounts that they are for, in so many parts of one."""
FINE = 100


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
        """As remembered, or as it stands now."""
        noted = state.notes.get(self._key)
        if isinstance(noted, tuple) and len(noted) == REMEMBERED:
            return int(str(noted[2])) / FINE, int(str(noted[3])) / FINE
        return self.counted(state)

    def earned(self, first: float, second: float) -> Points:
        """The points for these amounts."""
        raise NotImplementedError

    def settled(self, state: State) -> bool:
        """Has its turn come and gone?"""
        return bool(self.turn) and (self._key in state.notes or state.turn > self.turn)

    def awards(self, state: State, victory: Points) -> Iterable[Award]:
        """As remembered, or as it stands now."""
        noted = state.notes.get(self._key)
        for side, points in enumerate(noted[:2] if isinstance(noted, tuple) else self._now(state)):
            if points:
                yield Award(side, int(str(points)), self.title)

    def end_phase(self, game: Game) -> None:
        """Count once, in the End Phase of its turn."""
        if self.turn == game.state.turn:
            found = tuple(round(FINE * each) for each in self.counted(game.state))
            self.note(game, self._key, (*self._now(game.state), *found), self._told(game.state))

    def _now(self, state: State) -> tuple[int, int]:
        points = self.earned(*self.counted(state))
        first, second = (int(each) if plays(state, side, self.role) else 0 for side, each in enumerate(points))
        return first, second

    def _told(self, state: State) -> str:
        first, second = self._now(state)
        return f"{self.title}: {first} and {second} objective points" if first or second else ""

    @property
    def _key(self) -> str:
        """Under which it remembers: two of a kind are told apart by what they say."""
        return f"{self.title} ({self.points}{f', {self.role}' if self.role else ''})"

    def _when(self) -> str:
        return f" by the end of turn {self.turn}" if self.turn else ""
