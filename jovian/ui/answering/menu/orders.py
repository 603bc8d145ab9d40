"""Buttons of a menu for its further orders: resolving the action, Point Defense, landing, taking up an escort.

A legal order has a button for each model it may be given about; one that could come up has a single button that is
off and says why.
"""

from __future__ import annotations

from dataclasses import replace

from jovian.game import Choice, Model
from jovian.rules.menu.menu import Menu
from jovian.rules.places.attached import escorts_at_will
from jovian.rules.squadrons.escort import refuse_escort
from jovian.rules.squadrons.hangers import capacity, refuse_aboard
from jovian.table import distance
from jovian.ui.answering.menu.targets import Targets
from jovian.ui.panels.offer import Offer

LABELS = {"land": "Land on", "escort": "Escort"}


def order_offers(menu: Menu, targets: Targets, in_hand: str = "") -> list[Offer]:
    """All of them, the one that is owed as what Enter takes; `in_hand` is the weapon in hand, which defends by key."""
    found = [*_defending(menu, in_hand), *_resolving(menu, targets)]
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


def _defending(menu: Menu, in_hand: str) -> list[Offer]:
    """Point Defense at every enemy squadron in range, by the ship's guns and by each cluster missile that may."""
    model, state = menu.model, menu.state
    if not model.capital or not any(not each.capital and each.side != menu.side for each in state.on_table()):
        return []
    hint = "Point Defense at every enemy squadron in range, for one Fire Control"
    found = [Offer("defend", "Point Defense", refusal=menu.check(["defend"]), hint=hint)]
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
    fresh = escorts_at_will(state, model) or menu.act.launched
    return fresh and not model.escorting and refuse_escort(state, model, ship) is None
