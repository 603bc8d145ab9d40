"""Enemies that would get away with what the objectives count: what it is worth to stop each of them in time."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.captain.score.ending import behind
from jovian.players.judgment.objectives.leaving import left_at_last
from jovian.players.judgment.objectives.prospects import counting, point_worth, prospect
from jovian.players.judgment.objectives.supposing import gone, lost, supposing
from jovian.rules.rulebook.rulebook import rulebook

SURE = 0.8
"""How likely an enemy is reckoned to get away that nobody stops."""
LITTLE = 0.5
"""TV below which nobody is hunted."""


def fugitives(view: State, side: int) -> dict[str, float]:
    """TV that it is worth to destroy enemies that gain by leaving, by id; none unless they win the game by it."""
    if not counting(rulebook(view)):
        return {}
    going = [each for each in view.on_table() if each.side == 1 - side and left_at_last(view, each) > 0]
    after = supposing(view, [each for model in going for each in gone(view, model)])
    if not behind(after, side):
        return {}
    found = {each.id: _without(view, after, each, side) for each in going}
    return {ident: worth for ident, worth in found.items() if worth > LITTLE}


def _without(view: State, after: State, model: Model, side: int) -> float:
    """TV by which it is better if a model is lost before the others have left."""
    kept = supposing(after, lost(view, model))
    return SURE * point_worth(view, side) * (prospect(kept, side) - prospect(after, side))
