"""Ending the activation, or idling aboard a ship (v1.2.4 Sequence > Activation Phase, States > Embarked, R35)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Activation, Game, Model, Procedure, Refusal, State
from jovian.game.answers import End, Resolve
from jovian.game.pointing import pointed_bases
from jovian.rules.menu.refusing import leaving, refuse_order
from jovian.rules.menu.suggesting import way_clear
from jovian.rules.places.contact import contacts, named
from jovian.rules.places.limits import SLACK, envelope
from jovian.rules.places.move_ends import refuse_end
from jovian.rules.places.touching import others_wait
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook

MOVE = "v1.2.4 Movement > Capital Ship Movement"
FLY = "v1.2.4 Movement > Squadron Movement"
EMBARKED = "v1.2.4 States > Embarked"
ASSAULTING = "v1.2.4 Action > Assaulting"


class EndOrder(Order[End]):
    """The order to end the activation, wherever the model is."""

    __slots__ = ()

    answer = End
    label = "End activation"
    summary = "Ends the activation."
    usual = True
    ends = True

    def suits(self, model: Model) -> bool:
        """Also a model aboard may end."""
        return True

    def refuse(self, state: State, model: Model, answer: End) -> Refusal | None:
        """Not before a ship has moved its least, nor where the model may not stay."""
        act = state.activation
        assert act is not None
        if model.aboard:
            return _refuse_idling(state, model, act)
        limits = envelope(state, model, act)
        if limits.least > SLACK:
            return Refusal(f'It must still move {limits.least:.2f}" ahead.', MOVE)
        return refuse_end(state, model) or _refuse_loitering(state, model, act)

    def perform(self, game: Game, model: Model, answer: End) -> Procedure[None]:
        """Nothing: whoever runs the activation ends it."""
        return
        yield

    def choices(self, state: State, model: Model) -> Iterator[End]:
        """The end, which names nothing."""
        yield End()


def _refuse_idling(state: State, model: Model, act: Activation) -> Refusal | None:
    """A side may not let two embarked models idle in a row while another waits on the table (R35)."""
    if act.landed or not state.idled[model.side] or not others_wait(state, model):
        return None
    able = (order for order in rulebook(state).orders.values() if order.aboard)
    if not any(True for order in able for _ in order.options(state, model)):
        return None
    return Refusal("Two embarked models may not idle in a row: it must launch.", EMBARKED)


def _refuse_loitering(state: State, model: Model, act: Activation) -> Refusal | None:
    """A squadron that flew into contact does what it came for, or flies on."""
    if model.assaulting and refuse_order(state, model, Resolve()) is None:
        return Refusal(f"{model.name} assaults a ship and must bomb it before it ends.", ASSAULTING)
    if model.capital or model.attached or not contacts(state, model) or leaving(state, model) is not None:
        return None
    if refuse_order(state, model, Resolve()) is None:
        return Refusal(f"It is in contact: resolve its {act.action}, or fly clear.", FLY)
    for order in rulebook(state).orders.values():
        if order.settles and any(True for _ in order.options(state, model)):
            return Refusal(f"It is in contact with a ship: {order.verb} there, or fly clear.", FLY)
    if way_clear(state, model, act) is None:
        return None
    touched = contacts(state, model)
    draw = pointed_bases(touched)
    return Refusal(f"It may not end touching {named(state, touched)}: it must fly clear.", FLY, draw)
