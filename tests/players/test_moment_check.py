"""Tests of the process that tries received moments first, and of its advice on a game on another computer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from jovian.match import Match
from jovian.match.seen_json import setup_to_json
from jovian.match.seen_moments import SeenWriter
from jovian.players import worker
from jovian.players.worker import InlineWorker, MomentCheck, PlayerQuestion, ProcessWorker
from tests.bounds import until
from tests.games import setup
from tests.match.test_secrecy import SEED
from tests.match.test_seen import Guest, through_json

WAIT = 0.2
"""Seconds that a look waits for a process."""


def match_at_activation(side: int) -> Match:
    """Return a match in which a side chooses what to activate."""
    match, rng = Match(setup(SEED), keep_all=True), Random(3)
    for _ in until(lambda: match.state.phase == "activation" and match.decision and match.decision.side == side):
        assert match.decision is not None
        match.answer(match.decision.sample(rng).to_json())
    return match


def endless(moment: dict[str, Any]) -> dict[str, Any]:
    """Return a moment that passes all checks, but whose turns never come to a question."""
    moment = through_json(moment)
    moment["ahead"] = {"start": {}, "answers": [], "faces": [], "unseen": {}}
    moment["view"] |= {"agenda": [["turn", -(10**12)]], "activation": None, "paused": []}
    for model in moment["view"]["models"].values():
        model |= {"place": "embarked", "host": ""}
    return moment


class Clock:
    """A clock that the test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def check(clock: Clock) -> Iterator[MomentCheck]:
    check = MomentCheck(clock)
    yield check
    check.close()


def test_a_moment_whose_rules_never_end_is_found_in_time(check: MomentCheck, clock: Clock) -> None:
    match = match_at_activation(0)
    setting, writer = match.setup, SeenWriter(0)
    check.begin(setup_to_json(setting.scenario, setting.options, manual=setting.manual), 0)
    moment = writer.moment(match)
    assert moment is not None
    check.send(moment)
    for _ in until(lambda: check.poll(WAIT) == "", 300):
        pass
    check.send(endless(SeenWriter(0).moment(match) or {}))
    assert check.poll(WAIT) is None
    clock.now += worker.CHECK_SECONDS
    assert check.poll() == "the rules took longer than 5 seconds on it"


def test_damaged_moments_end_nothing(check: MomentCheck) -> None:
    """The window finds what is wrong itself, and says it."""
    check.begin({"nothing": 1}, 0)
    check.send({"view": 3})
    for _ in until(lambda: check.poll(WAIT) == "", 300):
        pass


def test_the_coach_says_the_same_as_in_a_local_game() -> None:
    """Its process gets only moments, also after an undo and when it has ended meanwhile."""
    match, rng, question = Match(setup(SEED), keep_all=True), Random(5), PlayerQuestion("captain", 7)
    here, there = InlineWorker(), ProcessWorker()
    guest, asked = Guest(match, 1), 0
    for number in range(70):
        decision = match.decision
        assert decision is not None
        if number == 50:
            match.undo()
            continue
        if decision.side == 1 and decision.kind != "faces" and not number % 2:
            guest.follow(match)
            here.ask(match, question)
            there.ask(guest.match, question)
            expected = here.poll()
            result = next(result for result in iter(lambda: there.poll(WAIT), 0) if result is not None)
            assert expected is not None and result.failed == ""
            assert (result.choice, result.reason) == (expected.choice, expected.reason)
            asked += 1
            if asked == 4:
                there.close()
        match.answer(decision.sample(rng).to_json())
    there.close()
    assert asked > 8
