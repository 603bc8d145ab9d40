"""Intervals: known values, and the widest ones without data."""

from __future__ import annotations

from math import inf

import pytest

from jovian.rehearsal.forecast import Estimate, estimate_mean, estimate_proportion


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
