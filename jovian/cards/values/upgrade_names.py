"""The closed lists of upgrades: their kinds, who may carry them, what they may raise, the classes of hardpoints."""

from __future__ import annotations

CHARACTER, FITTING, WEAPON = "character", "squadron", "weapon"
UPGRADE_KINDS = (CHARACTER, FITTING, WEAPON)
"""Somebody aboard a ship; something that a squadron has more of; what fills a hardpoint."""
SPINAL = "SPN"
SLOTS = ("I", "II", "III", SPINAL)
"""The classes of hardpoints, v1.2.4 Fleet > Hardpoints."""
CARRIERS = ("capital", "exo-armor", "fighter")
"""Who may have an upgrade: capital ships, or squadrons of a type."""
USUAL = {CHARACTER: CARRIERS[:1], FITTING: CARRIERS[1:], WEAPON: CARRIERS[:1]}
"""Who may have an upgrade of a kind that does not say so."""
RATINGS = ("speed", "fire_control", "turns", "skill")
"""Plain ratings that an upgrade may raise."""
BOXES = ("marines", "fuel")
"""Tracks that an upgrade may give another box, one higher than the highest."""
UNUSED = "Hardpoint"
"""The type of the weapon that stands where none is, or where none is known."""
