"""What it is worth to look for what a scenario has hidden."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.objectives.searching import searching


def search(view: State, model: Model) -> float:
    """TV that Search is worth: that of the tokens that it is expected to find."""
    return searching(view, model)
