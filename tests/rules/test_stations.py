"""Tests of space stations: their ratings, their effects, and attacks on them (v1.2.4 Space Stations; R14, R25, R33).

`test_unidentified_objects.py` covers unidentified objects.
"""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import CardError, parse_unit
from jovian.game import NEUTRAL
from tests.rules.fights import miss
from tests.rules.stage import (
    SHIP,
    SQUADRON,
    Cast,
    Staged,
    dice,
    gun,
    muster,
    parts,
    rock,
    ship,
    squadron,
    stage,
    weapon,
)
from tests.rules_api import in_boarding_range, is_beaten, victory_points

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
GIVEN: dict[str, Any] = {"structure": 6, "hangers": 3, "weapons": "kinetic"}
"""All ratings are set, so none are rolled."""
AWAY = ship("Z", 1, (44, 44), 180, **STILL)


def fort(at: tuple[float, float] = (24, 24), **keys: Any) -> dict[str, Any]:
    """Return the line of a station S with Structure 6 (Marines 3, Defense 3), base 3" across, neutral by default."""
    return rock("space-station", at, id="s", name="S", **{**GIVEN, **keys})


def stage_station(*cast: Cast, keys: dict[str, Any] | None = None, **more: Any) -> Staged:
    """Return a game with a station at (24, 24) and these models near it."""
    return stage(*cast, AWAY, terrain=(fort(**(keys or {})),), **more)


# --- Ratings ---
def test_its_ratings_are_rolled_in_the_open_before_the_game() -> None:
    """2d6 Structure, Hangers 1+1d3, weapons by Random Selection; Marines and Defense half, rounded up (R9)."""
    game = stage(ship("A", 0, (10, 10)), AWAY, terrain=(rock("space-station", (24, 24), id="s", name="S"),))
    game.faces([3, 4]).faces([5]).faces([2])
    card = game.model("s").card
    assert {track: card.printed(track) for track in card.tracks} == {
        "structure": 7, "defense": 4, "marines": 4, "sensors": 3, "thrusters": 0, "fuel": 0,
    }  # fmt: skip
    assert (card.speed, card.turns, card.skill, card.fire_control, card.signature) == (0, 0, 2, 2, 13)
    assert card.level("Hangers") == 4 and set(card.armor.values()) == {0}
    rolled = [each["purpose"] for each in game.events("rolled")]
    assert rolled == ["the Structure of S", "the Hangers of S", "the weapons of S"]
    assert game.last("station")["structure"] == 7 and game.last("station")["signature"] == 13


@pytest.mark.parametrize(
    ("face", "gun_"),
    [(1, ("Kinetic Cannon", 4, 3, 1)), (3, ("Kinetic Cannon", 4, 3, 1)), (4, ("Beam Projector", 3, 3, 2))],
)
def test_it_has_two_cannons_or_two_beams(face: int, gun_: tuple[str, int, int, int]) -> None:
    """Random Selection between the two, both in turrets."""
    game = stage_station(keys={"weapons": None}).faces([face])
    guns = [mount.weapon for mount in game.model("s").card.mounts]
    assert [(each.name, each.ac, each.as_, each.macro) for each in guns] == [gun_, gun_]
    assert {each.arcs for each in guns} == {("turret",)}


def test_what_the_scenario_gives_is_not_rolled() -> None:
    game = stage_station(ship("A", 0, (10, 10)))
    assert not game.events("rolled") and game.last("station")["hangers"] == 3


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        (fort(owner=2), "owner"), (fort(owner="nobody"), "owner"), (fort(weapons="missiles"), "weapons"),
        (fort(structure=0), "structure"), (fort(radius=5), "radius must be 1 to 3 inches"),
        (fort(points=[[0, 0], [2, 0], [2, 2]]), "is a circle"), (fort(crew=3), "unknown key"),
        (fort(owner=1, boarders=[1, 0]), "only a neutral one"), (fort(boarders=[1]), "boarders"),
        (rock("unidentified-object", (24, 24), owner=0), "only a space-station has the key 'owner'"),
        (rock("wreck", (24, 24), structure=4), "only a space-station or a unidentified-object has the key 'structure'"),
        (fort() | {"id": "z"}, "a model also has the id 'z'"),
    ],
)  # fmt: skip
def test_a_line_that_is_wrong_is_one_clear_error(line: dict[str, Any], cause: str) -> None:
    with pytest.raises(CardError) as raised:
        stage(AWAY, terrain=(line,))
    assert cause in str(raised.value) and "\n" not in str(raised.value)


# --- Neutral ---
def test_nobodys_never_activates_nor_reacts() -> None:
    """R33: a squadron passes under its Point Defense, and it has no activation."""
    game = stage_station(squadron("F", 0, (24, 18)), keys={"hangers": 0})
    assert game.model("s").side == NEUTRAL
    game.begin("f").fly((20, 20)).expect("menu").end()
    game.expect("declare", side=1)
    assert game.act.model == "z"


def test_its_defense_is_rolled_by_the_opponent_of_who_acts() -> None:
    """R33, R60: missiles at it meet its Point Defense, rolled by the opponent of the active side."""
    missile = {"type": "Missile", "missile": "AC", "arcs": ["turret"], "ac": 4, "as": "-"}
    game = stage_station(ship("A", 0, (24, 16), **STILL, weapons=[missile])).begin("a").attack("a1", "s")
    game.faces([6, 6, 1, 2, 3])
    game.expect("faces", side=1).faces([5, 5, 1])
    assert game.last("attacked")["target"] == "s"


def test_one_may_withdraw_beside_it() -> None:
    """v1.2.4 Action > Withdraw: 6" from every enemy. A neutral model isn't one."""
    game = stage_station(ship("A", 0, (24, 20), **STILL)).begin("a", "withdraw")
    game.expect_allowed(["resolve"])
    game.end()


# --- Owned ---
def test_its_owner_fires_it_and_it_never_withdraws() -> None:
    """R33: an immobile Capital Ship."""
    game = stage_station(keys={"owner": 0}).begin("s")
    game.expect_refused(["move", 1.0])
    game.expect_refused(["turn", 10])
    game.end()
    game = stage_station(keys={"owner": 0})
    game.activate("s").expect_refused(["declare", "withdraw", 0], "can't withdraw")


def test_it_attacks_all_around() -> None:
    """Two turrets, Fire Control 2."""
    game = stage_station(ship("B", 1, (24, 14), **STILL, activated=True), keys={"owner": 0}).begin("s")
    assert dice(game.shot("s", "a1", "b"))[0] >= 4
    game.attack("a1", "b").faces(*throw(game)).attack("a2", "b").faces(*throw(game))
    game.expect_refused(["attack", ["a1"], "b"], "Fire Control")
    game.end()


def throw(game: Staged) -> tuple[list[int], list[int], list[int]]:
    """Return faces without a result for the pending dice."""
    counts = game.asked.counts  # type: ignore[attr-defined]
    base = [1 + number % 6 for number in range(counts.base)]
    return base, [6] * counts.flex, [6] * counts.macro


def test_its_point_defense_reacts_for_its_owner() -> None:
    """Autofire of Point Defense, like any ship's."""
    game = stage_station(squadron("F", 1, (24, 17)), keys={"owner": 0}, initiative=1)
    game.begin("f").fly((24, 20)).expect("autofire", side=0).decline().end()


def test_a_side_with_a_station_alone_is_beaten() -> None:
    """R39: Static models do not count."""
    game = stage_station(ship("A", 0, (10, 10)), keys={"owner": 0, "tv": 30})
    assert not is_beaten(game.match.state, 0)
    game.model("a").place = "destroyed"
    assert is_beaten(game.match.state, 0)


# --- Movement through it ---
def test_what_moves_through_it_is_struck_by_two_dice() -> None:
    """The Move column: AC and AS 2."""
    game = stage_station(squadron("F", 0, (24, 20), speed=8)).begin("f").fly((24, 27))
    game.expect("avoid", side=0).pick("enter").expect("faces", side=1).faces([1, 2])
    assert game.last("attacked")["window"] == "terrain"
    game.end()


def test_it_may_be_avoided() -> None:
    """R30: no attack, but the move may not end on it."""
    game = stage_station(squadron("F", 0, (24, 21))).begin("f").fly((24, 27)).pick("avoid").expect("menu").end()
    assert not game.events("attacked")


def test_a_ship_that_moves_through_it_is_struck_and_slides_on() -> None:
    """R25: a station counts as larger than every ship, and stays."""
    game = (
        stage_station(ship("A", 0, (24, 18.4), speed=5, turns=0, base="large"), keys={"radius": 1}).begin("a").move(5)
    )
    game.pick("enter").faces([1, 2]).end()
    assert game.at("s") == (24, 24, 0)
    assert game.at("a")[1] > 25


def test_contact_alone_is_no_move_through_it() -> None:
    """A landing squadron doesn't move through it."""
    game = stage_station(squadron("F", 0, (24, 20)), keys={"owner": 0}).begin("f").fly((24, 22)).land("s")
    assert game.model("f").host == "s" and not game.events("attacked")
    game.end()


def test_squadrons_land_only_at_their_own_sides() -> None:
    game = stage_station(squadron("F", 0, (24, 20))).begin("f").fly((24, 22))
    game.expect_refused(["land", "s"], "friendly")
    game.fly((24, 21)).end()


def test_squadrons_and_ships_may_be_aboard_from_the_start() -> None:
    """Hangers, and a Dock if the scenario gives one (R85)."""
    hull = {**SHIP, **STILL}
    own = parse_unit({**hull, "name": "D"}, "test"), parse_unit({**SQUADRON, "name": "F", "faction": "CEGA"}, "test")
    station = fort((24, 6), owner=0, dock=True)
    game = muster(own, (parse_unit({**hull, "name": "E"}, "test"),), terrain=[station], docking=True)
    game.answer("embark", game.model("d").id, "s", kind="deploy")
    game.place("e", 24, 44, 180).answer("embark", game.model("f").id, "s", kind="deploy")
    assert {game.model("d").host, game.model("f").host} == {"s"}


# --- Attacked ---
def test_it_is_attacked_with_ac_and_has_neither_arc_nor_armor() -> None:
    """R33, R51: from behind and from ahead alike."""
    guns = {**STILL, "weapons": [gun(ac=4, as_=2)]}
    game = stage_station(ship("A", 0, (24, 16), **guns), ship("B", 0, (24, 32), 180, **guns))
    shots = [game.shot(ident, "a1", "s") for ident in ("a", "b")]
    assert [shot.range.arc for shot in shots] == ["", ""]
    assert [parts(shot) for shot in shots] == [{"Short Range": 1}, {"Short Range": 1}]
    assert dice(shots[0])[0] == 5


def test_its_hit_thrusters_are_another_rating() -> None:
    """R68: it has no Thrusters, so the hit goes to Defense or Sensors by a die."""
    game = stage_station(ship("A", 0, (24, 16), **STILL, weapons=[gun(ac=4)])).begin("a").attack("a1", "s")
    game.expect("faces", side=0).faces(*pair(game, 6)).pick("damage", "thrusters").faces([4])
    assert (game.rating("s", "defense"), game.rating("s", "sensors")) == (3, 2)
    game.end()


def pair(game: Staged, value: int) -> tuple[list[int], list[int], list[int]]:
    """Return faces with one double of this value for the pending dice."""
    counts = game.asked.counts  # type: ignore[attr-defined]
    others = [each for each in range(1, 7) if each != value]
    return [value, value, *others][: counts.base], [others[-1]] * counts.flex, [others[-2]] * counts.macro


def test_it_dies_as_a_ship_and_what_strikes_goes_with_it() -> None:
    """It leaves a wreck, without attacks on models that move through."""
    game = stage_station(ship("A", 0, (24, 16), **STILL, weapons=[gun(ac=4)])).begin("a")
    game.model("s").marks["structure"] = 5
    game.model("s").marks["sensors"] = 3
    game.attack("a1", "s").faces([2, 2, 2, 3, 4]).expect("faces", side=1).faces([5])
    assert game.model("s").place == "destroyed"
    assert [piece.kind for piece in game.match.state.terrain.values()] == ["wreck"]
    game.end()


def test_it_explodes_and_side_one_chooses_what_side_zero_loses() -> None:
    """R60, R70: the opponent of the active side rolls a neutral explosion."""
    game = stage_station(ship("A", 0, (24, 19), **STILL, weapons=[gun(ac=4)])).begin("a")
    game.model("s").marks.update(structure=5, sensors=3, defense=3)
    game.attack("a1", "s").faces([2, 2, 2, 3, 4]).faces([6])
    game.expect("faces", side=1).faces(*throw(game))
    assert game.last("attacked")["window"] == "explosion"
    game.end()


def test_a_ram_has_neither_arc_nor_bow() -> None:
    """A bow against a round base adds nothing."""
    game = stage_station(ship("A", 0, (24, 20.9), speed=1, thrusters=[1], structure_left=1), keys={"hangers": 0})
    game.begin("a", "ram").move(0.1).resolve()
    game.faces([1, 2, 3]).expect("faces", side=0).faces([1, 2, 3]).expect("faces", side=1).faces([1, 2, 3, 4, 5, 6])
    assert game.kind == "menu"
    game.end()


def test_a_bombing_run_meets_a_plan_of_the_opponent() -> None:
    """The other side chooses its plan."""
    bomber = squadron("F", 0, (24, 21.9), weapons=[weapon(ac=3, as_=3)])
    game = stage_station(bomber).begin("f", "bombing").fly((24, 22)).resolve()
    asked = {game.asked.side: game.asked.subject}
    game.answer(*game.asked.default().to_json())
    asked[game.asked.side] = game.asked.subject
    assert game.kind == "plan" and asked == {0: "f", 1: "s"}
    game.answer(*game.asked.default().to_json())
    while game.kind not in ("menu", "activate", "declare"):
        game.faces(*throw(game)) if game.kind == "faces" else game.answer(*game.asked.default().to_json())
    assert game.model("f").place == "table"
    game.end()


def test_no_tug_drags_it_and_no_comet_pushes_it() -> None:
    """R31, R33."""
    game = stage_station(ship("T", 0, (24, 20), **STILL, traits=["Tug"])).begin("t", "tug")
    game.expect_refused(["resolve"], "No Static model")
    game.end()


# --- Boarded and captured ---
def boarding(keys: dict[str, Any] | None = None, *more: Cast, **fields: Any) -> Staged:
    """Return A with 3 Marines next to the station, ready to board."""
    one = ship("A", 0, (24, 20.5), **{**STILL, "marines": [3, 2, 1], **fields})
    return stage_station(one, *more, keys={"hangers": 1, **(keys or {})}).begin("a", "board")


def test_marines_cross_under_its_fire_and_stay() -> None:
    """R46: a free shot, rolled by the opponent. A neutral station never activates, so the fight is in the End Phase."""
    game = boarding().resolve().pick("commit", 3).expect("faces", side=1).faces(miss(4))
    assert game.model("s").states == {"boarded-first": 3}
    game.end()


def test_without_marines_it_is_captured_at_once() -> None:
    """R46, R47: the boarders become its Marines, up to its maximum."""
    game = boarding()
    game.model("s").marks.update(marines=3, defense=3)
    game.resolve().pick("commit", 2)
    station = game.model("s")
    assert (station.side, station.owner, station.rating("marines")) == (0, NEUTRAL, 2)
    game.end()
    assert game.last("captured") == game.last("captured") | {"model": "s", "side": 0}


def test_its_captor_activates_and_fires_it_with_one_fire_control() -> None:
    """R47; Captured: Fire Control 1, only Damage Control."""
    game = boarding(None, ship("B", 1, (24, 34), 180, **STILL, activated=True))
    game.model("s").marks.update(marines=3, defense=3)
    game.resolve().pick("commit", 2).end().idle("z")
    game.activate("s").expect_refused(["declare", "board", 0], "Captured")
    game.declare().attack("a1", "b").faces(*throw(game))
    game.expect_refused(["attack", ["a2"], "b"], "Fire Control")
    game.end()


def test_squadrons_land_on_what_is_captured_and_launch_from_it() -> None:
    game = boarding(None, squadron("F", 0, (24, 27)))
    game.model("s").marks.update(marines=3, defense=3)
    game.resolve().pick("commit", 2).end().idle("z")
    game.begin("f").fly((24, 26)).land("s")
    assert game.model("f").host == "s"
    game.end()


def test_a_captured_station_counts_half_again_its_threat_value() -> None:
    """R79: the scenario gives it a TV. Without one it doesn't count."""
    game = boarding({"tv": 30})
    game.model("s").marks.update(marines=3, defense=3)
    game.resolve().pick("commit", 2).end()
    assert victory_points(game.match.state, 0) == 40 + 45


def end_of_turn(game: Staged) -> Staged:
    """Idle until the End Phase needs dice, or the next turn starts."""
    turn = game.match.state.turn
    while game.kind and game.kind != "faces" and game.match.state.turn == turn:
        game.answer(*game.asked.default().to_json())
    return game


def test_boarders_and_crew_fight_in_the_end_phase() -> None:
    """R46: both engage at once. After several losses the boarders capture it."""
    game = boarding().resolve().pick("commit", 3).faces(miss(4)).end()
    game.model("s").marks["marines"] = 1
    end_of_turn(game).expect("faces", side=0).faces([6, 6, 6]).expect("faces").faces([5, 5])
    station = game.model("s")
    assert station.side == 0 and station.rating("marines") == 2
    assert not [name for name in station.states if name.startswith("boarded")]


def test_boarders_of_both_sides_fight_each_other_first() -> None:
    """The crew waits. Neither side captures it while both are aboard."""
    game = stage_station(ship("A", 0, (10, 10), **STILL), keys={"boarders": [3, 2]}, turn=2)
    end_of_turn(game).expect("faces", side=0).faces([1, 2, 3]).expect("faces", side=1).faces([4, 4])
    assert game.model("s").states == {"boarded-first": 2, "boarded-second": 2}
    assert game.rating("s", "marines") == 3


def test_it_is_taken_back_by_the_other_side() -> None:
    """R47: from side 0 like any ship of side 0. It stays Captured, because it was neutral."""
    game = boarding()
    game.model("s").marks.update(marines=3, defense=3)
    game.resolve().pick("commit", 1).end()
    game.idle("z")
    station = game.model("s")
    station.marks["marines"] = 3
    station.states["boarded"] = 2
    game.activate("s").declare()
    assert station.side == 1 and "captured" in station.states
    game.answer("end")


def test_its_own_side_may_be_boarded_and_lose_it() -> None:
    """An owned station is an enemy ship like any other."""
    game = boarding({"owner": 1})
    game.model("s").marks.update(marines=3, defense=3)
    game.resolve().pick("commit", 2)
    assert (game.model("s").side, game.model("s").owner) == (0, 1)
    assert in_boarding_range(game.match.state, game.model("a")) == []
    game.end()
