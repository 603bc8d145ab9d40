"""Both ends of a short game between two computers, and a check that nothing of it outlives a test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import sleep

from psutil import Process

from jovian.cards import parse_scenario, unit_cards
from jovian.match import Setup
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, Terms
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.server import GameServer
from jovian.players.worker import MomentCheck
from tests.bounds import until
from tests.games import setup

SMALL = "jovian-150", "cega-150"
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
    for _ in until(lambda: threads() <= before and connections() <= lines, 2000):
        sleep(PAUSE)


def threads() -> set[threading.Thread]:
    """Return the running threads, without the one that writes saves and stays."""
    return {thread for thread in threading.enumerate() if not thread.name.startswith("saves")}


def connections() -> set[object]:
    """Return the open TCP connections and listeners of this process."""
    return {(line.fd, line.laddr, line.raddr) for line in Process().net_connections("tcp") if line.fd >= 0}


def start(
    server: GameServer, identity: Identity, port: int = 0, side: int = 0, check: MomentCheck | None = None
) -> tuple[HostedGame, JoinedGame]:
    """Return both ends of a game in which the host has a side."""
    local = short_setup()
    game = HostedGame(Terms(local, side, "Ann"), server)
    line = HostLine(identity.invite("127.0.0.1", port or server.port), "Ben")
    return game, JoinedGame(line, local.fleets[1 - side], unit_cards(), SECRET, check)
