"""What gives Objective Points (v1.2.4 Scenarios > Objective Points, R80)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from jovian.frozen import frozen
from jovian.game import Game, Model, State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import Award
from jovian.rules.scenario.objectives.counts import Count, amount_words
from jovian.rules.scenario.objectives.objective import PLACE, Counting, Objective, Points
from jovian.rules.scenario.roles import plays


def _apart(own: float, other: float, unit: str) -> str:
    """How far a side is ahead of the other, or behind it."""
    if own == other:
        return "level"
    return f"{amount_words(abs(own - other), unit)} {'ahead' if own > other else 'behind'}"


class MostVictoryPoints(Objective):
    """Points for whoever has kept more; a tie gives nobody any (R80)."""

    __slots__ = ()
    name = "Most Victory Points"
    place = "v1.2.4 Scenarios > Introductory Scenario"
    summary = "Points for the side with the most Victory Points at the end."
    of_victory = True

    @property
    def title(self) -> str:
        """What they are for."""
        return "the most Victory Points"

    @property
    def unit(self) -> str:
        """Victory Points."""
        return " VP"

    def amounts(self, state: State, victory: Points) -> Points:
        """Those of both sides."""
        return victory

    def stands(self, own: float, other: float) -> str:
        """By how many."""
        return _apart(own, other, self.unit)

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        """To the side that is ahead."""
        if victory[0] != victory[1]:
            side = 0 if victory[0] > victory[1] else 1
            if plays(state, side, self.role):
                yield Award(side, self.points, self.title)


class Most(Counting):
    """Points for more than the other side; a tie gives nobody any (R80)."""

    __slots__ = ()
    name = "Most"
    place = PLACE
    summary = "Points for the side that has more of something than the other."

    @property
    def title(self) -> str:
        """What they are for."""
        return f"the most {self.count.words}{self._when()}"

    def earned(self, first: float, second: float) -> Points:
        """The points for the side that has more."""
        return self.points * (first > second), self.points * (second > first)

    def stands(self, own: float, other: float) -> str:
        """By how much."""
        return _apart(own, other, self.unit)


class Least(Counting):
    """Points for less than the other side; a tie gives nobody any (R80)."""

    __slots__ = ()
    name = "Least"
    place = PLACE
    summary = "Points for the side that has less of something than the other."

    @property
    def title(self) -> str:
        """What they are for."""
        return f"the fewest {self.count.words}{self._when()}"

    def earned(self, first: float, second: float) -> Points:
        """The points for the side that has less."""
        return self.points * (first < second), self.points * (second < first)

    def stands(self, own: float, other: float) -> str:
        """By how much, where less is better."""
        return _apart(other, own, self.unit)


@frozen
class AtLeast(Counting):
    """Points for so much; several steps of one ladder add up (R80)."""

    name = "At Least"
    place = PLACE
    summary = "Points for a side that has so much of something or more; steps of a ladder add up."

    amount: int = field(kw_only=True)

    @property
    def title(self) -> str:
        """What they are for."""
        return f"{self.amount}{self.count.unit} or more {self.count.words}{self._when()}"

    @property
    def short(self) -> str:
        """Such as `25%+ of its force withdrawn`."""
        return f"{self.amount}{self.count.unit}+ {self.count.words}"

    def earned(self, first: float, second: float) -> Points:
        """The points for each side that has so much."""
        return self.points * (first >= self.amount), self.points * (second >= self.amount)

    def stands(self, own: float, other: float) -> str:
        """How much is missing, or that it is reached."""
        return "enough" if own >= self.amount else f"{amount_words(self.amount - own, self.unit, up=True)} short"

    def within_reach(self, state: State, side: int) -> bool:
        """Could so much still come together?"""
        most = self.count.at_most(state, side)
        return most is None or most >= self.amount


class Each(Counting):
    """Points for each one."""

    __slots__ = ()
    name = "Each"
    place = PLACE
    summary = "Points for each of something that a side has."

    @property
    def title(self) -> str:
        """What they are for."""
        return f"each of the {self.count.words}{self._when()}"

    def earned(self, first: float, second: float) -> Points:
        """The points, as many times as the amount of each side."""
        return self.points * first, self.points * second

    def stands(self, own: float, other: float) -> str:
        """How many times."""
        return f"{amount_words(own, self.unit)} × {self.points}" if own else "none"


class FirstToAttack(Objective):
    """Points, usually negative, for the side that opens fire, intercepts, bombs, rams or boards first (R82)."""

    __slots__ = ()
    name = "First to Attack"
    place = "v1.2.4 Scenarios > Break the Truce"
    summary = "Points for the side that attacks first."

    @property
    def title(self) -> str:
        """What they are for."""
        return "attacking first"

    def fired_at_point(self, game: Game, attacker: Model) -> None:
        """Remember the side that fires a Nuke, wherever it bursts."""
        self._remember(game, attacker)

    def attacked(self, game: Game, attacker: Model, target: Model, how: str) -> None:
        """Remember which side has attacked first. A ship that explodes attacks nobody."""
        self._remember(game, attacker)

    def _remember(self, game: Game, attacker: Model) -> None:
        if self.name not in game.state.notes and not attacker.neutral and attacker.alive:
            self.remember(game, attacker.side, f"{attacker.name} is the first to attack")

    def settled(self, state: State) -> bool:
        """Has anybody attacked?"""
        return self.name in state.notes

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        """To that side, if anybody has attacked yet."""
        side = self.recall(state)
        if isinstance(side, int) and plays(state, side, self.role):
            yield Award(side, self.points, self.title)


@frozen
class EarlyEnd(Clause):
    """The game is over in the End Phase in which a side has so much of something."""

    name = "Early End"
    place = "v1.2.4 Scenarios > Victory Conditions"
    summary = "The game ends before its last turn once a side has so much of something."

    count: Count
    amount: int
    role: str = ""

    def ends(self, state: State) -> bool:
        """Return whether either side that it is for has as much, by what both sides know."""
        sides = (side for side in (0, 1) if plays(state, side, self.role))
        return any(self.count.amount_told(state, side) >= self.amount for side in sides)
