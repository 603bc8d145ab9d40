"""Weapon traits (v1.2.4 Weapon Traits), as effects on the weapon that has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import Game, Model
from jovian.rules.facts.parts import BASE, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import BOMBING, CLOSE, DOGFIGHT, SHORT, ShotFacts


@dataclass(frozen=True, slots=True)
class ArmorPiercing(Effect):
    """Ignores printed armor."""

    name = "AP"
    place = "v1.2.4 Weapon Traits > AP"
    summary = "Ignores up to two ratings of printed Armor."

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """Up to two ratings (R64)."""
        return min(2, armor)


@dataclass(frozen=True, slots=True)
class Autofire(Effect):
    """Fires by itself at an enemy that comes into range; the movement procedure offers it."""

    name = "Autofire"
    place = "v1.2.4 Weapon Traits > Autofire"
    summary = "May fire, free of Fire Control, at an active enemy at the point where it comes into range."


@dataclass(frozen=True, slots=True)
class Link(Effect):
    """Several weapons fire as one; the attack procedure checks what may be linked."""

    name = "Link"
    place = "v1.2.4 Weapon Traits > Link"
    summary = "Weapons of one type and a shared arc fire together for one Fire Control, +1 for each further one."


@dataclass(frozen=True, slots=True)
class Limited(Effect):
    """One attack only."""

    name = "Limited"
    place = "v1.2.4 Weapon Traits > Limited"
    summary = "It is spent after its first attack and cannot be repaired."

    def spent(self, game: Game, model: Model, mount: str) -> None:
        """Mark it as used up."""
        if mount not in model.damaged:
            model.damaged = tuple(sorted((*model.damaged, mount)))
            game.tell("damaged", model=model.id, weapon=mount, amount=1, left=0, cause="Limited")


@dataclass(frozen=True, slots=True)
class Sniper(Effect):
    """Reaches Long Range."""

    name = "Sniper"
    place = "v1.2.4 Weapon Traits > Sniper"
    summary = "May fire at Long Range with the -3 of the table."

    def reaches_long(self, shot: ShotFacts) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True, slots=True)
class Snub(Effect):
    """Best at arm's length."""

    name = "Snub"
    place = "v1.2.4 Weapon Traits > Snub"
    summary = "+1 at Short Range, in a Dogfight and in a Bombing Run."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """+1 where the target is near."""
        near = shot.window in CLOSE or shot.band == SHORT
        return (Part("Snub", 1, self.place),) if near else ()


@dataclass(frozen=True, slots=True)
class Swarm(Effect):
    """Many small warheads."""

    name = "Swarm"
    place = "v1.2.4 Weapon Traits > Swarm"
    summary = 'Flies 9"; two dice more at close quarters; triples and better shrink a step, doubles do not.'

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Two dice: AC missiles in a Bombing Run, AS missiles in a Dogfight."""
        window = {"AC": BOMBING, "AS": DOGFIGHT}.get(shot.weapon.missile or "")
        return (Part("Swarm", 2, self.place, BASE),) if shot.window == window else ()

    def swarms(self, shot: ShotFacts) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True, slots=True)
class Autohit(Effect):
    """Cannot miss."""

    name = "Autohit"
    place = "v1.2.4 Traits > Weapon Traits > Autohit"
    summary = "Hits without a roll, with its magnitude and a random value."


@dataclass(frozen=True, slots=True)
class Precise(Effect):
    """Aimed at what matters; the damage procedures read it."""

    name = "Precise"
    place = "v1.2.4 Traits > Weapon Traits > Precise"
    summary = "The attacker chooses what a double damages, a system trait too; weapons break on a 4+ (spinal 5+)."


@dataclass(frozen=True, slots=True)
class ClusterMunition(Effect):
    """Missiles that burst into many; aid and defense read it."""

    name = "CMM"
    place = "v1.2.4 Traits > Weapon Traits > CMM"
    summary = "May stand in for Defense against missiles, squadrons and bombers, and helps friends within 6\"."
