"""Tests of the contract of all games, on tables with stations and an unidentified object that can be neutral."""

from __future__ import annotations

import json

import pytest

from jovian.match import Match
from jovian.match.play_loop import step
from jovian.match.saves import from_data, to_data
from jovian.players import make_player
from tests.games import manned, random_answers
from tests.match.test_contract import PAIRS, fresh

NOBODYS = ("waystation", "hulk")


@pytest.mark.parametrize("seed", range(3))
def test_only_the_two_sides_are_asked_and_every_anchor_can_be_taken_up(seed: int) -> None:
    match = Match(manned(seed, PAIRS[seed]))
    for number, _ in enumerate(random_answers(match, seed)):
        decision = match.decision
        assert decision is not None and decision.side in (0, 1)
        assert decision.check(decision.default()) is None
        if decision.anchor and number % 3 == 0:
            again = fresh(match)
            assert again is not None and again.question() == decision.question()
    assert match.over
    rated = [event["model"] for event in match.events.to_json() if event["type"] == "station"]
    assert rated == ["waystation", "outpost", "hulk"]
    assert not [e for e in match.events.to_json() if e["type"] == "activated" and e["model"] == "hulk"]


@pytest.mark.parametrize("step", [120, pytest.param(40, marks=pytest.mark.long)])
def test_save_and_reload_roll_the_same_ratings(step: int) -> None:
    match = Match(manned(4))
    card = match.state.models["waystation"].card
    for number, _ in enumerate(random_answers(match, 4)):
        if number % step == 0:
            again = from_data(json.loads(json.dumps(to_data(match))), "save")
            assert again.state.digest() == match.state.digest()
            assert again.state.models["waystation"].card == card
            assert again.events.to_json() == match.events.to_json()


def test_other_seeds_roll_other_ratings() -> None:
    rolled = {Match(manned(seed)).state.models["waystation"].card.key for seed in range(8)}
    assert len(rolled) > 3


def test_undo_takes_an_answer_about_them_back() -> None:
    match = Match(manned(5), keep_all=True)
    for number, choice in enumerate(random_answers(match, 5)):
        if number % 9 == 0:
            here = (match.state.digest(), len(match.events))
            match.answer(choice)
            after = match.state.digest()
            match.seek(len(match.journal) - 1)
            assert (match.state.digest(), len(match.events)) == here
            match.answer(choice)
            assert match.state.digest() == after
            match.seek(len(match.journal) - 1)


def test_both_sides_see_what_is_nobodys_alike() -> None:
    match = Match(manned(6))
    one, two = match.view(0), match.view(1)
    for ident in ("waystation", "outpost", "hulk"):
        assert one.models[ident].digested() == two.models[ident].digested() == match.state.models[ident].digested()


def test_the_ensign_leaves_alone_what_is_nobodys() -> None:
    """The ensign boards what it may capture, and shoots only at the enemy."""
    match = Match(manned(1))
    players = make_player("ensign", 1), make_player("random", 1)
    for _ in range(160):
        if match.decision is None:
            break
        side = match.decision.side
        step(match, players[side])
        entry = match.journal[-1]
        assert not (entry.side == 0 and entry.choice[0] == "attack" and entry.choice[2] in NOBODYS)
