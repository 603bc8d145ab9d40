"""Leaving play: destroyed, or withdrawn (v1.2.4 States > Destroyed, Withdrawn; Movement > Leaving Play)."""

from __future__ import annotations

from jovian.game import DESTROYED, EMBARKED, TABLE, WITHDRAWN, Game, Model, Procedure
from jovian.rules.attached import detach, release
from jovian.rules.formation import close_ranks, mates
from jovian.rules.reveal import reveal


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


def unload(game: Game, ship: Model) -> Procedure[None]:
    """Put what is directly aboard on the table beside the ship, with theirs aboard (R28, R70)."""
    from jovian.rules.hangers import disembark  # hangers ask where a model may stand, which casualties precede

    yield from disembark(game, ship)


def destroy(game: Game, model: Model) -> None:
    """Take a model off the table for good."""
    _leave_play(game, model, DESTROYED)


def withdraw(game: Game, model: Model) -> None:
    """Take a model out of the battle, with what it carries and the rest of its formation."""
    others = mates(game.state, model)
    _leave_play(game, model, WITHDRAWN)
    for other in others:
        _leave_play(game, other, WITHDRAWN)
