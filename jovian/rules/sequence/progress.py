"""How each objective stands: what both sides have, who gets the points now and why, what can still be won (R80)."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import Award
from jovian.rules.rulebook.in_force import clauses_with
from jovian.rules.scenario.objectives.objective import Counting, Objective, Points
from jovian.rules.scenario.roles import plays
from jovian.rules.scenario.victory import victory_points


class Share(NamedTuple):
    """What an objective is to one side."""

    amount: float | None
    """What is counted for it, None where nothing is."""
    earned: int
    """Its points if the game ended now."""
    eligible: bool
    """Is the objective for this side at all?"""
    open: bool
    """May it still win or lose the points?"""
    words: str
    """How it stands, in a few words; "" where there is nothing to tell."""


class Progress(NamedTuple):
    """One objective as it stands."""

    title: str
    """What its points are for."""
    points: int
    role: str
    """Who alone may earn them, "" for both sides."""
    turn: int
    """In whose End Phase it is counted, 0 for the last."""
    unit: str
    """What the amounts are amounts of, "" for mere numbers."""
    settled: bool
    """Is it decided for good?"""
    shares: tuple[Share, Share]
    """Of side 0 and of side 1."""
    of_victory: bool = False
    """Do Victory Points decide it?"""
    short: str = ""
    """Its title in fewer words."""
    missed: bool = False
    """Did the game start after its turn, so that no side can earn it?"""


def progress(state: State) -> tuple[Progress, ...]:
    """Every objective of the game, as far as the state knows; the points add up to those of `standing`."""
    victory = victory_points(state, 0), victory_points(state, 1)
    return tuple(
        each for clause in clauses_with(state, Clause.awards)
        for each in (
            [_of_objective(state, clause, victory)] if isinstance(clause, Objective)
            else map(_given, clause.awards(state, victory))
        )
    )  # fmt: skip


def _given(award: Award) -> Progress:
    """What a clause that is no objective gives: it says so once it does."""
    shares = [Share(None, award.points if side == award.side else 0, True, False, "") for side in (0, 1)]
    return Progress(award.why, award.points, "", 0, "", False, (shares[0], shares[1]), short=award.why)


def _of_objective(state: State, objective: Objective, victory: Points) -> Progress:
    earned, amounts = [0, 0], objective.amounts(state, victory)
    for award in objective.awards(state, victory):
        earned[award.side] += award.points
    shares = _share(state, objective, 0, amounts, earned[0]), _share(state, objective, 1, amounts, earned[1])
    turn, missed = (objective.turn, objective.missed(state)) if isinstance(objective, Counting) else (0, False)
    settled = state.over or objective.settled(state)
    return Progress(
        objective.title, objective.points, objective.role, turn, objective.unit, settled, shares,
        objective.of_victory, objective.short, missed,
    )  # fmt: skip


def _share(state: State, objective: Objective, side: int, amounts: Points | None, earned: int) -> Share:
    eligible, settled = plays(state, side, objective.role), state.over or objective.settled(state)
    open_ = eligible and not settled and objective.within_reach(state, side)
    if amounts is None:
        return Share(None, earned, eligible, open_, "")
    return Share(amounts[side], earned, eligible, open_, objective.stands(amounts[side], amounts[1 - side]))
