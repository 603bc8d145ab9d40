"""What a shot is worth: the exact expected share of the target's Threat Value that it takes away.

The distribution is that of the assessment; only the worth of a result on this target is judged here. A squadron counts
in full until it dies, a ship until it is Crippled, so wounds count half of what they bring nearer.
"""

from __future__ import annotations

from functools import lru_cache

from jovian.dice import Odds, Pool, Result, odds, opposed
from jovian.game import Model, State
from jovian.rules.assessment import Assessment

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
    return expected_share(state.models[shot.target], shot) * worth(state.models[shot.target])


def worth(model: Model) -> float:
    """What a model counts for: its Threat Value; a drone squadron, which has none, by its class."""
    return float(model.card.tv) or DRONE_WORTH * (model.card.drone_class or 0)


def kill_chance(target: Model, shot: Assessment) -> float:
    """How likely the shot destroys a squadron, or cripples a ship."""
    return _kill(
        shot.pool, shot.defense, shot.reroll, shot.shift, shot.swarm, target.capital, target.left("structure")
    )


@lru_cache(maxsize=1 << 13)
def _kill(
    pool: Pool, defense: Pool | None, reroll: bool, shift: int, swarm: bool, capital: bool, left: int
) -> float:
    return _odds(pool, defense, reroll, shift, swarm).expect(lambda each: float(_structure(each, capital) >= left))


def _structure(result: Result, capital: bool) -> int:
    """Boxes of Structure that a result takes."""
    if not capital:
        return result.total
    return len([1 for _, steps in result.sets if steps > 1]) + len([1 for _, steps in result.sets if steps > 2])


def _odds(pool: Pool, defense: Pool | None, reroll: bool, shift: int, swarm: bool) -> Odds:
    if defense is None:
        return odds(pool, reroll=reroll, shift=shift, swarm=swarm)
    return opposed(odds(pool, reroll=reroll, shift=shift), odds(defense), swarm=swarm)


def expected_share(target: Model, shot: Assessment) -> float:
    """The same as a share of the target's Threat Value."""
    if shot.jammed:
        return 0.0
    if shot.autohit:
        left, ship = target.left("structure"), target.capital
        return shot.odds().expect(
            lambda r: ship_share(r, left, shot.table, shot.redundant) if ship else squadron_share(r, left)
        )
    return _share(
        shot.pool, shot.defense, shot.reroll, shot.shift, shot.swarm, shot.table, shot.redundant, target.capital,
        target.left("structure"),
    )  # fmt: skip


@lru_cache(maxsize=1 << 13)
def _share(
    pool: Pool, defense: Pool | None, reroll: bool, shift: int, swarm: bool, table: str, redundant: bool,
    capital: bool, left: int,
) -> float:  # fmt: skip
    result = _odds(pool, defense, reroll, shift, swarm)
    if capital:
        return result.expect(lambda each: ship_share(each, left, table, redundant))
    return result.expect(lambda each: squadron_share(each, left))


def squadron_share(result: Result, left: int) -> float:
    """Worth of a result on a squadron with so many boxes of Structure."""
    if result.total >= left:
        return 1.0
    return WOUND * result.total / left


def ship_share(result: Result, left: int, table: str, redundant: bool) -> float:
    """Worth of a result on a ship with so many boxes of Structure."""
    structure, ratings = 0, 0
    for _, steps in result.sets:
        if table == "mass":
            ratings += max(1, 2 * (steps - 1))
        elif steps == 1:
            ratings += 1
        else:
            structure += steps - 1
            ratings += steps - 1 + int(redundant)
    if left == 0:
        return WRECKING * structure + RATING / 2 * ratings
    if structure >= left:
        return 1.0
    return min(1.0, WOUND * structure / left + RATING * ratings)
