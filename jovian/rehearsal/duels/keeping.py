"""A duel in a file: what was asked for in its first line, then a line of JSON for each pair as it is finished.

A duel that was stopped goes on from it. A last line that was cut short, by whatever stopped it, is played again; any
other damage is one line that names the file, the line of it and the cause.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

from pydantic import TypeAdapter, ValidationError

from jovian.cards.error import CardError
from jovian.cards.reading.files import Unreadable, parse_json, read_lines
from jovian.dice import read_seed, told_seed
from jovian.match.saves.writing import write_whole
from jovian.rehearsal.duels.bouts import Bout, Pair
from jovian.rehearsal.duels.dueling import Duel
from jovian.rehearsal.duels.fighting import SEATS, Job

FORMAT = 1
MOST = 64 << 20
"""Bytes of such a file; a pair takes some 2,500 to 4,000."""
MAX_LINE = 64 << 10
"""Bytes of a line of it."""
MAX_NUMBER = 1_000_000_000
"""The largest count, time in milliseconds, or number of points that is read."""
MAX_LENGTH = 1000
"""The largest number of a length of time (`Times`), some 10 to the power of 18 milliseconds."""
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
    if lines is None:
        return ""
    seed = _heading(path, lines).get("seed")
    try:
        read_seed(seed if isinstance(seed, str) else "")
    except ValueError as error:
        raise CardError(str(path), 1, f"seed: {error}") from None
    return str(seed)


def known(path: Path, asked: Duel) -> list[Pair]:
    """The pairs of a file, which is of this duel; none if there is no file. Raises CardError."""
    lines = _lines(path)
    if lines is None:
        return []
    found, wanted = _heading(path, lines), heading(asked)
    for key, other in OTHERS.items():
        if found.get(key) != wanted[key]:
            raise CardError(str(path), 1, f"is a duel of {other}: another file begins another duel")
    fights = replace(asked, pairs=None).fights()
    share: dict[Any, Any] = {}
    return [compact(_pair(path, job, line), share) for line, job in zip(lines, fights, strict=False)]


@contextmanager
def kept(path: Path | None, asked: Duel, pairs: list[Pair]) -> Iterator[IO[str] | None]:
    """The file with these pairs, open for those that follow; None where nothing is to be kept. Raises OSError."""
    if path is None:
        yield None
        return
    if pairs:
        _cut_after(path, 1 + len(pairs))
    else:
        write_whole(path, f"{json.dumps(heading(asked))}\n")
    with path.open("a", encoding="utf-8") as file:
        yield file


def compact(pair: Pair, shared: dict[Any, Any]) -> Pair:
    """Return the same pair, whose lengths of times are the equal ones of other pairs: a duel has thousands of pairs."""
    first, second = pair.bouts
    return replace(pair, bouts=(_compact_bout(first, shared), _compact_bout(second, shared)))


def _compact_bout(bout: Bout, shared: dict[Any, Any]) -> Bout:
    first, second = (tuple(shared.setdefault(entry, entry) for entry in times.counts) for times in bout.times)
    return replace(bout, times=(replace(bout.times[0], counts=first), replace(bout.times[1], counts=second)))


def _cut_after(path: Path, count: int) -> None:
    """Remove what follows so many lines of a file: a line that was cut short. Raises OSError."""
    with path.open("r+b") as file:
        for _ in range(count):
            file.readline(MAX_LINE)
        file.truncate(file.tell())


def written(pair: Pair) -> str:
    """The line of a pair."""
    return json.dumps(asdict(pair), separators=(",", ":"))


def _lines(path: Path) -> Iterator[str] | None:
    """Return the whole lines of a file, read one at a time, None if there is no file."""
    return _read(path) if path.exists() else None


def _read(path: Path) -> Iterator[str]:
    try:
        yield from read_lines(path, MOST, MAX_LINE)
    except Unreadable as error:
        raise CardError(str(path), error.line, error.cause) from None


def _heading(path: Path, lines: Iterator[str]) -> dict[str, Any]:
    """Read the first line."""
    found = _json(path, 1, next(lines, "{}"))
    if not isinstance(found, dict) or found.get("duel") != FORMAT:
        raise CardError(str(path), 1, "is no duel")
    return found


def _pair(path: Path, job: Job, line: str) -> Pair:
    number = job.number + 2
    try:
        pair = _PAIR.validate_python(_json(path, number, line))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise CardError(str(path), number, f"is no pair of games: {where}: {first['msg']}") from None
    if fault := _find_fault(pair, job):
        raise CardError(str(path), number, fault)
    return pair


def _find_fault(pair: Pair, job: Job) -> str:
    """Describe what in a pair can't come from playing the job, "" if nothing does."""
    if pair.number != job.number:
        return f"is pair {pair.number}, where {job.number} should be"
    wanted = {"scenario": job.scenario, "fleets": job.fleets, "seed": told_seed(job.seed)}
    for key, value in wanted.items():
        if getattr(pair, key) != value:
            return f"{key}: must be {json.dumps(value)}, not {json.dumps(getattr(pair, key))}"
    faults = (_bout_fault(bout, seats) for bout, seats in zip(pair.bouts, SEATS, strict=True))
    return next((f"bouts.{index}.{fault}" for index, fault in enumerate(faults) if fault), "")


def _bout_fault(bout: Bout, seats: tuple[int, int]) -> str:
    """Describe what no game can come to, "" if nothing is wrong."""
    if bout.seats != seats:
        return f"seats: must be {list(seats)}"
    if bout.winner not in (None, *seats) or bout.first not in seats:
        return "winner, first: a player is 0 or 1"
    if any(fault.side not in seats for fault in bout.faults):
        return "faults: a player is 0 or 1"
    lengths = [length for times in bout.times for length, _ in times.counts]
    counts = [fault.times for fault in bout.faults] + [count for times in bout.times for _, count in times.counts]
    longest = [times.most for times in bout.times]
    if not all(0 <= number <= MAX_NUMBER for number in (bout.turns, bout.decisions, *counts, *longest)):
        return f"counts and times must be between 0 and {MAX_NUMBER}"
    if not all(abs(points) <= MAX_NUMBER for points in (*bout.objective, *bout.victory)):
        return f"points must be between -{MAX_NUMBER} and {MAX_NUMBER}"
    return "" if all(0 <= length <= MAX_LENGTH for length in lengths) else "times: there is no such length"


def _json(path: Path, number: int, line: str) -> Any:
    try:
        return parse_json(line)
    except Unreadable as error:
        raise CardError(str(path), number, error.cause) from None
