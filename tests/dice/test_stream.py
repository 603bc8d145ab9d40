"""Tests of dice from a key: reproducible, fair, and different after every answer."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.dice import Pool, advance, chain_from_seed, odds, removals, roll_faces
from tests.dice.throws import faces_of_pool

KNOWN_CHAIN = "7bf497117e78d57f07c6af462a169b28b8c563f9eea81b9a45dbf73b52dead83"
KNOWN_FACES = (3, 6, 1, 5, 2, 5, 6, 2, 4, 1, 3, 2)


def test_faces_of_a_known_key() -> None:
    chain = advance(chain_from_seed(2), b'[0,"pass",null]')
    assert chain.hex() == KNOWN_CHAIN
    assert roll_faces(chain, 0, 12) == KNOWN_FACES


@given(st.integers(0, 10**9), st.integers(0, 50), st.integers(0, 120))
def test_more_dice_only_add_to_fewer(seed: int, k: int, count: int) -> None:
    chain = chain_from_seed(seed)
    longer = roll_faces(chain, k, count + 7)
    assert len(longer) == count + 7
    assert longer[:count] == roll_faces(chain, k, count)
    assert all(1 <= face <= 6 for face in longer)


def test_seed_answer_and_roll_each_give_other_dice() -> None:
    chain = chain_from_seed(1)
    seen = [
        roll_faces(chain, 0, 20),
        roll_faces(chain, 1, 20),
        roll_faces(chain_from_seed(2), 0, 20),
        roll_faces(advance(chain, b"a"), 0, 20),
        roll_faces(advance(chain, b"b"), 0, 20),
    ]
    assert len(set(seen)) == len(seen)
    assert chain_from_seed(1) == chain_from_seed("1")
    assert len(chain) == 32


def chi_square(counts: list[int]) -> float:
    """Return the chi-square statistic of counts that should be equal."""
    even = sum(counts) / len(counts)
    distance = 0.0
    for count in counts:
        distance += (count - even) * (count - even) / even
    return distance


@pytest.mark.parametrize("dice", [1, 8, 60])
def test_faces_and_pairs_are_uniform(dice: int) -> None:
    chain = chain_from_seed("uniform")
    rolled = [face for k in range(24_000 // dice) for face in roll_faces(chain, k, dice)]
    single = Counter(rolled)
    assert chi_square([single[face] for face in range(1, 7)]) < 20.5  # 5 degrees of freedom, 1 in 1,000.
    pairs = Counter(zip(rolled[::2], rolled[1::2], strict=True))
    assert chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)]) < 66.6  # 35 degrees.


@pytest.mark.parametrize("pool", [Pool(4, 2, 1), Pool(5, 1, -2), Pool(3, 2)])
def test_rolled_results_follow_the_odds(pool: Pool) -> None:
    chain, times = chain_from_seed("sample"), 3000
    rolls = (faces_of_pool(pool, roll_faces(chain, k, pool.dice)) for k in range(times))
    fallen = Counter(removals(each, pool)[0].result for each in rolls)
    for result, chance in odds(pool).items():
        p = float(chance)
        off = fallen[result] - times * p
        assert off * off < 16 * times * p * (1 - p) + 16, str(result)
    assert all(odds(pool).probability(result) for result in fallen)
