"""Whole games in a line a turn: the state, the events told, and all that was offered, each as a running hash.

A game is played by random answers, which a seed gives, or by the answers that the ensign once gave, which stand in a
file, so that they are asked again quickly. They show that a change of form changed nothing else, and where if it did.
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
from tests.face import attack_words, build_rulebook, code_words, current_score, find_setup_problems, state_words
from tests.playthroughs.offers import offers, plain
from tests.playthroughs.recorded_games import GAMES

HERE = Path(__file__).parent / "games"
COLUMNS = ("answers", "state", "told", "offered")
"""What stands in a line behind the turn."""
OFTEN = ("menu", "declare", "deploy", "activate")
EVERY = 5
"""Of these kinds of questions one in so many is asked for all that it offers; of all others each."""


class Running:
    """A hash over all that was handed in so far."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=6)

    def take(self, found: Any) -> None:
        """Go on with something more."""
        self._hash.update(json.dumps(plain(found), separators=(",", ":")).encode())

    def __str__(self) -> str:
        return self._hash.hexdigest()


def account(match: Match, answers: Iterator[Choice]) -> list[str]:
    """A game of these answers: a line whenever a turn has begun, and one for the end."""
    told, offered, turn, seen = Running(), Running(), match.state.turn, 0
    offered.take(find_setup_problems(match.setup))
    lines = [f"# {' '.join(('turn:', *COLUMNS))}", _line(match, told, offered)]
    while match.decision is not None:
        if match.decision.kind not in OFTEN or len(match.journal) % EVERY == 0:
            for each in offers(match.decision, match.state, len(match.journal)):
                offered.take(each)
        try:
            match.answer(next(answers))
        except Refused as error:
            return [*lines, f"answer {len(match.journal) + 1} is refused: {error}"]
        for entry in match.events.entries[seen:]:
            told.take([entry.to_json(), _words(entry.event)])
        seen = len(match.events)
        if match.state.turn != turn or match.decision is None:
            offered.take(current_score(match.state))
            lines.append(_line(match, told, offered))
            turn = match.state.turn
    return lines


def _line(match: Match, told: Running, offered: Running) -> str:
    turn = "end" if match.over else f"turn {match.state.turn}"
    return f"{turn}: {len(match.journal)} {match.state.digest()[:12]} {told} {offered}"


def _words(event: Event) -> str:
    """What the log says of an event where the rules give the words."""
    match event:
        case StateChanged():
            return state_words(event, build_rulebook().states)
        case Rolled():
            return code_words(event.result)
        case Attacked():
            return attack_words(event)
    return ""


def drawn(match: Match, seed: int) -> Iterator[Choice]:
    """Random answers to whatever a match asks."""
    rng = Random(seed)
    while match.decision is not None:
        yield match.decision.sample(rng).to_json()


def ordered(match: Match, seed: int) -> Iterator[Choice]:
    """The answers of two ensigns."""
    players = [make_player("ensign", seed + side) for side in (0, 1)]
    while match.decision is not None:
        answer = ask(match, players[match.decision.side])
        yield answer.to_json() if isinstance(answer, Answer) else answer


def written(name: str) -> Iterator[Choice]:
    """The answers that stand in the file of a game."""
    with (HERE / f"{name}.answers").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def replayed(name: str) -> list[str]:
    """The account of a game as it goes now."""
    game = GAMES[name]
    match = game.begin()
    return account(match, written(name) if game.ensign else drawn(match, game.seed))


def recorded(name: str) -> list[str]:
    """Its account as it once went."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def write(name: str, anew: bool = False) -> None:
    """Write a game down: the account and, where the ensign gives them and is asked `anew`, the answers."""
    game = GAMES[name]
    if game.ensign and anew:
        match = game.begin()
        for choice in ordered(match, game.seed):
            match.answer(choice)
        kept = [json.dumps(entry.choice, separators=(",", ":")) for entry in match.journal]
        (HERE / f"{name}.answers").write_text("\n".join(kept) + "\n", encoding="utf-8")
    (HERE / f"{name}.txt").write_text("\n".join(replayed(name)) + "\n", encoding="utf-8")


def apart(name: str) -> str:
    """Where a game goes apart from its record, and in what; "" if nowhere."""
    was, now = recorded(name), replayed(name)
    for number, (before, after) in enumerate(zip(was, now, strict=False)):
        if before != after:
            since = f"after {_turn(was[number - 1])}" if number else "at the start"
            return f"{name}: {_differing(before, after)} went apart {since}, by {_turn(before)}"
    return "" if len(was) == len(now) else f"{name}: {len(now)} lines, {len(was)} are recorded"


def _turn(line: str) -> str:
    return line.partition(":")[0]


def _differing(before: str, after: str) -> str:
    """Which of the columns; all that is said of a game that took another course."""
    if _turn(before) != _turn(after):
        return f"the course of the game ({after})"
    columns = zip(COLUMNS, before.split(": ")[1].split(), after.split(": ")[1].split(), strict=True)
    return ", ".join(name for name, one, other in columns if one != other)
