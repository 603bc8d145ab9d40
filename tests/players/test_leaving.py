"""The ensign's way out of the battle: it turns and burns for its exit, and deploys near it."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import parse_unit
from jovian.game import State
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.deployment import beacon_value
from jovian.players.evaluation.goals import aims
from jovian.players.evaluation.objectives import (
    escape_value,
    exit_pose,
    is_exit_unknown,
    retreat_value,
    travel_distance,
)
from tests.rules.stage import SHIP, SQUADRON, Staged, muster, ship, squadron, stage

VICTORY = {"kind": "most_victory_points", "points": 1}
WITHDRAWN = {"of": "force", "fate": ["withdrawn"]}
ESCAPE = {"kind": "at_least", "role": "defender", "points": 9, "count": WITHDRAWN, "amount": 75}
OUT: dict[str, Any] = {"objectives": [VICTORY, ESCAPE]}
"""Only withdrawn models score much."""
BOUND = {"rule": "no-withdrawal", "role": "defender", "until": 4}
LAZY: dict[str, Any] = {"speed": 2, "thrusters": [2, 1]}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def view_of(game: Staged, side: int = 0) -> State:
    return game.match.view(side)


def chosen(game: Staged) -> list[Any]:
    """Return the ensign's answer to the current decision."""
    return ask(game.match, make_player("ensign", 1)).to_json()


def plays(game: Staged) -> list[list[Any]]:
    """Return its answers until the activation ends."""
    given = []
    while game.match.state.activation is not None and game.kind != "faces":
        given.append(chosen(game))
        game.answer(*given[-1])
    return given


# --- Path ---
def test_a_ship_is_farther_from_what_lies_behind_it() -> None:
    game = stage(ship("A", 0, (24, 10)), squadron("S", 0, (24, 12)), ship("D", 1, (24, 40), 180))
    a, s = game.model("a"), game.model("s")
    assert travel_distance(a, 24, 20) == 10 and travel_distance(a, 34, 10) == 15 and travel_distance(a, 24, 0) == 20
    assert travel_distance(s, 24, 2) == travel_distance(s, 24, 22) == 10


def test_a_ship_that_may_not_leave_yet_turns_round_for_its_way_out() -> None:
    game = stage(
        ship("A", 0, (24, 6), 0, **LAZY), ship("D", 1, (24, 44), 180, **STILL, activated=True),
        initiative=1, special_rules=[BOUND], **OUT,
    )  # fmt: skip
    plays(game.activate("a"))
    assert min(game.model("a").pose.heading, 360 - game.model("a").pose.heading) >= 44
    assert game.model("a").is_on_table


@pytest.mark.parametrize(("edge", "heading"), [("west", 270), ("north", 0), ("east", 90)])
def test_it_makes_for_the_one_edge_that_it_may_leave_by(edge: str, heading: int) -> None:
    game = stage(
        ship("A", 0, (24, 20), **STILL), ship("D", 1, (24, 40), 180, **STILL),
        initiative=1, special_rules=[{"rule": "ambush", "edge": edge}], **OUT,
    )  # fmt: skip
    out = exit_pose(view_of(game), game.model("a"))
    assert out is not None and out.heading == heading and not is_exit_unknown(view_of(game), 0)
    assert [(goal.x, goal.y) for goal in aims(view_of(game), game.model("a")).goals] == [out[:2]]


def test_who_is_yet_to_come_knows_that_edge() -> None:
    game = stage(
        ship("A", 0, (24, 20), **STILL), squadron("S", 0, (24, 40)), ship("D", 1, (6, 6), 180, **STILL),
        initiative=1, special_rules=[{"rule": "ambush", "edge": "south"}], **OUT,
    )  # fmt: skip
    game.model("s").place = "reserve"
    out = exit_pose(view_of(game), game.model("s"))
    assert out is not None and out.heading == 180


def test_who_cannot_get_there_in_time_fights() -> None:
    for turn, flees in ((1, True), (7, False)):
        game = stage(
            ship("A", 0, (24, 20), **LAZY), ship("D", 1, (24, 30), 180, **STILL), turn=turn, turns=7,
            initiative=1, special_rules=[{"rule": "ambush", "edge": "south"}], **OUT,
        )  # fmt: skip
        assert (escape_value(view_of(game), game.model("a")) > 0) is flees


# --- Speed ---
def test_a_squadron_burns_what_it_takes_to_get_out() -> None:
    for inches, burnt in ((5, 0), (8, 1), (12, 2)):
        game = stage(
            squadron("S", 0, (24, inches), speed=6, fuel=[3, 2, 1]),
            ship("D", 1, (24, 44), 180, **STILL, activated=True),
            initiative=1, special_rules=[{"rule": "ambush", "edge": "south"}], **OUT,
        ).activate("s")  # fmt: skip
        declared = chosen(game)
        assert declared[1] == "withdraw" if inches < 6 else declared[1:] == ["none", burnt]
        game.answer("declare", "none", burnt)
        plays(game)
        assert game.model("s").place == "withdrawn"


def test_a_ship_burns_hard_for_an_edge_ahead_and_not_for_one_behind() -> None:
    for heading, burns in ((180, True), (0, False)):
        game = stage(
            ship("A", 0, (24, 20), heading), ship("D", 1, (24, 30), 180, **STILL),
            initiative=1, special_rules=[{"rule": "ambush", "edge": "south"}], **OUT,
        )  # fmt: skip
        assert (VALUES["hard burn"](view_of(game), game.model("a")) > 0) is burns


# --- Fewest withdrawn ---
FEWEST = {"kind": "least", "points": 5, "count": {"of": "models", "fate": ["withdrawn"]}}


def crippled(behind: int, gone: int = 0) -> float:
    """Return the TV of leaving in the last turn for a Crippled ship of 40 TV.

    Its side is behind by `behind` Victory Points, and `gone` enemy models are already Withdrawn.
    """
    names = [f"e{number}" for number in range(gone)]
    lost = [ship("E", 1, (4 + 6 * number, 44), 180, id=name, **STILL, tv=0) for number, name in enumerate(names)]
    game = stage(
        ship("A", 0, (24, 6), structure_left=0, tv=40, **STILL), ship("B", 0, (40, 6), **STILL, tv=60),
        ship("D", 1, (24, 42), 180, **STILL, tv=60 + behind), *lost,
        turn=7, turns=7, objectives=[{"kind": "most_victory_points", "points": 5}, FEWEST],
    )  # fmt: skip
    for name in names:
        game.model(name).place = "withdrawn"
    return VALUES["withdraw"](view_of(game), game.model("a"))


def test_it_withdraws_first_only_where_that_wins_the_victory_points() -> None:
    assert crippled(10) > 0 > crippled(30) and crippled(-10) < 0


def test_it_withdraws_freely_once_the_enemy_has_withdrawn_more() -> None:
    assert crippled(30, 2) > 0 > crippled(30)


# --- Deployment ---
def deploys(**scenario: Any) -> Staged:
    """Return a slow ship of the defending side, deployed by the ensign."""
    mine, foe = ({**SHIP, **LAZY, "name": name} for name in "AD")
    game = muster((parse_unit(mine, "A"),), (parse_unit(foe, "D"),), initiative=1, **scenario)
    while game.kind != "deploy" or game.asked.side == 1:
        game.answer(*game.asked.default().to_json())
    return game.answer(*chosen(game))


def test_who_is_to_leave_begins_near_its_way_out() -> None:
    front, back = deploys(special_rules=[BOUND]), deploys(special_rules=[BOUND], **OUT)
    assert front.model("a").pose.y > 8 > 4 > back.model("a").pose.y
    assert front.model("a").pose.heading == 0 != back.model("a").pose.heading
    assert retreat_value(view_of(front), front.model("a")) == 0.0


def test_no_edge_known_it_begins_in_the_middle() -> None:
    hunted = {"special_rules": ["ambush"], "zones": "beacons", **OUT}
    ships = [parse_unit({**SHIP, "name": name}, name) for name in "AD"]
    game = muster((ships[0],), (ships[1],), initiative=1, **hunted).expect("beacon", 1)
    game.answer("beacon", 4, 44).expect("beacon", 0)
    assert (
        chosen(game) == ["beacon", 24, 24]
        and is_exit_unknown(view_of(game), 0)
        and not is_exit_unknown(view_of(game), 1)
    )
    assert beacon_value(view_of(game), 0, (24, 24)) > beacon_value(view_of(game), 0, (24, 10))
    assert beacon_value(view_of(game, 1), 1, (24, 38)) > beacon_value(view_of(game, 1), 1, (24, 24))
    while game.kind in ("beacon", "deploy", "edge"):
        game.answer(*game.asked.default().to_json())


def test_squadrons_begin_there_as_well() -> None:
    wing = parse_unit({**SQUADRON, "name": "S"}, "S")
    foe = parse_unit({**SHIP, "name": "D"}, "D")
    game = muster((wing,), (foe,), initiative=1, **OUT)
    while game.asked.side == 1:
        game.answer(*game.asked.default().to_json())
    game.answer(*chosen(game))
    assert game.model("s").pose.y < 3
