"""Intervals: known values, and the widest ones without data."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from jovian.rehearsal.documents import about, chance
from jovian.rehearsal.forecast import (
    MIN_EXPLAINED,
    Estimate,
    bounded,
    estimate_mean,
    estimate_proportion,
    estimate_share,
    unexplained_share,
)


def test_a_share_by_wilson() -> None:
    """50 of 100: the interval from published tables."""
    estimate = estimate_proportion(50, 100)
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((0.5, 0.4038, 0.5962), abs=1e-4)


def test_a_share_of_none_or_all_stays_inside() -> None:
    assert estimate_proportion(0, 10).low == 0 < estimate_proportion(0, 10).high < 0.3
    assert estimate_proportion(0, 0) == Estimate(0, 0, 1)


def test_a_mean_by_student() -> None:
    estimate = estimate_mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (estimate.value, estimate.half) == pytest.approx((3.0, 1.9632), abs=1e-4)


def test_one_value_says_nothing_of_how_far_it_is_off() -> None:
    assert estimate_mean([2.0]) == Estimate(2.0, -inf, inf)


def test_an_interval_is_told_from_five_games_on() -> None:
    few, enough = [1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 1.0, 1.0, 1.0]
    assert chance(estimate_proportion(3, 4)) == chance(bounded(few, 0, 1)) == "75 %"
    assert about(estimate_mean(few)) == "0.8"
    assert chance(estimate_proportion(4, 5)) == "80 % (38 to 96 %)" and " to " in chance(bounded(enough, 0, 1))
    assert about(estimate_mean(enough)) == "0.8 ± 0.6"
    assert chance(estimate_proportion(0, 0)) == "0 %"


@pytest.mark.parametrize("luck", [[0.0] * 100, [1.0, -1.0, -1.0, 1.0] * 25])
def test_luck_that_explains_nothing_changes_nothing(luck: list[float]) -> None:
    assert estimate_share([1.0, 0.0] * 50, luck) == estimate_proportion(50, 100)


def test_luck_is_subtracted_from_a_share() -> None:
    """The lucky half wins 3 of 4 games, the other half 1 of 4. If 75 of 100 games are lucky, the share isn't 62%."""
    scores, luck = [], []
    for number in range(100):
        lucky = number % 4 != 3
        scores.append(float((number // 4 % 4 != 3) == lucky))
        luck.append(1.0 if lucky else -1.0)
    estimate, plain = estimate_share(scores, luck), estimate_proportion(sum(scores), 100)
    assert plain.value == 0.63 and estimate.value == pytest.approx(0.5, abs=0.01)
    assert estimate.half < plain.half and unexplained_share(scores, luck) < 0.85


def test_few_games_or_equal_ones_have_a_plain_share() -> None:
    few = MIN_EXPLAINED - 1
    scores = [float(number % 2) for number in range(few)]
    assert estimate_share(scores, scores) == estimate_proportion(sum(scores), few)
    assert estimate_share([1.0] * 50, [float(number) for number in range(50)]) == estimate_proportion(50, 50)
    assert estimate_share([], []) == estimate_proportion(0, 0)


@pytest.mark.parametrize(("games", "threshold", "weight", "trials"), [
    (100, 0.0, 0.35, 400), *(pytest.param(*case, 4000, marks=pytest.mark.long) for case in (
        (30, 0.0, 0.35), (60, -1.0, 0.6), (100, 1.3, 0.5), (400, 0.3, 0.35), (100, 2.0, 0.35), (100, 0.0, 0.0),
    )),
])  # fmt: skip
def test_the_interval_contains_the_chance_in_95_of_100_rehearsals(
    games: int, threshold: float, weight: float, trials: int
) -> None:
    """A side wins if luck and the rest, both normal, exceed a threshold. The error allowed is 3 deviations."""
    rng = Random(f"{games} {threshold} {weight}")
    rest = (1 - weight**2) ** 0.5
    pairs = [(luck, weight * luck + rest * rng.gauss() > threshold) for luck in (rng.gauss() for _ in range(10**5))]
    truth, mean = sum(won for _, won in pairs) / len(pairs), sum(luck for luck, _ in pairs) / len(pairs)
    held = 0
    for _ in range(trials):
        drawn = rng.choices(pairs, k=games)
        estimate = estimate_share([float(won) for _, won in drawn], [luck - mean for luck, _ in drawn])
        held += estimate.low <= truth <= estimate.high
    assert held / trials == pytest.approx(0.95, abs=3 * (0.95 * 0.05 / trials) ** 0.5 + 0.01)
