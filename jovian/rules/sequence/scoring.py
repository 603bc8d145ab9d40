"""Victory Points and Objective Points (v1.2.4 Scenarios > Victory Conditions, R79, R80)."""

from __future__ import annotations

from math import ceil

from jovian.game import DESTROYED, RESERVE, WITHDRAWN, Game, Model, State
from jovian.rules.rulebook.bearing import bearing
from jovian.rules.shooting.ratings import fame

HALF = 0.5
FAME = 0.2
"""Share of its TV that its enemy scores when a ship is destroyed, by its fame (R66)."""


def multiplier(state: State, model: Model) -> float:
    """What share of its TV a model is worth now."""
    own = [value for e in bearing(state, model, "victory") if (value := e.victory(state, model)) is not None]
    if 1.0 in own and model.side == model.owner:
        return 1.0
    if model.place == DESTROYED:
        return 0.0
    value = HALF if model.place in (RESERVE, WITHDRAWN) else 1.0
    for each in own:
        value *= each
    return value


def victory_points(state: State, side: int) -> float:
    """The TV of a side's surviving models, with the multipliers; a fraction of a model counts as a whole point (R9)."""
    points = 0.0
    for model in state.models.values():
        if model.side == side:
            points += ceil(model.card.tv * multiplier(state, model))
        elif model.place == DESTROYED:
            points += ceil(model.card.tv * FAME * fame(state, model))
    return points


def objective_points(state: State, victory: tuple[float, float]) -> tuple[tuple[float, float], list[str]]:
    """The objective points of both sides, and what they are for."""
    points, reasons = [0.0, 0.0], []
    for line in state.scenario.objectives:
        if line.kind == "most_victory_points" and victory[0] != victory[1]:
            side = 0 if victory[0] > victory[1] else 1
            points[side] += line.points
            reasons.append(f"side {side}: {line.points} for the most Victory Points")
    return (points[0], points[1]), reasons


Points = tuple[tuple[float, float], tuple[float, float]]
"""Objective and Victory Points of side 0, and of side 1."""


def standing(state: State) -> tuple[Points, list[str]]:
    """The points of both sides if the game ended now, as far as the state knows, and what they are for."""
    victory = (victory_points(state, 0), victory_points(state, 1))
    objective, reasons = objective_points(state, victory)
    return ((objective[0], victory[0]), (objective[1], victory[1])), reasons


def score(game: Game) -> None:
    """Count both sides and decide the game: objective points, then victory points, else a draw."""
    state = game.state
    state.scores, reasons = standing(state)
    for side in (0, 1):
        objective, victory = state.scores[side]
        game.tell("scored", side=side, objective=objective, victory=victory, parts=reasons)
    first, second = state.scores
    state.winner = None if first == second else int(second > first)
    state.over = True
    game.tell("ended", winner=state.winner, turns=state.turn)
