"""Which actions a model of a card can ever declare, whatever happens to it: asked of the same requirements.

They are put to two models that might be: one as it left the yard, and one that is all but lost.
"""

from __future__ import annotations

from jovian.game import Model, Refusal, State
from jovian.rules.actions.catalog import refuse_action


def refuse_ever(state: State, model: Model, name: str) -> Refusal | None:
    """Why no model of this card can declare an action at any time; None if it can under some circumstances."""
    refusal = refuse_action(state, _fresh(model), name)
    if refusal is None or refuse_action(state, _desperate(model), name) is None:
        return None
    return refusal


def _fresh(model: Model) -> Model:
    """The model without a scratch, in no state."""
    new = Model(model.id, model.card, model.owner, model.name)
    new.side, new.place, new.pose, new.cargo = model.side, model.place, model.pose, model.cargo
    return new


def _desperate(model: Model) -> Model:
    """The model with its last Structure, a ship with enemies aboard."""
    new = _fresh(model)
    new.marks["structure"] = max(0, len(new.boxes("structure")) - 1)
    if new.capital:
        new.states["boarded"] = 1
    return new
