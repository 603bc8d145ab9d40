"""Tests of the contract of all games, over random games of all pairs of factions."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from jovian.game import Decision
from jovian.match import Match
from jovian.match.course import Runner
from jovian.match.saves import from_data, to_data
from tests.commands import same_output
from tests.games import finished, random_answers, setup
from tests.house_rules import with_house_rules
from tests.rules_api import STEPS

PAIRS = [
    ("jovian-150", "cega-150"), ("cega-150", "venusian-150"), ("venusian-150", "jovian-150"),
    ("cega-squadrons-250", "jovian-squadrons-250"), ("venusian-squadrons-250", "cega-squadrons-250"),
    ("jovian-strike-250", "venusian-strike-250"), ("cega-strike-250", "jovian-squadrons-250"),
]  # fmt: skip
JUNK: list[Any] = [
    None, True, 0, 1.5, "move", [], ["move"], ["move", None], ["move", True], ["move", float("nan")],
    ["move", float("inf")], ["move", "2"], ["move", 1e9], ["turn", 1.5], ["turn", 400], ["fly", []], ["fly", [[1]]],
    ["fly", [[0, 0]] * 40], ["attack", [], "x"], ["attack", ["a1", "a1"], "x"], ["attack", "a1", "x"], ["end", 1],
    ["place", "x", 1, 2, 3], ["declare", "dance", 0], ["declare", "none", -1], ["declare", "none", 99], {"end": 1},
    [["end"]], ["keep", [7]], ["keep", [1.0]], ["activate", ""], ["reduce", 3], ["fire", "a", "b"], ["stand", 1],
]  # fmt: skip


def fresh(match: Match) -> Decision | None:
    """Return the decision of a new generator from the current state."""
    twin = match.state.clone()
    runner = Runner(type(match._runner.game)(twin))
    runner.run(None)
    return runner.decision


@pytest.mark.parametrize("fleets", PAIRS)
@pytest.mark.parametrize("seed", [12, pytest.param(11, marks=pytest.mark.long)])
def test_a_fresh_generator_asks_the_same_and_the_default_is_legal_and_answers_are_normal(
    fleets: tuple[str, str], seed: int
) -> None:
    match = Match(setup(seed, fleets))
    anchors = 0
    for choice in random_answers(match, seed):
        decision = match.decision
        assert decision is not None
        assert decision.check(decision.default()) is None
        answer = decision.read(choice)
        assert decision.read(answer) == decision.read(json.loads(json.dumps(answer.to_json()))) == answer
        for option in list(decision.options())[:6]:
            assert decision.check(option.choice) is None
        if decision.anchor:
            again = fresh(match)
            assert again is not None and again.question() == decision.question()
            anchors += 1
    assert anchors > 100


@pytest.mark.parametrize("rules", [("blinded-by-the-light",), ("first-blood", "listening-post")])
def test_a_fresh_generator_asks_the_same_under_special_rules(rules: tuple[str, ...]) -> None:
    match = Match(with_house_rules(setup(14, PAIRS[5]), *rules))
    for _ in random_answers(match, 14):
        decision = match.decision
        if decision is not None and decision.anchor:
            again = fresh(match)
            assert again is not None and again.question() == decision.question()
    assert match.over


def test_malformed_answers_are_refused_without_a_change() -> None:
    match = Match(setup(13))
    refused = 0
    for number, _ in enumerate(random_answers(match, 13)):
        decision = match.decision
        assert decision is not None
        before = (match.state.digest(), len(match.events))
        for junk in JUNK if number % 5 == 0 else ():
            if decision.check(junk) is not None:
                refused += 1
        assert (match.state.digest(), len(match.events)) == before
    assert refused > 2000


@pytest.mark.parametrize("step", [75, *(pytest.param(step, marks=pytest.mark.long) for step in (9, 25))])
def test_save_and_reload_at_every_decision(step: int) -> None:
    match = Match(setup(14))
    for number, _ in enumerate(random_answers(match, 14)):
        if number % step == 0:
            again = from_data(json.loads(json.dumps(to_data(match))), "save")
            assert again.state.digest() == match.state.digest()
            assert again.decision is not None and match.decision is not None
            assert again.decision.question() == match.decision.question()
            assert list(again.events) == list(match.events)


def test_undo_and_the_same_answer_give_the_same_game() -> None:
    match = Match(setup(15), keep_all=True)
    undone = 0
    for choice in random_answers(match, 15):
        here = (match.state.digest(), list(match.events))
        match.answer(choice)
        after = (match.state.digest(), list(match.events))
        match.seek(len(match.journal) - 1)
        assert (match.state.digest(), list(match.events)) == here
        match.answer(choice)
        assert (match.state.digest(), list(match.events)) == after
        match.seek(len(match.journal) - 1)
        undone += 1
    assert undone == len(match.journal)


def test_a_fork_stands_where_its_match_stands_and_goes_its_own_way() -> None:
    match = Match(setup(16))
    rng = Random(0)
    for number, _ in enumerate(random_answers(match, 16)):
        if number % 7 == 0:
            twin, digest = match.fork(), match.state.digest()
            assert twin.state.digest() == digest
            assert twin.decision is not None and match.decision is not None
            assert twin.decision.question() == match.decision.question()
            twin.answer(twin.decision.sample(rng))
            assert match.state.digest() == digest


def test_the_dice_to_come_are_in_no_view() -> None:
    match = Match(setup(18))
    assert match.view(0).chain == b"" and match.view(0).rolls == 0


def test_every_step_of_an_agenda_is_known_and_events_are_numbered() -> None:
    match = finished(19)
    assert match.over and not match.state.queue
    assert [event["n"] for event in match.events.to_json()] == list(range(len(match.events)))
    assert {event["seen_by"] for event in match.events.to_json()} <= {"both", 0, 1}
    assert "activate" in STEPS
    assert match.events.to_json()[-1]["type"] == "ended"


SCRIPT = """
from tests.games import finished
match = finished(20)
print(match.state.digest(), len(match.journal), len(match.events))
"""


def test_one_seed_gives_one_game_in_every_process() -> None:
    assert len(same_output(SCRIPT).split()) == 3
