"""Tests of mines as an option: laid, triggered, swept (v1.2.2 Traits > Minelayer, Sweeper)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.match.saves import from_data, to_data
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage
from tests.rules.turns import AWAY, HOME, pass_turn

MINED = {"mines": "v1.2.2"}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
LAYER = ship("L", 0, (24, 24), traits=["Minelayer"], **STILL)


def stage_mine(*others: Cast, at: tuple[float, float] = (24, 28), options: Any = MINED) -> Staged:
    """Return a game in which L of side 0 has laid a mine. The others are yet to activate."""
    game = stage(LAYER, HOME, AWAY, *others, options=options).begin("l", "lay mines").resolve()
    return game.answer("at", *at, kind="spot").end()


def test_a_ship_lays_a_mine_near_it() -> None:
    """v1.2.2 Traits > Minelayer: within 3", as an action. It is visible and logged."""
    game = stage(LAYER, HOME, AWAY, options=MINED).begin("l", "lay mines").resolve()
    game.expect_refused(["at", 24, 29], "within 3")
    game.answer("at", 24, 28)
    mine = game.model("mine-1")
    assert (mine.side, mine.public, mine.pose[:2], mine.card.signature) == (0, True, (24, 28), 2)
    assert game.last("revealed")["name"] == "Mine 1"
    assert game.kind == "menu"


def test_where_no_room_is_it_lies_as_near_as_can_be() -> None:
    """R26: never on a base."""
    game = stage(LAYER, HOME, AWAY, options=MINED).begin("l", "lay mines").resolve().answer("at", 24, 24)
    assert game.model("mine-1").pose[:2] != (24, 24)


@pytest.mark.parametrize(("level", "count"), [("Minelayer", 1), ("Minelayer:3", 3)])
def test_how_many(level: str, count: int) -> None:
    """v1.2.2 Traits > Minelayer: as many as its number, one without; damaged racks lay none."""
    game = stage(ship("L", 0, (24, 24), traits=[level], **STILL), HOME, AWAY, options=MINED)
    game.begin("l", "lay mines").resolve()
    for number in range(count):
        game.answer("at", 22.5 + number * 1.5, 27.5, kind="spot")
    assert game.kind == "menu" and len([each for each in game.match.state.models if each.startswith("mine")]) == count
    broken = stage(ship("L", 0, (24, 24), traits=["Minelayer"], **STILL), HOME, AWAY, options=MINED)
    broken.model("l").marks["Minelayer"] = 1
    broken.activate("l").expect_refused(["declare", "lay mines", 0], "Minelayer")
    stage(LAYER, HOME, AWAY).activate("l").expect_refused(["declare", "lay mines", 0], "no action")


def test_it_goes_off_at_a_ship() -> None:
    """v1.2.2 Traits > Minelayer: an enemy within 2" of it, by its owner's choice; then it is gone."""
    game = stage_mine(ship("B", 1, (24, 35), 180)).begin("b").move(4).expect("autofire", side=0)
    assert game.at("b")[1] == pytest.approx(28 + 0.4 + 2 + 1.5, abs=0.01)
    game.answer(*game.offered()[0]).faces([3, 3, 1, 2])
    assert (game.last("attacked")["weapon"], game.model("mine-1").place) == ("Mine", "destroyed")
    assert game.rating("b", "sensors") == 1
    assert game.expect("menu").at("b")[1] == 31


def test_it_may_be_kept_and_friends_pass() -> None:
    """v1.2.2 Traits > Minelayer: after a refusal it stays. Its own side doesn't trigger it."""
    game = stage_mine(ship("B", 1, (24, 35), 180)).begin("b").move(4).decline()
    assert game.model("mine-1").is_on_table
    friend = stage_mine(squadron("S", 0, (24, 34)))
    friend.match.state.side_to_go = 0
    assert friend.begin("s").fly((24, 30)).kind == "menu"


def test_it_waits_for_nothing_else() -> None:
    """v1.2.2 Traits > Minelayer with Autofire of v1.2.3: a mine explodes on the way, also against ships."""
    game = stage_mine(ship("B", 1, (24, 35), 180), options={**MINED, "autofire": "v1.2.3"})
    game.begin("b").move(4).expect("autofire", side=0).decline()


def test_it_is_shot_and_swept() -> None:
    """v1.2.2 Traits > Sweeper: 2 more dice against mines. One box, no points for either side."""
    sweeper = ship("B", 1, (24, 36), 180, weapons=[gun("Beam Projector", as_=2)], traits=["Sweeper"], **STILL)
    game = stage_mine(sweeper).begin("b")
    assert game.shot("b", "a1", "mine-1").roll.pool.base == 4
    game.attack("a1", "mine-1").faces([2, 2, 3, 4]).answer("stand").expect("menu")
    assert game.model("mine-1").place == "destroyed"
    pass_turn(game)
    assert game.match.state.scores[1].victory == 0


def test_it_has_no_activation_and_outlives_nobody() -> None:
    """v1.2.2 Traits > Minelayer: it gets no orders, and a side with only mines left is beaten (R39)."""
    game = stage_mine(ship("B", 1, (24, 36), 180, **STILL)).begin("b").end()
    assert game.match.state.turn == 2 and not game.match.state.over
    assert game.model("mine-1").pose[:2] == (24, 28)


def test_a_game_with_mines_is_saved_and_taken_back() -> None:
    """v1.2.2 Traits > Minelayer: its save gives the same game again."""
    game = stage_mine(ship("B", 1, (24, 35), 180)).begin("b").move(4).decline()
    again = from_data(to_data(game.match), "a save")
    assert again.state.digest() == game.match.state.digest()
