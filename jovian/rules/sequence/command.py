"""Drones at work: activations that a Drone Command gives, one after the other (v1.2.4 Action > Drone Command)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Game, Model, Option, Pick, Procedure
from jovian.rules.actions.drone_command import STEP, controllable
from jovian.rules.sequence.activation import begin_activation

PLACE = "v1.2.4 Action > Drone Command"


def command_drones(game: Game, commander: str, left: int, done: list[str]) -> Procedure[None]:
    """Choose one of the drones in Sensor Range to activate, or none; as often as the test allows."""
    state, model = game.state, game.state.models[commander]
    ready = controllable(state, model, done) if model.on_table and left else []
    if not ready:
        return
    title = f"{model.name}: which drones act ({left} left)?"
    choice = yield Pick("command", model.side, title, PLACE, list(_listed(ready)), subject=model.id, anchor=True)
    if choice[0] == "enough":
        return
    begin_activation(game, state.models[choice[1]])
    state.agenda += [[STEP, commander, left - 1, [*done, choice[1]]], ["activate"], ["open"]]


def _listed(ready: list[Model]) -> Iterator[Option]:
    for drone in ready:
        yield Option(["command", drone.id], f"Activate {drone.name}", drone.card.name)
    yield Option(["enough"], "None of them")


def resume(game: Game) -> Procedure[None]:
    """The commander goes on with its own activation."""
    state = game.state
    state.activation = state.paused.pop()
    state.agenda.append(["activate"])
    return
    yield
