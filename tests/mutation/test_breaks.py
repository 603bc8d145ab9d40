"""Tests of the sampler of breaks: each break changes one thing, and the changed file is valid Python."""

from __future__ import annotations

import ast
from pathlib import Path

from tools.mutation.breaks import breaks, broken

SOURCE = '''"""A module."""
__slots__ = (1,)
LEAST = 2


def far(a: int, b: int = 3) -> bool:
    """Is it far?"""
    assert a < 9
    if a < b and not a == LEAST:
        print(min(a, b))
    return a + b > 7
'''


def test_each_break_changes_one_thing(tmp_path: Path) -> None:
    path = tmp_path / "far.py"
    path.write_text(SOURCE, encoding="utf-8")
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    all_breaks = list(breaks(path))
    assert all_breaks
    for one in all_breaks:
        lines = broken(one).splitlines()
        assert sum(before != after for before, after in zip(plain, lines, strict=True)) == 1


def test_what_may_be_broken(tmp_path: Path) -> None:
    path = tmp_path / "far.py"
    path.write_text(SOURCE, encoding="utf-8")
    assert sorted((one.line, one.at_import, one.what) for one in breaks(path)) == [
        (3, True, "2  ->  3"),
        (6, True, "3  ->  4"),
        (9, False, "a < b  ->  a <= b"),
        (9, False, "a < b and (not a == LEAST)  ->  a < b or not a == LEAST"),
        (9, False, "a == LEAST  ->  a != LEAST"),
        (9, False, "not a == LEAST  ->  a == LEAST"),
        (10, False, "min(a, b)  ->  max(a, b)"),
        (10, False, "print(min(a, b))  ->  pass"),
        (11, False, "7  ->  8"),
        (11, False, "a + b  ->  a - b"),
        (11, False, "a + b > 7  ->  a + b >= 7"),
    ]
