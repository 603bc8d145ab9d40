"""Buttons of a menu for its orders: resolving the action, Point Defense, and every further order of the rulebook.

An order that is not drawn on the table has a button for each of its choices that may be given; one that could come up
has a single button that is off and says why.
"""

from __future__ import annotations

from dataclasses import replace

from jovian.game import Choice
from jovian.rules.menu.menu import Menu
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.weapons.point_defense import PointDefense
from jovian.table import distance
from jovian.ui.answering.menu.targets import Targets
from jovian.ui.panels.offer import Offer


def order_offers(menu: Menu, targets: Targets, in_hand: str = "") -> list[Offer]:
    """All of them, the one that is owed as what Enter takes; `in_hand` is the weapon in hand, which defends by key."""
    further = [offer for order in listed(menu).values() for offer in _listed(menu, order)]
    return [*_defending(menu, in_hand), *_resolving(menu, targets), *further]


def listed(menu: Menu) -> dict[str, Order]:
    """The further orders whose choices are buttons, by verb: all but those that are drawn on the table."""
    return {verb: order for verb, order in rulebook(menu.state).orders.items() if not order.drawn}


def order_choice(menu: Menu, name: str) -> Choice:
    """The answer that a button of these gives: its name is the verb and what follows it."""
    verb, _, ident = name.partition(":")
    order = listed(menu).get(verb)
    choices = order.choices(menu.state, menu.model) if order is not None else ()
    return next((each for each in choices if _name(each) == name), [verb, ident] if ident else [verb])


def owed_order(menu: Menu) -> Choice | None:
    """What a squadron in contact must do before it may end, None if nothing."""
    if menu.model.capital or menu.model.aboard or menu.check(["end"]) is None:
        return None
    choice = menu.default()
    return choice if choice[0] in ("resolve", *listed(menu)) else None


def _offer(menu: Menu, order: Order, choice: Choice) -> Offer:
    owed = owed_order(menu)
    first = owed is not None and owed[0] == choice[0] and choice[1:] in ([], owed[1:])
    return Offer(_name(choice), order.words(menu.state, choice), "primary" if first else "plain",
                 "confirm" if first else choice[0], hint=order.summary)  # fmt: skip


def _defending(menu: Menu, in_hand: str) -> list[Offer]:
    """Point Defense at every enemy squadron in range, by the ship's guns and by each cluster missile that may."""
    model, state = menu.model, menu.state
    if not model.capital or not any(not each.capital and each.side != menu.side for each in state.on_table()):
        return []
    hint = "Point Defense at every enemy squadron in range, for one Fire Control"
    found = [Offer("defend", PointDefense.name, refusal=menu.check(["defend"]), hint=hint)]
    for ident in menu.clusters():
        refusal, shots = menu.check(["defend", ident]), menu.defenses(ident)
        whom = ", ".join(state.models[shot.target].name for shot in shots[:3])
        told = f"{hint}, with this missile" + (f": {whom}" if shots else "")
        found.append(Offer(f"defend:{ident}", f"Defend with CMM {ident.upper()}", refusal=refusal, hint=told))
    able = sorted((each for each in found if each.refusal is None), key=lambda each: each.name != f"defend:{in_hand}")
    keyed = (able or found)[0].name
    return [replace(each, command="defend" if each.name == keyed else "") for each in found]


def _resolving(menu: Menu, targets: Targets) -> list[Offer]:
    """The declared action: one button, or one for each model that it may be resolved on; what is owed by Enter."""
    owed = owed_order(menu)
    if owed is None or owed[0] != "resolve":
        return targets.offers()
    return [replace(each, kind="primary", command="" if n else "confirm") for n, each in enumerate(targets.offers())]


def _listed(menu: Menu, order: Order) -> list[Offer]:
    """A button for each of an order's choices that may be given, else one that says why none may."""
    state, model = menu.state, menu.model
    choices = list(order.choices(state, model))
    able = [choice for choice in choices if menu.check(choice) is None]
    if able:
        return [_offer(menu, order, choice) for choice in able]
    likely = [choice for choice in choices if order.comes_up(state, model, choice)]
    if not likely:
        return []
    nearest = min(likely, key=lambda choice: _apart(menu, choice))
    return [Offer(order.verb, order.label, command=order.verb, refusal=menu.check(nearest), hint=order.summary)]


def _apart(menu: Menu, choice: Choice) -> tuple[float, str]:
    """How far away the model is that a choice names."""
    model, other = menu.model, menu.state.models.get(str(choice[1])) if len(choice) > 1 else None
    return (0.0, "") if other is None else (distance(model.base, model.pose, other.base, other.pose), other.id)


def _name(choice: Choice) -> str:
    """The name of the button that gives an answer."""
    return ":".join(map(str, choice))
