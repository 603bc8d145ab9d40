"""Weapons as older editions have them."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.cards import WeaponCard
from jovian.game import Model, State
from jovian.game.events import BASE, ESCALATE, FLEX, Contribution
from jovian.rules.basics.formation import ACE
from jovian.rules.editions import ships
from jovian.rules.editions.variant import NOTHING, USUAL, GameOption, Variant, of_models, of_weapons, option
from jovian.rules.rulebook.effect import Effect, ShotFacts
from jovian.rules.rulebook.rulebook import NUCLEAR
from jovian.rules.weapons import (
    FARTHEST,
    NUKE,
    SWARM_RANGE,
    ArmorPiercing,
    Autofire,
    ClusterMunition,
    Missile,
    Precise,
    Swarm,
)

# --- weapons ---
# Traits of weapons as older texts have them: Ace, AP, Array, CMM, Nuke, Swarm (v1.2.2, v1.2.3 Weapon Traits).


class AceGun(Effect):
    """A weapon in the best of hands."""

    __slots__ = ()
    name = ACE
    place = "v1.2.2 Weapon Traits > Ace"
    summary = "A flex die more in each of its attack rolls."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A flex die, unless its model is an Ace and has it already."""
        mine = shot.attacker.card.trait(ACE) is None
        return (Contribution(self.name, 1, self.place, FLEX),) if mine else ()


class AceOfGuns(Effect):
    """A pilot whose weapons are all in the best of hands."""

    __slots__ = ()
    name = ACE
    place = "v1.2.2 Weapon Traits > Ace"
    summary = "A flex die more in each attack roll of its weapons; may be the third of a Formation."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A flex die in each attack."""
        return (Contribution(self.name, 1, self.place, FLEX),)


class AceOfAll(Effect):
    """A pilot who is better at everything."""

    __slots__ = ()
    name = ACE
    place = "v1.2.3 Traits > Ace"
    summary = "A base die more in all of its rolls; in a close fight one for the pool that it splits."

    def skill(self, state: State, model: Model, value: int) -> int:
        """One more: in tests, in dodging, against missiles, in the pool of a close fight."""
        return value + 1

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A base die, but in close fights, whose pool has it already."""
        return () if shot.share is not None else (Contribution(self.name, 1, self.place, BASE),)


class FullArmorPiercing(ArmorPiercing):
    """Ignores all printed armor."""

    __slots__ = ()
    place = "v1.2.3 Traits > AP"
    summary = "Ignores all printed Armor, but not Reactive Armor or Energy Armor."

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """All printed Armor."""
        return armor


class Array(Effect):
    """Many barrels under one name."""

    __slots__ = ()
    name = "Array"
    place = "v1.2.2 Weapon Traits > Array"
    summary = "May attack twice in an activation, each for a Fire Control of its own."

    def uses(self) -> int:
        """2: it may be fired twice in an activation."""
        return 2


class LateAutofire(Autofire):
    """Fires by itself at what squadrons do before it."""

    __slots__ = ()
    place = "v1.2.3 Traits > Autofire"
    summary = "Once an activation at an enemy squadron in range that ends its move, attacks, or has declared an action."

    def waits(self) -> bool:
        """True: it waits until a squadron has ended its move, attacks or acts."""
        return True


class BurstingCluster(Effect):
    """Missiles that burst among squadrons."""

    __slots__ = ()
    name = ClusterMunition.name
    place = "v1.2.3 Weapon Traits > CMM"
    summary = "Its attacks on squadrons escalate; it neither defends its ship nor helps friends."

    def missile_range(self, reach: float) -> float:
        """At most 12", as the table of missiles has it."""
        return min(reach, FARTHEST)

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """An escalate against squadrons."""
        return () if shot.target.capital else (Contribution(self.name, 1, self.place, ESCALATE),)


class BluntPrecise(Precise):
    """The attacker chooses what a double damages."""

    __slots__ = ()
    place = "v1.2.2 Weapon Traits > Precise"
    summary = "The attacker chooses what a double damages, a system trait too; weapons break as ever."


class PlainSwarm(Swarm):
    """Many small warheads, with weaker large sets."""

    __slots__ = ()
    place = "v1.2.2 Weapon Traits > Swarm"
    summary = 'Flies 9"; triples and better shrink a step, doubles do not.'

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """None: no dice more at close quarters."""
        return []

    def missile_range(self, reach: float) -> float:
        """9", as the table of missiles has it."""
        return SWARM_RANGE


class AimedMissile(Missile):
    """Missiles among which Nukes are fired at models too."""

    __slots__ = ()
    place = "v1.2.2 Weapon Traits > Nuke"
    summary = "As other missiles; a Nuke too is fired at a model, where each set counts for the next magnitude."

    def bursts(self, weapon: WeaponCard) -> bool:
        """False: none is fired at a point."""
        return False

    def strikes_with(self, weapon: WeaponCard) -> str:
        """NUCLEAR for a Nuke, else as other missiles."""
        return NUCLEAR if weapon.missile == NUKE else Missile.strikes_with(self, weapon)


# --- weapon options ---
# The options that bring older traits of weapons.

BOTH = ("v1.2.3",)
"""What an entry of v1.2.2 that stands in v1.2.3 too counts for besides."""
ACE_OF_GUNS = Variant(
    "v1.2.2", AceGun.place, "Its weapons, or a weapon with Ace, have a flex die more in each attack roll.",
    traits={AceGun.name: AceOfGuns}, weapon_traits={AceGun.name: AceGun},
)  # fmt: skip
AIMED = Variant(
    "v1.2.2", AimedMissile.place, "Fired at a model like other missiles; its sets harm as the next magnitude.",
    also=BOTH, weapon_types={AimedMissile.name: AimedMissile()},
)  # fmt: skip
SHORT_TORPEDO = Variant(
    "plain", "v1.2.4 Weapons > Missile", "At Short Range like any missile: what v1.2.4 prints, by itself.",
    figures={"torpedo_short": 0},
)  # fmt: skip
BLUNT_PRECISION = Variant(
    "v1.2.2", "v1.2.2 Weapon Traits > Precise", "The attacker chooses what a double damages; weapons break as ever.",
    also=BOTH, weapon_traits={BluntPrecise.name: BluntPrecise}, figures={"keen": 0},
)  # fmt: skip

WEAPON_OPTIONS: tuple[GameOption, ...] = (
    option("snub", ships.HeavySnub.name, "+1 at Short Range, in a Dogfight and in a Bombing Run.",
           of_weapons(ships.HeavySnub)),
    option("sniper", ships.FarSniper.name, "Fires at Long Range with the -3 of the table.",
           of_weapons(ships.PreciseSniper), of_weapons(ships.FarSniper)),
    GameOption("ace", AceGun.name, USUAL, "May be the third squadron of a Formation.",
               (ACE_OF_GUNS, of_models(AceOfAll))),
    option("ap", FullArmorPiercing.name, "Ignores up to two ratings of printed Armor.",
           of_weapons(FullArmorPiercing)),
    option("array", Array.name, NOTHING, of_weapons(Array)),
    option("autofire", LateAutofire.name, "Fires at an active enemy where it comes into range.",
           of_weapons(LateAutofire)),
    option("cmm", BurstingCluster.name, "May stand in for Defense, and helps friends within 6\".",
           of_weapons(BurstingCluster)),
    GameOption("nuke", NUKE, USUAL, "Bursts at a point of the table, as a ship that explodes.", (AIMED,)),
    GameOption("precise", BluntPrecise.name, USUAL,
               "The attacker chooses what a double damages, and breaks weapons on 1 less.", (BLUNT_PRECISION,)),
    option("swarm", PlainSwarm.name, "Triples and better shrink a step; two dice more at close quarters.",
           of_weapons(PlainSwarm, also=BOTH)),
    GameOption("torpedo", "Torpedo", USUAL,
               'At Short Range 6" farther than other missiles: v1.2.4 prints no more than its flight.',
               (SHORT_TORPEDO,)),
)  # fmt: skip
