"""From here: games are played from one start until there are enough of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from jovian.rehearsal.one_game.outcome import Outcome
from jovian.rehearsal.one_game.playing import Job, play_one
from jovian.rehearsal.one_game.start import Start
from jovian.rehearsal.questions.statistics import share
from jovian.rehearsal.work.workers import Workers

FEWEST = 30
"""How many games are played at least before an interval may end it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be rehearsed, and until when."""

    start: Start
    players: tuple[str, str] = ("ensign", "ensign")
    seed: int = 0
    games: int | None = 100
    """How many games, None for as many as `until` takes."""
    until: float | None = None
    """Until the interval of a win of side 0 is so much to either side, 0 to 1."""
    turns: int | None = None
    """How many Game Turns are played at most, None for all that there are."""

    def job(self, number: int) -> Job:
        """One of its games."""
        return Job(self.start, self.players, self.seed, number, self.turns)


def rehearse(ask: Ask, workers: Workers) -> Iterator[Outcome]:
    """The games in their order, as they are finished; the same ones with any workers. Raises WorkersLost."""
    won = 0
    numbers = count() if ask.games is None else iter(range(ask.games))
    for outcome in workers.shared(play_one, map(ask.job, numbers)):
        yield outcome
        won += outcome.winner == 0
        if _known(ask, won, outcome.number + 1):
            return


def _known(ask: Ask, won: int, games: int) -> bool:
    """Is the chance known as closely as is wanted?"""
    return ask.until is not None and games >= FEWEST and share(won, games).half <= ask.until
