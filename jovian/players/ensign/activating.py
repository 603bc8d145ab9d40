"""Whom the ensign activates."""

from __future__ import annotations

from jovian.game import State
from jovian.game.answers import Activate
from jovian.players.ensign.attention import FULL, Attention
from jovian.players.judgment.urgency import urgency
from jovian.rules.sequence.activation import ChooseModel, eligible


def most_urgent(decision: ChooseModel, view: State, attention: Attention = FULL) -> Activate:
    """The answer that activates the most urgent model; of those alike the first of the fleet."""
    weighed = [(model, urgency(view, model)) for model in eligible(view, decision.side)]
    return Activate(attention.model(view, weighed).id)
