"""Combined Attack (v1.2.4 Action > Combined Attack)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import enemy_ships
from jovian.rules.actions.volley import choose_weapons, free_mounts, groups
from jovian.rules.facts.marking import system_left
from jovian.rules.firing.attack import attack
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting import ratings
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess
from jovian.rules.shooting.shot import in_sensor_range
from jovian.rules.traits.action_states import Targeted


class CombinedAttack(Action):
    """Make an enemy ship easier to hit for everybody."""

    __slots__ = ()

    name = "combined attack"
    place = "v1.2.4 Action > Combined Attack"
    verb = "mark"
    summary = "Marks an enemy ship: +1 for every attack on it this turn. Without Sensor Array it must be fired at, too."
    needs = "a squadron or Sensor Array; an enemy ship in Short or Optimum Range when resolved"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but squadrons and ships with a working Sensor Array."""
        return None if not model.capital or has_array(model) else self.no("It needs a Sensor Array.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """An enemy ship that it sees, and fires at if it must."""
        found = markable(state, model)
        if not found:
            what = "sees" if has_array(model) else "can fire at"
            return self.no(f"There is no enemy ship in range that it {what}.")
        return self.no("That ship cannot be marked from here.") if at and at not in found else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """One more Targeted, then the attack that goes with it."""
        ship = game.state.models[at or markable(game.state, model)[0]]
        if has_array(model):
            Targeted.add(game, ship)
            return
        found = firing(game.state, model, ship)
        Targeted.add(game, ship)
        mounts = yield from choose_weapons(model, ship, found, self.place)
        yield from attack(game, model, mounts, ship, ACTIVATION)


def has_array(model: Model) -> bool:
    """Has it a Sensor Array that works?"""
    return model.card.trait("Sensor Array") is not None and system_left(model, "Sensor Array") > 0


def markable(state: State, model: Model) -> list[str]:
    """The enemy ships that it could mark now."""
    found = []
    for ident in enemy_ships(state, model):
        ship = state.models[ident]
        if in_sensor_range(state, model, ship) and (has_array(model) or firing(state, model, ship)):
            found.append(ident)
    return found


def firing(state: State, model: Model, ship: Model) -> list[list[str]]:
    """The weapons that could fire at the ship now, alone and linked."""
    if ratings.fire_control_left(state, model) < 1:
        return []
    able = [
        ident for ident in free_mounts(state, model)
        if isinstance(assess(state, model, (ident,), ship, ACTIVATION), Assessment)
    ]  # fmt: skip
    return groups(state, model, able, ship)
