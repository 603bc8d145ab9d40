"""An offer: a button of the action bar, as whoever answers a decision hands it to the bar."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from jovian.game import Answer, Refusal


@dataclass(frozen=True, slots=True)
class Offer:
    """A button of the action bar."""

    name: str
    """What it is known by, no other beside it."""
    label: str
    kind: str = "plain"
    command: str = ""
    """The command of the keymap that presses it."""
    refusal: Refusal | None = None
    """Why it is off, None if it is on."""
    hint: str = ""
    lit: bool = False
    verb: str = ""
    """What it does, where several buttons do that to different things."""
    about: str = ""
    """Whom or what it does it to, then."""
    answer: Answer | None = None
    """The answer that it gives, None if it does something else."""

    @classmethod
    def to(cls, verb: str, about: str, label: str, **more: Any) -> Offer:
        """One of several buttons that do the same, each to something else."""
        return cls(f"{verb}:{about}", label, verb=verb, about=about, **more)


def named(offers: Iterable[Offer], name: str) -> Offer | None:
    """The offer of that name, None if there is none."""
    return next((offer for offer in offers if offer.name == name), None)
