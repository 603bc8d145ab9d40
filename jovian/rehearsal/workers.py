"""Processes that play games in parallel.

`local` gives workers on this machine. The results of jobs come in order, so an answer is the same with any number of
workers.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from itertools import islice
from typing import Any, Protocol, Self, TypeVar

from jovian.background import Settings, end_with, own_settings, take_settings

# --- Workers ---

Job = TypeVar("Job")
Answer = TypeVar("Answer")
JOBS_PER_WORKER = 4
"""The number of jobs per worker that are submitted in advance."""
MAX_TRIES = 3
"""How often a job is repeated after its worker was lost."""
LOOK_SECONDS = 10.0
"""Seconds without a result after which an executor's workers are looked at."""
_one_at_a_time = threading.Lock()


class WorkersLost(Exception):
    """A job lost its worker too often."""


class Workers(Protocol):
    """Anything that does jobs."""

    size: int
    """The number of jobs that it does at a time."""

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Yield the result of the work for each job, in order. Raises WorkersLost."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None:
        """Release the workers, even unfinished ones."""


class Here:
    """Does the work in this process."""

    size = 1

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Do one job after the other, each when its result is needed."""
        return map(work, jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class _Exclusive:
    """Gives a job its process exclusively: the table's query worlds don't support several threads."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work

    def __call__(self, job: Any) -> Any:
        with _one_at_a_time:
            return self._work(job)


class Hired:
    """Lets an executor of `concurrent.futures` do the work."""

    def __init__(self, size: int, opened: Callable[[], Executor], look: Callable[[], None] = lambda: None) -> None:
        """Set the executor's size and `opened`, which creates it now and again after its workers are lost.

        `look` is called every `LOOK_SECONDS` while no result comes.
        """
        self.size = size
        self._opened = opened
        self._look = look
        self._pool: Executor | None = None
        self._submitted: deque[tuple[Any, Future[Any]]] = deque()

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Submit jobs as long as results are needed. Raises WorkersLost.

        The jobs of a killed worker are repeated, and no result counts twice.
        """
        waiting, lost_count, exclusive = iter(jobs), 0, _Exclusive(work)
        submitted = self._submitted = deque()
        while True:
            pool = self._pool = self._pool or self._opened()
            submitted.extend(
                (job, pool.submit(exclusive, job))
                for job in islice(waiting, self.size * JOBS_PER_WORKER - len(submitted))
            )
            if not submitted:
                return
            while not wait([submitted[0][1]], LOOK_SECONDS).done:
                self._look()
            try:
                answer = submitted[0][1].result()
            except BrokenExecutor:
                lost_count += 1
                if lost_count > MAX_TRIES:
                    raise WorkersLost(f"a worker was killed {lost_count} times at {submitted[0][0]}") from None
                _close(pool, at_once=True)
                pool = self._pool = self._opened()
                submitted = self._submitted = deque((job, pool.submit(exclusive, job)) for job, _ in submitted)
                continue
            submitted.popleft()
            lost_count = 0
            yield answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            _close(self._pool, at_once=bool(self._submitted))
        self._pool = None


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def local(size: int) -> Workers:
    """Return workers with this number of processes, or this process for 1."""
    return Here() if size == 1 else Hired(size, lambda: _processes(size))


QUIET = "ignore:resource_tracker"
"""After a signal, loky tells what it cleans up a second time."""


def _processes(size: int) -> Executor:
    from loky.process_executor import ProcessPoolExecutor

    if QUIET not in sys.warnoptions:  # The process with which loky cleans up takes these options over.
        sys.warnoptions.append(QUIET)
    pool: Executor = ProcessPoolExecutor(size, initializer=_set_up_worker, initargs=(os.getpid(), own_settings()))
    return pool


def _close(pool: Executor, at_once: bool) -> None:
    """Shut a pool down. Workers that can be killed don't finish unneeded jobs."""
    arguments: tuple[dict[str, bool], ...] = ({"kill_workers": at_once}, {"cancel_futures": at_once}, {})
    for argument in arguments:  # for loky, the standard library, and a cluster
        try:
            pool.shutdown(wait=not at_once, **argument)
            return
        except TypeError:
            continue


def _set_up_worker(parent: int, settings: Settings) -> None:
    """Set up a worker, which ends with its parent."""
    take_settings(settings)
    end_with(parent)
