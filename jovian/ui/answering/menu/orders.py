"""Buttons of a menu for its orders: resolving the action, Point Defense, and every further order of the rulebook.

An order that is not drawn on the table has a button for each of its choices that may be given; one that could come up
has a single button that is off and says why.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from jovian.game import Answer
from jovian.game.answers import Defend, End, Resolve
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.weapons.point_defense import PointDefense
from jovian.table import distance
from jovian.ui.answering.menu.targets import Targets
from jovian.ui.panels.offer import Offer


def order_offers(menu: NextOrder, targets: Targets, in_hand: str = "") -> list[Offer]:
    """All of them, the one that is owed as what Enter takes; `in_hand` is the weapon in hand, which defends by key."""
    further = [offer for order in listed(menu).values() for offer in _listed(menu, order)]
    return [*_defending(menu, in_hand), *_resolving(menu, targets), *further]


def listed(menu: NextOrder) -> dict[str, Order[Any]]:
    """The further orders whose choices are buttons, by verb: all but those that are drawn on the table."""
    return {verb: order for verb, order in rulebook(menu.state).orders.items() if not (order.usual or order.drawn)}


def owed_order(menu: NextOrder) -> Answer | None:
    """What a squadron in contact must do before it may end, None if nothing."""
    if menu.model.capital or menu.model.aboard or menu.check(End()) is None:
        return None
    answer = menu.default()
    return answer if answer.verb in (Resolve.verb, *listed(menu)) else None


def _offer(menu: NextOrder, order: Order[Any], answer: Answer) -> Offer:
    owed = owed_order(menu)
    first = owed == answer
    return Offer(_name(answer), order.words(menu.state, answer), "primary" if first else "plain",
                 "confirm" if first else answer.verb, hint=order.summary, verb=answer.verb, answer=answer)  # fmt: skip


def _defending(menu: NextOrder, in_hand: str) -> list[Offer]:
    """Point Defense at every enemy squadron in range, by the ship's guns and by each cluster missile that may."""
    model, state = menu.model, menu.state
    if not model.capital or not any(not each.capital and each.side != menu.side for each in state.on_table()):
        return []
    hint = "Point Defense at every enemy squadron in range, for one Fire Control"
    found = [Offer("defend", PointDefense.name, refusal=menu.check(Defend()), hint=hint, answer=Defend())]
    for ident in menu.clusters():
        refusal, shots = menu.check(Defend(ident)), menu.defenses(ident)
        whom = ", ".join(state.models[shot.target].name for shot in shots[:3])
        told = f"{hint}, with this missile" + (f": {whom}" if shots else "")
        label, answer = f"Defend with CMM {ident.upper()}", Defend(ident)
        found.append(Offer.to("defend", ident, label, refusal=refusal, hint=told, answer=answer))
    able = sorted((each for each in found if each.refusal is None), key=lambda each: each.about != in_hand)
    keyed = (able or found)[0].name
    return [replace(each, command="defend" if each.name == keyed else "") for each in found]


def _resolving(menu: NextOrder, targets: Targets) -> list[Offer]:
    """The declared action: one button, or one for each model that it may be resolved on; what is owed by Enter."""
    owed = owed_order(menu)
    if not isinstance(owed, Resolve):
        return targets.offers()
    return [replace(each, kind="primary", command="" if n else "confirm") for n, each in enumerate(targets.offers())]


def _listed(menu: NextOrder, order: Order[Any]) -> list[Offer]:
    """A button for each of an order's choices that may be given, else one that says why none may."""
    state, model = menu.state, menu.model
    choices = list(order.choices(state, model))
    able = [each for each in choices if menu.check(each) is None]
    if able:
        return [_offer(menu, order, each) for each in able]
    likely = [each for each in choices if order.comes_up(state, model, each)]
    if not likely:
        return []
    nearest = min(likely, key=lambda each: _apart(menu, each))
    return [Offer(order.verb, order.label, command=order.verb, refusal=menu.check(nearest), hint=order.summary)]


def _apart(menu: NextOrder, answer: Answer) -> tuple[float, str]:
    """How far away the model is that a choice names."""
    named = [str(each) for each in answer.written()[1:2]]
    model, other = menu.model, menu.state.models.get(named[0]) if named else None
    return (0.0, "") if other is None else (distance(model.base, model.pose, other.base, other.pose), other.id)


def _name(answer: Answer) -> str:
    """The name of the button that gives an answer."""
    return ":".join(map(str, answer.written()))
