"""What is aimed at what: the shots of the card at the enemy under the pointer, and the one that the odds tell of."""

from __future__ import annotations

from jovian.game import Refusal
from jovian.ui.answering.controller import Controller
from jovian.ui.over_the_board.reach import Shots
from jovian.ui.playing.desk import Desk
from jovian.ui.telling.aim import Aim, told


def shots_of(desk: Desk, controller: Controller) -> Shots:
    """Every weapon of the card against the enemy under the pointer, whoever's go it is."""
    chosen, under = desk.chosen, desk.under
    if chosen is None or under is None or under.side == chosen.side or not (chosen.on_table and under.on_table):
        return {}
    return controller.shots(chosen, under)


def aim_of(desk: Desk, controller: Controller, shots: Shots) -> Aim | None:
    """The shot that is told of: the one in hand, else of the weapons that are shown, else the first that can be."""
    chosen, under = desk.chosen, desk.under
    if chosen is None or under is None or not controller.fires_at(under.id):
        return None
    held = controller.in_hand(chosen, under)
    if held is not None:
        return told(desk.view, held)
    picked = next((shots[mount] for mount in desk.weapons if mount in shots), None)
    best = picked or next((shot for shot in shots.values() if not isinstance(shot, Refusal)), None)
    if best is None:
        best = next(iter(shots.values()), None)
    return told(desk.view, Aim(chosen.name, under.name, best)) if best is not None else None
