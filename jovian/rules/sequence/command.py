"""Drones at work: activations that a Drone Command gives, one after the other (v1.2.4 Action > Drone Command)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Game, Model, Option, Pick, Procedure, ask
from jovian.game.answers import CommandDrone, Enough
from jovian.rules.actions.generic.drone_command import STEP, controllable
from jovian.rules.facts.formation import members
from jovian.rules.menu.declare import after_action
from jovian.rules.sequence.activation import begin_activation

PLACE = "v1.2.4 Action > Drone Command"


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
    pick = Pick("command", model.side, title, PLACE, list(_listed(ready)), subject=model.id, anchor=True)
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
    after_action(game, members(state, state.models[act.model]), act.action)
    state.agenda.append(["activate"])
    return
    yield
