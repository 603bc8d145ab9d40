"""Tests of pools (v1.2.4 Dice System > Dice Pools; v1.2.4 Attack > Attack Modifier; R6, R10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.dice import Pool, net_to_dice

ANY_POOL = st.builds(Pool, st.integers(-5, 12), st.integers(-2, 6), st.integers(-8, 8))


@pytest.mark.parametrize(
    ("net", "dice"),
    [
        (-4, (0, 0, -4)),
        (-3, (0, 0, -3)),
        (-1, (0, 0, -1)),
        (0, (0, 0, 0)),
        (1, (1, 0, 0)),
        (2, (1, 1, 0)),
        (3, (1, 1, 1)),
        (4, (1, 1, 2)),
        (6, (1, 1, 4)),
    ],
)
def test_net_modifier_table(net: int, dice: tuple[int, int, int]) -> None:
    assert net_to_dice(net) == dice
    assert Pool(3, 1, -1).modified(net) == Pool(3, 1, -1).plus(*dice)


def test_base_modifier_of_the_book() -> None:
    assert Pool(3).plus(base=1) == Pool(4)
    assert Pool(3).plus(base=1).dice == 4


@given(ANY_POOL)
def test_below_two_base_dice_exactly_two_bare_dice_are_rolled(pool: Pool) -> None:
    rolled = pool.normal()
    if pool.base < 2:
        assert rolled == Pool(2)
    else:
        assert rolled == Pool(pool.base, max(0, pool.flex), pool.macro)
    assert rolled.normal() == rolled
    assert pool.dice == rolled.base + rolled.flex + abs(rolled.macro)


def test_a_skill_of_one_loses_its_flex_dice() -> None:
    assert Pool(1, 2, 3).normal() == Pool(2, 0, 0)
    assert Pool(0, 0, -4).normal() == Pool(2)


def test_the_base_is_judged_after_all_modifiers() -> None:
    assert Pool(1, 1, 0).modified(1).normal() == Pool(2, 1, 0)
    assert Pool(2, 1, 2).plus(base=-1).normal() == Pool(2)


def test_short_form() -> None:
    assert str(Pool(3, 1, -2)) == "3B 1F -2M"
    assert str(Pool(4)) == "4B"
    assert str(Pool(4, macro=2)) == "4B 2M"
