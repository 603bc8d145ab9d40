"""Answers: any JSON is brought into one normal form, or refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.game import Malformed
from jovian.game.choice import count, degrees, heading, length, normal, points, word, words

FORMS = {"move": (length,), "turn": (degrees,), "place": (word, length, length, heading), "fly": (points,), "end": ()}


def test_lengths_are_floats_rounded_to_a_thousandth() -> None:
    plain = normal(["move", 2], FORMS)
    assert plain == ["move", 2.0] and isinstance(plain[1], float)
    assert normal(["move", 1.23456], FORMS) == ["move", 1.235]
    assert str(normal(["move", -0.0001], FORMS)[1]) == "0.0"


def test_headings_are_whole_and_within_a_circle() -> None:
    assert normal(["place", "a", 1, 2, -90], FORMS) == ["place", "a", 1.0, 2.0, 270]
    assert type(normal(["turn", 45.0], FORMS)[1]) is int


@pytest.mark.parametrize(
    "junk",
    [None, [], {}, ["jump"], ["move"], ["move", 1, 2], ["move", True], ["move", float("nan")], ["move", float("inf")],
     ["turn", 0.5], ["fly", []], ["fly", [[1, 2, 3]]], ["fly", [[0, 0]] * 17], ["place", 1, 1, 1, 1], "end"],
)  # fmt: skip
def test_junk_is_malformed(junk: object) -> None:
    with pytest.raises(Malformed):
        normal(junk, FORMS)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=12))
def test_nothing_else_is_ever_raised_and_normal_is_normal(junk: object) -> None:
    for verb in FORMS:
        choice = [verb, *junk] if isinstance(junk, list) else junk
        try:
            plain = normal(choice, FORMS)
        except Malformed:
            continue
        assert normal(json.loads(json.dumps(plain)), FORMS) == plain


def test_counts_and_names() -> None:
    assert count(3) == 3 and words(["a", "b"]) == ["a", "b"]
    with pytest.raises(Malformed):
        count(-1)
    with pytest.raises(Malformed):
        word("x" * 81)
