"""Which contents the commands read: the project's own, the user's, and those of `--assets`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from jovian.cards import left_out
from jovian.cards.kept.keeping import keep_in
from jovian.cards.reading.shelf import Shelf, put_beside
from jovian.commands.output.problem import Problem, print_line
from jovian.ui.files.paths import kept_cards, user_shelf


def open_shelves(assets: Sequence[Path] = ()) -> None:
    """Read the user's own contents beside the project's, and those of the folders, and keep it. Raises Problem."""
    for folder in assets:
        if not folder.is_dir():
            raise Problem(f"{folder}: is not a folder of assets")
    keep_in(kept_cards())
    put_beside(user_shelf(), *(Shelf.at(folder.resolve()) for folder in assets))


def tell_left_out() -> None:
    """Name the cards that are wrong and left out, a line each."""
    for fault in left_out():
        print_line(f"left out: {fault}", sys.stderr)
