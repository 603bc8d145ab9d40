"""Taking off in formation: the others share what the leader declared while it was aboard (v1.2.4 Action > Launch)."""

from __future__ import annotations

from jovian.game import Game, Model, Refusal, State
from jovian.rules.facts.fuel import burn, fuel
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.evasion import Boosting

PLACE = "v1.2.4 Traits > Formation"


def refuse_sharing(state: State, leader: Model, others: list[Model]) -> Refusal | None:
    """Why these cannot take off with it: they lack the fuel of its Boost, or cannot do what it declared."""
    burnt, shared = Boosting.burnt(leader), _shared(state)
    for other in others:
        if fuel(other) < burnt:
            return Refusal(f"{other.name} has not the Fuel for what {leader.name} declared.", PLACE)
        refusal = shared.refuse(state, other) if shared is not None else None
        if refusal is not None:
            return refusal
    return None


def share(game: Game, leader: Model, others: list[Model]) -> None:
    """Have the others of a formation that takes off burn as much fuel as its leader, and do what it has declared."""
    burnt, shared = Boosting.burnt(leader), _shared(game.state)
    for other in others:
        if burnt:
            burn(game, other, burnt, "Boost")
            Boosting.enter(game, other, burnt)
        if shared is not None:
            shared.join(game, leader, other)


def _shared(state: State) -> Action | None:
    """The action that worked at its declaration, if one did."""
    act = state.activation
    action = rulebook(state).actions.get(act.action) if act is not None else None
    return action if action is not None and action.at_once else None
