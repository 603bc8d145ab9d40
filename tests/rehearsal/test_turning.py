"""Turning points: the curve of chances, and activations split into decision and dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from jovian.dice import Pool, odds
from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import make_player
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import RehearsalSpec, Start, recorded_game
from jovian.rehearsal.turning_points import Rehearsed, Turning, difference, moments_of, spans_of
from jovian.rehearsal.workers import Here, Workers
from tests.rehearsal.test_rehearsing import RANDOM, start_game, two_workers
from tests.rules.fights import throw
from tests.rules.stage import drone, gun, ship, squadron, stage, weapon

ENSIGNS = ("ensign", "ensign")
HOLD, SHOOT = ["declare", ["declare", "none", 0]], ["menu", ["attack", ["a1"], "mark"]]
AHEAD, PASS = ["menu", ["move", 2.0]], ["menu", ["end"]]
HIT = 1 - odds(Pool(3)).magnitude()["N"]
"""The probability of a hit."""


def one_shot() -> Match:
    """Return the last turn of a game: the gunner's one shot, which any ensign fires, wins or leaves a draw."""
    gunner = ship("Gunner", 0, (24, 12), weapons=[gun(ac=3, as_=3)], speed=1, thrusters=[1])
    mark = squadron("Mark", 1, (24, 22), structure_left=1, fuel_left=1, speed=1, tv=40)
    return Match(replace(stage(gunner, mark, turns=1).match.setup, manual=False), log=False)


def ended(match: Match, *orders: list[object]) -> Match:
    """Return a match after some orders, played to its end by ensigns."""
    for kind, choice in orders:
        assert match.decision is not None and match.decision.kind == kind
        match.answer(choice)
    players = [make_player("ensign", side) for side in (0, 1)]
    while match.decision is not None:
        step(match, players[match.decision.side])
    return match


def turned(match: Match, games: int, workers: Workers | None = None) -> Turning:
    rehearsed = Rehearsed(RehearsalSpec(Start.of(match), ENSIGNS, 5, games=games))
    assert len(list(rehearsed.play(workers or Here()))) <= rehearsed.max_games
    return rehearsed.answer()


def holds(found: Estimate | None, exact: float) -> bool:
    return found is not None and found.low <= exact <= found.high


def shot(seed_hits: bool) -> Match:
    """Let the gunner shoot, with dice that hit or miss."""
    for number in range(64):
        match = one_shot()
        match.reseed(bytes([number]) * 32)
        match = ended(match, HOLD, SHOOT)
        if (match.state.winner == 0) is seed_hits:
            return match
    raise AssertionError("no dice do that")


@pytest.mark.parametrize("struck", [True, False])
def test_a_shot_that_anybody_would_make_turns_the_game_by_its_dice(struck: bool) -> None:
    answer = turned(shot(struck), 40)
    before, after = 0.5 + HIT / 2, 1.0 if struck else 0.5
    swing = answer.swings[0]
    assert holds(answer.curve[0].chance, before)
    assert swing.games == 40 and swing.close
    assert holds(swing.decision, 0.0) and holds(swing.change, after - before) and holds(swing.dice, after - before)
    assert answer.curve[1].chance is not None and answer.curve[1].chance.value == after


def test_a_shot_that_was_not_made_was_a_decision() -> None:
    answer = turned(ended(one_shot(), HOLD, AHEAD, PASS), 40)
    swing = answer.swings[0]
    assert holds(swing.decision, -HIT / 2) and not holds(swing.decision, 0.0)
    assert swing.dice is not None and swing.dice.value == 0.0
    assert swing.answered is None and swing.luck == swing.dice, "nobody was asked but the gunner"
    assert answer.points[0] == 0


def test_a_change_is_the_decisions_of_both_sides_and_the_dice() -> None:
    rehearsed = Rehearsed(RehearsalSpec(Start.of(start_game(92, 1)), RANDOM, 5, games=2, turns=1, points=99))
    played = list(rehearsed.play(Here()))
    swings = [swing for swing in rehearsed.answer().swings if swing.close]
    assert len(played) <= rehearsed.max_games and len(swings) == len(rehearsed.spans)
    for swing in swings:
        values = [estimate.value for estimate in (swing.decision, swing.answered, swing.luck) if estimate is not None]
        assert swing.change is not None and sum(values) == pytest.approx(swing.change.value)
    assert any(swing.answered is not None for swing in swings)


def test_games_from_one_moment_share_their_dice_and_are_compared_one_by_one() -> None:
    answer = turned(shot(True), 40)
    decision = answer.swings[0].decision
    assert decision is not None and decision.value == 0.0, "the ensign shoots too, and strikes in the same games"
    assert decision.half < 0.12


def test_any_workers_give_the_same_answer() -> None:
    match = shot(True)
    with two_workers() as two:
        assert turned(match, 6, two) == turned(match, 6)


def test_what_is_known_can_be_asked_for_on_the_way() -> None:
    rehearsed = Rehearsed(RehearsalSpec(Start.of(shot(True)), ENSIGNS, 5, games=8))
    first = rehearsed.answer()
    assert first.curve[0].chance is None and first.swings[0].change is None and first.points == ()
    assert first.curve[-1].chance == Estimate(1.0, 1.0, 1.0)
    games = rehearsed.play(Here())
    next(games)
    assert rehearsed.answer().curve[0].games == 1


def test_parts_of_a_game_follow_one_another_and_each_activation_is_one() -> None:
    match = one_shot()
    whole = recorded_game(Start.of(ended(match, HOLD, AHEAD, PASS)))
    spans = spans_of(whole)
    assert [span.model for span in spans if span.model] == ["gunner", "mark"]
    assert all(one.end == two.begin and one.last == two.first for one, two in pairwise(spans))
    assert moments_of(spans)[-1] == len(whole.journal)


def test_an_activation_is_one_if_another_member_of_a_formation_ends_it() -> None:
    pair: dict[str, Any] = {"traits": ["Comms", "Formation"], "structure": [1]}
    game = stage(
        squadron("S", 0, (24, 20), **pair), squadron("S", 0, (25, 20), id="s2", formation="s", **pair),
        drone("D", 0, (24, 23), weapons=[weapon("Kinetic Cannon", as_=4, ac=4)]),
        squadron("T", 1, (24, 16.5), activated=True, fuel_left=0), ship("E", 1, (44, 44)), ship("F", 0, (4, 4)),
    ).begin("s", "drone command").resolve().faces([1, 2, 3])  # fmt: skip
    game.pick("command", "d").declare().attack("a1", "t")
    throw(throw(game, 1, 2, 3, 4), 2, 2, 3, 4).pick("allocate", [0, 1]).end()
    assert game.model("s").place == "destroyed" and game.act.model == "s2"
    game.end().idle("e").idle("f")
    assert [span.model for span in spans_of(game.match) if span.model][:3] == ["s", "e", "f"]


def test_a_difference_is_as_wide_as_both_together() -> None:
    sure = Estimate(0.5, 0.5, 0.5)
    found = difference(Estimate(0.7, 0.6, 0.8), sure)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.1, 0.3))
    assert difference(None, sure) is None
