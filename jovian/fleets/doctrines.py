"""Doctrines of random fleets: how likely units of a role are, compared with 1 for each other role."""

from __future__ import annotations

from collections.abc import Mapping

DOCTRINES: dict[str, Mapping[str, float]] = {
    "Balanced": {},
    "Line": {"battleship": 4, "cruiser": 5, "destroyer": 5, "frigate": 4, "monitor": 4, "carrier": 0.3},
    "Carrier": {"carrier": 6, "tender": 3, "fighter": 3, "interceptor": 3, "exo-armor": 3, "bomber": 3},
    "Missile": {"cruiser": 3, "destroyer": 4, "corvette": 3, "bomber": 4, "gunboat": 3},
    "Raider": {"raider": 5, "corvette": 5, "scout": 4, "q-ship": 4, "frigate": 3, "battleship": 0.2, "monitor": 0.3},
}
"""The weights by doctrine."""
