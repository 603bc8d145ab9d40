"""Traits of flying (v1.2.4 Traits > Fast, Grappler, Interceptor, Sluggish, Static)."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.parts import FLEX, Part
from jovian.rules.facts.fuel import fueled
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import DOGFIGHT
from jovian.rules.shooting import ratings


class Fast(Effect):
    """Boosts farther, dodges better and is hard to catch."""

    __slots__ = ()
    name = "Fast"
    place = "v1.2.4 Traits > Fast"
    summary = "Who is not Fast tests to catch it or loses a fuel; dodges with a flex die more; boosts with 3 fuel."

    def most_boost(self, model: Model, value: int) -> int:
        """It may burn up to 3 fuel for a boost."""
        return 3

    def aids_dodging(self) -> Part:
        """A flex die where it dodges."""
        return Part(self.name, 1, self.place, FLEX)

    def outruns(self, model: Model) -> bool:
        """True: to catch it without losing fuel takes a skill test."""
        return True


class Grappler(Effect):
    """Fights better in a Dogfight."""

    __slots__ = ()
    name = "Grappler"
    place = "v1.2.4 Traits > Grappler"
    summary = "+1 Skill in interceptions and dogfights."

    def close_skill(self, state: State, model: Model, value: int, window: str) -> int:
        """One more Skill in a Dogfight."""
        return value + 1 if window == DOGFIGHT else value


class Interceptor(Effect):
    """Intercepts from farther away."""

    __slots__ = ()
    name = "Interceptor"
    place = "v1.2.4 Traits > Interceptor"
    summary = "For a fuel it intercepts within its Speed in inches instead of 3."

    def interception_reach(self, state: State, model: Model, reach: float) -> float:
        """Its Speed in inches, while it has the fuel; else as far as any."""
        return max(reach, float(ratings.speed(state, model))) if fueled(state, model) else reach


class Sluggish(Effect):
    """Turns only at the end of its move."""

    __slots__ = ()
    name = "Sluggish"
    place = "v1.2.4 Traits > Sluggish"
    summary = "Makes its turns only at the end of its move and cannot Evade."

    def too_slow_to_evade(self) -> bool:
        """True: it may not Evade."""
        return True

    def turns_end_move(self) -> bool:
        """True: it no longer moves once it has turned."""
        return True


class Static(Effect):
    """Never moves by itself."""

    __slots__ = ()
    name = "Static"
    place = "v1.2.4 Traits > Static"
    summary = "It does not move by itself; a Tug may drag it."

    def moored(self) -> bool:
        """True: it makes no room for others either."""
        return True

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """0" and 0": it does not move."""
        return 0.0, 0.0

    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed of what never moves by itself: 0"."""
        return 0

    def turns(self, state: State, model: Model, value: int) -> int:
        """The Turns of what never moves by itself: none."""
        return 0
