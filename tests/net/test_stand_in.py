"""Tests of a computer player that takes the seat of an absent guest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from jovian.game import Answer, Decision, State
from jovian.match.entries import Answered
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.server import GameServer
from jovian.players import Ensign
from jovian.session.remote import GuestSession, HostSession
from tests.bounds import until
from tests.net.lines import SECRET, nothing_left, start


class Absence:
    """A game whose guest leaves and comes back. Both sides answer at random while they are there."""

    def __init__(self, server: GameServer, identity: Identity, stand_in: str) -> None:
        self._server, self._identity, self._rng = server, identity, Random(6)
        self.game, self.joined = start(server, identity, agreement=Agreement(stand_in=stand_in))
        for _ in until(lambda: self.joined.has_begun):
            self.game.update(0.002)
            self.joined.update(0.002)
        self.session = HostSession(self.game)

    def play(self, reached: Callable[[], object]) -> None:
        for _ in until(reached):
            self.session.update(0.01)
            self.session.step_computer(wait=0.002)
            self.joined.update(0.002)
            match, decision = self.joined.match, self.session.match.decision
            own = match.decision if match is not None else None
            if decision is not None and decision.side == 0:
                self.session.answer(decision.sample(self._rng))
            elif match is not None and own is not None and own.side == 1 and not self.joined.is_waiting:
                match.answer(own.sample(self._rng).to_json())

    def answers(self) -> int:
        return sum(isinstance(entry, Answered) and entry.side == 1 for entry in self.session.match.journal)

    def join_again(self) -> None:
        invite = self._identity.invite("127.0.0.1", self._server.port)
        self.joined = JoinedGame(HostLine(invite, "Ben"), None, {}, SECRET)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[GameServer, Identity]]:
    with nothing_left():
        identity = Identity(tmp_path / "host.pem")
        server = GameServer(identity, "127.0.0.1")
        yield server, identity
        server.close("the test is over")


@pytest.mark.parametrize("hands_over", [True, False])
def test_a_computer_player_takes_the_seat_until_the_guest_is_back(
    server: tuple[GameServer, Identity], monkeypatch: pytest.MonkeyPatch, *, hands_over: bool
) -> None:
    """It sees only what the guest's side may know. At the end, the guest's check of the whole game passes."""
    viewers = set[int | None]()
    choose = Ensign.choose

    def watched(player: Ensign, decision: Decision, view: State) -> Answer:
        viewers.add(view.viewer)
        return choose(player, decision, view)

    monkeypatch.setattr(Ensign, "choose", watched)
    absence = Absence(*server, "ensign")
    absence.play(lambda: absence.answers() > 3)
    session, guest = absence.session, GuestSession(absence.joined)
    refusal = session.refuse_stand_in()
    assert refusal is not None and "Ben is here" in refusal.reason and guest.stand_in_label
    if hands_over:
        assert guest.refuse_stand_in() is None and guest.let_stand_in()
    guest.close()
    for _ in until(lambda: absence.game.guest is None):
        session.update(0.01)
    if not hands_over:
        assert not session.is_standing_in and "is away" in session.notice
        assert session.refuse_stand_in() is None and not session.let_stand_in()
    session.update(0.01)
    assert session.is_standing_in and session.notice == "The ensign plays for Ben until Ben joins again"
    before = absence.answers()
    absence.play(lambda: absence.answers() > before + 8)
    assert viewers == {1}
    absence.join_again()
    for _ in until(lambda: absence.game.guest is not None and absence.joined.has_begun):
        session.update(0.01)
        absence.joined.update(0.002)
    assert not session.is_standing_in
    count, _ = absence.answers(), viewers.clear()
    absence.play(lambda: absence.joined.whole)
    assert not viewers and absence.answers() > count and session.match.over
    absence.joined.close()


def test_without_an_agreement_the_game_waits(server: tuple[GameServer, Identity]) -> None:
    absence = Absence(*server, "")
    guest = GuestSession(absence.joined)
    assert absence.session.stand_in_label == guest.stand_in_label == ""
    absence.joined.hand_over()
    for _ in range(20):
        absence.session.update(0.01)
    guest.close()
    for _ in until(lambda: absence.game.guest is None):
        absence.session.update(0.01)
    assert not absence.session.is_standing_in and isinstance(absence.game, HostedGame)
