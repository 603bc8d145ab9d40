"""What games from one start come to, taken together: chances, points, losses, and what usually decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jovian.rehearsal.outcome import FATES, Fate, Outcome
from jovian.rehearsal.statistics import Estimate, mean, share

CAUSES = 5
"""How many causes are told of a fate, the most frequent first."""
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
    fates: dict[str, Estimate]
    """How often each of `FATES` became of it, 0 to 1."""
    by: Counts
    """What brought it to be lost or crippled, and in how many games."""


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


def forecast(outcomes: Sequence[Outcome]) -> Forecast:
    """Take games together."""
    games = len(outcomes)
    won = Counter(outcome.winner for outcome in outcomes)
    return Forecast(
        games,
        (share(won[0], games), share(won[1], games)),
        share(won[None], games),
        _each(lambda side: [outcome.objective[side] for outcome in outcomes]),
        _each(lambda side: [outcome.victory[side] for outcome in outcomes]),
        _each(lambda side: [_lost(outcome, side) for outcome in outcomes]),
        spread([outcome.turns for outcome in outcomes]),
        _models(outcomes),
        _most(Counter(decisive(outcome) for outcome in outcomes)),
    )


def spread(values: Sequence[float]) -> Spread:
    """The mean of numbers, and how often each came."""
    return Spread(mean(values), tuple(sorted(Counter(values).items())))


def decisive(outcome: Outcome) -> str:
    """What decided a game: the dearest loss of the side that lost it, and what brought it about."""
    if outcome.winner is None:
        return "nothing: a draw"
    lost = [fate for fate in outcome.fates if fate.side != outcome.winner and fate.lost]
    if not lost:
        return "no loss: points"
    dearest = max(lost, key=lambda fate: fate.value)
    return f"{dearest.name} {dearest.how}"


def _each(values: Callable[[int], Sequence[float]]) -> tuple[Spread, Spread]:
    return spread(values(0)), spread(values(1))


def _lost(outcome: Outcome, side: int) -> int:
    return sum(fate.value for fate in outcome.fates if fate.side == side and fate.lost)


def _models(outcomes: Sequence[Outcome]) -> tuple[ModelForecast, ...]:
    met: dict[tuple[int, str], list[Fate]] = {}
    for outcome in outcomes:
        for fate in outcome.fates:
            met.setdefault((fate.side, fate.who), []).append(fate)
    return tuple(_model(found) for _, found in sorted(met.items(), key=lambda each: each[0][0]))


def _model(found: Sequence[Fate]) -> ModelForecast:
    first, ends = found[0], Counter(fate.how for fate in found)
    by = Counter(fate.by for fate in found if fate.by)
    return ModelForecast(
        first.who, first.name, first.side, first.capital, first.value, len(found),
        {how: share(ends[how], len(found)) for how in FATES}, _most(by)[:CAUSES],
    )  # fmt: skip


def _most(counts: Counter[str]) -> Counts:
    return tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
