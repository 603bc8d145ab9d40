"""Weapon traits (v1.2.4 Weapon Traits), as effects on the weapon that has them."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import Game, Model
from jovian.game.parts import Part
from jovian.rules.facts.marking import break_weapon
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import CLOSE, SHORT, ShotFacts


class ArmorPiercing(Effect):
    """Ignores printed armor."""

    __slots__ = ()
    name = "AP"
    place = "v1.2.4 Weapon Traits > AP"
    summary = "Ignores up to two ratings of printed Armor."

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """Up to two ratings of printed Armor (R64)."""
        return min(2, armor)


class Autofire(Effect):
    """Fires by itself at an enemy that comes into range."""

    __slots__ = ()
    name = "Autofire"
    place = "v1.2.4 Weapon Traits > Autofire"
    summary = "May fire, free of Fire Control, at an active enemy at the point where it comes into range."

    def fires_by_itself(self) -> bool:
        """True: free of Fire Control, at an enemy that comes into range."""
        return True


class Link(Effect):
    """Several weapons fire as one."""

    __slots__ = ()
    name = "Link"
    place = "v1.2.4 Weapon Traits > Link"
    summary = "Weapons of one type and a shared arc fire together for one Fire Control, +1 for each further one."

    def links(self) -> bool:
        """True: weapons of one type fire together."""
        return True


class Limited(Effect):
    """Good for one attack in a game."""

    __slots__ = ()
    name = "Limited"
    place = "v1.2.4 Weapon Traits > Limited"
    summary = "It is spent after its first attack and cannot be repaired."

    def after_firing(self, game: Game, model: Model, mount: str) -> None:
        """Mark the mount as used up."""
        break_weapon(game, model, mount, self.name)

    def beyond_repair(self) -> bool:
        """True: no repair brings it back."""
        return True


class Sniper(Effect):
    """May fire at Long Range."""

    __slots__ = ()
    name = "Sniper"
    place = "v1.2.4 Weapon Traits > Sniper"
    summary = "May fire at Long Range with the -3 of the table."

    def reaches_long(self, shot: ShotFacts) -> bool:
        """True, whatever its weapon type says."""
        return True


class Snub(Effect):
    """Better at short distances."""

    __slots__ = ()
    name = "Snub"
    place = "v1.2.4 Weapon Traits > Snub"
    summary = "+1 at Short Range, in a Dogfight and in a Bombing Run."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """+1 where the target is near."""
        near = shot.window in CLOSE or shot.band == SHORT
        return (Part(self.name, 1, self.place),) if near else ()


class Autohit(Effect):
    """Hits without a roll."""

    __slots__ = ()
    name = "Autohit"
    place = "v1.2.4 Traits > Weapon Traits > Autohit"
    summary = "Hits without a roll, with its magnitude and a random value."

    def hits_surely(self, shot: ShotFacts) -> str:
        """The magnitude that the card prints."""
        printed = shot.weapon.trait(self.name)
        return printed.note if printed else ""


class Precise(Effect):
    """The attacker chooses what a double damages."""

    __slots__ = ()
    name = "Precise"
    place = "v1.2.4 Traits > Weapon Traits > Precise"
    summary = "The attacker chooses what a double damages, a system trait too; weapons break on a 4+ (spinal 5+)."

    def precise(self, shot: ShotFacts) -> bool:
        """True; the damage procedures read it."""
        return True
