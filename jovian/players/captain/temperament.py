"""How a captain is minded: a few weights, by name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Temperament:
    """What a captain makes of danger and of chances."""

    caution: float = 0.6
    """What TV that it may lose counts against TV that it takes."""
    later: float = 0.35
    """What an enemy that has acted counts, against one that has yet to act this turn."""
    promise: float = 0.3
    """What it could do next turn counts, against what it does now."""
    waiting: float = 0.85
    """How much of what it could do now is reckoned to be there yet if it waits."""
    menace: float = 0.7
    """What stopping an enemy counts, of what that enemy could do in its next activation."""
    boarding: float = 1.0
    """What ships count that may be boarded soon, its own and the enemy's."""


TEMPERAMENTS = {
    "bold": Temperament(caution=0.35, promise=0.4), "steady": Temperament(), "wary": Temperament(caution=0.9),
}  # fmt: skip
"""By name; without a name it is steady."""
