"""The cadet itself: the ensign's habits with less attention, and actions and weapons that it forgets."""

from __future__ import annotations

from jovian.game import Answer, Decision, State
from jovian.game.answers import Declaration, End
from jovian.players.cadet.mistakes import Mistakes
from jovian.players.ensign import Ensign
from jovian.rules.menu.declare import NONE, Declare
from jovian.rules.menu.next_order import NextOrder


class Cadet(Ensign):
    """Answers as the ensign, but for the mistakes that its seed and the moment give it. It never stops playing."""

    def __init__(self, seed: int) -> None:
        self.mistakes = Mistakes(seed)
        super().__init__(seed, self.mistakes)

    def by_habit(self, decision: Decision, view: State) -> Answer | None:
        """As the ensign, but now and then it forgets an action, or ends where there was more to do."""
        if isinstance(decision, Declare) and self.mistakes.forgets(view, decision.model):
            return Declaration(NONE, 0)
        if isinstance(decision, NextOrder) and self._done(decision, view):
            return End()
        return super().by_habit(decision, view)

    def _done(self, menu: NextOrder, view: State) -> bool:
        """Does it end an activation in which it could do more?"""
        return bool(menu.act.used) and self.mistakes.satisfied(view, menu.model) and menu.judge(End()) is None
