"""A player who carries out a plan, and leaves to another one what the plan does not say.

Dice fall differently in each game, so the questions do too. Orders are given in their order: one that is not asked for
next, or not allowed any more, ends the plan, since what follows it was meant for another position; so does a question
for an order after the last one. Between two orders a
question takes the next answer to its kind that is allowed; where there is none, the other player answers.
"""

from __future__ import annotations

from jovian.game import Answer, Choice, Decision, State
from jovian.match.drive import Chooser, name_of
from jovian.rehearsal.one_game.plans import FALLEN, ORDERS, Plan, Said


class Follower:
    """Answers by a plan as long as it goes, then as another player does."""

    def __init__(self, plan: Plan, player: Chooser) -> None:
        self._left: tuple[Said, ...] = plan.choices
        self._player = player
        self.broken = False
        """Has the plan been given up before its end?"""

    @property
    def called(self) -> str:
        """Who it is, for a complaint."""
        return name_of(self._player)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """What the plan says, or the other player."""
        said = self._order(decision) if decision.kind in ORDERS else self._reply(decision)
        return self._player.choose(decision, view) if said is None else said

    def _order(self, decision: Decision) -> Answer | None:
        """The next order; if it is not one for this question the plan is given up."""
        at = self._next_order()
        if at is None:
            self._left = ()
            return None
        kind, choice = self._left[at]
        answer = decision.judged(choice) if kind == decision.kind else None
        self.broken = not isinstance(answer, Answer)
        self._left = () if self.broken else self._left[at + 1 :]
        return answer if isinstance(answer, Answer) else None

    def _reply(self, decision: Decision) -> Answer | None:
        """An answer between two orders: the first of its kind that is allowed, if the plan has one there."""
        if decision.kind in FALLEN:
            return None
        for at, (kind, choice) in enumerate(self._left[: self._next_order()]):
            answer = decision.judged(choice) if kind == decision.kind else None
            if isinstance(answer, Answer):
                self._left = self._left[at + 1 :]
                return answer
        return None

    def _next_order(self) -> int | None:
        """Where in what is left the next order stands."""
        return next((at for at, (kind, _) in enumerate(self._left) if kind in ORDERS), None)
