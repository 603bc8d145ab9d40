"""What to say of a unit card that is not there: which was meant, or that the file that should hold it is wrong."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePath

from jovian.cards.error import CardError, meant


def absent(key: str, cards: Collection[str], left_out: Collection[CardError] = ()) -> str:
    """What follows the complaint that no card has the key."""
    for fault in left_out:
        if "/".join(PurePath(fault.file).with_suffix("").parts[-2:]) == key:
            return f"; its file is wrong: {fault}"
    return meant(key, cards, few=0)
