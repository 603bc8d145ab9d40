"""The ensign of then, frozen as a yardstick: which of its habits answers which question."""

from __future__ import annotations

from jovian.game import Answer, Decision, ListDecision, State
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.menu.declarations import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.scenario.tokens import IssueTokens
from jovian.rules.scenario.zones import PlaceBeacon
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.squadrons import FreeMove
from jovian.rules.terrain import LayOut
from tests.yardstick.habits import activating, carrying, declaring, deploying, fighting, laying, ordering, picking


class Ensign:
    """Answers each kind of decision by a rule of thumb and exact odds. The same view always gets the same answer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, decision: Decision, view: State) -> Answer:
        """Its answer; the default if its rule of thumb finds none that is legal."""
        answer = self._by_habit(decision, view)
        if answer is not None and decision.check(answer) is None:
            return answer
        return decision.default()

    def _by_habit(self, decision: Decision, view: State) -> Answer | None:
        match decision:
            case LayOut():
                return laying.lay(decision, view)
            case PlaceBeacon():
                return deploying.beacon(decision, view)
            case IssueTokens():
                return carrying.issue(decision, view)
            case Deploy():
                return deploying.spot(decision, view)
            case ChooseModel():
                return activating.most_urgent(decision, view)
            case Declare():
                return declaring.declaration(decision, view)
            case NextOrder():
                return ordering.order(decision)
            case PlanFight():
                return fighting.plan(decision, view, self.seed)
            case FreeMove():
                return picking.free_move(decision, view)
            case ListDecision():
                return picking.pick(decision, view)
        return None
