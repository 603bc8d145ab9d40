"""What acting next is worth to a model."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.shots import fire_from
from jovian.rules.shooting import ratings

ESCAPE = 1000.0
"""What comes before all shots: that a crippled ship gets away."""


def urgency(view: State, model: Model) -> float:
    """Crippled ships first, to get away; then whoever has the best shots."""
    return ESCAPE if model.crippled else fire_from(view, model, ratings.fire_control(view, model))
