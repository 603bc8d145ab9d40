"""How a duel stands: who wins how often and by how much, over fleets and scenarios, and how long they thought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jovian.match.faults import Fault, Faults
from jovian.rehearsal.duels.bouts import Bout, Pair
from jovian.rehearsal.duels.sequential import SCORES, Test
from jovian.rehearsal.duels.times import Times
from jovian.rehearsal.questions.statistics import Estimate, bounded, mean

Both = tuple[Estimate | None, Estimate | None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How long one player took for a decision, in milliseconds of the processor."""

    decisions: int
    median: float
    of_100: float
    """What 99 of 100 did not exceed."""
    of_1000: float
    """What 999 of 1000 did not exceed."""
    most: float


@dataclass(frozen=True, slots=True)
class WithFleet:
    """How both players did with one fleet."""

    fleet: str
    shares: Both
    """How much of their games with it they won, a draw being half; None for one who never had it."""


@dataclass(frozen=True, slots=True)
class InScenario:
    """How a scenario went."""

    scenario: str
    pairs: int
    share: Estimate
    """How much the first player won."""
    objective: Estimate
    """By how many Objective Points a game it was ahead."""
    victory: Estimate
    """By how many Victory Points."""
    initiative: Estimate
    """How much was won by whoever had initiative."""
    paces: tuple[Pace, Pace]


@dataclass(frozen=True, slots=True)
class Standing:
    """What so many pairs came to. Shares are 0 to 1, a draw being half a win; the unit of intervals is the pair."""

    pairs: int
    won: tuple[int, int]
    """How many games each player won."""
    drawn: int
    share: Estimate
    """How much the first player won."""
    objective: Estimate
    """By how many Objective Points a game it was ahead."""
    victory: Estimate
    """By how many Victory Points."""
    ends: tuple[int, ...]
    """How many pairs gave it 0, a quarter, a half, three quarters and all."""
    ratio: float
    """How far the test is: at `bound` the higher share is taken for true, at minus that the lower."""
    bound: float
    verdict: str
    """`stronger`, `not stronger` or `undecided`: of the first player."""
    initiative: Estimate
    """How much was won by whoever had initiative."""
    first_side: Estimate
    """How much was won by side 0."""
    fleets: tuple[WithFleet, ...]
    scenarios: tuple[InScenario, ...]
    paces: tuple[Pace, Pace]
    faults: tuple[Fault, ...]
    """What the players did wrong, `side` being the player."""


def standing(pairs: Sequence[Pair], test: Test) -> Standing:
    """Take pairs together; there is at least one."""
    bouts, scores = _bouts(pairs), [pair.score for pair in pairs]
    faults = Faults()
    for bout in bouts:
        faults.add(bout.faults)
    return Standing(
        len(pairs), (_won(bouts, 0), _won(bouts, 1)), _won(bouts, None), _share(scores),
        mean([pair.objective for pair in pairs]), mean([pair.victory for pair in pairs]),
        tuple(scores.count(score) for score in SCORES), test.ratio(scores), test.bound, test.verdict(scores),
        _initiative(pairs), _by_pair(pairs, lambda bout: bout.score(bout.seats[0])),
        tuple(_with_fleet(pairs, each) for each in sorted({fleet for pair in pairs for fleet in pair.fleets})),
        tuple(_in_scenario(pairs, each) for each in dict.fromkeys(sorted(pair.scenario for pair in pairs))),
        _paces(bouts), faults.found,
    )  # fmt: skip


def _bouts(pairs: Sequence[Pair]) -> list[Bout]:
    return [bout for pair in pairs for bout in pair.bouts]


def _won(bouts: Sequence[Bout], player: int | None) -> int:
    return sum(bout.winner == player for bout in bouts)


def _share(scores: Sequence[float]) -> Estimate:
    return bounded(scores, 0.0, 1.0)


def _by_pair(pairs: Sequence[Pair], score: Callable[[Bout], float]) -> Estimate:
    return _share([sum(map(score, pair.bouts)) / 2 for pair in pairs])


def _initiative(pairs: Sequence[Pair]) -> Estimate:
    return _by_pair(pairs, lambda bout: bout.score(bout.first))


def _with_fleet(pairs: Sequence[Pair], fleet: str) -> WithFleet:
    return WithFleet(fleet, (_share_with(pairs, fleet, 0), _share_with(pairs, fleet, 1)))


def _share_with(pairs: Sequence[Pair], fleet: str, player: int) -> Estimate | None:
    """How much of its games with a fleet a player won; of a pair in which it had it twice both count as one."""
    scores = []
    for pair in (each for each in pairs if fleet in each.fleets):
        own = [bout.score(player) for bout in pair.bouts if pair.fleets[bout.seats.index(player)] == fleet]
        scores.append(sum(own) / len(own))
    return _share(scores) if scores else None


def _in_scenario(pairs: Sequence[Pair], scenario: str) -> InScenario:
    own = [pair for pair in pairs if pair.scenario == scenario]
    return InScenario(
        scenario, len(own), _share([pair.score for pair in own]), mean([pair.objective for pair in own]),
        mean([pair.victory for pair in own]), _initiative(own), _paces(_bouts(own)),
    )  # fmt: skip


def _paces(bouts: Sequence[Bout]) -> tuple[Pace, Pace]:
    return _pace(bouts, 0), _pace(bouts, 1)


def _pace(bouts: Sequence[Bout], player: int) -> Pace:
    taken = sum((bout.times[player] for bout in bouts), Times())
    return Pace(taken.decisions, taken.within(0.5), taken.within(0.99), taken.within(0.999), taken.most)
