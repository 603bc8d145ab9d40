"""Why an order may not be given now (v1.2.4 Sequence > Activation Phase), or had better not: off the table (R27)."""

from __future__ import annotations

from jovian.game import Answer, Model, Refusal, State
from jovian.rules.harm.casualties import refuse_leaving
from jovian.rules.places.contact import off_table
from jovian.rules.rulebook.rulebook import rulebook

ABOARD = "v1.2.4 States > Embarked"
LEAVING = "v1.2.4 Movement > Leaving Play"


def refuse_order(state: State, model: Model, answer: Answer) -> Refusal | None:
    """Each order by its own rules; a model aboard a ship can only launch, or idle."""
    order = rulebook(state).orders[answer.verb]
    if model.aboard and not order.suits(model):
        return Refusal(f"{model.name} is aboard a ship: it launches or idles.", ABOARD)
    return order.refuse(state, model, answer)


def lost_as(state: State, model: Model) -> str:
    """What it is to be partly off the table where a model stands: Withdrawn, or Destroyed if it may not go."""
    return "Withdrawn" if refuse_leaving(state, model) is None else "Destroyed"


def leaving(state: State, model: Model) -> Refusal | None:
    """Why nothing more is suggested to a model that is partly off the table; None if it is not."""
    if not model.on_table or not off_table(state, model):
        return None
    lost = lost_as(state, model)
    reason = f"{model.name} is partly off the table: it is {lost} if it declares anything or ends there."
    return Refusal(reason, LEAVING)
