"""The player files that the user chose in the window: a list on this computer, in a file of its own.

A save names a player and never a file to run. A file runs only if the user chose it here and its content is still the
same: the list holds the path and the hash of the content for each name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jovian.cards.error import one_line
from jovian.cards.reading.files import Unreadable, read_json, unshowable
from jovian.match.saves.writing import write_whole
from jovian.players.from_file import ENDING, of_file
from jovian.ui.files.paths import home

FILE = "players.json"
FORMAT = 1
MOST = 100
"""Players that are remembered. The one that was chosen first is forgotten first."""
MOST_BYTES = 1 << 20
LONGEST = 120
"""Characters of a name."""


@dataclass(frozen=True, slots=True)
class OwnPlayer:
    """A player from a file that the user chose."""

    name: str
    """What saves call it, such as `bot.py:Gunner`."""
    path: str
    content: str
    """The hash of the content that the user approved."""

    @property
    def maker(self) -> str:
        """The class or function that makes it."""
        return self.name.rpartition(":")[2]

    @property
    def player(self) -> str:
        """What `make_player` takes for it."""
        return f"{self.path}:{self.maker}"


def list_file() -> Path:
    """Return the path of the list."""
    return home() / FILE


def own_players() -> tuple[OwnPlayer, ...]:
    """Return the players of the list, the latest last. A list that cannot be read holds none."""
    try:
        data = read_json(list_file(), MOST_BYTES)
    except Unreadable:
        return ()
    rows = data.get("players") if isinstance(data, dict) and data.get("format") == FORMAT else None
    return tuple(_players(rows)) if isinstance(rows, list) else ()


def _players(rows: Iterable[Any]) -> Iterable[OwnPlayer]:
    keys = ("name", "path", "content")
    for row in rows:
        values = [row.get(key) for key in keys] if isinstance(row, dict) else []
        texts = [value for value in values if isinstance(value, str)]
        if len(texts) == len(keys) and of_file(texts[0]):
            yield OwnPlayer(*texts)


def find_player(seat: str) -> OwnPlayer | None:
    """Return the player of the list that a seat of a save names, None if there is none.

    Older saves hold a path. The path is compared with the list, and is never opened.
    """
    known = own_players()
    by_path = {player.player: player for player in known}
    by_name = {player.name: player for player in known}
    return by_path.get(seat) or by_name.get(bare_name(seat))


def bare_name(seat: str) -> str:
    """Return the name of a player file without the folders that older saves have before it."""
    return one_line(re.split(r"[\\/]", seat)[-1], LONGEST)


def keep_player(path: str, maker: str, content: str) -> OwnPlayer:
    """Put a player that the user chose into the list, with the content that the user approved.

    Raises OSError if the list cannot be written.
    """
    wrong = unshowable(path)
    if wrong:
        raise OSError(0, f"its path has {wrong}", one_line(path))
    known = [player for player in own_players() if player.player != f"{path}:{maker}"]
    before = next((player.name for player in own_players() if player.player == f"{path}:{maker}"), "")
    player = OwnPlayer(before or _free_name(path, maker, {player.name for player in known}), path, content)
    rows = [asdict(row) for row in [*known, player][-MOST:]]
    write_whole(list_file(), json.dumps({"format": FORMAT, "players": rows}, indent=1))
    return player


def _free_name(path: str, maker: str, taken: set[str]) -> str:
    """Return a name that no other player of the list has."""
    stem = bare_name(path).removesuffix(ENDING)[: LONGEST // 2]
    number = 1
    while True:
        name = f"{stem}{f' ({number})' if number > 1 else ''}{ENDING}:{maker}"
        if name not in taken:
            return name
        number += 1
