"""Recorded games: one line per turn with running hashes of the state, the events, and everything offered.

A game is played with random answers from a seed, or with the ensign's answers from a file, so that the ensign need not
compute them again. The records show that a refactoring changed nothing, or where it did.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from jovian.game import Answer, Choice
from jovian.game.events import Attacked, Event, Rolled, StateChanged
from jovian.match import Match, Refused
from jovian.match.play_loop import ask
from jovian.players import make_player
from tests.playthroughs.offers import offers, plain
from tests.playthroughs.recorded_games import GAMES
from tests.rules_api import attack_words, build_rulebook, code_words, current_score, find_setup_problems, state_words

HERE = Path(__file__).parent / "games"
COLUMNS = ("answers", "state", "told", "offered")
"""The columns of a line after the turn."""
OFTEN = ("menu", "declare", "deploy", "activate")
EVERY = 5
"""One in this number of decisions of these kinds is recorded with everything offered. Others are all recorded."""


class Running:
    """A running hash."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=6)

    def take(self, value: Any) -> None:
        """Add a value."""
        self._hash.update(json.dumps(plain(value), separators=(",", ":")).encode())

    def __str__(self) -> str:
        return self._hash.hexdigest()


def account(match: Match, answers: Iterator[Choice]) -> list[str]:
    """Return the record of a game with these answers: a line at the start of each turn, and one at the end."""
    events, offered, turn, seen = Running(), Running(), match.state.turn, 0
    offered.take(find_setup_problems(match.setup))
    lines = [f"# {' '.join(('turn:', *COLUMNS))}", _line(match, events, offered)]
    while match.decision is not None:
        if match.decision.kind not in OFTEN or len(match.journal) % EVERY == 0:
            for each in offers(match.decision, match.state, len(match.journal)):
                offered.take(each)
        try:
            match.answer(next(answers))
        except Refused as error:
            return [*lines, f"answer {len(match.journal) + 1} is refused: {error}"]
        for entry in match.events.entries[seen:]:
            events.take([entry.to_json(), _words(entry.event)])
        seen = len(match.events)
        if match.state.turn != turn or match.decision is None:
            offered.take(current_score(match.state))
            lines.append(_line(match, events, offered))
            turn = match.state.turn
    return lines


def _line(match: Match, events: Running, offered: Running) -> str:
    turn = "end" if match.over else f"turn {match.state.turn}"
    return f"{turn}: {len(match.journal)} {match.state.digest()[:12]} {events} {offered}"


def _words(event: Event) -> str:
    """Return the log line of an event, if the rules give its words."""
    match event:
        case StateChanged():
            return state_words(event, build_rulebook().states)
        case Rolled():
            return code_words(event.result)
        case Attacked():
            return attack_words(event)
    return ""


def random_answers(match: Match, seed: int) -> Iterator[Choice]:
    """Yield random answers to the decisions of a match."""
    rng = Random(seed)
    while match.decision is not None:
        yield match.decision.sample(rng).to_json()


def ordered(match: Match, seed: int) -> Iterator[Choice]:
    """Yield the answers of 2 ensigns."""
    players = [make_player("ensign", seed + side) for side in (0, 1)]
    while match.decision is not None:
        answer = ask(match, players[match.decision.side])
        yield answer.to_json() if isinstance(answer, Answer) else answer


def stored_answers(name: str) -> Iterator[Choice]:
    """Yield the answers in the file of a game."""
    with (HERE / f"{name}.answers").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def replayed(name: str) -> list[str]:
    """Return the record of a game as it is played now."""
    game = GAMES[name]
    match = game.begin()
    return account(match, stored_answers(name) if game.ensign else random_answers(match, game.seed))


def recorded(name: str) -> list[str]:
    """Return the stored record of a game."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def write(name: str, anew: bool = False) -> None:
    """Write the record of a game. If `anew` is set, ask the ensign for its answers again."""
    game = GAMES[name]
    if game.ensign and anew:
        match = game.begin()
        for choice in ordered(match, game.seed):
            match.answer(choice)
        answers = [json.dumps(entry.choice, separators=(",", ":")) for entry in match.journal]
        (HERE / f"{name}.answers").write_text("\n".join(answers) + "\n", encoding="utf-8")
    (HERE / f"{name}.txt").write_text("\n".join(replayed(name)) + "\n", encoding="utf-8")


def find_difference(name: str) -> str:
    """Return the first difference of a game from its record, "" if there is none."""
    was, now = recorded(name), replayed(name)
    for number, (before, after) in enumerate(zip(was, now, strict=False)):
        if before != after:
            since = f"after {_turn(was[number - 1])}" if number else "at the start"
            return f"{name}: {_differing(before, after)} went apart {since}, by {_turn(before)}"
    return "" if len(was) == len(now) else f"{name}: {len(now)} lines, {len(was)} are recorded"


def _turn(line: str) -> str:
    return line.partition(":")[0]


def _differing(before: str, after: str) -> str:
    """Return the columns that differ. If the games took different courses, return all of them."""
    if _turn(before) != _turn(after):
        return f"the course of the game ({after})"
    columns = zip(COLUMNS, before.split(": ")[1].split(), after.split(": ")[1].split(), strict=True)
    return ", ".join(name for name, one, other in columns if one != other)
