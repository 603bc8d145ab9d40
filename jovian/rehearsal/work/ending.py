"""A process ends by itself when nobody is left whom it works for: its parent, or who reads what it tells."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from time import sleep
from typing import TextIO

import psutil

from jovian.rehearsal.work.rooms import sweep

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
