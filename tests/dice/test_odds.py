"""Tests that exact odds equal the odds counted over all throws (R1, R5-R8, R11)."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.dice import (
    NO_RESULT,
    Pool,
    Result,
    autohit,
    odds,
    opposed_odds,
    reductions,
    removals,
)
from tests.dice.throws import faces_of_pool

Table = dict[Result, Fraction]

LEGAL_POOLS = st.builds(Pool, st.integers(2, 9), st.integers(0, 4), st.integers(-6, 6))
SMALL_POOLS = [
    Pool(2),
    Pool(3),
    Pool(2, 2),
    Pool(3, 1),
    Pool(3, 0, 2),
    Pool(3, 0, -2),
    Pool(3, 1, 2),
    Pool(3, 1, -2),
    Pool(2, 1, 3),
    Pool(4, 2),
    Pool(5, 1),
    Pool(4, 1, 1),
    Pool(4, 1, -1),
    Pool(2, 4),
]


@cache
def brute(pool: Pool, shift: int = 0) -> Table:
    """Return the odds of a pool, from the choice of the reference policy for every possible throw."""
    rolled = pool.normal()
    split = rolled.base + rolled.flex
    throws = Counter(
        (*sorted(dice[:split]), *sorted(dice[split:])) for dice in product(range(1, 7), repeat=rolled.dice)
    )
    counts: dict[Result, int] = {}
    for dice, times in throws.items():
        result = removals(faces_of_pool(rolled, dice), rolled, shift)[0].result
        counts[result] = counts.get(result, 0) + times
    return {result: Fraction(count, 6**rolled.dice) for result, count in counts.items()}


def brute_rerolled(table: Table) -> Table:
    """Return the odds when a result below the mean is rolled again."""
    mean = sum((chance * result.total for result, chance in table.items()), Fraction())
    again = sum((chance for result, chance in table.items() if result.total < mean), Fraction())
    return {
        result: chance * again + (Fraction() if result.total < mean else chance) for result, chance in table.items()
    }


def brute_opposed(primary: Table, secondary: Table) -> Table:
    """Return the odds after the Secondary Player chose the first reduction."""
    left: Table = {}
    for mine, chance in primary.items():
        for theirs, other in secondary.items():
            after = reductions(mine, theirs)[0]
            left[after] = left.get(after, Fraction()) + chance * other
    return left


@pytest.mark.parametrize("pool", SMALL_POOLS, ids=str)
def test_every_throw_one_by_one(pool: Pool) -> None:
    assert dict(odds(pool).items()) == brute(pool)


@pytest.mark.parametrize("shift", [-2, -1, 1, 2])
@pytest.mark.parametrize("pool", [Pool(4, 2), Pool(3, 1, 1), Pool(3, 1, -1), Pool(5, 1)], ids=str)
def test_escalates_and_diminishes_one_by_one(pool: Pool, shift: int) -> None:
    assert dict(odds(pool, shift=shift).items()) == brute(pool, shift)


@pytest.mark.parametrize("pool", SMALL_POOLS, ids=str)
def test_reroll_below_the_expected_steps(pool: Pool) -> None:
    assert dict(odds(pool, reroll=True).items()) == brute_rerolled(brute(pool))
    assert dict(odds(pool, reroll=True, shift=-1).items()) == {
        result: chance for result, chance in brute_rerolled(brute(pool, -1)).items() if chance
    }


@pytest.mark.parametrize("secondary", [Pool(2), Pool(4, 1), Pool(3, 1, 2), Pool(5, 1)], ids=str)
@pytest.mark.parametrize("primary", [Pool(3, 1, 2), Pool(4, 2), Pool(5, 1), Pool(4, 1, -1)], ids=str)
def test_opposed_one_by_one(primary: Pool, secondary: Pool) -> None:
    plain = brute_opposed(brute(primary), brute(secondary))
    assert dict(opposed_odds(odds(primary), odds(secondary)).items()) == plain
    again = brute_opposed(brute_rerolled(brute(primary)), brute(secondary))
    assert dict(odds(primary, reroll=True).against(odds(secondary)).items()) == again


def test_swarm_comes_after_the_reduction() -> None:
    primary, secondary = odds(Pool(5, 1)), odds(Pool(3))
    late = dict(opposed_odds(primary, secondary, swarm=True).items())
    table: Table = {}
    for result, chance in brute_opposed(brute(Pool(5, 1)), brute(Pool(3))).items():
        table[result.swarmed()] = table.get(result.swarmed(), Fraction()) + chance
    assert late == table
    early = dict(odds(Pool(5, 1), swarm=True).against(secondary).items())
    assert early != late


@settings(max_examples=60)
@given(LEGAL_POOLS, st.integers(-2, 2), st.booleans())
def test_odds_of_any_legal_pool_sum_to_one(pool: Pool, shift: int, reroll: bool) -> None:
    answer = odds(pool, shift=shift, reroll=reroll)
    assert sum(chance for _, chance in answer.items()) == 1
    assert answer.total == 6 ** (pool.dice * (1 + reroll))
    assert all(chance > 0 for _, chance in answer.items())


@settings(max_examples=25)
@given(LEGAL_POOLS, LEGAL_POOLS, st.booleans())
def test_opposing_never_helps(mine: Pool, theirs: Pool, swarm: bool) -> None:
    before, after = odds(mine), odds(mine).against(odds(theirs), swarm=swarm)
    assert sum(chance for _, chance in after.items()) == 1
    assert after.expected_steps <= before.expected_steps
    assert after.probability(NO_RESULT) >= before.probability(NO_RESULT)


@settings(max_examples=40)
@given(LEGAL_POOLS)
def test_more_help_never_lowers_the_expected_steps(pool: Pool) -> None:
    fresh = odds(pool).expected_steps
    assert odds(pool.plus(flex=1)).expected_steps >= fresh
    assert odds(pool.plus(macro=1)).expected_steps >= fresh
    assert odds(pool, reroll=True).expected_steps >= fresh
    assert odds(pool, shift=1).expected_steps >= fresh >= odds(pool, shift=-1).expected_steps


@pytest.mark.parametrize("pool", [Pool(1), Pool(1, 3, 4), Pool(-2, 0, -5), Pool(2)], ids=str)
def test_below_two_base_dice_two_bare_dice(pool: Pool) -> None:
    answer = odds(pool)
    assert answer.probability(NO_RESULT) == Fraction(5, 6)
    assert all(answer.probability(Result.of([(value, 1)])) == Fraction(1, 36) for value in range(1, 7))


def test_without_choices_all_values_are_alike() -> None:
    answer = odds(Pool(5, 0, 2))
    for steps in (1, 2, 3):
        chances = {answer.probability(Result.of([(value, steps)])) for value in range(1, 7)}
        assert len(chances) == 1


def test_book_numbers_of_three_dice() -> None:
    answer = odds(Pool(3))
    assert answer.magnitude() == {"N": 120 / 216, "D": 90 / 216, "T": 6 / 216, "Q+": 0.0}
    assert answer.expected_steps == Fraction(102, 216)
    assert answer.success == 96 / 216
    assert answer.expect(lambda result: float(result.total)) == pytest.approx(102 / 216)


def test_json_shape() -> None:
    shape = odds(Pool(4, 1)).as_json()
    assert list(shape) == ["magnitude", "results"]
    assert list(shape["magnitude"]) == ["N", "D", "T", "Q+"]
    assert {"N", "D4", "T2", "Q+6", "D2,D4"} <= set(shape["results"])
    for part in shape.values():
        assert sum(part.values()) == pytest.approx(1.0)
    for name, chance in shape["results"].items():
        assert chance == float(brute(Pool(4, 1))[Result.parse(name)])


def test_equal_questions_share_one_answer() -> None:
    assert odds(Pool(4, 1), shift=1) is odds(Pool(4, 1), shift=1)
    assert odds(Pool(4)).against(odds(Pool(3))) is opposed_odds(odds(Pool(4)), odds(Pool(3)), swarm=False)


def test_autohit_takes_its_value_from_a_die() -> None:
    answer = autohit(2)
    assert dict(answer.items()) == {Result.of([(value, 2)]): Fraction(1, 6) for value in range(1, 7)}
    assert answer.against(odds(Pool(2))).probability(Result.parse("D3")) == Fraction(1, 36)
    assert autohit(1, shift=-1).probability(NO_RESULT) == 1
    assert autohit(3).mapped(Result.diminished).magnitude() == {"N": 0.0, "D": 0.0, "T": 1.0, "Q+": 0.0}
