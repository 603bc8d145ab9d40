"""How far weapons reach against a target, without terrain in between."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from jovian.game import Model, Refusal, State
from jovian.rules.rulebook.effect import ACTIVATION, SHORT
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import weapon_of
from jovian.table import distance

ARC_TURNED = {"fore": 0, "spinal": 0, "turret": 0, "starboard": 90, "aft": 180, "port": 270}
"""Degrees from the bow to the middle of each arc."""
FARTHEST = 72
"""Inches. No table is so large that a range ends beyond."""
FAR_OFF = 200.0
"""Inches from the model to a target out of range."""


@lru_cache(maxsize=256)
def weapon_reach(state: State, model: Model, mount: str, target: Model) -> tuple[int, int]:
    """Return the ends of the Short and of the last band of a mount against a target in whole inches, 0 for none.

    The result is cached by state, because states are immutable.
    """
    weapon = weapon_of(model, mount)
    if weapon is None or not weapon.arcs:
        return 0, 0
    ahead = model.pose.turned(ARC_TURNED[weapon.arcs[0]])
    touching = FAR_OFF - distance(model.base, model.pose, target.base, ahead.advanced(FAR_OFF))
    empty = without_terrain(state)

    def shot_at(inches: int) -> Assessment | Refusal:
        return assess(empty, model, (mount,), target.at(ahead.advanced(touching + inches)), ACTIVATION)

    kind = (model.id, mount, target.id)
    guess = _last_reaches.get(kind, (0, 0))
    far = _last_inch(lambda inches: isinstance(shot_at(inches), Assessment), FARTHEST, guess[1])
    near = _last_inch(
        lambda inches: isinstance(shot := shot_at(inches), Assessment) and shot.range.band == SHORT, far, guess[0]
    )
    _last_reaches[kind] = near, far
    return near, far


_last_reaches: dict[tuple[str, str, str], tuple[int, int]] = {}
"""The latest results of `weapon_reach` by model, mount, and target. They seldom change from state to state."""


def clear_caches() -> None:
    """Forget the reaches of finished games. Their other caches are cleared with those of all modules."""
    _last_reaches.clear()


@lru_cache(maxsize=2)
def without_terrain(state: State) -> State:
    """Return the state without terrain, which changes no range."""
    empty = state.clone()
    empty.terrain = {}
    return empty


def _last_inch(holds: Callable[[int], bool], limit: int, guess: int) -> int:
    """Return the last whole inch at which a condition holds, or 0. A right guess is checked first."""
    low, high = 0, limit
    if 0 < guess <= limit:
        if not holds(guess):
            high = guess - 1
        elif guess == limit or not holds(guess + 1):
            return guess
        else:
            low = guess + 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def chance_at(state: State, model: Model, mount: str, target: Model, inches: float) -> float:
    """Return the chance of a mount to hit a target in the middle of its first arc, 0 if it can't fire there."""
    weapon = weapon_of(model, mount)
    if weapon is None or not weapon.arcs:
        return 0.0
    ahead = model.pose.turned(ARC_TURNED[weapon.arcs[0]])
    touching = FAR_OFF - distance(model.base, model.pose, target.base, ahead.advanced(FAR_OFF))
    there = target.at(ahead.advanced(touching + inches))
    shot = assess(without_terrain(state), model, (mount,), there, ACTIVATION)
    return float(shot.odds().success) if isinstance(shot, Assessment) and not shot.jammed else 0.0
