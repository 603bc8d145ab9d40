"""What came of a pair of games, as plain values. Players are told apart by their number, 0 and 1, not by their side."""

from __future__ import annotations

from dataclasses import dataclass, field

from jovian.match.faults import Fault
from jovian.rehearsal.duels.times import Times


@dataclass(frozen=True, slots=True)
class Bout:
    """One game."""

    seats: tuple[int, int]
    """The players of side 0 and of side 1."""
    winner: int | None
    """Which player won, None for a draw."""
    first: int
    """Which player had initiative."""
    turns: int
    """The Game Turn in which it ended."""
    objective: tuple[float, float]
    """The Objective Points of both players."""
    victory: tuple[float, float]
    """Their Victory Points."""
    decisions: int
    digest: str
    """The fingerprint of the last state: that of the same game of `simulate`."""
    faults: tuple[Fault, ...] = ()
    """What they did wrong, `side` being the player."""
    times: tuple[Times, Times] = field(default=(Times(), Times()), compare=False)
    """How long the decisions of both players took."""

    def score(self, player: int) -> float:
        """1 for a win of a player, half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == player)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games of the same scenario, fleets and seed, the sides swapped."""

    number: int
    """Which of the pairs it is, from 0."""
    scenario: str
    fleets: tuple[str, ...]
    """Of side 0 and of side 1; none in a scenario that places its models."""
    seed: str
    """As `simulate --seed` takes it."""
    bouts: tuple[Bout, Bout]

    @property
    def score(self) -> float:
        """What player 0 made of both games, 0 to 1."""
        return sum(bout.score(0) for bout in self.bouts) / 2

    @property
    def objective(self) -> float:
        """By how many Objective Points a game player 0 was ahead."""
        return sum(bout.objective[0] - bout.objective[1] for bout in self.bouts) / 2

    @property
    def victory(self) -> float:
        """By how many Victory Points a game player 0 was ahead."""
        return sum(bout.victory[0] - bout.victory[1] for bout in self.bouts) / 2
