"""A duel: which pairs are played in which order, and until when. One seed gives one duel with any workers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from itertools import count, islice
from random import Random

from jovian.match import Match
from jovian.match.saves.save import to_data
from jovian.play.starting import setup_of
from jovian.rehearsal.duels.bouts import Pair
from jovian.rehearsal.duels.fighting import Job, fight
from jovian.rehearsal.duels.sequential import UNDECIDED, Test
from jovian.rehearsal.work.workers import Workers

Meeting = tuple[str, tuple[str, ...]]
"""A scenario, and the fleets of side 0 and side 1."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is to be played, and until when."""

    players: tuple[str, str]
    """By name or file."""
    meetings: tuple[Meeting, ...]
    """The scenarios with their fleets: all are played once before any is played again."""
    seed: int
    """Of the first pair; each further pair has the next."""
    test: Test = field(default_factory=Test)
    pairs: int | None = None
    """How many pairs are played at most, None for as many as the test takes."""
    tested: bool = True
    """Does it end as soon as the test has decided?"""

    def fights(self, begin: int = 0) -> Iterator[Job]:
        """Its pairs in their order, from one on."""
        for number, (scenario, fleets) in islice(enumerate(self._drawn()), begin, self.pairs):
            yield Job(number, scenario, fleets, begun(scenario, fleets), self.players, self.seed + number)

    def _drawn(self) -> Iterator[Meeting]:
        """Rounds of all meetings, each in an order of its own."""
        for turn in count():
            order = list(self.meetings)
            Random(blake2b(f"round {turn} of {self.seed}".encode(), digest_size=8).digest()).shuffle(order)
            yield from order

    def over(self, pairs: Sequence[Pair]) -> bool:
        """Are these enough?"""
        if self.pairs is not None and len(pairs) >= self.pairs:
            return True
        return self.tested and self.test.verdict([pair.score for pair in pairs]) != UNDECIDED


@cache
def begun(scenario: str, fleets: tuple[str, ...]) -> str:
    """A game that has not begun, as the text of a save. Raises CardError."""
    return json.dumps(to_data(Match(setup_of(scenario, fleets), log=False)))


def meetings(scenarios: Sequence[str], fleets: Sequence[str]) -> tuple[Meeting, ...]:
    """Each scenario with each fleet against each, itself among them; once where it places its models.

    Raises CardError.
    """
    found: list[Meeting] = []
    for scenario in scenarios:
        if setup_of(scenario).scenario.models:
            found.append((scenario, ()))
        else:
            found += [(scenario, (one, other)) for one in fleets for other in fleets]
    return tuple(found)


def duel(asked: Duel, workers: Workers, known: Sequence[Pair] = ()) -> Iterator[Pair]:
    """The pairs that follow those that are known, in their order, as they are finished. Raises WorkersLost."""
    pairs = list(known)
    if asked.over(pairs):
        return
    for pair in workers.shared(fight, asked.fights(len(pairs))):
        pairs.append(pair)
        yield pair
        if asked.over(pairs):
            return
