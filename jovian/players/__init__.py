"""Who answers: the computer players, made by name.

What things are worth (`judgment/`) is apart from what each player tries (a package of its own, or one small file).
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from jovian.dice import short
from jovian.players.ensign import Ensign
from jovian.players.player import Player
from jovian.players.random_player import RandomPlayer
from jovian.players.scripted import ScriptedPlayer

_MAKERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "ensign": Ensign}

PLAYERS = tuple(_MAKERS)
"""The names of the computer players, weakest first."""


def make_player(name: str, seed: int = 0) -> Player:
    """A computer player by name; raises ValueError for a name that there is not."""
    maker = _MAKERS.get(name)
    if maker is None:
        raise ValueError(f"there is no player '{name}', only {', '.join(PLAYERS)}")
    return maker(seed)


def seat_seed(game: int, side: int) -> int:
    """The seed of a side's player: from that of the game, which it does not tell unless that could be searched."""
    if short(game):
        return 2 * game + side
    return int.from_bytes(blake2b(f"player {side} of {game}".encode(), digest_size=8).digest(), "big")


__all__ = ["PLAYERS", "Ensign", "Player", "RandomPlayer", "ScriptedPlayer", "make_player", "seat_seed"]
