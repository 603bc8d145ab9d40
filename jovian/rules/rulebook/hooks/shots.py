"""What an effect may change of a shot: of the attacker, of its weapon, of the target."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from jovian.dice import Pool
from jovian.game import Model, Refusal, State
from jovian.game.parts import FLEX, Part
from jovian.rules.facts.makeup import completed
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.rulebook.shot_facts import ShotFacts


class Opposition(NamedTuple):
    """What resists a shot."""

    pool: Pool
    parts: tuple[Part, ...]
    """All that the pool is made of."""
    may_burn: bool = False
    """May the target burn a fuel for one more flex die?"""
    reroll: bool = False
    """May it be rolled again?"""

    def makeup(self) -> tuple[Part, ...]:
        """All that the pool is made of, the rule of small pools included."""
        return completed(self.parts, self.pool)

    def burning(self) -> Opposition:
        """The same once the target has burnt the fuel that it may burn."""
        fuel = Part("Fuel", 1, "v1.2.4 Traits > Evasive", FLEX)
        return Opposition(self.pool.plus(flex=fuel.value), (*self.parts, fuel), reroll=self.reroll)


class ShotHooks:
    """Hooks that do nothing, but for what an effect overrides."""

    __slots__ = ()

    def point_defense_reach(self, reach: float) -> float:
        """How far its own Point Defense reaches, inches."""
        return reach

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Parts added because the attacker has this effect."""
        return ()

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Parts added because the weapon has this effect."""
        return ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Parts added because the target has this effect."""
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """Dice that the target takes away from, or moves within, the pool of a shot at it, all else counted."""
        return ()

    def blunts(self, nature: str) -> bool:
        """Do sets of odd value lose a step on the target, if the weapon strikes with that nature (ENERGY, SOLID)?"""
        return False

    def stealth(self, state: State, model: Model) -> int:
        """Levels of Stealth that the model gains (6" of missile range each)."""
        return 0

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Why this weapon cannot be used for this shot."""
        return None

    def reaches_long(self, shot: ShotFacts) -> bool:
        """May the weapon, or its model, fire at Long Range?"""
        return False

    def hits_surely(self, shot: ShotFacts) -> str:
        """The magnitude with which it hits without a roll, `""` if it must be rolled for."""
        return ""

    def precise(self, shot: ShotFacts) -> bool:
        """Does the attacker choose what a double damages?"""
        return False

    def uses(self) -> int:
        """How often the weapon may be fired in an activation."""
        return 1

    def links(self) -> bool:
        """May weapons of this type be fired together with it?"""
        return False

    def fires_by_itself(self) -> bool:
        """Does the weapon fire, free of Fire Control, at an enemy that comes into its range?"""
        return False

    def missile_range(self, reach: float) -> float:
        """How far a missile flies, inches."""
        return reach

    def fires_all_around(self) -> bool:
        """May a ship use the weapon in a close fight whatever its arc?"""
        return False

    def resisted(self, shot: ShotFacts) -> Opposition:
        """The pool that resists a shot with this weapon; overridden by weapons that always meet a defense."""
        raise NotImplementedError

    def shields(self, guard: Model, shot: ShotFacts) -> Opposition | None:
        """The pool with which a model resists a shot at itself or at a friend, None where it does not."""
        return None

    def dodges(self) -> bool:
        """Does the model dodge by nature, without any action or boost?"""
        return False

    def aids_dodging(self) -> Part | None:
        """What it adds where the model dodges."""
        return None

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """The target's pool against the shot, None if it cannot evade it."""
        return None

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Why the target cannot be shot at so."""
        return None

    def seeking(self, shot: ShotFacts) -> SkillTest | None:
        """The test by which its attacker must first find the target, None if it sees it anyhow."""
        return None

    def waits(self) -> bool:
        """Does a weapon that fires by itself wait until a squadron has ended its move, attacks or acts?"""
        return False

    def swarms(self, shot: ShotFacts) -> bool:
        """Do triples and better shrink a step at the end (Swarm)?"""
        return False

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """How much printed Armor the weapon ignores."""
        return 0

    def extra_armor(self, shot: ShotFacts) -> int:
        """Armor that the target gains against this shot."""
        return 0
