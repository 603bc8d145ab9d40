"""Choosing a model and running its activation (v1.2.4 Sequence > Activation Phase).

Also the activations of drones that a Drone Command gives (v1.2.4 Action > Drone Command).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from jovian.game.activation import DEBRIS_FIELD
from jovian.game.answers import Activate, CommandDrone, Declaration, Enough
from jovian.game.events import Activated, Deactivated
from jovian.rules.actions.any_model import DRONE_COMMAND_STEP, controllable
from jovian.rules.attack.attack import empty_queue
from jovian.rules.attack.autofire import ask_to_ignore_suppression, waiting_mounts
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import ask_to_use_spare_fuel
from jovian.rules.close_combat import interception
from jovian.rules.close_combat.interception import chances_here, offer_reactions
from jovian.rules.damage.boarding import firefight
from jovian.rules.damage.leaving_play import is_leaving_table, leave_table
from jovian.rules.editions.harm import Adrift
from jovian.rules.editions.systems import SensorDrone
from jovian.rules.menu.declarations import Declare, after_action, declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.moving import resolve_overlaps
from jovian.rules.placement.attached import activates_itself
from jovian.rules.placement.move_ends import is_stuck
from jovian.rules.rulebook.active_effects import find_effect, global_rules_with
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.squadrons import ask_assailants_to_stay
from jovian.rules.terrain import leave_debris
from jovian.table import Pose

CITATION = "v1.2.4 Sequence > Activation Phase"


# --- Choosing a model ---


def eligible(state: State, side: int) -> list[Model]:
    """Return the models of a side that may still activate this turn."""
    return [
        model for model in state.models.values()
        if model.side == side and not model.activated and (_has_activation(state, model) or _is_embarked(state, model))
    ]  # fmt: skip


def _has_activation(state: State, model: Model) -> bool:
    """Return whether the model is on the table with its own activation. In a formation only the leader has one."""
    return model.place == TABLE and model.formation in ("", model.id) and activates_itself(state, model)


def _is_embarked(state: State, model: Model) -> bool:
    """Return whether the model is aboard a ship on the table, so that it may launch or idle (R35)."""
    ship = state.models.get(model.host)
    return model.place == EMBARKED and ship is not None and ship.is_on_table


class ChooseModel(Decision):
    """Choose the model that activates next."""

    kind = "activate"
    answers = (Activate,)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        super().__init__(side, "Choose a model to activate", CITATION, anchor=True)
        self.state = state

    def on(self, state: State) -> ChooseModel:
        return ChooseModel(state, self.side)

    def judge(self, answer: Answer) -> Refusal | None:
        model = self.state.models.get(cast(Activate, answer).model)
        if model is None or model.side != self.side:
            return Refusal("Only your own models can activate.", CITATION)
        if model.activated:
            return Refusal(f"{model.name} has already activated this turn.", CITATION)
        if model in eligible(self.state, self.side):
            return None
        if model.place == TABLE and model.formation:
            return Refusal(f"{model.name} acts with the leader of its formation.", "v1.2.4 Traits > Formation")
        if model.place == TABLE:
            return Refusal(f"{model.name} has no activation of its own.", CITATION)
        return Refusal(f"{model.name} is neither on the table nor aboard a ship on the table.", CITATION)

    def default(self) -> Activate:
        return Activate(eligible(self.state, self.side)[0].id)

    def sample(self, rng: Random) -> Activate:
        models = eligible(self.state, self.side)
        return Activate(models[int(rng.random() * len(models))].id)

    def options(self) -> Iterator[Option[Activate]]:
        for model in eligible(self.state, self.side):
            yield Option(Activate(model.id), model.name, model.card.name)


def choosing_side(side_to_go: int, remaining: Sequence[int]) -> int:
    """Return the side that chooses a model: the one to go, or the other if it has none of the remaining models."""
    return side_to_go if remaining[side_to_go] else 1 - side_to_go


def sides_to_come(state: State) -> tuple[int, ...]:
    """Return the sides that choose a model in the rest of the Activation Phase, in order.

    Only models in the state count, so the view of a side omits those that it doesn't know. In another phase, return the
    side with initiative, which will choose first, and the other one. Before the first turn and after the game, return
    ().
    """
    if state.over or not state.phase:
        return ()
    if state.phase != "activation":
        return (state.initiative, 1 - state.initiative)
    running = [act.model for act in (*state.paused, state.activation) if act is not None]
    remaining = [sum(model.id not in running for model in eligible(state, side)) for side in (0, 1)]
    sides: list[int] = []
    while any(remaining):
        sides.append(choosing_side(1 - sides[-1] if sides else state.side_to_go, remaining))
        remaining[sides[-1]] -= 1
    return tuple(sides)


def choose(game: Game) -> Procedure[None]:
    """Let a side choose a model. If it has none left, the other side chooses."""
    state = game.state
    choices = [eligible(state, side) for side in (0, 1)]
    side = choosing_side(state.side_to_go, [len(models) for models in choices])
    models = choices[side]
    if not models:
        return
    model_id = models[0].id
    if len(models) > 1:
        model_id = cast(Activate, (yield ChooseModel(state, side))).model
    state.side_to_go = 1 - side
    begin_activation(game, state.models[model_id])
    state.agenda += [["choose"], ["activate"], ["open"]]


def begin_activation(game: Game, model: Model) -> None:
    """Start the activation and log it. Only the owner is told of a model that is hidden aboard a ship."""
    game.state.activation = Activation(model.id)
    game.log_model_event(model, Activated(model=model.id, side=model.side))


# --- Running an activation ---


def opening(game: Game) -> Procedure[None]:
    """Run what comes first in an activation: assailants stay or leave, spare Fuel is used, older rules apply."""
    model = game.state.active
    assert model is not None
    if model.is_capital:
        yield from ask_assailants_to_stay(game, model)
        yield from ask_to_ignore_suppression(game, model)
        yield from empty_queue(game)
    adrift = find_effect(game.state, model, Adrift)
    if adrift is not None:
        yield from adrift.drift(game, model)
    for member in formation_members(game.state, model):
        for clause in global_rules_with(game.state, GlobalRule.activated):
            yield from clause.activated(game, member)
        yield from ask_to_use_spare_fuel(game, member)
        drone = find_effect(game.state, member, SensorDrone) if member.is_in_game else None
        if drone is not None:
            yield from drone.launch(game, member)


def activate(game: Game) -> Procedure[None]:
    """Run the declaration, then orders until the activation ends or the model is gone."""
    state, act = game.state, game.state.activation
    assert act is not None
    if not act.declared and state.models[act.model].is_in_game:
        model = state.models[act.model]
        yield from declare(game, model, cast(Declaration, (yield Declare(state, model))))
        yield from firefight(game, model)
        yield from empty_queue(game)
        guns = waiting_mounts(state, model) if act.action else []
        yield from offer_reactions(game, model, chances_here(model, guns, interception.interceptors_near(state, model)))
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
    """Carry out an order. A model that declares anything while partly off the table leaves play instead (R27)."""
    order, group = rulebook(game.state).orders[answer.verb], formation_members(game.state, model)
    if not order.moves and any(is_leaving_table(game.state, member) for member in group):
        leave_table(game, group)
        return
    if not order.moves:
        _stop(game, model)
    if order.attacks and (guns := waiting_mounts(game.state, model)):
        yield from offer_reactions(game, model, chances_here(model, guns, ()))
        if not model.is_on_table or order.refuse(game.state, model, answer) is not None:
            return
    yield from order.perform(game, model, answer)


def _stop(game: Game, model: Model) -> None:
    """Stop a ship that attacks or acts where it may not stay and can't move away (R24, R25)."""
    act = game.state.activation
    if act is not None and is_stuck(game.state, model):
        act.stopped = True


def finish_activation(game: Game) -> Procedure[None]:
    """Settle the move, end the states of the activation, and mark the model or formation as activated."""
    state, act = game.state, game.state.activation
    assert act is not None
    model = state.models[act.model]
    group = formation_members(state, model)
    yield from _end_of_move(game, act)
    waiting = [paused.model for paused in state.paused]
    passing = [kind for kind in rulebook(state).states.values() if kind.passes]
    for other in state.models.values():
        if not other.states or other.id in waiting:
            continue
        for kind in passing:
            kind.pass_off(game, other)
        for kind in passing:
            kind.leave(game, other)
    for member in group:
        member.activated = True
    if DEBRIS_FIELD in act.granted:
        leave_debris(game, Pose(*act.start, 0))
    state.activation = None
    game.log_model_event(model, Deactivated(model=model.id, side=model.side))


def _end_of_move(game: Game, act: Activation) -> Procedure[None]:
    """Remove models that are partly off the table, and settle the others. A model aboard a paused ship keeps moving."""
    state = game.state
    leave_table(game, formation_members(state, state.models[act.model]))
    mover = state.models[act.model]
    if act.moved and mover.is_on_table:
        yield from resolve_overlaps(game, mover)
    waiting = [paused.model for paused in state.paused]
    leave_table(game, [model for model in state.on_table() if model.id not in waiting and model.host not in waiting])


# --- Drone Command ---

DRONE_COMMAND = "v1.2.4 Action > Drone Command"


def command_drones(game: Game, commander: str, remaining: int, done: list[str]) -> Procedure[None]:
    """Choose one of the drones in Sensor Range to activate, or none, as often as the test allows.

    If the commander is lost meanwhile, the model that continues its formation's activation commands the drones.
    """
    state = game.state
    is_lost = not state.models[commander].is_on_table
    model = state.models[state.paused[-1].model if is_lost else commander]
    ready = controllable(state, model, done) if model.is_on_table and remaining else []
    if not ready:
        return
    title = f"{model.name}: choose a drone squadron to activate ({remaining} remaining)"
    pick = ListDecision(
        "command", model.side, title, DRONE_COMMAND, list(_drone_options(ready)), subject=model.id, anchor=True
    )
    answer = yield from ask(pick)
    if isinstance(answer, Enough):
        return
    begin_activation(game, state.models[answer.model])
    state.agenda += [[DRONE_COMMAND_STEP, model.id, remaining - 1, [*done, answer.model]], ["activate"], ["open"]]


def _drone_options(ready: list[Model]) -> Iterator[Option[CommandDrone | Enough]]:
    for drone in ready:
        yield Option(CommandDrone(drone.id), f"Activate {drone.name}", drone.card.name)
    yield Option(Enough(), "Activate no more drones")


def resume(game: Game) -> Procedure[None]:
    """Continue the activation of the commander after its Drone Command."""
    state = game.state
    act = state.activation = state.paused.pop()
    after_action(game, formation_members(state, state.models[act.model]), act.action)
    state.agenda.append(["activate"])
    return
    yield
