"""What the scripts of actions share: a ship out of the way, passing the rest of a turn, dice that come to nothing."""

from __future__ import annotations

from jovian.game import Terrain
from jovian.table import Pose, Shape
from tests.rules.fights import counts, miss
from tests.rules.stage import REST, Staged, WrongScript, ship

AWAY = ship("Away", 1, (44, 44), activated=True, speed=0, thrusters=[1])
HOME = ship("Home", 0, (4, 4), activated=True, speed=0, thrusters=[1])
"""Ships out of the way that need not move, so that neither side is beaten when another model falls."""
RESULTS = {"N": [1, 2, 3, 4], "D": [1, 1, 3, 4], "T": [1, 1, 1, 4], "Q+": [1, 1, 1, 1]}
"""Faces of a test of Skill 4, by their magnitude."""


def pass_turn(game: Staged) -> Staged:
    """Whoever has not activated yet idles, until the next turn begins; nothing else may be asked meanwhile."""
    turn = game.match.state.turn
    while game.kind and game.match.state.turn == turn:
        if game.kind not in REST:
            raise WrongScript(f"the turn should pass, but {game.kind} is asked: {game.asked.title}")
        game.answer(*game.asked.default().to_json())
    return game


def whiff(game: Staged) -> Staged:
    """The dice that are asked for come to nothing."""
    base, flex, macro = counts(game)
    game.faces(miss(base), [6] * flex, [6] * macro)
    return game.answer(*game.asked.default().to_json()) if game.kind == "flex" else game


def entered(game: Staged, ident: str, state: str) -> bool:
    """Is the model in that state?"""
    return state in game.model(ident).states


def put(game: Staged, ident: str, **states: int) -> Staged:
    """The model is in these states from now on, underscores standing for hyphens; scenarios cannot place them all."""
    for name, value in states.items():
        game.model(ident).states[name.replace("_", "-")] = value
    return game


def lay(game: Staged, kind: str, at: tuple[float, float], radius: float = 4.0) -> Staged:
    """A round piece lies there from now on; scenarios cannot place all kinds."""
    game.match.state.terrain[kind] = Terrain(kind, kind, Pose(*at, 0), (Shape.circle(radius),))
    return game
