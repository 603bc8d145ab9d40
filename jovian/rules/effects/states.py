"""States of models (v1.2.4 States and the actions that enter them), as effects on the model in that state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import Game, Model, Refusal, State
from jovian.rules.effects.effect import Effect, Resistance
from jovian.rules.evasion import evade
from jovian.rules.parts import FLEX, Part
from jovian.rules.shot import Shot


def leave(game: Game, model: Model, state: str) -> None:
    """Take a model out of a state, and tell."""
    if model.states.pop(state, None) is not None:
        game.tell("state", model=model.id, state=state, value=0, entered=False)


def enter(game: Game, model: Model, state: str, value: int = 1) -> None:
    """Put a model into a state, and tell."""
    model.states[state] = value
    game.tell("state", model=model.id, state=state, value=value, entered=True)


@dataclass(frozen=True, slots=True)
class Evading(Effect):
    """Jinking at the price of aim."""

    name = "evading"
    place = "v1.2.4 Action > Evade"
    summary = "Counts as Evasive (at Short Range too if it is so by nature) and has Fire Control 1."

    def evades(self, shot: Shot) -> Resistance | None:
        """Its Skill against the shot, where it can dodge."""
        return evade(shot)

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """One attack at most."""
        return min(value, 1)

    def end_phase(self, game: Game, model: Model) -> None:
        """It ends."""
        leave(game, model, self.name)


@dataclass(frozen=True, slots=True)
class Boosting(Effect):
    """Burning fuel for speed, until the end of the activation."""

    name = "boosting"
    place = "v1.2.4 Action > Boost"
    summary = '3" of Speed for each fuel burnt; counts as Evasive for this activation.'

    def speed(self, state: State, model: Model, value: int) -> int:
        """3" a fuel."""
        return value + 3 * self.level

    def evades(self, shot: Shot) -> Resistance | None:
        """Its Skill against the shot, where it can dodge."""
        return evade(shot)


@dataclass(frozen=True, slots=True)
class StationKeeping(Effect):
    """Holding position."""

    name = "station-keeping"
    place = "v1.2.4 Action > Station Keep"
    summary = "Moves 0 to Thrusters inches forward and never back; attackers gain a flex die."

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """Speed counts as 0 (R22)."""
        return 0.0, most - self._speed(state, model)

    @staticmethod
    def _speed(state: State, model: Model) -> float:
        from jovian.rules import ratings  # ratings ask the effects

        return float(ratings.speed(state, model))

    def target_parts(self, shot: Shot) -> Iterable[Part]:
        """One flex die, in every attack window (R57)."""
        if shot.state.options.get("station_keeping") == "modifier":
            return (Part("Station Keeping", 1, self.place),)
        return (Part("Station Keeping", 1, self.place, FLEX),)

    def end_phase(self, game: Game, model: Model) -> None:
        """It ends."""
        leave(game, model, self.name)


@dataclass(frozen=True, slots=True)
class Crippled(Effect):
    """A ship without Structure that still drifts on the table."""

    name = "crippled"
    place = "v1.2.4 States > Crippled"
    summary = "No Structure left: Fire Control 1, only Damage Control or Withdraw, worth nothing unless it withdraws."

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """One attack at most."""
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: str) -> Refusal | None:
        """Only repairs and flight."""
        if action in ("damage control", "withdraw"):
            return None
        return Refusal("A Crippled ship may only declare Damage Control or Withdraw.", self.place)

    def victory(self, state: State, model: Model) -> float | None:
        """Nothing, unless it withdrew."""
        return None if model.place == "withdrawn" else 0.0
