"""Tests of games between two computers: the same game as on one, also over cut lines, and what hosts refuse."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest
from psutil import Process
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from jovian.cards.plain_json import to_plain
from jovian.game import view
from jovian.game.game import OPEN
from jovian.match import Match, SaveError
from jovian.match.saves import RULES, to_data
from jovian.match.seen_json import setup_to_json
from jovian.match.seen_moments import SeenWriter
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, Terms, commitment
from jovian.net.invite import Identity, Invite, guest_context, parse_invite
from jovian.net.joined import JoinedGame
from jovian.net.messages import FROM_GUEST, FROM_HOST, PROTOCOL, Message, MessageError, decode, encode
from jovian.net.server import GameServer, Line
from jovian.play import setup_of
from jovian.players.worker import CHECK_SECONDS, MomentCheck
from tests.bounds import until
from tests.commands import ROOT
from tests.net.lines import SECRET, nothing_left, start
from tests.players.test_moment_check import Clock, endless

MAX_ROUNDS = 40_000


class CuttingProxy:
    """Passes bytes between a guest and a host, and cuts the line in the middle of a record."""

    def __init__(self, port: int, cuts: int, seed: int) -> None:
        self.cuts, self.done, self._to, self._rng = cuts, 0, port, Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # `close` alone doesn't wake the thread.
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                ends = self._listener.accept()[0], socket.create_connection(("127.0.0.1", self._to))
                allowed = [self._rng.randint(3_000, 9_000) if self.done < self.cuts else 1 << 60]
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


class SlowProxy:
    """Passes bytes between a guest and a host late, and some of them much later, as if they had been lost once.

    TLS and TCP carry them in order, so what follows a loss waits, too.
    """

    def __init__(self, port: int, delay: float, loss: float, seed: int) -> None:
        self.lost = 0
        self._to, self._delay, self._loss, self._rng = port, delay, loss, Random(seed)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                ends = self._listener.accept()[0], socket.create_connection(("127.0.0.1", self._to))
                for source, target in (ends, ends[::-1]):
                    late: Queue[tuple[float, bytes]] = Queue()
                    threading.Thread(target=self._read, args=(source, late), daemon=True).start()
                    threading.Thread(target=self._write, args=(target, late), daemon=True).start()

    def _read(self, source: socket.socket, late: Queue[tuple[float, bytes]]) -> None:
        with suppress(OSError):
            while data := source.recv(1400):
                is_lost = self._rng.random() < self._loss
                self.lost += is_lost
                late.put((time.monotonic() + self._delay * (4 if is_lost else 1), data))
        late.put((0.0, b""))

    def _write(self, target: socket.socket, late: Queue[tuple[float, bytes]]) -> None:
        with suppress(OSError):
            while (item := late.get())[1]:
                time.sleep(max(0.0, item[0] - time.monotonic()))
                target.sendall(item[1])
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)


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


def test_a_whole_game_is_the_same_on_both_computers(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity)
    told = play(game, joined, MAX_ROUNDS)
    assert game.match is not None and joined.whole is not None and game.match.over
    local = Match(game.match.setup)
    for entry in game.match.journal:
        local.answer(entry.choice)
    assert local.state.digest() == game.match.state.digest() == joined.whole.state.digest()
    assert told[:3] == ["Ben has joined.", f"You play with Ann. {Agreement().words}", "The game begins."]
    assert "The whole game agrees with what you have seen." in told
    joined.close()


def test_a_line_that_is_cut_loses_nothing(server: GameServer, identity: Identity) -> None:
    """It is cut in the middle of records, whatever they carry, and the game goes the way of a game without cuts."""
    proxy = CuttingProxy(server.port, cuts=5, seed=2)
    game, joined = start(server, identity, proxy.port, side=1)
    play(game, joined, 60)
    for _ in range(200):
        game.update(0.002)
        joined.update(0.002)
    assert proxy.done == 5 and game.match is not None and joined.match is not None
    assert joined.match.view(0).digest() == game.match.view(0).digest()
    assert joined.match.events.entries == game.match.events.seen_by(0)
    joined.close()
    proxy.close()


def cut_at_each_message(server: GameServer, identity: Identity, monkeypatch: pytest.MonkeyPatch, answers: int) -> None:
    """Play while the line is cut at each new moment, in turns before and after it has arrived."""
    cuts, whole, send = [0], set[Line](), Line.send

    def send_and_cut(line: Line, message: Message) -> None:
        send(line, message)
        if message["type"] == "moment" and line in whole:
            cuts[0] += 1
            if cuts[0] % 2:
                line.outbox.drop()
            else:
                line.outbox.finish()
        elif message["type"] == "moment":
            whole.add(line)  # The first one on each line is whole. Without it the guest would never see anything.

    game, joined = start(server, identity, side=1)
    play(game, joined, 2)
    monkeypatch.setattr(Line, "send", send_and_cut)
    monkeypatch.setattr("jovian.net.client.PAUSES", (0.01,))
    play(game, joined, answers)
    monkeypatch.undo()
    assert game.match is not None and joined.match is not None
    for _ in until(lambda: joined.match.view(0).digest() == game.match.view(0).digest()):
        game.update(0.002)
        joined.update(0.002)
    assert joined.match.events.entries == game.match.events.seen_by(0) and cuts[0] >= answers / 4
    joined.close()


def test_a_line_that_is_cut_at_each_message_loses_nothing(
    server: GameServer, identity: Identity, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cut_at_each_message(server, identity, monkeypatch, 12)
    assert caplog.records == [], "what the library logs would be on standard error"


@pytest.mark.long
def test_a_line_that_is_cut_at_each_message_of_a_game_loses_nothing(
    server: GameServer, identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_at_each_message(server, identity, monkeypatch, 150)


def test_a_guest_that_joins_again_continues_to_the_end(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity)
    play(game, joined, 30)
    joined.close()
    told = []
    while game.guest is not None:
        told += game.update(0.05)
    assert told == ["Ben has left. The same invite continues the game."]
    again = JoinedGame(HostLine(identity.invite("127.0.0.1", server.port), "Ben"), None, {}, SECRET)
    play(game, again, MAX_ROUNDS)
    assert again.is_resumed and again.whole is not None
    again.close()


def test_spectators_see_what_both_sides_know(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity)
    invite = identity.invite("127.0.0.1", server.port)
    watching = [JoinedGame(HostLine(invite, f"Watcher {n}", watching=True), None, {}) for n in range(5)]
    play(game, joined, 40)
    assert game.match is not None
    now = view(game.match.state, OPEN).digest()
    for _ in until(
        lambda: (
            sum(each.match is not None and each.match.state.digest() == now for each in watching) == 4
            and "4 spectators watch already" in [each.line.trouble for each in watching]
        )
    ):
        game.update(0.002)
        for spectator in watching:
            spectator.update(0.002)
    seen = [spectator.match for spectator in watching if spectator.match is not None]
    assert len(seen) == 4
    for spectator in (*watching, joined):
        spectator.close()


def slow_game(server: GameServer, identity: Identity, answers: int, delay: float, loss: float) -> int:
    """Play over a slow line, and compare what the guest knows. Return how often something was lost on the way."""
    proxy = SlowProxy(server.port, delay, loss, seed=4)
    game, joined = start(server, identity, proxy.port, side=1)
    told = play(game, joined, answers)
    assert game.match is not None and joined.match is not None
    for _ in until(lambda: joined.match.view(0).digest() == game.match.view(0).digest()):
        game.update(0.002)
        joined.update(0.002)
    assert "The line is open again." not in told and joined.line.trouble == ""
    assert joined.match.events.entries == game.match.events.seen_by(0)
    joined.close()
    proxy.close()
    return proxy.lost


def test_a_slow_line_loses_nothing(server: GameServer, identity: Identity) -> None:
    assert slow_game(server, identity, 24, delay=0.02, loss=0.2) > 5


@pytest.mark.long
def test_a_whole_game_over_a_slow_line(server: GameServer, identity: Identity) -> None:
    """It has 300 ms of delay, and 2 % of what is sent is lost once."""
    slow_game(server, identity, MAX_ROUNDS, delay=0.15, loss=0.02)


@pytest.mark.long
def test_many_games_and_many_returns_leave_nothing_behind(tmp_path: Path) -> None:
    """50 games are played in which the guest leaves and joins again 200 times."""
    identity, used = Identity(tmp_path / "host.pem"), list[int]()
    for number in range(50):
        with nothing_left():
            server = GameServer(identity, "127.0.0.1")
            game, joined = start(server, identity, side=number % 2)
            for part in range(4):
                play(game, joined, 15 * (part + 1), seed=number)
                joined.close()
                while game.guest is not None:
                    game.update(0.05)
                line = HostLine(identity.invite("127.0.0.1", server.port), "Ben")
                joined = JoinedGame(line, None, {}, SECRET)
            play(game, joined, MAX_ROUNDS, seed=number)
            assert joined.whole is not None
            joined.close()
            server.close("the test is over")
        used.append(Process().memory_info().rss)
    assert used[-1] - used[10] < 64 << 20


def test_a_scenario_that_places_its_models_needs_no_fleet(server: GameServer, identity: Identity) -> None:
    terms = Terms(setup_of(str(ROOT / "scenarios/first-game.yaml")), 0, "Ann")
    game = HostedGame(terms, server)
    joined = JoinedGame(HostLine(identity.invite("127.0.0.1", server.port), "Ben"), None, {})
    told = play(game, joined, 4)
    assert not joined.wants_fleet and "Choose a fleet" not in " ".join(told)
    assert game.match is not None and game.match.setup.fleets == ()
    assert joined.match is not None and joined.match.places_models
    joined.close()


# --- What is refused ---


def trouble_of(invite: Invite) -> str:
    """Return why a guest isn't let in."""
    line = HostLine(invite, "Eve")
    while line.standing not in ("closed", "open"):
        line.poll(0.02)
    line.close()
    return line.trouble


def test_only_the_invited_are_let_in_and_only_by_their_host(
    server: GameServer, identity: Identity, tmp_path: Path
) -> None:
    right = identity.invite("127.0.0.1", server.port)
    assert trouble_of(replace(right, token=bytes(10))) == "there is no such game here"
    other = Identity(tmp_path / "other.pem").invite("127.0.0.1", server.port)
    assert trouble_of(other) == "the computer at this address isn't the host of the invite"
    assert Identity(tmp_path / "host.pem").invite("127.0.0.1", server.port) == right == parse_invite(f" {right}\n")
    assert (tmp_path / "host.pem").stat().st_mode & 0o077 == 0


def test_no_ticket_of_a_session_reaches_a_guest_before_its_first_words(identity: Identity) -> None:
    """It would let the guest read while it writes, and one connection of some hundred would then wait in vain."""
    assert identity.context().num_tickets == 0


def test_other_versions_are_named(server: GameServer, identity: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jovian.net.client.PROTOCOL", 9)
    trouble = trouble_of(identity.invite("127.0.0.1", server.port))
    assert trouble == f"the host has protocol {PROTOCOL} and rules {RULES}, you have protocol 9 and rules {RULES}"


def raw_line(server: GameServer) -> ClientConnection:
    return connect(
        f"wss://127.0.0.1:{server.port}", ssl=guest_context(), server_hostname="x", proxy=None, close_timeout=1
    )


HOSTILE = (
    "", "{}", "[]", "null", '{"type": 1}', '{"type": ["hello"]}', '{"type": "moment"}', "[" * 60_000, '{"a":' * 9_000,
    '{"type": "hello"}', '{"type": "answer", "ask": 0, "choice": []}', "9" * 5_000, '"' + "x" * 20_000 + '"',
    '{"type": "hello", "protocol": 1e999}', "\\x00", b"\\x00\\xff", b"{}",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_first_message_closes_its_line_alone(
    text: str | bytes, server: GameServer, identity: Identity
) -> None:
    with raw_line(server) as line:
        line.send(text)
        with suppress(ConnectionClosed):
            reply = decode(line.recv(timeout=10), FROM_HOST)
            assert reply["type"] == "bye" and reply["reason"]
            line.recv(timeout=10)
    assert server.lines == []
    good = HostLine(identity.invite("127.0.0.1", server.port), "Ben")
    while not server.lines:
        server.poll(0.02)
    good.close()


def test_a_guest_that_floods_is_cut_off_and_strangers_cannot_hold_places(
    server: GameServer, identity: Identity
) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
    hello = {"type": "hello", "protocol": PROTOCOL, "rules": RULES, "token": identity.token.hex(), "name": "Eve",
             "watching": False}  # fmt: skip
    for end in silent:
        end.close()
    with raw_line(server) as line:
        line.send(encode(hello))
        while not server.lines:
            server.poll(0.02)
        with suppress(ConnectionClosed):
            for _ in range(300):
                line.send('{"type":"answer","ask":0,"choice":[]}')
        with suppress(ConnectionClosed):
            while True:
                line.recv(timeout=10)
    while "too many messages" not in server.refusals:
        server.poll(0.02)
    assert threading.active_count() < 40
    assert sum(received.message is not None for received in server.poll(0.1)) <= 50


def test_a_changed_save_at_the_end_is_named(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity)
    play(game, joined, 25)
    assert game.match is not None and game.guest is not None
    save = json.loads(json.dumps(to_data(game.match)))
    for change, words in (
        (lambda data: data.update(seed=data["seed"] + 1), "diverged|the seed isn't made of both halves"),
        (lambda data: data["journal"].pop(), "the events of the whole game aren't those"),
        (lambda data: data["setup"]["options"].update(ecm="lunch"), "ecm"),
    ):
        data = json.loads(json.dumps(save))
        change(data)
        with pytest.raises((ValueError, SaveError), match=words):
            joined._check_end({"save": data, "half": game._half.hex()})
    with pytest.raises(ValueError, match="its half of the seed"):
        joined._check_end({"save": save, "half": "00" * 16})
    joined.close()


@pytest.mark.parametrize(
    ("agreement", "words"),
    [
        ({"minutes": 181}, "0 to 180"), ({"minutes": -1}, "0 to 180"), ({"minutes": True}, "minutes"),
        ({"stand_in": "bot.py:Bot"}, "no player 'bot.py:Bot'"), ({"stand_in": "x" * 3000}, "stand_in"),
        ({"is_rehearsing": 1}, "is_rehearsing"), ({"seed": 1}, "seed"), ([], "agreement"),
    ],
)  # fmt: skip
def test_a_wrong_agreement_is_refused_in_one_line(agreement: object, words: str) -> None:
    right = {"minutes": 20, "stand_in": "captain:bold", "is_rehearsing": True}
    setup = {"type": "setup", "setup": {}, "side": 1, "name": "Ann", "commitment": "0", "size": 0, "has_begun": False}
    read = decode(json.dumps({**setup, "agreement": right}), FROM_HOST)["agreement"]
    assert read == Agreement(20, "captain:bold", True) and to_plain(read) == right
    with pytest.raises(MessageError, match=words) as wrong:
        decode(json.dumps({**setup, "agreement": agreement}), FROM_HOST)
    assert str(wrong.value).isprintable() and len(str(wrong.value)) < 300


@pytest.mark.parametrize("change", [{"name": 41 * "x"}, {"name": "A\nB"}, {"token": "no hex"}, {"token": 65 * "a"}])
def test_names_and_numbers_of_messages_are_bounded(change: dict[str, str]) -> None:
    hello = {"type": "hello", "protocol": 1, "rules": 1, "token": "ab", "name": 40 * "x", "watching": False}
    assert decode(json.dumps(hello), FROM_GUEST)["name"] == 40 * "x"
    with pytest.raises(MessageError) as wrong:
        decode(json.dumps({**hello, **change}), FROM_GUEST)
    assert str(wrong.value).isprintable()


WRONG_FLEETS: tuple[tuple[Callable[[dict[str, Any]], object], str], ...] = (
    (lambda fleet: fleet.update(cards=[]), "cards must be a mapping"),
    (lambda fleet: fleet.update(upgrades=3), "upgrades must be a mapping"),
    (lambda fleet: fleet.update(fleet=[]), ""),
    (lambda fleet: fleet.update(fleet={"units": {"a": [[]]}}), ""),
    (lambda fleet: fleet.update(cards={"x": []}), ""),
    (lambda fleet: fleet.pop("cards"), "must have the keys fleet, cards, and upgrades"),
    (lambda fleet: fleet["cards"][min(fleet["cards"])].update(tv=1), "isn't the same on both computers"),
)


@pytest.mark.parametrize(("change", "words"), WRONG_FLEETS, ids=range(len(WRONG_FLEETS)))
def test_a_wrong_fleet_is_refused_in_one_line(
    change: Callable[[dict[str, Any]], object], words: str, server: GameServer, identity: Identity
) -> None:
    game, joined = start(server, identity)
    assert joined._fleet is not None
    joined._fleet = json.loads(json.dumps(joined._fleet))
    change(joined._fleet)
    told = list[str]()
    for _ in until(lambda: joined.wants_fleet):
        told += [*game.update(0.002), *joined.update(0.002)]
    assert game.match is None and game.guest is not None
    assert words in told[-1] and told[-1].startswith("The host refuses: ") and told[-1].isprintable()
    joined.close()


def test_a_position_on_which_the_rules_fail_closes_the_line(
    server: GameServer, identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, joined = start(server, identity)
    play(game, joined, 25)
    assert game.match is not None and joined.match is not None
    moment = SeenWriter(joined.side).moment(game.match)
    assert moment is not None
    moment["view"]["agenda"] = [["a step that no game has", 1]]
    moment["ahead"] = {"start": {}, "answers": [], "faces": [], "unseen": {}}
    setup = game.terms.setup
    public = setup_to_json(setup.scenario, setup.options, manual=setup.manual)
    messages = [
        {"type": "setup", "setup": public, "side": joined.side, "name": "Ann", "commitment": commitment(game._half),
         "size": 150, "has_begun": True, "agreement": Agreement()},
        {"type": "moment", "ask": 1, "taken": 0, "moment": moment},
    ]  # fmt: skip
    monkeypatch.setattr(joined.line, "poll", lambda wait=0.0: deepcopy(messages))
    told = joined.update()
    assert "something that can't be right" in told[-1] and told[-1].isprintable()


def test_a_position_on_which_the_rules_never_end_closes_the_line(server: GameServer, identity: Identity) -> None:
    """Moments are tried in another process first. The game before is seen as without that."""
    clock = Clock()
    game, joined = start(server, identity, check=MomentCheck(clock))
    play(game, joined, 40)
    for _ in until(lambda: joined.match and game.match and joined.match.events.entries == game.match.events.seen_by(1)):
        game.update(0.002)
        joined.update(0.05)
    assert game.match is not None and joined.match is not None and game.guest is not None
    shown = joined.match.state
    moment = endless(SeenWriter(joined.side).moment(game.match) or {})
    game.guest.send({"type": "moment", "ask": 100, "taken": 0, "moment": moment | {"kept": 0}})
    for _ in until(lambda: joined.waits_for_check):
        assert joined.update(0.05) == []
    assert joined.match.state is shown
    clock.now += CHECK_SECONDS
    told = joined.update()
    assert told == ["The host has sent something that can't be right: the rules took longer than 5 seconds on it"]
    assert joined.match.state is shown and joined.line.trouble == told[0]
    joined.close()


def test_the_whole_game_is_tried_first_too(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity, check=MomentCheck())
    play(game, joined, 20)
    match, rng = game.match, Random(2)
    assert match is not None
    while (decision := match.decision) is not None:
        match.answer(decision.sample(rng).to_json())
    for _ in until(lambda: joined.whole is not None):
        game.update(0.002)
        assert "The host has sent" not in str(joined.update(0.05))
    assert joined.whole is not None and joined.whole.state.digest() == match.state.digest()
    joined.close()


def test_knowledge_is_sent_if_agreed_on_and_not_too_often(
    server: GameServer, identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, (game, joined) = Clock(), start(server, identity)
    game = HostedGame(replace(game.terms, agreement=Agreement(is_rehearsing=True)), server, clock)
    play(game, joined, 30)
    assert game.match is not None and game.guest is not None and joined.agreement.is_rehearsing
    sent = list[str]()
    monkeypatch.setattr(game.guest, "send", lambda message: sent.append(message["type"]))
    for seconds, count in ((0, 1), (9, 1), (2, 2)):
        clock.now += seconds
        game._tell_knowledge(game.guest, game._asks)
        assert sent == ["knowledge"] * count
    game._tell_knowledge(game.guest, game._asks - 1)
    assert len(sent) == 2
    joined.close()


def test_nothing_is_written_while_nothing_changes(
    server: GameServer, identity: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window asks in each frame."""
    game, joined = start(server, identity)
    play(game, joined, 10)
    game.update()
    written = list[object]()
    monkeypatch.setattr(SeenWriter, "moment", lambda *_: written.append(1))
    for _ in range(20):
        game.update()
    assert written == []
    joined.close()
