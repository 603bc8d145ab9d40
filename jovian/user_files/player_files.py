"""The list of player files that the user chose in the window.

A save names a player, never a file to run. A file runs only if the user chose it here and its content hasn't changed.
The list stores a path and a hash of the content for each name. A damaged list is kept under another name.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, one_line, place, unshowable
from jovian.frozen import frozen
from jovian.match.files import write_whole
from jovian.players.player import ENDING, is_file_player
from jovian.user_files.paths import home, keep_damaged, read_mapping

FILE = "players.json"
FORMAT = 1
MAX_PLAYERS = 100
"""Players in the list. The oldest ones are dropped."""
MAX_BYTES = 1 << 20
LONGEST = 120
"""Characters of a name."""


@frozen
class OwnPlayer:
    """A player from a file that the user chose."""

    name: str
    """The name in saves, such as `bot.py:Gunner`."""
    path: str
    content: str
    """The hash of the content that the user approved."""

    @property
    def maker(self) -> str:
        """The class or function that makes the player."""
        return self.name.rpartition(":")[2]

    @property
    def player(self) -> str:
        """The argument of `make_player` for this player."""
        return f"{self.path}:{self.maker}"


def list_file() -> Path:
    """Return the path of the list."""
    return home() / FILE


def load_players() -> tuple[tuple[OwnPlayer, ...], str]:
    """Return the players of the list, the latest last, and one line about what is wrong with it (or "").

    All players that can be read are returned.
    """
    try:
        rows = _read_rows()
    except UnreadableFileError as error:
        return (), _describe_fault(error)
    players = [_read_row(row) for row in rows]
    fault = ""
    if None in players:
        fault = _describe_fault(UnreadableFileError(f"player {players.index(None) + 1} is wrong"))
    return tuple(player for player in players if player is not None), fault


def _read_rows() -> list[Any]:
    """Return the rows of the list, or [] without a list.

    Raises:
        UnreadableFileError: The list is damaged.

    """
    data = read_mapping(list_file(), MAX_BYTES)
    if not data:
        return []
    rows = data.get("players")
    if data.get("format") != FORMAT or not isinstance(rows, list):
        raise UnreadableFileError(f"it isn't a list of format {FORMAT}")
    return rows


def _describe_fault(error: UnreadableFileError) -> str:
    return f"{place(str(list_file()), error.line)}: the list of player files cannot be read ({error})"


def own_players() -> tuple[OwnPlayer, ...]:
    """Return the players of the list, the latest last."""
    return load_players()[0]


def _read_row(row: Any) -> OwnPlayer | None:
    keys = ("name", "path", "content")
    values = [row.get(key) for key in keys] if isinstance(row, dict) else []
    texts = [value for value in values if isinstance(value, str)]
    return OwnPlayer(*texts) if len(texts) == len(keys) and is_file_player(texts[0]) else None


def find_player(seat: str) -> OwnPlayer | None:
    """Return the player of the list that a seat of a save names, or None.

    Older saves contain a path. It is only compared with the list, never opened.
    """
    known = own_players()
    by_path = {player.player: player for player in known}
    by_name = {player.name: player for player in known}
    return by_path.get(seat) or by_name.get(bare_name(seat))


def bare_name(seat: str) -> str:
    """Return the name of a player file without the folders that are in older saves."""
    return one_line(re.split(r"[\\/]", seat)[-1], LONGEST)


def keep_player(path: str, maker: str, content: str) -> tuple[OwnPlayer, str]:
    """Add a player that the user chose to the list, with the hash of the approved content.

    A damaged list is kept under another name, and the returned line says so.

    Raises:
        OSError: The list can't be written.

    """
    character = unshowable(path)
    if character:
        raise OSError(0, f"its path has {character}", one_line(path))
    players, fault = load_players()
    others = [player for player in players if player.player != f"{path}:{maker}"]
    before = next((player.name for player in players if player.player == f"{path}:{maker}"), "")
    player = OwnPlayer(before or _free_name(path, maker, {other.name for other in others}), path, content)
    rows = [asdict(row) for row in [*others, player][-MAX_PLAYERS:]]
    kept_as = keep_damaged(list_file()) if fault else ""
    write_whole(list_file(), json.dumps({"format": FORMAT, "players": rows}, indent=1), files_only=True)
    return player, f"{fault}; the file is kept as {kept_as}" if fault else ""


def _free_name(path: str, maker: str, taken: set[str]) -> str:
    """Return a name that isn't taken."""
    stem = bare_name(path).removesuffix(ENDING)[: LONGEST // 2]
    number = 1
    while True:
        name = f"{stem}{f' ({number})' if number > 1 else ''}{ENDING}:{maker}"
        if name not in taken:
            return name
        number += 1
