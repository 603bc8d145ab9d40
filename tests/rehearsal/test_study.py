"""The study of a finished game: the captain's activation for each of the game, and the chance lost."""

from __future__ import annotations

import pytest

from jovian.match import Match
from jovian.match.play_loop import play
from jovian.players import make_player
from jovian.rehearsal.activations import ActivationJob, captain_activation
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.game import RehearsalSpec, Start, recorded_game
from jovian.rehearsal.study import StudiedActivation, Study, total_lost
from jovian.rehearsal.workers import Here
from tests.games import finished
from tests.rehearsal.positions import passed_shot
from tests.rehearsal.test_rehearsing import two_workers


@pytest.fixture(scope="module")
def shot() -> Match:
    match = passed_shot()
    assert match.over and match.state.winner is None
    return match


def studied(match: Match, side: int | None = None, games: int = 6) -> Study:
    study = Study(RehearsalSpec(Start.of(match), ("random", "random"), 1, 1, games, side=side))
    list(study.plan(Here()))
    list(study.play(Here()))
    return study


def test_a_chance_that_was_not_taken_is_lost(shot: Match) -> None:
    study = studied(shot, games=20)
    (answer,) = study.answer()
    assert answer.span.side == 0 and not answer.same and answer.games == 20
    assert answer.played is not None and answer.played.value == 0.5, "without a shot the game is drawn"
    assert answer.better is not None and answer.better.value > 0.5
    assert answer.lost.value == pytest.approx(answer.better.value - 0.5) and answer.lost.low > 0
    assert any(choice[0] == "attack" for _, choice in answer.captain.plan.choices)
    assert total_lost([answer], 0) == (1, answer.lost) and total_lost([answer], 1) == (0, Estimate(0, 0, 0))
    count, twice = total_lost([answer, answer], 0)
    assert count == 2 and twice.value == 2 * answer.lost.value
    assert answer.lost.high - answer.lost.low < twice.high - twice.low < 2 * (answer.lost.high - answer.lost.low)


def test_the_captains_own_game_loses_nothing(shot: Match) -> None:
    start = Start.of(shot, 0, knowing=0)
    captain = captain_activation(ActivationJob(start, "random"))
    assert captain is not None
    match = Match(shot.setup, keep_all=True)
    for _, choice in captain.plan.choices:
        if match.decision is not None and match.decision.side == 0 and match.check(list(choice)) is None:
            match.answer(list(choice))
    play(match, [make_player("random", seed) for seed in (1, 2)])
    study = studied(match)
    (answer,) = study.answer()
    assert answer.same and answer.lost.value == 0.0 and answer.played is None and study.max_games == 0


def test_one_side_is_studied_alone(shot: Match) -> None:
    assert [span.side for span in Study(RehearsalSpec(Start.of(shot), side=0)).spans] == [0]
    assert Study(RehearsalSpec(Start.of(shot), side=1)).spans == ()


def test_the_answer_is_known_game_by_game_and_the_same_with_any_workers(shot: Match) -> None:
    study = Study(RehearsalSpec(Start.of(shot), ("random", "random"), 1, 1, 6))
    assert study.answer() == ()
    list(study.plan(Here()))
    assert study.planned == 1 and study.max_games == 12
    known: list[tuple[StudiedActivation, ...]] = []
    for _ in study.play(Here()):
        known.append(study.answer())
    assert known[2] == () and known[-1][0].games == 6 and known[5][0].games == 3
    again = Study(study.ask)
    with two_workers() as two:
        list(again.plan(two))
        list(again.play(two))
    assert again.answer() == study.answer()
    assert recorded_game(study.ask.start).over


@pytest.mark.long
def test_every_activation_of_a_whole_game_is_studied() -> None:
    match = finished(3)
    study = studied(match, games=2)
    answer = study.answer()
    spans, begins = [span.begin for span in study.spans], [one.span.begin for one in answer]
    assert begins == sorted(begins) and set(begins) <= set(spans)
    assert len(answer) > 0.9 * len(spans) > 30, "few activations have no answers of their side"
    assert all(one.games == 2 and -1 <= one.lost.low <= one.lost.value <= one.lost.high <= 1 for one in answer)
    assert {one.span.side for one in answer} == {0, 1}
