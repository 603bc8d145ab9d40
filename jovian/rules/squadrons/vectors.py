"""Sending squadrons on a Vector Attack: each once, by its owner's choice (v1.2.4 Action > Vector Attack, R48)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Enough, Send
from jovian.rules.facts.formation import members
from jovian.rules.places.obstacles import moored
from jovian.rules.shooting.shot import in_sensor_range, perhaps_sensed
from jovian.rules.squadrons.free_move import free_move

PLACE = "v1.2.4 Action > Vector Attack"
FREE_MOVE = 4.0


def send(game: Game, leader: Model, count: int) -> Procedure[None]:
    """Up to so many squadrons in Sensor Range make a free move, one after the other."""
    sent: list[str] = []
    for left in range(count, 0, -1):
        ready = [each for each in sendable(game.state, leader) if each.id not in sent]
        if not ready:
            return
        listed: list[Option[Send | Enough]] = [
            *(Option(Send(each.id), f"Send {each.name}", 'a free move of up to 4"') for each in ready),
            Option(Enough(), "Nobody else"),
        ]
        title = f"{leader.name}: which squadron moves ({left} left)?"
        answer = yield from ask(Pick("vector", leader.side, title, PLACE, listed, subject=leader.id))
        if isinstance(answer, Enough):
            return
        sent.append(answer.model)
        yield from free_move(game, game.state.models[answer.model], FREE_MOVE)


def sendable(state: State, model: Model) -> list[Model]:
    """The friendly squadrons on the table in Sensor Range, not assaulting; of a formation, its leader."""
    group = members(state, model)
    own = {each.id for each in group}
    near = {other.formation or other.id for each in group for other in perhaps_sensed(state, each)}
    return [
        other
        for other in state.on_table()
        if other.side == model.side and not other.capital and not other.assaulting and other.id not in own
        and not moored(state, other)
        and other.id in near and in_sensor_range(state, model, other)
    ]  # fmt: skip
