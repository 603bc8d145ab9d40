"""Mixed strategies: known equilibria, their bounds, and draws by frequency."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.players.evaluation.fights import draw_index, solve

SLACK = 0.06


def test_rock_paper_scissors_is_even() -> None:
    frequencies, value = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 3000)
    assert value == pytest.approx(0.0, abs=SLACK)
    assert frequencies == pytest.approx([1 / 3] * 3, abs=SLACK)


def test_matching_pennies_with_uneven_stakes() -> None:
    """Von Neumann's example with rows 3 -1 and -1 1: a third of the first row, value a third."""
    frequencies, value = solve([[3, -1], [-1, 1]], 3000)
    assert frequencies == pytest.approx([1 / 3, 2 / 3], abs=SLACK)
    assert value == pytest.approx(1 / 3, abs=SLACK)


def test_a_dominated_plan_is_never_played() -> None:
    frequencies, value = solve([[2, 3], [1, 1]])
    assert frequencies == [1.0, 0.0]
    assert value == pytest.approx(2.0)


tables = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(st.integers(-9, 9), min_size=width, max_size=width), min_size=1, max_size=5)
)


@given(tables)
def test_frequencies_add_up_and_guarantee_the_value(table: list[list[int]]) -> None:
    frequencies, value = solve(table, 600)
    assert sum(frequencies) == pytest.approx(1.0)
    worst = min(sum(f * row[j] for f, row in zip(frequencies, table, strict=True)) for j in range(len(table[0])))
    assert worst <= value + 1e-9 <= max(max(row) for row in table) + 1e-6
    assert value - worst < 1.5


def test_draws_follow_the_frequencies() -> None:
    rng = Random(1)
    counts = [0, 0, 0]
    for _ in range(4000):
        counts[draw_index([0.5, 0.0, 0.5], rng)] += 1
    assert counts[1] == 0 and abs(counts[0] - counts[2]) < 300
