"""Leaving play: destroyed, or withdrawn (v1.2.4 States > Destroyed, Withdrawn; Movement > Leaving Play)."""

from __future__ import annotations

from jovian.game import DESTROYED, EMBARKED, TABLE, WITHDRAWN, Game, Model
from jovian.rules.attached import detach, release
from jovian.rules.formation import close_ranks, mates
from jovian.rules.reveal import reveal
from jovian.table import nearest_free


def _leave_play(game: Game, model: Model, place: str) -> None:
    """Take it off the table, what it carries with it; what flies with it goes on alone (R74)."""
    reveal(game, model)
    release(game, model)
    if model.place == TABLE and model.host:
        detach(game, model)
    close_ranks(game, model)
    model.place = place
    game.tell("left_play", model=model.id, how=place)
    for passenger in game.state.models.values():
        if passenger.host == model.id and passenger.place == EMBARKED:
            _leave_play(game, passenger, place)


def unload(game: Game, ship: Model) -> None:
    """Put what is directly aboard on the table beside the ship, with theirs aboard (R28, R70)."""
    state = game.state
    for passenger in state.models.values():
        if passenger.host == ship.id and passenger.place == EMBARKED:
            others = [(model.base, model.pose) for model in state.on_table()]
            goal = nearest_free(passenger.base, ship.pose, others, state.width, state.height)
            if goal is not None:
                reveal(game, passenger)
                passenger.place, passenger.host, passenger.pose = TABLE, "", goal
                game.tell_move(passenger, [goal], "launch")


def destroy(game: Game, model: Model) -> None:
    """Take a model off the table for good."""
    _leave_play(game, model, DESTROYED)


def withdraw(game: Game, model: Model) -> None:
    """Take a model out of the battle, with what it carries and the rest of its formation."""
    others = mates(game.state, model)
    _leave_play(game, model, WITHDRAWN)
    for other in others:
        _leave_play(game, other, WITHDRAWN)
