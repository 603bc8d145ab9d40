"""The keeper of one game: it writes the game's autosaves and saves under a name that no other game has.

The name is taken at the first write and never from what a save says, so no file decides where others are written.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jovian.match import Match, SaveError
from jovian.match.saves.save import save
from jovian.match.saves.writing import sweep, write_whole
from jovian.ui.files.claim import Claim, claim_again, claim_new
from jovian.ui.files.paths import home
from jovian.ui.files.saves import HUMANS, SUFFIX, TOLD, Seats, file_name, folder, note_of, read, title_of

LATEST = "latest"
"""The autosave that follows the game."""
TURN = "turn"
TURNS_KEPT = 6
"""How many autosaves from the beginning of a turn are kept of a game."""


class Keeper:
    """Writes one game. Every write answers with one line about what went wrong, "" if nothing did."""

    def __init__(self, claim: Claim | None = None, turn: int = -1, origin: str = "") -> None:
        self._claim = claim
        self._turn = turn
        """The turn whose beginning has been kept."""
        self.origin = origin
        """What it is a copy of, "" for a game of its own."""
        self.kept = ""
        """The digest of what was written last."""
        self.note: dict[str, Any] = {}
        """What is written beside the game, besides who sits where and what it is."""
        self.quick: Path | None = None
        """The save made last under a name, which quick load goes back to."""

    @property
    def name(self) -> str:
        """What the game is called, "" as long as nothing has been written."""
        return self._claim.name if self._claim is not None else ""

    def autosave(self, match: Match, seats: Seats) -> str:
        """Keep the game as it stands, and once a turn what it was when that began."""
        turn = match.state.turn
        try:
            own = self._home()
            if turn != self._turn and not match.over:
                self._write(match, seats, own / f"{TURN} {turn}{SUFFIX}")
                self._forget(own, turn)
                self._turn = turn
            self._write(match, seats, own / f"{LATEST}{SUFFIX}")
        except OSError as error:
            return _unsaved(error)
        return ""

    def save_as(self, match: Match, seats: Seats, wanted: str = "") -> tuple[str, str]:
        """Save under a name of the player's, or one made from the game's; a name that is taken gets a number.

        The name it got, and one line about what went wrong.
        """
        try:
            name = wanted or f"{self._home().name}, saved in turn {max(1, match.state.turn)}"
            path = _reserved(folder(), file_name(name), SUFFIX)
            try:
                self._write(match, seats, path)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        except OSError as error:
            return "", _unsaved(error)
        self.quick = path
        return path.stem, ""

    def rescue(self, match: Match, seats: Seats) -> tuple[str, str]:
        """Save what an error would have lost, beside all other saves of the game."""
        return self.save_as(match, seats, f"rescued {self.name or 'game'}")

    def put(self, name: str, value: Any) -> None:
        """Write something of JSON beside the game from now on, None for nothing any more."""
        self.note = {key: each for key, each in {**self.note, name: value}.items() if each is not None}
        self.kept = ""

    def _home(self) -> Path:
        if self._claim is None or not self._claim.holds():
            self._claim, self._turn = claim_new(folder()), -1
        return self._claim.folder

    def _write(self, match: Match, seats: Seats, path: Path) -> None:
        note: dict[str, Any] = {"seats": list(seats), "title": title_of(match)}
        save(match, path, self.note | note | ({"copy": self.origin} if self.origin else {}))
        self.kept = match.state.digest()

    @staticmethod
    def _forget(own: Path, turn: int) -> None:
        """Remove the autosaves of turns long gone."""
        for path in own.glob(f"{TURN} *{SUFFIX}"):
            number = path.stem.removeprefix(f"{TURN} ")
            if number.isdigit() and len(number) < 6 and int(number) <= turn - TURNS_KEPT:
                path.unlink(missing_ok=True)


def take_up(path: Path) -> tuple[Match, Keeper]:
    """The game of a save, and who keeps it on: its old keeper if it is that game's latest and nobody else has it.

    Whoever plays on from anything older plays another game, which gets another name. Raises `SaveError`.
    """
    latest = path.name == f"{LATEST}{SUFFIX}" and path.parent.parent == folder()
    claim = claim_again(path.parent) if latest else None
    try:
        match, note = read(path), note_of(path)
    except SaveError:
        if claim is not None:
            claim.release()
        raise
    keeper = Keeper(claim, match.state.turn if claim is not None else -1)
    keeper.kept = match.state.digest()
    keeper.note = {name: each for name, each in note.items() if name not in TOLD}
    return match, keeper


def clean(before: float) -> int:
    """Remove the temporary files of windows that were killed, last touched before a moment; how many there were."""
    top = folder()
    below = [path for path in top.iterdir() if path.is_dir()] if top.is_dir() else []
    return sum(sweep(each, before) for each in (top.parent, top.parent / "reports", top, *below))


def report(name: str, suffix: str, content: str) -> str:
    """Keep an account of something that went wrong; one line that says where it lies."""
    try:
        path = _reserved(home() / "reports", file_name(name), suffix)
        write_whole(path, content)
    except OSError as error:
        return f"The report could not be written: {error.strerror or error}."
    return f"A report lies in {path}."


def _reserved(top: Path, name: str, suffix: str) -> Path:
    """An empty file of that name, or of that name with a number, which nobody had before."""
    top.mkdir(parents=True, exist_ok=True)
    for number in range(1, 10_000):
        path = top / (f"{name} ({number}){suffix}" if number > 1 else f"{name}{suffix}")
        try:
            path.open("x").close()
        except FileExistsError:
            continue
        return path
    raise OSError(0, "there are too many files of that name", str(top / name))


def _unsaved(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"The game could not be saved: {where}{error.strerror or error}"


__all__ = ["HUMANS", "Keeper", "Seats", "clean", "report", "take_up"]
