"""What the formula answers: every number of one shot, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.dice import Odds, Pool, autohit, odds, opposed
from jovian.rules.facts.makeup import completed
from jovian.rules.facts.parts import MACRO, Part

NOTHING = Odds.of({0: 1})
"""The odds of an attack that cannot succeed."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """One legal shot, as it would be rolled."""

    attacker: str
    mounts: tuple[str, ...]
    weapon: str
    """The weapon's name on the card."""
    target: str
    window: str
    against: str
    """`AC` or `AS`."""
    distance: float
    """Inches."""
    band: str
    arc: str
    """The attacked arc, "" for squadrons."""
    obscured: str
    """What obscures the target, "" for nothing."""
    parts: tuple[Part, ...]
    net: int
    """The net Attack Modifier."""
    pool: Pool
    reroll: bool
    """May the attacker re-roll?"""
    shift: int
    """Escalates minus diminishes."""
    defense: Pool | None = None
    """The pool that opposes it, None for an unopposed roll."""
    defense_parts: tuple[Part, ...] = ()
    defense_fuel: bool = False
    """May the defender spend a fuel for one flex die?"""
    table: str = "standard"
    """The damage table: `standard` or `mass`."""
    redundant: bool = False
    """Does it mark whole rows of redundant boxes, as a particle cannon does?"""
    kinetic: bool = False
    """Does it strike along a line?"""
    swarm: bool = False
    """Do its triples and better shrink a step, last of all (R7)?"""
    precise: bool = False
    """May the attacker choose what a double damages?"""
    autohit: str = ""
    """The magnitude with which it hits without a roll, "" if it rolls (R11)."""
    jammed: str = ""
    """The model whose Jammer makes the missile fail, "" for none (R63)."""
    rating: Part | None = None
    """The dice that it starts from: the rating, or a share of a split pool."""
    macro: int = 0
    """Macro dice of the weapon itself."""
    turns: Part | None = None
    """What exchanges dice of the pool in the end, such as a Mass Driver."""

    @property
    def rolls(self) -> bool:
        """Are dice of its pool rolled at all?"""
        return not (self.jammed or self.autohit)

    def makeup(self) -> tuple[Part, ...]:
        """All that the pool is made of: rating, macro dice, reasons, the dice of the net, what changes them last."""
        own = [self.rating] if self.rating else []
        if self.macro:
            own.append(Part(f"Macro {self.macro}", self.macro, "v1.2.4 Weapons > Weapon Attributes", MACRO))
        return completed((*own, *self.parts), self.pool, self.turns)

    def defense_makeup(self) -> tuple[Part, ...]:
        """The same for the pool that opposes it, () if none does."""
        return completed(self.defense_parts, self.defense) if self.defense is not None else ()

    def odds(self) -> Odds:
        """The exact distribution of the result, opposed or not."""
        if self.jammed:
            return NOTHING
        if self.autohit:
            hit = autohit("NDTQ".index(self.autohit[0]), self.shift)
            return hit if self.defense is None else opposed(hit, odds(self.defense), swarm=self.swarm)
        if self.defense is None:
            return odds(self.pool, reroll=self.reroll, shift=self.shift, swarm=self.swarm)
        attack = odds(self.pool, reroll=self.reroll, shift=self.shift)
        return opposed(attack, odds(self.defense), swarm=self.swarm)
