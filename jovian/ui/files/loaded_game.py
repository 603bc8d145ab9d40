"""A game that is loaded in the background: a thread reads and replays its save while the window goes on."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jovian.match import Match, SaveError
from jovian.match.saves import Check, load
from jovian.players.worker import ThreadJob
from jovian.ui.files.save_writer import LATEST, Claim, SaveWriter, claim_again, is_claimed_here
from jovian.ui.files.saves import SUFFIX, TOLD, folder, note_of


class CanceledError(Exception):
    """Nobody waits for the game any more."""


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game of a save, and what is needed to continue it."""

    match: Match
    note: dict[str, Any]
    """What the save holds beside the game."""
    claim: Claim | None = None
    """The name that the game keeps, None if it gets another one."""
    own: Path | None = None
    """The folder of the game if this window has its name already, which its present keeper has until `take_up`."""

    def take_up(self) -> SaveWriter:
        """Return the keeper that writes the game from now on. Call this once, on the thread of the window."""
        claim = claim_again(self.own) if self.own is not None else self.claim
        keeper = SaveWriter(claim, saved=list(self.match.journal))
        keeper.note = {name: value for name, value in self.note.items() if name not in TOLD}
        return keeper

    def drop(self) -> None:
        """Let another window have the name."""
        if self.claim is not None:
            self.claim.release()


def load_game(path: Path, check: Check = lambda: None) -> LoadedGame:
    """Load a save to continue it: under its name if it is the latest of its game and no other window has that.

    A game that continues from an older save gets a new name.

    Raises:
        SaveError: The save is damaged; the text is one line.
        CanceledError: The check raised it.

    """
    latest = path.name == f"{LATEST}{SUFFIX}" and path.parent.parent == folder()
    own = path.parent if latest and is_claimed_here(path.parent) else None
    claim = claim_again(path.parent) if latest and own is None else None  # First, so that no other window plays on.
    try:
        return LoadedGame(load(path, keep_all=True, check=check), note_of(path), claim, own)
    except BaseException:
        if claim is not None:
            claim.release()
        raise


class LoadJob(ThreadJob[LoadedGame | SaveError]):
    """The loading of one save, to play it or to watch it. The result is the game, or what is wrong with the save."""

    def __init__(self, path: Path, *, to_play: bool) -> None:
        self._path, self._to_play = path, to_play
        self._canceled = threading.Event()
        super().__init__(self._load)

    def cancel(self) -> None:
        """End the loading at the next answer, and let go of the game as soon as that is done."""
        self._canceled.set()
        self._future.add_done_callback(_drop)

    # --- on the thread ---
    def _load(self) -> LoadedGame | SaveError:
        try:
            if self._to_play:
                return load_game(self._path, self._check)
            return LoadedGame(load(self._path, keep_all=True, check=self._check), {})
        except SaveError as error:
            return error

    def _check(self) -> None:
        if self._canceled.is_set():
            raise CanceledError


def _drop(future: Future[LoadedGame | SaveError]) -> None:
    result = future.result() if future.exception() is None else None
    if isinstance(result, LoadedGame):
        result.drop()
