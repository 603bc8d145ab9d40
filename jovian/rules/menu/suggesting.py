"""What a model is ordered by default: move what must be moved, do what it came for, end."""

from __future__ import annotations

from jovian.game import Activation, Answer, Model, State
from jovian.game.answers import End, Fly, Move, Resolve
from jovian.rules.menu.refusing import refuse_order
from jovian.rules.places.limits import SLACK, envelope
from jovian.rules.places.move_ends import refuse_stop, way_out
from jovian.rules.places.touching import free_landing
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose


def suggested(state: State, model: Model) -> Answer:
    """The end if that is allowed, else what the model came for, else the rest of its move, or clear of others."""
    if refuse_order(state, model, End()) is None:
        return End()
    for order in rulebook(state).orders.values():
        if order.suits(model) and (order.aboard or order.settles):
            for option in order.options(state, model):
                answer: Answer = option.answer
                return answer
    if refuse_order(state, model, Resolve()) is None:
        return Resolve()
    return _onward(state, model)


def _onward(state: State, model: Model) -> Answer:
    """Return the next order of a model that may not end here.

    A ship moves straight ahead as far as it must, or takes the next step to a free end. A squadron flies clear.
    """
    act = state.activation
    assert act is not None
    limits = envelope(state, model, act)
    clear = None if limits.capital else way_clear(state, model, act)
    if clear is not None:
        return Fly(((clear.x + 0.0, clear.y + 0.0),))
    least = round(limits.least, 3)
    if limits.least > SLACK and refuse_stop(state, model, least, limits) is None:
        return Move(least)
    way = way_out(state, model, act)
    return way[0] if way else Move(round(limits.forward, 3))


def way_clear(state: State, squadron: Model, act: Activation) -> Pose | None:
    """Where a squadron that has flown onto something may still get clear; None if it cannot."""
    if not act.moved:
        return None
    return free_landing(state, squadron, envelope(state, squadron, act).forward)
