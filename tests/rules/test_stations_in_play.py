"""Tests of stations and unidentified objects together with other rules (v1.2.4 Terrain; R24, R31, R33, R46, R47)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jovian.cards import CardError
from jovian.game import NEUTRAL
from jovian.play import setup_of
from jovian.players.evaluation.places import enemies
from tests.rules.fights import plan
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage, weapon
from tests.rules.test_stations import AWAY, STILL, fort, stage_station, throw
from tests.rules_api import burst_shots

MISSILE = {"type": "Missile", "missile": "AC", "arcs": ["turret"], "ac": 4, "as": "-"}
NUKE = {"type": "Missile", "missile": "Nuke", "arcs": ["turret"], "ac": 5, "as": 5, "traits": ["Limited"]}


def stage_captured_station(*more: Cast, keys: dict[str, Any] | None = None, side: int = 0, **scenario: Any) -> Staged:
    """Return a game with a captured station, formerly neutral, with 1 Marine of its captor aboard."""
    game = stage_station(*more, keys=keys, **scenario)
    station = game.model("s")
    station.side, station.states["captured"], station.marks["marines"] = side, 1, 2
    return game


# --- Captured models next to others ---
def test_its_captors_squadrons_leave_it_when_it_is_taken_again() -> None:
    """R47: models that the captor doesn't control are placed on the table. Here this is the squadron of side 1."""
    game = stage_captured_station(
        squadron("F", 1, (24, 27)), ship("A", 0, (24, 20.4), **STILL, marines=[3, 2, 1]), side=1
    )
    flight = game.model("f")
    flight.place, flight.host = "embarked", "s"
    game.model("s").marks.update(marines=3, defense=3)
    game.begin("a", "board").answer("resolve", "s")
    game.pick("commit", 2)
    while game.kind not in ("menu", "declare", "activate"):
        game.answer(*game.asked.default().to_json())
    assert game.model("s").side == 0 and game.model("f").is_on_table
    game.end()


def test_a_captured_station_reacts_for_its_captor() -> None:
    """R46: it is no longer neutral."""
    game = stage_captured_station(squadron("F", 1, (24, 17)))
    game.begin("f").fly((24, 20)).expect("autofire", side=0).decline().end()
    assert game.act.model == "s"
    game.declare().end()


def test_assailants_of_what_is_nobodys_are_set_free_when_their_side_takes_it() -> None:
    """R74: it is a friend now."""
    armor = squadron("X", 0, (24, 21.99), squadron_type="exo-armor")
    game = stage_station(ship("A", 0, (20.5, 24), **STILL, marines=[3, 2, 1]), armor)
    flight = game.model("x")
    flight.host, flight.states["assaulting"] = "s", 1
    game.model("s").marks.update(marines=3, defense=3)
    game.begin("a", "board").answer("resolve", "s").pick("commit", 2)
    assert game.model("s").side == 0 and not game.model("x").host
    game.end()


def test_captured_it_dies_with_what_is_aboard_in_an_explosion() -> None:
    """R70."""
    game = stage_captured_station(
        squadron("F", 0, (24, 27)), ship("B", 1, (24, 16), **STILL, weapons=[gun(ac=4)]), initiative=1
    )
    flight = game.model("f")
    flight.place, flight.host = "embarked", "s"
    game.model("s").marks.update(structure=5, sensors=3, defense=3)
    game.begin("b").attack("a1", "s").faces([2, 2, 2, 3, 4]).faces([6])
    while game.kind not in ("menu", "declare", "activate"):
        game.faces(*throw(game)) if game.kind == "faces" else game.answer(*game.asked.default().to_json())
    assert game.model("f").place == "destroyed"
    game.end()


# --- Neutral models next to others ---
def test_missiles_at_it_meet_its_own_defense_and_no_friends() -> None:
    """R55: two neutral stations near each other help each other. A side's ships don't."""
    near = ship("B", 1, (24, 27.2), **STILL, activated=True)
    game = stage_station(ship("A", 0, (24, 14), **STILL, weapons=[MISSILE]), near)
    shot = game.shot("a", "a1", "s")
    assert shot.opposition is not None and not [p for p in shot.opposition.contributions if "near" in p.label]


def test_a_nuke_strikes_a_station_and_spares_an_object() -> None:
    """R33, R61."""
    lines = (fort(), rock("unidentified-object", (27, 24), id="u", name="U", structure=4))
    game = stage(ship("A", 0, (24, 14), **STILL, weapons=[NUKE]), AWAY, terrain=lines)
    struck = {shot.target for shot in burst_shots(game.match.state, game.model("a"), "a1", 25.5, 24)}
    assert struck == {"s"}


def test_suppressing_fire_pins_down_no_one_who_never_activates() -> None:
    """R49: it would never have an effect."""
    game = stage_station(ship("A", 0, (24, 14), **STILL, weapons=[gun(ac=4)])).begin("a", "suppressing fire")
    game.expect_refused(["resolve", "s"])
    game.expect_allowed(["resolve", "z"]).end()


def test_a_comet_passes_a_station_and_its_tail_strikes_it() -> None:
    """R31: the body pushes only ships and squadrons. The tail attacks each model."""
    comet = rock("comet", (24, 16), radius=1, heading=0, tail_length=4, tail_width=3)
    game = stage(ship("A", 0, (10, 10), **STILL), AWAY, terrain=(fort(), comet))
    game.idle("a").idle("z").faces([4, 4])
    game.expect("faces", side=0).faces([1, 2])
    assert game.at("s") == (24, 24, 0)
    assert game.last("attacked") == game.last("attacked") | {"target": "s", "window": "terrain"}


def test_its_hull_hides_nothing_and_blocks_as_its_signature_says() -> None:
    """R19: a blocker with a higher Signature, within 3" of the target."""
    game = stage_station(ship("A", 0, (24, 14), **STILL, weapons=[gun(ac=4)]), ship("B", 1, (24, 28), 180, **STILL))
    assert "Obscured by S" in {part.label for part in game.shot("a", "a1", "b").roll.contributions}


def test_a_formation_is_struck_one_by_one() -> None:
    """The station attacks each member that moves through it."""
    wing = {"speed": 8, "traits": ["Formation"]}
    pair = squadron("F", 0, (23.4, 20), id="f", **wing), squadron("F", 0, (24.4, 20), id="g", **wing, formation="f")
    game = stage_station(*pair).begin("f").fly((23.4, 27.5))
    struck = 0
    while game.kind in ("avoid", "faces", "allocate"):
        if game.kind == "avoid":
            game.pick("enter")
        else:
            game.faces([1, 2])
            struck += 1
    assert struck == 2
    game.end()


def test_a_ship_crippled_on_its_way_through_comes_to_rest_clear_of_it() -> None:
    """R25: after the attack it slides on."""
    weak = ship(
        "A", 0, (24, 18.4), speed=6, turns=0, thrusters=[1], structure_left=1, ratings={"defense": 0, "sensors": 0}
    )
    game = stage_station(weak, keys={"radius": 1}).begin("a").move(5).pick("enter").faces([6, 6])
    while game.kind not in ("menu", "declare", "activate"):
        game.faces(*throw(game)) if game.kind == "faces" else game.answer(*game.asked.default().to_json())
    if game.kind == "menu":
        game.end()
    assert game.at("s") == (24, 24, 0)


def test_withdrawing_and_winning_do_not_wait_for_it() -> None:
    """R39: the game ends when a side has nothing else left."""
    game = stage_station(ship("A", 0, (10, 10), **STILL), keys={"owner": 1, "tv": 50})
    game.model("z").place = "withdrawn"
    game.idle("a").idle("s")
    assert game.kind == ""


def test_drones_and_squadrons_do_not_intercept_it() -> None:
    """It is neutral, and no squadron."""
    game = stage_station(squadron("F", 0, (24, 18), weapons=[weapon(ac=2, as_=2)])).activate("f")
    assert ["declare", "interception", 0, "s"] not in game.offered()
    game.declare().end()


def test_an_object_is_no_squadron_to_intercept() -> None:
    lines = (rock("unidentified-object", (24, 24), id="u", name="U", structure=4),)
    game = stage(squadron("F", 0, (24, 18)), AWAY, terrain=lines).activate("f")
    game.expect_refused(["declare", "interception", 0, "u"])
    game.declare().end()


def test_its_crippled_state_rolls_last_in_the_deployment_phase() -> None:
    """R37: neutral models after those of both sides."""
    game = stage_station(ship("A", 0, (10, 10), **STILL), ship("C", 1, (30, 40), **STILL, structure_left=0))
    station = game.model("s")
    station.marks["structure"], station.states["crippled"] = 6, 1
    game.idle("a").idle("z").idle("c")
    game.faces([1]).expect("faces", side=0).faces([1])
    assert [each["purpose"].split(" (")[0] for each in game.events("rolled")] == [
        "Catastrophic Damage of C", "Catastrophic Damage of S",
    ]  # fmt: skip


def test_marines_thinned_by_the_crossing_fire_may_all_be_lost() -> None:
    """R46: then no Marines are aboard."""
    game = (
        stage_station(ship("A", 0, (24, 20.5), **STILL, marines=[1])).begin("a", "board").resolve().faces([5, 5, 1, 2])
    )
    assert game.model("s").states == {} and game.model("s").side == NEUTRAL
    game.end()


def test_whose_enemy_nobody_is() -> None:
    """The evaluation of threats doesn't count it as an enemy, but the list of targets does."""
    game = stage_station(ship("A", 0, (24, 14), **STILL, weapons=[gun(ac=4)])).activate("a")
    assert [each.id for each in enemies(game.match.state, game.model("a"))] == ["z"]
    game.declare().attack("a1", "s").expect("faces", side=0)
    game.faces(*throw(game)).end()


# --- Squadrons that start aboard ---
def test_squadrons_that_begin_aboard_launch_from_it_before_any_dice() -> None:
    """v1.2.4 Terrain > Space Stations: it has Hangers, and launches like a ship."""
    flight = squadron("F", 1, (0, 0), embarked_in="s")
    game = stage_station(ship("A", 0, (10, 10), **STILL), flight, keys={"owner": 1, "hangers": 2}, initiative=1)
    assert game.model("f").host == "s" and "f" not in game.match.view(0).models
    assert game.match.view(0).unseen == {"s": 1}
    game.begin("f").launch(24, 26.8).end()
    assert game.model("f").is_on_table and game.match.view(0).models["f"].is_on_table


def test_a_ship_that_begins_docked_gets_under_way() -> None:
    """R85. Squadrons aboard a station stay there, however the table is set up."""
    docked = ship("D", 1, (0, 0), embarked_in="s", speed=5)
    keys = {"owner": 1, "dock": True}
    game = stage_station(ship("A", 0, (10, 10), **STILL), docked, keys=keys, initiative=1, docking=True)
    game.activate("d").declare().launch(24, 27.4).move(3).end()
    assert game.model("d").is_on_table


def test_an_exo_armor_begins_on_its_hull() -> None:
    """v1.2.4 Action > Assaulting, in contact with it."""
    armor = squadron("X", 0, (24, 22), squadron_type="exo-armor", assaulting="s", weapons=[weapon(ac=2)])
    game = stage_station(armor, keys={"owner": 1})
    assert game.model("x").host == "s" and "assaulting" in game.model("x").states
    game.activate("x").declare("bombing").expect_allowed(["resolve", "s"]).resolve()
    plan(plan(game, 0, "a1", 0, 0), 1, "", 0, 0).expect("free", 0).answer("assault", 24, 22, 0)


# --- Illegal places ---
@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("{id: s, kind: space-station, x: 0.5, y: 24}", "'s' stands partly off the table"),
        ("{id: s, kind: space-station, x: 30, y: 30}", "'s' stands on 'rock'"),
    ],
)
def test_stations_that_stand_wrongly_are_refused_with_their_line(tmp_path: Path, line: str, cause: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "name: Wrong\nsummary: Wrong.\nobjectives: [{kind: most_victory_points, points: 10}]\n"
        f"fleets: [jovian-150, cega-150]\nterrain:\n  - {line}\n"
        "  - {id: rock, kind: large-asteroid, x: 30, y: 30, radius: 2}\n"
    )
    with pytest.raises(CardError) as raised:
        setup_of(str(file))
    assert raised.value.line == 6 and cause in str(raised.value)
