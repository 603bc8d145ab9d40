"""A line of text behaves like a list of letters under every edit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.ui.kit.forms import EditLine, Far

lines = st.builds(
    lambda text, cursor, anchor: EditLine(text, min(cursor, len(text)), min(anchor, len(text))),
    st.text("ab _-é日 ", max_size=12), st.integers(0, 12), st.integers(0, 12),
)  # fmt: skip
ways, fars = st.sampled_from([-1, 1]), st.sampled_from(list(Far))


@given(lines, st.text(max_size=4))
def test_what_is_put_stands_in_place_of_the_selection(line: EditLine, typed: str) -> None:
    low, high = line.span
    put = line.with_text(typed)
    assert (put.text, put.cursor, put.selected) == (line.text[:low] + typed + line.text[high:], low + len(typed), "")


@given(lines, ways, fars, st.booleans())
def test_a_step_stays_in_the_line_and_keeps_the_text(line: EditLine, way: int, far: Far, keep: bool) -> None:
    after = line.stepped(way, far, keep=keep)
    assert after.text == line.text and 0 <= after.cursor <= len(line.text)
    assert after.anchor == (line.anchor if keep else after.cursor)
    assert (after.cursor - line.cursor) * way >= 0 or bool(line.selected)


@given(lines, ways, fars)
def test_erasing_takes_the_selection_or_what_a_step_would_pass(line: EditLine, way: int, far: Far) -> None:
    gone = line.selected or line.moved(line.cursor).stepped(way, far, keep=True).selected
    after = line.erased(way, far)
    assert len(after.text) == len(line.text) - len(gone) and after.selected == ""
    assert after.text[: after.cursor] + gone + after.text[after.cursor :] == line.text


@pytest.mark.parametrize(
    ("cursor", "way", "to"), [(11, -1, 7), (8, -1, 7), (7, -1, 0), (0, -1, 0), (0, 1, 5), (5, 1, 11), (11, 1, 11)]
)
def test_words_are_stepped_over_whole(cursor: int, way: int, to: int) -> None:
    assert EditLine("comet, hail", cursor, cursor).reach(way, Far.WORD) == to
