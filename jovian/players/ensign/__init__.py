"""The ensign: a steady opponent that shoots well, stays on the table, and plans only its next move.

`ensign.py` is the player, `orders.py` has its orders, and `choices.py` its other answers. `players/evaluation/` gives
the values in TV.
"""

from jovian.players.ensign.ensign import Ensign

__all__ = ["Ensign"]
