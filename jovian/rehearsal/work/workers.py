"""Who does the work: this process, a pool of others here, or whatever executor is handed in.

Jobs are handed out in a bounded window, and their answers come in order, whoever has them first: so the answer to a
question is the same with any number of workers. The jobs of a worker that is killed are done again, and none is counted
twice.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from typing import Any, Protocol, Self, TypeVar

from jovian.cards.reading.shelf import Shelf, set_out, shelves
from jovian.rehearsal.work.ending import end_with

Job = TypeVar("Job")
Answer = TypeVar("Answer")
AHEAD = 4
"""Jobs handed out for each worker."""
TRIES = 3
"""How often a job is done again that lost its worker."""
_one_at_a_time = threading.Lock()


class WorkersLost(Exception):
    """A job lost its worker again and again."""


class Workers(Protocol):
    """Whoever does jobs."""

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """What the work gives for each job, in their order. Raises WorkersLost."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None:
        """Let the workers go, those too who have not finished."""


class Here:
    """The process that asks does the work itself."""

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """One job after the other, each when its answer is asked for."""
        return map(work, jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class _Alone:
    """A job has its process to itself: the query worlds of the table are not made for several threads."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work

    def __call__(self, job: Any) -> Any:
        with _one_at_a_time:
            return self._work(job)


class Hired:
    """An executor of `concurrent.futures` does the work."""

    def __init__(self, size: int, opened: Callable[[], Executor]) -> None:
        """`opened` makes the executor, and makes another one when its workers are lost."""
        self._size = size
        self._opened = opened
        self._pool: Executor | None = None
        self._handed: deque[tuple[Any, Future[Any]]] = deque()

    def shared(self, work: Callable[[Job], Answer], jobs: Iterable[Job]) -> Iterator[Answer]:
        """Hand out jobs as long as answers are asked for. Raises WorkersLost."""
        waiting, lost, alone = iter(jobs), 0, _Alone(work)
        handed = self._handed = deque()
        while True:
            pool = self._pool = self._pool or self._opened()
            handed.extend((job, pool.submit(alone, job)) for job in islice(waiting, self._size * AHEAD - len(handed)))
            if not handed:
                return
            try:
                answer = handed[0][1].result()
            except BrokenExecutor:
                lost += 1
                if lost > TRIES:
                    raise WorkersLost(f"a worker was killed {lost} times at {handed[0][0]}") from None
                _close(pool, at_once=True)
                pool = self._pool = self._opened()
                handed = self._handed = deque((job, pool.submit(alone, job)) for job, _ in handed)
                continue
            handed.popleft()
            lost = 0
            yield answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            _close(self._pool, at_once=bool(self._handed))
        self._pool = None


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def local(size: int) -> Workers:
    """So many processes of this machine; one does it here."""
    return Here() if size == 1 else Hired(size, lambda: _processes(size))


def _processes(size: int) -> Executor:
    from loky.process_executor import ProcessPoolExecutor

    pool: Executor = ProcessPoolExecutor(size, initializer=_begin, initargs=(os.getpid(), shelves()))
    return pool


def _close(pool: Executor, at_once: bool) -> None:
    """Let a pool go; workers that can be killed do not finish what nobody waits for."""
    ways: tuple[dict[str, bool], ...] = ({"kill_workers": at_once}, {"cancel_futures": at_once}, {})
    for way in ways:  # loky's, that of the standard library, that of a cluster
        try:
            pool.shutdown(wait=not at_once, **way)
            return
        except TypeError:
            continue


def _begin(parent: int, read: tuple[Shelf, ...]) -> None:
    """In a worker: leave Ctrl+C to the parent, end with it, and read the cards that it reads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(parent)
    set_out(*read)
