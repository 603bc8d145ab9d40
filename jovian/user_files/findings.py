"""What computer players have found out about finished games, for their replays: turning points, and mistakes.

Each kind has a folder. A file is named by the digest of the last state of its game, and all of it is checked when it is
read. A new result replaces the file.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from jovian.cards.building import read_plain
from jovian.cards.files import UnreadableFileError, place, read_json
from jovian.match import Match
from jovian.match.files import write_whole
from jovian.rehearsal.documents import to_json_value
from jovian.rehearsal.study import StudyReport
from jovian.rehearsal.turning_points import TurningPoints
from jovian.user_files.paths import home

MAX_BYTES = 4 << 20
"""Bytes of a file."""
Finding = TypeVar("Finding", TurningPoints, StudyReport)


def load_turning_points(match: Match) -> tuple[TurningPoints | None, str]:
    """Return the turning points of a game, None without any, and one line about what is wrong with the file (or "")."""
    return _load(match, TurningPoints)


def load_study(match: Match) -> tuple[StudyReport | None, str]:
    """Return the mistakes in a game as `load_turning_points` does."""
    return _load(match, StudyReport)


def save_turning_points(match: Match, found: TurningPoints) -> None:
    """Save the turning points of a game. Raises OSError."""
    _save(match, found)


def save_study(match: Match, found: StudyReport) -> None:
    """Save the mistakes in a game. Those of a side that wasn't studied now stay. Raises OSError."""
    known = load_study(match)[0]
    _save(match, found if known is None else found.with_other_sides(known))


def _file(match: Match, kind: type[TurningPoints] | type[StudyReport]) -> Path:
    folder = "turning points" if kind is TurningPoints else "studies"
    return home() / folder / f"{match.state.digest()}.json"


def _load(match: Match, kind: type[Finding]) -> tuple[Finding | None, str]:
    file = _file(match, kind)
    if not file.exists():
        return None, ""
    try:
        found: Finding = read_plain(kind, _with_later_fields(read_json(file, MAX_BYTES)))
        _check(found, len(match.journal))
    except (UnreadableFileError, ValueError) as error:
        words = "turning points" if kind is TurningPoints else "study of this game"
        line = error.line if isinstance(error, UnreadableFileError) else None
        return None, f"{place(str(file), line)}: the {words} can't be read ({error}). Run it again"
    return found, ""


def _save(match: Match, found: TurningPoints | StudyReport) -> None:
    text = json.dumps(to_json_value(found)) + "\n"
    if len(text) > MAX_BYTES:
        raise OSError(0, "the result is too long to be kept")
    write_whole(_file(match, type(found)), text, files_only=True)


def _with_later_fields(data: Any) -> Any:
    """Return turning points of an older version with the fields that these lack."""
    parts = data.get("parts") if isinstance(data, dict) else None
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        return data
    return data | {"parts": [{"answered": None, "fell": part.get("dice")} | part for part in parts]}


def _check(found: TurningPoints | StudyReport, answers: int) -> None:
    """Raise ValueError if parts aren't in the order of the game, or aren't in it at all."""
    parts = found.parts if isinstance(found, TurningPoints) else found.mistakes
    begins = [part.begin for part in parts]
    if not all(0 <= part.begin < part.end <= answers for part in parts) or any(a >= b for a, b in pairwise(begins)):
        raise ValueError("it is about another game")
    if isinstance(found, TurningPoints):
        moments = [moment.answers for moment in found.curve]
        is_curve = all(0 <= moment <= answers for moment in moments) and all(a < b for a, b in pairwise(moments))
        if not found.complete or not is_curve or not all(0 <= number < len(parts) for number in found.points):
            raise ValueError("it is about another game")
