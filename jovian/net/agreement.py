"""What host and guest agree on before their game: clocks, who may stand in for an absent player, and rehearsals."""

from __future__ import annotations

from jovian.cards.files import short_name
from jovian.frozen import frozen
from jovian.players import NAMES
from jovian.rules.basics.rolls import pluralize

MAX_MINUTES = 180
"""The most minutes that each player may have for a Game Turn."""


@frozen
class Agreement:
    """What the host offers with the battle. The guest reads it before it chooses a fleet."""

    minutes: int = 0
    """The minutes that each player has for a Game Turn, 0 without clocks."""
    stand_in: str = ""
    """The computer player that may take the seat of an absent player, "" for none."""
    is_rehearsing: bool = False
    """Whether each player may rehearse with what their side knows."""

    def __post_init__(self) -> None:
        """Check the bounds. Raises ValueError."""
        if not 0 <= self.minutes <= MAX_MINUTES:
            raise ValueError(f"minutes must be 0 to {MAX_MINUTES}")
        if self.stand_in and self.stand_in not in NAMES:
            raise ValueError(f"there is no player '{short_name(self.stand_in)}'")

    @property
    def words(self) -> str:
        """The agreement in sentences."""
        minutes = pluralize(self.minutes, "minute")
        clock = f"Each player has {minutes} for each Game Turn" if self.minutes else "No clock"
        seat = f"The computer player {self.stand_in} may take" if self.stand_in else "No computer player takes"
        rehearsals = "Both players may rehearse" if self.is_rehearsing else "No rehearsals"
        return f"{clock}. {seat} the seat of an absent player. {rehearsals} during the game."
