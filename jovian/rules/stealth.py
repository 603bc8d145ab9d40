"""Levels of Stealth on a model: each adds 6" to the range that missiles measure (v1.2.4 Traits > Stealth, R54)."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.effects.bearing import bearing
from jovian.rules.sight import hidden_near


def stealth_levels(state: State, model: Model) -> tuple[int, str]:
    """How many levels, and what gives them."""
    levels, reasons = 0, []
    for effect in bearing(state, model, "stealth"):
        gained = effect.stealth(state, model)
        if gained:
            levels += gained
            reasons.append(effect.name)
    near = hidden_near(state, model)
    if near:
        levels += 1
        reasons.append(f"near {near}")
    return levels, ", ".join(reasons)
