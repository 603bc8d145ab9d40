"""A game that is loaded in the background. A thread reads and replays the save while the window stays responsive."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from jovian.background import ThreadJob
from jovian.frozen import frozen
from jovian.match import Match, SaveError
from jovian.match.saves import Check, load
from jovian.user_files.save_writer import LATEST, Claim, SaveWriter, claim_again, is_claimed_here
from jovian.user_files.saves import SUFFIX, TOLD, folder, note_of


class CanceledError(Exception):
    """The loading was canceled."""


@frozen
class LoadedGame:
    """A game from a save, and what is needed to continue it."""

    match: Match
    note: dict[str, Any]
    """The values stored next to the game."""
    claim: Claim | None = None
    """The name under which the game continues, or None for a new name."""
    own: Path | None = None
    """The folder of the game if this window is already playing it. Its writer keeps the name until `take_up`."""

    def take_up(self) -> SaveWriter:
        """Return the writer for the continued game. Call it once, on the thread of the window."""
        claim = claim_again(self.own) if self.own is not None else self.claim
        keeper = SaveWriter(claim, saved=list(self.match.journal))
        keeper.note = {name: value for name, value in self.note.items() if name not in TOLD}
        return keeper

    def drop(self) -> None:
        """Release the name for other windows."""
        if self.claim is not None:
            self.claim.release()


def load_game(path: Path, check: Check = lambda: None) -> LoadedGame:
    """Load a save to continue it.

    The latest save of a game continues under its name if no other window plays that game. An older save continues
    under a new name.

    Raises:
        SaveError: The save is damaged. The text is one line.
        CanceledError: The check raised it.

    """
    latest = path.name == f"{LATEST}{SUFFIX}" and path.parent.parent == folder()
    own = path.parent if latest and is_claimed_here(path.parent) else None
    claim = claim_again(path.parent) if latest and own is None else None  # First, so that no other window continues it.
    try:
        return LoadedGame(load(path, keep_all=True, check=check), note_of(path), claim, own)
    except BaseException:
        if claim is not None:
            claim.release()
        raise


class LoadJob(ThreadJob[LoadedGame | SaveError]):
    """The loading of one save, to play or watch it. The result is the game, or what is wrong with the save."""

    def __init__(self, path: Path, *, to_play: bool) -> None:
        self._path, self._to_play = path, to_play
        self._canceled = threading.Event()
        super().__init__(self._load)

    def cancel(self) -> None:
        """Stop the loading at the next answer, and release the game."""
        self._canceled.set()
        self._future.add_done_callback(_drop)

    # --- On the thread ---
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
