"""Tests of planting a break in the running program: in a function, in a method, and in a module value."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.rules_api import Shot, rolls
from tools.mutation.breaks import Break, breaks
from tools.mutation.planting import plant
from tools.mutation.reach import RULES


def find_break(file: str, within: str, what: str) -> Break:
    """Return the only break of a file with this description."""
    (found,) = [each for each in breaks(RULES / file) if each.within == within and each.what == what]
    return found


def linked() -> bool:
    """Return whether the shot counts one weapon too few."""
    shot = Shot.__new__(Shot)
    Shot.__init__(shot, None, None, ("a1", "a2", "a3"), None, None, "activation")  # type: ignore[arg-type]
    return shot.linked == 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="breaks are planted in forks")
@pytest.mark.parametrize(("file", "within", "what", "shows"), [
    ("basics/rolls.py", "pluralize", "count == 1  ->  count != 1", lambda: rolls.pluralize(1, "step") == "1 steps"),
    ("basics/rolls.py", "", "len(SETS) - 1  ->  len(SETS) + 1", lambda: len(rolls.SETS) + 1 == rolls._LONGEST_SET),
    ("shots/shot.py", "Shot.__init__", "len(mounts) - 1  ->  len(mounts) + 1", linked),
])  # fmt: skip
def test_the_program_runs_as_if_it_stood_in_the_source(
    file: str, within: str, what: str, shows: Callable[[], bool]
) -> None:
    assert not shows()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if plant(find_break(file, within, what)) and shows() else 1
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert not shows(), "it is planted in the child alone"
