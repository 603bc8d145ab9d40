"""Leaving play: destroyed, or withdrawn (v1.2.4 States > Destroyed, Withdrawn; Movement > Leaving Play)."""

from __future__ import annotations

from jovian.game import DESTROYED, TABLE, WITHDRAWN, Game, Model


def _leave_play(game: Game, model: Model, place: str) -> None:
    model.place = place
    game.tell("left_play", model=model.id, how=place)
    for passenger in game.state.models.values():
        if passenger.carrier == model.id and passenger.place == "embarked":
            _leave_play(game, passenger, place)


def destroy(game: Game, model: Model) -> None:
    """Take a model off the table for good."""
    _leave_play(game, model, DESTROYED)


def withdraw(game: Game, model: Model) -> None:
    """Take a model out of the battle, with what it carries."""
    _leave_play(game, model, WITHDRAWN)


def in_play(model: Model) -> bool:
    """Does it stand on the table?"""
    return model.place == TABLE
