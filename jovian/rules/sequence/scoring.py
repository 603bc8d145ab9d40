"""The points of both sides, and who wins by them (v1.2.4 Scenarios > Victory Conditions, R79, R80)."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Game, Score, State
from jovian.game.events import Ended, ObjectiveScored, Scored
from jovian.rules.facts.reveal import show_hardpoints
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.in_force import clauses_with
from jovian.rules.scenario.victory import victory_points
from jovian.rules.sequence.progress import Progress, progress


class Standing(NamedTuple):
    """How a game stands."""

    scores: tuple[Score, Score]
    """The points of side 0, and of side 1."""
    reasons: list[str]
    """What the Objective Points are for."""


def objective_points(state: State, victory: tuple[float, float]) -> tuple[tuple[float, float], list[str]]:
    """The objective points of both sides by the clauses of the game, and what they are for."""
    points, reasons = [0.0, 0.0], []
    for clause in clauses_with(state, Clause.awards):
        for award in clause.awards(state, victory):
            points[award.side] += award.points
            reasons.append(f"side {award.side}: {award.points} for {award.why}")
    return (points[0], points[1]), reasons


def standing(state: State) -> Standing:
    """The points of both sides if the game ended now, as far as the state knows, and what they are for."""
    victory = (victory_points(state, 0), victory_points(state, 1))
    objective, reasons = objective_points(state, victory)
    return Standing((Score(objective[0], victory[0]), Score(objective[1], victory[1])), reasons)


def score(game: Game) -> None:
    """Count both sides and decide the game: objective points, then victory points, else a draw; no TV is secret now."""
    state = game.state
    for model in state.models.values():
        show_hardpoints(game, model)
    state.scores, reasons = standing(state)
    counted = progress(state) if game.log is not None else ()
    for side in (0, 1):
        objective, victory = state.scores[side]
        came = tuple(_came_to(each, side) for each in counted) or None
        game.tell(Scored(side=side, objective=objective, victory=victory, parts=tuple(reasons), objectives=came))
    first, second = state.scores
    state.winner = None if first == second else int(second > first)
    state.over = True
    game.tell(Ended(winner=state.winner, turns=state.turn))


def _came_to(objective: Progress, side: int) -> ObjectiveScored:
    """What an objective came to for a side, to be told."""
    own, other = objective.shares[side], objective.shares[1 - side]
    return ObjectiveScored(
        objective=objective.title, points=own.earned, amount=own.amount, other=other.amount, turn=objective.turn or None
    )
