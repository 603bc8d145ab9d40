"""The forecast of a game: chances, points, losses, and causes over many rehearsed games, with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache
from math import inf, sqrt
from statistics import NormalDist

from mpmath import mp

from jovian.frozen import frozen
from jovian.rehearsal.outcome import CRIPPLED, FATES, WITHDRAWN, Fate, FleetModel, Outcome

# --- Statistics ---

CONFIDENCE = 0.95
"""The confidence level of intervals."""


MIN_TOLD = 5
"""The number of games from which an interval says something."""


@frozen
class Estimate:
    """An estimated number with its 95% confidence interval."""

    value: float
    low: float
    high: float
    is_rough: bool = field(default=False, compare=False)
    """Whether it is from fewer than `MIN_TOLD` games, so that texts and pictures show no interval."""

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def estimate_proportion(count: float, of: float) -> Estimate:
    """Return the share of something, from 0 to 1, with Wilson's interval. Without games the interval is 0 to 1.

    A draw may count as half.
    """
    if of == 0:
        return Estimate(0.0, 0.0, 1.0, is_rough=True)
    share, z = count / of, deviate(CONFIDENCE)
    divisor = 2 * (of + z**2)
    center = (2 * of * share + z**2) / divisor
    half = z / divisor * sqrt(4 * of * share * (1 - share) + z**2)
    low, high = center - half if count else 0.0, center + half if count < of else 1.0
    return Estimate(share, low, high, of < MIN_TOLD)


def estimate_share(scores: Sequence[float], luck: Sequence[float]) -> Estimate:
    """Return the share of games with a score of 1, from 0 to 1, without the part that luck explains.

    `luck` has a known mean of 0, so it is a control variate: its regression is subtracted from the scores. What luck
    explains no longer scatters, so the interval is Wilson's for as many more games.
    """
    slope, unexplained = _regression(scores, luck)
    games = len(scores)
    share = (sum(scores) - slope * sum(luck)) / games if games else 0.0
    worth = games / unexplained
    return estimate_proportion(min(1.0, max(0.0, share)) * worth, worth)


def unexplained_share(scores: Sequence[float], luck: Sequence[float]) -> float:
    """Return the share of the variance of scores that luck doesn't explain, from 0 to 1."""
    return _regression(scores, luck)[1]


MIN_EXPLAINED = 30
"""The number of games from which the slope of a regression is known well enough."""


def _regression(scores: Sequence[float], luck: Sequence[float]) -> tuple[float, float]:
    """Return the slope of scores by luck, and the share of their variance that it doesn't explain."""
    games = len(scores)
    if games < MIN_EXPLAINED:
        return 0.0, 1.0
    score, mean = sum(scores) / games, sum(luck) / games
    square = sum((x - mean) ** 2 for x in luck)
    variance = sum((y - score) ** 2 for y in scores)
    if not square or not variance:
        return 0.0, 1.0
    product = sum((x - mean) * (y - score) for x, y in zip(luck, scores, strict=True))
    unexplained = (1 - product**2 / square / variance) * (games - 1) / (games - 2)
    return (product / square, unexplained) if 0 < unexplained < 1 else (0.0, 1.0)


def estimate_mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of values with the interval by Student's t. With fewer than 2 values the interval is infinite."""
    if not values:
        return Estimate(0.0, float("-inf"), float("inf"), is_rough=True)
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, float("-inf"), float("inf"), is_rough=True)
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    half = _student_deviate(confidence, len(values) - 1) * spread
    return Estimate(mean, mean - half, mean + half, len(values) < MIN_TOLD)


def bounded(values: Sequence[float], lower: float, upper: float, confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of values between two bounds, such as differences of scores game by game.

    The interval is that of the values and one more at each bound (Bonett and Price 2012), so that a few equal games
    don't count as certainty.
    """
    interval = estimate_mean([*values, lower, upper], confidence)
    low, high = max(lower, interval.low), min(upper, interval.high)
    return Estimate(estimate_mean(values).value, low, high, len(values) < MIN_TOLD)


def estimate_ratio(values: Sequence[float], others: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return the ratio of two means of scores from 0 to 1, game by game, with its interval by Fieller's theorem.

    As in `bounded`, the interval counts two more games, each with the bounds as its scores. If the second mean may be
    0, the upper limit is infinite.
    """
    if not any(others):
        return Estimate(1.0, 0.0, inf)
    value = sum(values) / sum(others)
    ones, twos = (*values, 1.0, 0.0), (*others, 0.0, 1.0)
    count = len(ones)
    one, two = sum(ones) / count, sum(twos) / count
    scale = _student_deviate(confidence, count - 1) ** 2 / (count - 1) / count
    first = sum((a - one) ** 2 for a in ones) * scale
    second = sum((b - two) ** 2 for b in twos) * scale
    both = sum((a - one) * (b - two) for a, b in zip(ones, twos, strict=True)) * scale
    square, middle, rest = two**2 - second, one * two - both, one**2 - first
    root = middle**2 - square * rest
    if square <= 0 or root < 0:
        return Estimate(value, 0.0, inf)
    low, high = ((middle + sign * sqrt(root)) / square for sign in (-1, 1))
    return Estimate(value, max(0.0, min(low, value)), max(high, value))


def deviate(confidence: float) -> float:
    """Return how many standard deviations on each side contain this share of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


@cache
def _student_deviate(confidence: float, freedom: int) -> float:
    """Return the same for Student's t distribution: the root of its two tails less 1 - `confidence`."""

    def excess(x: float) -> float:
        tails: float = mp.betainc(mp.mpf(freedom) / 2, 0.5, 0, freedom / (freedom + x * x), regularized=True)
        return tails - (1 - confidence)

    return float(mp.findroot(excess, deviate(confidence)))


# --- Forecast ---

MAX_CAUSES = 5
"""How many causes of a fate are listed, most frequent first."""
MIN_CASES = 5
"""The minimum number of games with and without the loss of a model for a statement about it."""
MAX_HINGES = 5
"""How many models are listed whose loss changes the chances."""
Counts = tuple[tuple[str, int], ...]
"""Pairs of an entry and its count, most frequent first."""


@frozen
class Spread:
    """One number per game: their mean, and how often each value occurred."""

    mean: Estimate
    counts: tuple[tuple[float, int], ...]
    """Pairs of a value and the number of games, smallest first."""


@frozen
class ModelForecast(FleetModel):
    """What happened to one model in all games with it."""

    capital: bool
    value: int
    """Its Threat Value."""
    games: int
    """The number of games with it."""
    models: int
    """The number of such models in all games. It is larger if a game had several of this card, such as drones."""
    fates: dict[str, Estimate]
    """How often each of `FATES` happened, from 0 to 1."""
    by: Counts
    """What destroyed, captured, or Crippled it, with counts."""
    left: Counts
    """How it withdrew, with counts."""


@frozen
class ObjectiveForecast:
    """The points of one objective in all games."""

    title: str
    """What its points are for."""
    earned: tuple[Estimate, Estimate]
    """How often each side got points for it, from 0 to 1."""
    points: tuple[Estimate, Estimate]
    """The mean points of each side."""


@frozen
class Hinge(FleetModel):
    """A model whose loss changes the chances."""

    lost: int
    """The number of games in which it was destroyed, captured, or Crippled."""
    wins: Estimate
    """How often its side won these games, from 0 to 1."""
    otherwise: Estimate
    """How often its side won the other games."""


@frozen
class Forecast:
    """The summary of all games."""

    games: int
    wins: tuple[Estimate, Estimate]
    """How often each side won, from 0 to 1."""
    draws: Estimate
    objective: tuple[Spread, Spread]
    """The Objective Points of each side."""
    victory: tuple[Spread, Spread]
    """The Victory Points of each side."""
    losses: tuple[Spread, Spread]
    """The TV that each side lost, destroyed or captured."""
    turns: Spread
    """The Game Turns in which games ended."""
    models: tuple[ModelForecast, ...]
    """In the order of the fleets."""
    decided: Counts
    """What decided games, with counts."""
    objectives: tuple[ObjectiveForecast, ...] = ()
    """In the order of the scenario."""
    hinges: tuple[Hinge, ...] = ()
    """The models whose loss matters most, the most important first."""
    explained: float = 0.0
    """The share of the variance of wins, from 0 to 1, that luck explains. It is subtracted from wins and draws."""


def forecast(outcomes: Sequence[Outcome]) -> Forecast:
    """Return the forecast from the outcomes of games."""
    return Forecast(
        len(outcomes),
        (estimate_chance(outcomes, 0), estimate_chance(outcomes, 1)),
        estimate_chance(outcomes, None),
        _both_sides(lambda side: [outcome.objective[side] for outcome in outcomes]),
        _both_sides(lambda side: [outcome.victory[side] for outcome in outcomes]),
        _both_sides(lambda side: [_value_lost(outcome, side) for outcome in outcomes]),
        spread([outcome.turns for outcome in outcomes]),
        _models(outcomes),
        _by_frequency(Counter(outcome.decided for outcome in outcomes)),
        _objectives(outcomes),
        _hinges(outcomes),
        1.0 - unexplained_share(*scores_and_luck(outcomes, 0)),
    )


def estimate_chance(outcomes: Sequence[Outcome], winner: int | None) -> Estimate:
    """Return the chance that a side wins, or None for a draw, without the luck of attacks."""
    return estimate_share(*scores_and_luck(outcomes, winner))


def scores_and_luck(outcomes: Sequence[Outcome], winner: int | None) -> tuple[list[float], list[float]]:
    """Return for each game whether it had this winner, as 0 or 1, and its luck."""
    return [float(outcome.winner == winner) for outcome in outcomes], [outcome.luck for outcome in outcomes]


def spread(values: Sequence[float]) -> Spread:
    """Return the mean of numbers, and how often each occurred."""
    return Spread(estimate_mean(values), tuple(sorted(Counter(values).items())))


def _both_sides(values: Callable[[int], Sequence[float]]) -> tuple[Spread, Spread]:
    return spread(values(0)), spread(values(1))


def _value_lost(outcome: Outcome, side: int) -> int:
    return sum(fate.value for fate in outcome.fates if fate.side == side and fate.lost)


def _models(outcomes: Sequence[Outcome]) -> tuple[ModelForecast, ...]:
    fates_by_model: dict[tuple[int, str], list[Fate]] = {}
    games: Counter[tuple[int, str]] = Counter()
    for outcome in outcomes:
        for fate in outcome.fates:
            fates_by_model.setdefault((fate.side, fate.who), []).append(fate)
        games.update({(fate.side, fate.who) for fate in outcome.fates})
    return tuple(
        _model(fates, games[who]) for who, fates in sorted(fates_by_model.items(), key=lambda entry: entry[0][0])
    )


def _model(fates: Sequence[Fate], games: int) -> ModelForecast:
    first, ends = fates[0], Counter(fate.how for fate in fates)
    by = Counter(fate.by for fate in fates if fate.by and fate.how != WITHDRAWN)
    withdrawals = Counter(fate.by for fate in fates if fate.by and fate.how == WITHDRAWN)
    return ModelForecast(
        first.who, first.name, first.side, first.capital, first.value, games, len(fates),
        {how: estimate_proportion(ends[how], len(fates)) for how in FATES},
        _by_frequency(by)[:MAX_CAUSES], _by_frequency(withdrawals)[:MAX_CAUSES],
    )  # fmt: skip


def _objectives(outcomes: Sequence[Outcome]) -> tuple[ObjectiveForecast, ...]:
    """Return the objectives with the points of all games. A game without an award for an objective counts as 0."""
    titles = dict.fromkeys(award.title for outcome in outcomes for award in outcome.awards)
    return tuple(_objective(title, outcomes) for title in titles)


def _objective(title: str, outcomes: Sequence[Outcome]) -> ObjectiveForecast:
    points_by_side = [
        [sum(award.points[side] for award in outcome.awards if award.title == title) for outcome in outcomes]
        for side in (0, 1)
    ]
    frequencies = [
        estimate_proportion(sum(points > 0 for points in side_points), len(outcomes)) for side_points in points_by_side
    ]
    return ObjectiveForecast(
        title, (frequencies[0], frequencies[1]), (estimate_mean(points_by_side[0]), estimate_mean(points_by_side[1]))
    )


def _hinges(outcomes: Sequence[Outcome]) -> tuple[Hinge, ...]:
    """Return the models whose loss says most about the winner, if they were lost and kept often enough."""
    lost_by_model: dict[tuple[int, str, str], list[bool]] = {}
    for number, outcome in enumerate(outcomes):
        for fate in outcome.fates:
            lost = lost_by_model.setdefault((fate.side, fate.who, fate.name), [False] * len(outcomes))
            lost[number] |= fate.lost or fate.how == CRIPPLED
    hinges = [
        _hinge(who, lost, outcomes)
        for who, lost in lost_by_model.items()
        if MIN_CASES <= sum(lost) <= len(lost) - MIN_CASES
    ]
    decisive = [hinge for hinge in hinges if hinge.wins.high < hinge.otherwise.low]
    return tuple(sorted(decisive, key=lambda hinge: -_importance(hinge, len(outcomes)))[:MAX_HINGES])


def _hinge(who: tuple[int, str, str], lost: Sequence[bool], outcomes: Sequence[Outcome]) -> Hinge:
    side, identifier, name = who
    won = [outcome.winner == side for outcome in outcomes]
    count = sum(lost)
    both = sum(win and loss for win, loss in zip(won, lost, strict=True))
    return Hinge(
        identifier,
        name,
        side,
        count,
        estimate_proportion(both, count),
        estimate_proportion(sum(won) - both, len(won) - count),
    )


def _importance(hinge: Hinge, games: int) -> float:
    """Return how much of the result a loss explains: more for a larger difference and an even frequency."""
    frequency = hinge.lost / games
    return (hinge.otherwise.value - hinge.wins.value) ** 2 * frequency * (1 - frequency)


def _by_frequency(counts: Counter[str]) -> Counts:
    return tuple(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
