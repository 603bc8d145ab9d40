"""Whom the ensign activates."""

from __future__ import annotations

from jovian.game import State
from jovian.game.answers import Activate
from jovian.rules.sequence.activation import ChooseModel, eligible
from tests.yardstick.judgment.urgency import urgency


def most_urgent(decision: ChooseModel, view: State) -> Activate:
    """The answer that activates the most urgent model; of those alike the first of the fleet."""
    best = max(eligible(view, decision.side), key=lambda model: urgency(view, model))
    return Activate(best.id)
