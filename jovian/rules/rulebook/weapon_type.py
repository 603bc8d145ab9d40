"""What every weapon type is: the facts by which types differ, besides the hooks of an Effect."""

from __future__ import annotations

from typing import ClassVar

from jovian.cards import WeaponCard
from jovian.dice import Pool
from jovian.game import Model, State
from jovian.game.parts import BASE
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import ShotFacts

ENERGY, SOLID, NUCLEAR = "energy", "solid", "nuclear"
"""What a weapon may strike with."""


class WeaponType(Effect):
    """A weapon type: besides the hooks of an Effect, the facts by which types differ."""

    __slots__ = ()
    needs_sight: ClassVar[bool] = True
    """Does Obscured hinder it?"""
    rerolls: ClassVar[bool] = False
    initiative: ClassVar[int] = 0
    """Its place in the weapon initiative of a Dogfight, lower first; 0 strikes with whatever it meets."""
    table: ClassVar[str] = "standard"
    """The damage table against capital ships."""
    redundant: ClassVar[bool] = False
    """Does it mark whole rows of redundant boxes?"""
    kinetic: ClassVar[bool] = False
    """Does it strike what stands along its line?"""
    along: ClassVar[str] = BASE
    """The kind of part (BASE, MODIFIER ...) of which a strike along its line has one less."""
    suppresses: ClassVar[bool] = False
    """May it lay Suppressing Fire?"""
    nature: ClassVar[str] = ""
    """What it strikes with, ENERGY or SOLID, by which some armor tells; "" for neither."""
    ranged: ClassVar[bool] = True
    """Does it reach as far as Sensors do? Others have a range of their own."""
    gives_away: ClassVar[bool] = True
    """Does firing it in an activation give away who hides?"""
    shares_pool: ClassVar[bool] = True
    """Is it fired in close fights with a share of the pool?"""
    parried: ClassVar[bool] = False
    """Do the numbers of a shot with it hang on who stands about the target?"""
    launches_drones: ClassVar[bool] = False

    def strikes_with(self, weapon: WeaponCard) -> str:
        """The nature of a weapon of the type."""
        return self.nature

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Inches within which it is in range, Long Range left out."""
        raise NotImplementedError

    def band(self, shot: ShotFacts) -> str:
        """In which range band a shot with it is: `short`, `optimum` or `long`."""
        raise NotImplementedError

    def strikes_last(self, weapon: WeaponCard) -> bool:
        """Is it declared openly in a close fight, to strike last?"""
        return False

    def bursts(self, weapon: WeaponCard) -> bool:
        """Is it fired at a point of the table rather than at a model?"""
        return False

    def jammable(self, weapon: WeaponCard) -> bool:
        """Can it be made to fail by a jammer?"""
        return False

    def bombing_rating(self, state: State, model: Model, weapon: WeaponCard) -> int:
        """What it adds to the pool of a squadron in a Bombing Run."""
        return weapon.ac or 0

    def finish(self, pool: Pool) -> Pool:
        """The last conversion of its pool before the rule of small pools."""
        return pool
