"""What the formula answers: every number of one shot, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.dice import NO_RESULT, Odds, Pool, autohit, odds, opposed
from jovian.game.parts import MACRO, Part
from jovian.rules.facts.makeup import completed
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.rulebook.hooks.shots import Opposition

NOTHING = Odds.of({0: 1})
"""The odds of an attack that cannot succeed."""


@dataclass(frozen=True, slots=True)
class Range:
    """How the target lies."""

    distance: float
    """Inches."""
    band: str
    against: str
    """`AC` or `AS`."""
    arc: str
    """The attacked arc, "" for squadrons."""
    obscured: str
    """What obscures the target, "" for nothing."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of an attack, and what is done to their result."""

    pool: Pool
    net: int
    """The net Attack Modifier."""
    parts: tuple[Part, ...]
    """The reasons: all that is added to the rating."""
    rating: Part
    """The dice that it starts from: the rating, or a share of a split pool."""
    macro: int
    """Macro dice of the weapon itself."""
    turns: Part | None
    """What exchanges dice of the pool in the end, such as a Mass Driver."""
    reroll: bool
    """May the attacker re-roll?"""
    shift: int
    """Escalates minus diminishes."""
    autohit: str
    """The magnitude with which it hits without a roll, "" if it rolls (R11)."""
    swarm: bool
    """Do triples and better shrink a step, last of all (R7)?"""

    def makeup(self) -> tuple[Part, ...]:
        """All that the pool is made of: rating, macro dice, reasons, the dice of the net, what changes them last."""
        own = [self.rating]
        if self.macro:
            own.append(Part(f"Macro {self.macro}", self.macro, "v1.2.4 Weapons > Weapon Attributes", MACRO))
        return completed((*own, *self.parts), self.pool, self.turns)


@dataclass(frozen=True, slots=True)
class Impact:
    """What a hit does."""

    table: str
    """The damage table: `standard` or `mass`."""
    redundant: bool
    """Does it mark whole rows of redundant boxes, as a particle cannon does?"""
    precise: bool
    """May the attacker choose what a double damages?"""
    kinetic: bool
    """Does it strike along a line?"""
    nature: str = ""
    """What it strikes with, by which some armor tells."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """One legal shot, as it would be rolled."""

    attacker: str
    mounts: tuple[str, ...]
    weapon: str
    """The weapon's name on the card."""
    target: str
    window: str
    range: Range
    roll: Throw
    opposition: Opposition | None
    """What resists it, None for an unopposed roll."""
    impact: Impact
    jammed: str
    """The model whose Jammer makes the missile fail, "" for none (R63)."""
    seeking: SkillTest | None = None
    """The test by which the target must be found before the attack is made, None if it is seen."""

    @property
    def rolls(self) -> bool:
        """Are dice of its pool rolled at all?"""
        return not (self.jammed or self.roll.autohit)

    def resisting(self) -> tuple[Part, ...]:
        """All that the pool is made of that resists it, () if none does."""
        return self.opposition.makeup() if self.opposition is not None else ()

    def odds(self) -> Odds:
        """The exact distribution of the result, opposed or not, a test to find the target included."""
        found = self._once_found()
        return found if self.seeking is None else _if_found(found, self.seeking.odds())

    def _once_found(self) -> Odds:
        own, against = self.roll, self.opposition
        if self.jammed:
            return NOTHING
        if own.autohit:
            hit = autohit("NDTQ".index(own.autohit[0]), own.shift)
            if against is None:
                return hit
            return opposed(hit, odds(against.pool, reroll=against.reroll), swarm=own.swarm)
        if against is None:
            return odds(own.pool, reroll=own.reroll, shift=own.shift, swarm=own.swarm)
        attack = odds(own.pool, reroll=own.reroll, shift=own.shift)
        return opposed(attack, odds(against.pool, reroll=against.reroll), swarm=own.swarm)


def _if_found(result: Odds, test: Odds) -> Odds:
    """The odds of a result that comes to nothing unless a test succeeds."""
    lost = test.probability(NO_RESULT)
    weights = {code: weight * (lost.denominator - lost.numerator) for code, weight in result.weights}
    weights[0] = weights.get(0, 0) + result.total * lost.numerator
    return Odds.of(weights)
