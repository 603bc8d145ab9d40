"""Which of several plans is better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, cycle
from math import ceil

from jovian.rehearsal.forecast import CONFIDENCE, Estimate, bounded, deviate, estimate_mean, estimate_proportion
from jovian.rehearsal.game import Job, Plan, Start, play_one
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.workers import Workers

# --- rehearsing ---
# From here: games are played from one start until there are enough of them.

MIN_GAMES = 30
"""How many games are played at least before an interval may end it."""


@dataclass(frozen=True, slots=True)
class RehearsalSpec:
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


def rehearse(ask: RehearsalSpec, workers: Workers) -> Iterator[Outcome]:
    """The games in their order, as they are finished; the same ones with any workers. Raises WorkersLost."""
    won = 0
    numbers = count() if ask.games is None else iter(range(ask.games))
    for outcome in workers.shared(play_one, map(ask.job, numbers)):
        yield outcome
        won += outcome.winner == 0
        if _known(ask, won, outcome.number + 1):
            return


def _known(ask: RehearsalSpec, won: int, games: int) -> bool:
    """Is the chance known as closely as is wanted?"""
    return ask.until is not None and games >= MIN_GAMES and estimate_proportion(won, games).half <= ask.until


# --- comparing ---
# Which plan: several are played over the same games, and the weak ones are dropped early.
#
# A blocked race (Moore and Lee 1994, "Efficient algorithms for minimizing cross validation error"): in game k the
# same dice fall for the same under every plan, what is compared is the difference of two plans game by game, and a plan
# is dropped when that to the leader is below zero for sure. How sure is shared out, so that all intervals of a
# comparison hold together in 95 of 100 (Bonferroni): evenly among the pairs of plans, and among the looks by a spending
# function (Lan and DeMets 1983, the power family of Kim and DeMets 1987, squared: early looks cost little and the last
# one keeps three quarters). To end as soon as the intervals are narrow enough is no look at who leads (Chow and Robbins
# 1965).
#
# Looks are at fixed numbers of games, so that any workers give the same answer.

MOST = 8
"""How many plans are compared at most."""
CHECKS = 32
"""Into how many parts a race is divided, after each of which it may end."""
DOUBT = 1 - CONFIDENCE
"""What all intervals of a comparison together may miss."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one plan did."""

    name: str
    games: int
    """How many games were played with it."""
    score: Estimate
    """The share of wins of the plan's side, 0 to 1, a draw as half of one; its interval by itself."""
    wins: Estimate
    draws: Estimate
    margin: Estimate
    """Victory Points of the plan's side less those of the other."""
    behind: Estimate | None
    """Its score less that of the best plan in the same games, None for the best."""
    margin_behind: Estimate | None
    """The same of Victory Points."""
    dropped: int | None
    """After how many games it was given up, None if it stayed."""
    kept: Estimate
    """In which share of the games it was carried out to its end."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a race has shown."""

    side: int
    """Whose plans they are."""
    best: str
    """The plan with the greatest score of those that stayed."""
    games: int
    """How many games were played in all."""
    plans: tuple[Standing, ...]
    """In the order in which they were given."""


@dataclass
class Runner:
    """One plan in a race, and what came of its games so far."""

    plan: Plan
    outcomes: list[Outcome] = field(default_factory=list)
    dropped: int | None = None
    doubt: float | None = None
    """How much doubt the look had that dropped it, for one pair."""

    def scores(self, games: int | None = None) -> list[float]:
        """What each game was worth to the side: 1 for a win, half for a draw."""
        side = self.plan.side
        return [0.5 if each.winner is None else float(each.winner == side) for each in self.outcomes[:games]]

    def margins(self, games: int | None = None) -> list[float]:
        """By how many Victory Points the side was ahead."""
        sign = 1 - 2 * self.plan.side
        return [sign * each.margin for each in self.outcomes[:games]]


class Race:
    """Plans of one side for one position, played over the same games."""

    def __init__(self, ask: RehearsalSpec, plans: Sequence[Plan]) -> None:
        """`ask.games` is for each plan; `ask.until` how closely each difference to the best is to be known."""
        self._ask = replace(ask, start=replace(ask.start, common=True))
        self.runners = [Runner(plan) for plan in plans]
        self._pairs = len(plans) * (len(plans) - 1) // 2
        self.horizon = self._planned()
        """For how many games of each plan the doubt is shared out."""
        self._looks = looks(self.horizon)

    def run(self, workers: Workers) -> Iterator[Outcome]:
        """Play until it is decided, narrow enough or over; each game as it is finished. Raises WorkersLost."""
        begun = 0
        for end in self._ends():
            racing = self._racing()
            jobs = (self.job(number, each.plan) for number in range(begun, end) for each in racing)
            for runner, outcome in zip(cycle(racing), workers.shared(play_one, jobs), strict=False):
                runner.outcomes.append(outcome)
                yield outcome
            begun = end
            if end in self._looks:
                self._drop(end)
            if len(self._racing()) == 1 or self._narrow():
                return

    def known(self) -> Comparison | None:
        """What it has shown so far, None before every plan has played two games."""
        if min(len(each.outcomes) for each in self.runners) < 2:
            return None
        best = self._best()
        plans = tuple(self._standing(each, best) for each in self.runners)
        return Comparison(best.plan.side, best.plan.name, self.games, plans)

    @property
    def games(self) -> int:
        """How many games were played so far, of all plans together."""
        return sum(len(each.outcomes) for each in self.runners)

    # --- how many games ---
    def _planned(self) -> int:
        """As many as are asked for, or as the width takes between two even and independent plans."""
        ask = self._ask
        if ask.until is None:
            assert ask.games is not None
            return ask.games
        wanted = max(MIN_GAMES, ceil((deviate(1 - 0.75 * DOUBT / self._pairs) / ask.until) ** 2 / 2))
        return wanted if ask.games is None else min(wanted, ask.games)

    def _ends(self) -> Iterator[int]:
        """After how many games the race is looked at; where it goes by width, on and on past the horizon."""
        step = max(MIN_GAMES, self.horizon // CHECKS)
        yield from sorted({*self._looks, *range(step, self.horizon, step), self.horizon})
        if self._ask.until is None:
            return
        last = self.horizon
        for end in count(self.horizon + step, step):
            if self._ask.games is not None and last >= self._ask.games:
                return
            last = end if self._ask.games is None else min(end, self._ask.games)
            yield last

    def job(self, number: int, plan: Plan) -> Job:
        """A game of a plan, by its number."""
        return replace(self._ask.job(number), plan=plan)

    # --- who leads, and who is dropped ---
    def _racing(self) -> list[Runner]:
        return [each for each in self.runners if each.dropped is None]

    def _best(self) -> Runner:
        """The leader of those that race; of equal ones who has more Victory Points, then who was named first."""
        racing = self._racing()
        even = min(len(each.outcomes) for each in racing)
        return max(
            racing, key=lambda each: (estimate_mean(each.scores(even)).value, estimate_mean(each.margins(even)).value)
        )

    def _drop(self, games: int) -> None:
        best, doubt = self._best(), self.doubt(games)
        for each in self._racing():
            if each is not best and self._behind(each, best, doubt).high < 0:
                each.dropped, each.doubt = games, doubt

    def doubt(self, games: int | None = None) -> float:
        """What one pair of plans may spend at a look, None: at the end."""
        before = [look for look in self._looks if games is None or look < games]
        spent = (before[-1] / self.horizon) ** 2 if before else 0.0
        return DOUBT * ((1.0 if games is None else (games / self.horizon) ** 2) - spent) / self._pairs

    def _narrow(self) -> bool:
        """Is every difference to the leader known closely enough?"""
        if self._ask.until is None or len(self.runners[0].outcomes) < MIN_GAMES:
            return False
        best, doubt = self._best(), self.doubt()
        others = (each for each in self._racing() if each is not best)
        return all(self._behind(each, best, doubt).half <= self._ask.until for each in others)

    # --- what is told ---
    @staticmethod
    def _behind(one: Runner, best: Runner, doubt: float) -> Estimate:
        even = min(len(one.outcomes), len(best.outcomes))
        return bounded(_differences(one.scores(even), best.scores(even)), -1.0, 1.0, 1 - doubt)

    def _standing(self, one: Runner, best: Runner) -> Standing:
        doubt = self.doubt() if one.doubt is None else one.doubt
        games, even = len(one.outcomes), min(len(one.outcomes), len(best.outcomes))
        margins = _differences(one.margins(even), best.margins(even))
        return Standing(
            one.plan.name, games, bounded(one.scores(), 0.0, 1.0), estimate_proportion(one.scores().count(1.0), games),
            estimate_proportion(one.scores().count(0.5), games), estimate_mean(one.margins()),
            None if one is best else self._behind(one, best, doubt),
            None if one is best else estimate_mean(margins, 1 - doubt), one.dropped,
            estimate_proportion(sum(not each.broken for each in one.outcomes), games),
        )  # fmt: skip


def looks(horizon: int) -> tuple[int, ...]:
    """After how many games weak plans may be dropped, so many planned: half of them, a quarter, and so on."""
    found = []
    while (horizon := horizon // 2) >= MIN_GAMES:
        found.append(horizon)
    return tuple(reversed(found))


def _differences(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [mine - yours for mine, yours in zip(one, other, strict=True)]
