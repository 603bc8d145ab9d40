"""Tests of results, Escalate, and Diminish (v1.2.4 Dice System > Result, Escalate, Diminish, Macro Pool; R5, R7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.dice import NO_RESULT, Result, result_of_faces, worth

STEPS = st.tuples(*[st.integers(0, 3)] * 6)
RESULTS = st.builds(Result, STEPS)


@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((2, 2), "D2"),
        ((2, 3), "N"),
        ((1, 4, 5), "N"),
        ((2, 2, 4), "D2"),
        ((3, 3, 3), "T3"),
        ((1, 1, 3, 3, 3), "D1,T3"),
        ((2, 2, 4, 4, 5), "D2,D4"),
        ((6, 6, 6, 6), "Q+6"),
        ((6, 6, 6, 6, 6), "Q+6"),
    ],
)
def test_sets_of_the_book(faces: tuple[int, ...], result: str) -> None:
    assert str(result_of_faces(faces)) == result
    assert result_of_faces(faces) == Result.parse(result)


@pytest.mark.parametrize(
    ("faces", "macro", "sign", "result"),
    [
        ((4, 4, 6), (4, 6), 1, "T4"),
        ((4, 4, 6), (4, 4), 1, "Q+4"),
        ((4, 4, 6), (4, 6), -1, "N"),
        ((4, 4, 6), (6, 6), -1, "D4"),
        ((4, 4, 6), (), 1, "D4"),
        ((1, 2, 3), (1, 1), 1, "N"),
        ((5, 5, 5, 5, 5, 5), (5,), -1, "T5"),
        ((5, 5, 5, 5), (5, 5, 5), -1, "N"),
        ((5, 5, 5, 5), (5,), 1, "Q+5"),
        ((1, 1, 6, 6, 6), (1, 6), -1, "D6"),
    ],
)
def test_macro_dice(faces: tuple[int, ...], macro: tuple[int, ...], sign: int, result: str) -> None:
    assert str(result_of_faces(faces, macro, sign)) == result


def test_book_examples_of_changes() -> None:
    assert str(Result.parse("D2").escalated()) == "T2"
    assert str(Result.parse("Q2+").diminished()) == "T2"
    assert str(result_of_faces((2,) * 6).diminished()) == "T2"
    assert str(Result.parse("T4").swarmed()) == "D4"
    assert str(Result.parse("D4").swarmed()) == "D4"
    assert Result.parse("D4").diminished() == NO_RESULT


@given(RESULTS)
def test_escalates_raise_every_set_and_make_none(result: Result) -> None:
    raised = result.escalated()
    for before, after in zip(result.steps, raised.steps, strict=True):
        assert after == (min(3, before + 1) if before else 0)
    assert NO_RESULT.escalated(3) == NO_RESULT


@given(RESULTS)
def test_diminishes_lower_every_set(result: Result) -> None:
    lowered = result.diminished()
    assert lowered.steps == tuple(max(0, step - 1) for step in result.steps)
    assert result.diminished(3) == NO_RESULT


@given(RESULTS, st.integers(0, 3), st.integers(0, 3))
def test_changes_of_one_kind_add_up(result: Result, first: int, second: int) -> None:
    assert result.escalated(first).escalated(second) == result.escalated(first + second)
    assert result.diminished(first).diminished(second) == result.diminished(first + second)
    assert result.escalated(-first) == result.diminished(first)


@given(RESULTS)
def test_swarm_never_goes_below_a_double(result: Result) -> None:
    swarmed = result.swarmed()
    assert [value for value, _ in swarmed.sets] == [value for value, _ in result.sets]
    assert swarmed.best <= 2
    assert all(after == max(1, step - 1) for (_, step), (_, after) in zip(result.sets, swarmed.sets, strict=True))


@given(st.integers(0, 6), st.integers(-6, 6), st.integers(-3, 3))
def test_macro_comes_before_the_changes_of_the_roll(kept: int, hits: int, shift: int) -> None:
    alone = Result.of([(1, worth(kept, hits))]) if worth(kept, hits) else NO_RESULT
    assert worth(kept, hits, shift) == alone.escalated(shift).steps[0]


@given(RESULTS)
def test_text_and_back(result: Result) -> None:
    assert Result.parse(str(result)) == result
    assert Result.of(result.sets) == result
    assert bool(result) == (str(result) != "N")
    assert result.magnitude == ("N", "D", "T", "Q+")[result.best]


@pytest.mark.parametrize("text", ["", "D", "D7", "X2", "D2,", "D2,T2", "D2+", "N2", "D2,N", "Q+2+"])
def test_text_that_is_no_result(text: str) -> None:
    with pytest.raises(ValueError, match="result"):
        Result.parse(text)


def test_values_that_are_no_result() -> None:
    with pytest.raises(ValueError, match="magnitudes"):
        Result((0, 0, 4, 0, 0, 0))
    with pytest.raises(ValueError, match="face"):
        Result.of([(0, 1)])
