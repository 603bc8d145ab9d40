"""Tests of global rules from the table, the scenario, or a side: the events they get, and what they remember."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.game import view
from jovian.match import Match
from tests.games import random_answers, setup
from tests.house_rules import PENALTY, FirstBlood, diary, with_house_rules
from tests.rules.fights import counts, miss, throw
from tests.rules.stage import Cast, Staged, gun, parts, ship, squadron, stage
from tests.rules_api import TABLE, GlobalRule, build_rulebook, global_rules_with, progress

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
GUN = gun(ac=4, as_=4)


def post(*cast: Cast, **scenario: Any) -> Staged:
    """Return a game with a listening post of side 0."""
    return stage(*cast, house=("listening-post",), **scenario)


def duel(*house: str, **fields: Any) -> Staged:
    """Return a game with a weapon of A (side 0) and an unarmed B (side 1)."""
    return stage(
        ship("A", 0, (24, 12), **STILL, weapons=[GUN], **fields), ship("B", 1, (24, 18), 180, **STILL), house=house
    )


def test_every_game_has_the_table_and_its_scenario() -> None:
    """The comet, shrinking templates, the zone, and the objective of a game are global rules of its rulebook."""
    book = Match(setup(1)).state.rulebook
    assert book.clauses[: len(TABLE)] == TABLE and len(book.clauses) == len(TABLE) + 2
    assert all(clause.name and clause.place.startswith("v1.2.4 ") and clause.summary for clause in book.clauses)


def test_games_of_like_scenarios_are_played_under_one_book() -> None:
    one, two = Match(setup(1)).state, Match(setup(2)).state
    assert one.rulebook is two.rulebook is not build_rulebook()


def test_a_hook_that_nobody_overrides_costs_nothing() -> None:
    state = duel().match.state
    for hook in (
        GlobalRule.launched,
        GlobalRule.landed,
        GlobalRule.attacked,
        GlobalRule.destroyed,
        GlobalRule.withdrawn,
        GlobalRule.captured,
        GlobalRule.searched,
    ):
        assert global_rules_with(state, hook) == ()


def test_the_first_attack_is_remembered_told_and_counted() -> None:
    game = duel("first-blood")
    assert game.match.state.notes == {}
    game.begin("a").attack("a1", "b")
    throw(game, *miss(sum(counts(game))))
    assert game.match.state.notes == {"First blood": (0, "activation")}
    event = game.last("noted")
    assert (event["clause"], event["said"], event["seen_by"]) == ("First blood", "A has broken the peace", "both")
    game.end()


def test_objective_points_of_a_house_rule_decide_the_game() -> None:
    game = stage(
        ship("A", 0, (24, 12), **STILL, weapons=[GUN]), ship("B", 1, (24, 18), 180, **STILL),
        house=("first-blood",), turn=7,
    )  # fmt: skip
    game.begin("a").attack("a1", "b")
    throw(game, *miss(sum(counts(game))))
    game.end().idle("b")
    state = game.match.state
    assert [score[0] for score in state.scores] == [PENALTY, 0] and state.winner == 1
    assert game.last("scored")["parts"] == ["side 0: -3 for the first attack"]


@pytest.mark.parametrize("side", [0, 1])
def test_the_progress_of_a_house_rule_says_whose_points_they_are(side: int) -> None:
    game = stage(ship("A", side, (24, 12), **STILL, weapons=[GUN]), ship("B", 1 - side, (24, 18), 180, **STILL),
                 initiative=side, house=("first-blood",))  # fmt: skip
    game.begin("a").attack("a1", "b")
    throw(game, *miss(sum(counts(game))))
    penalty = next(objective for objective in progress(game.match.state) if objective.points == PENALTY)
    assert [share.earned for share in penalty.shares] == ([PENALTY, 0] if side == 0 else [0, PENALTY])


def test_what_is_remembered_is_undone_replayed_and_known_to_both() -> None:
    game = duel("first-blood").begin("a").attack("a1", "b")
    before = game.match.state.digest()
    throw(game, *miss(sum(counts(game))))
    after, count = game.match.state.digest(), len(game.match.journal)
    for side in (0, 1):
        assert view(game.match.state, side).notes == game.match.state.notes
    fork = game.match.fork()
    game.match.seek(count - 1)
    assert (game.match.state.notes, game.match.state.digest()) == ({}, before)
    throw(game, *miss(sum(counts(game))))
    assert game.match.state.digest() == fork.state.digest() == after
    fork.state.notes.clear()
    assert game.match.state.notes, "a copy shares no notes"
    assert fork.state.digest() != after, "notes are part of the digest"


def test_effects_of_a_side_bear_on_its_models_and_no_others() -> None:
    game = post(ship("A", 0, (24, 12), **STILL, weapons=[GUN]), ship("B", 1, (24, 18), 180, **STILL, weapons=[GUN]))
    assert parts(game.shot("a", "a1", "b"))["Keen"] == 1
    assert "Keen" not in parts(game.shot("b", "a1", "a"))


def test_an_action_of_a_clause_is_declared_like_any() -> None:
    game = post(ship("A", 0, (24, 12), **STILL), ship("B", 1, (24, 40), 180, **STILL))
    game.begin("a", "listen").resolve().end()
    assert diary(game.match.state) == ("a found a code book",)
    assert "listen" not in build_rulebook().actions


def test_launch_landing_loss_and_withdrawal_are_heard_of() -> None:
    game = post(
        ship("C", 0, (24, 24), traits=["Hangers:2"], **STILL),
        squadron("S", 0, (24, 24), embarked_in="c"), squadron("T", 0, (24, 26)),
        ship("E", 1, (24, 46), 180, **STILL),
    )  # fmt: skip
    game.begin("s").launch(24, 21).end()
    game.idle("e")
    game.begin("t").land("c").end()
    assert diary(game.match.state) == ("s launched from c", "t landed on c")


def test_a_capture_and_those_who_are_forced_off_are_heard_of() -> None:
    game = post(
        ship("A", 0, (24, 12), **STILL, marines=[3, 2, 1]),
        ship("B", 1, (24, 16), 180, **STILL, ratings={"defense": 0}, traits=["Hangers:1"]),
        squadron("S", 1, (24, 16), embarked_in="b"),
    )
    game.begin("a", "board").resolve().pick("commit", 3)
    game.pick(*game.asked.default().to_json())
    assert diary(game.match.state) == ("a board b", "s launched from b", "b captured by 0")


def test_whole_games_under_house_rules() -> None:
    """A rule's step comes after both sides have deployed in every turn. It also gets the end phases."""
    match = Match(with_house_rules(setup(5), "first-blood", "listening-post"))
    for _ in random_answers(match, 5):
        pass
    heard, turns = diary(match.state), match.state.turn
    assert [line for line in heard if line == "deployed"] == ["deployed"] * turns
    assert [line for line in heard if line.startswith("turn ")] == [f"turn {n + 1}" for n in range(turns)]
    assert heard[0] == "deployed" and heard[-1] == f"turn {turns}"
    gone = sum(event["type"] == "left_play" and event["how"] == "destroyed" for event in match.events.to_json())
    assert sum(line.endswith(" destroyed") for line in heard) == gone > 0


def test_no_clause_of_the_book_claims_a_house_rule() -> None:
    assert FirstBlood.place == "House rule > First blood"
    assert issubclass(FirstBlood, GlobalRule)
