"""Who plays a side: a human at this machine, or a computer player, by the text that `make_player` takes."""

from __future__ import annotations

from jovian.players import PLAYERS

HUMAN = "human"
SEATS = (HUMAN, *PLAYERS)
"""Who may sit at a side; a computer player that is added is offered here by itself."""


def known(seat: str) -> str:
    """A seat of a save, which may name a player that this version has not: a human sits there then."""
    return seat if seat in SEATS else HUMAN


def called(seat: str) -> str:
    """What whoever sits there is called: `ensign`."""
    return seat
