"""What is aimed at what: the shots of the card at the enemy under the pointer, and the one that the odds tell of."""

from __future__ import annotations

from jovian.game import Model, Refusal
from jovian.ui.answering.controller import Controller
from jovian.ui.answering.in_hand.blast import Blast
from jovian.ui.answering.menu.attack import Gunner
from jovian.ui.answering.menu.menu import MenuController
from jovian.ui.answering.spot import SpotController
from jovian.ui.over_the_board.reach import Shots, what_if
from jovian.ui.playing.desk import Desk
from jovian.ui.telling.aim import Aim, told


def shots_of(desk: Desk, controller: Controller) -> Shots:
    """Every weapon of the card against the enemy under the pointer, whoever's go it is."""
    chosen, under = desk.chosen, desk.under
    if chosen is None or under is None or under.side == chosen.side or not (chosen.on_table and under.on_table):
        return {}
    if isinstance(controller, MenuController) and chosen.id == controller.menu.subject:
        return controller.menu.shots(controller.menu.state.models[under.id])
    return what_if(desk.view, chosen, under)


def aim_of(desk: Desk, controller: Controller, shots: Shots) -> Aim | None:
    """The shot that is told of: the one in hand, else of the weapons that are shown, else the first that can be."""
    chosen, under = desk.chosen, desk.under
    if chosen is None or under is None or blast_of(controller) is not None or _no_shot(controller, under.id):
        return None
    if isinstance(controller, MenuController) and controller.firing and under.side != chosen.side:
        return told(desk.view, _in_hand(controller.gunner, chosen, under))
    picked = next((shots[mount] for mount in desk.weapons if mount in shots), None)
    best = picked or next((shot for shot in shots.values() if not isinstance(shot, Refusal)), None)
    if best is None:
        best = next(iter(shots.values()), None)
    return told(desk.view, Aim(chosen.name, under.name, best)) if best is not None else None


def blast_of(controller: Controller) -> Blast | None:
    """The Nuke that is aimed, None if none is."""
    hand = controller.hand if isinstance(controller, MenuController) else None
    return hand if isinstance(hand, Blast) else None


def _in_hand(gunner: Gunner, chosen: Model, under: Model) -> Aim:
    also = tuple(model.name for model in gunner.also(under))
    mount = chosen.mount(gunner.mounts[0]) if gunner.mounts else None
    note = mount.weapon.name if mount else ""
    return Aim(chosen.name, under.name, gunner.shot(under), len(gunner.mounts), also, note)


def _no_shot(controller: Controller, ident: str) -> bool:
    """Would a click on a model there be about something else than firing?"""
    if isinstance(controller, MenuController):
        return controller.resolving(ident) is not None or controller.running_into(ident)
    return isinstance(controller, SpotController)
