"""Where the captain's squadrons go with their free inches: out of danger, or where they may fight on."""

from __future__ import annotations

from jovian.game import Answer
from jovian.game.answers import Assault
from jovian.players.captain.field import Field
from jovian.players.ensign.picking import goal
from jovian.players.judgment.moves import HULL
from jovian.players.judgment.places.hazards import dangers
from jovian.players.judgment.places.standing import standing
from jovian.rules.squadrons.free_move import FreeMove


def free_move(decision: FreeMove, field: Field) -> Answer:
    """The end that is worth most, with what enemies may do there."""
    view, model = field.view, decision.model
    best: tuple[float, Answer] | None = None
    for option in decision.options():
        end = goal(model, option.answer)
        legs = [(model.pose, end)] if end != model.pose else []
        value = standing(view, model.at(end), exposed=False) - dangers(view, model, end, legs) - field.risk(model, end)
        value += field.promise * field.prospect(model, end) + (HULL if isinstance(option.answer, Assault) else 0.0)
        if best is None or value > best[0]:
            best = value, option.answer
    return best[1] if best is not None else decision.default()
