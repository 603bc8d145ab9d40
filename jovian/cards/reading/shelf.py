"""Where cards are read from: folders of units, fleets, scenarios, silhouettes and upgrades, the project's own first.

What lies on a later shelf stands in for what has the same key, stem or name on an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_PACKAGE = Path(__file__).resolve().parents[2]
ROOT = _PACKAGE / "contents" if (_PACKAGE / "contents").is_dir() else _PACKAGE.parent
"""Where that lies which comes with the game: in its folder, or in the package where that is installed by itself."""


class Shelf(NamedTuple):
    """One place with cards; a folder that is not there holds nothing."""

    units: Path
    fleets: Path
    scenarios: Path
    silhouettes: Path
    upgrades: Path

    @classmethod
    def at(cls, folder: str | Path) -> Shelf:
        """The shelf of a folder that holds the five."""
        top = Path(folder)
        return cls(top / "units", top / "fleets", top / "scenarios", top / "silhouettes", top / "upgrades")

    @classmethod
    def find_fault(cls, folder: Path) -> str:
        """Return why no card can be read from a folder, "" if one of the five folders is in it. Raises OSError."""
        if not folder.is_dir():
            return "is not a folder" if folder.exists() else "there is no such folder"
        known = [path for path in folder.iterdir() if path.name in cls._fields]
        for path in known:
            if not path.is_dir():
                return f"'{path.name}' in it is not a folder"
        return "" if known else f"none of the folders {', '.join(cls._fields)} is in it"


OURS = Shelf.at(ROOT / "assets")._replace(scenarios=ROOT / "scenarios")
"""What comes with the game."""

_set_out: list[Shelf] = [OURS]


def shelves() -> tuple[Shelf, ...]:
    """The shelves that are read, in order."""
    return tuple(_set_out)


def set_out(first: Shelf, *beside: Shelf) -> None:
    """Read cards from these shelves, and no others, from now on."""
    _set_out[:] = [first, *beside]


def put_beside(*beside: Shelf) -> None:
    """Read cards from these shelves beside the first one, in place of those that stood beside it so far."""
    set_out(_set_out[0], *beside)


@contextmanager
def reading(first: Shelf, *beside: Shelf) -> Iterator[None]:
    """Read cards from these shelves, and no others, as long as the block lasts."""
    before = shelves()
    set_out(first, *beside)
    try:
        yield
    finally:
        set_out(*before)


def files_in(folder: Path) -> list[Path]:
    """The card files below a folder, in order of their paths; [] if there is no such folder."""
    return sorted(folder.rglob("*.yaml"), key=lambda path: path.relative_to(folder).as_posix())


def stems(folder: str) -> dict[str, Path]:
    """The files of `fleets` or `scenarios` by stem, in order of stem."""
    found = {path.stem: path for path in _all(folder)}
    return {stem: found[stem] for stem in sorted(found)}


def _all(folder: str) -> Iterator[Path]:
    for shelf in shelves():
        top: Path = getattr(shelf, folder)
        yield from sorted(top.glob("*.yaml"))
