"""`check --ours`: what we ask of the contents that come with the game, beyond what makes a file legal.

Whoever adds cards of their own need not heed any of it; no rule and no test of the rules relies on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from jovian.commands.ours.cards import about_cards
from jovian.commands.ours.contents import Contents, files, read
from jovian.commands.ours.fleets import about_fleets
from jovian.commands.ours.roster import about_roster


def shortfalls(contents: Contents) -> Iterator[str]:
    """Everything that falls short of what we ask, a line each."""
    yield from about_cards(contents)
    yield from about_roster(contents)
    yield from about_fleets(contents)


__all__ = ["Contents", "files", "read", "shortfalls"]
