"""Tests of a host that starts again and continues from its save, and of undo by consent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from jovian.match import Match
from jovian.match.entries import Answered
from jovian.match.saves import load, replay_entry, save
from jovian.net.client import HostLine
from jovian.net.hosted import HOSTED, HostedGame, read_note
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.messages import FROM_HOST, decode, encode
from jovian.net.server import GameServer
from jovian.session.remote import GuestSession, HostSession
from jovian.user_files.saves import note_of
from tests.bounds import until
from tests.net.lines import SECRET, nothing_left, start
from tests.net.test_game import MAX_ROUNDS, play

EARLIER = "Ann continues from an earlier moment of the game."


class RestartingHost:
    """A host whose program ends without a word, and starts again from its save at the same port."""

    def __init__(self, folder: Path, *, is_unlimited: bool = False) -> None:
        self.identity, self._save = Identity(folder / "host.pem"), folder / "game.json"
        self.server = GameServer(self.identity, "127.0.0.1")
        self.game, self.joined = start(self.server, self.identity, is_unlimited=is_unlimited)

    @property
    def match(self) -> Match:
        assert self.game.match is not None
        return self.game.match

    def save(self) -> None:
        save(self.match, self._save, {HOSTED: self.game.note})

    def restart(self) -> None:
        for line in self.server.lines:
            line.outbox.drop()
        port = self.server.port
        self.server.close("")
        self.server = GameServer(self.identity, "127.0.0.1", port)
        match = load(self._save, keep_all=True)
        self.game = HostedGame.resume(match, read_note(note_of(self._save)[HOSTED]), self.server)

    def play(self, answers: int, seed: int = 3) -> list[str]:
        return play(self.game, self.joined, answers, seed)

    def settle(self) -> None:
        """Let the guest see the latest moment."""
        side = self.joined.side
        for _ in until(lambda: self.joined.match and self.joined.match.view(side).digest()
                       == self.match.view(side).digest() and self.game.guest is not None):  # fmt: skip
            self.game.update(0.002)
            self.joined.update(0.002)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[RestartingHost]:
    with nothing_left():
        host = RestartingHost(tmp_path)
        yield host
        host.joined.close()
        host.server.close("the test is over")


def test_a_host_that_starts_again_continues_the_same_game(host: RestartingHost) -> None:
    """It does so several times, also after an undo. The guest only waits, and at the end its check passes."""
    undone = 0
    for round_, answers in enumerate((1, 9, 17, 30, 44)):
        host.play(answers, seed=round_)
        if host.match.can_undo() is None:
            host.match.undo()
            undone += 1
        host.save()
        host.restart()
        host.settle()
    told = host.play(MAX_ROUNDS)
    whole = host.joined.whole
    assert whole is not None and undone and "The whole game agrees with what you have seen." in told
    local = Match(host.match.setup)
    for entry in host.match.journal:
        assert replay_entry(local, entry)
    assert local.state.digest() == host.match.state.digest() == whole.state.digest()
    assert local.events.entries == host.match.events.entries == whole.events.entries


def test_the_half_of_the_seed_is_sent_only_at_the_end(host: RestartingHost, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = list[str]()

    def noted(message: dict[str, object]) -> str:
        sent.append(encode(message))
        return sent[-1]

    monkeypatch.setattr("jovian.net.server.encode", noted)
    half = str(host.game.note["half"])
    host.play(15)
    host.save()
    host.restart()
    host.settle()
    host.play(MAX_ROUNDS)
    assert [decode(text, FROM_HOST)["type"] for text in sent if half in text] == ["over"]
    assert not [text for text in sent if HOSTED in text]


def test_a_guest_that_joins_the_restarted_host_needs_only_the_invite(host: RestartingHost) -> None:
    host.play(20)
    host.save()
    host.joined.close()
    host.restart()
    invite = host.identity.invite("127.0.0.1", host.server.port)
    host.joined = JoinedGame(HostLine(invite, "Ben"), None, {}, SECRET)
    host.play(MAX_ROUNDS)
    assert host.joined.is_resumed and not host.joined.wants_fleet and host.joined.whole is not None


def test_an_answer_that_the_restart_has_lost_is_sent_again(host: RestartingHost) -> None:
    host.play(12)
    rng = Random(5)
    while host.match.decision is None or host.match.decision.side != host.joined.side:
        host.play(len(host.match.journal) + 1)
    host.save()
    count = len(host.match.journal)
    host.settle()
    own = host.joined.match
    assert own is not None and own.decision is not None and not host.joined.is_waiting
    given = own.decision.sample(rng).to_json()
    own.answer(given)
    for _ in until(lambda: len(host.match.journal) > count):
        host.game.update(0.002)
        if (answer := host.game.take_answer()) is not None:
            host.match.answer(answer)
    host.settle()
    assert not host.joined.is_waiting
    host.restart()
    told = list[str]()
    taken = list[object]()
    for _ in until(lambda: taken):
        host.game.update(0.002)
        told.extend(host.joined.update(0.002))
        answer = host.game.take_answer()
        taken.extend([answer] if answer is not None else [])
    assert taken == [given] and host.joined.is_waiting
    assert "The line is open again." in told


def test_an_answer_to_another_question_is_not_sent_again(host: RestartingHost) -> None:
    """The host has gone back meanwhile, so what the guest has answered isn't asked."""
    host.play(4)
    host.save()
    host.play(24)
    while host.match.decision is None or host.match.decision.side != host.joined.side:
        host.play(len(host.match.journal) + 1)
    host.settle()
    own = host.joined.match
    assert own is not None and own.decision is not None
    own.answer(own.decision.sample(Random(1)).to_json())
    host.restart()
    told = list[str]()
    for _ in until(lambda: EARLIER in told):
        host.game.update(0.002)
        told.extend(host.joined.update(0.002))
    host.settle()
    assert not host.joined.is_waiting and host.game.take_answer() is None


# --- Undo ---


@pytest.mark.parametrize("agrees", [True, False])
@pytest.mark.parametrize("asker", [0, 1])
def test_undo_of_more_than_the_own_answer_needs_consent(tmp_path: Path, asker: int, *, agrees: bool) -> None:
    with nothing_left():
        host = RestartingHost(tmp_path, is_unlimited=True)
        try:
            undo_by_consent(host, asker, agrees=agrees)
        finally:
            host.joined.close()
            host.server.close("the test is over")


def undo_by_consent(host: RestartingHost, asker: int, *, agrees: bool) -> None:
    def answers() -> list[int]:
        return [entry.side for entry in host.match.journal if isinstance(entry, Answered)]

    host.play(12)
    while asker not in answers() or answers()[-1] == asker:
        host.play(len(host.match.journal) + 1)
    host.settle()
    sessions = HostSession(host.game), GuestSession(host.joined)
    asking, asked, events = sessions[asker], sessions[1 - asker], len(host.match.events)

    def pass_until(reached: Callable[[], object]) -> None:
        for _ in until(reached):
            for session in sessions:
                session.update(0.01)

    count, own = len(host.match.journal), max(n for n, side in enumerate(answers()) if side == asker)
    assert asking.undo() is None and asking.notice.startswith("Asking ")
    refusal = asking.undo()
    assert refusal is not None and "hasn't replied" in refusal.reason
    pass_until(lambda: asked.request)
    assert "asks to undo" in asked.request and len(host.match.journal) == count
    asked.reply(agrees=agrees)
    assert asked.request == ""
    if not agrees:
        pass_until(lambda: asking.failed)
        assert "doesn't agree" in asking.failed and asking.can_undo() is None
        assert (len(host.match.journal), len(host.match.events)) == (count, events)
        return
    pass_until(lambda: len(host.match.journal) <= own)
    decision = host.match.decision
    assert decision is not None and decision.side == asker
    host.settle()
    assert host.joined.match is not None
    assert host.joined.match.events.entries == host.match.events.seen_by(1)
    host.play(MAX_ROUNDS)
    assert host.joined.whole is not None


def test_without_unlimited_undo_only_the_own_last_answer_is_undone(host: RestartingHost) -> None:
    host.play(20)
    while host.match.decision is None or host.match.decision.side != 0:
        host.play(len(host.match.journal) + 1)
    host.settle()
    sessions = HostSession(host.game), GuestSession(host.joined)
    for session in sessions:
        refusal = session.can_undo()
        assert refusal is None or "undone" in refusal.reason
    if host.joined.may_undo:
        return
    host.joined.send_undo("request")  # The window wouldn't.
    for _ in until(lambda: sessions[1].failed):
        for session in sessions:
            session.update(0.01)
    assert "doesn't agree" in sessions[1].failed and not host.game.wants_undo


# --- Damage ---

GOOD: dict[str, object] = {
    "half": "ab" * 16, "side": 0, "name": "Ann", "guest": "Ben", "port": 24001, "agreement": {"stand_in": "captain"}
}  # fmt: skip
DAMAGED: tuple[object, ...] = (
    None, [], "x", {}, {**GOOD, "half": "ab"}, {**GOOD, "half": 3}, {**GOOD, "side": 2}, {**GOOD, "port": 70_000},
    {**GOOD, "guest": "x" * 99}, {**GOOD, "more": 1}, {**GOOD, "agreement": {"stand_in": "bot.py:Bot"}},
    {key: GOOD[key] for key in GOOD if key != "half"},
)  # fmt: skip


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_note_is_one_line(data: object) -> None:
    assert read_note(GOOD)["guest"] == "Ben"
    with pytest.raises(ValueError, match=HOSTED) as error:
        read_note(data)
    assert str(error.value).isprintable()
