"""Deploy Debris Field and Deploy Decoy Drones (v1.2.4 Action)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.activation import DEBRIS_FIELD
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.terrain.templates import REACH, lay_decoys


class DeployDebrisField(Action):
    """Lay a template of debris."""

    __slots__ = ()

    name = "deploy debris field"
    place = "v1.2.4 Action > Deploy Debris Field"
    summary = 'A Debris Field of 4" around where the ship was at its declaration; it is there once the activation ends.'
    needs = "Cargo: Debris Dispenser"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships without the dispenser."""
        if not model.capital:
            return self.no("Only capital ships may do this.")
        return None if "Debris Dispenser" in model.cargo else self.no("It carries no Debris Dispenser.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Note it; the end of the activation puts it on the table."""
        act = game.state.activation
        assert act is not None
        act.granted = (*act.granted, DEBRIS_FIELD)
        return
        yield


class DeployDecoyDrones(Action):
    """Lay a template of decoys, which obscures."""

    __slots__ = ()

    name = "deploy decoy drones"
    place = "v1.2.4 Action > Deploy Decoy Drones"
    summary = 'A Decoy Drone Swarm of 4" wholly within 6" of the ship; it shrinks at the End Phase, then is gone.'
    needs = "Cargo: Decoy Drones"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships without the drones."""
        if not model.capital:
            return self.no("Only capital ships may do this.")
        carried = "Decoy Drones" in model.cargo or _decoy_reach(state, model) > 0
        return None if carried else self.no("It carries no Decoy Drones.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ask where, and lay it."""
        yield from lay_decoys(game, model, max(REACH, _decoy_reach(game.state, model)))


def _decoy_reach(state: State, model: Model) -> float:
    """How far off a trait lets it lay Decoy Drones, inches; 0 where none does."""
    found = (effect.deploys_decoys() for effect in effects_on(state, model, Effect.deploys_decoys))
    return max(found, default=0.0)
