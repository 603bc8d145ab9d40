"""The ensign: a steady opponent that shoots well, keeps on the table, and looks no further than its next move.

Its habits, a file for each thing it decides: what it tries, and in which order. What that is worth it asks of
`players/judgment/`.
"""

from jovian.players.ensign.ensign import Ensign

__all__ = ["Ensign"]
