"""What is rehearsed: a position, as plain values that any process can take a game up from."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from jovian.match import Match
from jovian.match.knowledge import knowledge
from jovian.match.lookahead import Trial
from jovian.match.saves.load import from_data
from jovian.match.saves.save import to_data
from jovian.rehearsal.imagining.imagining import Unknown, imagined
from jovian.rehearsal.imagining.telling import drawn

KEPT = 4
"""How many games a process keeps ready to take up."""


@dataclass(frozen=True, slots=True)
class Start:
    """A position that games are played on from."""

    game: str
    """The game as the text of a save."""
    answers: int
    """After how many of its answers."""
    fresh: bool = False
    """Is it the beginning of a scenario, so that each game has a seed, and with it a setting-up, of its own?"""
    knowing: int | None = None
    """The side from whose knowledge each game starts, what is hidden from it drawn anew; None: everything is known."""

    common: bool = False
    """Do dice depend on what they are rolled for, not on the answers, so that other answers leave them as they are?"""

    @classmethod
    def of(
        cls, match: Match, answers: int | None = None, *, fresh: bool = False, knowing: int | None = None
    ) -> Start:
        """The position of a match after so many of its answers (None: as it stands)."""
        text, count = json.dumps(to_data(match)), len(match.journal) if answers is None else answers
        return cls(text, count, fresh, knowing)

    def at(self, answers: int) -> Start:
        """Another moment of the same game."""
        return replace(self, answers=answers)


def recorded(start: Start) -> Match:
    """The whole game that a start is a moment of, to be looked at."""
    return _game(start.game)


def opened(start: Start, key: bytes) -> Match | Trial:
    """A game of its own that stands at the start, with dice from here on that depend on the key alone.

    A match, which can be saved; from what a side may know a private game, which depends on nothing else.
    """
    return matched(start, key) if start.knowing is None else imagined(unknown(start), key, common=start.common)


def matched(start: Start, key: bytes) -> Match:
    """A match that stands at a start of which everything is known."""
    whole = _game(start.game)
    if start.fresh:
        return Match(replace(whole.setup, seed=int.from_bytes(key[:16], "big")))
    match = whole.fork_at(start.answers)
    match.reseed(key, common=start.common)
    return match


def drawn_anew(start: Start) -> tuple[str, ...]:
    """What of each game is drawn anew since its side may not know it, a sentence each; () if everything is known."""
    return () if start.knowing is None else drawn(unknown(start))


@lru_cache(maxsize=KEPT)
def unknown(start: Start) -> Unknown:
    """What its side knows at a start, and what may be hidden from it."""
    assert start.knowing is not None
    return Unknown.of(knowledge(_game(start.game).fork_at(start.answers), start.knowing))


@lru_cache(maxsize=KEPT)
def _game(text: str) -> Match:
    data: Any = json.loads(text)
    return from_data(data, "the position", keep_all=True)
