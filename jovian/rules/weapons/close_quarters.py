"""Weapons that make no ordinary attacks (v1.2.4 Weapons > Lance, Drone Bay)."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.game import Model, Refusal, State
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.shooting import ratings
from jovian.rules.weapons.guns import Sensed


class CloseQuarters(Sensed):
    """A weapon that makes no ordinary attacks."""

    __slots__ = ()

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Always a refusal: it is never fired in an ordinary attack."""
        return Refusal(f"A {self.name} makes no ordinary attack.", self.place)


class Lance(CloseQuarters):
    """Only for dogfights and bombing runs."""

    __slots__ = ()
    name = "Lance"
    place = "v1.2.4 Weapons > Lance"
    summary = "Used in dogfights and bombing runs only; some armor does nothing against it."

    def bombing_rating(self, state: State, model: Model, weapon: WeaponCard) -> int:
        """Its pilot's Skill, in place of a rating of the weapon (R51)."""
        return ratings.skill(state, model)


class DroneBay(CloseQuarters):
    """Launches drone squadrons."""

    __slots__ = ()
    name = "Drone Bay"
    place = "v1.2.4 Weapons > Drone Bay"
    summary = "Launches drone squadrons from its stock."
    launches_drones = True
    gives_away = False
