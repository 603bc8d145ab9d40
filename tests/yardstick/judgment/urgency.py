"""What acting next is worth to a model."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.shots import ratings
from tests.yardstick.judgment.combat.shots import fire_from
from tests.yardstick.judgment.objectives.leaving import leaving

ESCAPE = 1000.0
"""What comes before all shots: that a crippled ship gets away."""


def urgency(view: State, model: Model) -> float:
    """Crippled ships first, to get away; then whoever has the best shots, or leaves the battle with most to show."""
    if model.is_crippled:
        return ESCAPE
    return fire_from(view, model, ratings.fire_control(view, model)) + max(0.0, leaving(view, model))
