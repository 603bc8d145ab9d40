"""What it is worth to mine a comet."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State, Terrain
from jovian.rules.menu.declarations import refuse_action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.tokens import Mine, MineComet, comets, cuts, find_token
from jovian.table import distance
from tests.yardstick.judgment.objectives.supposing import gain, in_time, loaded


def mining(view: State, model: Model) -> float:
    """TV that mining is expected to bring the side of a squadron that comes to a comet; 0 where it may not mine."""
    rule = next((each for each in rulebook(view).clauses if isinstance(each, MineComet)), None)
    if rule is None or model.capital or refuse_action(view, model, Mine.name) is not None:
        return 0.0
    best = max(cuts(view, model, comets(view)[0], rule.defense), key=lambda cut: cut.fuel)
    chances = best.chances()[: find_token(view, rule.token).room(model)]
    return sum(chances) * _unit(view, model, rule.token)


def _unit(view: State, model: Model, token: str) -> float:
    """TV of one token more, on the squadron itself or on the ship of its side that would bring it home best."""
    own = gain(view, model.side, [loaded(model, token, 1)])
    ships = [each for each in view.on_table() if each.side == model.side and each.capital and not each.is_crippled]
    return max([own, *(in_time(view, each, [loaded(each, token, 1)]) for each in ships)])


def seams(view: State, model: Model) -> Iterator[tuple[float, Terrain]]:
    """The comets, each after the inches that a model is from it."""
    for piece in comets(view):
        yield min(distance(model.base, model.pose, part, piece.pose) for part in piece.outline), piece
