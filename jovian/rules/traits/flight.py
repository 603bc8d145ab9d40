"""Traits of flying (v1.2.4 Traits > Fast, Grappler, Interceptor, Sluggish, Static)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Model, State
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.facts.parts import FLEX, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import DOGFIGHT
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
class Sluggish(Effect):
    """Turns only at the end of its move."""

    name = "Sluggish"
    place = "v1.2.4 Traits > Sluggish"
    summary = "Makes its turns only at the end of its move and cannot Evade."

    def too_slow_to_evade(self) -> bool:
        """Yes."""
        return True

    def turns_end_move(self) -> bool:
        """Yes."""
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
