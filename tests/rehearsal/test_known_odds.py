"""Rehearsals with a known result: by exact odds, or certain."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.dice import Pool, odds
from jovian.rehearsal.comparison import rehearse
from jovian.rehearsal.documents import chances, summary
from jovian.rehearsal.forecast import Forecast, forecast
from jovian.rehearsal.game import RehearsalSpec, Start
from jovian.rehearsal.workers import Here
from tests.rules.stage import Staged, ship, squadron, stage

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
LAST = 3
"""The turn in which these games end."""
GAMES = 400


def leaving(other: int, **scenario: Any) -> Staged:
    """A (40 TV, Crippled) takes the skill test of its withdrawal. The other model has this TV."""
    game = stage(
        ship("A", 0, (24, 20), structure_left=0, states={"crippled": 1}, **STILL),
        squadron("B", 1, (24, 44), tv=other, activated=True), turn=LAST, **{"turns": LAST, **scenario},
    )  # fmt: skip
    return game.begin("a", "withdraw").resolve().expect("faces")


def rehearsed(game: Staged, games: int = GAMES, **more: Any) -> Forecast:
    """Return the forecast of some games of random players."""
    return forecast(
        list(rehearse(RehearsalSpec(Start.of(game.match), ("random", "random"), 5, games=games, **more), Here()))
    )


def passed() -> float:
    """Return the probability that three dice pass a skill test."""
    return 1 - odds(Pool(3)).magnitude()["N"]


def test_the_chance_to_win_is_that_of_the_dice() -> None:
    """If A withdraws, it gives half its points and wins. Otherwise side 1 wins."""
    answer = rehearsed(leaving(10))
    for side, known in ((0, passed()), (1, 1 - passed())):
        assert answer.wins[side].low < known < answer.wins[side].high
    assert answer.draws.value == 0
    assert dict(answer.decided) == {
        "A withdrawn": round(answer.wins[0].value * GAMES), "being ahead before": round(answer.wins[1].value * GAMES),
    }  # fmt: skip
    a, b = answer.models
    assert a.fates["withdrawn"].value == answer.wins[0].value
    assert a.fates["withdrawn"].value + a.fates["crippled"].value == 1
    assert b.fates["unhurt"].value == 1


def test_equal_points_are_a_draw() -> None:
    answer = rehearsed(leaving(20))
    assert answer.draws.low < passed() < answer.draws.high
    assert answer.wins[0].value == 0
    assert dict(answer.decided)["a draw"] == round(answer.draws.value * GAMES)


def test_what_is_certain_is_certain() -> None:
    answer = rehearsed(leaving(30), 20)
    assert (answer.wins[0].value, answer.wins[1].value, answer.draws.value) == (0, 1, 0)
    assert answer.decided == (("being ahead before", 20),)
    assert (answer.objective[1].counts, answer.victory[1].counts) == (((10, 20),), ((30, 20),))
    assert answer.turns.counts == ((LAST, 20),)


def test_an_objective_decides_what_victory_points_do_not() -> None:
    """The withdrawal of A is worth more than the most Victory Points, which side 1 always has."""
    away = {"of": "models", "fate": ["withdrawn"]}
    game = leaving(30, objectives=[
        {"kind": "most_victory_points", "points": 1}, {"kind": "most", "points": 3, "count": away},
    ])  # fmt: skip
    answer = rehearsed(game)
    victory, most = answer.objectives
    assert answer.wins[0].low < passed() < answer.wins[0].high
    assert [objective.earned[1].value for objective in (victory, most)] == [1, 0]
    assert (most.earned[0], most.points[0].value) == (answer.wins[0], pytest.approx(3 * answer.wins[0].value))
    assert dict(answer.decided)[most.title] == round(answer.wins[0].value * GAMES)


def test_on_whose_loss_it_hinges() -> None:
    answer = rehearsed(leaving(10), 100)
    (hinge,) = answer.hinges
    assert (hinge.name, hinge.side, hinge.lost) == ("A", 0, round(answer.wins[1].value * 100))
    assert (hinge.wins.value, hinge.otherwise.value) == (0, 1)


def test_a_game_that_is_cut_short_is_counted_as_it_stands() -> None:
    """The game ends when one side has left, or a turn later with the value of A at that time."""
    answer = rehearsed(leaving(30, turns=LAST + 2), 10, turns=1)
    assert [turn for turn, _ in answer.turns.counts] == [LAST, LAST + 1]
    assert answer.wins[1].value == 1


NAMES = ("Reds", "Blues")


def test_in_words() -> None:
    answer = rehearsed(leaving(30), 20)
    assert chances(answer, NAMES) == (
        "Reds wins 0 % of 20 games (0 to 16 %), Blues 100 % (84 to 100 %); none is drawn (0 to 16 %)."
    )
    text = " ".join(summary(answer, NAMES))
    assert "Every game ends in turn 3." in text
    assert "decided by: being ahead before (100 %)." in text
    assert "Blues loses 0.0 ± 0.0 TV." in text
