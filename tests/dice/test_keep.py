"""Tests of Flex dice (v1.2.4 Dice System > Flex Pool; R5)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.dice import Faces, Pool, Result, quality, removals, result_of_faces
from tests.dice.throws import faces_of_pool

FACE = st.integers(1, 6)


@st.composite
def rolls(draw: st.DrawFn) -> tuple[Pool, Faces]:
    """Return a pool with possible faces."""
    pool = Pool(draw(st.integers(2, 5)), draw(st.integers(0, 3)), draw(st.integers(-3, 3)))
    return pool, faces_of_pool(pool, draw(st.lists(FACE, min_size=pool.dice, max_size=pool.dice)))


def result_codes(faces: Faces, pool: Pool) -> list[str]:
    """Return the results to choose from, best first."""
    return [str(way.result) for way in removals(faces, pool)]


def test_the_lone_six_goes() -> None:
    pool = Pool(3, 1)
    faces = Faces((4, 4, 5), (6,))
    assert result_codes(faces, pool) == ["D4", "N"]
    assert removals(faces, pool)[0].kept == (4, 4, 5)


def test_poor_choice_between_two_doubles() -> None:
    assert result_codes(Faces((4, 4, 6), (6,)), Pool(3, 1)) == ["D4", "D6"]


def test_any_die_can_go_not_only_the_flex_dice() -> None:
    assert str(removals(Faces((1, 6), (6,)), Pool(2, 1))[0].result) == "D6"


def test_macro_dice_are_seen_before_choosing() -> None:
    assert result_codes(Faces((2, 2, 5), (5,), (5,)), Pool(3, 1, 1)) == ["T5", "D2"]
    assert result_codes(Faces((2, 2, 5), (5,), (2,)), Pool(3, 1, -1)) == ["D5", "N"]


def test_one_great_set_before_two_small_ones() -> None:
    assert result_codes(Faces((1, 1, 1, 6), (6,)), Pool(4, 1)) == ["T1", "D1,D6"]


def test_escalates_count_in_the_choice() -> None:
    faces, pool = Faces((1, 1, 1, 6), (6,)), Pool(4, 1)
    assert str(removals(faces, pool, shift=1)[0].result) == "T1,T6"
    assert str(removals(faces, pool, shift=-1)[0].result) == "D1"


def test_order_of_the_reference_policy() -> None:
    falling = ["T1,T2", "T1,D2,D3", "Q+6", "T1,D2", "D1,T2", "T1,D3", "D1,D2,D3", "D1,D2,D4"]
    falling += ["T1", "T2", "D1,D2", "D1", "N"]
    ranks = [quality(Result.parse(text)) for text in falling]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_too_small_a_pool_rolls_two_dice() -> None:
    assert [way.kept for way in removals(Faces((3, 3)), Pool(1, 2, 4))] == [(3, 3)]


@given(rolls(), st.integers(-1, 1))
def test_every_result_there_is_and_each_once(roll: tuple[Pool, Faces], shift: int) -> None:
    pool, faces = roll
    ways = removals(faces, pool, shift)
    sign = -1 if pool.macro < 0 else 1
    dice = faces.base + faces.flex
    possible = {result_of_faces(kept, faces.macro, sign, shift) for kept in combinations(dice, pool.base)}
    assert {way.result for way in ways} == possible
    assert len(ways) == len(possible)
    ranks = [quality(way.result) for way in ways]
    assert ranks == sorted(ranks, reverse=True)


@given(rolls())
def test_kept_dice_are_of_those_rolled_and_give_the_result(roll: tuple[Pool, Faces]) -> None:
    pool, faces = roll
    for way in removals(faces, pool):
        rest = list(faces.base + faces.flex)
        for face in way.kept:
            rest.remove(face)
        assert len(rest) == pool.flex
        assert way.result == result_of_faces(way.kept, faces.macro, -1 if pool.macro < 0 else 1)


def test_faces_of_another_pool_are_refused() -> None:
    with pytest.raises(ValueError, match="fit the pool"):
        removals(Faces((1, 2)), Pool(3))
