"""Candidate moves: they end where their answers lead, and a goal adds its own moves."""

from __future__ import annotations

import pytest

from jovian.game.answers import Fly, Move, Turn
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.ensign import Ensign
from jovian.players.evaluation.goals import Goal
from jovian.players.evaluation.moves import CandidateMove, candidate_moves
from jovian.players.orders import MAX_DEVIATION, MoveInProgress
from jovian.table import Pose
from tests.bounds import until
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage
from tests.rules_api import NextOrder

FOE = ship("Z", 1, (28, 30), 180)
FAR = Pose(40.0, 40.0, 0)


def game_at_menu(cast: Cast) -> tuple[Staged, NextOrder]:
    """Return a game with a model that has declared nothing, and its menu."""
    game = stage(cast, FOE).begin(cast.line["id"])
    assert isinstance(game.asked, NextOrder)
    return game, game.asked


def pose_after(match: Match, way: CandidateMove, ident: str) -> Pose:
    """Return where the answers of a move lead without reactions."""
    there = match.view(0).trial(b"ways")
    for step in way.steps:
        there.answer(step)
        while there.decision.kind != "menu":
            there.answer(there.decision.default())
    return there.view(0).models[ident].pose


@pytest.mark.parametrize("cast", [ship("A", 0, (24, 20)), squadron("A", 0, (24, 20))], ids=["ship", "squadron"])
def test_a_way_ends_where_its_answers_lead(cast: Cast) -> None:
    game, menu = game_at_menu(cast)
    moves = list(candidate_moves(menu))
    assert len(moves) > 4 and all(menu.judge(way.steps[0]) is None for way in moves if way.steps)
    for way in moves:
        x, y, heading = pose_after(game.match, way, "a")
        assert (x, y) == pytest.approx((way.end.x, way.end.y), abs=0.002) and heading == way.end.heading


def test_who_must_move_on_has_no_way_of_staying() -> None:
    fast, still = (game_at_menu(ship("A", 0, (24, 20), speed=speed))[1] for speed in (6, 1))
    assert fast.envelope().min_move > 0 and all(way.steps for way in candidate_moves(fast))
    assert still.envelope().min_move <= 0 and next(candidate_moves(still)) == CandidateMove((), still.model.pose, [])


def test_a_goal_adds_the_way_to_it() -> None:
    _, menu = game_at_menu(squadron("A", 0, (24, 20)))
    goal = Goal(24, 16, 0.0, 5.0)
    assert {way.end for way in candidate_moves(menu, (goal,))} - {way.end for way in candidate_moves(menu)} == {
        Pose(24, 16, 0)
    }


def test_a_ship_stops_beside_what_it_is_after() -> None:
    game = stage(ship("A", 0, (24, 20)), ship("Z", 1, (24, 28), 180)).begin("a")
    menu = game.asked
    assert isinstance(menu, NextOrder)
    goal = Goal(24, 28, 1.0, 5.0, "z")
    besides = {way.end for way in candidate_moves(menu, (goal,))} - {way.end for way in candidate_moves(menu)}
    assert {(end.x, end.heading) for end in besides} >= {(24, 0), (24, 45)} and all(20 < end.y < 28 for end in besides)


def test_who_is_on_its_way_stands_where_its_steps_lead() -> None:
    game, menu = game_at_menu(ship("A", 0, (24, 20)))
    way = next(move for move in candidate_moves(menu) if len(move.steps) > 1)
    going = MoveInProgress("a", menu.model.pose, way.steps)
    assert going.is_on_course(menu.model) and not going.is_on_course(menu.state.models["z"])
    for _ in until(lambda: not going.steps, 100):
        game.answer(*going.next_step(game.model("a")).to_json())
        assert going.is_on_course(game.model("a"))
    assert game.model("a").pose.distance_to(way.end) < MAX_DEVIATION
    assert not going.is_on_course(game.model("a").at(way.end.turned(5))) and not going.is_on_course(
        game.model("a").at(FAR)
    )


def test_the_ensign_keeps_to_its_way_and_looks_for_another_once_it_is_taken_back() -> None:
    game, _ = game_at_menu(ship("A", 0, (24, 8), 90, weapons=[gun(arcs=("fore",), ac=4)]))
    ensign, steps, asks = Ensign(1), [], []
    while isinstance(game.asked, NextOrder) and game.asked.act.model == "a":
        view = game.match.view(0)
        asks.append((game.asked.on(view), view))
        steps.append(ensign.choose(*asks[-1]))
        game.answer(*steps[-1].to_json())
    assert len([step for step in steps if isinstance(step, Move | Turn)]) > 1
    assert ensign.choose(*asks[0]) == Ensign(1).choose(*asks[0]) == steps[0]


@pytest.mark.parametrize("name", ["ensign", "captain"])
def test_a_way_ends_with_its_activation(name: str) -> None:
    """The only model of a side doesn't keep its move from the turn before."""
    match, player = stage(squadron("A", 0, (24, 4)), ship("Z", 1, (24, 44), 180, speed=0)).match, make_player(name, 1)
    flown = []
    while match.decision is not None and match.state.turn < 4:
        own = match.decision.side == 0
        answer = ask(match, player) if own else match.decision.default()
        flown += [match.state.turn] if own and isinstance(answer, Fly) else []
        match.answer(answer)
    assert {1, 2, 3} <= set(flown)
