"""The terminal that tables are printed to: as wide as it is, or wide enough for any table where there is none."""

from __future__ import annotations

from rich.console import Console

from jovian.commands.stdout import stdout

WIDE = 120


def make_console() -> Console:
    """Standard output as rich sees it; names are never read as markup."""
    width = None if stdout().isatty() else WIDE
    return Console(file=stdout(), width=width, markup=False, highlight=False, soft_wrap=False)
