"""What waits between a game and a connection, so that neither side of a game ever waits for the network."""

from __future__ import annotations

import logging
import threading
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from websockets.sync.connection import Connection

MAX_WAITING = 64
"""The most messages that wait."""
T = TypeVar("T")
LOGGER = logging.getLogger(__name__)
"""Takes what websockets logs, which must not appear in a terminal. The owners of lines say in words what is wrong."""
LOGGER.addHandler(logging.NullHandler())
LOGGER.propagate = False


def take_all(inbox: Queue[T], wait: float) -> list[T]:
    """Return all that is in an inbox, after waiting for something for at most some seconds."""
    received: list[T] = []
    try:
        received.append(inbox.get(timeout=wait) if wait else inbox.get_nowait())
        while True:
            received.append(inbox.get_nowait())
    except Empty:
        return received


class Outbox:
    """Writes messages to a connection in a thread of its own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: Queue[str | None] = Queue(MAX_WAITING)
        threading.Thread(target=self._write, daemon=True).start()

    def send(self, text: str) -> None:
        """Write a message later. A connection that is too slow to take more is cut."""
        try:
            self._waiting.put_nowait(text)
        except Full:
            self.drop()

    def finish(self) -> None:
        """Close the connection after what waits."""
        try:
            self._waiting.put_nowait(None)
        except Full:
            self.drop()

    def drop(self) -> None:
        """Close the connection at once."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._waiting.put(None)
        self._connection.close_socket()

    def _write(self) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            while (text := self._waiting.get()) is not None:
                self._connection.send(text)
            self._connection.close()
        except (ConnectionClosed, OSError, TimeoutError):
            self._connection.close_socket()
