"""Processes that play games beside each other."""

from __future__ import annotations

import os
import select
import shutil
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from time import sleep
from typing import Any, Protocol, Self, TextIO, TypeVar
from weakref import finalize

import psutil

from jovian.cards.files import Shelf, set_out, shelves
from jovian.match.files import locked

# --- rooms ---
# Folders for what a rehearsal writes on the way: gone with whoever made them, whatever ends that.
#
# Its maker holds a lock on a file in it, which the system lets go when the process ends. A room whose lock nobody
# holds is swept away by whoever looks next: the processes of a rehearsal that have lost their parent, and the next
# window.

PREFIX, LOCK = "jovian-rehearsal-", ".held"


class Room:
    """A folder as long as it is wanted."""

    def __init__(self) -> None:
        """Raises OSError if there is no place for one."""
        self.path = Path(mkdtemp(prefix=PREFIX))
        handle = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        locked(handle)
        self._leave = finalize(self, _empty, self.path, handle)

    def close(self) -> None:
        """Take it away now."""
        self._leave()


def sweep() -> None:
    """Take away the rooms that nobody holds any more; where a system has no locks, all stay."""
    for path in Path(gettempdir()).glob(f"{PREFIX}*"):
        try:
            handle = os.open(path / LOCK, os.O_RDWR)
        except OSError:  # it is just being made, or is somebody else's
            continue
        if locked(handle):
            _empty(path, handle)
        else:
            os.close(handle)


def _empty(path: Path, handle: int) -> None:
    os.close(handle)
    shutil.rmtree(path, ignore_errors=True)


# --- ending ---
# A process ends by itself when nobody is left whom it works for: its parent, or who reads what it tells.

LOOK = 0.3
"""Seconds between looks."""


def end_with(parent: int) -> None:
    """End when that process, the parent of this one, has ended."""
    _once(_orphaned(parent))


def end_unheard(stream: TextIO) -> None:
    """End when the parent of now has ended, or when nobody reads what is written to a stream any more.

    What a parent that was killed had room for is swept away.
    """
    orphaned, unread = _orphaned(os.getppid()), _reader(stream)
    _once(lambda: unread() or orphaned(), sweep)


def has_ended(process: int) -> Callable[[], bool]:
    """Tells whether a process has ended, though another one may have its number by then."""
    try:
        known = psutil.Process(process)
    except psutil.Error:
        return lambda: True
    return lambda: not known.is_running()


def _once(alone: Callable[[], bool], last: Callable[[], None] = lambda: None) -> None:
    threading.Thread(target=_watch, args=(alone, last), daemon=True).start()


def _watch(alone: Callable[[], bool], last: Callable[[], None]) -> None:
    while not alone():
        sleep(LOOK)
    try:
        last()
    finally:
        os._exit(1)


def _orphaned(parent: int) -> Callable[[], bool]:
    """Tells whether the parent has ended: most systems give its children another one, Windows does not."""
    ended = has_ended(parent)
    return lambda: os.getppid() != parent or ended()


def _reader(stream: TextIO) -> Callable[[], bool]:
    """Tells whether the other end of a stream is closed; where a system cannot say, writing finds it out."""
    try:
        pipe = select.poll()
        pipe.register(os.dup(stream.fileno()), 0)  # A copy, because the descriptor itself can be diverted later.
    except (AttributeError, OSError, ValueError):
        return lambda: False
    return lambda: any(happened & (select.POLLERR | select.POLLNVAL) for _, happened in pipe.poll(0))


# --- workers ---
# Who does the work: this process, a pool of others here, or whatever executor is handed in.
#
# Jobs are handed out in a bounded window, and their answers come in order, whoever has them first: so the answer to
# a question is the same with any number of workers. The jobs of a worker that is killed are done again, and none is
# counted twice.

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
