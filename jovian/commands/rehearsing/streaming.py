"""`--stream`: the answer so far as lines of JSON, the last one complete.

Who reads them, a window or a script, need not stop it: it ends at once when its reader or its parent has.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from jovian.commands.output.stdout import print_json

SHARE = 20
"""A line comes after so many of the games so far are added again: after each game at first, later less often."""


class Form(Enum):
    """How the answer is told."""

    PRINTED = "for people"
    JSON = "one object"
    STREAM = "lines of JSON on the way, the last one complete"


def due(games: int) -> bool:
    """Is a line told after so many games? After every one of the first 40, every second of the next 20, and so on."""
    return games % max(1, games // SHARE) == 0


def tell(document: dict[str, Any]) -> None:
    """Print one line. Raises BrokenPipeError if nobody reads any more."""
    print_json(document)
