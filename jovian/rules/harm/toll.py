"""What one set of a result does to its target: the damage tables, for those who mark boxes and those who weigh odds.

v1.2.4 Damage > Capital Ship Damage, Squadron Damage; Weapons > Mass Driver, Particle Cannon; R2, R65, R67.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from jovian.dice import FACES, MAGNITUDES, Result
from jovian.game import Model, State
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.weapon_type import NUCLEAR

LOW_VALUE = 2
"""The highest value against which a Shield helps."""
MASS = "mass"
QUAD = 3
"""Steps of a `Q+`."""
ALL = 99
"""More Structure than anything has."""


@dataclass(frozen=True, slots=True)
class Toll:
    """Points of damage of each sort."""

    structure: int = 0
    ratings: int = 0
    """Rating Damage by the value of the set."""
    criticals: int = 0
    either: int = 0
    """Rating Damage or Critical Hit, as the attacker chooses."""
    destroys: bool = False
    """Is the target lost whatever is left of it? Its Structure counts as more than any has then."""

    def apart(self) -> tuple[Toll, Toll]:
        """Two Critical Hits with all that goes with them, one after the other."""
        first = Toll(min(1, self.structure), self.ratings, 1)
        return first, Toll(self.structure - first.structure, 0, self.criticals - 1)


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

    def toll(self, value: int, steps: int) -> Toll:
        """The points of damage that a set of one value does."""
        return _tolls(self)[value][steps]

    def _toll(self, value: int, steps: int) -> Toll:
        steps = min(steps + self.heavier, len(MAGNITUDES) - 1) - (self.blunted and value % 2)
        if not steps:
            return Toll()
        less = int(self.shielded and value <= LOW_VALUE)
        if not self.capital:
            dies = self.fatal and steps - less >= QUAD
            return Toll(structure=ALL if dies else steps - less, destroys=dies)
        if self.mass:
            return Toll(either=1 - less) if steps == 1 else Toll(ratings=steps - 1 - less, criticals=steps - 1)
        if steps == 1:
            return Toll(ratings=1 - less)
        return Toll(structure=steps - 1 - less, ratings=int(self.redundant), criticals=steps - 1)

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
def _tolls(table: Table) -> tuple[tuple[Toll, ...], ...]:
    """The tolls of every set, by value and steps."""
    return tuple(
        tuple(table._toll(value, steps) if value and steps else Toll() for steps in range(len(MAGNITUDES)))
        for value in range(FACES + 1)
    )


def table_for(state: State, target: Model, table: str, redundant: bool, nature: str = "") -> Table:
    """The rules by which an attack of that table and nature harms a target as it is now (R65)."""
    blunted = bool(nature) and any(each.blunts(nature) for each in effects_on(state, target, Effect.blunts))
    softened = bool(effects_on(state, target, Effect.softens))
    fatal = not target.capital and rulebook(state).figures.quad_destroys
    return Table(target.capital, table == MASS, redundant, softened, blunted, fatal, nature == NUCLEAR)
