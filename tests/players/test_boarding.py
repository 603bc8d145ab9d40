"""Both players value Marines alike: whom they board, what they keep aboard, and where a ship without Marines goes."""

from __future__ import annotations

import pytest

from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.marines import MIN_BOARDING_VALUE, boarding_cost, capture_chance, marines_value
from tests.rules.stage import Cast, Staged, gun, ship, stage

SOUND = [6, 5, 4, 3, 2, 1]
OPEN = {"structure": SOUND, "ratings": {"defense": 0}}


def crew(count: int) -> list[int]:
    """Return the boxes of this number of Marines."""
    return list(range(count, 0, -1))


def raid(own: int, guards: int, *others: Cast, tv: float = 40, **fields: object) -> Staged:
    """Return a ship with Marines next to an enemy with some of its own."""
    boarder = ship("A", 0, (20, 20), marines=crew(own), tv=tv, **OPEN)
    return stage(boarder, ship("B", 1, (20, 25), 90, marines=crew(guards), **{**OPEN, "tv": 40, **fields}), *others)


def value(game: Staged, count: int) -> float:
    """Return the TV of sending this number of Marines from A to B."""
    view = game.match.view(0)
    return marines_value(view, view.models["a"], view.models["b"], count)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_last_marines_go_at_even_odds(count: int) -> None:
    game = raid(count, count)
    view = game.match.view(0)
    assert capture_chance(view, view.models["a"], view.models["b"], count) < 0.5
    assert VALUES["board"](view, view.models["a"]) < MIN_BOARDING_VALUE and value(game, count) < 0
    for name in ("ensign", "captain"):
        answer = ask(raid(count, count).activate("a").match, make_player(name, 1)).to_json()
        assert answer[:2] != ["declare", "board"]


def test_at_good_odds_the_last_marines_go_unless_others_may_board() -> None:
    assert value(raid(3, 1, ship("C", 1, (26, 20), 270, marines=[1])), 3) < 0 < value(raid(3, 1), 3)


def test_a_flagship_keeps_its_last_marines_from_a_cheaper_ship() -> None:
    assert value(raid(3, 1, tv=200), 3) < 0 < value(raid(3, 1), 3) < value(raid(3, 0), 3)


def test_marines_are_sent_where_enough_stay_aboard() -> None:
    guard = ship("C", 1, (26, 20), 270, marines=[1])
    assert value(raid(3, 0, guard), 2) > value(raid(3, 0, guard), 3)


@pytest.mark.parametrize("name", ["ensign", "captain"])
def test_a_ship_without_marines_keeps_out_of_reach_of_boarders(name: str) -> None:
    def end(count: int) -> float:
        own = ship("A", 0, (24, 10), 0, marines=crew(2), ratings={"marines": count}, weapons=[], speed=3, thrusters=[3])
        foe = ship("B", 1, (24, 26), 180, marines=[2, 1], weapons=[gun("Kinetic Cannon", ac=1, as_=1)], speed=2)
        game, player = stage(own, foe).activate("a"), make_player(name, 1)
        while game.match.state.activation is not None:
            game.answer(*ask(game.match, player).to_json())
        view = game.match.view(0)
        return boarding_cost(view, view.models["a"])

    assert end(0) == 0.0


@pytest.mark.parametrize("name", ["ensign", "captain"])
def test_a_ship_without_thrusters_tries_to_turn_away_from_the_edge(name: str) -> None:
    own = ship("A", 0, (24, 40), 0, speed=3, thrusters=[1], ratings={"thrusters": 0}, weapons=[])
    game, player = stage(own, ship("B", 1, (24, 8), 0, weapons=[])).activate("a"), make_player(name, 1)
    answers = []
    while game.match.state.activation is not None and "turn" not in answers:
        answer = ask(game.match, player).to_json()
        answers.append(answer[0])
        game.answer(*answer)
    assert "turn" in answers
