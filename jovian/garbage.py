"""How often a process that plays games collects garbage, and what it forgets of finished games.

This module imports nothing heavy, because every process imports it.
"""

from __future__ import annotations

import gc
import sys

THRESHOLD = 200_000
"""The number of new objects before Python collects garbage. A start makes half as many and keeps them."""


def collect_rarely() -> None:
    """Collect garbage rarely in this process, and never search what it has now.

    Games leave next to nothing to collect.
    """
    gc.freeze()
    gc.set_threshold(THRESHOLD)


CACHING = (
    "jovian.dice.distributions", "jovian.table.arcs", "jovian.table.contact", "jovian.table.measure",
    "jovian.table.minkowski", "jovian.table.paths", "jovian.rules.damage.expected_damage",
    "jovian.rules.rulebook.active_effects", "jovian.rules.shots.formula", "jovian.players.evaluation.gunnery",
    "jovian.players.evaluation.marines", "jovian.players.evaluation.objectives", "jovian.rehearsal.luck",
    "jovian.descriptions.weapon_reach",
)  # fmt: skip
"""The modules whose caches fill up with numbers and tables of the games that were played."""


def forget_games() -> None:
    """Clear the caches that grow with the games of this process. A running game computes what it needs again."""
    for module in (sys.modules[name] for name in CACHING if name in sys.modules):
        for value in list(vars(module).values()):
            clear = getattr(value, "cache_clear", None)
            if clear is not None:
                clear()
        if hasattr(module, "clear_caches"):
            module.clear_caches()
