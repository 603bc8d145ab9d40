"""The entries of a game's record, marks in it, and what may go wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from jovian.cards.files import describe_error, one_line, place
from jovian.game import Choice, Refusal, State

# --- entries ---
# Entries of the journal: what was answered, reseeded, changed by hand or remarked; each is written as a list.

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

    def to_json(self) -> list[Any]:
        """It as a save holds it."""
        return [self.side, self.kind, self.choice]

    def to_bytes(self) -> bytes:
        """It as the bytes that the dice depend on."""
        return _ENCODER.encode(self).encode()


class Reseeded(NamedTuple):
    """Other dice from here on, written `["reseed", key]`, perhaps with `"common"` after it."""

    key: bytes
    common: bool

    def to_json(self) -> list[Any]:
        """It as a save holds it, the key in hexadecimal."""
        return [RESEED, self.key.hex(), *([COMMON] if self.common else [])]


class Edited(NamedTuple):
    """A change by hand in a rehearsal, written `["edit", change]`."""

    change: list[Any]
    """One of `rules/edits/` as it is written."""

    def to_json(self) -> list[Any]:
        """It as a save holds it."""
        return [EDIT, self.change]


class Remark(NamedTuple):
    """What a player said of the answer before, written `["remark", side, text]`."""

    side: int
    text: str

    def to_json(self) -> list[Any]:
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
    return [entry.to_json() for entry in journal]


def worded(text: object) -> str:
    """What a player says as a remark may have it: one line, cut where it is too long; "" for nothing to say."""
    return one_line(text, LONGEST) if isinstance(text, str) else ""


def last_answer(journal: Sequence[Entry]) -> int:
    """Where in a journal the last entry stands that is no remark, -1 for nowhere."""
    return next((at for at in range(len(journal) - 1, -1, -1) if not isinstance(journal[at], Remark)), -1)


# --- errors ---
# What can go wrong between a match and whoever drives it.


class Refused(Exception):
    """An answer, or an undo, that is not allowed; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class IllegalAnswer(Exception):
    """A player answered what is not allowed, or failed to answer: `str()` names player, game and question."""


class PlayerFailed(Exception):
    """A player from a file failed: one line that says how, and names the file and the line."""


class NoPlayer(ValueError):
    """There is no such player, or its file is none: one line that names it and says why."""


class RulesError(Exception):
    """A rule raised on an answer. The match is back where it stood before it; `save.failure` tells of both."""

    def __init__(self, cause: BaseException, entry: Entry) -> None:
        super().__init__(f"a rule failed ({describe_error(cause)}); the answer was not taken")
        self.entry = entry
        """The answer that was not taken, as the journal would have had it."""


class SaveError(Exception):
    """A save that cannot be loaded: one line that says why, after the file and the line if one is to blame."""

    def __init__(self, file: str, cause: str, line: int | None = None) -> None:
        self.cause = one_line(cause)
        super().__init__(f"{place(file, line)}: {self.cause}")
        self.line = line


class UnsupportedVersion(SaveError):
    """Written by a version that this one cannot read."""


class MalformedSaveError(SaveError):
    """Not a save, or a damaged one."""


class Diverged(SaveError):
    """The rules answer differently from when it was written. `match` holds the game up to the last matching digest."""

    def __init__(self, file: str, cause: str, answers: int, match: object) -> None:
        super().__init__(file, cause)
        self.answers = answers
        self.match = match


class Altered(Diverged):
    """A file that replays and yet is not what was saved: its seal does not fit. `match` holds the whole of its game."""


# --- mark ---
# A mark: a place in a match from which it can be taken up again.


class Mark(NamedTuple):
    """The state in which an anchor was asked, and how much had been recorded by then."""

    answers: int
    events: int
    digests: int
    state: State


# --- faults ---
# What players did wrong in games that went on: choices that were not allowed, or none. The default took them.


class Fault(NamedTuple):
    """What a side did wrong with one kind of question."""

    side: int
    kind: str
    """The kind of question."""
    times: int
    """How many of its choices the default took."""
    first: str
    """The first of them: player, game, question and what was wrong, in a line."""


class Faults:
    """Faults as they happen; handed to whoever drives a game, it goes on in spite of them."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], Fault] = {}
        self.total = 0
        """How many there are."""

    def note(self, side: int, kind: str, first: str, times: int = 1) -> None:
        """One more, or several at once."""
        self.total += times
        known = self._found.get((side, kind), Fault(side, kind, 0, first))
        self._found[side, kind] = known._replace(times=known.times + times)

    def add(self, faults: Iterable[Fault]) -> None:
        """Those of another game."""
        for each in faults:
            self.note(each.side, each.kind, each.first, each.times)

    @property
    def found(self) -> tuple[Fault, ...]:
        """All of them, in the order of the first of each kind."""
        return tuple(self._found.values())

    def to_json(self) -> list[dict[str, Any]]:
        """For each side how many there were, and the first of each kind of question."""
        return [
            {
                "count": sum(each.times for each in self.found if each.side == side),
                "first": {each.kind: each.first for each in self.found if each.side == side},
            }
            for side in (0, 1)
        ]
