"""Processes that share jobs: a bounded window of them at a time, answers in order, nobody left behind.

A worker ends with its parent, whatever kills it; the jobs of a worker that is killed are done again.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import sleep
from typing import Any, TypeVar

from jovian.cards.reading.shelf import Shelf, set_out, shelves
from jovian.commands.output.problem import Problem

Job = TypeVar("Job")
Answer = TypeVar("Answer")
AHEAD = 4
"""Jobs handed out for each worker."""
LOOK = 0.3
"""Seconds between a worker's looks whether its parent is still there."""
TRIES = 3
"""How often a job is done again that lost its worker."""


def shared(work: Callable[[Job], Answer], jobs: Iterable[Job], workers: int) -> Iterator[Answer]:
    """What the work gives for each job, in their order. Raises Problem if a job loses its worker again and again."""
    from loky.process_executor import ProcessPoolExecutor, TerminatedWorkerError

    def opened() -> Any:
        return ProcessPoolExecutor(workers, initializer=_begin, initargs=(os.getpid(), shelves()))

    waiting, handed, pool, lost = iter(jobs), deque[tuple[Job, Any]](), opened(), 0
    try:
        while True:
            handed.extend((job, pool.submit(work, job)) for job in islice(waiting, workers * AHEAD - len(handed)))
            if not handed:
                return
            try:
                answer = handed[0][1].result()
            except TerminatedWorkerError:
                lost += 1
                if lost > TRIES:
                    raise Problem(f"a worker was killed {lost} times at {handed[0][0]}", 1) from None
                pool.shutdown(wait=False, kill_workers=True)
                pool = opened()
                handed = deque((job, pool.submit(work, job)) for job, _ in handed)
                continue
            handed.popleft()
            lost = 0
            yield answer
    finally:
        pool.shutdown(wait=not handed, kill_workers=bool(handed))


def _begin(parent: int, read: tuple[Shelf, ...]) -> None:
    """In a worker: leave Ctrl+C to the parent, end with it, and read the cards that it reads."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    set_out(*read)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(LOOK)
    os._exit(1)
