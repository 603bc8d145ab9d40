"""Tests of what a session keeps for its table while the game continues at another computer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from jovian.net.hosted import HostedGame
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.server import GameServer
from jovian.session.remote import GuestSession, HostSession
from jovian.session.session import AnswerOutcome
from tests.bounds import until
from tests.net.lines import PAUSE, nothing_left, start


@pytest.fixture
def ends(tmp_path: Path) -> Iterator[tuple[HostedGame, JoinedGame]]:
    identity = Identity(tmp_path / "host.pem")
    with nothing_left():
        server = GameServer(identity, "127.0.0.1")
        game, joined = start(server, identity)
        for _ in until(lambda: joined.has_begun):
            game.update(0.01)
            joined.update(0.01)
        yield game, joined
        joined.close()
        server.close("the test is over")


@pytest.mark.parametrize("absent", [0, 1])
def test_nothing_is_missed_while_a_player_looks_at_another_page(
    ends: tuple[HostedGame, JoinedGame], absent: int
) -> None:
    sessions = HostSession(ends[0]), GuestSession(ends[1])
    match, away = sessions[0].match, sessions[absent]

    def exchange() -> None:
        sleep(PAUSE)
        for side, session in enumerate(sessions):
            session.keep_up(is_shown=side != absent)
            if side != absent:
                session.step_computer()

    for _ in until(lambda: len(match.journal) > 20 and match.decision and match.decision.side != absent):
        exchange()
        for side, session in enumerate(sessions):
            if session.decision is not None and session.decision.side == side and not ends[1].is_waiting:
                session.answer(session.decision.default())
    for _ in until(lambda: sessions[1].match.events.entries == match.events.seen_by(1)):
        exchange()
    away.step_computer()
    before, count, events = away.view, len(match.journal), len(away.events())
    for _ in until(lambda: match.decision is None or match.decision.side == absent):
        exchange()
        other = sessions[1 - absent]
        if other.decision is not None and other.decision.side == 1 - absent and not ends[1].is_waiting:
            other.answer(other.decision.default())
    for _ in until(lambda: sessions[1].match.events.entries == match.events.seen_by(1)):
        exchange()
    news = away.step_computer()
    assert isinstance(news, AnswerOutcome) and len(match.journal) > count
    assert news.before is before and [*news.events] == away.events()[events:]
    assert news.after.digest() == match.view(absent).digest() and not away.has_news
