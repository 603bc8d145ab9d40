"""Ships that carry what the objectives count: how they leave in time, and how the other side stops them."""

from __future__ import annotations

from typing import Any, cast

import pytest

from jovian.game.answers import Declaration
from jovian.match.play_loop import ask
from jovian.players.captain import Captain
from jovian.players.captain.analysis import OTHERS_SHARE
from jovian.players.captain.plans import candidates, plans
from jovian.players.evaluation.goals import Goal, goal_value, landing_value
from jovian.players.evaluation.places import READY, pose_value
from jovian.table import extends_off_table
from tests.players.captain.test_judgment import GUN, field
from tests.rules.stage import Cast, Staged, ship, squadron, stage

WATER = "Water Unit"
HOME = {"of": "tokens", "token": WATER, "on": "capital", "fate": ["withdrawn"], "without": ["crippled"]}
RAID: dict[str, Any] = {
    "tokens": [{"name": WATER}],
    "special_rules": [{"rule": "no-withdrawal", "role": "defender", "kind": "capital", "until": 4}],
    "objectives": [
        {"kind": "most_victory_points", "points": 3},
        {"kind": "at_least", "role": "defender", "count": HOME, "amount": 10, "points": 7},
    ],
}
"""The defender wins with 10 units of water withdrawn."""
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def raid(*cast_: Cast, turn: int, attacker: int, **loads: int) -> Staged:
    """Return a game in which these ships carry water."""
    game = stage(*cast_, turn=turn, turns=7, initiative=attacker, **RAID)
    for ident, count in loads.items():
        game.model(ident).loads = ((WATER, count),)
    return game


def leaving(turn: int, heading: int = 180) -> Staged:
    """Return a carrier that moves over the southern edge next turn, unless it turns."""
    own = ship("A", 0, (24, 3.2), heading, speed=3, turns=0, thrusters=[1])
    return raid(own, ship("D", 1, (24, 40), 180, **STILL), turn=turn, attacker=1, a=10)


# --- The carrier ---
@pytest.mark.parametrize(("turn", "is_lost"), [(1, True), (2, True), (3, False), (4, False)])
def test_a_carrier_may_head_over_the_edge_once_it_may_leave_next_turn(turn: int, is_lost: bool) -> None:
    view = leaving(turn).match.view(0)
    assert (pose_value(view, view.models["a"], 50.0) < -500.0) is is_lost


@pytest.mark.parametrize(("turn", "gain"), [(1, -READY * (50.0 + 40)), (3, READY * 50.0)])
def test_a_pose_from_which_it_leaves_without_thrusters_is_good_only_if_it_may_leave_then(
    turn: int, gain: float
) -> None:
    own = ship("A", 0, (24, 4), 180, speed=3)
    view = raid(own, ship("D", 1, (24, 40), 180, **STILL), turn=turn, attacker=1, a=10).match.view(0)
    ahead = view.models["a"]
    along = ahead.at(ahead.pose.turned(90))
    assert pose_value(view, ahead, 50.0) - pose_value(view, along, 50.0) == pytest.approx(gain, abs=1.0)


def test_it_goes_over_the_edge_if_the_test_for_its_withdrawal_fails() -> None:
    enemy = ship("D", 1, (24, 16), 180, **STILL, **GUN, activated=True)
    game = raid(ship("A", 0, (24, 3), 225), enemy, turn=4, attacker=1, a=10).activate("a")
    while not game.match.over and game.model("a").is_on_table:
        game.answer(*(game.asked.default() if game.kind == "faces" else ask(game.match, Captain(1))).to_json())
    assert game.model("a").place == "withdrawn" and game.match.state.turn == 4


def test_its_cargo_counts_in_what_it_risks() -> None:
    own = ship("A", 0, (24, 20), **STILL), ship("B", 0, (30, 20), **STILL)
    seen = field(raid(*own, ship("D", 1, (27, 32), 180, **GUN), turn=2, attacker=1, a=10))
    loaded, empty = seen.view.models["a"], seen.view.models["b"]
    assert seen.objective_loss(loaded) > seen.objective_loss(empty) == 0
    assert seen.risk(loaded, loaded.pose) > 1.2 * seen.risk(empty, empty.pose) > 0


def test_it_waits_for_a_squadron_that_brings_what_is_missing() -> None:
    own = ship("A", 0, (24, 3.2), 90, traits=["Hangers:4"]), squadron("S", 0, (24, 8))
    enemy = ship("D", 1, (24, 30), 180, **GUN, activated=True)
    for missing, first in ((3, "s"), (0, "a")):
        game = raid(*own, enemy, turn=4, attacker=1, a=10 - missing, s=missing or 1)
        assert candidates(field(game))[0].model.id == first
        assert (landing_value(game.match.view(0), game.model("s")) > 0) is (missing > 0)


# --- Those who stop it ---
def hunt(turn: int = 1) -> Staged:
    """Return two carriers in the corners, a squadron that is nearer to one of them, and a larger ship far away."""
    carriers = ship("A", 1, (6, 44), 270, **STILL), ship("B", 1, (42, 44), 90, **STILL)
    own = squadron("S", 0, (16, 14)), ship("C", 0, (24, 4), **STILL, tv=120)
    return raid(*carriers, *own, turn=turn, attacker=0, a=5, b=5)


def test_the_easier_carrier_is_hunted_if_one_is_enough() -> None:
    values = field(hunt()).escaping_enemies
    assert values["b"] == pytest.approx(OTHERS_SHARE * values["a"]) and values["a"] > 20


def test_a_squadron_boosts_toward_a_carrier_that_it_cannot_reach_yet() -> None:
    declared = cast(Declaration, ask(hunt().activate("s").match, Captain(1)))
    assert declared.action == "none" and declared.boost == 2
    seen = field(hunt())
    end = plans(seen, seen.view.models["s"])[0].move.end
    assert end.y > 14 and end.x < 16 and not extends_off_table(seen.view.models["s"].base, end, 48, 48)


# --- In time ---
def test_a_goal_is_worth_little_where_it_can_no_longer_be_reached_in_time() -> None:
    model = field(hunt()).view.models["s"]
    ends = [model.at(model.pose.advanced(inches)) for inches in (6.0, 0.0)]
    plain, urgent = (Goal(16, 34, 4.0, 20.0, "", in_time) for in_time in (99.0, 10.0))
    gains = [goal_value((goal,), ends[0]) - goal_value((goal,), ends[1]) for goal in (plain, urgent)]
    assert gains[1] > 10 > gains[0] > 0
