"""Weapon traits as older editions have them, and their options (`WEAPON_OPTIONS`)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.cards import WeaponCard
from jovian.game import Model, State
from jovian.game.events import BASE, ESCALATE, FLEX, Contribution
from jovian.rules.basics.formation import ACE
from jovian.rules.editions import ships
from jovian.rules.editions.variant import AND_V123, DEFAULT, GameOption, Variant, of_models, of_weapons, trait_option
from jovian.rules.rulebook.effect import Effect, ShotFacts
from jovian.rules.rulebook.rulebook import NUCLEAR
from jovian.rules.traits.older_traits import Array, LateAutofire
from jovian.rules.traits.weapon_traits import ArmorPiercing, Precise, Swarm
from jovian.rules.weapons import FARTHEST, NUKE, ClusterMunition, Missile

# --- Traits ---


class AceGun(Effect):
    """A weapon with Ace (v1.2.2)."""

    __slots__ = ()
    name = ACE
    place = "v1.2.2 Weapon Traits > Ace"
    summary = "An extra flex die in each of its attack rolls."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return a flex die, unless its model is an Ace and has it already."""
        is_needed = shot.attacker.card.trait(ACE) is None
        return (Contribution(self.name, 1, self.place, FLEX),) if is_needed else ()


class AceOfGuns(Effect):
    """A model with Ace that helps its weapons (v1.2.2)."""

    __slots__ = ()
    name = ACE
    place = "v1.2.2 Weapon Traits > Ace"
    summary = "An extra flex die in each attack roll of its weapons. May be the third squadron of a Formation."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return (Contribution(self.name, 1, self.place, FLEX),)


class AceOfAll(Effect):
    """A model with Ace that helps all its rolls (v1.2.3)."""

    __slots__ = ()
    name = ACE
    place = "v1.2.3 Traits > Ace"
    summary = "An extra base die in all of its rolls. In a close fight one for the pool that it splits."

    def skill(self, state: State, model: Model, value: int) -> int:
        """Return 1 more: for tests, dodging, missile defense, and the pool of a close fight."""
        return value + 1

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return a base die, except in close fights, whose pool has it already."""
        return () if shot.share is not None else (Contribution(self.name, 1, self.place, BASE),)


class FullArmorPiercing(ArmorPiercing):
    """AP that ignores all printed Armor (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > AP"
    summary = "Ignores all printed Armor, but not Reactive Armor or Energy Armor."

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        return armor


class BurstingCluster(Effect):
    """CMM that escalates against squadrons (v1.2.3)."""

    __slots__ = ()
    name = ClusterMunition.name
    place = "v1.2.3 Weapon Traits > CMM"
    summary = "Its attacks on squadrons escalate. It neither defends its ship nor helps friends."

    def missile_range(self, reach: float) -> float:
        return min(reach, FARTHEST)

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return () if shot.target.is_capital else (Contribution(self.name, 1, self.place, ESCALATE),)


class BluntPrecise(Precise):
    """Precise that doesn't break weapons more easily (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Weapon Traits > Precise"
    summary = "The attacker chooses what a double damages, even a system trait. Weapons break as without it."


class PlainSwarm(Swarm):
    """Swarm without extra dice at Short Range (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Weapon Traits > Swarm"
    summary = "Flies 9\". Triples and better lose a step, doubles don't."

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        return []


class AimedMissile(Missile):
    """Missiles whose Nukes are fired at models (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Weapon Traits > Nuke"
    summary = "Like other missiles. A Nuke is fired at a model too, and each set counts as the next magnitude."

    def bursts(self, weapon: WeaponCard) -> bool:
        return False

    def strikes_with(self, weapon: WeaponCard) -> str:
        return NUCLEAR if weapon.missile == NUKE else Missile.strikes_with(self, weapon)


# --- Options ---

ACE_OF_GUNS = Variant(
    "v1.2.2", AceGun.place, "Its weapons, or a weapon with Ace, have an extra flex die in each attack roll.",
    traits={AceGun.name: AceOfGuns}, weapon_traits={AceGun.name: AceGun},
)  # fmt: skip
AIMED = Variant(
    "v1.2.2", AimedMissile.place, "Fired at a model like other missiles. Its sets count as the next magnitude.",
    also=AND_V123, weapon_types={AimedMissile.name: AimedMissile()},
)  # fmt: skip
SHORT_TORPEDO = Variant(
    "plain", "v1.2.4 Weapons > Missile", "At Short Range like any missile, as v1.2.4 prints it.",
    figures={"torpedo_short": 0},
)  # fmt: skip
BLUNT_PRECISION = Variant(
    "v1.2.2", "v1.2.2 Weapon Traits > Precise",
    "The attacker chooses what a double damages. Weapons break as without it.",
    also=AND_V123, weapon_traits={BluntPrecise.name: BluntPrecise}, figures={"keen": 0},
)  # fmt: skip

WEAPON_OPTIONS: tuple[GameOption, ...] = (
    trait_option("snub", ships.HeavySnub.name, of_weapons(ships.HeavySnub)),
    trait_option("sniper", ships.FarSniper.name, of_weapons(ships.PreciseSniper), of_weapons(ships.FarSniper)),
    trait_option("ace", AceGun.name, ACE_OF_GUNS, of_models(AceOfAll)),
    trait_option("ap", FullArmorPiercing.name, of_weapons(FullArmorPiercing)),
    trait_option("array", Array.name, of_weapons(Array)),
    trait_option("autofire", LateAutofire.name, of_weapons(LateAutofire)),
    trait_option("cmm", BurstingCluster.name, of_weapons(BurstingCluster)),
    GameOption("nuke", NUKE, DEFAULT, "Detonates at a point of the table, like a ship that explodes.", (AIMED,)),
    trait_option("precise", BluntPrecise.name, BLUNT_PRECISION),
    trait_option("swarm", PlainSwarm.name, of_weapons(PlainSwarm, also=AND_V123)),
    GameOption("torpedo", "Torpedo", DEFAULT,
               'At Short Range 6" farther than other missiles: v1.2.4 only prints its flight.',
               (SHORT_TORPEDO,)),
)  # fmt: skip
