"""Tests that the measured functions do real work. `python -m tests.benchmarks.speed` measures their speed."""

from __future__ import annotations

import pytest

from jovian.game import Activation
from jovian.game.events import Attacked
from tests.benchmarks.calibration import calibration
from tests.benchmarks.measures import BIG, MEASURES
from tests.benchmarks.questions import QUESTIONS, arithmetic_alone, crowd, random_queries
from tests.games import finished


@pytest.mark.parametrize("name", MEASURES)
def test_each_measure_counts_its_units(name: str) -> None:
    work, _ = MEASURES[name]
    assert work() > 0


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_world_and_arithmetic_alone_answer_alike(name: str) -> None:
    state = crowd(43)
    for model, other, pose in random_queries(state, 20):
        state.activation = Activation(model.id)
        found = QUESTIONS[name](state, model, other, pose)
        with arithmetic_alone():
            assert QUESTIONS[name](state, model, other, pose) == found


def test_the_calibration_loop_always_does_the_same() -> None:
    assert calibration() == calibration()


def test_random_games_fight() -> None:
    """A random player that never attacks would make all benchmarks fast. A game needs at least 60 attacks."""
    attacks = [
        sum(event.window != "terrain" for event in finished(seed, BIG).events.of(Attacked)) for seed in (1, 2, 3)
    ]
    assert sum(attacks) / len(attacks) >= 60
