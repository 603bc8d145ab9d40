"""Tests of current scores of objectives, and of their final texts (v1.2.4 Scenarios > Objective Points)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.commands.account import game_story
from jovian.game.events import Scored
from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules_api import ObjectiveProgress, ObjectiveShare, build_rulebook, current_score, progress, values

POD = "Escape Pod"
PODS = {"of": "tokens", "token": POD}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def fight(*objectives: dict[str, Any], turn: int = 3, **scenario: Any) -> Staged:
    """Return a game with two ships, and a squadron of side 1, of 50, 40, and 10 TV."""
    return stage(
        ship("A", 0, (10, 6), **STILL, tv=50), ship("D", 1, (10, 42), 180, **STILL),
        squadron("T", 1, (30, 42), activated=True), turn=turn, objectives=list(objectives),
        tokens=[{"name": POD}], **scenario,
    )  # fmt: skip


def counting(kind: str, count: dict[str, Any] = PODS, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "points": 3, "count": count, **more}


def carry(game: Staged, **loads: int) -> None:
    for name, number in loads.items():
        game.model(name).loads = ((POD, number),)


def only(game: Staged) -> ObjectiveProgress:
    """Return the only objective of a game."""
    (found,) = progress(game.match.state)
    return found


def test_the_most_says_who_is_ahead_and_by_how_many() -> None:
    game = fight(counting("most"))
    assert only(game).shares == (ObjectiveShare(0, 0, True, True, "level"), ObjectiveShare(0, 0, True, True, "level"))
    carry(game, a=3, d=1)
    ahead, behind = ObjectiveShare(3, 3, True, True, "2 ahead"), ObjectiveShare(1, 0, True, True, "2 behind")
    assert only(game).shares == (ahead, behind)
    assert not only(game).settled and only(game).title == "the most Escape Pods on models"


def test_the_fewest_are_ahead_with_less() -> None:
    game = fight(counting("least", {"of": "models", "fate": ["withdrawn"]}))
    game.model("t").place = "withdrawn"
    assert [(each.earned, each.words) for each in only(game).shares] == [(3, "1 ahead"), (0, "1 behind")]


@pytest.mark.parametrize(("number", "words"), [(0, "5 short"), (4, "1 short"), (5, "enough"), (6, "enough")])
def test_so_much_says_what_is_missing(number: int, words: str) -> None:
    game = fight(counting("at_least", amount=5))
    carry(game, a=number)
    assert only(game).shares[0].words == words and only(game).shares[0].earned == (3 if number >= 5 else 0)


def test_each_one_says_how_many_times() -> None:
    game = fight(counting("each"))
    carry(game, d=2)
    assert [(each.earned, each.words) for each in only(game).shares] == [(0, "none"), (6, "2 × 3")]


def test_victory_points_are_told_as_they_stand() -> None:
    game = fight({"kind": "most_victory_points", "points": 10})
    first, second = only(game).shares
    assert (first.words, second.words) == ("level", "level") and only(game).of_victory
    game.model("t").place = "withdrawn"
    assert [(each.amount, each.words) for each in only(game).shares] == [(50, "5 VP ahead"), (45, "5 VP behind")]


def test_who_attacked_first_is_settled_then() -> None:
    game = fight({"kind": "first_to_attack", "points": -2})
    assert not only(game).settled and [each.open for each in only(game).shares] == [True, True]
    game.match.state.notes["First to Attack"] = 1
    assert only(game).settled and [each.earned for each in only(game).shares] == [0, -2]
    assert not any(each.open for each in only(game).shares)


def test_a_role_alone_may_win_what_is_its() -> None:
    game = fight(counting("most", role="defender"))
    assert [(each.eligible, each.open) for each in only(game).shares] == [(False, False), (True, True)]


def test_a_share_of_the_force_goes_out_of_reach() -> None:
    """Side 1 has lost 40 of 50 TV: 20% could still withdraw, but not 25%."""
    flight = {"of": "force", "fate": ["withdrawn"]}
    game = fight(counting("at_least", flight, amount=20), counting("at_least", flight, amount=25))
    assert [each.shares[1].open for each in progress(game.match.state)] == [True, True]
    game.model("d").place = "destroyed"
    assert [each.shares[1].open for each in progress(game.match.state)] == [True, False]
    game.model("t").place = "withdrawn"
    assert [each.shares[1].words for each in progress(game.match.state)] == ["enough", "5% short"]


def test_nobody_can_tell_what_is_left_of_a_fleet_that_is_not_all_seen() -> None:
    flight = {"of": "force", "fate": ["withdrawn"]}
    game = fight(counting("at_least", flight, amount=25))
    game.model("d").place = "destroyed"
    known = [progress(game.match.view(side))[0].shares[1].open for side in (0, 1)]
    assert known == [True, False]


def test_what_is_told_of_a_share_is_never_more_than_there_is() -> None:
    """A third is 33.3%, and 34% are 0.7% away, not 0.6."""
    game = stage(
        ship("A", 0, (10, 6), tv=33), ship("B", 0, (20, 6), tv=66), ship("D", 1, (10, 42), 180),
        objectives=[counting("at_least", {"of": "force", "fate": ["withdrawn"]}, amount=34)],
    )  # fmt: skip
    game.model("a").place = "withdrawn"
    assert only(game).shares[0].words == "0.7% short"


def test_what_was_counted_in_its_turn_stands_with_its_amounts() -> None:
    game = fight(counting("most", turn=3))
    carry(game, a=2)
    game.idle("a").idle("d")
    assert only(game).settled and only(game).turn == 3
    carry(game, d=9)
    assert [(each.amount, each.earned) for each in only(game).shares] == [(2, 3), (0, 0)]


def test_the_points_of_all_objectives_add_up_to_what_is_scored() -> None:
    objectives = (
        counting("most"),
        counting("at_least", amount=1),
        counting("each"),
        {"kind": "most_victory_points", "points": 4},
    )
    game = fight(*objectives)
    carry(game, a=2, d=1)
    rows = progress(game.match.state)
    total = tuple(sum(each.shares[side].earned for each in rows) for side in (0, 1))
    assert total == tuple(score.objective for score in current_score(game.match.state).scores) == (12, 6)


def test_the_end_tells_how_each_objective_came_out() -> None:
    game = fight(
        {"kind": "most_victory_points", "points": 4}, counting("most", turn=7), counting("each"),
        {"kind": "first_to_attack", "points": -2}, turn=7,
    )  # fmt: skip
    carry(game, a=2, d=1)
    game.idle("a").idle("d")
    assert game.match.over and all(each.settled for each in progress(game.match.state))
    first, second = (event.objectives or () for event in game.match.events.of(Scored))
    assert [(each.points, each.amount, each.other, each.turn) for each in first] == [
        (0, 50, 50, None), (3, 2, 1, 7), (6, 2, 1, None), (0, None, None, None),
    ]  # fmt: skip
    assert [each.points for each in second] == [0, 0, 3, 0]
    lines = list(game_story(game.match.events, build_rulebook()))
    assert any("6 points for each of the" in line and line.endswith("(2 against 1)") for line in lines)


def test_the_log_tells_the_points_for_the_most_victory_points() -> None:
    game = fight({"kind": "most_victory_points", "points": 4}, turn=7)
    game.model("t").place = "withdrawn"
    game.idle("a").idle("d")
    lines = list(game_story(game.match.events, build_rulebook()))
    assert any(line.endswith("4 points for most fleet left (50 against 45)") for line in lines)


def test_victory_points_are_told_model_by_model() -> None:
    game = fight({"kind": "most_victory_points", "points": 4})
    game.model("t").place = "withdrawn"
    game.model("a").side = 1
    game.model("a").states["captured"] = 1
    game.model("d").place = "destroyed"
    told = [(each.name, each.tv, each.share, each.points, each.why) for each in values(game.match.state, 1)]
    assert told == [("A", 50, 1.5, 75, "captured"), ("D", 40, 0.0, 0, "destroyed"), ("T", 10, 0.5, 5, "withdrawn")]
    assert values(game.match.state, 0) == ()


def test_both_sides_see_the_final_points_once_the_game_is_over() -> None:
    """A squadron that was never seen and cargo count in the score. Both views agree with it."""
    game = stage(
        ship("A", 0, (10, 6), **STILL, traits=["Hangers:1"], tv=20), squadron("S", 0, (0, 0), embarked_in="a"),
        ship("D", 1, (10, 42), 180, **STILL, tv=26), turn=7, objectives=[{"kind": "most_victory_points", "points": 4}],
    )  # fmt: skip
    game.model("a").cargo = ("Marines",)
    assert current_score(game.match.view(1)).scores[0].victory == 20, "the squadron and the cargo are secret"
    game.begin("s").end().idle("d").idle("a")
    scores = game.match.state.scores
    assert game.match.over and scores == ((4, 33), (0, 26))
    for side in (0, 1):
        view = game.match.view(side)
        assert current_score(view).scores == scores
        assert tuple(share.earned for share in progress(view)[0].shares) == (4, 0)
