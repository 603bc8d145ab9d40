"""The computer players, made by name or from a user's file.

`evaluation/` gives values in TV. `habits.py` and `orders.py` have the habits that all players share. A player is a
class that chooses weights for them, and that plans some decisions instead. `captain/` plans whole activations. The
other players are single files.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import blake2b

from jovian.cards.files import short_name, suggest_names
from jovian.dice import short
from jovian.match.entries import NoPlayer
from jovian.players.admiral import Admiral
from jovian.players.cadet import Cadet
from jovian.players.captain import Captain
from jovian.players.captain.analysis import TEMPERAMENTS
from jovian.players.ensign import Ensign
from jovian.players.player import Player, RandomPlayer, ScriptedPlayer, from_file, is_file_player

_MAKERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer, "cadet": Cadet, "ensign": Ensign, "captain": Captain,
    **{f"captain:{name}": partial(Captain, temperament=mind) for name, mind in TEMPERAMENTS.items()},
    "admiral": Admiral,
    **{f"admiral:{name}": partial(Admiral, temperament=mind) for name, mind in TEMPERAMENTS.items()},
}  # fmt: skip
"""By name, weakest first. A temperament follows a colon, such as `captain:bold`."""

NAMES = tuple(_MAKERS)
"""All names, including those with a temperament."""
PLAYERS = tuple(name for name in _MAKERS if ":" not in name)
"""The names of the computer players, weakest first."""
SWIFT = PLAYERS[: PLAYERS.index("admiral")]
"""The names of the players that play a game in seconds, for playing many games."""


def make_player(text: str, seed: int = 0, content: str = "") -> Player:
    """Return the player for a name (`captain`, `captain:bold`) or a file (`path/bot.py:Name`).

    A file is run, so its name must come from the user, never from a file that somebody can send. If `content` is a
    hash, a file with other content isn't run.

    Raises NoPlayer with one line that names the problem.
    """
    if is_file_player(text):
        return from_file(text, seed, content)
    maker = _MAKERS.get(text)
    if maker is None:
        raise NoPlayer(f"there is no player '{short_name(text)}'{suggest_names(text, _MAKERS)}")
    return maker(seed)


def seat_seed(game: int, side: int) -> int:
    """Return the seed of a side's player, derived from the seed of the game. A long game seed stays secret."""
    if short(game):
        return 2 * game + side
    return int.from_bytes(blake2b(f"player {side} of {game}".encode(), digest_size=8).digest(), "big")


__all__ = [
    "NAMES", "PLAYERS", "SWIFT", "Admiral", "Captain", "Ensign", "NoPlayer", "Player", "RandomPlayer", "ScriptedPlayer",
    "make_player", "seat_seed",
]  # fmt: skip
