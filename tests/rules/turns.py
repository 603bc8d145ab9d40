"""Shared helpers for scripts of actions: distant ships, the rest of a turn, dice without a result."""

from __future__ import annotations

from jovian.game import Terrain
from jovian.table import Pose, Shape
from tests.rules.fights import counts, miss
from tests.rules.stage import REST, Staged, WrongScript, ship

AWAY = ship("Away", 1, (44, 44), activated=True, speed=0, thrusters=[1])
HOME = ship("Home", 0, (4, 4), activated=True, speed=0, thrusters=[1])
"""Distant ships that need not move, so that neither side is beaten when another model is lost."""
RESULTS = {"N": [1, 2, 3, 4], "D": [1, 1, 3, 4], "T": [1, 1, 1, 4], "Q+": [1, 1, 1, 1]}
"""Faces of a test of Skill 4 by their Magnitude."""


def pass_turn(game: Staged) -> Staged:
    """Idle with all remaining models until the next turn. No other decision may come up."""
    turn = game.match.state.turn
    while game.kind and game.match.state.turn == turn:
        if game.kind not in REST:
            raise WrongScript(f"the turn should pass, but {game.kind} is asked: {game.asked.title}")
        game.answer(*game.asked.default().to_json())
    return game


def whiff(game: Staged) -> Staged:
    """Roll the pending dice without a result."""
    base, flex, macro = counts(game)
    game.faces(miss(base), [6] * flex, [6] * macro)
    return game.answer(*game.asked.default().to_json()) if game.kind == "flex" else game


def has_state(game: Staged, ident: str, state: str) -> bool:
    """Return whether the model is in the state."""
    return state in game.model(ident).states


def set_states(game: Staged, ident: str, **states: int) -> Staged:
    """Put the model into these states, with underscores for hyphens. Scenarios can't set them all."""
    for name, value in states.items():
        game.model(ident).states[name.replace("_", "-")] = value
    return game


def lay(game: Staged, kind: str, at: tuple[float, float], radius: float = 4.0) -> Staged:
    """Place a round piece. Scenarios can't place all kinds."""
    game.match.state.terrain[kind] = Terrain(kind, kind, Pose(*at, 0), (Shape.circle(radius),))
    return game
