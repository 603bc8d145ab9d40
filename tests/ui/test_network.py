"""Tests of two windows that play one game over a network."""

from __future__ import annotations

from pathlib import Path

from jovian.match import Match
from jovian.match.saves import replay_entry
from jovian.net.hosted import HostedGame
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.server import GameServer
from jovian.players import make_player
from jovian.session.remote import GuestSession, HostSession, seats_of
from jovian.session.session import Session
from jovian.ui.questions.coach import Advice
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.settings import Settings
from tests.bounds import until
from tests.net.lines import nothing_left, start
from tests.ui.pilot import Pilot

FAST = Settings(speed=0.0)


ANSWERS, COACHED = 60, 7
"""The number of answers, and of those between two questions to the coach."""


def advice_in(battle: BattleScreen) -> Advice | None:
    """Return what the coach of a window says."""
    assert battle.coach.ask() is None
    battle.coach.update(0.1)
    advice = battle.coach.advice
    battle.coach.leave()
    return advice


def local_advice(match: Match, side: int) -> Advice | None:
    """Return what the coach says about the same game on one computer."""
    pilot = Pilot((1000, 640), FAST)
    pilot.app.show(BattleScreen(pilot.app, Session(match.fork(), seats_of(side))))
    return advice_in(pilot.battle)


def test_two_windows_play_one_game(tmp_path: Path) -> None:
    identity = Identity(tmp_path / "host.pem")
    with nothing_left():
        server = GameServer(identity, "127.0.0.1")
        try:
            play_in_windows(*start(server, identity))
        finally:
            server.close("the test is over")


def play_in_windows(game: HostedGame, joined: JoinedGame) -> None:
    for _ in until(lambda: joined.has_begun):
        game.update(0.01)
        joined.update(0.01)
    sessions = HostSession(game), GuestSession(joined)
    pilots = tuple(Pilot((1000, 640), FAST) for _ in sessions)
    for pilot, session in zip(pilots, sessions, strict=True):
        pilot.app.show(BattleScreen(pilot.app, session))
    players = [make_player("ensign", seed) for seed in (11, 12)]
    match = game.match
    assert match is not None
    for _ in range(4_000):
        for side, (pilot, session) in enumerate(zip(pilots, sessions, strict=True)):
            pilot.app.step([], 0.2)
            decision = session.decision
            if decision is not None and decision.side == side and not pilot.battle.animation.running:
                seen = session.match.view(side)
                if not len(match.journal) % COACHED:
                    assert advice_in(pilot.battle) == local_advice(match, side)
                answer = decision.parse_legal(players[side].choose(decision.on(seen), seen))
                pilot.battle.selection.give(answer)
        if len(match.journal) >= ANSWERS:
            break
    assert len(match.journal) >= ANSWERS
    local = Match(match.setup)
    for entry in match.journal:
        assert replay_entry(local, entry)
    assert local.state.digest() == match.state.digest()
    seen = sessions[1].match
    for _ in until(lambda: seen.view(1).digest() == match.view(1).digest(), 500):
        game.update(0.01)
        joined.update(0.01)
    assert seen.events.entries == match.events.seen_by(1)
    joined.close()
