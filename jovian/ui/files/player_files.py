"""The player files that the user chose in the window: a list on this computer, in a file of its own.

A save names a player and never a file to run. A file runs only if the user chose it here and its content is still the
same: the list holds the path and the hash of the content for each name. A damaged list is kept under another name.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, one_line, place, unshowable
from jovian.match.files import write_whole
from jovian.players.player import ENDING, of_file
from jovian.ui.files.paths import home, keep_damaged, read_mapping

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


def load_players() -> tuple[tuple[OwnPlayer, ...], str]:
    """Return the players of the list, the latest last, and one line about what is wrong with it ("" if nothing is).

    Players that can be read are in it, whatever else is wrong.
    """
    try:
        rows = _read_rows()
    except UnreadableFileError as error:
        return (), _describe_fault(error)
    players = [_read_row(row) for row in rows]
    fault = (
        _describe_fault(UnreadableFileError(f"player {players.index(None) + 1} is wrong")) if None in players else ""
    )
    return tuple(player for player in players if player is not None), fault


def _read_rows() -> list[Any]:
    """Return the rows of the list, none if there is no list. Raises Unreadable."""
    data = read_mapping(list_file(), MOST_BYTES)
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
    return OwnPlayer(*texts) if len(texts) == len(keys) and of_file(texts[0]) else None


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


def keep_player(path: str, maker: str, content: str) -> tuple[OwnPlayer, str]:
    """Add a player that the user chose to the list, with the content that the user approved.

    A damaged list is kept under another name: one line says so, "" if the list was good. Raises OSError if the list
    cannot be written.
    """
    wrong = unshowable(path)
    if wrong:
        raise OSError(0, f"its path has {wrong}", one_line(path))
    players, fault = load_players()
    others = [player for player in players if player.player != f"{path}:{maker}"]
    before = next((player.name for player in players if player.player == f"{path}:{maker}"), "")
    player = OwnPlayer(before or _free_name(path, maker, {other.name for other in others}), path, content)
    rows = [asdict(row) for row in [*others, player][-MOST:]]
    kept_as = keep_damaged(list_file()) if fault else ""
    write_whole(list_file(), json.dumps({"format": FORMAT, "players": rows}, indent=1), files_only=True)
    return player, f"{fault}; the file is kept as {kept_as}" if fault else ""


def _free_name(path: str, maker: str, taken: set[str]) -> str:
    """Return a name that no other player of the list has."""
    stem = bare_name(path).removesuffix(ENDING)[: LONGEST // 2]
    number = 1
    while True:
        name = f"{stem}{f' ({number})' if number > 1 else ''}{ENDING}:{maker}"
        if name not in taken:
            return name
        number += 1
