"""The rich console for tables: as wide as the terminal, or 120 characters without a terminal."""

from __future__ import annotations

from rich.console import Console

from jovian.commands.stdout import stdout

WIDE = 120


def make_console() -> Console:
    """Return a console on standard output that prints names literally, without markup."""
    width = None if stdout().isatty() else WIDE
    return Console(file=stdout(), width=width, markup=False, highlight=False, soft_wrap=False)
