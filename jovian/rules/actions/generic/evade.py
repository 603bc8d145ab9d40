"""Evade (v1.2.4 Action > Evade)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.formation import members
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import says_yes
from jovian.rules.shooting import ratings
from jovian.rules.shooting.evasion import Evading


class Evade(Action):
    """Hard to hit until the End Phase, with Fire Control 1."""

    __slots__ = ()

    name = "evade"
    place = "v1.2.4 Action > Evade"
    summary = "Until the End Phase its Skill opposes shots from beyond Short Range; Fire Control is 1."
    needs = "Thrusters 1+ or Fuel 2+, not Sluggish"
    fuel = 2
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Thrusters 1+ for ships, Fuel 2+ for squadrons."""
        if says_yes(state, model, Effect.too_slow_to_evade):
            return self.no("A Sluggish model cannot Evade.")
        if model.capital and ratings.thrusters(state, model) < 1:
            return self.no("It needs Thrusters 1 or more.")
        if not model.capital and shared_fuel(state, model) < self.fuel:
            return self.no(f"It needs {self.fuel} Fuel or more.")
        return None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter the Evading state."""
        for each in members(game.state, model):
            Evading.enter(game, each)
        return
        yield

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """Another of the formation enters the state with the first."""
        Evading.enter(game, other)
