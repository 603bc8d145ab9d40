"""The record of a game: the entries of its journal, checkpoints, errors, and faults of players.

An entry is an answer, a change of the dice, an edit by hand, or a remark. A save stores each as a JSON list.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from jovian.cards.files import describe_error, one_line, place
from jovian.frozen import frozen
from jovian.game import Answer, Choice, Decision, Refusal, State

# --- Entries ---

RESEED, EDIT, REMARK = "reseed", "edit", "remark"
COMMON = "common"
"""Follows the key of a reseed whose dice depend on what they are rolled for, and not on the answers."""
LONGEST = 160
"""The maximum number of characters of a remark."""
_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True)


@frozen
class Answered:
    """An answer to a decision. In JSON: `[side, kind, choice]`."""

    side: int
    kind: str
    """The kind of the decision."""
    choice: Choice | None
    """The answer as JSON, None where the viewer may not know it yet."""

    @classmethod
    def of(cls, decision: Decision, answer: Answer) -> Answered:
        """Create the entry of an answer to a decision."""
        return cls(decision.side, decision.kind, answer.to_json())

    def to_json(self) -> list[Any]:
        return [self.side, self.kind, self.choice]

    def with_choice(self, choice: Choice | None) -> Answered:
        return Answered(self.side, self.kind, choice)

    def to_bytes(self) -> bytes:
        """Return the bytes that the dice depend on."""
        return _ENCODER.encode(self.to_json()).encode()


@frozen
class Reseeded:
    """A change of the dice from here on. In JSON: `["reseed", key]`, with `"common"` after it for common dice."""

    key: bytes
    common: bool

    def to_json(self) -> list[Any]:
        return [RESEED, self.key.hex(), *([COMMON] if self.common else [])]


@frozen
class Edited:
    """An edit by hand in a rehearsal. In JSON: `["edit", change]`."""

    change: list[Any]
    """The JSON of an edit of `rules/edits`."""

    def to_json(self) -> list[Any]:
        return [EDIT, self.change]


@frozen
class Remark:
    """A player's remark on the answer before it. In JSON: `["remark", side, text]`."""

    side: int
    text: str

    def to_json(self) -> list[Any]:
        return [REMARK, self.side, self.text]


Entry = Answered | Reseeded | Edited | Remark


def read_entry(data: Any) -> Entry:
    """Return the entry of a journal that any JSON describes. Raises ValueError with one line."""
    match data:
        case [str(verb), *rest] if verb == RESEED:
            return _read_reseed(rest)
        case [str(verb), list(change)] if verb == EDIT:
            return Edited(change)
        case [str(verb), *rest] if verb == REMARK:
            return remark(*rest) if len(rest) == 2 else remark(None, None)
        case [int(side), str(kind), choice]:
            return Answered(side, kind, choice)
    raise ValueError("expected [side, kind, choice], or a reseed, an edit, or a remark")


def _read_reseed(rest: list[Any]) -> Reseeded:
    try:
        match rest:
            case [str(key)]:
                return Reseeded(bytes.fromhex(key), common=False)
            case [str(key), str(common)] if common == COMMON:
                return Reseeded(bytes.fromhex(key), common=True)
    except ValueError:
        pass
    raise ValueError("a reseed needs a key in hexadecimal, optionally followed by 'common'")


def remark(side: Any, text: Any) -> Remark:
    """Return a remark of any values. Raises ValueError if they aren't valid. `remark_text` makes any text valid."""
    if type(side) is not int or side not in (0, 1):
        raise ValueError("a remark needs a side, 0 or 1, and a text")
    if not isinstance(text, str) or not text or remark_text(text) != text:
        raise ValueError(f"a remark needs one line of 1 to {LONGEST} plain characters")
    return Remark(side, text)


def read_journal(data: Sequence[Any]) -> list[Entry]:
    """Return the entries of a saved journal. Raises ValueError with one line, which names the number of the entry."""
    entries: list[Entry] = []
    for number, item in enumerate(data, 1):
        try:
            entries.append(read_entry(item))
        except ValueError as error:
            raise ValueError(f"answer {number}: {error}") from error
    return entries


def journal_to_json(journal: Sequence[Entry]) -> list[list[Any]]:
    """Return a journal as a save stores it."""
    return [entry.to_json() for entry in journal]


def remark_text(text: object) -> str:
    """Return a player's text as a valid remark: one line, shortened if necessary. "" if it isn't a text."""
    return one_line(text, LONGEST) if isinstance(text, str) else ""


def last_answer(journal: Sequence[Entry]) -> int:
    """Return the index of the last entry that isn't a remark, -1 if there is none."""
    return next((index for index in range(len(journal) - 1, -1, -1) if not isinstance(journal[index], Remark)), -1)


# --- Errors ---


class Refused(Exception):
    """An answer or an undo is not allowed. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal.plain()
        super().__init__(self.refusal.reason)


class IllegalAnswer(Exception):
    """A player gave an illegal answer or failed. The message names the player, the game, and the decision."""


class PlayerFailed(Exception):
    """A player from a file failed. The message says how in one line, with the file and the line."""


class NoPlayer(ValueError):
    """There is no such player, or its file can't be used. The message names it and says why in one line."""


class RulesError(Exception):
    """A rule failed on an answer. The match is back at the moment before it. `saves.failure` reports both."""

    def __init__(self, cause: BaseException, entry: Entry) -> None:
        super().__init__(f"a rule failed ({describe_error(cause)}); the answer was not recorded")
        self.entry = entry
        """The answer that was not recorded, as its entry."""


class SaveError(Exception):
    """A save can't be loaded. The message says why in one line, after the file and the line number if known."""

    def __init__(self, file: str, cause: str, line: int | None = None) -> None:
        self.file, self.line, self.cause = file, line, one_line(cause)
        super().__init__(f"{place(file, line)}: {self.cause}")


class UnsupportedVersion(SaveError):
    """The save has a format that this version can't read."""


class MalformedSaveError(SaveError):
    """The file isn't a save, or it is damaged."""


class Diverged(SaveError):
    """The rules give another game today than the save. `match` holds the game up to the last digest that agrees."""

    def __init__(self, file: str, cause: str, answers: int, match: object, line: int | None = None) -> None:
        super().__init__(file, cause, line)
        self.answers = answers
        self.match = match


class Altered(Diverged):
    """The save replays, but its checksum doesn't fit: it was changed after it was written. `match` holds its game."""


# --- Checkpoints ---


@frozen
class Checkpoint:
    """A copy of the state at an anchor, and how many answers, events, and digests were recorded before it."""

    answers: int
    events: int
    digests: int
    state: State

    def copy(self) -> Checkpoint:
        """Return a checkpoint with a state of its own."""
        return Checkpoint(self.answers, self.events, self.digests, self.state.clone())


# --- Faults ---


class Fault(NamedTuple):
    """The faults of a side at one kind of decision: answers that were illegal or missing, replaced by the default.

    In JSON, a list of the fields.
    """

    side: int
    kind: str
    """The kind of decision."""
    times: int
    """The number of faults."""
    first: str
    """The first fault in one line: the player, the game, the decision, and what was wrong."""


class Faults:
    """A tally of faults. A game that has one continues after a fault with the default choice."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], Fault] = {}
        self.total = 0
        """The number of all faults."""

    def note(self, side: int, kind: str, first: str, times: int = 1) -> None:
        self.total += times
        known = self._found.get((side, kind), Fault(side, kind, 0, first))
        self._found[side, kind] = known._replace(times=known.times + times)

    def add(self, faults: Iterable[Fault]) -> None:
        """Add all faults of another game to this tally."""
        for fault in faults:
            self.note(fault.side, fault.kind, fault.first, fault.times)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults, in the order in which each kind first occurred."""
        return tuple(self._found.values())

    def to_json(self) -> list[dict[str, Any]]:
        """Return for each side the number of faults, and the first one at each kind of decision."""
        return [
            {
                "count": sum(fault.times for fault in self.faults if fault.side == side),
                "first": {fault.kind: fault.first for fault in self.faults if fault.side == side},
            }
            for side in (0, 1)
        ]
