"""Tests of games between two computers: the same game as on one, also over lines that are cut, and what hosts refuse."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from jovian.cards import unit_cards
from jovian.match import Match
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, Terms
from jovian.net.invite import Identity, Invite
from jovian.net.joined import JoinedGame
from jovian.net.server import GameServer
from tests.games import setup

MAX_ROUNDS = 20_000


@pytest.fixture
def identity(tmp_path: Path) -> Identity:
    return Identity(tmp_path / "host.pem")


@pytest.fixture
def server(identity: Identity) -> Iterator[GameServer]:
    server = GameServer(identity, "127.0.0.1")
    yield server
    server.close("the test is over")


class CuttingProxy:
    """Passes bytes between a guest and a host, and cuts the line in the middle of a record."""

    def __init__(self, port: int, cuts: int, seed: int) -> None:
        self.cuts, self.done, self._to, self._rng = cuts, 0, port, Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                ends = self._listener.accept()[0], socket.create_connection(("127.0.0.1", self._to))
                allowed = [self._rng.randint(4_000, 16_000) if self.done < self.cuts else 1 << 60]
                for source, target in (ends, ends[::-1]):
                    threading.Thread(target=self._pump, args=(source, target, allowed), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket, allowed: list[int]) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                allowed[0] -= len(data)
                if allowed[0] < 0:
                    target.sendall(data[: len(data) // 2])
                    self.done += 1
                    break
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def play(game: HostedGame, joined: JoinedGame, answers: int, seed: int = 3) -> list[str]:
    """Let both sides answer at random through the network. Return what they were told."""
    rng, told = Random(seed), list[str]()
    for _ in range(MAX_ROUNDS):
        told += [*game.update(0.002), *joined.update(0.002)]
        match = game.match
        if joined.whole is not None or (match is not None and len(match.journal) >= answers):
            return told
        if match is None or (decision := match.decision) is None:
            continue
        if decision.side == game.terms.side:
            match.answer(decision.sample(rng).to_json())
        elif (answer := game.take_answer()) is not None:
            match.answer(answer)
        elif (own := joined.match and joined.match.decision) and own.side == joined.side and not joined.is_waiting:
            joined.match.answer(own.sample(rng).to_json())
    raise AssertionError(f"the game got stuck: {told[-5:]}, {joined.line.trouble}")


def start(server: GameServer, identity: Identity, port: int, side: int = 0) -> tuple[HostedGame, JoinedGame]:
    local = setup(1)
    game = HostedGame(Terms(local, side, "Ann"), server)
    line = HostLine(identity.invite("127.0.0.1", port), "Ben")
    return game, JoinedGame(line, local.fleets[1 - side], unit_cards())


def test_a_whole_game_is_the_same_on_both_computers(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity, server.port)
    told = play(game, joined, MAX_ROUNDS)
    assert game.match is not None and joined.whole is not None and game.match.over
    local = Match(game.match.setup)
    for entry in game.match.journal:
        local.answer(entry.choice)
    assert local.state.digest() == game.match.state.digest() == joined.whole.state.digest()
    assert told[:3] == ["Ben has joined.", "You play with Ann.", "The game begins."]
    assert "The whole game agrees with what you have seen." in told
    joined.close()
