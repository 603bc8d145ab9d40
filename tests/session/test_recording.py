"""A recording replays the positions of a game, and returns the events of the last answer."""

from __future__ import annotations

from random import Random

import pytest

from jovian.match import Match
from jovian.match.entries import Answered
from jovian.session.session import Recording, Session
from jovian.ui.session.rehearsals import current_position
from tests.games import random_answers, setup


def under_way(seed: int) -> Match:
    """Return a game stopped in the middle, with some remarks."""
    match = Match(setup(seed), keep_all=True)
    for number, _ in enumerate(random_answers(match, seed)):
        if number % 37 == 5 and not match.sealed:
            match.remark(number % 2, "so far so good")
        if number > 200:
            break
    return match


@pytest.mark.parametrize("seats", [("human", "human"), ("human", "ensign"), ("ensign", "human")])
@pytest.mark.parametrize("seed", [3, 4])
def test_it_stands_where_the_game_stood_and_knows_what_the_last_answer_did(seed: int, seats: tuple[str, str]) -> None:
    match = under_way(seed)
    recording, rng = Recording(Session(match, seats)), Random(seed)
    for at in (recording.length, 0, *rng.sample(range(recording.length), 25)):
        recording.go(at)
        there = match.fork_at(recording.answers)
        assert recording.match.state.digest() == there.state.digest() and recording.match.journal == there.journal
        begun = len(match.fork_at(recording.answers_at(at - 1)).events) if at else 0
        assert len(recording.match.events) == len(there.events)
        known = match.events.known_to(recording.viewer, begun)
        assert recording.brought_about() == recording.events()[known:]
        assert [entry.n for entry in recording.events()] == list(range(len(recording.events())))


@pytest.mark.parametrize("viewer", [0, 1])
def test_it_stands_only_where_its_watcher_learned_something(viewer: int) -> None:
    """Otherwise the number of steps would count the other side's secret actions."""
    match = under_way(3)
    recording = Recording(Session(match, ("human", "ensign") if viewer == 0 else ("ensign", "human")))
    places = range(1, recording.length + 1)
    for at in places:
        recording.go(at)
        entry = match.journal[recording.answers_at(at - 1)]
        assert recording.brought_about() or (isinstance(entry, Answered) and entry.side == viewer)
    assert 100 < len(places) < len(match.journal)


def test_where_it_stands_at_first_is_known_too() -> None:
    recording = Recording(Session(under_way(3), ("human", "human")))
    events = recording.brought_about()
    recording.go(recording.at)
    assert events == recording.brought_about()


def hiding() -> tuple[Match, int, int]:
    """Return a game with secret answers, their number when both may look, and the number that both know."""
    match = Match(setup(3, ("jovian-squadrons-250", "venusian-strike-250")), keep_all=True)
    public, event_count, places = 0, len(match.events), [(0, 0)]
    for _ in random_answers(match, 3):
        public += any(entry.known_to(0) and entry.known_to(1) for entry in match.events.entries[event_count:])
        event_count = len(match.events)
        if not match.sealed:
            places.append((len(match.journal), public))
        if len(match.journal) > 300:
            break
    return match, *places[-2]


def test_no_title_counts_secret_answers() -> None:
    """The title of a copy or a rehearsal can become a file name. It contains the number of public answers."""
    match, answers, public = hiding()
    session = Session(match.fork_at(answers), ("human", "ensign"))
    assert 100 < public < answers
    assert session.copy_at(answers, session.seats).keeper.origin == f"a game after {public} answers"
    assert current_position(session).title.endswith(f", after {public} answers")
    watched = Session(match.fork_at(answers), ("ensign", "ensign"))
    assert watched.copy_at(answers, watched.seats).keeper.origin == f"a game after {answers} answers"
