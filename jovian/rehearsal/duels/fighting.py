"""One pair of games, played where it is asked for: the work that processes share."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from time import process_time
from typing import Any

from jovian.dice import told_seed
from jovian.game import Answer, Choice, Decision, State
from jovian.match import Match, Setup
from jovian.match.drive import Chooser, name_of
from jovian.match.faults import Fault, Faults
from jovian.match.saves.load import from_data
from jovian.play.play import Play
from jovian.players import make_player, seat_seed
from jovian.rehearsal.duels.bouts import Bout, Pair
from jovian.rehearsal.duels.times import Times

KEPT = 8
"""How many set-ups a process keeps ready."""
SEATS = ((0, 1), (1, 0))
"""Who plays side 0 and side 1 in the two games of a pair."""


@dataclass(frozen=True, slots=True)
class Job:
    """A pair that is to be played."""

    number: int
    scenario: str
    fleets: tuple[str, ...]
    game: str
    """A game of these that has not begun, as the text of a save: a worker needs no file for it."""
    players: tuple[str, str]
    """By name or file."""
    seed: int


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, player: Chooser) -> None:
        self._player = player
        self.milliseconds: list[float] = []

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """What the player answers."""
        began = process_time()
        try:
            return self._player.choose(decision, view)
        finally:
            self.milliseconds.append(1000 * (process_time() - began))

    @property
    def called(self) -> str:
        """Who it is, for a complaint."""
        return name_of(self._player)


def fight(job: Job) -> Pair:
    """Play both games of a pair to their ends."""
    setup = replace(_setup(job.game), seed=job.seed)
    one, two = (_bout(setup, job, seats) for seats in SEATS)
    return Pair(job.number, job.scenario, job.fleets, told_seed(job.seed), (one, two))


def _bout(setup: Setup, job: Job, seats: tuple[int, int]) -> Bout:
    game, faults = Play(Match(setup, log=False)), Faults()
    timed = [Timed(make_player(job.players[who], seat_seed(job.seed, side))) for side, who in enumerate(seats)]
    game.play_out(timed[0], timed[1], faults=faults)
    state, side_of = game.state, seats.index
    points = [state.scores[side_of(who)] for who in (0, 1)]
    return Bout(
        seats, None if state.winner is None else seats[state.winner], seats[state.initiative], state.turn,
        (points[0].objective, points[1].objective), (points[0].victory, points[1].victory), len(game.match.journal),
        state.digest(), tuple(_of_player(fault, seats) for fault in faults.found),
        (Times.of(timed[side_of(0)].milliseconds), Times.of(timed[side_of(1)].milliseconds)),
    )  # fmt: skip


def _of_player(fault: Fault, seats: tuple[int, int]) -> Fault:
    return fault._replace(side=seats[fault.side])


@lru_cache(maxsize=KEPT)
def _setup(text: str) -> Setup:
    data: Any = json.loads(text)
    return from_data(data, "the set-up").setup
