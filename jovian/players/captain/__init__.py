"""The captain: plans whole activations, weighs what the enemy may yet do, and chooses who goes when.

Its habits, a file for each; what things are worth it asks of `players/judgment/`.
"""

from jovian.players.captain.captain import Captain

__all__ = ["Captain"]
