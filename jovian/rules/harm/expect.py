"""What a shot is worth: the exact expected share of the target's Threat Value that it takes away.

The distribution is that of the assessment; only the worth of a result on this target is judged here. A squadron counts
in full until it dies, a ship until it is Crippled, so wounds count half of what they bring nearer.
"""

from __future__ import annotations

from functools import lru_cache

from jovian.dice import Odds, Pool, Result, odds
from jovian.game import Model, State
from jovian.rules.harm.toll import Table, table_for
from jovian.rules.rulebook.weapon_type import WeaponType
from jovian.rules.shooting.assessment import Assessment

WOUND = 0.5
"""Share of the value that is counted for damage on the way to the loss."""
DRONE_WORTH = 2.0
"""What a drone squadron counts for, a class."""
STATION_WORTH = 3.0
"""What a station counts for, a point of undamaged Structure."""
RATING = 0.06
"""Worth of one rating, system or weapon of a ship."""
WRECKING = 0.1
"""Worth of one more catastrophic roll on a Crippled ship, which could still withdraw."""


def expected_value(state: State, shot: Assessment) -> float:
    """Threat Value that the shot is expected to take from its target."""
    return expected_share(state, shot) * worth(state.models[shot.target])


def worth(model: Model) -> float:
    """What a model counts for: its Threat Value; a drone squadron or station that has none, by class or Structure."""
    card = model.card
    return float(card.tv) or DRONE_WORTH * (card.drone_class or 0) or _garrison(model)


def _garrison(model: Model) -> float:
    """What a station counts for by its guns and marines, where its scenario gives it no Threat Value."""
    return STATION_WORTH * model.card.printed("structure") if model.capital and model.card.station else 0.0


def expected_share(state: State, shot: Assessment) -> float:
    """The share of its target's value that the shot is expected to take."""
    return _share(*_facing(state, shot))


def bare_share(state: State, target: Model, pool: Pool) -> float:
    """The share of a target's value that an attack of bare dice is expected to take, such as one by terrain."""
    table = table_for(state, target, WeaponType.table, False)
    return _share(odds(pool), table, structure_hits(target, False))


def kill_chance(state: State, shot: Assessment) -> float:
    """How likely the shot destroys a squadron, or cripples a ship."""
    return _kill(*_facing(state, shot))


def share_and_kill(state: State, shot: Assessment) -> tuple[float, float]:
    """The share of its target's value that the shot is expected to take, and how likely it is the end of it."""
    facing = _facing(state, shot)
    return _share(*facing), _kill(*facing)


def _facing(state: State, shot: Assessment) -> tuple[Odds, Table, int]:
    """How likely each result of a shot is, what it does to the target, and the hits that the target can take."""
    target, redundant = state.models[shot.target], shot.impact.redundant
    table = table_for(state, target, shot.impact.table, redundant, shot.impact.nature)
    return shot.odds(), table, structure_hits(target, redundant)


def structure_hits(target: Model, redundant: bool) -> int:
    """Hits on Structure until none is left; a weapon that burns redundant boxes takes all of one value with each."""
    boxes = target.boxes("structure")[target.marks.get("structure", 0) :]
    return len(dict.fromkeys(boxes)) if redundant else len(boxes)


@lru_cache(maxsize=1 << 13)
def _kill(result: Odds, table: Table, left: int) -> float:
    return result.expect(lambda each: float(table.structure(each) >= left), _kills(table, left))


@lru_cache(maxsize=1 << 13)
def _share(result: Odds, table: Table, left: int) -> float:
    if table.capital:
        return result.expect(lambda each: ship_share(each, table, left), _shares(table, left))
    return result.expect(lambda each: squadron_share(table.structure(each), left), _shares(table, left))


@lru_cache(maxsize=256)
def _kills(table: Table, left: int) -> dict[int, float]:
    """Which results destroy or cripple a target that can take so many hits, by their codes, as far as they came up."""
    return {}


@lru_cache(maxsize=256)
def _shares(table: Table, left: int) -> dict[int, float]:
    """What results are worth on a target that can take so many hits, by their codes, as far as they came up."""
    return {}


def squadron_share(steps: int, left: int) -> float:
    """Worth of so many steps of damage to a squadron that can take so many."""
    return 1.0 if steps >= left else WOUND * steps / left


def ship_share(result: Result, table: Table, left: int) -> float:
    """Worth of a result on a ship whose Structure can take so many hits."""
    structure, ratings = table.structure(result), table.others(result)
    if left == 0:
        return WRECKING * structure + RATING / 2 * ratings
    if structure >= left:
        return 1.0
    return min(1.0, WOUND * structure / left + RATING * ratings)
