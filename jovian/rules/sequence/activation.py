"""Choosing a model and taking its activation (v1.2.4 Sequence > Activation Phase). Drones at work: activations that
a Drone Command gives, one after the other (v1.2.4 Action > Drone Command).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from jovian.game import (
    EMBARKED,
    TABLE,
    Activation,
    Answer,
    Decision,
    Game,
    ListDecision,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    ask,
)
from jovian.game.answers import Activate, CommandDrone, Declaration, Enough
from jovian.game.events import Activated, Deactivated
from jovian.game.state import DEBRIS_FIELD
from jovian.rules.actions.generic import STEP, controllable
from jovian.rules.attack.attack import empty_queue
from jovian.rules.attack.autofire import defy, late_guns
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import tap
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.interception import react, standing
from jovian.rules.damage.boarding import firefight
from jovian.rules.damage.casualties import leave_table, outside
from jovian.rules.menu.declarations import Declare, after_action, declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.moving import settle
from jovian.rules.placement.attached import takes_turns
from jovian.rules.placement.move_ends import stuck
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.squadrons import hold_or_leave
from jovian.rules.terrain import leave_debris
from jovian.table import Pose

# --- activation ---
# Choosing a model and taking its activation (v1.2.4 Sequence > Activation Phase).

PLACE = "v1.2.4 Sequence > Activation Phase"


def eligible(state: State, side: int) -> list[Model]:
    """The models of a side that may still activate this turn."""
    return [
        model for model in state.models.values()
        if model.side == side and not model.activated and (_waits(state, model) or _aboard(state, model))
    ]  # fmt: skip


def _waits(state: State, model: Model) -> bool:
    """Is it on the table with an activation of its own; of a formation only the leader?"""
    return model.place == TABLE and model.formation in ("", model.id) and takes_turns(state, model)


def _aboard(state: State, model: Model) -> bool:
    """Is it aboard a ship that stands on the table, so that it may launch or idle (R35)?"""
    ship = state.models.get(model.host)
    return model.place == EMBARKED and ship is not None and ship.on_table


class ChooseModel(Decision):
    """Which model activates next."""

    kind = "activate"
    answers = (Activate,)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        super().__init__(side, "Choose a model to activate", PLACE, anchor=True)
        self.state = state

    def on(self, state: State) -> ChooseModel:
        """The same question over a view."""
        return ChooseModel(state, self.side)

    def judge(self, answer: Answer) -> Refusal | None:
        """An own model, on the table or aboard, that has not activated."""
        model = self.state.models.get(cast(Activate, answer).model)
        if model is None or model.side != self.side:
            return Refusal("Only an own model can activate.", PLACE)
        if model.activated:
            return Refusal(f"{model.name} has already activated this turn.", PLACE)
        if model in eligible(self.state, self.side):
            return None
        if model.place == TABLE and model.formation:
            return Refusal(f"{model.name} acts with the leader of its formation.", "v1.2.4 Traits > Formation")
        if model.place == TABLE:
            return Refusal(f"{model.name} has no activation of its own.", PLACE)
        return Refusal(f"{model.name} is not on the table, nor aboard a ship that is.", PLACE)

    def default(self) -> Activate:
        """The first that may activate, in the order of the fleet."""
        return Activate(eligible(self.state, self.side)[0].id)

    def sample(self, rng: Random) -> Activate:
        """A random model that may activate."""
        models = eligible(self.state, self.side)
        return Activate(models[int(rng.random() * len(models))].id)

    def options(self) -> Iterator[Option[Activate]]:
        """Every model that may activate."""
        for model in eligible(self.state, self.side):
            yield Option(Activate(model.id), model.name, model.card.name)


def choose(game: Game) -> Procedure[None]:
    """One side chooses a model; a side without any leaves the go to the other."""
    state = game.state
    side = state.side_to_go if eligible(state, state.side_to_go) else 1 - state.side_to_go
    models = eligible(state, side)
    if not models:
        return
    ident = models[0].id
    if len(models) > 1:
        ident = cast(Activate, (yield ChooseModel(state, side))).model
    state.side_to_go = 1 - side
    begin_activation(game, state.models[ident])
    state.agenda += [["choose"], ["activate"], ["open"]]


def begin_activation(game: Game, model: Model) -> None:
    """Note and tell who is active; of what is hidden aboard a ship only its owner hears."""
    game.state.activation = Activation(model.id)
    game.log_model_event(model, Activated(model=model.id, side=model.side))


def opening(game: Game) -> Procedure[None]:
    """What comes before all else in an activation: assailants stay or leave, spare fuel is tapped, effects begin."""
    model = game.state.active
    assert model is not None
    if model.capital:
        yield from hold_or_leave(game, model)
        yield from defy(game, model)
        yield from empty_queue(game)
    for effect in effects_on(game.state, model, Effect.opens):
        yield from effect.opens(game, model)
    for each in formation_members(game.state, model):
        yield from tap(game, each)
        for effect in effects_on(game.state, each, Effect.begins) if each.alive else ():
            yield from effect.begins(game, each)


def activate(game: Game) -> Procedure[None]:
    """Declare, then move, attack and act in any order until the end is called or the model is gone."""
    state, act = game.state, game.state.activation
    assert act is not None
    if not act.declared and state.models[act.model].alive:
        model = state.models[act.model]
        yield from declare(game, model, cast(Declaration, (yield Declare(state, model))))
        yield from firefight(game, model)
        yield from empty_queue(game)
        guns = late_guns(state, model) if act.action else []
        yield from react(game, model, standing(model, guns, interception.interceptors_near(state, model)))
    while state.models[act.model].place in (TABLE, EMBARKED):
        answer = yield NextOrder(state, state.models[act.model])
        if rulebook(state).orders[answer.verb].ends:
            break
        yield from _carry_out(game, state.models[act.model], answer)
        if state.activation is not act:
            return
    yield from finish_activation(game)
    yield from empty_queue(game)


def _carry_out(game: Game, model: Model, answer: Answer) -> Procedure[None]:
    """Do what was ordered; but whoever declares something partly off the table has left it instead (R27)."""
    order, group = rulebook(game.state).orders[answer.verb], formation_members(game.state, model)
    if not order.moves and any(outside(game.state, each) for each in group):
        leave_table(game, group)
        return
    if not order.moves:
        _stop(game, model)
    if order.attacks and (guns := late_guns(game.state, model)):
        yield from react(game, model, standing(model, guns, ()))
        if not model.on_table or order.refuse(game.state, model, answer) is not None:
            return
    yield from order.perform(game, model, answer)


def _stop(game: Game, model: Model) -> None:
    """A ship that stands on something and cannot get clear has stopped once it attacks or acts (R24, R25)."""
    act = game.state.activation
    if act is not None and stuck(game.state, model):
        act.stopped = True


def finish_activation(game: Game) -> Procedure[None]:
    """The move is settled, what lasted an activation ends, and the model (or formation) is done for the turn."""
    state, act = game.state, game.state.activation
    assert act is not None
    model = state.models[act.model]
    group = formation_members(state, model)
    yield from _end_of_move(game, act)
    waiting = [each.model for each in state.paused]
    passing = [each for each in rulebook(state).states.values() if each.passes]
    for each in state.models.values():
        if not each.states or each.id in waiting:
            continue
        for kind in passing:
            kind.pass_off(game, each)
        for kind in passing:
            kind.leave(game, each)
    for each in group:
        each.activated = True
    if DEBRIS_FIELD in act.granted:
        leave_debris(game, Pose(*act.start, 0))
    _note_idling(state, act, model)
    state.activation = None
    game.log_model_event(model, Deactivated(model=model.id, side=model.side))


def _end_of_move(game: Game, act: Activation) -> Procedure[None]:
    """Who ends partly off the table has left; the rest is put apart. What a waiting ship carries is still under way."""
    state = game.state
    leave_table(game, formation_members(state, state.models[act.model]))
    mover = state.models[act.model]
    if act.moved and mover.on_table:
        yield from settle(game, mover)
    waiting = [each.model for each in state.paused]
    leave_table(game, [each for each in state.on_table() if each.id not in waiting and each.host not in waiting])


def _note_idling(state: State, act: Activation, model: Model) -> None:
    """Remember whether the latest activation of the side whose go it was let an embarked model idle."""
    idle, side = model.aboard and not act.launched and not act.landed, 1 - state.side_to_go
    state.idled = (idle, state.idled[1]) if side == 0 else (state.idled[0], idle)


# --- command ---
# Drones at work: activations that a Drone Command gives, one after the other (v1.2.4 Action > Drone Command).

COMMAND_CITATION = "v1.2.4 Action > Drone Command"


def command_drones(game: Game, commander: str, left: int, done: list[str]) -> Procedure[None]:
    """Choose one of the drones in Sensor Range to activate, or none; as often as the test allows.

    Where the commander is lost meanwhile, whoever goes on with its formation's activation goes on commanding.
    """
    state = game.state
    lost = not state.models[commander].on_table
    model = state.models[state.paused[-1].model if lost else commander]
    ready = controllable(state, model, done) if model.on_table and left else []
    if not ready:
        return
    title = f"{model.name}: which drones act ({left} left)?"
    pick = ListDecision(
        "command", model.side, title, COMMAND_CITATION, list(_listed(ready)), subject=model.id, anchor=True
    )
    answer = yield from ask(pick)
    if isinstance(answer, Enough):
        return
    begin_activation(game, state.models[answer.model])
    state.agenda += [[STEP, model.id, left - 1, [*done, answer.model]], ["activate"], ["open"]]


def _listed(ready: list[Model]) -> Iterator[Option[CommandDrone | Enough]]:
    for drone in ready:
        yield Option(CommandDrone(drone.id), f"Activate {drone.name}", drone.card.name)
    yield Option(Enough(), "None of them")


def resume(game: Game) -> Procedure[None]:
    """The commander goes on with its own activation, its Drone Command resolved."""
    state = game.state
    act = state.activation = state.paused.pop()
    after_action(game, formation_members(state, state.models[act.model]), act.action)
    state.agenda.append(["activate"])
    return
    yield
