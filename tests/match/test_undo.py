"""Tests of undo: the last answer can be undone unless dice were rolled or a card became public."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from jovian.game import Refusal
from jovian.match import Match, Refused, RulesError
from jovian.match.course import Runner
from jovian.match.entries import last_answer
from jovian.match.match import _refuse_undo
from jovian.match.saves import from_data, to_data
from tests.games import random_answers, setup
from tests.rules.stage import ship, squadron, stage


def test_nothing_to_undo_at_the_start() -> None:
    match = Match(setup(40))
    refusal = match.can_undo()
    assert refusal is not None and "no answer" in refusal.reason
    with pytest.raises(Refused):
        match.undo()


def test_a_placement_of_the_first_deployment_can_be_taken_back() -> None:
    match = Match(setup(41))
    assert match.decision is not None and match.decision.kind == "deploy"
    before = match.state.digest()
    match.answer(match.decision.default())
    rewound: list[int] = []
    match.listeners.append(rewound.append)
    match.undo()
    assert match.state.digest() == before and rewound == [len(match.events)]


def test_dice_are_not_taken_back_but_moves_are() -> None:
    match = Match(setup(42), keep_all=True)
    kinds: dict[str, set[bool]] = {}
    for choice in random_answers(match, 42):
        event_count = len(match.events)
        verb = str(choice[0])
        match.answer(choice)
        rolled = any(event["type"] == "rolled" for event in match.events.to_json(event_count))
        refusal = match.can_undo()
        if rolled:
            assert refusal is not None and any(word in refusal.reason for word in ("dice", "public", "plans"))
        kinds.setdefault(verb, set()).add(refusal is None)
        match.seek(len(match.journal) - 1)
    assert True in kinds["move"] and True in kinds["fly"] and False in kinds["attack"]


def test_in_a_rehearsal_anything_is_taken_back_and_listed() -> None:
    match = Match(setup(43))
    match.rehearsal = True
    for number, choice in enumerate(random_answers(match, 43)):
        if number > 40 and choice[0] == "attack":
            match.answer(choice)
            entry = match.journal[-1]
            match.undo()
            assert match.undone == [entry]
            break
    assert match.undone


@pytest.mark.parametrize("turn", [1, 2])
def test_a_launch_that_shows_a_card_is_not_taken_back(turn: int) -> None:
    """docs/rulings.md: this applies only to the first Deployment Phase, not to a launch of the first turn."""
    game = stage(
        ship("C", 0, (24, 24), traits=["Hangers:2"], activated=True), squadron("S", 0, (0, 0), embarked_in="c"),
        ship("E", 1, (4, 44)), turn=turn,
    ).begin("s")  # fmt: skip
    game.answer(*next(each for each in game.offered() if each[0] == "launch"))
    refusal = game.match.can_undo()
    assert refusal is not None and "public" in refusal.reason


def test_a_fork_begun_between_anchors_stands_where_a_match_does_that_nobody_has_looked_into() -> None:
    match, forks = Match(setup(44)), 0
    for number, choice in enumerate(random_answers(Match(setup(44)), 44)):
        asked = match.decision
        assert asked is not None
        if number > 60 and not asked.anchor:
            twin = match.fork()
            assert twin.decision is not None and twin.decision.question() == asked.question()
            assert twin.state.digest() == match.state.digest() and twin.events.to_json() == match.events.to_json()
            forks += 1
            match = twin
        if forks == 4:
            break
        match.answer(choice)
    assert forks == 4


def test_a_match_knows_the_events_and_the_state_of_each_moment() -> None:
    match = Match(setup(44), keep_all=True)
    for _ in zip(range(150), random_answers(match, 44), strict=False):
        pass
    match.seek(100)
    for _ in zip(range(100), random_answers(match, 45), strict=False):
        pass
    for answers in range(0, len(match.journal) + 1, 7):
        fork = match.fork_at(answers)
        assert match.events_after(answers) == fork.events_after(answers) == len(fork.events)
        assert match.state_at(answers).digest() == fork.state.digest()
        first = match.answers_until(len(fork.events))
        assert match.events_after(first) > len(fork.events) or first == len(match.journal)
        assert match.events_after(first - 1) <= len(fork.events)


def check_counts(match: Match) -> None:
    """Check the counts of events by forks, which count them again, and that undo is refused by the same events."""
    for answers in range(max(0, len(match.journal) - 3), len(match.journal) + 1):
        assert match.events_after(answers) == len(match.fork_at(answers).events)
    last = last_answer(match.journal)
    counted = match.can_undo()
    if last >= 0:
        new = match.events.entries[len(match.fork_at(last).events) :]
        assert counted == next((refusal for entry in new if (refusal := _refuse_undo(entry))), None)


def failing_once(feed: Callable[..., None]) -> Callable[..., None]:
    """Return `feed`, which fails at its end in the first call."""
    calls = count()

    def fail(*args: Any) -> None:
        feed(*args)
        if next(calls) == 0:
            raise ValueError("a fault")

    return fail


def test_the_counts_of_events_hold_after_remarks_faults_undo_and_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(setup(46), keep_all=True)
    refusals, faults = set[Refusal | None](), 0
    for number, choice in enumerate(random_answers(match, 46)):
        check_counts(match)
        if number % 5 == 1 and not match.sealed:
            match.remark(number % 2, "A remark.")
            check_counts(match)
        if number % 9 == 1:
            with monkeypatch.context() as patch, pytest.raises(RulesError):
                patch.setattr(Runner, "apply", failing_once(Runner.apply))
                match.answer(choice)
            faults += 1
            check_counts(match)
        if number % 3 == 0:
            match.answer(choice)
            check_counts(match)
            refusals.add(match.can_undo())
            match.undo() if match.can_undo() is None else match.seek(len(match.journal) - 1)
            check_counts(match)
        if number == 60:
            break
    assert None in refusals and len(refusals) > 1 and faults > 5
    again = from_data(json.loads(json.dumps(to_data(match))), "save")
    for copied in (again, match.fork()):
        assert [copied.events_after(n) for n in range(200)] == [match.events_after(n) for n in range(200)]
        check_counts(copied)


def test_a_game_without_a_log_and_a_trial_count_their_own_events() -> None:
    match = Match(setup(47), log=False)
    for _ in zip(range(60), random_answers(match, 47), strict=False):
        assert match.can_undo() is None or not match.journal
    assert {match.events_after(n) for n in range(70)} == {0} and match.answers_until(0) == len(match.journal)
    assert match.decision is not None
    look_ahead = match.view(match.decision.side).trial
    assert look_ahead is not None
    trial = look_ahead(b"a key")
    for _ in zip(range(10), random_answers(trial, 1), strict=False):
        assert trial.events_after(len(trial.journal)) == len(trial.events)
    fork = trial.fork_at(5)
    assert [fork.events_after(n) for n in range(6)] == [trial.events_after(n) for n in range(6)]
