"""What an attack is expected to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from jovian.dice import FACES, MAGNITUDES, Odds, Pool, Result, odds
from jovian.game import Model, State
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import NUCLEAR, WeaponType, rulebook
from jovian.rules.shots.formula import Assessment

# --- toll ---
# What one set of a result does to its target: the damage tables, for those who mark boxes and those who weigh odds.
#
# v1.2.4 Damage > Capital Ship Damage, Squadron Damage; Weapons > Mass Driver, Particle Cannon; R2, R65, R67.

LOW_VALUE = 2
"""The highest value against which a Shield helps."""
MASS = "mass"
QUAD = 3
"""Steps of a `Q+`."""
ALL = 99
"""More Structure than anything has."""


@dataclass(frozen=True, slots=True)
class DamageTotal:
    """Points of damage of each sort."""

    structure: int = 0
    ratings: int = 0
    """Rating Damage by the value of the set."""
    criticals: int = 0
    either: int = 0
    """Rating Damage or Critical Hit, as the attacker chooses."""
    destroys: bool = False
    """Is the target lost whatever is left of it? Its Structure counts as more than any has then."""

    def apart(self) -> tuple[DamageTotal, DamageTotal]:
        """Two Critical Hits with all that goes with them, one after the other."""
        first = DamageTotal(min(1, self.structure), self.ratings, 1)
        return first, DamageTotal(self.structure - first.structure, 0, self.criticals - 1)


@dataclass(frozen=True, slots=True)
class Table:
    """By which rules sets harm a target."""

    capital: bool
    mass: bool = False
    """Is it the Mass Driver's own table?"""
    redundant: bool = False
    """Does it burn redundant boxes, as a particle cannon does?"""
    shielded: bool = False
    """Do sets of low value do one less (Shield)?"""
    blunted: bool = False
    """Do sets of odd value lose a step?"""
    fatal: bool = False
    """Does a `Q+` destroy a squadron, unless it does one less?"""
    heavier: bool = False
    """Do all sets do the damage of the next magnitude (older Nukes)?"""

    def toll(self, value: int, steps: int) -> DamageTotal:
        """The points of damage that a set of one value does."""
        return _tolls(self)[value][steps]

    def _toll(self, value: int, steps: int) -> DamageTotal:
        steps = min(steps + self.heavier, len(MAGNITUDES) - 1) - (self.blunted and value % 2)
        if not steps:
            return DamageTotal()
        less = int(self.shielded and value <= LOW_VALUE)
        if not self.capital:
            dies = self.fatal and steps - less >= QUAD
            return DamageTotal(structure=ALL if dies else steps - less, destroys=dies)
        if self.mass:
            return (
                DamageTotal(either=1 - less)
                if steps == 1
                else DamageTotal(ratings=steps - 1 - less, criticals=steps - 1)
            )
        if steps == 1:
            return DamageTotal(ratings=1 - less)
        return DamageTotal(structure=steps - 1 - less, ratings=int(self.redundant), criticals=steps - 1)

    def structure(self, result: Result) -> int:
        """Points of Structure that a whole result takes."""
        lost, tolls = 0, _tolls(self)
        for value, steps in result.sets:
            lost += tolls[value][steps].structure
        return lost

    def others(self, result: Result) -> int:
        """Rating Damage and Critical Hits of a whole result."""
        found, tolls = 0, _tolls(self)
        for value, steps in result.sets:
            toll = tolls[value][steps]
            found += toll.ratings + toll.criticals + toll.either
        return found


@lru_cache(maxsize=16)
def _tolls(table: Table) -> tuple[tuple[DamageTotal, ...], ...]:
    """The tolls of every set, by value and steps."""
    return tuple(
        tuple(table._toll(value, steps) if value and steps else DamageTotal() for steps in range(len(MAGNITUDES)))
        for value in range(FACES + 1)
    )


def table_for(state: State, target: Model, table: str, redundant: bool, nature: str = "") -> Table:
    """The rules by which an attack of that table and nature harms a target as it is now (R65)."""
    blunted = bool(nature) and any(each.blunts(nature) for each in effects_on(state, target, Effect.blunts))
    softened = bool(effects_on(state, target, Effect.softens))
    fatal = not target.capital and rulebook(state).figures.quad_destroys
    return Table(target.capital, table == MASS, redundant, softened, blunted, fatal, nature == NUCLEAR)


# --- expect ---
# What a shot is worth: the exact expected share of the target's Threat Value that it takes away.
#
# The distribution is that of the assessment; only the worth of a result on this target is judged here. A squadron
# counts in full until it dies, a ship until it is Crippled, so wounds count half of what they bring nearer.

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
    return expected_share(state, shot) * model_value(state.models[shot.target])


def model_value(model: Model) -> float:
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
