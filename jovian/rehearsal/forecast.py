"""How a game is likely to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from scipy.stats import binomtest, norm, t

from jovian.rehearsal.outcome import CRIPPLED, FATES, WITHDRAWN, Fate, Outcome

# --- statistics ---
# Estimates with their intervals, by scipy.

CONFIDENCE = 0.95
"""How often an interval holds what it estimates."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that was found, and the interval that holds the true one in 95 of 100 measurements."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def estimate_proportion(count: int, of: int) -> Estimate:
    """How often something happens, 0 to 1, by Wilson's interval; nothing is known of no games."""
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    held = binomtest(count, of).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(count / of, float(held.low), float(held.high))


def estimate_mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of values, by Student's t; of fewer than two nothing is known of how far it is off."""
    if not values:
        return Estimate(0.0, float("-inf"), float("inf"))
    found = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(found, float("-inf"), float("inf"))
    spread = sqrt(sum((value - found) ** 2 for value in values) / (len(values) - 1) / len(values))
    half = float(t.ppf((1 + confidence) / 2, len(values) - 1)) * spread
    return Estimate(found, found - half, found + half)


def bounded(values: Sequence[float], least: float, most: float, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of values that lie between two bounds, such as differences of wins game by game.

    The interval is that of the values and one more at each bound (Bonett and Price 2012), so that a few games which all
    went alike are not taken for certainty.
    """
    held = estimate_mean([*values, least, most], confidence)
    return Estimate(estimate_mean(values).value, max(least, held.low), min(most, held.high))


def deviate(confidence: float) -> float:
    """How many standard deviations to either side hold so much of a normal distribution."""
    return float(norm.ppf((1 + confidence) / 2))


# --- forecast ---
# What games from one start come to, taken together: chances, points, losses, and what usually decided it.

CAUSES = 5
"""How many causes are told of a fate, the most frequent first."""
ENOUGH = 5
"""In how many games at least a model must have been lost, and not lost, before something is said of the difference."""
HINGES = 5
"""How many models are told of whose loss goes along with who wins."""
Counts = tuple[tuple[str, int], ...]
"""How often each of something, the most frequent first."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Numbers, one a game: their mean, and how often each came."""

    mean: Estimate
    counts: tuple[tuple[float, int], ...]
    """Each value and in how many games, least first."""


@dataclass(frozen=True, slots=True)
class ModelForecast:
    """What became of one model over all games that it was in."""

    who: str
    """See `Fate.who`."""
    name: str
    side: int
    capital: bool
    value: int
    """Its Threat Value."""
    games: int
    """In how many games it was."""
    models: int
    """How many there were in all games: more if a game had several of its card, such as drones that it launched."""
    fates: dict[str, Estimate]
    """How often each of `FATES` became of it, 0 to 1."""
    by: Counts
    """What destroyed, captured or crippled it, and how often."""
    left: Counts
    """How it withdrew, and how often."""


@dataclass(frozen=True, slots=True)
class ObjectiveForecast:
    """What one objective gave over all games."""

    title: str
    """What its points are for."""
    earned: tuple[Estimate, Estimate]
    """How often each side got points for it, 0 to 1."""
    points: tuple[Estimate, Estimate]
    """How many each side got in the mean."""


@dataclass(frozen=True, slots=True)
class Hinge:
    """A model whose loss goes along with who wins."""

    who: str
    """See `Fate.who`."""
    name: str
    side: int
    """Whose it was."""
    lost: int
    """In how many games it was destroyed, captured or crippled."""
    wins: Estimate
    """How often its side won these, 0 to 1."""
    otherwise: Estimate
    """How often its side won the others."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What so many games came to."""

    games: int
    wins: tuple[Estimate, Estimate]
    """How often each side won, 0 to 1."""
    draws: Estimate
    objective: tuple[Spread, Spread]
    """Objective Points of each side."""
    victory: tuple[Spread, Spread]
    """Victory Points of each side."""
    losses: tuple[Spread, Spread]
    """Threat Value that each side lost, destroyed or captured."""
    turns: Spread
    """The Game Turns in which games ended."""
    models: tuple[ModelForecast, ...]
    """In the order of the fleets."""
    decided: Counts
    """What decided games, and how many each."""
    objectives: tuple[ObjectiveForecast, ...] = ()
    """In the order of the scenario."""
    hinges: tuple[Hinge, ...] = ()
    """The models on whose loss most depends, the first the most."""


def forecast(outcomes: Sequence[Outcome]) -> Forecast:
    """Take games together."""
    games = len(outcomes)
    won = Counter(outcome.winner for outcome in outcomes)
    return Forecast(
        games,
        (estimate_proportion(won[0], games), estimate_proportion(won[1], games)),
        estimate_proportion(won[None], games),
        _each(lambda side: [outcome.objective[side] for outcome in outcomes]),
        _each(lambda side: [outcome.victory[side] for outcome in outcomes]),
        _each(lambda side: [_lost(outcome, side) for outcome in outcomes]),
        spread([outcome.turns for outcome in outcomes]),
        _models(outcomes),
        _most(Counter(outcome.decided for outcome in outcomes)),
        _objectives(outcomes),
        _hinges(outcomes),
    )


def spread(values: Sequence[float]) -> Spread:
    """The mean of numbers, and how often each came."""
    return Spread(estimate_mean(values), tuple(sorted(Counter(values).items())))


def _each(values: Callable[[int], Sequence[float]]) -> tuple[Spread, Spread]:
    return spread(values(0)), spread(values(1))


def _lost(outcome: Outcome, side: int) -> int:
    return sum(fate.value for fate in outcome.fates if fate.side == side and fate.lost)


def _models(outcomes: Sequence[Outcome]) -> tuple[ModelForecast, ...]:
    met: dict[tuple[int, str], list[Fate]] = {}
    games: Counter[tuple[int, str]] = Counter()
    for outcome in outcomes:
        for fate in outcome.fates:
            met.setdefault((fate.side, fate.who), []).append(fate)
        games.update({(fate.side, fate.who) for fate in outcome.fates})
    return tuple(_model(found, games[who]) for who, found in sorted(met.items(), key=lambda each: each[0][0]))


def _model(found: Sequence[Fate], games: int) -> ModelForecast:
    first, ends = found[0], Counter(fate.how for fate in found)
    by = Counter(fate.by for fate in found if fate.by and fate.how != WITHDRAWN)
    left = Counter(fate.by for fate in found if fate.by and fate.how == WITHDRAWN)
    return ModelForecast(
        first.who, first.name, first.side, first.capital, first.value, games, len(found),
        {how: estimate_proportion(ends[how], len(found)) for how in FATES},
        _most(by)[:CAUSES], _most(left)[:CAUSES],
    )  # fmt: skip


def _objectives(outcomes: Sequence[Outcome]) -> tuple[ObjectiveForecast, ...]:
    """The objectives, each with the points of all games; one that gave nothing to speak of in a game gave 0."""
    titles = dict.fromkeys(award.title for outcome in outcomes for award in outcome.awards)
    return tuple(_objective(title, outcomes) for title in titles)


def _objective(title: str, outcomes: Sequence[Outcome]) -> ObjectiveForecast:
    given = [
        [sum(award.points[side] for award in outcome.awards if award.title == title) for outcome in outcomes]
        for side in (0, 1)
    ]
    often = [estimate_proportion(sum(points > 0 for points in each), len(outcomes)) for each in given]
    return ObjectiveForecast(title, (often[0], often[1]), (estimate_mean(given[0]), estimate_mean(given[1])))


def _hinges(outcomes: Sequence[Outcome]) -> tuple[Hinge, ...]:
    """The models whose loss tells most of who wins, of those that both were lost and were not often enough."""
    gone: dict[tuple[int, str, str], list[bool]] = {}
    for number, outcome in enumerate(outcomes):
        for fate in outcome.fates:
            lost = gone.setdefault((fate.side, fate.who, fate.name), [False] * len(outcomes))
            lost[number] |= fate.lost or fate.how == CRIPPLED
    found = [_hinge(who, lost, outcomes) for who, lost in gone.items() if ENOUGH <= sum(lost) <= len(lost) - ENOUGH]
    told = [each for each in found if each.wins.high < each.otherwise.low]
    return tuple(sorted(told, key=lambda each: -_weight(each, len(outcomes)))[:HINGES])


def _hinge(who: tuple[int, str, str], lost: Sequence[bool], outcomes: Sequence[Outcome]) -> Hinge:
    side, ident, name = who
    won = [outcome.winner == side for outcome in outcomes]
    count = sum(lost)
    both = sum(win and loss for win, loss in zip(won, lost, strict=True))
    return Hinge(
        ident,
        name,
        side,
        count,
        estimate_proportion(both, count),
        estimate_proportion(sum(won) - both, len(won) - count),
    )


def _weight(hinge: Hinge, games: int) -> float:
    """How much of who wins the loss explains: the difference it makes, the more the more evenly it comes and not."""
    often = hinge.lost / games
    return (hinge.otherwise.value - hinge.wins.value) ** 2 * often * (1 - often)


def _most(counts: Counter[str]) -> Counts:
    return tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
