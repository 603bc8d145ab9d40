"""Comparisons of plans: known odds, dropped plans, the same result with any workers, and the error rate."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest

from jovian.rehearsal.comparison import DOUBT, MIN_GAMES, Comparison, Race, looks
from jovian.rehearsal.forecast import bounded
from jovian.rehearsal.game import Plan, RehearsalSpec, Start
from jovian.rehearsal.outcome import Outcome
from jovian.rehearsal.workers import Here, Workers
from tests.rehearsal.positions import AHEAD, PASS, SHOOT, hits, last_shot, plan
from tests.rehearsal.test_rehearsing import RANDOM, start_game, two_workers

ENSIGN = ("ensign", "ensign")


def raced(ask: RehearsalSpec, plans: list[Plan], workers: Workers | None = None) -> tuple[Comparison, list[Outcome]]:
    """Return the result of a race and all of its games."""
    race = Race(replace(ask, plans=tuple(plans)))
    games = list(race.run(workers or Here()))
    known = race.result_so_far()
    assert known is not None
    return known, games


def three() -> tuple[RehearsalSpec, list[Plan]]:
    """Return three plans: shoot, pass, and shoot after moving nearer, which is the same shot."""
    match = last_shot()
    plans = [
        plan(match, "A", SHOOT, AHEAD, PASS), plan(match, "B", AHEAD, PASS), plan(match, "C", AHEAD, SHOOT, PASS),
    ]  # fmt: skip
    return RehearsalSpec(Start.of(match), ENSIGN, 5, games=240), plans


def test_one_shot_that_decides_is_worth_its_exact_odds() -> None:
    ask, plans = three()
    known, _ = raced(ask, plans)
    first, second, third = known.plans
    exact = 0.5 + hits() / 2
    assert first.games == third.games == 240
    for result in (first, third):
        assert abs(result.score.value - exact) < 3.5 * sqrt(hits() * (1 - hits()) / 4 / result.games)
        assert result.score.low < exact < result.score.high
    assert second.score.value == 0.5
    assert known.best in ("A", "C")
    assert second.dropped is not None and second.dropped == second.games < 240
    assert second.behind is not None
    assert second.behind.low < -hits() / 2 < second.behind.high < 0
    assert all(plan.kept.value == 1 for plan in known.plans)


def test_plans_of_the_same_worth_stay_and_nothing_is_made_of_their_difference() -> None:
    ask, plans = three()
    known, _ = raced(ask, [plans[0], plans[2]])
    other = next(plan for plan in known.plans if plan.behind is not None)
    assert other.dropped is None and other.behind is not None
    assert other.behind.low < 0 < other.behind.high or other.behind.high == 0


def test_the_race_ends_when_one_plan_is_left() -> None:
    ask, plans = three()
    known, games = raced(replace(ask, games=960), plans[:2])
    assert known.plans[1].dropped == known.plans[0].games == known.plans[1].games
    assert len(games) == known.games < 2 * 960


def test_until_the_differences_are_known_closely_enough() -> None:
    ask, plans = three()
    known, games = raced(replace(ask, games=None, until=0.15), [plans[0], plans[2]])
    other = next(plan.behind for plan in known.plans if plan.behind is not None)
    assert other.half <= 0.15
    assert len(games) == known.games == 2 * known.plans[0].games


def test_game_k_has_the_same_key_for_every_plan_and_the_numbers_are_in_order() -> None:
    ask, plans = three()
    _, games = raced(replace(ask, games=10), [plans[0], replace(plans[0], name="B")])
    assert [game.number for game in games] == [number for k in range(10) for number in (k, k)]
    assert games[::2] == games[1::2], "the same plan, the same games"


def test_the_same_shot_after_another_move_falls_the_same_and_is_no_difference() -> None:
    ask, plans = three()
    known, games = raced(replace(ask, games=60), [plans[0], plans[2]])
    assert [game.winner for game in games[::2]] == [game.winner for game in games[1::2]]
    assert {game.winner for game in games} == {0, None}
    alike = next(plan for plan in known.plans if plan.behind is not None)
    assert alike.behind is not None and alike.behind.value == 0
    assert alike.behind.half < (alike.score.high - alike.score.low) / 2, "narrower than what is known of one plan"


def test_any_workers_give_the_same_answer() -> None:
    match = start_game(260)
    plans = [Plan.of(match, 150, "A")]
    plans += [replace(plans[0], name="B", choices=plans[0].choices[:1])]
    ask = RehearsalSpec(Start.of(match, 150), RANDOM, 7, games=4, turns=1)
    with two_workers() as two:
        assert raced(ask, plans, two) == raced(ask, plans)


def test_plans_of_the_other_side_are_seen_from_that_side() -> None:
    match = last_shot()
    plans = [plan(match, name, ["autofire", ["decline"]], side=1) for name in "AB"]
    known, _ = raced(RehearsalSpec(Start.of(match), ENSIGN, 5, games=40), plans)
    assert known.side == 1
    assert known.plans[0].score.value < 0.5, "it can only lose"
    assert known.plans[0].margin.value < 0


def test_nothing_is_known_of_a_race_that_has_not_begun() -> None:
    ask, plans = three()
    assert Race(replace(ask, plans=tuple(plans))).result_so_far() is None


@pytest.mark.parametrize("horizon", [10, 59, 60, 100, 1000, 3472])
@pytest.mark.parametrize("count", [2, 3, 8])
def test_all_looks_at_all_pairs_spend_the_doubt_of_one_comparison(horizon: int, count: int) -> None:
    ask, plans = three()
    several = tuple(replace(plans[0], name=str(number)) for number in range(count))
    race = Race(replace(ask, games=horizon, plans=several))
    spent = [race.doubt(look) for look in looks(horizon)] + [race.doubt()]
    assert sum(spent) * count * (count - 1) / 2 == pytest.approx(DOUBT)
    assert spent == sorted(spent), "early looks cost little"
    assert all(MIN_GAMES <= look < horizon for look in looks(horizon))


def test_a_few_games_that_all_went_alike_are_no_certainty() -> None:
    interval = bounded([0.0] * 30, -1, 1)
    assert interval.value == 0 and interval.low < -0.05 and interval.high > 0.05
    won = bounded([1.0] * 30, -1, 1)
    assert won.value == won.high == 1 and won.low < 0.95
