"""Work in the background, which no frame waits for: in a process of its own, or in a thread.

`Background` is a function that runs in a process and hands over its values. `Child` is such a process, for work that
also receives messages, as that of players. Values are pickled only between a process of ours and its own child.
"""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Callable, Iterable
from concurrent import futures
from contextlib import suppress
from enum import Enum
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from time import sleep
from typing import Any, Generic, TextIO, TypeAlias, TypeVar

import psutil

from jovian.cards.cache import cache_folder, keep_in
from jovian.cards.files import Shelf, describe_error, one_line, set_out, shelves
from jovian.garbage import collect_rarely

Value = TypeVar("Value")
Line: TypeAlias = "Connection[Any, Any]"

# --- Settings ---

Settings = tuple[tuple[Shelf, ...], Path | None]
"""The shelves of cards, and the folder of their cache."""


def own_settings() -> Settings:
    """Return what a new process must know to read the same cards."""
    return shelves(), cache_folder()


def take_settings(settings: Settings) -> None:
    """Read the same cards as the parent, leave Ctrl+C to it, and collect garbage rarely."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_rarely()
    read, folder = settings
    set_out(*read)
    keep_in(folder)


# --- A process ---

SPAWN = get_context("spawn")


class Child:
    """A process of low priority and the connection to it.

    A thread starts the process and sends the messages, so no method waits, except where noted. The process reads the
    same cards. It ends when this end of the connection closes, so also if this process is killed.
    """

    def __init__(self, nice: int, serve: Callable[..., None], *arguments: object) -> None:
        """Start it. It calls `serve` with its end of the connection and the arguments. `nice` lowers its priority."""
        self.refused = ""
        """Why no process could be started, or ""."""
        self._ours, theirs = SPAWN.Pipe()
        self._outbox: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        given = (theirs, nice, own_settings(), serve, arguments)
        self._process = SPAWN.Process(target=_run_child, args=given, daemon=True)
        threading.Thread(target=self._run, args=(theirs,), daemon=True).start()

    @property
    def pid(self) -> int | None:
        """The process id, or None before the process has started."""
        return self._process.pid

    def send(self, *message: Any) -> None:
        """Send a message."""
        self._outbox.put(message)

    def receive(self, wait: float | None = None) -> Any:
        """Return the next message, or None. Wait for it at most this number of seconds, or until there is one.

        Raises EOFError or OSError if the process has ended.
        """
        return self._ours.recv() if self._ours.poll(wait) else None

    def end(self) -> None:
        """End the process."""
        self._outbox.put(None)
        if self._process.pid is not None:
            self._process.kill()

    def _run(self, theirs: Line) -> None:
        """Start the process and send it the messages, in a thread, until it ends."""
        try:
            self._process.start()
        except OSError as error:
            self.refused = f"No process can be started for it: {error.strerror or error}"
            return
        finally:
            theirs.close()
        with suppress(OSError):  # The process has ended, and `receive` notices it.
            for message in iter(self._outbox.get, None):
                self._ours.send(message)
        self._process.kill()
        self._process.join()


def _run_child(
    line: Line, nice: int, settings: Settings, serve: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    """Serve a parent with low priority."""
    current_process().daemon = False  # It may have workers, which end with it.
    if hasattr(os, "nice"):
        os.nice(nice)
    elif nice:
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    take_settings(settings)
    serve(line, *arguments)


# --- A function in a process ---

NICE = 15
"""How much lower the priority is by default than that of the window."""
VALUE, END = "value", "end"
"""The kinds of messages: a value, and the end with what went wrong or ""."""
DIED = "Its process ended before its answer was complete"


class Status(Enum):
    """The status of work in the background."""

    RUNNING = "running"
    DONE = "complete"
    CANCELED = "canceled"
    FAILED = "its process failed"


class Background(Generic[Value]):
    """A function that runs in a process of its own, and what it has yielded so far. No method waits but `wait`."""

    def __init__(
        self, work: Callable[..., Iterable[Value]], *arguments: object,
        add: Callable[[Value, Value], Value] = lambda before, new: new, nice: int = NICE,
    ) -> None:  # fmt: skip
        """Start it. `work` must be a function of a module, and all arguments and values must be picklable.

        `add` returns the latest value, given the one before and a new one. `nice` lowers the priority.
        """
        self.status = Status.RUNNING
        self.notice = ""
        """What went wrong, in one line, or ""."""
        self.value: Value | None = None
        """The latest value, None before the first."""
        self.news = 0
        """The number of values and ends so far."""
        self._add = add
        self._lock, self._ended = threading.Lock(), threading.Event()
        self._child = Child(nice, _serve_work, work, arguments)
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def running(self) -> bool:
        """Whether it still works."""
        return self.status is Status.RUNNING

    @property
    def pid(self) -> int | None:
        """The process id, or None before the process has started."""
        return self._child.pid

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, at most this number of seconds."""
        self._ended.wait(seconds)

    def cancel(self) -> None:
        """Cancel it. The latest value stays."""
        self._end(Status.CANCELED)

    # --- In the thread ---
    def _listen(self) -> None:
        fault = ""
        try:
            while (message := self._child.receive())[0] == VALUE:
                self._take(message[1])
            fault = message[1]
        except (EOFError, OSError):
            fault = self._child.refused or DIED
        self._end(Status.FAILED if fault else Status.DONE, fault)

    def _take(self, value: Value) -> None:
        with self._lock:
            if self.running:
                self.value = value if self.value is None else self._add(self.value, value)
                self.news += 1

    def _end(self, status: Status, notice: str = "") -> None:
        with self._lock:
            if self.running:
                self.status, self.notice = status, notice
                self.news += 1
        self._child.end()
        self._ended.set()


def _serve_work(line: Line, work: Callable[..., Iterable[Any]], arguments: tuple[Any, ...]) -> None:
    """Send what the work yields, and how it ended."""
    threading.Thread(target=_exit_on_close, args=(line,), daemon=True).start()
    fault = ""
    try:
        for value in work(*arguments):
            line.send((VALUE, value))
    except BaseException as error:
        fault = _describe(error)
    line.send((END, fault))


def _exit_on_close(line: Line) -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(0)


def _describe(error: BaseException) -> str:
    """Return in one line what went wrong. The messages of our own errors say it."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    is_own = type(error).__module__.startswith("jovian.")
    return one_line(str(error)) if is_own else f"internal error: {describe_error(error)}"


# --- Ending orphaned processes ---

CHECK_SECONDS = 0.3
"""Seconds between checks."""


def end_with(parent: int) -> None:
    """End this process when its parent has ended."""
    _exit_when(_parent_ended(parent))


def end_unheard(stream: TextIO) -> None:
    """End this process when its current parent has ended, or when nothing reads the stream anymore."""
    orphaned, unread = _parent_ended(os.getppid()), _reader_gone(stream)
    _exit_when(lambda: unread() or orphaned())


def _exit_when(is_done: Callable[[], bool]) -> None:
    threading.Thread(target=_watch, args=(is_done,), daemon=True).start()


def _watch(is_done: Callable[[], bool]) -> None:
    while not is_done():
        sleep(CHECK_SECONDS)
    os._exit(1)


def _parent_ended(parent: int) -> Callable[[], bool]:
    """Return a function that tells whether the parent has ended. Most systems assign a new parent, Windows doesn't."""
    try:
        known = psutil.Process(parent)
    except psutil.Error:
        return lambda: True
    return lambda: os.getppid() != parent or not known.is_running()


def _reader_gone(stream: TextIO) -> Callable[[], bool]:
    """Return a function that tells whether the other end of a stream is closed, as far as the system can tell."""
    try:
        pipe = select.poll()
        pipe.register(os.dup(stream.fileno()), 0)  # A copy, because the descriptor itself can be diverted later.
    except (AttributeError, OSError, ValueError):
        return lambda: False
    return lambda: any(happened & (select.POLLERR | select.POLLNVAL) for _, happened in pipe.poll(0))


# --- Work in a thread ---


class ThreadJob(Generic[Value]):
    """One piece of work in a thread, which the window polls and can cancel.

    The thread no longer uses the result when `poll` returns it.
    """

    def __init__(self, work: Callable[[], Value]) -> None:
        self._future: futures.Future[Value] = futures.Future()
        threading.Thread(target=self._run, args=(work,), daemon=True).start()  # At exit the program doesn't wait.

    def poll(self, wait: float = 0.0) -> Value | None:
        """Return the result, or None while there is none. Wait at most this number of seconds.

        Raises what the work raised.
        """
        futures.wait([self._future], wait)
        return self._future.result() if self._future.done() else None

    def cancel(self) -> None:
        """Note that the result isn't needed. Work that can end early does so."""

    # --- In the thread ---
    def _run(self, work: Callable[[], Value]) -> None:
        try:
            result = work()
        except BaseException as error:  # `poll` raises it where it is handled.
            self._future.set_exception(error)
        else:
            self._future.set_result(result)
