"""Which actions a model may declare: now, and whether it ever can, whatever happens to it.

The second is asked of the same requirements, put to two models that might be: one without a scratch, and one that is
all but lost.
"""

from __future__ import annotations

from jovian.game import Model, Refusal, State
from jovian.rules.facts.formation import members
from jovian.rules.harm.boarded import Boarded
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.rulebook.rulebook import rulebook


def refuse_action(state: State, model: Model, name: str) -> Refusal | None:
    """Why a model may not declare an action: a state forbids it, or a requirement is not met."""
    action = rulebook(state).actions.get(name)
    if action is None:
        return Refusal(f"There is no action '{name}'.", "v1.2.4 Action")
    for each in members(state, model) if model.formation else (model,):
        for effect in effects_on(state, each, Effect.may_declare):
            refusal = effect.may_declare(state, each, action)
            if refusal is not None:
                return refusal
    return action.refuse(state, model)


def still_to_do(state: State, model: Model) -> str:
    """The action that the active model has declared and can still resolve once it is in place; "" if there is none.

    A requirement that was met when it was declared may fail since: the fuel of an interception burnt on the way (R42).
    """
    act = state.activation
    if act is None or not act.action or act.resolved or refuse_action(state, model, act.action) is not None:
        return ""
    return act.action


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
    marks = {"structure": max(0, len(model.boxes("structure")) - 1)}
    hurt = _fresh(model).supposed(marks=marks)
    return Boarded.supposed(hurt) if model.capital else hurt
