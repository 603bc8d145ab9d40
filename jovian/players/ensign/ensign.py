"""The ensign itself: which of its habits answers which question."""

from __future__ import annotations

from jovian.game import Answer, Decision, Pick, State
from jovian.players.ensign import activating, carrying, declaring, deploying, fighting, laying, picking
from jovian.players.ensign.attention import FULL, Attention
from jovian.players.ensign.orders import ordering
from jovian.players.ensign.orders.moving import Going
from jovian.players.ensign.reasons import reason
from jovian.rules.close_combat.plans import PlanFight
from jovian.rules.menu.declare import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.scenario.tokens.reserves import IssueTokens
from jovian.rules.scenario.zones.beacons import PlaceBeacon
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.squadrons.free_move import FreeMove
from jovian.rules.terrain.layout import LayOut


class Ensign:
    """Answers each kind of decision by a rule of thumb and exact odds, and goes the way that it has decided on."""

    def __init__(self, seed: int, attention: Attention = FULL) -> None:
        self.seed = seed
        self._attention = attention
        self._last: tuple[Decision, Answer, State] | None = None
        """What it was asked last, what it answered, and what it saw."""
        self._going: Going | None = None

    def choose(self, decision: Decision, view: State) -> Answer:
        """Its answer; the default if its rule of thumb finds none that is legal."""
        answer = self.by_habit(decision, view)
        if answer is None or decision.check(answer) is not None:
            answer = decision.default()
        self._last = decision, answer, view
        return answer

    @property
    def reason(self) -> str:
        """Why it answered so last, put into words only if somebody asks."""
        return reason(*self._last) if self._last is not None else ""

    def by_habit(self, decision: Decision, view: State) -> Answer | None:
        """What its rules of thumb say, None where they find nothing; not looked at whether it is legal."""
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
                return activating.most_urgent(decision, view, self._attention)
            case Declare():
                return declaring.declaration(decision, view)
            case NextOrder():
                answer, self._going = ordering.order(decision, self._going, self._attention)
                return answer
            case PlanFight():
                return fighting.plan(decision, view, self.seed)
            case FreeMove():
                return picking.free_move(decision, view)
            case Pick():
                return picking.pick(decision, view)
        return None
