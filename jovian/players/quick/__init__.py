"""A player that answers in a fraction of the time of the others: it plays games on that somebody only thinks of.

It shoots what promises most by expected shares that are worked out once, heads where it can shoot, keeps on the table,
and closes in, boards and lands where that counts; for the rest it answers as the ensign does, or by default.
"""

from jovian.players.quick.memory import Memory
from jovian.players.quick.outline import Outline
from jovian.players.quick.quick import Quick

__all__ = ["Memory", "Outline", "Quick"]
