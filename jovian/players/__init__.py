"""Who answers: the computer players, made by name, or from a file of one's own.

What things are worth (`judgment/`) is apart from what each player tries (a package of its own, or one small file).
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
from jovian.players.player import Player, RandomPlayer, ScriptedPlayer, from_file, of_file

_MAKERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer, "cadet": Cadet, "ensign": Ensign, "captain": Captain,
    **{f"captain:{name}": partial(Captain, mind=mind) for name, mind in TEMPERAMENTS.items()},
    "admiral": Admiral,
    **{f"admiral:{name}": partial(Admiral, mind=mind) for name, mind in TEMPERAMENTS.items()},
}  # fmt: skip
"""By name, weakest first; one of another temperament has a colon in its name, such as `captain:bold`."""

NAMES = tuple(_MAKERS)
"""All names, those with a temperament after their level."""
PLAYERS = tuple(name for name in _MAKERS if ":" not in name)
"""The names of the computer players, weakest first."""
SWIFT = PLAYERS[: PLAYERS.index("admiral")]
"""Those of them who play a game in seconds, so that many may be played."""


def make_player(text: str, seed: int = 0, content: str = "") -> Player:
    """The player of a text: a level, a level and its temperament (`level:temperament`), or a file (`path/bot.py:Name`).

    A file is run. Its name must come from the user, never from a file that somebody can send. With the hash of a
    `content`, a file whose content differs isn't run.

    Raises NoPlayer: one line that says what there is, or names the file and what is wrong with it.
    """
    if of_file(text):
        return from_file(text, seed, content)
    maker = _MAKERS.get(text)
    if maker is None:
        raise NoPlayer(f"there is no player '{short_name(text)}'{suggest_names(text, _MAKERS)}")
    return maker(seed)


def seat_seed(game: int, side: int) -> int:
    """The seed of a side's player: from that of the game, which it does not tell unless that could be searched."""
    if short(game):
        return 2 * game + side
    return int.from_bytes(blake2b(f"player {side} of {game}".encode(), digest_size=8).digest(), "big")


__all__ = [
    "NAMES", "PLAYERS", "SWIFT", "Admiral", "Captain", "Ensign", "NoPlayer", "Player", "RandomPlayer", "ScriptedPlayer",
    "make_player", "seat_seed",
]  # fmt: skip
