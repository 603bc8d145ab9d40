"""Tests of models that may not leave, or only by one edge (v1.2.4 Scenarios > Fleet Engagement, Water Raid, Ambush)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jovian.cards import load_scenario, parse_unit
from tests.rules.stage import SHIP, SQUADRON, Cast, Staged, muster, ship, squadron, stage
from tests.rules_api import escape_edge, progress

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
NO_QUARTER = {"rule": "no-withdrawal", "above": 1}
SURPRISE = {"rule": "no-withdrawal", "role": "defender", "kind": "capital", "until": 4}
FAR = ship("Z", 1, (24, 46), 180, **STILL)


def bound(rule: dict[str, Any], *cast: Cast, **scenario: Any) -> Staged:
    """Return models of side 0 under the rule. The enemy is far away."""
    return stage(*cast, FAR, special_rules=[rule], **scenario)


def may(game: Staged, ident: str) -> bool:
    """Return whether the model may declare Withdraw. All earlier models have idled."""
    if game.asked.side != game.model(ident).side:
        game.idle("z")
    game.activate(ident)
    return game.asked.check(["declare", "withdraw", 0]) is None


# --- No quarter ---
@pytest.mark.parametrize(("left", "free"), [(3, False), (2, False), (1, True), (0, True)])
def test_no_ship_withdraws_above_one_structure(left: int, free: bool) -> None:
    assert may(bound(NO_QUARTER, ship("A", 0, (24, 12), **STILL, structure_left=left)), "a") is free


@pytest.mark.parametrize(("left", "free"), [(2, False), (1, True)])
def test_no_squadron_withdraws_above_one_structure(left: int, free: bool) -> None:
    assert may(bound(NO_QUARTER, squadron("S", 0, (24, 12), structure_left=left)), "s") is free


def test_the_reason_is_said() -> None:
    game = bound(NO_QUARTER, ship("A", 0, (24, 12), **STILL)).activate("a")
    game.expect_refused(["declare", "withdraw", 0], "A may not withdraw with more than 1 Structure")


def test_a_formation_withdraws_when_each_of_it_may() -> None:
    pair = [
        squadron("S", 0, (24, 12), traits=["Formation"], structure_left=1),
        squadron("S", 0, (25, 12), id="t", traits=["Formation"], structure_left=2, formation="s"),
    ]
    assert not may(bound(NO_QUARTER, *pair), "s")


def test_a_ship_does_not_withdraw_with_somebody_aboard_who_may_not() -> None:
    carrier = ship("A", 0, (24, 12), **STILL, traits=["Hangers:1"], structure_left=1)
    hale, hurt = (squadron("S", 0, (24, 12), embarked_in="a", structure_left=left) for left in (2, 1))
    assert not may(bound(NO_QUARTER, carrier, hale), "a") and may(bound(NO_QUARTER, carrier, hurt), "a")


# --- Off the table (R27) ---
@pytest.mark.parametrize(("left", "fate"), [(2, "destroyed"), (1, "withdrawn")])
def test_off_the_table_it_counts_as_destroyed(left: int, fate: str) -> None:
    game = bound(NO_QUARTER, ship("A", 0, (24, 4), 180, speed=4, thrusters=[1], structure_left=left))
    assert game.begin("a").room.forward >= 4
    game.move(4)
    assert fate.capitalize() in game.asked.leaving().reason  # type: ignore[attr-defined]
    game.end()
    assert game.model("a").place == fate and game.last("left_play")["how"] == fate


def test_what_it_carries_is_lost_with_it() -> None:
    carrier = ship("A", 0, (24, 4), 180, speed=4, thrusters=[1], traits=["Hangers:1"])
    game = bound(NO_QUARTER, carrier, squadron("S", 0, (24, 4), embarked_in="a", structure_left=1))
    game.begin("a").move(4).end()
    assert [game.model(each).place for each in "as"] == ["destroyed", "destroyed"]


def test_a_passenger_that_may_not_go_is_lost_where_its_ship_gets_away() -> None:
    carrier = ship("A", 0, (24, 4), 180, speed=4, thrusters=[1], traits=["Hangers:2"], structure_left=1)
    aboard = [squadron("S", 0, (24, 4), embarked_in="a"), squadron("T", 0, (24, 4), embarked_in="a", structure_left=1)]
    game = bound(NO_QUARTER, carrier, *aboard)
    game.begin("a").move(4).end()
    assert [game.model(each).place for each in "ast"] == ["withdrawn", "destroyed", "withdrawn"]


def test_a_ship_that_may_not_go_does_not_explode() -> None:
    game = bound(NO_QUARTER, ship("A", 0, (24, 4), 180, speed=4, thrusters=[1]), ship("B", 0, (28, 3), **STILL))
    game.begin("a").move(4).end()
    assert not game.events("rolled") and game.rating("b", "structure") == 3


# --- Roles, kinds and turns ---
@pytest.mark.parametrize(("turn", "free"), [(1, False), (3, False), (4, True)])
def test_until_a_turn(turn: int, free: bool) -> None:
    """v1.2.4 Scenarios > Water Raid > Surprise Attack!: the defender's capital ships, until turn 4."""
    assert may(bound(SURPRISE, ship("A", 0, (24, 12), **STILL), initiative=1, turn=turn), "a") is free


@pytest.mark.parametrize(("rule", "heading"), [(NO_QUARTER, "No Quarter Given"), (SURPRISE, "Surprise Attack!")])
def test_a_refusal_cites_the_heading_of_its_own_scenario(rule: dict[str, Any], heading: str) -> None:
    game = bound(rule, ship("A", 0, (24, 12), **STILL), initiative=1)
    assert not may(game, "a")
    refusal = game.asked.check(["declare", "withdraw", 0])
    assert refusal is not None and refusal.cited.endswith(heading)


def test_only_the_role_and_the_kind_are_bound() -> None:
    attacker = bound(SURPRISE, ship("A", 0, (24, 12), **STILL), initiative=0)
    assert may(attacker, "a")
    defender = bound(SURPRISE, squadron("S", 0, (24, 12)), initiative=1)
    assert may(defender, "s")


@pytest.mark.parametrize(("initiative", "free"), [(0, True), (1, False)])
def test_a_captured_ship_has_the_role_of_its_captor(initiative: int, free: bool) -> None:
    """R78: the controller counts. It was the other side's."""
    prize = ship("A", 0, (24, 12), **STILL, states={"captured": 1}, marines=[2, 1])
    game = bound(SURPRISE, prize, initiative=initiative)
    assert (game.model("a").side, game.model("a").owner) == (0, 1) and may(game, "a") is free


def test_what_a_rule_says_of_itself() -> None:
    rules = bound(SURPRISE, ship("A", 0, (24, 12), **STILL)).match.state.rulebook.clauses
    assert rules[-1].summary == (
        "The defender's capital ships may not withdraw before turn 4. Off the table, they count as destroyed."
    )


# --- Ambush ---
def hunted(*cast: Cast, edge: str = "north", **scenario: Any) -> Staged:
    """Return a game in which side 0 attacks, and side 1 escapes by an edge."""
    return stage(*cast, special_rules=[{"rule": "ambush", "edge": edge}], **scenario)


@pytest.mark.parametrize(("y", "free"), [(40.5, True), (40.4, False)])
def test_withdrawing_within_six_inches_of_the_edge(y: float, free: bool) -> None:
    """The base is 3" long, so the bow is 1.5" ahead of its center."""
    game = hunted(ship("A", 0, (24, 4), **STILL), ship("B", 1, (24, y), **STILL), initiative=0)
    game.idle("a")
    assert may(game, "b") is free


@pytest.mark.parametrize(("y", "free"), [(34, True), (34.5, False)])
def test_and_six_inches_from_every_enemy(y: float, free: bool) -> None:
    game = hunted(ship("A", 0, (24, y), **STILL), ship("B", 1, (24, 43), **STILL))
    game.idle("a")
    assert may(game, "b") is free


def test_the_attacker_withdraws_as_ever() -> None:
    assert may(hunted(ship("A", 0, (24, 4), **STILL), ship("B", 1, (24, 24), **STILL)), "a")


@pytest.mark.parametrize(("edge", "fate"), [("north", "withdrawn"), ("east", "destroyed")])
def test_over_another_edge_nobody_escapes(edge: str, fate: str) -> None:
    runner = ship("B", 1, (24, 44), speed=4, thrusters=[1])
    game = hunted(ship("A", 0, (24, 4), **STILL), runner, edge=edge)
    game.idle("a").begin("b").move(4).end()
    assert game.model("b").place == fate


def test_over_a_corner_of_it_is_over_it() -> None:
    runner = ship("B", 1, (44, 44), 45, speed=6, thrusters=[1])
    game = hunted(ship("A", 0, (24, 4), **STILL), runner, edge="east")
    game.idle("a").begin("b").move(6).end()
    assert game.model("b").place == "withdrawn"


def hull(name: str) -> Any:
    """Return a ship that may stay where it is."""
    return parse_unit({**SHIP, "name": name, **STILL}, "test")


@pytest.mark.parametrize("initiative", [0, 1])
def test_the_attacker_chooses_when_all_have_deployed(initiative: int) -> None:
    wing = parse_unit({**SQUADRON, "name": "S", "faction": "CEGA"}, "test")
    game = muster((hull("A"), wing), (hull("C"),), special_rules=["ambush"], initiative=initiative)
    while game.kind == "deploy":
        game.answer(*game.asked.default().to_json())
    game.expect("edge", side=initiative)
    assert [each[1] for each in game.offered()] == ["north", "east", "south", "west"]
    assert escape_edge(game.match.state) == ""
    game.answer("edge", "east")
    event = game.last("noted")
    assert (escape_edge(game.match.state), event["side"]) == ("east", initiative) and "east edge" in event["said"]
    game.match.undo()
    game.answer("edge", "west")
    while game.match.state.turn < 2:
        game.answer(*game.asked.default().to_json())
    assert (escape_edge(game.match.state), game.kind == "edge") == ("west", False), "once is enough"


def test_the_edge_of_a_planet_is_none_to_escape_by() -> None:
    game = muster(
        (hull("A"),), (hull("C"),), special_rules=["ambush"], terrain=[{"kind": "planet", "id": "p", "edge": "south"}]
    )
    while game.kind == "deploy":
        game.answer(*game.asked.default().to_json())
    assert [each[1] for each in game.offered()] == ["north", "east", "west"]
    game.answer("edge", "west")


# --- Ambush: counted points ---
AMBUSH = load_scenario(Path(__file__).parents[2] / "scenarios" / "ambush.yaml")
AMBUSH_LINES = [line for line in AMBUSH.source["objectives"] if line["kind"] != "most_victory_points"]


def ambushed(turn: int = 7, prepare: Any = None, objectives: Any = AMBUSH_LINES, **fields: Any) -> Staged:
    """Play a turn. Side 0 attacks. B is 30 and D 70 of side 1's 100 TV. `prepare` changes the state before its end."""
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("B", 1, (20, 42), 180, **STILL, tv=30, activated=True, **fields),
        ship("D", 1, (34, 42), 180, **STILL, tv=70), turn=turn, objectives=objectives,
    )  # fmt: skip
    if prepare is not None:
        prepare(game)
    return game.idle("a").idle("d")


def change(**values: Any) -> Any:
    """Return a change to B before the turn ends."""

    def prepare(game: Staged) -> None:
        for name, value in values.items():
            setattr(game.model("b"), name, value)

    return prepare


def scored(game: Staged) -> tuple[float, float]:
    """Return the Objective Points of the attacker and of the defender."""
    (attacker, _), (defender, _) = game.match.state.scores
    return attacker, defender


TAKEN, HULK = {"captured": 1}, {"crippled": 1}


@pytest.mark.parametrize(
    ("fate", "attacker", "defender"),
    [
        ({"side": 0, "states": TAKEN}, 3, 0),
        ({"side": 0, "states": TAKEN, "place": "withdrawn"}, 3, 0),
        ({"side": 0, "states": TAKEN | HULK, "place": "withdrawn"}, 3, 0),
        ({"side": 0, "states": TAKEN, "place": "destroyed"}, 3, 0),
        ({"states": HULK}, 3, 0),
        ({"states": HULK, "place": "destroyed"}, 3, 0),
        ({"states": HULK, "place": "withdrawn"}, 0, 1),
        ({"place": "withdrawn"}, 0, 1),
        ({}, 0, 0),
    ],
    ids=[
        "captured", "captured, withdrawn by its captor", "captured, crippled, withdrawn by its captor",
        "destroyed while captured", "crippled", "crippled, destroyed", "crippled, withdrawn", "withdrawn", "recaptured",
    ],
)  # fmt: skip
def test_each_fate_counts_for_one_side_in_an_ambush(fate: dict[str, Any], attacker: int, defender: int) -> None:
    """v1.2.4 Scenarios > Ambush: 30 of 100 TV, for the attacker by the end of turn 3, for the defender at the end."""
    game = ambushed(3, change(**fate))
    while not game.match.over:
        game.answer(*game.asked.default().to_json())
    assert scored(game) == (attacker, defender)


def test_a_prize_that_withdraws_in_play_still_counts_for_its_captor() -> None:
    prize = ship("B", 0, (24, 12), **STILL, tv=30, states={"captured": 1})
    game = stage(prize, ship("D", 1, (24, 44), 180, **STILL, tv=70), turn=3, objectives=AMBUSH_LINES)
    game.begin("b", "withdraw").resolve().faces([3, 3, 3])
    assert game.model("b").place == "withdrawn"
    game.idle("d")
    while not game.match.over:
        game.answer(*game.asked.default().to_json())
    assert scored(game) == (3, 0)


def test_percentages_count_cargo_once_all_is_known() -> None:
    """B is 24 of 94 TV, or 28 of 98 with its cargo: 25.5% and 28.6%. The amounts shown in turn 3 contain no secret."""
    line = {"kind": "at_least", "amount": 28, "points": 1}
    force = {"of": "force", "whose": "enemy", "fate": ["destroyed"]}
    lines = [line | {"count": force}, line | {"count": force, "turn": 7}]
    game = stage(
        ship("A", 0, (10, 6), **STILL), ship("B", 1, (20, 42), 180, **STILL, tv=24, activated=True),
        ship("D", 1, (34, 42), 180, **STILL, tv=70), turn=7, objectives=lines,
    )  # fmt: skip
    game.model("b").cargo = ("Decoy Drones",)
    game.model("b").place = "destroyed"
    open_view = progress(game.match.view(0))
    assert [each.shares[0].earned for each in open_view] == [0, 0]
    game.idle("a").idle("d")
    (note,) = game.events("noted")
    assert note["note"][:4] == [0, 0, 2553, 0]
    assert game.match.over and scored(game) == (2, 0)
    for state in (game.match.state, game.match.view(0), game.match.view(1)):
        assert [each.shares[0].earned for each in progress(state)] == [1, 1]


def test_a_line_whose_turn_is_over_when_the_game_starts_scores_for_neither_side() -> None:
    game = ambushed(4, change(states=HULK))
    late = next(each for each in progress(game.match.state) if each.turn == 3)
    assert late.missed and late.settled and [each.amount for each in late.shares] == [None, None]
    while not game.match.over:
        game.answer(*game.asked.default().to_json())
    assert scored(game) == (0, 0)
