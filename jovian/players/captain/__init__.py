"""The captain: it plans whole activations, evaluates what the enemy may do next, and chooses the order of its models.

`captain.py` is the player. `players/evaluation/` gives the values in TV.
"""

from jovian.players.captain.captain import Captain

__all__ = ["Captain"]
