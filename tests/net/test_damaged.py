"""Tests of damaged messages: each is refused in one line, or is a message that a game can hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from random import Random
from signal import ITIMER_REAL, SIGALRM, setitimer, signal
from typing import Any, cast

import pytest
from psutil import Process

from jovian.cards import unit_cards
from jovian.game.game import OPEN
from jovian.match import Match, Setup
from jovian.match.knowledge import knowledge
from jovian.match.saves import RULES, to_data
from jovian.match.seen_knowledge import knowledge_to_json
from jovian.match.seen_moments import SeenWriter
from jovian.net.agreement import Agreement
from jovian.net.client import HostLine
from jovian.net.hosted import HostedGame, Terms, fleet_to_data
from jovian.net.joined import JoinedGame
from jovian.net.messages import FROM_GUEST, FROM_HOST, PROTOCOL, Message, MessageError, decode, encode
from jovian.net.server import GameServer, Line, Received
from tests.games import random_answers
from tests.net.lines import HALF, SECRET, GivenLine, GivenServer, as_sent, moment_message, setup_message, short_setup

SECONDS = 20
"""A message that isn't judged within this time hangs."""
MAX_LINE = 400
MAX_GROWTH = 64 << 20
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 7, 1 << 70, -(1 << 70), 0.5, -0.0, 1e308, 1e999, "", "x", "both", "0", "é\u202e\x00",
    "9" * 300, [], [[]], {}, {"": 0}, [0, 1], ["end"], {"type": "moment"}, [[[[[[[[]]]]]]]],
)  # fmt: skip


# --- Damage ---


def damaged(message: Message, rng: Random) -> str:
    """Return the text of a message with one to three faults in it."""
    if rng.random() < 0.1:
        return scratched(encode(message), rng)
    copy = json.loads(encode(message))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        spoil(copy, rng)
    return json.dumps(copy)


def scratched(text: str, rng: Random) -> str:
    """Return a text with some characters changed, left out, or written twice."""
    start = rng.randrange(len(text))
    end = start + rng.choice((0, 1, 2, 8, len(text)))
    return text[:start] + rng.choice(("", "[", '"', "\\u0000", "1e9", text[start:end] * 2, "}{")) + text[end:]


def spoil(data: Any, rng: Random) -> None:
    """Change one value or key anywhere in a message, at any depth equally often."""
    places = [*places_of(data)]
    if not places:
        return
    holder, key = rng.choice(places)
    other_holder, other_key = rng.choice(places)
    match rng.randrange(6):
        case 0:
            del holder[key]
        case 1:
            holder[key] = json.loads(json.dumps(other_holder[other_key]))
        case 2 if isinstance(holder, dict):
            holder[rng.choice(("zz", "", "id", str(other_key)))] = holder[key]
        case 3 if isinstance(holder[key], int | float):
            holder[key] = rng.choice((holder[key] + 1, -holder[key], holder[key] * 1e6, str(holder[key])))
        case 4 if isinstance(holder, list):
            holder.insert(key, json.loads(json.dumps(holder[key])))
        case _:
            holder[key] = deepcopy(rng.choice(ODD))


def places_of(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each place of a value: what holds it, and its key or number there."""
    stack = [data]
    while stack:
        holder = stack.pop()
        items = [*holder.items()] if isinstance(holder, dict) else [*enumerate(holder)]
        for key, value in items:
            yield holder, key
            if isinstance(value, dict | list):
                stack.append(value)


@contextmanager
def within_seconds() -> Iterator[None]:
    """Fail if the block hangs."""

    def fail(*_: object) -> None:
        raise BaseException("a message hangs")

    before = signal(SIGALRM, fail)
    setitimer(ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        setitimer(ITIMER_REAL, 0)
        signal(SIGALRM, before)


# --- To the guest ---

SMALL_MESSAGES: tuple[Message, ...] = (
    {"type": "refused", "ask": 1, "reason": "This isn't legal.", "rule": "p. 3"},
    {"type": "undo", "ask": 1, "wish": "request"}, {"type": "signal", "name": "Ann", "text": "Good luck!"},
    {"type": "status", "names": ["Ann", "Ben"], "left": [60.0, 9.5], "running": 1, "watchers": ["Eve"]},
)  # fmt: skip


def messages_to_guest(side: int) -> list[list[Message]]:
    """Return rows of messages of a game to a guest. The last of a row is to be damaged."""
    match = Match(replace(short_setup(), seed=5), keep_all=True)
    setup = setup_message(match.setup, side)
    rows = [[setup], *([setup, message] for message in SMALL_MESSAGES)]
    writer, whole = SeenWriter(side), dict[str, Any]()
    for number, _ in enumerate(random_answers(match, 3)):
        moment = writer.moment(match)
        if moment is None:
            continue
        message = {"type": "moment", "ask": number, "taken": 0, "moment": moment}
        if whole:
            rows.append([setup, whole, message])
            whole = {}
        if number % 4 == 0:
            writer, whole = SeenWriter(side), moment_message(match, side)
            writer.moment(match)
            rows.append([setup, whole])
        if number == 18 and side != OPEN:
            known = {"type": "knowledge", "ask": 1, "knowledge": knowledge_to_json(knowledge(match, side))}
            rows += 4 * [[setup, moment_message(match, side), known]]
    rows.append([setup, moment_message(match, side), {"type": "over", "save": to_data(match), "half": HALF.hex()}])
    return rows


def judge_for_guest(row: list[Message], text: str, side: int) -> str:
    """Let a guest receive messages and a damaged one. Return "" if it could be right, or what the guest is told."""
    line = GivenLine()
    joined = JoinedGame(cast("HostLine", line), None, {}, SECRET)
    try:
        line.messages = [*as_sent(*row[:-1]), decode(text, FROM_HOST)]
    except MessageError as error:
        return str(error)
    told = [words for _ in row for words in joined.update()]  # It reads one moment at a time.
    assert not joined.waits_for_check
    if line.is_closed:
        return told[-1]
    if joined.match is not None and joined.has_begun:
        joined.match.view(side).digest()
        joined.match.check(["end"])
    return ""


def assert_one_line(words: str) -> None:
    assert words.isprintable() and 0 < len(words) <= MAX_LINE, words


def try_guests(count: int, seed: int) -> None:
    rng, refused = Random(seed), 0
    rows = {side: messages_to_guest(side) for side in (0, OPEN)}
    for number in range(count):
        side = (0, OPEN)[number % 2]
        row = rng.choice(rows[side])
        text = damaged(row[-1], rng)
        with within_seconds():
            words = judge_for_guest(row, text, side)
        if words:
            assert_one_line(words)
            refused += 1
    assert count / 2 < refused < count


def test_messages_without_damage_are_taken() -> None:
    for side in (0, OPEN):
        for row in messages_to_guest(side):
            words = judge_for_guest(row, encode(row[-1]), side)
            assert not words or (row[-1]["type"] == "over" and "the seed isn't made of both halves" in words), row[-1]


def test_damaged_messages_of_a_host_are_refused_in_one_line() -> None:
    try_guests(300, 1)


@pytest.mark.long
def test_many_damaged_messages_of_a_host() -> None:
    assert_flat(try_guests)


def assert_flat(attempt: Callable[[int, int], None]) -> None:
    """Check that 100,000 messages take no more memory than 5,000."""
    attempt(5_000, 2)
    before = Process().memory_info().rss
    for seed in range(19):
        attempt(5_000, 100 + seed)
    assert Process().memory_info().rss - before < MAX_GROWTH


# --- To the host ---


class SentLine:
    """A line to a guest, which keeps what was sent."""

    name, is_watching = "Ben", False

    def __init__(self) -> None:
        self.sent: list[Message] = []

    def send(self, message: Message) -> None:
        decode(encode(message), FROM_HOST)
        self.sent.append(message)


class Hosting:
    """A host whose guest sends what a test wants."""

    def __init__(self) -> None:
        self.server, self.line = GivenServer(), SentLine()
        self.setup = short_setup()
        self.game = HostedGame(Terms(self.setup, 0, "Ann", AGREED), cast("GameServer", self.server))

    def receive(self, text: str) -> str:
        """Return what is refused of a text that a guest sends, "" if nothing."""
        try:
            message = decode(text, FROM_GUEST)
        except MessageError as error:
            return str(error)
        if message["type"] == "bye" or (message["type"] == "hello" and self.game.guest is not None):
            return ""  # The server handles these, and closes the line.
        before = len(self.line.sent)
        self.server.received.append(Received(cast("Line", self.line), message))
        self.game.update()
        refused = [sent["reason"] for sent in self.line.sent[before:] if sent["type"] == "refused"]
        return refused[0] if refused else ""


AGREED = Agreement(stand_in="ensign", is_rehearsing=True)
HELLO: Message = {
    "type": "hello", "protocol": PROTOCOL, "rules": RULES, "token": "ab", "name": "Ben", "watching": False,
}  # fmt: skip


def fleet_message(setup: Setup) -> Message:
    return {"type": "fleet", "fleet": fleet_to_data(setup.fleets[1], unit_cards()), "half": "00" * 16}


def begun(answers: int) -> Hosting:
    """Return a host whose game has begun, at the first question to its guest after some answers, or after fewer."""
    hosting, rng = Hosting(), Random(answers)
    assert hosting.receive(encode(HELLO)) == hosting.receive(encode(fleet_message(hosting.setup))) == ""
    match = hosting.game.match
    assert match is not None
    while match.decision is not None and (len(match.journal) < answers or match.decision.side == 0):
        match.answer(match.decision.sample(rng).to_json())
    hosting.game.update()
    return hosting if match.decision is not None else begun(answers // 2)


def try_hosts(count: int, seed: int) -> None:
    """Send damaged messages to hosts before, at, and after the beginning of the game."""
    rng, refused = Random(seed), 0
    games = [begun(answers) for answers in (0, 7, 30)]
    for number in range(count):
        hosting = games[number % 3]
        match = hosting.game.match
        assert match is not None
        if match.decision is None or match.decision.side == 0:
            hosting = games[number % 3] = begun(rng.randrange(40))
            match = hosting.game.match
        kind = rng.choice(("hello", "fleet", "answer", "answer", "undo", "signal", "knowledge", "hand_over", "bye"))
        assert match is not None and match.decision is not None
        if kind == "fleet":
            hosting = Hosting()
            hosting.receive(encode(HELLO))
        message = {
            "hello": HELLO, "fleet": fleet_message(hosting.setup),
            "undo": {"type": "undo", "ask": hosting.game._asks, "wish": "request"}, "hand_over": {"type": "hand_over"},
            "signal": {"type": "signal", "name": "", "text": "Oops!"},
            "knowledge": {"type": "knowledge", "ask": hosting.game._asks},
            "answer": {"type": "answer", "ask": hosting.game._asks, "choice": match.decision.sample(rng).to_json()},
            "bye": {"type": "bye", "reason": "Good night."},
        }[kind]  # fmt: skip
        with within_seconds():
            words = hosting.receive(damaged(message, rng))
        if words:
            assert_one_line(words)
            refused += 1
        answer = hosting.game.take_answer()
        if answer is not None:
            match.answer(answer)
    assert count / 2 < refused < count


def test_damaged_messages_of_a_guest_are_refused_in_one_line() -> None:
    try_hosts(300, 1)


@pytest.mark.long
def test_many_damaged_messages_of_a_guest() -> None:
    assert_flat(try_hosts)
