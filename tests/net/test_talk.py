"""Tests of clocks, of what players say to each other, and of who is told about whom."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from jovian.net.agreement import MAX_MINUTES, Agreement
from jovian.net.client import HostLine
from jovian.net.clocks import DEFAULT_TAKEN, TurnClocks, format_clock
from jovian.net.hosted import HostedGame
from jovian.net.invite import Identity
from jovian.net.joined import JoinedGame
from jovian.net.messages import FROM_GUEST, FROM_HOST, MessageError, decode, encode
from jovian.net.server import GameServer
from jovian.net.talk import MAX_LINE, MAX_LINES, PAUSE_SECONDS, SIGNALS, Talk
from jovian.session.remote import HostSession
from tests.bounds import until
from tests.net.lines import start
from tests.net.test_game import play


class Time:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def exchange(reached: Callable[[], object], game: HostedGame, *joined: JoinedGame) -> list[str]:
    """Let messages arrive until a condition holds. Return what the guest and the spectators were told."""
    told = list[str]()
    for _ in until(reached):
        game.update(0.002)
        for end in joined:
            told += end.update(0.002)
    return told


# --- Clocks ---


def test_a_clock_counts_its_own_side_and_an_undo_gives_nothing_back(time: Time) -> None:
    clocks = TurnClocks(2, time)
    clocks.run(0, 1)
    time.now = 50.0
    clocks.run(1, 1)
    time.now = 60.0
    clocks.run(None, 1)
    time.now = 90.0
    assert [clocks.seconds(side) for side in (0, 1)] == [70.0, 110.0]
    clocks.run(0, 2)
    assert [clocks.seconds(side) for side in (0, 1)] == [120.0, 120.0]
    time.now = 100.0
    clocks.run(0, 1)
    assert clocks.seconds(0) == 70.0, "back in turn 1"
    time.now = 500.0
    assert clocks.seconds(0) == 0.0
    clocks.run(0, 2)
    assert clocks.seconds(0) == 110.0


@pytest.mark.parametrize(("seconds", "words"), [(0, "0:00"), (0.1, "0:01"), (61, "1:01"), (10_800, "180:00")])
def test_a_clock_is_told_in_minutes_and_seconds(seconds: float, words: str) -> None:
    assert format_clock(seconds) == words


def test_the_host_counts_for_both_only_while_both_are_there(server: GameServer, identity: Identity, time: Time) -> None:
    game, joined = start(server, identity, agreement=Agreement(1), clock=time)
    while game.match is None or game.match.decision is None or game.match.state.phase == "deployment":
        assert game.clocks.running is None
        play(game, joined, 1 if game.match is None else len(game.match.journal) + 1)
    side = game.match.decision.side
    exchange(lambda: game.clocks.running == joined.clocks.running == side, game, joined)
    time.now = 20.0
    game.is_paused = True
    exchange(lambda: joined.clocks.running is None, game, joined)
    time.now = 500.0
    assert not game.is_out_of_time
    assert [joined.clocks.seconds(each) for each in (side, 1 - side)] == [40.0, 60.0]
    game.is_paused = False
    assert game.guest is not None
    game.guest.outbox.drop()
    for _ in until(lambda: game.guest is None):
        game.update(0.01)
    time.now = 900.0
    assert game.clocks.running is None and game.clocks.seconds(side) == 40.0
    exchange(lambda: joined.clocks.running == side, game, joined)
    time.now = 941.0
    told = exchange(lambda: joined.talk.lines[-1].text.startswith(game.names[side]), game, joined)
    line = f"{game.names[side]} has no time left in Game Turn 1. The default choices are made until it ends."
    assert told.count(line) == 1 and game.is_out_of_time and [line.text for line in game.talk.lines].count(line) == 1
    joined.close()


def test_without_time_the_default_choices_are_made_until_the_turn_ends(
    server: GameServer, identity: Identity, time: Time
) -> None:
    game, joined = start(server, identity, agreement=Agreement(1), clock=time)
    while game.match is None or game.match.state.phase == "deployment" or game.clocks.running is None:
        play(game, joined, 1 if game.match is None else len(game.match.journal) + 1)
        game.update()
    session, match = HostSession(game), game.match
    late, decision, count = game.clocks.running, match.decision, len(match.journal)
    time.now = 61.0
    assert decision is not None
    default = decision.default()
    session.update(0.0)
    assert match.journal[count].choice == default.to_json() and session.has_news  # type: ignore[union-attr]
    for _ in until(lambda: match.decision is None or match.decision.side != late):
        session.update(0.0)
        joined.update(0.002)
    assert any(DEFAULT_TAKEN in str(entry.event) for entry in match.events.entries)
    exchange(lambda: joined.match and joined.match.events.entries == match.events.seen_by(1), game, joined)
    joined.close()


def test_clocks_do_not_count_without_an_agreement(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity)
    play(game, joined, 25)
    exchange(lambda: joined.names == ("Ann", "Ben"), game, joined)
    assert not game.clocks.are_on and not joined.clocks.are_on and game.clocks.running is None
    joined.close()


# --- Talk ---


def test_lines_come_at_most_once_in_two_seconds_and_few_are_kept(time: Time) -> None:
    talk = Talk(time)
    assert talk.say(0, "Ann", " Well\n played!\u202e ") == "Well played!" and talk.say(1, "Ben", "Thanks")
    assert talk.say(0, "Ann", "Again") == "" == talk.say(1, "Ben", "Again")
    time.now += PAUSE_SECONDS
    assert len(talk.say(0, "Ann", "x" * 1000)) == MAX_LINE and talk.say(1, "Ben", "\x1b\u200b ") == ""
    for _ in range(2 * MAX_LINES):
        talk.note("the program")
    assert len(talk.lines) == MAX_LINES and talk.count == 2 * MAX_LINES + 3
    assert [line.text for line in talk.since(talk.count - 1)] == ["the program"] and talk.since(talk.count) == []
    assert len(SIGNALS) == 8 and all(len(words) <= MAX_LINE for words in SIGNALS)


def test_what_is_said_reaches_all_and_is_in_no_save(server: GameServer, identity: Identity) -> None:
    game, joined = start(server, identity)
    watching = JoinedGame(HostLine(identity.invite("127.0.0.1", server.port), "Cat", watching=True), None, {})
    play(game, joined, 20)
    ends = (game, joined, watching)
    exchange(lambda: all(end.watchers == ("Cat",) for end in ends), *ends)
    assert game.match is not None and joined.names == ("Ann", "Ben")
    events, journal = len(game.match.events), len(game.match.journal)
    assert game.say("Your turn.") and joined.say("Oops!")
    assert not game.say("Too soon") and not joined.say("Too soon")
    watching.line.send({"type": "signal", "name": "Ann", "text": "I surrender"})
    joined.line.send({"type": "signal", "name": "Ann", "text": "I surrender"})
    heard = {"Ann: Your turn.", "Ben: Oops!"}
    told = exchange(lambda: all(heard <= {line.text for line in end.talk.lines} for end in ends), *ends)
    assert sorted(told) == ["Ann: Your turn.", "Ann: Your turn.", "Ben: Oops!"]
    assert [line.text for line in game.talk.lines][-2:] == ["Ann: Your turn.", "Ben: Oops!"]
    assert (len(game.match.events), len(game.match.journal)) == (events, journal)
    watching.close()
    assert exchange(lambda: joined.watchers == (), game, joined) == ["Cat no longer watches."]
    joined.close()


STATUS = {"type": "status", "names": ["Ann", "Ben"], "left": [60.0 * MAX_MINUTES, 0.0], "running": 0, "watchers": []}


@pytest.mark.parametrize(
    "changed",
    [{"left": [1.0]}, {"left": [-1.0, 0.0]}, {"left": [1e9, 0.0]}, {"running": 2}, {"running": "0"},
     {"names": ["Ann"]}, {"names": ["x" * 41, "Ben"]}, {"watchers": ["Cat"] * 5}, {"seed": 1}],
)  # fmt: skip
def test_a_wrong_status_is_refused(changed: dict[str, object]) -> None:
    assert decode(encode(STATUS), FROM_HOST) == STATUS
    with pytest.raises(MessageError, match="status"):
        decode(json.dumps(STATUS | changed), FROM_HOST)


@pytest.mark.parametrize("text", ["x" * 201, 3, None, ["Oops!"]])
def test_a_wrong_signal_is_refused(text: object) -> None:
    for kinds in (FROM_HOST, FROM_GUEST):
        with pytest.raises(MessageError, match="signal"):
            decode(json.dumps({"type": "signal", "name": "", "text": text}), kinds)
