"""Tests of rehearsals by a guest, whose host has sent what its side knows."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from jovian.match import Match
from jovian.match.knowledge import knowledge
from jovian.match.seen_knowledge import knowledge_to_json, read_knowledge
from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.game import RehearsalSpec, Start, game_from_json, game_to_json, guessed_facts, open_game
from jovian.rehearsal.workers import Here
from tests.games import setup
from tests.match.test_secrecy import PAIRS, SEED
from tests.match.test_seen import Guest, damaged, through_json

KEYS = (b"one", b"another")
STEPS = 12


def told(match: Match, side: int) -> tuple[Guest, dict[str, Any]]:
    """Return a guest at the present moment, and what the host sends of its knowledge."""
    guest = Guest(match, side)
    guest.follow(match)
    return guest, through_json(knowledge_to_json(knowledge(match, side)))


def test_a_guest_imagines_the_same_games_as_on_one_computer() -> None:
    match, rng, compared = Match(setup(SEED, PAIRS[1]), keep_all=True), Random(4), 0
    for number in range(150):
        decision = match.decision
        assert decision is not None
        if not number % 11:
            for side in (0, 1):
                guest, known = told(match, side)
                starts = Start.of(match, knowing=side), Start.seen(guest.match, known)
                assert guessed_facts(starts[0]) == guessed_facts(starts[1])
                for key in KEYS:
                    compare(*(open_game(start, key) for start in starts))
                    compared += 1
        match.answer(decision.sample(rng).to_json())
    assert compared > 50


def compare(one: Any, other: Any) -> None:
    """Answer two imagined games alike, and check that they stay equal."""
    rng = Random(2)
    for _ in range(STEPS):
        assert one.state.digest() == other.state.digest() and one.events.entries == other.events.entries
        if one.decision is None:
            return
        choice = one.decision.sample(rng).to_json()
        one.answer(choice)
        other.answer(choice)


def test_outcomes_are_equal_too() -> None:
    match, rng = Match(setup(SEED, PAIRS[1]), keep_all=True), Random(4)
    for _ in range(120):
        assert match.decision is not None
        match.answer(match.decision.sample(rng).to_json())
    guest, known = told(match, 1)
    specs = [
        RehearsalSpec(start, ("random", "random"), seed=5, games=2)
        for start in (Start.of(match, knowing=1), Start.seen(guest.match, known))
    ]
    one, other = ([(game.winner, game.digest) for game in rehearse(spec, Here())] for spec in specs)
    assert one == other and len(one) == 2
    job = specs[1].job(0)
    assert game_from_json(job, through_json(game_to_json(job))).state.digest() == one[0][1]


def test_damaged_knowledge_is_refused_in_one_line() -> None:
    match, rng, refused = Match(setup(SEED, PAIRS[1]), keep_all=True), Random(4), 0
    for _ in range(60):
        assert match.decision is not None
        match.answer(match.decision.sample(rng).to_json())
    guest, known = told(match, 0)
    events = guest.match.events.entries
    for _ in range(200):
        try:
            read_knowledge(damaged(json.loads(json.dumps(known)), rng), guest.reader, events)
        except ValueError as error:
            assert "\n" not in str(error) and len(str(error)) < 300
            refused += 1
    assert refused > 100
    with pytest.raises(ValueError, match="there are only 3 events"):
        read_knowledge(known | {"past_events": 4}, guest.reader, events[:3])
