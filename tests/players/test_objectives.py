"""The ensign's play for objectives: it earns their points, and avoids losing them."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from jovian.cards import scenario_names
from jovian.game import Model, State
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.goals import NONE, aims, kill_bonuses, ships_for_cargo
from jovian.players.evaluation.objectives import (
    MINOR_WEIGHT,
    as_crippled,
    as_destroyed,
    as_withdrawn,
    attack_cost,
    counting_objectives,
    expected_lead,
    expected_points,
    gain,
    group_withdrawn,
    point_value,
    withdrawal_value,
)
from jovian.table import Pose
from tests.games import random_answers, setup
from tests.rules.stage import Cast, Staged, gun, rock, settled, ship, squadron, stage, weapon
from tests.rules_api import boarders_of, catalogs, rulebook, victory_points

POD = "Escape Pod"
TOKENS = [{"name": POD, "on_captured": 2}]
VICTORY = {"kind": "most_victory_points", "points": 4}
ESCAPE = {"kind": "at_least", "points": 3, "count": {"of": "force", "fate": ["withdrawn"]}, "amount": 25}
PODS = {"kind": "most", "points": 5, "count": {"of": "tokens", "token": POD, "on": "capital"}}
FEWEST = {"kind": "least", "points": 5, "count": {"of": "models", "fate": ["withdrawn"]}}
TRUCE = {"kind": "first_to_attack", "points": -2}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
GUN: dict[str, Any] = {"weapons": [gun("Kinetic Cannon", ac=3)]}
WEAK: dict[str, Any] = {"weapons": [gun("Kinetic Cannon", ac=2)]}


def carry(game: Staged, **loads: int) -> Staged:
    """Give models this number of pods."""
    for name, number in loads.items():
        game.model(name).loads = ((POD, number),)
    return game


def chosen(game: Staged) -> list[Any]:
    """Return the ensign's answer to the current decision."""
    return ask(game.match, make_player("ensign", 1)).to_json()


def view_of(game: Staged, side: int = 0) -> State:
    return game.match.view(side)


# --- Partial objectives ---
def test_what_is_half_won_counts_in_part() -> None:
    count, kinds = catalogs.COUNTS["models"](), catalogs.OBJECTIVES
    ladder = kinds["at_least"](3, count=count, amount=4)
    assert [expected_points(ladder, amount, 0.0)[0] for amount in (0.0, 2.0, 4.0, 9.0)] == pytest.approx(
        [0.0, 1.05, 3.0, 3.0]
    )
    leads = [expected_points(kinds["most"](3, count=count), amount, 1.0) for amount in (0.0, 1.0, 2.0, 9.0)]
    assert leads[0] == (0.0, 1.5) and leads[1] == (0.0, 0.0) and 0.0 < leads[2][0] < leads[3][0] < 3.0
    assert expected_points(kinds["least"](3, count=count), 0.0, 1.0) == (1.5, 0.0)
    assert expected_points(kinds["each"](3, count=count), 2.0, 1.0) == (6.0, 3.0)


def test_nothing_is_after_anything_where_victory_points_are_all() -> None:
    game = stage(ship("A", 0, (20, 20), **GUN), ship("D", 1, (20, 30), 180))
    view = view_of(game)
    assert aims(view, view.models["a"]) is NONE
    assert (
        withdrawal_value(view, view.models["a"]) == attack_cost(view, view.models["a"]) == expected_lead(view, 0) == 0.0
    )


def test_points_that_cannot_win_against_the_most_victory_points_count_little() -> None:
    """Five points against five: the side with the most Victory Points wins, by the tie if needed."""
    worth = []
    for points in (4, 5):
        game = stage(
            ship("A", 0, (24, 6)), ship("D", 1, (24, 42), 180, **STILL), turn=7,
            objectives=[VICTORY, FEWEST | {"points": points}],
        )  # fmt: skip
        game.model("d").place = "withdrawn"
        worth.append(expected_lead(view_of(game), 0) / points)
    assert worth[0] == pytest.approx(worth[1] * MINOR_WEIGHT) and worth[0] > 0


@pytest.mark.parametrize(("points", "leaves"), [(4, True), (5, False)])
def test_a_crippled_ship_leaves_early_if_the_fewest_withdrawn_decide_nothing(points: int, leaves: bool) -> None:
    game = stage(
        ship("A", 0, (24, 6), structure_left=0, tv=40), ship("B", 0, (40, 6), **STILL, tv=60),
        ship("D", 1, (24, 42), 180, **STILL, tv=100), turn=4, turns=7,
        objectives=[VICTORY, FEWEST | {"points": points}],
    )  # fmt: skip
    assert (withdrawal_value(view_of(game), view_of(game).models["a"]) > 0) is leaves


def test_a_point_is_worth_more_where_victory_points_give_few() -> None:
    many, few = (
        stage(
            ship("A", 0, (20, 20)), ship("D", 1, (20, 30)), objectives=[VICTORY | {"points": points}, PODS],
            tokens=TOKENS,
        )
        for points in (10, 1)
    )  # fmt: skip
    assert point_value(view_of(few), 0) == 10 * point_value(view_of(many), 0) > 0.0


# --- Supposed changes ---
def supposed_fates(view: State, model: Model) -> list[list[Model]]:
    """Return the changes of a model that objectives may count."""
    captured = model.copy()
    captured.side = 1 - model.side
    fates = [as_destroyed(view, model), group_withdrawn(view, model), [as_withdrawn(model), captured]]
    return [*fates, [as_crippled(model)]] if model.is_capital else fates


@pytest.mark.parametrize("scenario", scenario_names())
def test_a_supposed_state_counts_what_a_copy_of_it_counts(scenario: str) -> None:
    """It only corrects the counts of the state that it comes from, also if that one is supposed."""
    match, rng = Match(setup(3, scenario=scenario)), Random(3)
    for _ in islice(random_answers(match, 3), 0, 200, 8):
        view = match.view(0)
        models = [model for model in view.models.values() if model.is_in_game and not model.is_neutral]
        after = view
        for model in rng.sample(models, min(2, len(models))):
            after = after.supposed(rng.choice(supposed_fates(after, after.models[model.id])))
            assert counts(after) == counts(after.clone())
        assert counts(view) == counts(view.clone())


def counts(state: State) -> list[object]:
    """Return everything that objectives count."""
    objectives = counting_objectives(rulebook(state))
    amounts = [(each.counted(state), each.counted_if_all_leave(state)) for each in objectives]
    return [victory_points(state, 0), victory_points(state, 1), *amounts]


# --- Leaving ---
def fleeing(**more: Any) -> Staged:
    """Return two ships far from an enemy. A quarter of the force must withdraw to score."""
    game = stage(
        ship("A", 0, (24, 4), 180, **more), ship("B", 0, (40, 4), 180, **STILL, activated=True),
        ship("D", 1, (24, 44), 180, **STILL), turn=7, objectives=[VICTORY, ESCAPE],
    )  # fmt: skip
    return game.activate("a")


def test_a_ship_withdraws_where_the_force_that_is_withdrawn_scores() -> None:
    assert chosen(fleeing())[:2] == ["declare", "withdraw"]


def test_it_stays_once_enough_are_withdrawn() -> None:
    game = fleeing()
    game.model("b").place = "withdrawn"
    assert chosen(game)[:2] != ["declare", "withdraw"]


def test_it_leaves_by_the_edge_in_the_last_turn() -> None:
    """It is too near to an enemy for the action."""
    game = fleeing()
    game.model("d").pose = Pose(24, 8, 180)
    while game.kind != "activate" and not game.match.over:
        game.answer(*chosen(game))
    assert game.model("a").place == "withdrawn"
    assert all(roll["side"] == 1 for roll in game.events("rolled"))


@pytest.mark.parametrize(("objectives", "flees"), [([VICTORY], True), ([VICTORY, FEWEST], False)])
def test_a_crippled_ship_stays_where_the_fewest_withdrawn_score(objectives: list[Any], flees: bool) -> None:
    game = stage(
        ship("A", 0, (24, 6), structure_left=0, tv=20), ship("B", 0, (40, 6), **STILL, activated=True),
        ship("D", 1, (24, 42), 180, **STILL), objectives=objectives,
    )  # fmt: skip
    view = view_of(game)
    assert (VALUES["withdraw"](view, view.models["a"]) > 0) is flees


# --- Carrying, hunting ---
def test_a_squadron_carries_home_what_counts_aboard_a_ship() -> None:
    game = stage(
        squadron("S", 0, (24, 15)), ship("C", 0, (24, 10), traits=["Hangers:1"], **STILL),
        ship("E", 0, (40, 20), **STILL), ship("D", 1, (24, 40), 180, **STILL), objectives=[VICTORY, PODS],
        tokens=TOKENS,
    )  # fmt: skip
    assert ships_for_cargo(view_of(game), view_of(game).models["s"]) == []
    carry(game, s=2)
    assert [ship.id for ship, _ in ships_for_cargo(view_of(game), view_of(game).models["s"])] == ["c"]
    game.activate("s")
    while game.model("s").place == "table":
        game.answer(*chosen(game))
    assert game.model("c").loads == ((POD, 2),)


def test_of_two_alike_it_shoots_at_the_one_that_carries_most() -> None:
    game = stage(
        ship("A", 0, (24, 20), **GUN, **STILL), ship("D", 1, (20, 27), 180), ship("E", 1, (28, 27), 180),
        objectives=[VICTORY, PODS], tokens=TOKENS,
    )  # fmt: skip
    for laden in "d", "e":
        carry(game, d=0, e=0)
        carry(game, **{laden: 3})
        assert list(kill_bonuses(view_of(game), 0)) == [laden] and kill_bonuses(view_of(game), 1) == {}
        game.begin("a")
        assert chosen(game)[0] == "attack" and chosen(game)[2] == laden
        game.match.seek(0)


def test_ships_to_cripple_are_shot_at_first_if_that_scores() -> None:
    """The points are for a fate that no destroyed ship has."""
    crippled = {"kind": "each", "points": 5, "count": {"of": "models", "whose": "enemy", "fate": ["crippled"]}}
    game = stage(
        ship("A", 0, (24, 20), **GUN, **STILL), ship("D", 1, (20, 27), 180),
        ship("E", 1, (28, 27), 180, structure_left=0), objectives=[VICTORY, crippled],
    )  # fmt: skip
    assert list(kill_bonuses(view_of(game), 0)) == ["d"]


# --- Exceptions ---
def test_it_is_not_the_first_to_attack_for_little() -> None:
    for value, shoots in ((400, True), (20, False)):
        game = stage(
            ship("A", 0, (24, 20), **STILL, **WEAK), ship("D", 1, (24, 27), 180, tv=value), objectives=[VICTORY, TRUCE]
        ).begin("a")
        assert (chosen(game)[0] == "attack") is shoots


def test_once_somebody_has_attacked_it_shoots_as_ever() -> None:
    game = stage(
        ship("A", 0, (24, 20), **STILL, **WEAK), ship("D", 1, (24, 27), 180, tv=20), objectives=[VICTORY, TRUCE]
    ).begin("a")
    assert attack_cost(view_of(game), view_of(game).models["a"]) > 0.0 and chosen(game)[0] != "attack"
    game.match.state.notes["First to Attack"] = 1
    assert attack_cost(view_of(game), view_of(game).models["a"]) == 0.0 and chosen(game)[0] == "attack"


# --- Searching ---
SEARCH: dict[str, Any] = {"tokens": TOKENS, "special_rules": [{"rule": "search", "token": POD}]}


@pytest.mark.parametrize("name", ["a", "s"])
def test_whoever_has_nothing_better_to_do_searches(name: str) -> None:
    game = stage(
        ship("A", 0, (24, 6), tv=100), squadron("S", 0, (30, 6)), ship("D", 1, (24, 42), 180, **STILL),
        objectives=[VICTORY, PODS | {"count": {"of": "tokens", "token": POD}}], **SEARCH,
    ).activate(name)  # fmt: skip
    assert chosen(game)[:2] == ["declare", "search"]


def test_nobody_searches_for_what_scores_no_more() -> None:
    game = stage(
        squadron("S", 0, (30, 6)), ship("D", 1, (24, 42), 180, **STILL), objectives=[VICTORY, PODS], **SEARCH
    ).activate("s")
    assert chosen(game)[:2] != ["declare", "search"]
    assert VALUES["search"](view_of(game), view_of(game).models["s"]) == 0.0


# --- Unidentified objects ---
TOKEN = "Intelligence"
HUNT: dict[str, Any] = {
    "tokens": [{"name": TOKEN}],
    "special_rules": ["search-objects", {"rule": "retrieve-from-objects", "token": TOKEN}],
    "objectives": [
        VICTORY | {"points": 1},
        {"kind": "each", "count": {"of": "searched"}, "points": 1},
        {"kind": "each", "count": {"of": "bearers", "token": TOKEN, "on": "capital"}, "points": 1},
    ],
}


def stage_object(*cast: Cast, boarders: tuple[int, int] = (0, 0), **more: Any) -> Staged:
    """Return a game with an object U at (24, 24), these models around it, and an enemy far away."""
    hulk = rock("unidentified-object", (24, 24), id="u", name="U", structure=4, hangers=2, boarders=list(boarders))
    return stage(*cast, ship("D", 1, (24, 46), 180, **STILL), terrain=(hulk,), **{**HUNT, **more})


def play_on(game: Staged) -> Staged:
    """Let the ensign play both sides to the end of the turn."""
    turn = game.match.state.turn
    while not game.match.over and game.match.state.turn == turn:
        if game.kind == "faces":
            game.faces(*([1] * len(dice) for dice in game.asked.default().to_json()[1:]))
        else:
            game.answer(*chosen(game))
    return game


def test_a_ship_comes_to_board_an_object_with_as_many_marines_as_it_takes() -> None:
    marines = {"marines": [5, 4, 3, 2, 1]}
    game = stage_object(ship("A", 0, (24, 19), **marines), ship("B", 0, (4, 4), **STILL))
    assert chosen(game.activate("a"))[:2] == ["declare", "board"]
    play_on(game)
    assert (boarders_of(game.model("u"), 0), game.rating("a", "marines")) == (3, 2)


def test_a_ship_makes_for_an_object_far_away() -> None:
    game = stage_object(ship("A", 0, (24, 12), marines=[2, 1]), boarders=(0, 1))
    before = game.model("a").pose.distance_to(Pose(24, 24, 0))
    assert play_on(game).model("a").pose.distance_to(Pose(24, 24, 0)) < before - 2


def test_marines_stay_where_an_object_is_theirs_already() -> None:
    game = stage_object(ship("A", 0, (24, 21), marines=[2, 1]), boarders=(3, 0)).activate("a")
    assert chosen(game)[:2] != ["declare", "board"]


def test_a_squadron_fetches_what_was_found_and_carries_it_home() -> None:
    """It lands on the object and launches at once. A turn later it lands on a ship without a token."""
    game = stage_object(
        squadron("S", 0, (24, 20)), ship("C", 0, (28, 20), traits=["Hangers:1"], **STILL), boarders=(3, 0), turns=5
    )
    game.match.state.notes["Search a UIO"] = (("u", 3, 0, 0),)
    assert play_on(game).model("s").loads == ((TOKEN, 1),)
    play_on(game)
    assert game.model("c").loads == ((TOKEN, 1),)


# --- Water ---
MINING: dict[str, Any] = {
    "tokens": [{"name": "Water", "most": 3}],
    "special_rules": [{"rule": "mine", "token": "Water", "defense": 4}],
    "objectives": [
        VICTORY,
        {
            "kind": "at_least", "points": 3, "amount": 5,
            "count": {"of": "tokens", "token": "Water", "on": "capital", "fate": ["withdrawn"]},
        },
    ],
}  # fmt: skip


@pytest.mark.parametrize("inches", [5, 14])
def test_a_squadron_with_a_lance_mines_the_comet_or_makes_for_it(inches: int) -> None:
    game = stage(
        squadron("S", 0, (24, 24 + inches), weapons=[weapon("Lance", ac=3, as_=3)]),
        ship("C", 0, (40, 6), **STILL, activated=True), ship("D", 1, (6, 6), 180, **STILL),
        terrain=(rock("comet", (24, 24), radius=1.5, tail_length=6, tail_width=2),), **MINING,
    ).activate("s")  # fmt: skip
    mines = chosen(game)[:2] == ["declare", "mine"]
    assert mines is (inches == 5)
    while game.kind in ("declare", "menu"):
        game.answer(*chosen(game))
    left = game.model("s").pose.distance_to(Pose(24, 24, 0))
    assert left < 3 if mines else left < inches - 4
    settled(game)
    while game.kind == "faces":
        settled(game.answer(*game.asked.default().to_json()))


# --- Prizes ---
def prize(objective: dict[str, Any], **scenario: Any) -> Staged:
    """Return a game in which side 0 attacks and has captured B, a ship of side 1."""
    return stage(
        ship("A", 0, (10, 6), **STILL), ship("B", 0, (20, 6), 180, **STILL, states={"captured": 1}),
        ship("D", 1, (34, 42), 180, **STILL), objectives=[VICTORY, objective], turn=6, **scenario,
    )  # fmt: skip


def test_to_withdraw_a_prize_costs_nothing_of_an_ambush() -> None:
    """v1.2.4 Scenarios > Ambush: the ship stays captured."""
    fate = {"fate": ["captured", "crippled", "destroyed"], "without": ["withdrawn"]}
    count = {"of": "force", "whose": "enemy", **fate}
    game = prize({"kind": "at_least", "role": "attacker", "points": 3, "count": count, "amount": 25})
    view = view_of(game)
    assert gain(view, 0, group_withdrawn(view, view.models["b"])) == pytest.approx(0.0)
    assert expected_lead(view, 0) > 0.0


def test_to_withdraw_a_prize_with_water_is_worth_something_though_water_was_mined() -> None:
    """v1.2.4 Scenarios > Water Raid: captured water counts for the captor once its ship has Withdrawn."""
    water = {"of": "prevented", "whose": "enemy", "token": POD, "on": "capital", "fate": ["withdrawn"]}
    line = {"kind": "at_least", "role": "attacker", "points": 3, "count": water, "amount": 5}
    game = prize(line, tokens=[{"name": POD}])
    carry(game, b=5, d=10)
    game.match.state.notes[f"{POD} issued"] = 10
    game.model("d").place = "withdrawn"
    view = view_of(game)
    assert (
        gain(view, 0, group_withdrawn(view, view.models["b"])) > 0 > gain(view, 0, as_destroyed(view, view.models["b"]))
    )
