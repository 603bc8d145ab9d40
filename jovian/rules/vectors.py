"""Sending squadrons on a Vector Attack: each once, by its owner's choice (v1.2.4 Action > Vector Attack, R48)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure
from jovian.rules.actions.vector_attack import FREE_MOVE, led
from jovian.rules.free_move import free_move

PLACE = "v1.2.4 Action > Vector Attack"


def send(game: Game, leader: Model, count: int) -> Procedure[None]:
    """Up to so many squadrons in Sensor Range make a free move, one after the other."""
    sent: list[str] = []
    for left in range(count, 0, -1):
        ready = [each for each in led(game.state, leader) if each.id not in sent]
        if not ready:
            return
        listed = [Option(["send", each.id], f"Send {each.name}", 'a free move of up to 4"') for each in ready]
        listed.append(Option(["enough"], "Nobody else"))
        title = f"{leader.name}: which squadron moves ({left} left)?"
        choice = yield Pick("vector", leader.side, title, PLACE, listed, subject=leader.id)
        if choice[0] == "enough":
            return
        sent.append(choice[1])
        yield from free_move(game, game.state.models[choice[1]], FREE_MOVE)
