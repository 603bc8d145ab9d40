"""Tests of the tree of branches: its rows, its columns, and the current position."""

from __future__ import annotations

import pytest

from jovian.editing.branches import HERE, TreeLine, tree_lines

KEPT = {
    "ram": [1, 2, 3, 4, 5, 6, 7],
    "before": [1, 2, 3, 4],
    "wait": [1, 2, 3, 4, 9],
    "late": [1, 2, 3, 4, 5, 6, 8, 8],
    "other": [7, 7],
}


def drawn_tree(now: list[int]) -> list[str]:
    """Return the tree as text. `*` marks the current position, `!` a branch that continues the one above it."""
    return [f"{each.columns}{'!' if each.above else ''}{'*' if each.here else 'o'} {each.name}".rstrip()
            for each in tree_lines(_lines(), _line(now))]  # fmt: skip


def _line(answers: list[int]) -> list[list[int]]:
    return [[each] for each in answers]


def _lines() -> dict[str, list[list[int]]]:
    return {name: _line(answers) for name, answers in KEPT.items()}


PRESENT = {
    "beyond one": ([1, 2, 3, 4, 5, 6, 7, 0], ["o other", "o before", "├o wait", "!o ram", "├o late", "!*"]),
    "before all": ([1, 2], ["o other", "*", "!o before", "├o ram", "│└o late", "!o wait"]),
    "at the end of one": ([1, 2, 3, 4, 9], ["o other", "o before", "├o ram", "│└o late", "!* wait"]),
    "at the beginning": ([], ["*", "o other", "o before", "├o ram", "│└o late", "!o wait"]),
}


@pytest.mark.parametrize("moment", PRESENT)
def test_the_tree_as_it_is_drawn(moment: str) -> None:
    now, wanted = PRESENT[moment]
    assert drawn_tree(now) == wanted


def test_a_line_says_where_it_leaves_and_whether_anything_goes_on() -> None:
    by_name = {each.name: each for each in tree_lines(_lines(), _line([1, 2, 5]))}
    assert by_name["late"] == TreeLine("late", "ram", 6, 8, False, " │└", False, False, 3)
    assert (by_name[HERE].leaves, by_name[HERE].here, by_name["ram"].below) == (0, True, True)


def test_a_line_kept_again_by_another_name_goes_on_from_the_first() -> None:
    branches = tree_lines({"a": _line([1, 2]), "b": _line([1, 2])}, _line([1, 2]))
    assert [(each.name, each.above, each.here) for each in branches] == [("a", False, True), ("b", True, False)]
