"""What gives Objective Points (v1.2.4 Scenarios > Objective Points, R80)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import Award


@dataclass(frozen=True, slots=True)
class Objective(Clause):
    """Base of what gives so many points."""

    points: int


@dataclass(frozen=True, slots=True)
class MostVictoryPoints(Objective):
    """Points for whoever has kept more; a tie gives nobody any (R80)."""

    name = "Most Victory Points"
    place = "v1.2.4 Scenarios > Introductory Scenario"
    summary = "Points for the side with the most Victory Points at the end."

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        """To the side that is ahead."""
        if victory[0] != victory[1]:
            yield Award(0 if victory[0] > victory[1] else 1, self.points, "the most Victory Points")
