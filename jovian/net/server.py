"""The host's end of the lines to the guest and to spectators. Its threads carry messages and know no game.

Each connection has two threads: one reads and checks messages into the inbox, one writes. The owner of the game calls
`poll` and `send` from its own thread. Limits hold for each connection, so that no stranger or guest can hold up a game.
"""

from __future__ import annotations

import hmac
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Queue
from typing import TYPE_CHECKING, Any

from jovian.frozen import frozen
from jovian.match.saves import RULES
from jovian.net.invite import Identity
from jovian.net.messages import (
    FROM_GUEST,
    MAX_FROM_GUEST,
    MAX_SPECTATORS,
    PROTOCOL,
    Message,
    MessageError,
    decode,
    encode,
)
from jovian.net.outbox import LOGGER, MAX_WAITING, Outbox, take_all

if TYPE_CHECKING:
    from websockets.sync.server import Server, ServerConnection

OPEN_SECONDS, HELLO_SECONDS, CLOSE_SECONDS = 10.0, 5.0, 1.0
"""How long a connection may take to open, and then to say who it is. How long the game waits for lines to close."""
MAX_STRANGERS = 8
"""The most connections that haven't shown the token."""
RATE, BURST = 10.0, 40
"""The messages a second that a line may send for long, and at once, besides one for each that it was sent."""
PING_SECONDS = 20.0


class Allowance:
    """How many messages a line may still send now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._left, self._at = clock, float(BURST), clock()

    def take(self) -> bool:
        """Count a message. Return whether it was allowed."""
        now = self._clock()
        self._left, self._at = min(float(BURST), self._left + RATE * (now - self._at)) - 1, now
        return self._left >= 0

    def add(self) -> None:
        """Allow one more message: the answer to one that was sent."""
        self._left += 1


class Line:
    """The line to the guest or to a spectator."""

    def __init__(self, connection: ServerConnection, hello: Message) -> None:
        self.name: str = hello["name"]
        self.is_watching: bool = hello["watching"]
        self.outbox = Outbox(connection)
        self.allowance = Allowance()

    def send(self, message: Message) -> None:
        """Send a message, or cut a line that is too slow to take more."""
        self.allowance.add()
        self.outbox.send(encode(message))

    def close(self, reason: str) -> None:
        """Close the line after what was sent, and say why."""
        self.send({"type": "bye", "reason": reason})
        self.outbox.finish()


@frozen(eq=False)
class Received:
    """What arrived on a line: a message, `hello` when it opens, or None when it is gone."""

    line: Line
    message: Message | None


class GameServer:
    """Listens for the guest and for spectators of one game."""

    def __init__(self, identity: Identity, address: str = "", port: int = 0) -> None:
        """Listen at an address, or at all of this computer. Port 0 is any free port. Raises OSError."""
        from websockets.sync.server import serve

        self._identity = identity
        self._inbox: Queue[Received] = Queue()
        self._lines: list[Line] = []
        self._lock = threading.Lock()
        self._strangers = threading.BoundedSemaphore(MAX_STRANGERS)
        self.refusals: deque[str] = deque(maxlen=20)
        """Why the latest connections were closed."""
        self._server: Server = serve(
            self._listen, sock=_listener(address, port), ssl=identity.context(), max_size=MAX_FROM_GUEST, max_queue=8,
            open_timeout=OPEN_SECONDS, ping_interval=PING_SECONDS, ping_timeout=PING_SECONDS, close_timeout=1.0,
            server_header=None, logger=LOGGER,
        )  # fmt: skip
        self._server.handler = self._admit_few(self._server.handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        """The port at which it listens."""
        port: int = self._server.socket.getsockname()[1]
        return port

    @property
    def lines(self) -> list[Line]:
        """The open lines, the guest's and those of spectators."""
        with self._lock:
            return [*self._lines]

    def poll(self, wait: float = 0.0) -> list[Received]:
        """Return what arrived since the last call, after waiting for it for at most some seconds."""
        return take_all(self._inbox, wait)

    def close(self, reason: str) -> None:
        """Close all lines, say why, and stop listening."""
        for line in self.lines:
            line.close(reason)
        ending = threading.Thread(target=self._server.shutdown, daemon=True)  # A stranger may hold it up.
        ending.start()
        ending.join(CLOSE_SECONDS)

    # --- In the threads of the connections ---
    def _admit_few(self, handler: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        """Return a handler of sockets that closes those of too many strangers."""

        def admit(sock: Any, address: Any) -> None:
            if self._strangers.acquire(blocking=False):
                waiting = _Waiting(self._strangers)
                _waiting.current = waiting
                try:
                    handler(sock, address)
                finally:
                    waiting.end()
            else:
                sock.close()
                with self._server.lock:  # The handler would do this. `shutdown` waits for it.
                    self._server.handler_threads.discard(threading.current_thread())

        return admit

    def _listen(self, connection: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        line = None
        try:
            line = self._greet(connection)
            self._read(connection, line)
        except (ConnectionClosed, TimeoutError, OSError) as error:
            self.refusals.append(type(error).__name__)
        except MessageError as error:
            self._refuse(connection, str(error))
        finally:
            if line is not None:
                with self._lock:
                    self._lines = [other for other in self._lines if other is not line]
                line.outbox.drop()
                self._inbox.put(Received(line, None))
            connection.close()

    def _greet(self, connection: ServerConnection) -> Line:
        """Return the line of a connection that shows the token. Raises MessageError."""
        hello = decode(connection.recv(timeout=HELLO_SECONDS), FROM_GUEST)
        if hello["type"] != "hello" or not hmac.compare_digest(hello["token"], self._identity.token.hex()):
            raise MessageError("there is no such game here")
        if (hello["protocol"], hello["rules"]) != (PROTOCOL, RULES):
            theirs = f"protocol {hello['protocol']} and rules {hello['rules']}"
            raise MessageError(f"the host has protocol {PROTOCOL} and rules {RULES}, you have {theirs}")
        with self._lock:
            alike = [other for other in self._lines if other.is_watching == hello["watching"]]
            if hello["watching"] and len(alike) >= MAX_SPECTATORS:
                raise MessageError(f"{MAX_SPECTATORS} spectators watch already")
            line = Line(connection, hello)
            self._lines.append(line)
        for older in () if line.is_watching else alike:
            older.close("joined from elsewhere")
        _waiting.current.end()
        self._inbox.put(Received(line, hello))
        return line

    def _read(self, connection: ServerConnection, line: Line) -> None:
        """Put the messages of a line into the inbox until it closes. Raises MessageError."""
        for text in connection:
            if not line.allowance.take() or self._inbox.qsize() >= MAX_WAITING:
                raise MessageError("too many messages")
            message = decode(text, FROM_GUEST)
            if message["type"] == "hello":
                raise MessageError("hello was said")
            if message["type"] == "bye":
                return
            self._inbox.put(Received(line, message))

    def _refuse(self, connection: ServerConnection, reason: str) -> None:
        from websockets.exceptions import ConnectionClosed

        self.refusals.append(reason)
        with suppress(ConnectionClosed, OSError):
            connection.send(encode({"type": "bye", "reason": reason[:200]}))


def _listener(address: str, port: int) -> socket.socket:
    """Return a socket that listens at an address, or at all of this computer: IPv4, and IPv6 if it has that."""
    if not address and socket.has_dualstack_ipv6():
        with suppress(OSError):
            return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)


class _Waiting:
    """The place of a connection among the strangers."""

    def __init__(self, strangers: threading.BoundedSemaphore) -> None:
        self._strangers: threading.BoundedSemaphore | None = strangers

    def end(self) -> None:
        """Free the place, once."""
        strangers, self._strangers = self._strangers, None
        if strangers is not None:
            strangers.release()


class _OfThread(threading.local):
    current: _Waiting


_waiting = _OfThread()
"""The place of the connection that this thread reads."""
