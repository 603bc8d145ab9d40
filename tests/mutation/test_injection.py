"""Tests that a mutation is injected into a function, a method, and a module value of the running program."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.rules_api import Shot, rolls
from tools.mutation.injection import inject
from tools.mutation.line_tests import RULES
from tools.mutation.mutations import Mutation, mutations_of


def find_mutation(file: str, function: str, description: str) -> Mutation:
    """Return the only mutation of a file with a description."""
    (mutation,) = [
        mutation
        for mutation in mutations_of(RULES / file)
        if mutation.function == function and mutation.description == description
    ]
    return mutation


def counts_wrong_links() -> bool:
    """Return whether a shot with 3 mounts counts 4 linked weapons."""
    line: Any = SimpleNamespace()
    shot = Shot.__new__(Shot)
    Shot.__init__(shot, line, line, ("a1", "a2", "a3"), line, line, "activation", line=line)
    return shot.linked == 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutations are injected in forks")
@pytest.mark.parametrize(("file", "function", "description", "shows"), [
    ("basics/rolls.py", "pluralize", "count == 1  ->  count != 1", lambda: rolls.pluralize(1, "step") == "1 steps"),
    ("basics/rolls.py", "", "len(SETS) - 1  ->  len(SETS) + 1", lambda: len(rolls.SETS) + 1 == rolls._LONGEST_SET),
    ("shots/shot.py", "Shot.__init__", "len(mounts) - 1  ->  len(mounts) + 1", counts_wrong_links),
])  # fmt: skip
def test_the_program_runs_as_if_the_source_had_the_mutation(
    file: str, function: str, description: str, shows: Callable[[], bool]
) -> None:
    assert not shows()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if inject(find_mutation(file, function, description)) and shows() else 1
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert not shows(), "the mutation must be in the child only"
