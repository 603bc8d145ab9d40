"""Where a game turned: its chances before each activation and at the end, and the activations that moved them most.

The chance is that of side 0, a draw counted as half a win. Each moment is rehearsed with a quarter of the games first;
where the chance moves for good (the moments around a part of the game, before and after it, taken together) both ends
have all of the games. There the change is split: the recorded answers of the activation are followed with dice drawn
anew, and what these games are worth more than the chance before was the decision; what came besides were the dice, and
how the other side answered them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from jovian.rehearsal.one_game.outcome import Outcome
from jovian.rehearsal.one_game.plans import Plan
from jovian.rehearsal.one_game.playing import Job, play_one
from jovian.rehearsal.one_game.start import Start, recorded
from jovian.rehearsal.questions.spans import Span, moments_of, spans_of
from jovian.rehearsal.questions.statistics import Estimate, share
from jovian.rehearsal.work.workers import Workers

POINTS = 6
"""How many parts of the game are looked at closely."""
FEWEST = 4
"""Games from each moment at least."""
PART = 4
"""One in so many games is played from every moment."""
AROUND = 2
"""Moments to either side that are taken together to see where the chance moves."""
PLAN = "recorded"


@dataclass(frozen=True, slots=True)
class TurningAsk:
    """What is to be found out about a game."""

    start: Start
    """The game, at its end."""
    players: tuple[str, str] = ("ensign", "ensign")
    seed: int = 0
    games: int = 40
    """How many games from a moment at most."""
    turns: int | None = None
    """How many Game Turns are played at most, None for all that there are."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The chance at one moment of the game."""

    answers: int
    """After how many answers it is."""
    turn: int
    games: int
    """How many were played from there; none where the game is over."""
    chance: Estimate | None
    """Of side 0, 0 to 1, a draw being half a win; None if nothing is known of it yet."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What one part of the game did to the chance of side 0."""

    span: Span
    change: Estimate | None
    """None if nothing is known of it yet."""
    decision: Estimate | None
    """What the recorded answers were worth with other dice; None if that was not rehearsed."""
    dice: Estimate | None
    """The rest: what fell, and how the other side answered it."""
    games: int
    """How many games followed the recorded answers."""
    close: bool
    """Was it looked at closely, with all of the games at both ends?"""


@dataclass(frozen=True, slots=True)
class Turning:
    """Where a game turned."""

    curve: tuple[Moment, ...]
    swings: tuple[Swing, ...]
    """One for each part of the game, in order."""

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers of the parts that were looked at closely and moved the chance, most first."""
        close = {n: abs(each.change.value) for n, each in enumerate(self.swings) if each.close and each.change}
        return tuple(sorted((n for n in close if close[n]), key=lambda n: (-close[n], n)))


@dataclass(slots=True)
class _Tally:
    """Games that were played from one start."""

    winners: list[int | None] = field(default_factory=list)

    def chance(self) -> Estimate:
        """The chance of side 0: halfway between winning and not losing, and so are its ends, by Wilson."""
        games = len(self.winners)
        won = share(self.winners.count(0), games)
        unlost = share(games - self.winners.count(1), games)
        return Estimate((won.value + unlost.value) / 2, (won.low + unlost.low) / 2, (won.high + unlost.high) / 2)


class Rehearsed:
    """A game while it is found out where it turned: what is known so far can be asked for at any time."""

    def __init__(self, ask: TurningAsk) -> None:
        self.ask = ask
        self.match = recorded(ask.start)
        self.spans = spans_of(self.match)
        self.moments = moments_of(self.spans)
        self._turns = [self.match.fork_at(answers).state.turn for answers in self.moments]
        self._from = [_Tally() for _ in self.moments]
        self._along: dict[int, _Tally] = {}
        self._close: list[int] = []

    @property
    def most(self) -> int:
        """How many games there will be at most."""
        few = self._few()
        close = min(POINTS, len(self.spans))
        return len(self.moments) * few + close * (2 * (self.ask.games - few) + self.ask.games)

    def play(self, workers: Workers) -> Iterator[Outcome]:
        """Play all games, in their order, the same ones with any workers. Raises WorkersLost."""
        few = self._few()
        yield from self._shared(workers, [(at, None, range(few)) for at in self._open()])
        self._close = close = self._steepest()
        ends = sorted({at for number in close for at in (number, number + 1)} & set(self._open()))
        plans = [(number, plan) for number in close if (plan := self._plan(number)) is not None]
        games: list[tuple[int, Plan | None, range]] = [(at, None, range(few, self.ask.games)) for at in ends]
        yield from self._shared(workers, [*games, *((number, plan, range(self.ask.games)) for number, plan in plans)])

    def answer(self) -> Turning:
        """What is known so far."""
        chances = [self._chance(at) for at in range(len(self.moments))]
        curve = (
            Moment(answers, turn, len(tally.winners), chance)
            for answers, turn, tally, chance in zip(self.moments, self._turns, self._from, chances, strict=True)
        )
        return Turning(tuple(curve), tuple(self._swing(number, chances) for number in range(len(self.spans))))

    def _few(self) -> int:
        return min(self.ask.games, max(FEWEST, self.ask.games // PART))

    def _open(self) -> list[int]:
        """The moments at which the game is not over."""
        return [at for at, answers in enumerate(self.moments) if not self._ended(answers)]

    def _ended(self, answers: int) -> bool:
        return self.match.over and answers == len(self.match.journal)

    def _shared(
        self, workers: Workers, asked: Sequence[tuple[int, Plan | None, Iterable[int]]]
    ) -> Iterator[Outcome]:
        """Play games from moments, or along parts where a plan is given, and keep how they ended."""
        each = [(at, plan, number) for at, plan, numbers in asked for number in numbers]
        jobs = (self._job(self.moments[at], number, plan) for at, plan, number in each)
        for (at, plan, _), outcome in zip(each, workers.shared(play_one, jobs), strict=True):
            tally = self._from[at] if plan is None else self._along.setdefault(at, _Tally())
            tally.winners.append(outcome.winner)
            yield outcome

    def _job(self, answers: int, number: int, plan: Plan | None) -> Job:
        ask = self.ask
        return Job(ask.start.at(answers), ask.players, ask.seed, number, ask.turns, plan)

    def _plan(self, number: int) -> Plan | None:
        """The recorded answers of who activates in a part, None where nobody does or nothing was asked."""
        span = self.spans[number]
        if span.side is None or all(entry[0] != span.side for entry in self.match.journal[span.begin : span.end]):
            return None
        return Plan.of(self.match.fork_at(span.end), span.begin, PLAN, span.side)

    def _steepest(self) -> list[int]:
        """The parts across which the chance moves most, what is around them taken together."""
        chances = [found.value for at in range(len(self.moments)) if (found := self._chance(at)) is not None]
        moved = [
            abs(_mean(chances[after : after + AROUND]) - _mean(chances[max(0, after - AROUND) : after]))
            for after in range(1, len(chances))
        ]
        steepest = sorted(range(len(moved)), key=lambda number: (-moved[number], number))
        return sorted(steepest[:POINTS])

    def _chance(self, at: int) -> Estimate | None:
        if self._ended(self.moments[at]):
            winner = self.match.state.winner
            sure = 0.5 if winner is None else float(winner == 0)
            return Estimate(sure, sure, sure)
        return self._from[at].chance() if self._from[at].winners else None

    def _swing(self, number: int, chances: Sequence[Estimate | None]) -> Swing:
        before, after, tally = chances[number], chances[number + 1], self._along.get(number)
        followed = tally.chance() if tally is not None else None
        return Swing(
            self.spans[number], difference(after, before), difference(followed, before), difference(after, followed),
            len(tally.winners) if tally is not None else 0, number in self._close,
        )  # fmt: skip


def difference(one: Estimate | None, other: Estimate | None) -> Estimate | None:
    """How much greater one chance is than another, each found by games of its own, by Newcombe's square and add."""
    if one is None or other is None:
        return None
    found = one.value - other.value
    low = found - sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    high = found + sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(found, low, high)


def _mean(chances: Sequence[float]) -> float:
    return sum(chances) / len(chances)
