"""How often a process that plays games collects garbage.

This module imports nothing heavy, because every process imports it.
"""

from __future__ import annotations

import gc

THRESHOLD = 200_000
"""The number of new objects before Python collects garbage. A start makes half as many and keeps them."""


def collect_rarely() -> None:
    """Collect garbage rarely in this process, and never search what it has now.

    Games leave next to nothing to collect.
    """
    gc.freeze()
    gc.set_threshold(THRESHOLD)
