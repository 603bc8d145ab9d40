"""Tests of two windows that play one game over a network, and of the pictures that a guest sees."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pygame
import pytest

from jovian.match import Match
from jovian.match.saves import replay_entry
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, Terms
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.messages import Message
from jovian.net.server import GameServer, Line, Received
from jovian.players import make_player
from jovian.session.remote import GuestSession, HostSession, seats_of
from jovian.session.session import Session
from jovian.ui.questions.coach import Advice
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.settings import Settings
from tests.bounds import until
from tests.games import random_answers, setup
from tests.net.lines import GivenLine, GivenServer, as_sent, moment_message, nothing_left, setup_message, start
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
    for _ in until(lambda: seen.view(1).digest() == match.view(1).digest()):
        game.update(0.01)
        joined.update(0.01)
    assert seen.events.entries == match.events.seen_by(1)
    joined.close()


@pytest.mark.parametrize("scenario", ["introductory", "water-raid", "ambush"])
def test_a_guest_sees_the_pictures_of_a_host_of_its_side(scenario: str) -> None:
    """Only the buttons at the top differ, which say what a guest can do."""
    match, drawn = Match(setup(5, scenario=scenario), keep_all=True), [0, 0]
    for number, _ in enumerate(random_answers(match, 3)):
        assert match.decision is not None
        side = match.decision.side
        if not number % 17 and drawn[side] < 2:
            assert picture(guest_session(match, side)) == picture(host_session(match, side))
            drawn[side] += 1
        if drawn == [2, 2]:
            break
    assert drawn == [2, 2]


def guest_session(match: Match, side: int) -> GuestSession:
    """Return the session of a guest that has received the present moment of a match."""
    line = GivenLine()
    line.messages = as_sent(setup_message(match.setup, side), moment_message(match, side))
    joined = JoinedGame(cast("HostLine", line), None, {})
    joined.update()
    assert joined.has_begun, joined.fault
    return GuestSession(joined)


def host_session(match: Match, side: int) -> HostSession:
    """Return the session of a host with a side, whose guest is there."""
    server, guest = GivenServer(), cast("Line", GuestLine())
    game = HostedGame(Terms(match.setup, side, "Ben"), cast("GameServer", server))
    game.match = match
    server.received = [Received(guest, {"type": "hello"})]
    game.update()
    return HostSession(game)


class GuestLine:
    """A line to a guest that only listens."""

    name, is_watching = "Ann", False

    def send(self, message: Message) -> None:
        """Receive a message."""


def picture(session: Session) -> bytes:
    """Return the pixels of a battle, without the buttons at the top."""
    pilot = Pilot((1280, 720), Settings(speed=0.0, auto_frame=False))
    pilot.app.show(BattleScreen(pilot.app, session))
    for _ in range(3):
        pilot.app.step([], 0.05)
    surface = pilot.draw()
    for name in ("undo", "coach"):
        surface.fill("black", pilot.widget(name).rect)
    return pygame.image.tobytes(surface, "RGB")
