"""What is aimed at what: the shots of the card at the enemy under the pointer, and the one that the odds tell of."""

from __future__ import annotations

from dataclasses import replace

from jovian.game import Model, Refusal
from jovian.ui.answering.controller import Controller
from jovian.ui.over_the_board.reach import Shots
from jovian.ui.playing.desk import Desk
from jovian.ui.presenting.aim import Aim, no_shots, told


class Aiming:
    """Works the shots of a pair of models out once for each question: nothing changes while it is asked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked: Controller | None = None
        self._shots: dict[tuple[str, str], Shots] = {}
        self._told: dict[tuple[int, tuple[str, ...]], Aim] = {}
        """By the identity of the shot, which each aim holds, and the weapons it is about."""

    def shots(self, controller: Controller) -> Shots:
        """Every weapon of the card against the enemy under the pointer, whoever's go it is."""
        chosen, under = self._desk.chosen, self._desk.under
        if chosen is None or under is None or under.side == chosen.side or not (chosen.on_table and under.on_table):
            return {}
        if self._asked is not controller:
            self._asked, self._shots, self._told = controller, {}, {}
        pair = (chosen.id, under.id)
        if pair not in self._shots:
            self._shots[pair] = controller.shots(chosen, under)
        return self._shots[pair]

    def aim(self, controller: Controller) -> Aim | None:
        """The shot that is told of: the one in hand, else of the weapons that are shown, else the first that can be."""
        chosen, under = self._desk.chosen, self._desk.under
        if chosen is None or under is None or not controller.fires_at(under.id):
            return None
        shots = self.shots(controller)
        held = controller.in_hand(chosen, under)
        if held is not None:
            mount = self._desk.weapons[0] if self._desk.weapons else ""
            return self._known(held, chosen, under, {mount: held.shot} if mount else {})
        picked = next((shots[mount] for mount in self._desk.weapons if mount in shots), None)
        best = picked or next((shot for shot in shots.values() if not isinstance(shot, Refusal)), None)
        if best is None:
            best = next(iter(shots.values()), None)
        if best is None:
            return None
        about = {mount: shot for mount, shot in shots.items() if picked is None or shot is picked}
        return self._known(Aim(chosen.name, under.name, best), chosen, under, about)

    def _known(self, aim: Aim, model: Model, target: Model, shots: Shots) -> Aim:
        """Return an aim with what to expect of it, or why each of the weapons cannot fire."""
        key = (id(aim.shot), tuple(shots))
        if key not in self._told:
            view = self._desk.view
            refused = no_shots(view, model, target, shots) if isinstance(aim.shot, Refusal) else ()
            self._told[key] = replace(told(view, aim), refused=refused)
        return self._told[key]
