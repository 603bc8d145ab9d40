"""Tests of seeds: random ones can't be guessed, and every seed can be parsed from its text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.dice import chain_from_seed, format_seed, parse_seed, random_seed, seed_to_json


def test_drawn_seeds_have_128_random_bits() -> None:
    drawn = [random_seed() for _ in range(400)]
    assert len(set(drawn)) == 400 and max(drawn) < 1 << 128
    ones = [sum(seed >> bit & 1 for seed in drawn) for bit in range(128)]
    assert all(120 < count < 280 for count in ones)


@given(st.integers(-(10**20), 10**20) | st.integers(0, (1 << 128) - 1))
def test_a_seed_comes_back_from_its_text(seed: int) -> None:
    assert parse_seed(format_seed(seed)) == seed
    assert parse_seed(f" {format_seed(seed).upper()} ") == seed
    assert seed_to_json(seed) == seed or seed_to_json(seed) == format_seed(seed)


def test_a_number_given_by_hand_stays_one() -> None:
    assert parse_seed("7") == 7 and format_seed(7) == "7" and seed_to_json(7) == 7 and parse_seed("-3") == -3
    assert chain_from_seed(parse_seed("7")) == chain_from_seed(7) == chain_from_seed("7")


def test_a_drawn_seed_is_told_in_groups() -> None:
    seed = 0x3F2A91BC0D4E77885566AABBCCDD0011
    assert format_seed(seed) == seed_to_json(seed) == "3f2a-91bc-0d4e-7788-5566-aabb-ccdd-0011"
    assert parse_seed("3f2a91bc0d4e77885566aabbccdd0011") == seed
    assert format_seed(seed + 1).endswith("0012")


@pytest.mark.parametrize(
    "text", ["", "x", "1.5", "1e3", "3f2a", "3f2a-91bc", "-", "1" * 61, "٣", "3f2a-91bc-0d4e-7788-5566-aabb-ccdd-001g"]
)
def test_anything_else_is_refused_with_what_a_seed_is(text: str) -> None:
    with pytest.raises(ValueError, match="a whole number, or 32 hexadecimal digits"):
        parse_seed(text)
