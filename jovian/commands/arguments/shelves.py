"""Which contents the commands read: the project's own, the user's, and those of `--assets`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from jovian.cards import left_out
from jovian.cards.error import place
from jovian.cards.kept.keeping import keep_in
from jovian.cards.reading.shelf import Shelf, put_beside, shelves
from jovian.commands.output.problem import Problem, print_line
from jovian.ui.files.paths import HOME, home, kept_cards, user_shelf


def open_shelves(assets: Sequence[Path] = ()) -> None:
    """Read the user's contents and those of the folders beside the project's. Keep the checked cards.

    Raises Problem if no card can be read from a folder, OSError if the folder can't be read.
    """
    if os.environ.get(HOME) and home().exists() and not home().is_dir():
        raise Problem(f"{HOME}: {place(str(home()), None)}: is not a folder")
    more = _read_shelves(assets)
    keep_in(kept_cards())
    put_beside(user_shelf(), *more)


def add_shelves(assets: Sequence[Path]) -> None:
    """Read the contents of these folders too. Raises Problem or OSError as `open_shelves` does."""
    put_beside(*shelves()[1:], *_read_shelves(assets))


def _read_shelves(assets: Sequence[Path]) -> list[Shelf]:
    for folder in assets:
        if fault := Shelf.find_fault(folder):
            raise Problem(f"--assets: {place(str(folder), None)}: {fault}")
    return [Shelf.at(folder.resolve()) for folder in assets]


def tell_left_out() -> None:
    """Name the cards that are wrong and left out, a line each."""
    for fault in left_out():
        print_line(f"left out: {fault}", sys.stderr)
