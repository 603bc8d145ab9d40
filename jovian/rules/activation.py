"""Choosing a model and taking its activation (v1.2.4 Sequence > Activation Phase)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.game import Activation, Choice, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.choice import word
from jovian.rules.actions.catalog import ACTIONS
from jovian.rules.attack import attack, defend
from jovian.rules.contact import contacts
from jovian.rules.declare import Declare, declared
from jovian.rules.effects.states import leave
from jovian.rules.explosion import empty_queue
from jovian.rules.menu import Menu
from jovian.rules.movement import advance, fly, turn
from jovian.rules.overlap import leave_table, settle
from jovian.rules.shot import ACTIVATION

PLACE = "v1.2.4 Sequence > Activation Phase"


def eligible(state: State, side: int) -> list[Model]:
    """The models of a side that may still activate this turn."""
    return [model for model in state.on_table() if model.side == side and not model.activated]


class ChooseModel(Decision):
    """Which model activates next."""

    kind = "activate"
    forms = {"activate": (word,)}  # noqa: RUF012
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        super().__init__(side, "Choose a model to activate", PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> ChooseModel:
        """The same question over a view."""
        return ChooseModel(state, self.side)

    def judge(self, choice: Choice) -> Refusal | None:
        """An own model on the table that has not activated."""
        model = self.state.models.get(choice[1])
        if model is None or model.side != self.side or not model.on_table:
            return Refusal("Only an own model on the table can activate.", PLACE)
        if model.activated:
            return Refusal(f"{model.name} has already activated this turn.", PLACE)
        return None

    def default(self) -> Choice:
        """The first of the fleet."""
        return ["activate", eligible(self.state, self.side)[0].id]

    def sample(self, rng: Random) -> Choice:
        """Any of them."""
        models = eligible(self.state, self.side)
        return ["activate", models[int(rng.random() * len(models))].id]

    def options(self) -> Iterator[Option]:
        """All of them."""
        for model in eligible(self.state, self.side):
            yield Option(["activate", model.id], model.name, model.card.name)


def choose(game: Game) -> Procedure[None]:
    """One side chooses a model; a side without any leaves the go to the other."""
    state = game.state
    side = state.turn_of if eligible(state, state.turn_of) else 1 - state.turn_of
    models = eligible(state, side)
    if not models:
        return
    ident = models[0].id
    if len(models) > 1:
        ident = (yield ChooseModel(state, side))[1]
    state.turn_of = 1 - side
    state.activation = Activation(ident)
    game.tell("activated", model=ident, side=side)
    state.agenda += [["choose"], ["activate", ident]]


def activate(game: Game, ident: str) -> Procedure[None]:
    """Declare, then move, attack and act in any order until the end is called or the model is gone."""
    state, model = game.state, game.state.models[ident]
    act = state.activation
    assert act is not None
    if not act.declared:
        choice = yield Declare(state, model)
        yield from declared(game, model, choice)
    while model.on_table:
        choice = yield Menu(state, model)
        if choice[0] == "end":
            break
        yield from _do(game, model, choice)
    _finish(game, model)
    yield from empty_queue(game)


def _do(game: Game, model: Model, choice: Choice) -> Procedure[None]:
    verb = choice[0]
    if verb == "move":
        yield from advance(game, model, choice[1])
    elif verb == "turn":
        yield from turn(game, model, choice[1])
    elif verb == "pivot":
        yield from turn(game, model, choice[1], free=True)
    elif verb == "fly":
        yield from fly(game, model, choice[1])
    else:
        _stop(game, model)
        yield from _act(game, model, choice)


def _stop(game: Game, model: Model) -> None:
    """A ship that stands on something and cannot get clear has stopped once it attacks or acts (R24, R25)."""
    act = game.state.activation
    if act is not None and act.moved and model.capital and contacts(game.state, model, model.pose):
        act.stopped = True


def _act(game: Game, model: Model, choice: Choice) -> Procedure[None]:
    if choice[0] == "attack":
        target = game.state.models[choice[2]]
        yield from attack(game, model, tuple(choice[1]), target, ACTIVATION)
    elif choice[0] == "defend":
        yield from defend(game, model)
    else:
        act = game.state.activation
        assert act is not None
        act.resolved = True
        yield from ACTIONS[act.action].perform(game, model)


def _finish(game: Game, model: Model) -> None:
    state, act = game.state, game.state.activation
    assert act is not None
    if act.moved and not leave_table(game, model):
        settle(game, model)
    leave(game, model, "boosting")
    model.activated = True
    state.activation = None
    game.tell("deactivated", model=model.id, side=model.side)
