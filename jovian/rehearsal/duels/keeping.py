"""A duel in a file: what was asked for in its first line, then a line of JSON for each pair as it is finished.

A duel that was stopped goes on from it. A last line that was cut short, by whatever stopped it, is played again; any
other damage is one line that names the file, the line of it and the cause.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from pydantic import TypeAdapter, ValidationError

from jovian.cards.error import CardError
from jovian.cards.reading.files import Unreadable, decoded, parse_json, read_bytes
from jovian.dice import told_seed
from jovian.match.saves.writing import write_whole
from jovian.rehearsal.duels.bouts import Pair
from jovian.rehearsal.duels.dueling import Duel

FORMAT = 1
MOST = 256 << 20
"""Bytes of such a file; a pair takes some 2,500."""
OTHERS = {"players": "other players", "seed": "another seed", "meetings": "other scenarios or fleets"}
"""What is said of a duel whose first line differs in one of these."""
_PAIR = TypeAdapter(Pair)


def heading(asked: Duel) -> dict[str, Any]:
    """What must be the same for a duel to go on; until when it is played is not part of it."""
    meetings = [[scenario, *fleets] for scenario, fleets in asked.meetings]
    return {"duel": FORMAT, "players": list(asked.players), "seed": told_seed(asked.seed), "meetings": meetings}


def begun_with(path: Path) -> str:
    """The seed of the duel in a file, "" if there is no such file. Raises CardError."""
    lines = _lines(path)
    return str(_heading(path, lines)["seed"]) if lines else ""


def known(path: Path, asked: Duel) -> list[Pair]:
    """The pairs of a file, which is of this duel; none if there is no file. Raises CardError."""
    lines = _lines(path)
    if not lines:
        return []
    found, wanted = _heading(path, lines), heading(asked)
    for key, other in OTHERS.items():
        if found.get(key) != wanted[key]:
            raise CardError(str(path), 1, f"is a duel of {other}: another file begins another duel")
    return [_pair(path, number, line) for number, line in enumerate(lines[1:])]


@contextmanager
def kept(path: Path | None, asked: Duel, pairs: list[Pair]) -> Iterator[IO[str] | None]:
    """The file with these pairs, open for those that follow; None where nothing is to be kept. Raises OSError."""
    if path is None:
        yield None
        return
    lines = [json.dumps(heading(asked)), *map(written, pairs)]
    write_whole(path, "".join(f"{line}\n" for line in lines))
    with path.open("a", encoding="utf-8") as file:
        yield file


def written(pair: Pair) -> str:
    """The line of a pair."""
    return json.dumps(asdict(pair), separators=(",", ":"))


def _lines(path: Path) -> list[str]:
    """The whole lines of a file; none if there is no file."""
    if not path.exists():
        return []
    try:
        text = decoded(read_bytes(path, MOST))
    except Unreadable as error:
        raise CardError(str(path), error.line, error.cause) from None
    lines = text.split("\n")[:-1]
    if not lines:
        raise CardError(str(path), 1, "is no duel")
    return lines


def _heading(path: Path, lines: list[str]) -> dict[str, Any]:
    found = _json(path, 1, lines[0])
    if not isinstance(found, dict) or found.get("duel") != FORMAT:
        raise CardError(str(path), 1, "is no duel")
    return found


def _pair(path: Path, number: int, line: str) -> Pair:
    try:
        pair = _PAIR.validate_python(_json(path, number + 2, line))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CardError(str(path), number + 2, f"is no pair of games: {where}: {first['msg']}") from None
    if pair.number != number:
        raise CardError(str(path), number + 2, f"is pair {pair.number}, where {number} should be")
    return pair


def _json(path: Path, number: int, line: str) -> Any:
    try:
        return parse_json(line)
    except Unreadable as error:
        raise CardError(str(path), number, error.cause) from None
