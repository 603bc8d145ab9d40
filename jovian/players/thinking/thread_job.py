"""Work on a thread of its own, which the window polls and can cancel."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent import futures
from typing import Generic, TypeVar

Result = TypeVar("Result")


class ThreadJob(Generic[Result]):
    """One piece of work. The thread has ended its use of the result when `poll` returns it."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._future: futures.Future[Result] = futures.Future()
        threading.Thread(target=self._run, args=(work,), daemon=True).start()  # At exit the program doesn't wait.

    def poll(self, wait: float = 0.0) -> Result | None:
        """Return the result, None while there is none. Wait at most this number of seconds.

        Raises what the work raised.
        """
        futures.wait([self._future], wait)
        return self._future.result() if self._future.done() else None

    def cancel(self) -> None:
        """Note that the result isn't needed. Work that can end early does so."""

    # --- on the thread ---
    def _run(self, work: Callable[[], Result]) -> None:
        try:
            result = work()
        except BaseException as error:  # `poll` raises it where it is handled.
            self._future.set_exception(error)
        else:
            self._future.set_result(result)
