"""Traits of weapons as older texts have them: Ace, AP, Array, CMM, Nuke, Swarm (v1.2.2, v1.2.3 Weapon Traits)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.cards import WeaponCard
from jovian.game import Model, State
from jovian.game.parts import BASE, ESCALATE, FLEX, Part
from jovian.rules.facts.formation import ACE
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.rulebook.weapon_type import NUCLEAR
from jovian.rules.weapons.cluster import FARTHEST, ClusterMunition
from jovian.rules.weapons.missiles import NUKE, SWARM_RANGE, Missile, Swarm
from jovian.rules.weapons.weapon_traits import ArmorPiercing, Autofire, Precise


class AceGun(Effect):
    """A weapon in the best of hands."""

    __slots__ = ()
    name = ACE
    place = "v1.2.2 Weapon Traits > Ace"
    summary = "A flex die more in each of its attack rolls."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A flex die, unless its model is an Ace and has it already."""
        mine = shot.attacker.card.trait(ACE) is None
        return (Part(self.name, 1, self.place, FLEX),) if mine else ()


class AceOfGuns(Effect):
    """A pilot whose weapons are all in the best of hands."""

    __slots__ = ()
    name = ACE
    place = "v1.2.2 Weapon Traits > Ace"
    summary = "A flex die more in each attack roll of its weapons; may be the third of a Formation."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A flex die in each attack."""
        return (Part(self.name, 1, self.place, FLEX),)


class AceOfAll(Effect):
    """A pilot who is better at everything."""

    __slots__ = ()
    name = ACE
    place = "v1.2.3 Traits > Ace"
    summary = "A base die more in all of its rolls; in a close fight one for the pool that it splits."

    def skill(self, state: State, model: Model, value: int) -> int:
        """One more: in tests, in dodging, against missiles, in the pool of a close fight."""
        return value + 1

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A base die, but in close fights, whose pool has it already."""
        return () if shot.share is not None else (Part(self.name, 1, self.place, BASE),)


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

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """An escalate against squadrons."""
        return () if shot.target.capital else (Part(self.name, 1, self.place, ESCALATE),)


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

    def weapon_parts(self, shot: ShotFacts) -> list[Part]:
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
