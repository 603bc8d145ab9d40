"""Why an order may not be given now (v1.2.4 Sequence > Activation Phase)."""

from __future__ import annotations

from jovian.game import Answer, Model, Refusal, State
from jovian.rules.rulebook.rulebook import rulebook

ABOARD = "v1.2.4 States > Embarked"


def refuse_order(state: State, model: Model, answer: Answer) -> Refusal | None:
    """Each order by its own rules; a model aboard a ship can only launch, or idle."""
    order = rulebook(state).orders[answer.verb]
    if model.aboard and not order.suits(model):
        return Refusal(f"{model.name} is aboard a ship: it launches or idles.", ABOARD)
    return order.refuse(state, model, answer)
