"""Sequential halving: nodes are spent where they matter most, and the best plan wins."""

from __future__ import annotations

from collections import Counter

import pytest

from jovian.players.admiral import RacingPlan, race
from jovian.players.player import Budget


class Bandit:
    """Plans with known values. Each key shifts all of them equally, and a play costs some nodes."""

    def __init__(self, values: list[float], nodes: int, cost: int = 10) -> None:
        self.values, self.cost, self.budget = values, cost, Budget(nodes)
        self.played: Counter[int] = Counter()
        self.keys: dict[int, set[int]] = {}

    def play(self, number: int, key: int) -> float:
        self.budget.spent += self.cost
        self.played[number] += 1
        self.keys.setdefault(number, set()).add(key)
        return self.values[number] + (key % 5 - 2) * 3.0

    def race(self, priors: list[float]) -> int:
        verdict = race(priors, self.play, lambda: self.budget.nodes_left, self.budget.nodes)
        assert verdict.lead >= 0.0 and verdict.plays == self.played.total()
        return verdict.best


@pytest.mark.parametrize("best", range(4))
def test_the_best_is_found(best: int) -> None:
    values = [1.0] * 4
    values[best] = 3.0
    assert Bandit(values, 1000).race([0.0] * 4) == best


def test_half_of_them_are_dropped_after_each_round_and_the_first_stays_to_compare_with() -> None:
    bandit = Bandit([0.0, 1.0, 2.0, 3.0], 1200)
    assert bandit.race([0.0] * 4) == 3
    assert bandit.played[0] == bandit.played[3] == bandit.played[2] > bandit.played[1]


def test_of_plans_that_come_to_the_same_one_goes_on() -> None:
    """The first of equal plans continues, and its nodes go to the others."""
    bandit = Bandit([0.0, 2.0, 0.0, 2.0, 1.0], 1000)
    assert bandit.race([0.0, -1.0, 0.0, -0.5, 0.0]) == 1
    assert bandit.played[2] == bandit.played[3] == 2 < bandit.played[4] <= bandit.played[1]


def test_those_in_a_round_share_its_keys() -> None:
    bandit = Bandit([0.0, 1.0, 2.0, 3.0], 1200)
    bandit.race([0.0] * 4)
    assert bandit.keys[1] < bandit.keys[2] == bandit.keys[3] == bandit.keys[0]


def test_without_a_play_the_first_guess_stands_and_with_few_it_counts() -> None:
    assert Bandit([0.0, 5.0], 0).race([2.0, 1.0]) == 0
    assert Bandit([0.0, 1.0], 20).race([20.0, 0.0]) == 0
    assert Bandit([0.0, 60.0], 4000).race([20.0, 0.0]) == 1


def test_what_scatters_is_believed_less() -> None:
    sure, unsure = RacingPlan(1, -1.0, [4.0] * 8), RacingPlan(1, -1.0, [34.0, -26.0] * 4)
    assert sure.score() > 0.0 > unsure.score()
    assert RacingPlan(1, -1.0, [34.0, -26.0] * 40).score() > unsure.score()


def test_the_first_is_what_the_others_are_compared_with() -> None:
    assert RacingPlan(0, 0.0).score() == 0.0 and RacingPlan(2, -1.5).score() == -1.5


def test_no_more_is_spent_than_there_is() -> None:
    bandit = Bandit([0.0, 1.0, 2.0], 105)
    bandit.race([0.0] * 3)
    assert bandit.budget.spent <= 110


def test_it_ends_early_when_one_plan_is_surely_the_best() -> None:
    clear, close = Bandit([0.0, 20.0, 1.0], 5000), Bandit([0.0, 2.0, 1.0], 5000)
    assert clear.race([0.0] * 3) == close.race([0.0] * 3) == 1
    assert clear.played.total() < 0.2 * close.played.total()


def test_a_plan_that_is_surely_behind_leaves_its_plays_to_the_others() -> None:
    bandit = Bandit([0.0, 3.0, -20.0, 2.5, 2.0], 2000)
    assert bandit.race([0.0] * 5) == 1
    assert bandit.played[2] < bandit.played[1] / 2
