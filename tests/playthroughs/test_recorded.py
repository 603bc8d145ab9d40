"""Tests that recorded games don't change: the state, the events, and everything offered."""

from __future__ import annotations

import pytest

from tests.playthroughs import recorded
from tests.playthroughs.recorded import COLUMNS, HERE, account, find_difference
from tests.playthroughs.recorded_games import GAMES

ALWAYS = ("ensign-cega-squadrons", "ensign-jovian", "typed-dice", "other-edition", "melee", "harbor")
"""The games of the default run. The others are marked long."""


def test_none_is_missing_and_none_is_left_over() -> None:
    wanted = [f"{name}.txt" for name in GAMES] + [f"{name}.answers" for name, game in GAMES.items() if game.ensign]
    assert sorted(path.name for path in HERE.iterdir()) == sorted(wanted)


@pytest.mark.parametrize("name", ALWAYS)
def test_the_game_goes_as_it_went(name: str) -> None:
    assert find_difference(name) == ""


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in GAMES if name not in ALWAYS])
def test_each_other_game_goes_as_it_went(name: str) -> None:
    assert find_difference(name) == ""


@pytest.mark.parametrize(("column", "word"), list(enumerate(COLUMNS)))
def test_what_went_apart_is_named(column: int, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, lines = "melee", recorded.recorded("melee")
    words = lines[2].split(" ")
    words[column + 2] = "other"
    other = [*lines[:2], " ".join(words), *lines[3:]]
    monkeypatch.setattr(recorded, "recorded", lambda name: other)
    assert find_difference(name) == f"{name}: {word} went apart after turn 1, by turn 2"


def test_an_answer_that_is_refused_is_named() -> None:
    match = GAMES["melee"].begin()
    assert account(match, iter([["dance"]]))[-1].startswith("answer 1 is refused: ")
