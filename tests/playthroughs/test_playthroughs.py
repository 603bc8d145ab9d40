"""Tests that each scenario has a golden game, and that these games don't change."""

from __future__ import annotations

import pytest

from jovian.cards import scenario_names
from tests.playthroughs.write import EPISODES, HERE, episode, story


def test_none_is_missing_and_none_is_left_over() -> None:
    assert sorted(path.stem for path in HERE.glob("*.txt")) == sorted([*scenario_names(), *EPISODES])


@pytest.mark.parametrize("name", scenario_names())
def test_the_game_goes_as_it_went(name: str) -> None:
    assert story(name) == (HERE / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EPISODES)
def test_the_scene_goes_as_it_went(name: str) -> None:
    assert episode(name) == (HERE / f"{name}.txt").read_text(encoding="utf-8")
