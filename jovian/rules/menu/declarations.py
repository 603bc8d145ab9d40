"""Declaring an action at the start of an activation, and the requirements for it (v1.2.4 Action, R41-R43).

`Declare` is the decision, `declare` carries the answer out. `refuse_action` says whether a model may declare an
action now, `refuse_ever` whether its card allows the action at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from jovian.game import Activation, Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Declaration
from jovian.game.events import Declared
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import burn_together, shared_fuel
from jovian.rules.damage.boarding import Boarded
from jovian.rules.damage.leaving_play import SelfDestruct, destroy
from jovian.rules.editions.harm import CrippledSquadron
from jovian.rules.rulebook.active_effects import effects_on, find_effect
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.evasion import Boosting
from jovian.rules.traits.model_traits import Fast

# --- Requirements ---


def refuse_action(state: State, model: Model, name: str) -> Refusal | None:
    """Return why a model may not declare an action: one of its states forbids it, or it doesn't meet a requirement."""
    action = rulebook(state).actions.get(name)
    if action is None:
        return Refusal(f"There is no action '{name}'.", "v1.2.4 Action")
    for member in formation_members(state, model) if model.formation else (model,):
        for effect in effects_on(state, member, Effect.may_declare):
            refusal = effect.may_declare(state, member, action)
            if refusal is not None:
                return refusal
    return action.refuse(state, model)


def still_to_do(state: State, model: Model) -> str:
    """Return the name of the declared action that the active model can still resolve, or "" if there is none.

    A model can lose a requirement after the declaration, for example by burning the Fuel of an interception (R42).
    """
    act = state.activation
    if act is None or not act.action or act.resolved or refuse_action(state, model, act.action) is not None:
        return ""
    return act.action


def refuse_ever(state: State, model: Model, name: str) -> Refusal | None:
    """Return why a model of this card can never declare an action, or None if it can in some circumstances.

    Checks the requirements of two imagined models: an undamaged one and a nearly destroyed one.
    """
    refusal = refuse_action(state, _undamaged(model), name)
    if refusal is None or refuse_action(state, _nearly_destroyed(model), name) is None:
        return None
    return refusal


def _undamaged(model: Model) -> Model:
    """Return the model without damage and states."""
    new = Model(model.id, model.card, model.owner, model.name)
    new.side, new.place, new.pose, new.cargo = model.side, model.place, model.pose, model.cargo
    return new


def _nearly_destroyed(model: Model) -> Model:
    """Return the model with its last Structure, and a ship with enemies aboard."""
    marks = {"structure": max(0, len(model.boxes("structure")) - 1)}
    damaged = _undamaged(model).supposed(marks=marks)
    return Boarded.supposed(damaged) if model.is_capital else damaged


# --- Decision ---

CITATION = "v1.2.4 Action"
BOOST = "v1.2.4 Action > Boost"
ASSAULTING = "v1.2.4 Action > Assaulting"
NONE = "none"
DEFAULT_BOOST = 2
SAMPLE_TRIES = 4
IDLE_SHARE = 0.5
"""How often a random player declares no action."""


class Declare(Decision):
    """Declare an action, or none, and the Fuel to Boost with."""

    kind = "declare"
    answers = (Declaration,)
    __slots__ = ("state",)

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(model.side, f"{model.name}: declare an action", CITATION, subject=model.id, anchor=True)
        self.state = state

    def on(self, state: State) -> Declare:
        return Declare(state, state.models[self.subject])

    @property
    def model(self) -> Model:
        """The active model."""
        return self.state.models[self.subject]

    @property
    def most_boost(self) -> int:
        """The maximum Fuel that the model may Boost with."""
        return boost_limit(self.state, self.model)

    def judge(self, answer: Answer) -> Refusal | None:
        declared = cast(Declaration, answer)
        action, boost, target = declared.action, declared.boost, declared.target
        refusal = self.refuse_boost(action, boost) if boost else None
        if refusal is not None:
            return refusal
        if self.must_bomb and action != self._owed_action():
            return Refusal(f"{self.model.name} assaults a ship and must declare Bombing.", ASSAULTING)
        if action == NONE:
            return None if target is None else Refusal("Without an action there is no target to name.", CITATION)
        return refuse_action(self.state, self.model, action) or self._refuse_target(action, target)

    def refuse_boost(self, action: str, boost: int) -> Refusal | None:
        """Return why the model may not burn this much Fuel (R42).

        A Boost must leave the Fuel that an action needs when it is resolved. An action that works at once only needs
        what the model has when it declares.
        """
        if boost > self.most_boost:
            return Refusal(f"At most {self.most_boost} Fuel can be used to Boost.", BOOST)
        action_rule = rulebook(self.state).actions.get(action)
        needed = action_rule.fuel if action_rule is not None and not action_rule.at_once else 0
        remaining_fuel = shared_fuel(self.state, self.model) - boost
        if remaining_fuel >= needed:
            return None
        return Refusal(
            f"The Boost leaves {remaining_fuel} Fuel, but {action.title()} needs {needed} in contact.", BOOST
        )

    @property
    def must_bomb(self) -> bool:
        """Whether the model must bomb the ship that it is attached to."""
        return self.model.is_assaulting

    def _owed_action(self) -> str:
        """Return the name of the action that a squadron attached to a hull must declare."""
        return next(name for name, action in rulebook(self.state).actions.items() if action.owed_on_hull)

    def _refuse_target(self, name: str, target: str | None) -> Refusal | None:
        action = rulebook(self.state).actions[name]
        if not action.names_target:
            return (
                None
                if target is None
                else Refusal(f"{name.title()} names no target when it is declared.", action.place)
            )
        if target is not None and target in action.targets(self.state, self.model):
            return None
        target_names = ", ".join(map(self._target_label, action.targets(self.state, self.model))) or "nothing"
        return Refusal(f"Name a target of {name.title()}: {target_names}.", action.place)

    def _target_label(self, target_id: str) -> str:
        """Return the name of a model or a rating."""
        model = self.state.models.get(target_id)
        return model.name if model is not None else target_id.capitalize()

    def default(self) -> Declaration:
        return Declaration(self._owed_action() if self.must_bomb else NONE, 0)

    def sample(self, rng: Random) -> Declaration:
        """Return most often no action, sometimes a legal action or a Boost."""
        boost = int(rng.random() * (self.most_boost + 1)) if self.most_boost else 0
        actions = rulebook(self.state).actions
        names = list(actions)
        for _ in range(SAMPLE_TRIES if rng.random() >= IDLE_SHARE else 0):
            name = names[int(rng.random() * len(names))]
            named = actions[name].targets(self.state, self.model)
            declared = Declaration(name, boost, *named[int(rng.random() * len(named)) :][:1])
            if self.judge(declared) is None:
                return declared
        return Declaration(self.default().action, boost)

    def options(self) -> Iterator[Option[Declaration]]:
        """Yield no action, each action that may be declared with each target, and each Boost without an action."""
        return (option for option in self._candidates() if self.judge(option.answer) is None)

    def _candidates(self) -> Iterator[Option[Declaration]]:
        yield Option(Declaration(NONE, 0), "Move and attack only")
        for name, action in rulebook(self.state).actions.items():
            if not action.names_target:
                yield Option(Declaration(name, 0), name.title(), action.summary)
            for target_id in action.targets(self.state, self.model):
                label = f"{name.title()}: {self._target_label(target_id)}"
                yield Option(Declaration(name, 0, target_id), label, action.summary)
        for fuel in range(1, self.most_boost + 1):
            yield Option(Declaration(NONE, fuel), f"Boost {fuel}", f'+{3 * fuel}" of Speed')


def boost_limit(state: State, model: Model) -> int:
    """Return how much Fuel a squadron may burn at once (v1.2.4 Action > Boost, Traits > Fast)."""
    if model.is_capital:
        return 0
    limit = _own_boost(state, model)
    if model.formation:
        limit = min(_own_boost(state, member) for member in formation_members(state, model))
    return min(limit, shared_fuel(state, model))


def _own_boost(state: State, squadron: Model) -> int:
    if CrippledSquadron.holds(squadron):
        return 0
    fast = find_effect(state, squadron, Fast)
    return fast.max_boost if fast is not None else DEFAULT_BOOST


def suppose_declared(state: State, model: Model, declared: Declaration) -> State:
    """Return the state as if the model had activated and declared this, for previews.

    An action that works at once has worked, and its test has been passed. Nothing has reacted.
    """
    act = state.activation.copy() if state.activation is not None else Activation(model.id)
    act.declared, act.start, act.target = True, model.pose[:2], declared.target or ""
    members = [member.copy() for member in formation_members(state, model)]
    if declared.boost:
        members = [_boosted(member, declared.boost) for member in members]
    if declared.action != NONE:
        action = rulebook(state).actions[declared.action]
        act.action, act.resolved = declared.action, action.at_once
        members = [action.supposed(member, act.target) for member in members] if action.at_once else members
    new = state.supposed(members)
    new.activation = act
    return new


def _boosted(squadron: Model, boost: int) -> Model:
    """Return a squadron that has burned Fuel for Speed."""
    fuel = squadron.marks.get("fuel", 0) + min(boost, squadron.unmarked("fuel"))
    return squadron.supposed(states={Boosting.name: boost}, marks={"fuel": fuel})


def declare(game: Game, model: Model, declared: Declaration) -> Procedure[None]:
    """Log the declaration, and perform an action that works at once."""
    act = game.state.activation
    assert act is not None
    name, boost = declared.action, declared.boost
    act.declared = True
    act.start = model.pose[:2]
    act.target = declared.target or ""
    game.log_model_event(model, Declared(model=model.id, side=model.side, action=name, target=act.target, boost=boost))
    if boost:
        burn_together(game, model, boost, "Boost")
    for member in formation_members(game.state, model) if boost else ():
        Boosting.enter(game, member, boost)
    if name == NONE:
        return
    act.action = name
    action = rulebook(game.state).actions[name]
    if action.at_once:
        act.resolved = True
        group = formation_members(game.state, model)
        yield from action.perform(game, model)
        after_action(game, group, name)


def after_action(game: Game, group: list[Model], name: str) -> None:
    """Apply what follows from a resolved action to the model and all who were in its formation."""
    for model in group:
        if model.is_in_game and find_effect(game.state, model, SelfDestruct) is not None:
            destroy(game, model)
