"""What is aimed at what: the shots of the card at the enemy under the pointer, and the one that the odds tell of."""

from __future__ import annotations

from jovian.game import Refusal
from jovian.ui.answering.controller import Controller
from jovian.ui.over_the_board.reach import Shots
from jovian.ui.playing.desk import Desk
from jovian.ui.presenting.aim import Aim, told


class Aiming:
    """Works the shots of a pair of models out once for each question: nothing changes while it is asked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked: Controller | None = None
        self._shots: dict[tuple[str, str], Shots] = {}
        self._told: dict[int, Aim] = {}
        """By the shot, which each of them holds."""

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
            return self._known(held)
        picked = next((shots[mount] for mount in self._desk.weapons if mount in shots), None)
        best = picked or next((shot for shot in shots.values() if not isinstance(shot, Refusal)), None)
        if best is None:
            best = next(iter(shots.values()), None)
        return self._known(Aim(chosen.name, under.name, best)) if best is not None else None

    def _known(self, aim: Aim) -> Aim:
        """An aim with what is to be expected of it."""
        if id(aim.shot) not in self._told:
            self._told[id(aim.shot)] = told(self._desk.view, aim)
        return self._told[id(aim.shot)]
