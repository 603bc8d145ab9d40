"""What a guest has seen of a game on another computer, in a file among the saves, with the invite to join again.

The file is a copy as `side_copy.py` makes it. At the end of the game, the whole save takes its place. The invite is in
a file of its own that only its owner can read, because copies are made to be shared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jovian.cards import CardError
from jovian.cards.building import read_card
from jovian.cards.files import UnreadableFileError, read_json
from jovian.game import LogEntry, State
from jovian.game.events import Started
from jovian.match import Match, SaveError
from jovian.match.files import SEAL_KEY
from jovian.net.invite import Invite, InviteError, parse_invite, write_secret
from jovian.net.joined import JoinedGame
from jovian.side_copy import CopyWriter, SideCopy, load_copy, read_copy, sealed_copy
from jovian.user_files.game_notes import load_notes, save_notes
from jovian.user_files.save_writer import LATEST, SaveWriter, claim_again
from jovian.user_files.saves import INVITE_FILE, SUFFIX, folder

MAX_INVITE_BYTES = 2000
CONTAINS = "What you have seen of a game with {name}. You can join it again."


class GuestFile:
    """The moments of a game that this side has seen, and their file."""

    def __init__(self, game: JoinedGame) -> None:
        """Continue the file of the same game, if there is one."""
        self._game = game
        self.keeper = SaveWriter()
        self._events: Sequence[LogEntry] = ()
        self._copies = CopyWriter(game.side)
        self.is_stale = False
        """Whether there are moments that aren't in the file."""
        found = _find_folder(game.commitment) if game.is_resumed else None
        claim = claim_again(found) if found is not None else None
        if claim is not None:
            self.keeper = SaveWriter(claim)
            self._continue(claim.folder / f"{LATEST}{SUFFIX}")

    @property
    def path(self) -> Path | None:
        """The file, None before it is written."""
        return folder() / self.keeper.name / f"{LATEST}{SUFFIX}" if self.keeper.name else None

    @property
    def moment(self) -> int:
        """The number of the last moment."""
        return len(self._copies) - 1

    def add(self, state: State, events: Sequence[LogEntry]) -> None:
        """Add what is seen now, with all events so far."""
        if [*events[: len(self._events)]] != self._events:
            pairs = zip(self._events, events, strict=False)
            self._copies.forget(next((n for n, (old, new) in enumerate(pairs) if old != new), len(events)))
        self._events = [*events]
        self.is_stale = self._copies.add(state, len(events)) or self.is_stale

    def write(self) -> None:
        """Write the file, with the invite beside it, in a thread."""
        make, game, self.is_stale = self._job(), self._game, False

        def write_invite(place: Path) -> str:
            if not (place / INVITE_FILE).exists():
                data = {"invite": str(game.line.invite), "game": game.commitment}
                write_secret(place / INVITE_FILE, json.dumps(data).encode())
            return sealed_copy(make())

        self.keeper.follow_copy(write_invite)

    def copy(self) -> Callable[[], SideCopy]:
        """Return what makes a copy of all that was seen so far. Any thread may do it."""
        make = self._job()
        return lambda: read_copy(json.loads(json.dumps({**make(), SEAL_KEY: {}})), "this game")

    def end(self, whole: Match) -> None:
        """Let the bookmarks be about the answers of the whole game, and forget the invite."""
        if not self.keeper.name or (notes_file := self.keeper.notes_file) is None:
            return
        (notes_file.parent / INVITE_FILE).unlink(missing_ok=True)
        notes, side = load_notes(notes_file)[0], self._game.side
        answers = [self._copies.answers_at(mark.answers, whole, side) for mark in notes.bookmarks]
        marks = (replace(mark, answers=count) for mark, count in zip(notes.bookmarks, answers, strict=True))
        save_notes(notes_file, replace(notes, bookmarks=tuple(marks)))

    def _job(self) -> Callable[[], dict[str, Any]]:
        match, game = self._game.match, self._game
        assert match is not None
        started = next(match.events.of(Started), None)
        names = (started.sides[0].name, started.sides[1].name) if started is not None else ("Side 0", "Side 1")
        return self._copies.job(match.public, names, self._events, CONTAINS.format(name=game.host_name))

    def _continue(self, file: Path) -> None:
        """Take over the moments of the file, as far as it can be read."""
        try:
            load_copy(file)
            data = read_json(file)
            self._copies = CopyWriter(self._game.side, [read_card(card) for card in data["cards"]], data["moments"])
        except (UnreadableFileError, SaveError, CardError, ValueError):
            return
        match, known = self._game.match, data["events"]
        seen = match.events.entries if match is not None else []
        pairs = enumerate(zip(seen, known, strict=False))
        kept = next((n for n, (entry, old) in pairs if json.loads(json.dumps(entry.to_json())) != old), len(known))
        self._copies.forget(min(kept, len(seen)))


def _find_folder(game: str) -> Path | None:
    """Return the folder of the file of a game, None if there is none."""
    files = folder().glob(f"*/{INVITE_FILE}")
    return next((file.parent for file in files if _read(file).get("game") == game), None)


def invite_beside(copy: Path) -> Invite | None:
    """Return the invite to the game of a copy, None if there is none."""
    try:
        return parse_invite(str(_read(copy.parent / INVITE_FILE).get("invite", "")))
    except InviteError:
        return None


def _read(file: Path) -> dict[str, Any]:
    try:
        data = read_json(file, MAX_INVITE_BYTES)
    except UnreadableFileError:
        return {}
    return data if isinstance(data, dict) else {}
