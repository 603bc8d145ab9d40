"""Carrying out the declared action (v1.2.4 Action)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.answers import Resolve
from jovian.game.events import Resolved
from jovian.rules.facts.formation import members
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.menu.declare import after_action
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose

PLACE = "v1.2.4 Action"
GIVING_UP_SHARE = 0.1
"""How often a random player goes through with leaving the battle."""


class ResolveOrder(Order[Resolve]):
    """The order to carry out the declared action."""

    __slots__ = ()

    answer = Resolve
    label = "Resolve the action"
    summary = "Carries out the declared action."
    usual = True

    def refuse(self, state: State, model: Model, answer: Resolve) -> Refusal | None:
        """An action that waits, whose requirement is met here and now."""
        act = state.activation
        assert act is not None
        if not act.action or act.resolved:
            return Refusal("No declared action waits to be resolved.", PLACE)
        refusal = refuse_action(state, model, act.action)
        return refusal or rulebook(state).actions[act.action].refuse_resolve(state, model, answer.target or "")

    def perform(self, game: Game, model: Model, answer: Resolve) -> Procedure[None]:
        """What the action does, and what having resolved it does to the model, unless that waits for drones to act."""
        act, target = game.state.activation, answer.target
        assert act is not None
        act.resolved, group = True, members(game.state, model)
        named = act.target if target is None else target
        game.tell_about(model, Resolved(model=model.id, side=model.side, action=act.action, target=named))
        yield from rulebook(game.state).actions[act.action].perform(game, model, target or "")
        if act not in game.state.paused:
            after_action(game, group, act.action)
        yield from empty_queue(game)

    def choices(self, state: State, model: Model) -> Iterator[Resolve]:
        """The action without a target, which the rules choose then."""
        yield Resolve()

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Resolve | None:
        """An action that waits; one that gives up the battle only now and then."""
        act = state.activation
        assert act is not None
        if not act.action or act.resolved:
            return None
        gives_up = rulebook(state).actions[act.action].gives_up
        return Resolve() if not gives_up or rng.random() < GIVING_UP_SHARE else None
