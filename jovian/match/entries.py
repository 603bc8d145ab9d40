"""Entries of the journal: what was answered, reseeded, changed by hand or remarked; each is written as a list."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from jovian.cards.error import one_line
from jovian.game import Choice

RESEED, EDIT, REMARK = "reseed", "edit", "remark"
COMMON = "common"
"""After a key: dice depend on it and on what they are rolled for, not on the answers since."""
LONGEST = 160
"""Characters of a remark."""
_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True)


class Answered(NamedTuple):
    """An answer to a decision, written `[side, kind, choice]`."""

    side: int
    kind: str
    """The kind of the decision."""
    choice: Choice | None
    """The answer as it is written; None where whoever looks may not know it yet."""

    def written(self) -> list[Any]:
        """It as a save holds it."""
        return [self.side, self.kind, self.choice]

    def to_bytes(self) -> bytes:
        """It as the bytes that the dice depend on."""
        return _ENCODER.encode(self).encode()


class Reseeded(NamedTuple):
    """Other dice from here on, written `["reseed", key]`, perhaps with `"common"` after it."""

    key: bytes
    common: bool

    def written(self) -> list[Any]:
        """It as a save holds it, the key in hexadecimal."""
        return [RESEED, self.key.hex(), *([COMMON] if self.common else [])]


class Edited(NamedTuple):
    """A change by hand in a rehearsal, written `["edit", change]`."""

    change: list[Any]
    """One of `rules/edits/` as it is written."""

    def written(self) -> list[Any]:
        """It as a save holds it."""
        return [EDIT, self.change]


class Remark(NamedTuple):
    """What a player said of the answer before, written `["remark", side, text]`."""

    side: int
    text: str

    def written(self) -> list[Any]:
        """It as a save holds it."""
        return [REMARK, self.side, self.text]


Entry = Answered | Reseeded | Edited | Remark


def read(written: Any) -> Entry:
    """An entry of a journal from any JSON. Raises ValueError, one line, if it is none."""
    match written:
        case [str(verb), *rest] if verb == RESEED:
            return _reseeded(rest)
        case [str(verb), list(change)] if verb == EDIT:
            return Edited(change)
        case [str(verb), *rest] if verb == REMARK:
            return remark(*rest) if len(rest) == 2 else remark(None, None)
        case [int(side), str(kind), choice]:
            return Answered(side, kind, choice)
    raise ValueError("an entry of a journal is [side, kind, choice], or a reseed, an edit or a remark")


def _reseeded(rest: list[Any]) -> Reseeded:
    try:
        match rest:
            case [str(key)]:
                return Reseeded(bytes.fromhex(key), common=False)
            case [str(key), str(common)] if common == COMMON:
                return Reseeded(bytes.fromhex(key), common=True)
    except ValueError:
        pass
    raise ValueError("a reseed is a key in hexadecimal, perhaps with 'common' after it")


def remark(side: Any, text: Any) -> Remark:
    """A remark of any values. Raises ValueError if it is none; `worded` makes one of any text."""
    if type(side) is not int or side not in (0, 1):
        raise ValueError("a remark is a side, 0 or 1, and a text")
    if not isinstance(text, str) or not text or worded(text) != text:
        raise ValueError(f"a remark is one line of 1 to {LONGEST} plain characters")
    return Remark(side, text)


def read_journal(written: Sequence[Any]) -> list[Entry]:
    """The entries of a journal as a save holds them. Raises ValueError, one line, with the number of a bad one."""
    found: list[Entry] = []
    for number, each in enumerate(written, 1):
        try:
            found.append(read(each))
        except ValueError as error:
            raise ValueError(f"answer {number}: {error}") from error
    return found


def written_journal(journal: Sequence[Entry]) -> list[list[Any]]:
    """A journal as a save holds it."""
    return [entry.written() for entry in journal]


def worded(text: object) -> str:
    """What a player says as a remark may have it: one line, cut where it is too long; "" for nothing to say."""
    return one_line(text, LONGEST) if isinstance(text, str) else ""


def last_answer(journal: Sequence[Entry]) -> int:
    """Where in a journal the last entry stands that is no remark, -1 for nowhere."""
    return next((at for at in range(len(journal) - 1, -1, -1) if not isinstance(journal[at], Remark)), -1)
