"""Who plays a side: a human at this machine, or a computer player by name."""

from __future__ import annotations

from jovian.players import PLAYERS, Player, make_player

HUMAN = "human"
SEATS = (HUMAN, *PLAYERS)
"""Who may sit at a side; a computer player that is added is offered here by itself."""


def player_for(seat: str, seed: int) -> Player | None:
    """The computer player of a seat, None for a human; a name that is not known is a human too."""
    return make_player(seat, seed=seed) if seat in PLAYERS else None
