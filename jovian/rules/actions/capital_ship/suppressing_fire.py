"""Suppressing Fire (v1.2.4 Action > Suppressing Fire, R49)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import enemy_ships
from jovian.rules.actions.volley import choose_weapons, free_mounts, groups
from jovian.rules.firing.attack import spend, tell_expended, use_up
from jovian.rules.firing.suppression import Suppressed
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.in_force import attacked, weapon_type
from jovian.rules.rulebook.shot_facts import ACTIVATION
from jovian.rules.shooting import ratings
from jovian.rules.shooting.shot import Shot, sensor_reach, weapon_of


class SuppressingFire(Action):
    """Force a ship to heed fire instead of hitting it."""

    __slots__ = ()

    name = "suppressing fire"
    place = "v1.2.4 Action > Suppressing Fire"
    verb = "suppress"
    summary = "Kinetic Cannons at any range pin an enemy ship: fewer Thrusters next time, or a hit for ignoring it."
    needs = "a ship with a Kinetic Cannon; an enemy ship in its arc, not cloaked, when resolved"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships without kinetic cannons."""
        if not model.capital:
            return self.no("Only capital ships may do this.")
        return None if _cannons(state, model) else self.no("It needs a Kinetic Cannon.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal without Fire Control, or with nobody in the arc."""
        if ratings.fire_control_left(state, model) < 1:
            return self.no("No Fire Control is left.")
        found = suppressible(state, model)
        if not found:
            return self.no("No enemy ship lies in the arc of an unused Kinetic Cannon.")
        return self.no("That ship lies in no such arc.") if at and at not in found else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Spend the weapons; the ship is Suppressed by their AC and links, or by one more (R49)."""
        state = game.state
        ship = state.models[at or suppressible(state, model)[0]]
        mounts = yield from choose_weapons(
            model, ship, groups(state, model, cannons_bearing(state, model, ship), ship), self.place
        )
        attacked(game, model, ship, self.name)
        spend(game, mounts)
        tell_expended(game, model, mounts, self.name)
        weapon = weapon_of(model, mounts[0])
        assert weapon is not None
        Suppressed.pin(game, ship, (weapon.ac or 0) + len(mounts) - 1)
        ship.pinned_by = model.id
        use_up(game, [model], mounts)


def _cannons(state: State, model: Model) -> list[str]:
    found = []
    for ident in free_mounts(state, model):
        weapon = weapon_of(model, ident)
        if weapon is not None and weapon_type(state, weapon).suppresses and weapon.ac:
            found.append(ident)
    return found


def cannons_bearing(state: State, model: Model, ship: Model) -> list[str]:
    """The unused Kinetic Cannons in whose arc a ship lies."""
    found = []
    for ident in _cannons(state, model):
        weapon = weapon_of(model, ident)
        if weapon is not None and Shot(state, model, (ident,), weapon, ship, ACTIVATION).bears:
            found.append(ident)
    return found


def suppressible(state: State, model: Model) -> list[str]:
    """The enemy ships that it could pin down from here, at any distance, unless they are cloaked."""
    return [
        ident for ident in enemy_ships(state, model)
        if not state.models[ident].neutral
        and sensor_reach(state, model, state.models[ident]) >= 0 and cannons_bearing(state, model, state.models[ident])
    ]  # fmt: skip
