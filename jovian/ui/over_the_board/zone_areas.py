"""The deployment zones of both sides, as the board draws them."""

from __future__ import annotations

from jovian.game import State
from jovian.rules.places.zones import zones
from jovian.ui.board import Zone


def zone_areas(state: State, names: tuple[str, str]) -> tuple[Zone, ...]:
    """Deployment zones while anything is deployed."""
    if state.phase not in ("", "deployment"):
        return ()
    return tuple(
        Zone(region.outline, side, f"Deployment zone · {names[side]}" if region.wholly else "")
        for side in (0, 1) for region in zones(state, side)
    )  # fmt: skip
