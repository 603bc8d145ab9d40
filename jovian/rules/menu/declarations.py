"""Which actions a model may declare: now, and whether it ever can, whatever happens to it. Declaring an action at
the start of an activation (v1.2.4 Action, R41-R43).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from jovian.game import Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import Declaration
from jovian.game.events import Declared
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import burn_together, shared_fuel
from jovian.rules.damage.boarding import Boarded
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.evasion import Boosting

# --- declarable ---
# Which actions a model may declare: now, and whether it ever can, whatever happens to it.
#
# The second is asked of the same requirements, put to two models that might be: one without a scratch, and one that
# is all but lost.


def refuse_action(state: State, model: Model, name: str) -> Refusal | None:
    """Why a model may not declare an action: a state forbids it, or a requirement is not met."""
    action = rulebook(state).actions.get(name)
    if action is None:
        return Refusal(f"There is no action '{name}'.", "v1.2.4 Action")
    for each in formation_members(state, model) if model.formation else (model,):
        for effect in effects_on(state, each, Effect.may_declare):
            refusal = effect.may_declare(state, each, action)
            if refusal is not None:
                return refusal
    return action.refuse(state, model)


def still_to_do(state: State, model: Model) -> str:
    """The action that the active model has declared and can still resolve once it is in place; "" if there is none.

    A requirement that was met when it was declared may fail since: the fuel of an interception burnt on the way (R42).
    """
    act = state.activation
    if act is None or not act.action or act.resolved or refuse_action(state, model, act.action) is not None:
        return ""
    return act.action


def refuse_ever(state: State, model: Model, name: str) -> Refusal | None:
    """Why no model of this card can declare an action at any time; None if it can under some circumstances."""
    refusal = refuse_action(state, _fresh(model), name)
    if refusal is None or refuse_action(state, _desperate(model), name) is None:
        return None
    return refusal


def _fresh(model: Model) -> Model:
    """The model without a scratch, in no state."""
    new = Model(model.id, model.card, model.owner, model.name)
    new.side, new.place, new.pose, new.cargo = model.side, model.place, model.pose, model.cargo
    return new


def _desperate(model: Model) -> Model:
    """The model with its last Structure, a ship with enemies aboard."""
    marks = {"structure": max(0, len(model.boxes("structure")) - 1)}
    hurt = _fresh(model).supposed(marks=marks)
    return Boarded.supposed(hurt) if model.capital else hurt


# --- declare ---
# Declaring an action at the start of an activation (v1.2.4 Action, R41-R43).

PLACE = "v1.2.4 Action"
BOOST = "v1.2.4 Action > Boost"
ASSAULTING = "v1.2.4 Action > Assaulting"
NONE = "none"
USUAL_BOOST = 2
TRIES = 4
IDLE_SHARE = 0.5
"""How often a random player declares no action."""


class Declare(Decision):
    """Which action, and how much fuel to boost with."""

    kind = "declare"
    answers = (Declaration,)
    __slots__ = ("state",)

    def __init__(self, state: State, model: Model) -> None:
        super().__init__(model.side, f"{model.name}: declare an action", PLACE, subject=model.id, anchor=True)
        self.state = state

    def on(self, state: State) -> Declare:
        """The same question over a view."""
        return Declare(state, state.models[self.subject])

    @property
    def model(self) -> Model:
        """The active model."""
        return self.state.models[self.subject]

    @property
    def most_boost(self) -> int:
        """The most fuel that the model may boost with."""
        return boost_limit(self.state, self.model)

    def judge(self, answer: Answer) -> Refusal | None:
        """The action's requirement, its target if it names one, and fuel for the boost."""
        declared = cast(Declaration, answer)
        action, boost, target = declared.action, declared.boost, declared.target
        refusal = self.refuse_boost(action, boost) if boost else None
        if refusal is not None:
            return refusal
        if self.must_bomb and action != self._owed():
            return Refusal(f"{self.model.name} assaults a ship and must declare Bombing.", ASSAULTING)
        if action == NONE:
            return None if target is None else Refusal("Without an action there is no target to name.", PLACE)
        return refuse_action(self.state, self.model, action) or self._refuse_target(action, target)

    def refuse_boost(self, action: str, boost: int) -> Refusal | None:
        """Refuse to burn this much Fuel: on a hull, more than there is, or Fuel that the action needs later (R42).

        An action that works from its declaration needs only what the model has when it declares.
        """
        if self.model.assaulting:
            return Refusal(f"{self.model.name} clings to a hull, where a Boost is of no use.", BOOST)
        if boost > self.most_boost:
            return Refusal(f"At most {self.most_boost} fuel may be burnt.", BOOST)
        known = rulebook(self.state).actions.get(action)
        needed = known.fuel if known is not None and not known.at_once else 0
        left = shared_fuel(self.state, self.model) - boost
        if left >= needed:
            return None
        return Refusal(f"The Boost leaves {left} Fuel, and {action.title()} needs {needed} in contact.", BOOST)

    @property
    def must_bomb(self) -> bool:
        """Must the model bomb the ship on whose hull it is?"""
        return self.model.assaulting

    def _owed(self) -> str:
        """The name of the action that a squadron on a hull must declare."""
        return next(name for name, action in rulebook(self.state).actions.items() if action.owed_on_hull)

    def _refuse_target(self, name: str, target: str | None) -> Refusal | None:
        action = rulebook(self.state).actions[name]
        if not action.names_target:
            return None if target is None else Refusal("This action names no target yet.", action.place)
        if target is not None and target in action.targets(self.state, self.model):
            return None
        listed = ", ".join(map(self._called, action.targets(self.state, self.model))) or "nothing"
        return Refusal(f"It must name what it is for: {listed}.", action.place)

    def _called(self, ident: str) -> str:
        """What a player calls a target: the name of a model, or a rating."""
        model = self.state.models.get(ident)
        return model.name if model is not None else ident.capitalize()

    def default(self) -> Declaration:
        """No action, unless one is owed."""
        return Declaration(self._owed() if self.must_bomb else NONE, 0)

    def sample(self, rng: Random) -> Declaration:
        """Most often nothing; now and then a legal action or a boost."""
        boost = int(rng.random() * (self.most_boost + 1)) if self.most_boost else 0
        actions = rulebook(self.state).actions
        names = list(actions)
        for _ in range(TRIES if rng.random() >= IDLE_SHARE else 0):
            name = names[int(rng.random() * len(names))]
            named = actions[name].targets(self.state, self.model)
            declared = Declaration(name, boost, *named[int(rng.random() * len(named)) :][:1])
            if self.judge(declared) is None:
                return declared
        return Declaration(self.default().action, boost)

    def options(self) -> Iterator[Option[Declaration]]:
        """No action, each action that may be declared, and each boost without an action."""
        return (option for option in self._listed() if self.judge(option.answer) is None)

    def _listed(self) -> Iterator[Option[Declaration]]:
        yield Option(Declaration(NONE, 0), "No action")
        for name, action in rulebook(self.state).actions.items():
            if not action.names_target:
                yield Option(Declaration(name, 0), name.title(), action.summary)
            for ident in action.targets(self.state, self.model):
                label = f"{name.title()}: {self._called(ident)}"
                yield Option(Declaration(name, 0, ident), label, action.summary)
        for burnt in range(1, self.most_boost + 1):
            yield Option(Declaration(NONE, burnt), f"Boost {burnt}", f'+{3 * burnt}" of Speed')


def boost_limit(state: State, model: Model) -> int:
    """Fuel that a squadron in flight may burn at once: 2, or 3 if Fast (v1.2.4 Action > Boost, Traits > Fast)."""
    if model.capital or model.assaulting:
        return 0
    most = _own_boost(state, model)
    if model.formation:
        most = min(_own_boost(state, each) for each in formation_members(state, model))
    return min(most, shared_fuel(state, model))


def _own_boost(state: State, squadron: Model) -> int:
    most = USUAL_BOOST
    for effect in effects_on(state, squadron, Effect.most_boost):
        most = effect.most_boost(squadron, most)
    return most


def declare(game: Game, model: Model, declared: Declaration) -> Procedure[None]:
    """Note the declaration, and carry out what works at once."""
    act = game.state.activation
    assert act is not None
    name, boost = declared.action, declared.boost
    act.declared = True
    act.start = model.pose[:2]
    act.target = declared.target or ""
    game.log_model_event(model, Declared(model=model.id, side=model.side, action=name, target=act.target, boost=boost))
    if boost:
        burn_together(game, model, boost, "Boost")
    for each in formation_members(game.state, model) if boost else ():
        Boosting.enter(game, each, boost)
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
    """What having resolved an action does to the model, and all who flew with it as it began."""
    for each in group:
        for effect in effects_on(game.state, each, Effect.after_action):
            effect.after_action(game, each, name)
