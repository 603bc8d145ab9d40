"""What it is worth to look for what a scenario has hidden."""

from __future__ import annotations

from jovian.game import Model, State
from tests.yardstick.judgment.objectives.mining import mining, seams
from tests.yardstick.judgment.objectives.searching import searching


def search(view: State, model: Model) -> float:
    """TV that Search is worth: that of the tokens that it is expected to find."""
    return searching(view, model)


def mine(view: State, model: Model) -> float:
    """TV that Mine is worth: that of what it is expected to cut out of a comet in reach."""
    near = any(inches < model.card.speed for inches, _ in seams(view, model))
    return mining(view, model) if near and not model.capital else 0.0
