"""Cards, fleets, drawings, and scenarios that don't change when the game's own are rebalanced.

Every test reads these. `tools/check_contents.py` checks the contents of the game.
"""

from __future__ import annotations

from pathlib import Path

from jovian.cards.files import Shelf, set_out

FROZEN = Shelf.at(Path(__file__).parent / "data" / "assets")


def use_frozen_contents() -> None:
    """Read the frozen contents from now on in this process."""
    set_out(FROZEN)
