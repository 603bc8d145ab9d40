"""Where the ensign moves: a few dozen ends are tried, each judged by its shots, its exposure and the way on."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.game import Model
from jovian.game.answers import End
from jovian.players.ensign.attention import FULL, Attention
from jovian.players.ensign.orders.ends import Ends
from jovian.players.judgment.combat.gunnery import Gunnery
from jovian.players.judgment.objectives.aims import Aims
from jovian.players.moves.underway import Underway
from jovian.players.moves.way import Step
from jovian.rules.menu.next_order import NextOrder

GAIN = 0.05
"""How much better an end must be than staying."""


class Going(Underway):
    """The way that it has decided on, no steps to stay."""

    def __init__(self, model: Model, steps: Sequence[Step], offense: float) -> None:
        super().__init__(model.id, model.pose, steps)
        self.offense = offense
        """TV of the shots from its end."""
        self._stands = not steps
        """Does it fire where it is, and look for a way once it has fired?"""

    def stand(self) -> None:
        """Leave what is left of the way, if anything is, to fire first."""
        self._stands = self._stands or bool(self.steps)
        self.steps.clear()

    def leads(self, menu: NextOrder, fires: bool) -> bool:
        """Need it look for no other way: is it on this one, or at its end, or does it stand and still fire?"""
        begun = menu.act.moved or bool(menu.act.used)
        if not begun or not self.holds(menu.model):  # what is left of an activation before leads nowhere
            return False
        if self.steps:
            return menu.judge(self.steps[0]) is None
        return fires if self._stands else menu.judge(End()) is None


def next_move(menu: NextOrder, aims: Aims, guns: Gunnery, attention: Attention = FULL) -> Going | None:
    """The best way from here; None if the model can no longer move."""
    ends = Ends(menu, aims, guns)
    if not ends.lead_on():
        return None
    best = attention.end(menu.state, menu.model, ends.all()) if attention.wanders else ends.best()
    assert best is not None
    stay = ends.stay()
    taken = stay if stay is not None and best.outlook.worth < stay.outlook.worth + GAIN else best
    return Going(menu.model, taken.steps, taken.outlook.offense)
