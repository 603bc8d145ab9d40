"""Try breaks one by one: `python -m tools.mutation.trying JOBS` collects the tests once and forks for each break."""

from __future__ import annotations

import gc
import os
import pickle
import resource
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import pytest
from _pytest.runner import runtestprotocol

from tools.mutation.breaks import Break
from tools.mutation.planting import plant
from tools.mutation.reach import ASKED, LEFT_OUT

PLAIN = ("-p", "no:cacheprovider", "-p", "no:xdist")
LONGEST = 120
"""Seconds of processor time after which a run of tests counts as having noticed, because the game hung."""
MOST = 6 << 30
"""The memory limit of a run in bytes, for the same reason."""
SURVIVED, NOTICED, NOT_PLANTED = "SURVIVED", "noticed", "not planted"
ENDS = {0: SURVIVED, 9: NOT_PLANTED}
"""The outcome by exit status of the child. Any other status is a test that failed, or a game that hung."""


@dataclass(frozen=True, slots=True)
class Job:
    """A break, and the tests that try it, quickest first."""

    number: int
    one: Break
    tests: Sequence[str]


class Trials:
    """A pytest plugin that runs jobs instead of the collected tests."""

    def __init__(self, jobs: Sequence[Job], told: TextIO) -> None:
        self._jobs = jobs
        self._told = told

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Print the number and the outcome of each job."""
        items = {item.nodeid: item for item in session.items}
        gc.freeze()
        for job in self._jobs:
            print(job.number, ENDS.get(_ended(job, items), NOTICED), file=self._told, flush=True)
        return True


def _ended(job: Job, items: dict[str, pytest.Item]) -> int:
    """Return the exit status of a child that plants the break and runs the tests until one fails."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
            resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
            status = _tried(job, items)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _tried(job: Job, items: dict[str, pytest.Item]) -> int:
    if not plant(job.one):
        return 9
    for test in job.tests:
        if any(report.failed for report in runtestprotocol(items[test], nextitem=None, log=False)):
            return 1
    return 0


def main(jobs: Sequence[Job]) -> None:
    """Collect all tests, without pytest's output, and try the jobs."""
    told, silent = os.fdopen(os.dup(1), "w"), os.open(os.devnull, os.O_WRONLY)
    for each in (1, 2):
        os.dup2(silent, each)
    pytest.main([*PLAIN, *ASKED, *(f"--ignore={each}" for each in LEFT_OUT)], plugins=[Trials(jobs, told)])


if __name__ == "__main__":
    main(pickle.loads(Path(sys.argv[1]).read_bytes()))
