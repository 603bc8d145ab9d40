"""What the ensign lays out before the game: terrain where it helps most and harms least."""

from __future__ import annotations

from itertools import islice

from jovian.game import State
from jovian.game.answers import Lay
from jovian.rules.terrain import LayOut
from tests.yardstick.judgment.places.ground import ground

WEIGHED = 8
"""Free places of a piece that are weighed."""


def lay(decision: LayOut, view: State) -> Lay | None:
    """The best of a few places of each piece; None if none has room."""
    found = [
        (ground(view, decision.side, card, pose), Lay(card.id, *pose))
        for card in decision.pool for pose in islice(decision.places(card), WEIGHED)
    ]  # fmt: skip
    return max(found, key=lambda each: each[0])[1] if found else None
