"""Both ends of a short game between two computers, and a check that nothing of it outlives a test."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic, sleep

from psutil import Process

from jovian.cards import parse_scenario, unit_cards
from jovian.cards.plain_json import to_plain
from jovian.match import Match, Setup
from jovian.match.seen_json import setup_to_json
from jovian.match.seen_moments import SeenWriter
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, Terms, commitment
from jovian.net.invite import Identity, Invite
from jovian.net.joined import JoinedGame
from jovian.net.messages import FROM_HOST, Message, decode, encode
from jovian.net.server import GameServer, Received
from jovian.players.worker import MomentCheck
from tests.bounds import until
from tests.games import setup

SMALL = "jovian-150", "cega-150"
NOTHING_AGREED = Agreement()
PAUSE, SECRET = 0.002, b"a secret of the guest"


def short_setup(turns: int = 1) -> Setup:
    """Return the setup of a game of few turns."""
    default = setup(1, SMALL)
    scenario = parse_scenario({**default.scenario.source, "turns": turns}, "short", default.cards)
    return replace(default, scenario=scenario)


@contextmanager
def nothing_left() -> Iterator[None]:
    """Check that no thread and no connection of the `with` block outlives it."""
    before, lines = threads(), connections()
    yield
    for _ in until(lambda: threads() <= before and connections() <= lines):
        sleep(PAUSE)


def threads() -> set[threading.Thread]:
    """Return the running threads, without the one that writes saves and stays."""
    return {thread for thread in threading.enumerate() if not thread.name.startswith("saves")}


def connections() -> set[object]:
    """Return the open TCP connections and listeners of this process."""
    return {(line.fd, line.laddr, line.raddr) for line in Process().net_connections("tcp") if line.fd >= 0}


def start(
    server: GameServer, identity: Identity, port: int = 0, side: int = 0, *, is_unlimited: bool = False,
    agreement: Agreement = NOTHING_AGREED, clock: Callable[[], float] = monotonic, check: MomentCheck | None = None,
) -> tuple[HostedGame, JoinedGame]:  # fmt: skip
    """Return both ends of a game in which the host has a side. `is_unlimited`: with unlimited undo."""
    local = short_setup()
    local = replace(local, options={**local.options, "rehearsal": "on"}) if is_unlimited else local
    game = HostedGame(Terms(local, side, "Ann", agreement), server, clock)
    line = HostLine(identity.invite("127.0.0.1", port or server.port), "Ben")
    return game, JoinedGame(line, local.fleets[1 - side], unit_cards(), SECRET, check)


# --- Messages without a network ---

HALF = b"h" * 16


class GivenLine:
    """A line to a host on which a test puts the messages."""

    standing, trouble = "open", ""
    invite = Invite("127.0.0.1", 1, bytes(16), bytes(10))

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.sent: list[Message] = []
        self.is_closed = False

    def poll(self, wait: float = 0.0) -> list[Message]:
        messages, self.messages = self.messages, []
        return messages

    def send(self, message: Message) -> None:
        self.sent.append(message)

    def close(self) -> None:
        self.is_closed = True


class GivenServer:
    """A server on which a test puts what guests send."""

    port = 0

    def __init__(self) -> None:
        self.received: list[Received] = []

    def poll(self, wait: float = 0.0) -> list[Received]:
        received, self.received = self.received, []
        return received


def setup_message(local: Setup, side: int) -> Message:
    """Return the first message to a guest whose game has begun."""
    public = setup_to_json(local.scenario, local.options, manual=local.manual)
    return {
        "type": "setup", "setup": public, "side": side, "name": "Ann", "commitment": commitment(HALF), "size": 150,
        "has_begun": True, "agreement": to_plain(Agreement()),
    }  # fmt: skip


def moment_message(match: Match, side: int) -> Message:
    """Return the present moment of a match, whole."""
    return {"type": "moment", "ask": 1, "taken": 0, "moment": SeenWriter(side).moment(match)}


def as_sent(*messages: Message) -> list[Message]:
    """Return the messages of a host as they arrive."""
    return [decode(encode(message), FROM_HOST) for message in messages]
