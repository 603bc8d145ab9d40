"""A process ends by itself when nobody is left whom it works for: its parent, or who reads what it tells."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable
from time import sleep

LOOK = 0.3
"""Seconds between looks."""


def end_with(parent: int) -> None:
    """End when that process, the parent of this one, has ended."""
    _once(lambda: _orphaned(parent))


def end_unheard() -> None:
    """End when the parent of now has ended, or when nobody reads standard output any more."""
    parent, unread = os.getppid(), _reader()
    _once(lambda: unread() or _orphaned(parent))


def _once(alone: Callable[[], bool]) -> None:
    threading.Thread(target=_watch, args=(alone,), daemon=True).start()


def _watch(alone: Callable[[], bool]) -> None:
    while not alone():
        sleep(LOOK)
    os._exit(1)


def _orphaned(parent: int) -> bool:
    return os.getppid() != parent


def _reader() -> Callable[[], bool]:
    """Tells whether the other end of standard output is closed; where a system cannot say, writing finds it out."""
    try:
        told = sys.stdout.fileno()
        pipe = select.poll()
        pipe.register(told, 0)
    except (AttributeError, OSError, ValueError):
        return lambda: False
    return lambda: any(happened & (select.POLLERR | select.POLLNVAL) for _, happened in pipe.poll(0))
