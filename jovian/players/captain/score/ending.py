"""The end that comes of beating the enemy: not as long as the game is lost by it; and who had better leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jovian.game import Model, State
from jovian.players.judgment.objectives.exits import pace, way_out, way_to
from jovian.players.judgment.objectives.leaving import gets_away
from jovian.players.judgment.objectives.prospects import turns_left
from jovian.players.judgment.objectives.supposing import gone, lost, supposing
from jovian.rules.sequence.scoring import standing
from jovian.rules.sequence.sequence import fighting

FEW = 4
"""How many enemies may be left for one of them to be spared."""


def spared(view: State, side: int, menace: Callable[[Model], float]) -> str:
    """The enemy that had better live on, by id: without the last of them the game is over; "" for none.

    Only where the game would be lost even so, and there are turns left in which that may change.
    """
    left = list(fighting(view, 1 - side)) if turns_left(view) else []
    if not 0 < len(left) <= FEW or not behind(_without(view, left), side):
        return ""
    return min(left, key=lambda each: (menace(each), each.id)).id


def leavers(view: State, side: int) -> frozenset[str]:
    """Those of a side, by id, whose leaving wins what beating the enemy would not: as many as are in time for that."""
    after = _without(view, fighting(view, 1 - side))
    if not behind(after, side):
        return frozenset()
    leaving, found = set[str](), frozenset[str]()
    for _, _, model in sorted(_able(view, side), key=lambda each: each[:2]):
        after = supposing(after, gone(after, model))
        leaving.add(model.id)
        if not behind(after, side):
            found = frozenset(leaving)
    return found


def behind(view: State, side: int) -> bool:
    """Would a side lose if the game ended now?"""
    scores = standing(view).scores
    return scores[side] < scores[1 - side]


def _able(view: State, side: int) -> list[tuple[float, str, Model]]:
    """Those of a side that can get away in time, each after the turns that it needs."""
    found = []
    for model in view.on_table():
        out = way_out(view, model) if model.side == side and model.card.tv else None
        if out is not None and gets_away(view, model, out):
            found.append((way_to(model, out.x, out.y) / max(1.0, pace(view, model)), model.id, model))
    return found


def _without(view: State, models: Iterable[Model]) -> State:
    """The state without some models and what is aboard them."""
    return supposing(view, [each for model in models for each in lost(view, model)])
