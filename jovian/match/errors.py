"""What can go wrong between a match and whoever drives it."""

from __future__ import annotations

from jovian.cards.error import describe_error, one_line, place
from jovian.game import Refusal
from jovian.match.entries import Entry


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


class MalformedSave(SaveError):
    """Not a save, or a damaged one."""


class Diverged(SaveError):
    """The rules answer differently from when it was written. `match` holds the game up to the last matching digest."""

    def __init__(self, file: str, cause: str, answers: int, match: object) -> None:
        super().__init__(file, cause)
        self.answers = answers
        self.match = match


class Altered(Diverged):
    """A file that replays and yet is not what was saved: its seal does not fit. `match` holds the whole of its game."""
