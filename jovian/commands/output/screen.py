"""The terminal that tables are printed to: as wide as it is, or wide enough for any table where there is none."""

from __future__ import annotations

import sys

from rich.console import Console

WIDE = 120


def screen() -> Console:
    """Standard output as rich sees it; names are never read as markup."""
    width = None if sys.stdout.isatty() else WIDE
    return Console(width=width, markup=False, highlight=False, soft_wrap=False)
