"""What several actions ask: Thrusters, enemy ships, and whom a model is in contact with."""

from __future__ import annotations

from jovian.game import Model, Refusal, State
from jovian.rules.facts.formation import members
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import Hook, says_yes
from jovian.rules.shooting import ratings
from jovian.table import touches


def thrusters_needed(action: Action, state: State, model: Model) -> Refusal | None:
    """Many actions of ships need Thrusters 1+."""
    if not model.capital:
        return action.no("Only capital ships may do this.")
    if ratings.thrusters(state, model) < 1:
        return action.no("It needs Thrusters 1 or more.")
    return None


def directs(state: State, model: Model, hook: Hook = Effect.directs) -> bool:
    """May it direct squadrons, or drones by the hook for that? Ships do, and squadrons by a trait."""
    return model.capital or says_yes(state, model, hook)


def enemy_ships(state: State, model: Model) -> list[str]:
    """The ids of the enemy capital ships on the table."""
    return [other.id for other in state.on_table() if other.side != model.side and other.capital]


def touching(state: State, model: Model, idents: list[str]) -> list[str]:
    """Those of the models that the model (or another of its formation) is in contact with."""
    group = members(state, model)
    return [ident for ident in idents if any(touching_alone(state, member, [ident]) for member in group)]


def touching_alone(state: State, model: Model, idents: list[str]) -> list[str]:
    """Return the ids of those of the models that the model itself is in contact with, without its formation."""
    return [
        ident for ident in idents
        if (other := state.models.get(ident)) is not None and other.on_table
        and touches(model.base, model.pose, other.base, other.pose)
    ]  # fmt: skip
