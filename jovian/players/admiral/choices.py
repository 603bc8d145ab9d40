"""What is tried: the captain's own choice first, and each as a quick player is handed it."""

from __future__ import annotations

from jovian.game import Decision
from jovian.game.answers import Activate, Declaration
from jovian.players.captain.proposals import Proposal
from jovian.players.quick import Outline
from jovian.rules.menu.declare import NONE


def usual_first(usual: Declaration, found: list[Proposal]) -> list[Proposal]:
    """Proposals, first the one for what the captain itself declares.

    Where it makes its plan only afterwards, it is taken to go the way on which it would go without an action: left to
    a quick player it would be weighed by another's way than the rest.
    """
    same = next((each for each in found if each.answer == usual), None)
    if same is None:
        plain = (each.plan for each in found if each.answer == Declaration(NONE, 0))
        same = Proposal(usual, None if usual.boost else next(plain, None), found[0].worth)
    return [same, *(each for each in found if each is not same)]


def outlined(decision: Decision, choice: Proposal) -> Outline:
    """A choice as a quick player is handed it."""
    plan, answer = choice.plan, choice.answer
    declared = answer if isinstance(answer, Declaration) else None
    model = decision.subject or (answer.model if isinstance(answer, Activate) else "")
    if plan is None:
        return Outline(model, declared)
    return Outline(model, declared, plan.way.steps, plan.way.end, plan.before if declared is not None else None)
