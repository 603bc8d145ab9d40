"""The guest's end of the line to a host. It connects again whenever the line is cut, until it is closed."""

from __future__ import annotations

import threading
from queue import Full, Queue
from ssl import SSLSocket
from typing import TYPE_CHECKING, Literal

from jovian.match.saves import RULES
from jovian.net.invite import Invite, guest_context, is_host
from jovian.net.messages import FROM_HOST, MAX_FROM_HOST, PROTOCOL, Message, MessageError, decode, encode
from jovian.net.outbox import LOGGER, MAX_WAITING, Outbox, take_all

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

OPEN_SECONDS, PING_SECONDS = 10.0, 20.0
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)
"""The seconds before each attempt to connect again. The last one repeats."""
Standing = Literal["connecting", "open", "lost", "closed"]


class HostLine:
    """The line to a host.

    `poll` returns the messages of the host in order. When the line was cut and is open again, `setup` comes again.
    """

    def __init__(self, invite: Invite, name: str, *, watching: bool = False) -> None:
        from websockets.sync.client import connect  # Here, so that the caller hears of a missing package.

        self._connect = connect
        self.invite = invite
        self._hello = {
            "type": "hello", "protocol": PROTOCOL, "rules": RULES, "token": invite.token.hex(), "name": name,
            "watching": watching,
        }  # fmt: skip
        self.standing: Standing = "connecting"
        self.trouble = ""
        """Why the line isn't open, in words."""
        self._inbox: Queue[Message] = Queue(MAX_WAITING)
        self._outbox: Outbox | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def poll(self, wait: float = 0.0) -> list[Message]:
        """Return the messages since the last call, after waiting for one for at most some seconds."""
        return take_all(self._inbox, wait)

    def send(self, message: Message) -> None:
        """Send a message. On a line that is cut it is lost, and the host asks again."""
        outbox = self._outbox
        if outbox is not None:
            outbox.send(encode(message))

    def close(self) -> None:
        """Say goodbye, and close the line for good."""
        self._closing.set()
        self.send({"type": "bye", "reason": ""})
        outbox = self._outbox
        if outbox is not None:
            outbox.finish()
        self._thread.join(1.0 if self.standing == "open" else 0.0)  # An attempt to connect ends by itself.

    # --- In the thread of the line ---
    def _keep(self) -> None:
        """Connect again and again."""
        from websockets.exceptions import WebSocketException

        attempts = 0
        while not self._closing.is_set():
            try:
                self._run()
                attempts = 0
            except _Refused as error:
                self.trouble = str(error)
                break
            except MessageError as error:
                self.trouble = f"the host sent something else than a message: {error}"
                break
            except (WebSocketException, OSError, EOFError, ValueError) as error:  # Some addresses are wrong values.
                attempts = 0 if self.standing == "open" else attempts
                self.trouble = f"there is no connection to {self.invite.address}:{self.invite.port} ({_cause(error)})"
            self._outbox = None
            self.standing = "lost"
            self._closing.wait(PAUSES[min(attempts, len(PAUSES) - 1)])
            attempts += 1
        self._outbox = None
        self.standing = "closed"

    def _run(self) -> None:
        """Read messages until the line is cut. Raises what `_keep` expects."""
        address = f"[{self.invite.address}]" if ":" in self.invite.address else self.invite.address
        with self._connect(
            f"wss://{address}:{self.invite.port}", ssl=guest_context(), server_hostname="jovian-wars", proxy=None,
            max_size=MAX_FROM_HOST, max_queue=8, open_timeout=OPEN_SECONDS, ping_interval=PING_SECONDS,
            ping_timeout=PING_SECONDS, close_timeout=1.0, user_agent_header=None,
            logger=LOGGER,
        ) as connection:  # fmt: skip
            secure = connection.socket
            certificate = secure.getpeercert(binary_form=True) if isinstance(secure, SSLSocket) else None
            if certificate is None or not is_host(self.invite, certificate):
                raise _Refused("the computer at this address isn't the host of the invite")
            self._outbox = outbox = Outbox(connection)
            try:
                self._read(connection, outbox)
            finally:
                outbox.drop()

    def _read(self, connection: ClientConnection, outbox: Outbox) -> None:
        if self._closing.is_set():
            return
        outbox.send(encode(self._hello))
        for text in connection:
            message = decode(text, FROM_HOST)
            if message["type"] == "bye":
                raise _Refused(message["reason"] or "the host has closed the game")
            self.standing, self.trouble = "open", ""
            self._put(message)

    def _put(self, message: Message) -> None:
        """Hand a message over. While the game doesn't read, the line waits."""
        while not self._closing.is_set():
            try:
                self._inbox.put(message, timeout=0.2)
                return
            except Full:
                continue


class _Refused(Exception):
    """The host doesn't let this computer in. `str()` says why."""


def _cause(error: BaseException) -> str:
    return type(error).__name__ if not str(error) else " ".join(str(error).split())[:120]
