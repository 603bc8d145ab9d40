"""Tests of the rule that shares the height of a column: random panels in random windows."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from jovian.ui.panels.column import Need, share_height

GAP = 6


@st.composite
def random_need(draw: st.DrawFn) -> Need:
    least = draw(st.integers(0, 200))
    steps = draw(st.lists(st.integers(1, 60), min_size=0 if least else 1, max_size=6))
    return Need(least, tuple(accumulate(steps, initial=least))[1:])


needs = st.lists(random_need(), min_size=1, max_size=6)


def taken(heights: list[int]) -> int:
    """Return the height of all panels with the gaps between them."""
    shown = [height for height in heights if height]
    return sum(shown) + GAP * (len(shown) - 1) if shown else 0


@given(needs, st.integers(0, 1500), st.integers(0, 5))
def test_panels_fit_and_end_with_whole_lines(panels: list[Need], space: int, rest: int) -> None:
    rest %= len(panels)
    heights = share_height(space, panels, rest, GAP)
    assert taken(heights) <= space and min(heights) >= 0
    if taken([need.least for need in panels]) <= space:
        for number, (height, need) in enumerate(zip(heights, panels, strict=True)):
            assert height >= need.least
            assert number == rest or height in ((need.least, *need.lines) if need.least else (0, need.lines[-1]))


@given(needs, st.integers(0, 1500), st.integers(0, 5))
def test_the_rest_goes_to_the_context(panels: list[Need], space: int, rest: int) -> None:
    rest %= len(panels)
    heights = share_height(space, panels, rest, GAP)
    assert not heights[rest] or taken(heights) == space


@given(needs, st.integers(0, 1500), random_need())
def test_a_panel_of_a_lower_rank_takes_only_its_least_height_from_the_others(
    panels: list[Need], space: int, last: Need
) -> None:
    optional = Need(0, last.lines or (10,))
    before, after = share_height(space, panels, 0, GAP), share_height(space, [*panels, optional], 0, GAP)
    assert after[1:-1] == before[1:] and after[0] <= before[0]


@given(needs, st.integers(0, 1500), st.integers(1, 500))
def test_more_space_takes_nothing_from_the_first_panel(panels: list[Need], space: int, more: int) -> None:
    rest = len(panels) - 1
    assert share_height(space + more, panels, rest, GAP)[0] >= share_height(space, panels, rest, GAP)[0]
