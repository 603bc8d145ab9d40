"""Tokens that models carry: how many, and how they change hands (v1.2.4 Scenarios > Advanced Scenarios)."""

from __future__ import annotations

from jovian.game import Game, Model
from jovian.game.events import TokensCarried


def carried(model: Model, token: str) -> int:
    """How many tokens of that name it carries."""
    return dict(model.loads).get(token, 0)


def load(game: Game, model: Model, token: str, count: int, cause: str) -> None:
    """Add so many tokens to those that a model carries, or take some off with a negative count, and tell it."""
    if not count:
        return
    held = dict(model.loads)
    held[token] = held.get(token, 0) + count
    model.loads = tuple(sorted((name, number) for name, number in held.items() if number))
    left = held[token]
    game.tell_about(model, TokensCarried(model=model.id, token=token, amount=count, left=left, cause=cause))


def hand_over(game: Game, giver: Model, taker: Model, token: str, count: int, cause: str) -> None:
    """Let one model give so many tokens to another."""
    load(game, giver, token, -count, cause)
    load(game, taker, token, count, cause)


def issued_note(token: str) -> str:
    """The key of `State.notes` under which stands how many of a token were issued before the deployment."""
    return f"{token} issued"
