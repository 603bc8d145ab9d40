"""Model traits (v1.2.4 Traits), as effects on the model that has them."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Game, Model, Procedure, State
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.facts.parts import FLEX, Part
from jovian.rules.harm.casualties import destroy
from jovian.rules.rulebook.bearing import weapon_type
from jovian.rules.rulebook.effect import ENERGY, SOLID, Effect, Fired
from jovian.rules.rulebook.shot_facts import DOGFIGHT, ShotFacts
from jovian.rules.shooting import ratings


@dataclass(frozen=True, slots=True)
class Fast(Effect):
    """Hard to catch."""

    name = "Fast"
    place = "v1.2.4 Traits > Fast"
    summary = "Who is not Fast tests to catch it or loses a fuel; dodges with a flex die more; boosts with 3 fuel."

    def most_boost(self, model: Model, value: int) -> int:
        """Three."""
        return 3

    def aids_dodging(self) -> Part:
        """A flex die."""
        return Part(self.name, 1, self.place, FLEX)

    def outruns(self, model: Model) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True, slots=True)
class Grappler(Effect):
    """Holds on to what it catches."""

    name = "Grappler"
    place = "v1.2.4 Traits > Grappler"
    summary = "+1 Skill in interceptions and dogfights."

    def close_skill(self, state: State, model: Model, value: int, window: str) -> int:
        """One more in a Dogfight."""
        return value + 1 if window == DOGFIGHT else value


@dataclass(frozen=True, slots=True)
class Interceptor(Effect):
    """Strikes from afar."""

    name = "Interceptor"
    place = "v1.2.4 Traits > Interceptor"
    summary = "For a fuel it intercepts within its Speed in inches instead of 3."

    def interception_reach(self, state: State, model: Model, reach: float) -> float:
        """Its Speed, while it has the fuel."""
        return max(reach, float(ratings.speed(state, model))) if shared_fuel(state, model) else reach


@dataclass(frozen=True, slots=True)
class EnergyArmor(Effect):
    """Armor against beams and particles."""

    name = "Energy Armor"
    place = "v1.2.4 Traits > Energy Armor"
    summary = "Adds to Armor in all arcs against Beam Projectors and Particle Cannons."

    def extra_armor(self, shot: ShotFacts) -> int:
        """Its level against those types."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == ENERGY else 0


@dataclass(frozen=True, slots=True)
class ReactiveArmor(Effect):
    """Armor against solid shot."""

    name = "Reactive Armor"
    place = "v1.2.4 Traits > Reactive Armor"
    summary = "Adds to Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles."

    def extra_armor(self, shot: ShotFacts) -> int:
        """Its level against those types."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == SOLID else 0


@dataclass(frozen=True, slots=True)
class Sluggish(Effect):
    """Turns only at the end of its move."""

    name = "Sluggish"
    place = "v1.2.4 Traits > Sluggish"
    summary = "Makes its turns only at the end of its move and cannot Evade."

    def too_slow_to_evade(self) -> bool:
        """Yes."""
        return True

    def turns_end_move(self, state: State, model: Model) -> bool:
        """Yes."""
        return True


@dataclass(frozen=True, slots=True)
class Stealth(Effect):
    """Harder to reach with missiles."""

    name = "Stealth"
    place = "v1.2.4 Traits > Stealth"
    summary = 'Missiles measure 6" more to it a level.'

    def stealth(self, state: State, model: Model) -> int:
        """Its level, 1 if none is printed."""
        return self.level or 1


@dataclass(frozen=True, slots=True)
class Expendable(Effect):
    """Nobody mourns it."""

    name = "Expendable"
    place = "v1.2.4 Traits > Expendable"
    summary = "Counts in full for its owner even when crippled or destroyed."

    def victory(self, state: State, model: Model) -> float | None:
        """Full value when crippled or destroyed (R66)."""
        lost = model.place == "destroyed" or (model.crippled and model.place != "withdrawn")
        return 1.0 if lost else None


@dataclass(frozen=True, slots=True)
class Renowned(Effect):
    """A ship with a name."""

    name = "Renowned"
    place = "v1.2.4 Traits > Renowned"
    summary = "+1 Skill; worth more to whoever destroys or captures it."

    def skill(self, state: State, model: Model, value: int) -> int:
        """One more for each instance."""
        return value + self.fame()

    def fame(self) -> int:
        """One for each instance."""
        return self.level or 1


@dataclass(frozen=True, slots=True)
class SelfDestruct(Effect):
    """Made to be used once."""

    name = "Self Destruct"
    place = "v1.2.4 Traits > Self Destruct"
    summary = "It is destroyed once its first attack or action has been resolved."

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """That was it (R50)."""
        destroy(game, model)
        return
        yield

    def after_action(self, game: Game, model: Model, action: str) -> None:
        """That was it."""
        if model.alive:
            destroy(game, model)


@dataclass(frozen=True, slots=True)
class Shield(Effect):
    """Takes the edge off small hits."""

    name = "Shield"
    place = "v1.2.4 Traits > Shield"
    summary = "Sets of value 1 and 2 do one less damage."

    def softens(self) -> bool:
        """Yes; the damage procedures know what that means (R65)."""
        return True


@dataclass(frozen=True, slots=True)
class Static(Effect):
    """Stays where it is."""

    name = "Static"
    place = "v1.2.4 Traits > Static"
    summary = "It does not move by itself; a Tug may drag it."

    def moored(self) -> bool:
        """Yes."""
        return True

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """Not an inch."""
        return 0.0, 0.0

    def speed(self, state: State, model: Model, value: int) -> int:
        """None."""
        return 0

    def turns(self, state: State, model: Model, value: int) -> int:
        """None."""
        return 0
