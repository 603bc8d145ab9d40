"""Buttons of a menu for its further orders: resolving the action, landing, taking up an escort.

A legal order has a button for each model it may be given about; one that could come up has a single button that is
off and says why.
"""

from __future__ import annotations

from jovian.game import Choice, Model
from jovian.rules.actions.catalog import ACTIONS
from jovian.rules.escort import refuse_escort
from jovian.rules.hangers import capacity, refuse_aboard
from jovian.rules.menu import Menu
from jovian.table import distance
from jovian.ui.screens.battle.controller import Offer

LABELS = {"land": "Land on", "escort": "Escort"}


def order_offers(menu: Menu) -> list[Offer]:
    """All of them, the one that is owed as what Enter takes."""
    found = [*_resolving(menu)]
    if not menu.model.capital and menu.model.on_table:
        found += [*_about_ships(menu, "land"), *_about_ships(menu, "escort")]
    return found


def order_choice(name: str) -> Choice:
    """The answer that a button of these gives: its name is the verb and the model."""
    verb, _, ident = name.partition(":")
    return [verb, ident] if ident else [verb]


def owed_order(menu: Menu) -> Choice | None:
    """What a squadron in contact must do before it may end, None if nothing."""
    if menu.model.capital or menu.model.aboard or menu.check(["end"]) is None:
        return None
    choice = menu.default()
    return choice if choice[0] in ("resolve", "land", "escort") else None


def _offer(menu: Menu, choice: Choice, label: str) -> Offer:
    owed = owed_order(menu)
    first = owed is not None and owed[0] == choice[0] and choice[1:] in ([], owed[1:])
    return Offer(":".join(choice), label, "primary" if first else "plain", "confirm" if first else choice[0],
                 menu.check(choice))  # fmt: skip


def _resolving(menu: Menu) -> list[Offer]:
    """The declared action: one button, or one for each model in contact that it may be resolved on."""
    act = menu.act
    if not act.action or act.resolved:
        return []
    named = [] if ACTIONS[act.action].names_target else ACTIONS[act.action].closes_with(menu.state, menu.model)
    able = [ident for ident in named if menu.check(["resolve", ident]) is None]
    if len(able) < 2:
        return [_offer(menu, ["resolve"], f"Resolve {act.action}")]
    return [_offer(menu, ["resolve", each], f"Resolve {act.action}: {menu.state.models[each].name}") for each in able]


def _about_ships(menu: Menu, verb: str) -> list[Offer]:
    ships = [each for each in menu.state.on_table() if each.capital and each.side == menu.side]
    able = [ship for ship in ships if menu.check([verb, ship.id]) is None]
    if able:
        return [_offer(menu, [verb, ship.id], f"{LABELS[verb]} {ship.name}") for ship in able]
    likely = [ship for ship in ships if _likely(menu, verb, ship)]
    if not likely:
        return []
    model = menu.model
    ship = min(likely, key=lambda each: (distance(model.base, model.pose, each.base, each.pose), each.id))
    return [Offer(verb, verb.capitalize(), command=verb, refusal=menu.check([verb, ship.id]))]


def _likely(menu: Menu, verb: str, ship: Model) -> bool:
    """Could the order come up at that ship, if the squadron were in contact?"""
    state, model = menu.state, menu.model
    if verb == "land":
        room = refuse_aboard(state, model, ship) is None or capacity(ship, model.card) > 0
        return room and not menu.act.landed and not model.drone
    fresh = model.card.trait("Escort") is not None or menu.act.launched
    return fresh and not model.escorting and refuse_escort(state, model, ship) is None
