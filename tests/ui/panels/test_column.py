"""Tests of the rule that shares the height of a column: random panels in random windows."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from jovian.ui.panels.column import Need, share_height

GAP = 6


@st.composite
def random_column(draw: st.DrawFn) -> list[Need]:
    """Return panels from the top, with ranks in any order. One of them gets the rest."""
    count = draw(st.integers(1, 6))
    ranks, rest = draw(st.permutations(range(count))), draw(st.integers(0, count - 1))
    column = []
    for number, rank in enumerate(ranks):
        least = draw(st.integers(0, 200))
        steps = draw(st.lists(st.integers(1, 60), min_size=0 if least else 1, max_size=6))
        lines = tuple(accumulate(steps, initial=least))[1:]
        column.append(Need(least, lines, rank, gets_rest=number == rest))
    return column


columns = random_column()


@given(columns, st.integers(0, 1500), st.integers(1, 400))
def test_spare_heights_come_from_the_rest_alone(panels: list[Need], space: int, more: int) -> None:
    before = share_height(space, panels, GAP)
    rest = next(number for number, need in enumerate(panels) if need.gets_rest)
    for number, need in enumerate(panels):
        best = max(need.lines, default=need.least)
        after = share_height(space, [*panels[:number], replace(need, spare=(best + more,)), *panels[number + 1 :]], GAP)
        others = [other for other in range(len(panels)) if other not in (number, rest)]
        assert [after[other] for other in others] == [before[other] for other in others]
        if number != rest and after[number] != before[number]:
            assert after[number] == best + more and before[rest] - after[rest] == after[number] - before[number]


def taken(heights: list[int]) -> int:
    """Return the height of all panels with the gaps between them."""
    shown = [height for height in heights if height]
    return sum(shown) + GAP * (len(shown) - 1) if shown else 0


@given(columns, st.integers(0, 1500))
def test_panels_fit_and_end_with_whole_lines(panels: list[Need], space: int) -> None:
    heights = share_height(space, panels, GAP)
    assert taken(heights) <= space and min(heights) >= 0
    if taken([need.least for need in panels]) <= space:
        for height, need in zip(heights, panels, strict=True):
            assert height >= need.least
            assert need.gets_rest or height in ((need.least, *need.lines) if need.least else (0, need.lines[-1]))


@given(columns, st.integers(0, 1500))
def test_the_rest_goes_to_the_panel_that_gets_it(panels: list[Need], space: int) -> None:
    heights = share_height(space, panels, GAP)
    rest = next(number for number, need in enumerate(panels) if need.gets_rest)
    assert not heights[rest] or taken(heights) == space


@given(columns, st.integers(0, 1500), st.integers(0, 6), st.integers(1, 60))
def test_a_panel_of_the_greatest_rank_takes_height_only_from_the_rest(
    panels: list[Need], space: int, at: int, height: int
) -> None:
    at = min(at, len(panels))
    more = [*panels[:at], Need(0, (height,), len(panels)), *panels[at:]]
    before, after = share_height(space, panels, GAP), share_height(space, more, GAP)
    del after[at]
    for one, other, need in zip(before, after, panels, strict=True):
        assert other <= one if need.gets_rest else other == one


@given(columns, st.integers(0, 1500), st.integers(1, 500))
def test_more_space_takes_nothing_from_the_first_rank(panels: list[Need], space: int, more: int) -> None:
    first = next(number for number, need in enumerate(panels) if not need.rank)
    assume(len(panels) == 1 or not panels[first].gets_rest)
    assert share_height(space + more, panels, GAP)[first] >= share_height(space, panels, GAP)[first]


@given(columns, st.integers(0, 1500), st.randoms())
def test_ranks_and_not_places_decide(panels: list[Need], space: int, shuffle: Random) -> None:
    mixed = list(panels)
    shuffle.shuffle(mixed)
    heights, others = share_height(space, panels, GAP), share_height(space, mixed, GAP)
    assert dict(zip((need.rank for need in panels), heights, strict=True)) == dict(
        zip((need.rank for need in mixed), others, strict=True)
    )
