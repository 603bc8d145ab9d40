"""Tests of Board: marines that cross to another ship (v1.2.4 Action > Board; R42, R46, R55, R64, R65).

`test_firefight.py` covers the boarders aboard, and `test_captured.py` captured ships.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.fights import counts, double, miss, wing
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage, weapon
from tests.rules_api import in_boarding_range

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
"""A ship that need not move."""
QUIET: dict[str, Any] = {**STILL, "defense": [1], "ratings": {"defense": 0}}
"""A ship that also has no Point Defense, so there is no roll at the crossing."""


def near(one: Any = None, two: Any = None, *more: Cast, gap: float = 1.0) -> Staged:
    """Return a game with A of side 0 with 3 Marines bow to bow with B of side 1. A activates first."""
    return stage(
        ship("A", 0, (24, 12), **{**STILL, "marines": [3, 2, 1], **(one or {})}),
        ship("B", 1, (24, 15 + gap), 180, **{**STILL, "marines": [2, 1], **(two or {})}),
        *more,
    )


def crossing(count: int = 3, one: Any = None, two: Any = None, *more: Cast) -> Staged:
    """Board B with this number of Marines. The next decision is B's Point Defense, if it has any."""
    return near(one, two, *more).begin("a", "board").resolve().expect("commit", side=0).pick("commit", count)


def boarders(game: Staged, ident: str = "b") -> int:
    """Return the boarders aboard a ship."""
    return game.model(ident).states.get("boarded", 0)


# --- Requirement ---
@pytest.mark.parametrize(
    ("fields", "reason"), [({"marines": []}, "Marines 1"), ({"ratings": {"marines": 0}}, "Marines 1")]
)
def test_board_needs_marines(fields: dict[str, Any], reason: str) -> None:
    """v1.2.4 Action > Board: Marines 1+."""
    near(fields).activate("a").expect_refused(["declare", "board", 0], reason)


def test_marines_are_needed_when_it_is_resolved_as_well() -> None:
    """R42: ratings are checked twice."""
    game = near().begin("a", "board")
    game.model("a").marks["marines"] = 3
    game.expect_refused(["resolve"], "Marines 1")
    game.end()


def test_a_squadron_without_exo_suits_does_not_board() -> None:
    """v1.2.4 Action > Board: a generic action, but only for models with Marines."""
    game = stage(squadron("S", 0, (24, 12)), ship("B", 1, (24, 16), 180, activated=True))
    game.activate("s").expect_refused(["declare", "board", 0], "Marines 1")


@pytest.mark.parametrize(("gap", "free"), [(0.0, True), (0.5, True), (1.0, True), (1.01, False), (3.0, False)])
def test_board_reaches_one_inch(gap: float, free: bool) -> None:
    """v1.2.4 Action > Board: within 1" of the target."""
    game = near(gap=gap).begin("a", "board")
    if free:
        game.expect_allowed(["resolve"])
    else:
        game.expect_refused(["resolve"], 'within 1"')


@pytest.mark.parametrize(("gap", "free"), [(3.0, True), (3.01, False)])
def test_assault_craft_reach_three(gap: float, free: bool) -> None:
    """v1.2.4 Traits > Assault Craft: at a range of 3"."""
    game = near({"traits": ["Assault Craft"]}, gap=gap).begin("a", "board")
    if free:
        game.expect_allowed(["resolve"])
    else:
        game.expect_refused(["resolve"], 'within 3"')


def test_distance_counts_when_it_is_resolved() -> None:
    """R42: declared far away, resolved after the move."""
    game = near({"speed": 2}, gap=3.0).begin("a", "board")
    game.expect_refused(["resolve"], "within")
    game.move(2).resolve().pick("commit", 1).faces(miss(4))
    assert boarders(game) == 1


@pytest.mark.parametrize("what", ["friend", "squadron"])
def test_only_enemy_ships_are_boarded(what: str) -> None:
    """v1.2.4 Action > Board: a Capital Ship, an enemy (R46)."""
    other = ship("C", 0, (28, 12), **STILL) if what == "friend" else squadron("C", 1, (25.6, 12), activated=True)
    game = near(None, None, other, gap=20).begin("a", "board")
    game.expect_refused(["resolve"], "No enemy ship")
    game.expect_refused(["resolve", "c"], "No enemy ship")


def test_a_boarded_ship_may_not_board() -> None:
    """v1.2.4 Action > Board."""
    game = near()
    game.model("a").states["boarded"] = 1
    game.activate("a").expect_refused(["declare", "board", 0], "Boarded")


def test_a_target_that_dies_first_is_not_boarded() -> None:
    """R42: the target is checked at resolution. The declaration is wasted."""
    weak = {"structure_left": 1, "ratings": {"defense": 0, "sensors": 0}}
    game = near({"weapons": [gun(ac=3)]}, weak).begin("a", "board")
    game.attack("a1", "b").faces([2, 2, 2, 3]).faces([4])
    assert game.model("b").place == "destroyed"
    game.expect_refused(["resolve"], "No enemy ship")
    assert game.rating("a", "marines") == 3


def test_the_player_names_one_of_several() -> None:
    """v1.2.4 Action > Board: a target."""
    game = near(None, QUIET, ship("C", 1, (26.5, 12), 0, marines=[1], **QUIET), gap=0.5).begin("a", "board")
    game.expect_allowed(["resolve", "b"]).answer("resolve", "c").pick("commit", 2)
    assert (boarders(game), boarders(game, "c")) == (0, 2)


# --- Committing ---
def test_as_many_are_committed_as_there_are() -> None:
    """v1.2.4 Action > Board 1: not more than the current rating."""
    game = near({"ratings": {"marines": 2}}).begin("a", "board").resolve()
    assert sorted(game.offered()) == [["commit", 1], ["commit", 2]]
    game.expect_refused(["commit", 3])
    game.expect_refused(["commit", 0])
    game.pick("commit", 2).faces(miss(4))


def test_one_marine_is_not_asked_about() -> None:
    """Rulings, Deployment and sequence: a single choice isn't a decision."""
    game = near({"ratings": {"marines": 1}}).begin("a", "board").resolve()
    game.expect("faces", side=1).faces(miss(4))
    assert boarders(game) == 1


@pytest.mark.parametrize(("count", "left"), [(1, 2), (2, 1), (3, 0)])
def test_committed_marines_leave_the_card(count: int, left: int) -> None:
    """R46: committed Marines leave the card, whether they come aboard or not."""
    game = crossing(count).faces(double(4))
    assert game.rating("a", "marines") == left
    assert boarders(game) == count - 1


def test_marines_of_one_value_are_counted_by_the_rating() -> None:
    """v1.2.4 Damage > Rating Damage: the rating is the highest unmarked box (R67)."""
    game = crossing(1, {"marines": [2, 1, 1]}, QUIET)
    assert game.rating("a", "marines") == 1
    assert boarders(game) == 1


# --- Crossing ---
@pytest.mark.parametrize(
    ("faces", "lost"),
    [
        ([1, 2, 3, 4], 0), ([2, 2, 3, 4], 1), ([5, 5, 5, 1], 3), ([6, 6, 6, 6], 5), ([1, 1, 6, 6], 2),
        ([1, 1, 3, 3], 2),
    ],
)  # fmt: skip
def test_losses_of_the_crossing(faces: list[int], lost: int) -> None:
    """v1.2.4 Action > Board 2: D 1, T 3, Q+ 5 Marines, whatever the value."""
    game = crossing(6, {"marines": [6, 5, 4, 3, 2, 1]}).expect("faces", side=1).faces(faces)
    assert boarders(game) == 6 - lost
    event = game.last("boarded")
    assert (event["model"], event["by"], event["marines"], event["boarders"]) == ("b", "a", 6 - lost, 6 - lost)


def test_different_sets_add_up() -> None:
    """v1.2.4 Action > Board 2: a double and a triple of one roll."""
    game = crossing(6, {"marines": [6, 5, 4, 3, 2, 1]}, {"defense": [4, 3, 2, 1]}).faces([1, 1, 4, 4, 4])
    assert boarders(game) == 2


def test_none_may_come_through() -> None:
    """v1.2.4 Action > Board 3: only survivors are Boarders. Without any, the ship isn't Boarded."""
    game = crossing(2).faces([5, 5, 5, 1])
    assert "boarded" not in game.model("b").states
    assert (game.last("boarded")["marines"], game.model("b").side) == (0, 1)


@pytest.mark.parametrize(("defense", "dice"), [(1, 2), (2, 3), (3, 4)])
def test_crossing_dice_are_defense_and_short_range(defense: int, dice: int) -> None:
    """R46: Point Defense by the current Defense, Short Range +1."""
    game = crossing(3, None, {"ratings": {"defense": defense}})
    assert counts(game) == (dice, 0, 0)
    game.faces(miss(dice))


def test_no_crossing_roll_without_defense() -> None:
    """R46: none at Defense 0."""
    game = crossing(3, None, {"ratings": {"defense": 0}}).expect("menu")
    assert boarders(game) == 3
    assert not game.events("rolled")


@pytest.mark.parametrize(
    ("friend", "dice"),
    [
        (ship("C", 1, (28, 16), 180, activated=True), (4, 1, 0)),
        (ship("C", 1, (28, 16), 180, activated=True, ratings={"defense": 0}), (4, 0, 0)),
        (ship("C", 1, (30, 16), 180, activated=True), (4, 0, 0)),
        (ship("C", 1, (30, 16), 180, activated=True, traits=["Barrier"]), (4, 1, 0)),
        (squadron("C", 1, (30, 16), activated=True, weapons=[weapon("Missile", missile="AS", as_=3, traits=["CMM"])]),
         (4, 1, 0)),
        (ship("C", 0, (28, 16), 180, activated=True), (4, 0, 0)),
    ],
)  # fmt: skip
def test_friends_help_at_the_crossing(friend: Cast, dice: tuple[int, int, int]) -> None:
    """v1.2.4 Weapons > Point Defense: +1 from each ship within 3" with Defense, a CMM within 6"; Barrier a flex die."""
    game = crossing(3, None, None, friend)
    assert counts(game) == dice
    game.faces(miss(4), [6] * dice[1])
    if game.kind == "flex":
        game.answer(*game.asked.default().to_json())


def test_a_barrier_may_lend_its_defense_at_the_crossing() -> None:
    """v1.2.4 Traits > Barrier: its Defense can replace the ship's own for Point Defense, without its flex die (R64)."""
    friend = ship("C", 1, (30, 16), 180, activated=True, traits=["Barrier"], defense=[5, 4, 3, 2, 1])
    game = crossing(3, None, {"ratings": {"defense": 1}}, friend)
    assert counts(game) == (6, 0, 0)
    game.faces(miss(6))


def test_the_crossing_shot_is_free() -> None:
    """R46: it costs no Fire Control, and is no use of the Point Defense weapon."""
    game = crossing(3).faces(miss(4))
    assert (game.act.spent, game.act.used) == ((), ())


def test_boarding_costs_no_fire_control() -> None:
    """v1.2.4 Action > Board: it isn't an attack. The ship's weapons can still fire."""
    game = near({"weapons": [gun(ac=3)]}).begin("a", "board").resolve().pick("commit", 1).faces(miss(4))
    game.expect_refused(["resolve"], "No declared action")
    game.attack("a1", "b").faces(miss(4)).end()


def test_cloak_does_not_hinder_boarding() -> None:
    """R63: Board is unaffected by Cloak, on either side."""
    game = crossing(3, {"traits": ["Cloak"]}, {"traits": ["Cloak"]})
    assert counts(game) == (4, 0, 0)
    game.faces(miss(4))


# --- Several boarders ---
def test_boarders_of_several_ships_add_up() -> None:
    """v1.2.4 Action > Board: all surviving Marines contribute to the total of Boarders."""
    game = near(
        None, {"activated": True, "marines": [6, 5, 4, 3, 2, 1]},
        ship("C", 0, (26.5, 16), 0, marines=[2, 1], **STILL),
    )  # fmt: skip
    game.begin("a", "board").resolve().pick("commit", 3).faces(double(4)).end()
    game.begin("c", "board").resolve().pick("commit", 2).faces(miss(4))
    assert boarders(game) == 4
    assert [(event["by"], event["marines"], event["boarders"]) for event in game.events("boarded")] == [
        ("a", 2, 2), ("c", 2, 4)
    ]  # fmt: skip


def test_a_second_wave_lost_on_the_way_leaves_the_first() -> None:
    """v1.2.4 Action > Board: those aboard stay, even if none of the next wave survives."""
    game = near()
    game.model("b").states["boarded"] = 2
    game.begin("a", "board").resolve().pick("commit", 1).faces(double(4))
    assert boarders(game) == 2


def test_defenders_without_marines_are_captured_at_once() -> None:
    """R46: a ship with no Marines is captured at once by surviving boarders."""
    game = crossing(2, None, {"ratings": {"marines": 0}}).faces(double(4)).expect("menu", side=0)
    assert (game.model("b").side, game.model("b").states) == (0, {"captured": 1})
    assert game.last("captured") | {"model": "b", "side": 0, "marines": 1} == game.last("captured")


def test_a_ship_without_marines_is_not_captured_by_the_dead() -> None:
    """R46: only by surviving boarders."""
    game = crossing(1, None, {"ratings": {"marines": 0}}).faces(double(4)).expect("menu", side=0)
    assert (game.model("b").side, game.events("captured")) == (1, [])


# --- Exo-Suits ---
def suits(structure: int, *more: Cast, **other: Any) -> Staged:
    """Return a squadron of exo-suits with this Structure, within 1" of B."""
    return stage(
        squadron("S", 0, (24, 13.5), squadron_type="exo-armor", traits=["Exo-Suit"], structure_left=structure),
        ship("B", 1, (24, 16), 180, **{**STILL, "marines": [2, 1], **other}),
        ship("Own", 0, (4, 4), activated=True),
        *more,
    )


@pytest.mark.parametrize(("structure", "most"), [(4, 2), (3, 2), (2, 1), (1, 1)])
def test_exo_suits_board_as_one_marine_for_two_structure(structure: int, most: int) -> None:
    """v1.2.4 Components > Infantry & Exo-Suits: one Marine for each 2 Structure left (R9, R65)."""
    game = suits(structure, **QUIET).begin("s", "board").resolve()
    if most > 1:
        assert sorted(game.offered()) == [["commit", count] for count in range(1, most + 1)]
    if game.kind == "commit":
        game.pick("commit", most)
    assert boarders(game) == most


def test_suits_that_cross_leave_the_squadron() -> None:
    """R46, R65: a Marine committed is two Structure less."""
    game = suits(4, **QUIET).begin("s", "board").resolve().pick("commit", 1)
    assert (game.rating("s", "structure"), boarders(game)) == (2, 1)


def test_a_squadron_that_crosses_wholly_is_gone() -> None:
    """v1.2.4 States > Destroyed: a squadron without Structure does not stay on the table."""
    game = suits(4, **QUIET).begin("s", "board").resolve().pick("commit", 2)
    assert boarders(game) == 2
    assert not game.model("s").is_on_table


@pytest.mark.parametrize(("kind", "side", "offered"), [
    ("capital", 1, True), ("terrain", 1, True), ("terrain", 2, True), ("capital", 2, True), ("squadron", 1, False),
    ("terrain", 0, False),
])  # fmt: skip
def test_stations_and_unidentified_objects_may_be_boarded(kind: str, side: int, offered: bool) -> None:
    """R33, R46: enemy or neutral, ship or terrain model. Never a squadron, nor an own model."""
    game = stage(
        ship("A", 0, (24, 12), marines=[2, 1]), ship("B", 1, (24, 15.5), 180, activated=True), ship("C", 1, (40, 40)),
    )  # fmt: skip
    model = game.model("b")
    model.card, model.side = replace(model.card, kind=kind), side
    assert (in_boarding_range(game.match.state, game.model("a")) == ["b"]) == offered


@pytest.mark.parametrize(("count", "left"), [(4, (0, 0)), (3, (0, 2)), (1, (2, 4))])
def test_a_formation_of_suits_boards_with_all_its_members(count: int, left: tuple[int, int]) -> None:
    """docs/rulings.md: one crossing by all, the leader's Marines first, if one of them is within 1" (R65)."""
    suited: dict[str, Any] = {"squadron_type": "exo-armor", "traits": ["Exo-Suit"], "structure_left": 4}
    game = stage(
        *wing("S", 0, (24, 13.4), (24, 12.4), **suited), ship("B", 1, (24, 16), 180, **{**QUIET, "marines": [2, 1]}),
        ship("Own", 0, (4, 4), activated=True),
    ).begin("s", "board").resolve()  # fmt: skip
    assert sorted(game.offered()) == [["commit", count] for count in range(1, 5)]
    game.pick("commit", count)
    assert boarders(game) == count
    assert (game.model("s").unmarked("structure"), game.model("s2").unmarked("structure")) == left
    assert [game.model(model_id).is_on_table for model_id in ("s", "s2")] == [remaining > 0 for remaining in left]


# --- Contact ---
def flying_suits(*more: Cast, **fields: Any) -> Staged:
    """Return a squadron of exo-suits that flies at B to board it, edge to edge at y = 14."""
    suited: dict[str, Any] = {"squadron_type": "exo-armor", "traits": ["Exo-Suit"]}
    return stage(
        squadron("S", 0, (24, 10), **suited), ship("B", 1, (24, 16), 180, **{**QUIET, "marines": [2, 1], **fields}),
        ship("Own", 0, (4, 4), activated=True), *more,
    ).begin("s", "board")  # fmt: skip


def test_a_squadron_may_touch_the_ship_that_it_boards() -> None:
    """v1.2.4 Movement > Overlapping, R24: it ends its move in contact, boards, and stays there."""
    game = flying_suits().fly((24, 14))
    game.expect_refused(["end"], "resolve its board")
    game.resolve().pick("commit", 1).end()
    assert (game.at("s")[:2], boarders(game)) == ((24, 14), 1)
    game.begin("b").pick("engage").pick("engage").faces([1, 2]).faces([1, 2]).end()
    assert game.at("s")[:2] == (24, 14)


def test_it_touches_no_other_enemy() -> None:
    game = flying_suits(squadron("T", 1, (20, 12), activated=True, fuel_left=0))
    game.expect_no_end(20, 11, "touching T")
    game.fly((24, 14)).resolve().pick("commit", 1)
    game.end()


def test_it_stays_in_contact_with_a_ship_that_its_marines_capture() -> None:
    """R46: a ship without Marines is theirs at once."""
    game = flying_suits(ratings={"defense": 0, "marines": 0}).fly((24, 14)).resolve().pick("commit", 1).end()
    assert (game.model("b").side, game.at("s")[:2]) == (0, (24, 14))


def test_a_formation_may_touch_the_ship_that_it_boards() -> None:
    """R76: one member in contact is enough, and none is pushed away."""
    suited: dict[str, Any] = {"squadron_type": "exo-armor", "traits": ["Exo-Suit"]}
    game = stage(
        *wing("S", 0, (24, 10), (24, 9), **suited), ship("B", 1, (24, 16), 180, **{**QUIET, "marines": [2, 1]}),
        ship("Own", 0, (4, 4), activated=True),
    ).begin("s", "board").fly((24, 14)).resolve().pick("commit", 1).end()  # fmt: skip
    assert [game.at(each)[:2] for each in ("s", "s2")] == [(24, 14), (24, 13)] and game.model("s").formation


def test_a_ship_boards_without_contact() -> None:
    """R24: a ship may not end its move touching its target."""
    game = stage(
        ship("A", 0, (24, 10), speed=2, thrusters=[2, 1], marines=[2, 1]),
        ship("B", 1, (24, 16), 180, **QUIET, marines=[2, 1], activated=True),
    ).begin("a", "board")  # fmt: skip
    game.expect_refused(["move", 3], "end on B")
    game.move(2.5).resolve().pick("commit", 1).end()
    assert boarders(game) == 1


def test_from_contact_it_may_land_on_an_object_next_turn() -> None:
    """R33, R84: a squadron that has boarded a UIO starts in contact with it."""
    suited: dict[str, Any] = {"squadron_type": "exo-armor", "traits": ["Exo-Suit"]}
    hulk = rock("unidentified-object", (24, 16), id="u", name="U", structure=4, hangers=2)
    game = stage(
        squadron("S", 0, (24, 12), **suited), ship("E", 1, (44, 44), activated=True),
        ship("Own", 0, (4, 4), **STILL, activated=True), terrain=(hulk,),
    ).begin("s", "board").fly((24, 14.5)).resolve().pick("commit", 1).end()  # fmt: skip
    assert game.at("s")[:2] == (24, 14.5) and game.match.state.turn == 2
    game.begin("s").land("u").end()
