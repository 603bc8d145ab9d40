"""An offer: a button of the action bar, as whoever answers a decision hands it to the bar."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Refusal


@dataclass(frozen=True, slots=True)
class Offer:
    """A button of the action bar."""

    name: str
    label: str
    kind: str = "plain"
    command: str = ""
    """The command of the keymap that presses it."""
    refusal: Refusal | None = None
    """Why it is off, None if it is on."""
    hint: str = ""
    lit: bool = False
