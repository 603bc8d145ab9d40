"""The score's effect on the captain: it hunts fleeing enemies, and doesn't beat the enemy too soon."""

from __future__ import annotations

from typing import Any, cast

from jovian.game.answers import Declaration
from jovian.match.play_loop import ask
from jovian.players.captain import Captain
from jovian.players.captain.analysis import escaping_enemies, is_behind
from tests.players.captain.test_judgment import field
from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon

WATER = "Water Unit"
HOME = {"of": "tokens", "token": WATER, "on": "capital", "fate": ["withdrawn"]}
CARRIED: dict[str, Any] = {
    "tokens": [{"name": WATER}],
    "objectives": [
        {"kind": "most_victory_points", "points": 3},
        {"kind": "at_least", "role": "defender", "points": 7, "amount": 10, "count": HOME},
    ],
}
"""Ten units on ships that have left win the game."""
AWAY: dict[str, Any] = {
    "objectives": [
        {"kind": "most_victory_points", "points": 1},
        {"kind": "at_least", "role": "attacker", "points": 3, "amount": 10,
         "count": {"of": "force", "whose": "enemy", "fate": ["destroyed"]}},
        {"kind": "at_least", "role": "defender", "points": 4, "amount": 25,
         "count": {"of": "force", "fate": ["withdrawn"], "without": ["captured"]}},
    ],
}  # fmt: skip
"""The attacker is ahead once a tenth is destroyed, unless a quarter escapes."""
GUN = {"weapons": [gun("Kinetic Cannon", ac=5, as_=4)]}
BOMBER = {"weapons": [weapon("Mass Driver", ac=5, as_=3)]}


def convoy(loads: int, *more: Any, at: tuple[float, float] = (24, 44)) -> Staged:
    game = stage(
        ship("A", 0, (24, 20), 0, speed=6, **GUN), ship("B", 1, at, 0), ship("C", 1, (10, 30), 180), *more, **CARRIED,
        initiative=0,
    )  # fmt: skip
    game.model("b").loads = ((WATER, loads),) if loads else ()
    return game


def hopeless() -> Staged:
    """The last enemy is a squadron, and the defender has lost too much to win by beating it."""
    game = stage(
        ship("A", 0, (24, 40), 0, **GUN), ship("D", 0, (4, 4)), squadron("S", 1, (24, 36), **BOMBER), **AWAY,
        initiative=1,
    )  # fmt: skip
    game.model("d").place = "destroyed"
    return game


def test_who_carries_what_counts_is_worth_stopping() -> None:
    game = convoy(10)
    enemies = escaping_enemies(game.match.view(0), 0)
    assert enemies.keys() == {"b"} and enemies["b"] > 10
    assert escaping_enemies(convoy(0).match.view(0), 0) == {}
    assert escaping_enemies(stage(ship("A", 0, (24, 20)), ship("B", 1, (24, 40), 180)).match.view(0), 0) == {}


def test_it_is_prey_and_a_place_to_go_to() -> None:
    seen = field(convoy(10))
    mine = seen.view.models["a"]
    assert seen.bonuses_for(mine)["b"] > seen.bonuses_for(mine).get("c", 0.0)
    assert any((goal.x, goal.y) == (24, 44) and goal.value > 10 for goal in seen.aims(mine).goals)


def test_a_ship_burns_after_who_would_get_away() -> None:
    declared = cast(Declaration, ask(convoy(10).activate("a").match, Captain(1)))
    assert declared.action == "hard burn"
    assert cast(Declaration, ask(convoy(0).activate("a").match, Captain(1))).action != "hard burn"


def test_a_bomber_flies_to_the_ship_that_must_not_get_away() -> None:
    game = convoy(10, squadron("S", 0, (24, 36), **BOMBER), ship("E", 1, (27, 40), 180), at=(21, 40))
    game.activate("s").answer(*Declaration("bombing", 0).to_json())
    order = ask(game.match, Captain(1)).to_json()
    x, _ = order[1][-1]
    assert order[0] == "fly" and abs(x - 21) < abs(x - 27)


def test_the_last_enemy_is_spared_while_the_game_is_lost_without_it() -> None:
    game = hopeless()
    assert is_behind(game.match.view(0), 0)
    seen = field(game)
    assert seen.enemy_to_spare == "s" and seen.value(seen.view.models["s"]) < 0
    assert seen.deciding_leavers == {"a"} and seen.aims(seen.view.models["a"]).escape > 0
    game.model("d").place = "table"
    assert field(game).enemy_to_spare == ""


def test_in_the_last_turn_nobody_is_spared() -> None:
    game = hopeless()
    game.match.state.turn = game.match.state.scenario.turns
    assert field(game).enemy_to_spare == ""


def test_once_nobody_is_left_those_leave_who_decide_the_game() -> None:
    game = hopeless()
    game.model("s").place = "destroyed"
    assert field(game).deciding_leavers == {"a"}
    game.model("d").place = "table"
    assert field(game).deciding_leavers == frozenset()
