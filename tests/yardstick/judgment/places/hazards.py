"""What terrain and mines are reckoned to cost on a way and where it ends."""

from __future__ import annotations

from jovian.dice import Pool
from jovian.game import Model, State, Terrain
from jovian.rules.damage.expected_damage import bare_share, model_value
from jovian.rules.placement.move_limits import hazards
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.shot import touches_piece
from jovian.table import Pose, first_touch_outline
from tests.yardstick.judgment.places.mines import mines, trips

MINE = 4.0
"""TV that a strike by a mine is reckoned to cost."""
PASSING = 0.5
"""TV that coming to a hazard on the way is reckoned to cost: it can be avoided, unless the move is stopped in it."""
IN_HAZARD = 0.08
"""Share of its own TV that ending a move in a hazard is reckoned to cost."""

Legs = list[tuple[Pose, Pose]]
"""The straight legs of a way, each from where to where."""


def dangers(state: State, model: Model, end: Pose, legs: Legs) -> float:
    """TV that a way costs by mines, by what it leaves, by what it ends in, and by what it comes to between (R30).

    Nothing strikes who stays where it is.
    """
    if end == model.pose and not legs:
        return 0.0
    cost = MINE * sum(trips(model, mine, legs, end) for mine in mines(state, model))
    there, into = model.at(end), False
    for piece in hazards(state, model):
        if touches_piece(model, piece):
            cost += strike_cost(state, model, piece)
        elif touches_piece(there, piece):
            into = True
        else:
            cost += PASSING * any(_comes_to(model, piece, *leg) for leg in legs)
    return cost + IN_HAZARD * model.card.tv * into


def strike_cost(state: State, model: Model, piece: Terrain) -> float:
    """TV that a strike of a piece is expected to take of a model."""
    rating = rulebook(state).terrain[piece.kind].rating(model.capital)
    return bare_share(state, model, Pool(rating).normal()) * model_value(model)


def _comes_to(model: Model, piece: Terrain, before: Pose, after: Pose) -> bool:
    dx, dy = after.x - before.x, after.y - before.y
    return first_touch_outline(model.base, before, dx, dy, piece.outline, piece.pose) is not None
