"""The host's end of a game that tests join."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from jovian.net.invite import Identity
from jovian.net.server import GameServer
from tests.net.lines import nothing_left


@pytest.fixture
def identity(tmp_path: Path) -> Identity:
    return Identity(tmp_path / "host.pem")


@pytest.fixture
def server(identity: Identity) -> Iterator[GameServer]:
    with nothing_left():
        server = GameServer(identity, "127.0.0.1")
        yield server
        server.close("the test is over")
