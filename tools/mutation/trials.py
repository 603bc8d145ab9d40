"""Try mutations one by one: `python -m tools.mutation.trials JOBS` collects the tests once and forks per mutation."""

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

from tools.mutation.injection import inject
from tools.mutation.line_tests import IGNORED, TESTS
from tools.mutation.mutations import Mutation

OPTIONS = ("-p", "no:cacheprovider", "-p", "no:xdist")
MAX_CPU_SECONDS = 120
"""A run that takes more processor time counts as noticed, because the game was stuck."""
MAX_BYTES = 6 << 30
"""A run that needs more memory counts as noticed too."""
SURVIVED, NOTICED, NOT_INJECTED = "SURVIVED", "noticed", "not injected"
_RESULTS = {0: SURVIVED, 9: NOT_INJECTED}
"""The result by exit status of the child. Any other status is a failed test or a stuck game."""


@dataclass(frozen=True, slots=True)
class Job:
    """A mutation, and the ids of the tests to run for it, the fastest first."""

    number: int
    mutation: Mutation
    tests: Sequence[str]


class TrialPlugin:
    """A pytest plugin that runs jobs instead of all collected tests."""

    def __init__(self, jobs: Sequence[Job], output: TextIO) -> None:
        self._jobs = jobs
        self._output = output

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Print the number and the result of each job."""
        items = {item.nodeid: item for item in session.items}
        gc.freeze()
        for job in self._jobs:
            print(job.number, _RESULTS.get(_exit_status(job, items), NOTICED), file=self._output, flush=True)
        return True


def _exit_status(job: Job, items: dict[str, pytest.Item]) -> int:
    """Return the exit status of a child that injects the mutation and runs the tests until one fails."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, MAX_CPU_SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
            status = _run_tests(job, items)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _run_tests(job: Job, items: dict[str, pytest.Item]) -> int:
    if not inject(job.mutation):
        return 9
    for test in job.tests:
        if any(report.failed for report in runtestprotocol(items[test], nextitem=None, log=False)):
            return 1
    return 0


def main(jobs: Sequence[Job]) -> None:
    """Collect the tests and try all jobs. Output of pytest is dropped."""
    output, null = os.fdopen(os.dup(1), "w"), os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(null, descriptor)
    pytest.main([*OPTIONS, *TESTS, *(f"--ignore={path}" for path in IGNORED)], plugins=[TrialPlugin(jobs, output)])


if __name__ == "__main__":
    main(pickle.loads(Path(sys.argv[1]).read_bytes()))
