"""Tests of the opposed roll (v1.2.4 Types of Rolls > Opposed Roll; R1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.dice import NO_RESULT, Result, left_over, reach, reductions
from jovian.dice.pool import code_of, decoded, descent

RESULTS = st.builds(Result, st.tuples(*[st.integers(0, 3)] * 6))


def reduced(primary: Result, steps: int) -> Result:
    """Return a result reduced by this number of steps, computed the fast way."""
    ladder = descent(code_of(primary))
    return decoded(ladder[steps]) if steps < len(ladder) else NO_RESULT


@pytest.mark.parametrize(
    ("primary", "secondary", "outcomes"),
    [
        ("D2,D3", "D6", ["D2", "D3"]),
        ("D2,D3", "T6", ["N"]),
        ("D2,D3", "D1,D6", ["N"]),
        ("T2,D3", "D1", ["D2,D3", "T2"]),
        ("T2,T3", "T1", ["D2,D3", "T2", "T3"]),
        ("Q+4", "T1", ["D4"]),
        ("Q+4", "D1", ["T4"]),
        ("Q+4,Q+5", "Q+1", ["N"]),
        ("T4", "N", ["T4"]),
        ("N", "T4", ["N"]),
        ("Q+1,D2", "D3", ["T1,D2", "Q+1"]),
        ("D1,D2,D3", "D3", ["D1,D2", "D1,D3", "D2,D3"]),
        ("Q+1,Q+2", "T3,D4", ["T1,D2", "D1,T2", "Q+1", "Q+2"]),
    ],
)
def test_outcomes_best_for_the_secondary_first(primary: str, secondary: str, outcomes: list[str]) -> None:
    results = reductions(Result.parse(primary), Result.parse(secondary))
    assert [str(result) for result in results] == outcomes


@given(RESULTS, RESULTS)
def test_no_outcome_raises_a_set(primary: Result, secondary: Result) -> None:
    outcomes = reductions(primary, secondary)
    assert len(set(outcomes)) == len(outcomes)
    for outcome in outcomes:
        assert all(after <= before for before, after in zip(primary.steps, outcome.steps, strict=True))
        assert outcome.total == max(0, primary.total - reach(secondary))


@given(RESULTS, RESULTS)
def test_outcomes_stand_in_order(primary: Result, secondary: Result) -> None:
    ranks = [left_over(outcome) for outcome in reductions(primary, secondary)]
    assert ranks == sorted(ranks)


@given(RESULTS, RESULTS)
def test_the_quick_way_finds_the_first_outcome(primary: Result, secondary: Result) -> None:
    assert reduced(primary, reach(secondary)) == reductions(primary, secondary)[0]


@given(RESULTS, st.integers(0, 18))
def test_each_step_takes_one(primary: Result, steps: int) -> None:
    assert reduced(primary, steps).total == max(0, primary.total - steps)


@given(RESULTS)
def test_a_quadruple_takes_everything(primary: Result) -> None:
    assert reductions(primary, Result.parse("Q+3")) == (NO_RESULT,)
    assert reductions(primary, NO_RESULT) == (primary,)
