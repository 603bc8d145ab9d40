"""What a captain would do, as plans: a few for an admiral to try, or the best one with its reason for a coach."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Answer, Decision
from jovian.game.answers import Activate
from jovian.players.captain.choosing import candidates
from jovian.players.captain.declaring import declarations
from jovian.players.captain.field import Field
from jovian.players.captain.planning import Plan, plans
from jovian.rules.menu.declare import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.sequence.activation import ChooseModel


@dataclass(frozen=True, slots=True)
class Proposal:
    """A whole activation that may be tried: the answer to the question at hand, and what is meant to follow."""

    answer: Answer
    plan: Plan | None
    """Shots, way, shots; None where the captain decides on the way, as in a raid or aboard a ship."""
    worth: float
    """TV that it is reckoned to be worth, to be compared with others for the same question only."""


def proposals(decision: Decision, field: Field, count: int) -> list[Proposal]:
    """Up to so many whole activations for a question, the best first; none for questions of another kind."""
    match decision:
        case ChooseModel():
            found = [Proposal(Activate(each.model.id), each.plan, each.gain) for each in candidates(field, count)]
        case Declare():
            found = [Proposal(answer, plan, worth) for worth, answer, plan in declarations(decision, field)]
        case NextOrder() if decision.model.on_table:
            best = plans(field, decision.model, decision.act)
            found = [Proposal(plan.opening(decision), plan, plan.worth) for plan in best]
        case _:
            return []
    return sorted(found, key=lambda each: -each.worth)[:count]
