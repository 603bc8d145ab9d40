"""Games that are passed between friends by file: how far each was played at this computer.

A file in the player's folder has the side, the number of answers, and their checksum for each of the last games. A save
that comes from a friend is compared with them.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, place, read_json
from jovian.frozen import frozen
from jovian.match import Match
from jovian.match.entries import Entry, journal_to_json
from jovian.match.files import write_whole
from jovian.match.saves import setup_to_data
from jovian.user_files.paths import home, keep_damaged, read_mapping
from jovian.user_files.save_writer import LATEST
from jovian.user_files.saves import SUFFIX, folder

FILE = "passed.json"
FORMAT = 1
MAX_BYTES = 262_144
MAX_GAMES = 200
"""The number of games in the file. The one that was played longest ago makes space for another."""
MAX_ANSWERS, MAX_TEXT = 1_000_000, 200


@frozen
class PassedGame:
    """How far a game by file was played at this computer."""

    side: int
    """The side that is played here."""
    answers: int
    checksum: str
    """The checksum of these answers."""
    folder: str
    """The name of the game among the saves, "" if it has none."""

    def is_start_of(self, journal: list[Entry]) -> bool:
        """Return whether a game begins with the answers that were played here."""
        return answers_checksum(journal[: self.answers]) == self.checksum

    def find_folder(self, key: str) -> Path | None:
        """Return the folder of the game if its latest save is of the game with this key, else None."""
        own = folder() / self.folder
        try:
            data = read_json(own / f"{LATEST}{SUFFIX}") if self.folder and own.parent == folder() else None
        except UnreadableFileError:
            return None
        is_same = isinstance(data, dict) and key == _key_of(data.get("setup"), data.get("seed"))
        return own if is_same else None


def game_key(match: Match) -> str:
    """Return what tells a game from all others: a checksum of its setup and seed."""
    return _key_of(setup_to_data(match.setup), match.setup.seed)


def _key_of(setup: Any, seed: Any) -> str:
    return _checksum([setup, seed])


def answers_checksum(journal: list[Entry]) -> str:
    """Return a checksum of answers."""
    return _checksum(journal_to_json(journal))


def _checksum(data: Any) -> str:
    return blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()


def load_passed() -> tuple[dict[str, PassedGame], str]:
    """Return the games by key, the last played at the end, and one line about what is wrong with the file (or "")."""
    file = home() / FILE
    try:
        data = read_mapping(file, MAX_BYTES)
        rows = data.get("games", {})
        if data and data.get("format") != FORMAT:
            raise UnreadableFileError(f"format must be {FORMAT}")
        if not isinstance(rows, dict) or len(rows) > MAX_GAMES:
            raise UnreadableFileError(f"games must be a mapping of at most {MAX_GAMES}")
        return {key: _read(row) for key, row in rows.items()}, ""
    except UnreadableFileError as error:
        where = place(str(file), error.line)
        return {}, f"{where}: the file of passed games can't be read ({error}). The games are not affected"


def _read(row: Any) -> PassedGame:
    if not isinstance(row, dict) or row.keys() != PassedGame.__annotations__.keys():
        raise UnreadableFileError(f"a game must have the keys {', '.join(PassedGame.__annotations__)}")
    game = PassedGame(**row)
    numbers = ((game.side, 1), (game.answers, MAX_ANSWERS))
    if any(type(number) is not int or not 0 <= number <= limit for number, limit in numbers):
        raise UnreadableFileError("side must be 0 or 1, and answers a whole number from 0")
    if any(not isinstance(text, str) or len(text) > MAX_TEXT for text in (game.checksum, game.folder)):
        raise UnreadableFileError(f"checksum and folder must be texts of at most {MAX_TEXT} letters")
    return game


def save_passed(key: str, game: PassedGame) -> None:
    """Note how far a game was played. A damaged file is kept under another name. Raises OSError."""
    file = home() / FILE
    games, fault = load_passed()
    if fault:
        keep_damaged(file)
    games.pop(key, None)
    rows = {name: asdict(row) for name, row in [*games.items(), (key, game)][-MAX_GAMES:]}
    write_whole(file, json.dumps({"format": FORMAT, "games": rows}, indent=1), files_only=True)
