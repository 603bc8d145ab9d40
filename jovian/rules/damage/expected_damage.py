"""The damage tables, and the expected value of an attack by them.

`table_for` gives the table by which sets damage a target (v1.2.4 Damage > Capital Ship Damage, Squadron Damage;
Weapons > Mass Driver, Particle Cannon; R2, R65, R67). `expected_value` and its relatives give the exact expected share
of the target's Threat Value that a shot takes. A squadron counts in full until it dies, a ship until it is Crippled.
Damage before that counts as half of the progress toward the loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from jovian.dice import FACES, MAGNITUDES, Odds, Pool, Result, odds
from jovian.game import Model, State
from jovian.rules.rulebook.active_effects import effects_on, find_effect
from jovian.rules.rulebook.rulebook import NUCLEAR, WeaponType, rulebook
from jovian.rules.shots.formula import Assessment
from jovian.rules.traits.model_traits import Shield
from jovian.rules.traits.older_traits import BluntingArmor

LOW_VALUE = 2
"""The highest value of a set that a Shield reduces."""
MASS = "mass"
QUAD = 3
"""The magnitude of a `Q+`."""
ALL = 99
"""More Structure than any model has."""


@dataclass(frozen=True, slots=True)
class DamageTotal:
    """Points of damage of every kind."""

    structure: int = 0
    ratings: int = 0
    """Rating Damage to the rating of the set's value."""
    criticals: int = 0
    either: int = 0
    """Rating Damage or Critical Hit, the attacker chooses."""
    destroys: bool = False
    """Whether the target is destroyed outright. `structure` is `ALL` then."""

    def apart(self) -> tuple[DamageTotal, DamageTotal]:
        """Split 2 Critical Hits and the damage that goes with them into 2 parts."""
        first = DamageTotal(min(1, self.structure), self.ratings, 1)
        return first, DamageTotal(self.structure - first.structure, 0, self.criticals - 1)


@dataclass(frozen=True, slots=True)
class Table:
    """The rules by which sets damage a target."""

    capital: bool
    mass: bool = False
    """Whether this is the Mass Driver table."""
    redundant: bool = False
    """Whether it burns redundant boxes, as a Particle Cannon does."""
    shielded: bool = False
    """Whether sets of low value do 1 less (Shield)."""
    blunted: bool = False
    """Whether sets of odd value lose a step of Magnitude."""
    fatal: bool = False
    """Whether a `Q+` destroys a squadron, unless Shield reduces it."""
    heavier: bool = False
    """Whether sets do the damage of the next Magnitude (Nukes in older rules editions)."""

    def set_damage(self, value: int, steps: int) -> DamageTotal:
        """Return the damage of one set, by its value and Magnitude."""
        return _damage_by_set(self)[value][steps]

    def _compute_damage(self, value: int, steps: int) -> DamageTotal:
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
        """Return the points of Structure that a whole result takes."""
        lost, damage = 0, _damage_by_set(self)
        for value, steps in result.sets:
            lost += damage[value][steps].structure
        return lost

    def others(self, result: Result) -> int:
        """Return the Rating Damage and Critical Hits of a whole result."""
        count, damage = 0, _damage_by_set(self)
        for value, steps in result.sets:
            total = damage[value][steps]
            count += total.ratings + total.criticals + total.either
        return count


@lru_cache(maxsize=16)
def _damage_by_set(table: Table) -> tuple[tuple[DamageTotal, ...], ...]:
    """Return the damage of every set, by value and Magnitude."""
    return tuple(
        tuple(
            table._compute_damage(value, steps) if value and steps else DamageTotal()
            for steps in range(len(MAGNITUDES))
        )
        for value in range(FACES + 1)
    )


def table_for(state: State, target: Model, table: str, redundant: bool, nature: str = "") -> Table:
    """Return the table by which an attack damages a target in its current state (R65)."""
    blunted = bool(nature) and any(armor.stops == nature for armor in effects_on(state, target, BluntingArmor))
    softened = find_effect(state, target, Shield) is not None
    fatal = not target.is_capital and rulebook(state).figures.quad_destroys
    return Table(target.is_capital, table == MASS, redundant, softened, blunted, fatal, nature == NUCLEAR)


# --- Expected value ---

WOUND = 0.5
"""Share of the value counted for damage that leads up to the loss."""
DRONE_VALUE = 2.0
"""Value of a drone squadron per class, in TV."""
STATION_VALUE = 3.0
"""Value of a station per point of undamaged Structure, in TV."""
RATING = 0.06
"""Share of a ship's value for one of its ratings, systems, or weapons."""
WRECKING = 0.1
"""Share of a Crippled ship's value for one more catastrophic roll. The ship could still withdraw."""


def expected_value(state: State, shot: Assessment) -> float:
    """Return the Threat Value that the shot is expected to take from its target."""
    return expected_share(state, shot) * model_value(state.models[shot.target])


def model_value(model: Model) -> float:
    """Return a model's Threat Value. Drones and stations without one count by class or Structure."""
    card = model.card
    value = float(card.tv) or DRONE_VALUE * (card.drone_class or 0)
    return value or (STATION_VALUE * card.printed("structure") if model.is_capital and card.station else 0.0)


def expected_share(state: State, shot: Assessment) -> float:
    """Return the share of the target's value that the shot is expected to take."""
    return share_by_odds(shot.odds(), *table_and_hits(state, shot))


def bare_share(state: State, target: Model, pool: Pool) -> float:
    """Return the share of a target's value that an attack without a weapon is expected to take, as by terrain."""
    table = table_for(state, target, WeaponType.table, False)
    return share_by_odds(odds(pool), table, structure_hits(target, False))


def kill_chance(state: State, shot: Assessment) -> float:
    """Return the probability that the shot destroys a squadron or cripples a ship."""
    return kill_by_odds(shot.odds(), *table_and_hits(state, shot))


def share_and_kill(state: State, shot: Assessment) -> tuple[float, float]:
    """Return `expected_share` and `kill_chance` of the shot."""
    result, (table, hits_left) = shot.odds(), table_and_hits(state, shot)
    return share_by_odds(result, table, hits_left), kill_by_odds(result, table, hits_left)


def table_and_hits(state: State, shot: Assessment) -> tuple[Table, int]:
    """Return the damage table of a shot, and the hits on Structure that the target can take."""
    target, redundant = state.models[shot.target], shot.impact.redundant
    table = table_for(state, target, shot.impact.table, redundant, shot.impact.nature)
    return table, structure_hits(target, redundant)


def structure_hits(target: Model, redundant: bool) -> int:
    """Return the hits on Structure until none is left. With `redundant`, a hit takes all boxes of one value."""
    boxes = target.boxes("structure")[target.marks.get("structure", 0) :]
    return len(dict.fromkeys(boxes)) if redundant else len(boxes)


@lru_cache(maxsize=1 << 13)
def kill_by_odds(result: Odds, table: Table, hits_left: int) -> float:
    """Return `kill_chance` by the odds of a shot, its damage table, and the hits that its target can take."""
    return result.expect(lambda outcome: float(table.structure(outcome) >= hits_left), _kill_cache(table, hits_left))


@lru_cache(maxsize=1 << 13)
def share_by_odds(result: Odds, table: Table, hits_left: int) -> float:
    """Return `expected_share` by the odds of a shot, its damage table, and the hits that its target can take."""
    if table.capital:
        return result.expect(lambda outcome: ship_share(outcome, table, hits_left), _share_cache(table, hits_left))
    return result.expect(
        lambda outcome: squadron_share(table.structure(outcome), hits_left), _share_cache(table, hits_left)
    )


@lru_cache(maxsize=256)
def _kill_cache(table: Table, hits_left: int) -> dict[int, float]:
    """Return the cache of whether a result destroys or cripples the target, by result code."""
    return {}


@lru_cache(maxsize=256)
def _share_cache(table: Table, hits_left: int) -> dict[int, float]:
    """Return the cache of the share that a result takes, by result code."""
    return {}


def squadron_share(damage: int, hits_left: int) -> float:
    """Return the share of its value that a squadron loses by an amount of damage."""
    return 1.0 if damage >= hits_left else WOUND * damage / hits_left


def ship_share(result: Result, table: Table, hits_left: int) -> float:
    """Return the share of its value that a ship loses by a result."""
    structure, ratings = table.structure(result), table.others(result)
    if hits_left == 0:
        return WRECKING * structure + RATING / 2 * ratings
    if structure >= hits_left:
        return 1.0
    return min(1.0, WOUND * structure / hits_left + RATING * ratings)
