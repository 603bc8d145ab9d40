"""Tests of answers: JSON is parsed into a normal form or refused, and the formatted JSON equals the parsed one."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.game import Answer, MalformedAnswerError, answers
from jovian.game.answers import (
    Activate,
    Defend,
    End,
    Fly,
    Intercept,
    Land,
    Launch,
    Move,
    Place,
    PlaceAt,
    SecretPlan,
    TakeUpEscort,
    Turn,
    arguments,
    count,
    parse_answer,
    words,
)

KNOWN: tuple[type[Answer], ...] = (Move, Turn, Place, Fly, End, Defend, Launch, SecretPlan)
EVERY = [getattr(answers, name) for name in answers.__all__]


def test_lengths_are_floats_rounded_to_a_thousandth() -> None:
    assert parse_answer(["move", 2], KNOWN) == Move(2.0) and parse_answer(["move", 2], KNOWN).to_json() == ["move", 2.0]
    assert parse_answer(["move", 1.23456], KNOWN) == Move(1.235)
    assert str(parse_answer(["move", -0.0001], KNOWN)) == "Move(inches=0.0)"


def test_headings_are_whole_and_within_a_circle() -> None:
    assert parse_answer(["place", "a", 1, 2, -90], KNOWN) == Place("a", 1.0, 2.0, 270)
    turn = parse_answer(["turn", 45.0], KNOWN)
    assert isinstance(turn, Turn) and type(turn.degrees) is int


def test_what_may_be_left_out_is_left_out_and_what_may_follow_follows() -> None:
    assert [parse_answer(each, KNOWN).to_json() for each in (["defend"], ["defend", "a1"])] == [
        ["defend"],
        ["defend", "a1"],
    ]
    launch = parse_answer(["launch", 1, 2, 3, "a", "b"], KNOWN)
    assert launch == Launch(1.0, 2.0, 3, ("a", "b")) and launch.to_json() == ["launch", 1.0, 2.0, 3, "a", "b"]
    assert Launch(1.0, 2.0, 3).to_json() == ["launch", 1.0, 2.0, 3]
    with pytest.raises(MalformedAnswerError):
        parse_answer(["launch", 1, 2, 3, "a", "b", "c"], KNOWN)


def test_answers_are_values_that_nobody_changes() -> None:
    flight = parse_answer(["fly", [[1, 2], [3, 4]]], KNOWN)
    assert flight == Fly(((1.0, 2.0), (3.0, 4.0))) and len({flight, Fly(((1.0, 2.0), (3.0, 4.0)))}) == 1
    with pytest.raises(FrozenInstanceError):
        flight.path = ()  # type: ignore[attr-defined]
    written = flight.to_json()
    written[1][0][0] = 9.0
    assert flight.to_json() == ["fly", [[1.0, 2.0], [3.0, 4.0]]]


def test_answers_of_different_classes_are_never_equal() -> None:
    alike = (Activate("a"), Land("a"), TakeUpEscort("a"), Intercept("a"))
    assert all((one == other) == (one is other) for one in alike for other in alike)
    assert PlaceAt(1.0, 2.0, 3) != Launch(1.0, 2.0, 3)


def test_an_answer_is_read_as_its_json_is() -> None:
    assert parse_answer(Move(1.23456), KNOWN) == Move(1.235)
    with pytest.raises(MalformedAnswerError, match="the verb must be one of move, turn"):
        parse_answer(Activate("a"), KNOWN)
    for wrong in (Fly(7), Launch(1.0, 2.0, 3, 7), Launch(1.0, 2.0, None), Place(["a"], 1.0, 2.0, 3)):  # type: ignore[arg-type]
        with pytest.raises(MalformedAnswerError):
            parse_answer(wrong, KNOWN)


@pytest.mark.parametrize("answer", EVERY)
def test_every_class_says_its_verb_its_arguments_and_what_it_means(answer: type[Answer]) -> None:
    assert answer.verb and (answer.__doc__ or "").strip().endswith(".")
    known = arguments(answer)
    assert [each.name for each in known] == [each.name for each in fields(answer)]  # type: ignore[arg-type]
    optional = [each.optional for each in known]
    assert optional == sorted(optional) and not any(each.kind.max_repeats for each in known[:-1])


@pytest.mark.parametrize(
    "junk",
    [None, [], {}, ["jump"], ["move"], ["move", 1, 2], ["move", True], ["move", float("nan")], ["move", float("inf")],
     ["turn", 0.5], ["fly", []], ["fly", [[1, 2, 3]]], ["fly", [[0, 0]] * 17], ["place", 1, 1, 1, 1], "end"],
)  # fmt: skip
def test_junk_is_malformed(junk: object) -> None:
    with pytest.raises(MalformedAnswerError):
        parse_answer(junk, KNOWN)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=12))
def test_nothing_else_is_ever_raised_and_what_is_read_is_written_alike(junk: object) -> None:
    for each in KNOWN:
        choice = [each.verb, *junk] if isinstance(junk, list) else junk
        try:
            answer = parse_answer(choice, KNOWN)
        except MalformedAnswerError:
            continue
        assert parse_answer(json.loads(json.dumps(answer.to_json())), KNOWN) == answer


def test_counts_and_names() -> None:
    assert count(3) == 3 and words(["a", "b"]) == ("a", "b")
    with pytest.raises(MalformedAnswerError):
        count(-1)
    with pytest.raises(MalformedAnswerError):
        words(["x" * 81])
