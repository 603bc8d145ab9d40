"""Rehearsals of one position, and comparisons of several plans for it.

`rehearse` plays games until there are enough. `Race` plays plans over the same games and drops weak plans early.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, cycle
from math import ceil

from jovian.frozen import frozen
from jovian.rehearsal.forecast import (
    CONFIDENCE,
    Estimate,
    bounded,
    deviate,
    estimate_chance,
    estimate_mean,
    estimate_proportion,
    scores_and_luck,
    unexplained_share,
)
from jovian.rehearsal.game import GameJob, Plan, RehearsalSpec, play_one
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.workers import Workers

# --- Rehearsals ---

MIN_GAMES = 30
"""The minimum number of games before a narrow interval may end a rehearsal."""


def rehearse(ask: RehearsalSpec, workers: Workers) -> Iterator[Outcome]:
    """Yield the games in order, as they are finished, the same ones with any number of workers. Raises WorkersLost."""
    outcomes: list[Outcome] = []
    numbers = count() if ask.games is None else iter(range(ask.games))
    for outcome in workers.shared(play_one, map(ask.job, numbers)):
        yield outcome
        outcomes.append(outcome)
        if _is_exact_enough(ask, outcomes):
            return


def _is_exact_enough(ask: RehearsalSpec, outcomes: Sequence[Outcome]) -> bool:
    """Return whether the chance is known as exactly as wanted."""
    return ask.until is not None and len(outcomes) >= MIN_GAMES and estimate_chance(outcomes, 0).half <= ask.until


def games_needed(ask: RehearsalSpec, outcomes: Sequence[Outcome]) -> int:
    """Return how many games a rehearsal is expected to play, if side 0 continues to win as often."""
    if ask.games is not None or ask.until is None:
        return ask.games or len(outcomes)
    scores, luck = scores_and_luck(outcomes, 0)
    share = (sum(scores) + 1) / (len(scores) + 2)
    variance = share * (1 - share) * unexplained_share(scores, luck)
    return max(MIN_GAMES, ceil((deviate(CONFIDENCE) / ask.until) ** 2 * variance))


# --- Comparisons ---

MOST = 8
"""The maximum number of plans."""
CHECKS = 32
"""The number of parts of a race, after each of which it may end."""
DOUBT = 1 - CONFIDENCE
"""The total error probability of all intervals of a comparison."""


@frozen
class PlanResult:
    """The result of one plan."""

    name: str
    games: int
    """The number of games with it."""
    score: Estimate
    """The plan's score, from 0 to 1, with a draw as half a win, and its own interval."""
    wins: Estimate
    draws: Estimate
    margin: Estimate
    """The lead of the plan's side in Victory Points."""
    behind: Estimate | None
    """Its score minus the best plan's in the same games, or None for the best."""
    margin_behind: Estimate | None
    """The same difference in Victory Points."""
    dropped: int | None
    """The number of games after which it was dropped, or None."""
    kept: Estimate
    """The share of games in which it was carried out to its end."""


@frozen
class Comparison:
    """The result of a race."""

    side: int
    """The side of the plans."""
    best: str
    """The plan with the highest score among those that weren't dropped."""
    games: int
    """The total number of games."""
    plans: tuple[PlanResult, ...]
    """In the given order."""


@dataclass(slots=True)
class RaceRunner:
    """One plan in a race, and the outcomes of its games so far."""

    plan: Plan
    outcomes: list[Outcome] = field(default_factory=list)
    dropped: int | None = None
    doubt: float | None = None
    """The error probability per pair of the look that dropped it."""

    def scores(self, games: int | None = None) -> list[float]:
        """Return the score of each game for the plan's side: 1 for a win, 0.5 for a draw."""
        side = self.plan.side
        return [0.5 if outcome.winner is None else float(outcome.winner == side) for outcome in self.outcomes[:games]]

    def margins(self, games: int | None = None) -> list[float]:
        """Return the lead of the plan's side in Victory Points in each game."""
        sign = 1 - 2 * self.plan.side
        return [sign * outcome.margin for outcome in self.outcomes[:games]]


class Race:
    """Plans of one side for one position, played over the same games.

    This is a blocked race (Moore and Lee 1994, "Efficient algorithms for minimizing cross validation error"). Game k
    has the same dice under all plans, plans are compared game by game, and a plan is dropped when its difference to the
    leader is certainly negative. All intervals of a comparison together hold with 95% confidence: the error is divided
    evenly among the pairs of plans (Bonferroni) and among the looks by a spending function (Lan and DeMets 1983; the
    power family of Kim and DeMets 1987, squared: early looks cost little and the last one keeps three quarters). Ending
    at narrow intervals isn't a look (Chow and Robbins 1965). Looks are at fixed numbers of games, so that any number of
    workers gives the same result.
    """

    def __init__(self, ask: RehearsalSpec) -> None:
        self.ask = replace(ask, start=replace(ask.start, common=True))
        self.runners = [RaceRunner(plan) for plan in ask.plans]
        self._pairs = len(ask.plans) * (len(ask.plans) - 1) // 2
        self.horizon = self._wanted_games()
        """The number of games per plan over which the error is divided."""
        self._looks = looks(self.horizon)

    def run(self, workers: Workers) -> Iterator[Outcome]:
        """Yield each game as it is finished, until the race is decided, narrow enough, or over. Raises WorkersLost."""
        start = 0
        for end in self._check_points():
            runners = self._remaining()
            jobs = (self.job(number, racer.plan) for number in range(start, end) for racer in runners)
            for runner, outcome in zip(cycle(runners), workers.shared(play_one, jobs), strict=False):
                runner.outcomes.append(outcome)
                yield outcome
            start = end
            if end in self._looks:
                self._drop(end)
            if len(self._remaining()) == 1 or self._is_narrow():
                return

    def result_so_far(self) -> Comparison | None:
        """Return the result so far, or None before every plan has 2 games."""
        if min(len(runner.outcomes) for runner in self.runners) < 2:
            return None
        best = self._best()
        plans = tuple(self._current_result(runner, best) for runner in self.runners)
        return Comparison(best.plan.side, best.plan.name, self.games, plans)

    @property
    def games(self) -> int:
        """The number of games so far of all plans together."""
        return sum(len(runner.outcomes) for runner in self.runners)

    # --- Number of games ---
    def _wanted_games(self) -> int:
        """Return the wanted number of games, or the number that the width needs between two equal plans."""
        ask = self.ask
        if ask.until is None:
            assert ask.games is not None
            return ask.games
        wanted = max(MIN_GAMES, ceil((deviate(1 - 0.75 * DOUBT / self._pairs) / ask.until) ** 2 / 2))
        return wanted if ask.games is None else min(wanted, ask.games)

    def _check_points(self) -> Iterator[int]:
        """Yield the numbers of games after which the race is checked, past the horizon if a width is wanted."""
        step = max(MIN_GAMES, self.horizon // CHECKS)
        yield from sorted({*self._looks, *range(step, self.horizon, step), self.horizon})
        if self.ask.until is None:
            return
        last = self.horizon
        for end in count(self.horizon + step, step):
            if self.ask.games is not None and last >= self.ask.games:
                return
            last = end if self.ask.games is None else min(end, self.ask.games)
            yield last

    def job(self, number: int, plan: Plan) -> GameJob:
        """Return a game of a plan."""
        return replace(self.ask.job(number), plan=plan)

    # --- Leader and dropped plans ---
    def _remaining(self) -> list[RaceRunner]:
        return [runner for runner in self.runners if runner.dropped is None]

    def _best(self) -> RaceRunner:
        """Return the leader among the remaining plans. Ties go to more Victory Points, then to the first plan."""
        remaining = self._remaining()
        even = min(len(runner.outcomes) for runner in remaining)
        return max(
            remaining,
            key=lambda runner: (estimate_mean(runner.scores(even)).value, estimate_mean(runner.margins(even)).value),
        )

    def _drop(self, games: int) -> None:
        best, doubt = self._best(), self.doubt(games)
        for runner in self._remaining():
            if runner is not best and self._behind(runner, best, doubt).high < 0:
                runner.dropped, runner.doubt = games, doubt

    def doubt(self, games: int | None = None) -> float:
        """Return the error probability that one pair of plans may use at a look (None: at the end)."""
        before = [look for look in self._looks if games is None or look < games]
        spent = (before[-1] / self.horizon) ** 2 if before else 0.0
        return DOUBT * ((1.0 if games is None else (games / self.horizon) ** 2) - spent) / self._pairs

    def _is_narrow(self) -> bool:
        """Return whether every difference to the leader is known as exactly as wanted."""
        if self.ask.until is None or len(self.runners[0].outcomes) < MIN_GAMES:
            return False
        best, doubt = self._best(), self.doubt()
        others = (runner for runner in self._remaining() if runner is not best)
        return all(self._behind(runner, best, doubt).half <= self.ask.until for runner in others)

    # --- Result ---
    @staticmethod
    def _behind(runner: RaceRunner, best: RaceRunner, doubt: float) -> Estimate:
        even = min(len(runner.outcomes), len(best.outcomes))
        return bounded(_differences(runner.scores(even), best.scores(even)), -1.0, 1.0, 1 - doubt)

    def _current_result(self, runner: RaceRunner, best: RaceRunner) -> PlanResult:
        doubt = self.doubt() if runner.doubt is None else runner.doubt
        games, even = len(runner.outcomes), min(len(runner.outcomes), len(best.outcomes))
        margins = _differences(runner.margins(even), best.margins(even))
        return PlanResult(
            runner.plan.name, games, bounded(runner.scores(), 0.0, 1.0),
            estimate_proportion(runner.scores().count(1.0), games),
            estimate_proportion(runner.scores().count(0.5), games), estimate_mean(runner.margins()),
            None if runner is best else self._behind(runner, best, doubt),
            None if runner is best else estimate_mean(margins, 1 - doubt), runner.dropped,
            estimate_proportion(sum(not outcome.broken for outcome in runner.outcomes), games),
        )  # fmt: skip


def looks(horizon: int) -> tuple[int, ...]:
    """Return the numbers of games after which weak plans may be dropped: half of `horizon`, a quarter, and so on."""
    numbers = []
    while (horizon := horizon // 2) >= MIN_GAMES:
        numbers.append(horizon)
    return tuple(reversed(numbers))


def _differences(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [mine - yours for mine, yours in zip(one, other, strict=True)]
