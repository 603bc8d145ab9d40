"""What a shot is worth: the exact expected share of the target's Threat Value that it takes away.

The distribution is that of the assessment; only the worth of a result on this target is judged here. A squadron counts
in full until it dies, a ship until it is Crippled, so wounds count half of what they bring nearer.
"""

from __future__ import annotations

from functools import lru_cache

from jovian.dice import Odds, Result
from jovian.game import Model, State
from jovian.rules.assessment import Assessment
from jovian.rules.damage import LOW_VALUE
from jovian.rules.effects.bearing import bearing

WOUND = 0.5
"""Share of the value that is counted for damage on the way to the loss."""
DRONE_WORTH = 2.0
"""What a drone squadron counts for, a class."""
RATING = 0.06
"""Worth of one rating, system or weapon of a ship."""
WRECKING = 0.1
"""Worth of one more catastrophic roll on a Crippled ship, which could still withdraw."""


def expected_value(state: State, shot: Assessment) -> float:
    """Threat Value that the shot is expected to take from its target."""
    return expected_share(state, shot) * worth(state.models[shot.target])


def worth(model: Model) -> float:
    """What a model counts for: its Threat Value; a drone squadron, which has none, by its class."""
    return float(model.card.tv) or DRONE_WORTH * (model.card.drone_class or 0)


def expected_share(state: State, shot: Assessment) -> float:
    """The share of its target's value that the shot is expected to take."""
    target = state.models[shot.target]
    shielded, left = softens(state, target), structure_hits(target, shot.redundant)
    return _share(shot.odds(), shot.table, shot.redundant, shielded, target.capital, left)


def kill_chance(state: State, shot: Assessment) -> float:
    """How likely the shot destroys a squadron, or cripples a ship."""
    target = state.models[shot.target]
    return _kill(shot.odds(), softens(state, target), target.capital, structure_hits(target, shot.redundant))


def softens(state: State, target: Model) -> bool:
    """Do sets of low value do one less damage to the target (Shield, R65)?"""
    return bool(bearing(state, target, "softens"))


def steps_done(result: Result, shielded: bool) -> int:
    """Steps of damage that a result does to a squadron; a Shield takes one from each set of low value."""
    return result.total - len([1 for value, _ in result.sets if shielded and value <= LOW_VALUE])


def structure_hits(target: Model, redundant: bool) -> int:
    """Hits on Structure until none is left; a weapon that burns redundant boxes takes all of one value with each."""
    boxes = target.boxes("structure")[target.marks.get("structure", 0) :]
    return len(dict.fromkeys(boxes)) if redundant else len(boxes)


@lru_cache(maxsize=1 << 13)
def _kill(result: Odds, shielded: bool, capital: bool, left: int) -> float:
    if capital:
        return result.expect(lambda each: float(ship_hits(each, shielded) >= left))
    return result.expect(lambda each: float(steps_done(each, shielded) >= left))


def ship_hits(result: Result, shielded: bool) -> int:
    """Points of Structure that a result takes from a ship by the usual table."""
    return sum(steps - 1 - (shielded and value <= LOW_VALUE) for value, steps in result.sets if steps > 1)


@lru_cache(maxsize=1 << 13)
def _share(result: Odds, table: str, redundant: bool, shielded: bool, capital: bool, left: int) -> float:
    if capital:
        return result.expect(lambda each: ship_share(each, left, table, redundant, shielded))
    return result.expect(lambda each: squadron_share(steps_done(each, shielded), left))


def squadron_share(steps: int, left: int) -> float:
    """Worth of so many steps of damage to a squadron that can take so many."""
    return 1.0 if steps >= left else WOUND * steps / left


def ship_share(result: Result, left: int, table: str, redundant: bool, shielded: bool) -> float:
    """Worth of a result on a ship whose Structure can take so many hits."""
    structure, ratings = 0, 0
    for value, steps in result.sets:
        less = int(shielded and value <= LOW_VALUE)
        if table == "mass":
            ratings += max(1, 2 * (steps - 1)) - less
        elif steps == 1:
            ratings += 1 - less
        else:
            structure += steps - 1 - less
            ratings += steps - 1 + int(redundant)
    if left == 0:
        return WRECKING * structure + RATING / 2 * ratings
    if structure >= left:
        return 1.0
    return min(1.0, WOUND * structure / left + RATING * ratings)
