"""Who had better stay and fight on for now, since its side is the stronger and there is time to leave later."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.objectives.exits import pace, way_out, way_to
from jovian.players.judgment.objectives.prospects import turns_left
from jovian.rules.harm.expect import worth
from jovian.rules.sequence.sequence import fighting

STRONGER = 1.5
"""How many times as much a side must have left as the enemy to be the stronger."""
SPARE = 1
"""Turns that are kept beyond those that the way out takes."""


def stronger(view: State, side: int) -> bool:
    """Has a side so much more left in the battle than the enemy that it is likely to beat it?"""
    own, other = (_left(view, each) for each in (side, 1 - side))
    return own > STRONGER * other


def _left(view: State, side: int) -> float:
    """TV of those of a side that can fight on."""
    return sum(worth(each) for each in fighting(view, side) if not each.crippled)


def may_wait(view: State, model: Model) -> bool:
    """Is there time for a model to leave later; has it nothing to bring home?"""
    out = way_out(view, model)
    if out is None or model.loads or model.crippled:
        return False
    return way_to(model, out.x, out.y) <= pace(view, model) * (turns_left(view) - SPARE)
