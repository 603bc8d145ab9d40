"""Tests of terrain: its effects on models that move through, overlap, or hide behind it (v1.2.4 Terrain; R29-R32)."""

from dataclasses import replace
from typing import Any

import pytest

from jovian.cards import parse_unit
from jovian.table import Pose, Shape, distance, is_flush
from tests.rules.stage import SHIP, Staged, gun, muster, parts, rock, ship, squadron, stage
from tests.rules_api import flush_spots, stealth_levels

FIELD = rock("asteroid-field", (24, 18), radius=2)
CLOUD = rock("particle-cloud", (24, 18), radius=2)
DEBRIS = rock("debris-field", (24, 20))
ROCK = rock("large-asteroid", (24, 18), radius=1)


def toward(piece: dict[str, Any], **fields: Any) -> Staged:
    """Return a ship that heads for a piece of terrain, its front edge at y = 13.5."""
    fields = {"speed": 6, "thrusters": [6, 5, 4, 3, 2, 1], **fields}
    return stage(ship("A", 0, (24, 12), **fields), ship("Far", 1, (44, 44), activated=True), terrain=(piece,)).begin(
        "a"
    )


def flying(piece: dict[str, Any], at: tuple[float, float] = (24, 13)) -> Staged:
    """Return a squadron in front of a piece of terrain."""
    return stage(squadron("S", 0, at, speed=12), ship("Far", 1, (44, 44), activated=True), terrain=(piece,)).begin("s")


@pytest.mark.parametrize(("piece", "count"), [(FIELD, 2), (CLOUD, 2), (DEBRIS, 3)])
def test_ship_that_enters_is_attacked(piece: dict[str, Any], count: int) -> None:
    """v1.2.4 Terrain > Asteroid Field AC 2, Particle Cloud AC 2, Debris Field AC 3: at the first touch, bare dice."""
    game = toward(piece).move(5).expect("avoid", side=0)
    assert game.at("a")[1] == {2: 14.5, 3: 14.5}[count]
    game.pick("enter").expect("faces", side=1).faces([1, 1, 2][:count])
    event = game.last("attacked")
    assert (event["window"], event["modifiers"], event["result"]) == ("terrain", [], "D1")
    assert game.rating("a", "defense") == 2
    assert game.at("a") == (24, 17, 0)


@pytest.mark.parametrize(("piece", "count"), [(CLOUD, 2), (DEBRIS, 4)])
def test_squadron_that_enters_is_attacked(piece: dict[str, Any], count: int) -> None:
    """v1.2.4 Terrain > Particle Cloud AS 2, Debris Field AS 4; a D marks one Structure (R2)."""
    game = flying(piece).fly((24, 24.9)).pick("enter").faces([3, 3, 1, 2][:count])
    assert game.rating("s", "structure") == 3
    assert game.at("s")[:2] == (24, 24.9)


def test_squadrons_cross_asteroid_fields_safely() -> None:
    """v1.2.4 Terrain > Asteroid Field: it attacks only capital ships."""
    game = flying(FIELD).fly((24, 18)).expect("menu").end()
    assert not game.events("attacked")


def test_terrain_strikes_once_in_an_activation() -> None:
    """R29: once per model, activation and piece, however often it is touched."""
    game = toward(FIELD).move(5).pick("enter").faces([1, 2]).move(2).turn(30).expect("menu")
    assert len(game.events("attacked")) == 1


def test_starting_inside_strikes_at_the_first_move() -> None:
    """v1.2.4 Terrain > Asteroid Field: any part of the movement; it cannot be avoided from inside (R30)."""
    game = stage(ship("A", 0, (24, 18)), ship("Far", 1, (44, 44), activated=True), terrain=(FIELD,)).begin("a").move(3)
    game.expect("faces", side=1).faces([1, 2]).expect("menu")
    assert game.at("a") == (24, 21, 0)


def test_a_hollow_field_is_one_piece() -> None:
    """R30: a model in any part of it has no choice, even outside of the other parts."""
    hook = rock("asteroid-field", (24, 18), points=[[-6, -6], [6, -6], [6, 6], [4, 6], [4, -4], [-6, -4]])
    game = stage(ship("A", 0, (21, 12.5)), ship("Far", 1, (44, 44), activated=True), terrain=(hook,)).begin("a")
    assert len(game.pieces("asteroid-field")[0].outline) > 1
    game.move(4).expect("faces", side=1).faces([1, 2]).expect("menu")


def test_turning_inside_cannot_be_avoided() -> None:
    """R30: avoiding is chosen before touching, so a ship that already overlaps the piece has no choice."""
    game = stage(ship("A", 0, (24, 18)), ship("Far", 1, (44, 44), activated=True), terrain=(FIELD,)).begin("a").turn(30)
    game.expect("faces", side=1).faces([1, 2]).expect("menu")


def test_turning_into_terrain_touches_it() -> None:
    """R29: a turn counts as movement."""
    piece = rock("asteroid-field", (26.3, 12), radius=1)
    game = stage(ship("A", 0, (24, 12)), ship("Far", 1, (44, 44), activated=True), terrain=(piece,)).begin("a")
    game.turn(45).pick("enter").faces([5, 5]).expect("menu")
    assert game.rating("a", "thrusters") == 1


def test_avoided_terrain_does_not_strike_but_may_not_be_ended_on() -> None:
    """v1.2.4 Terrain: any model may treat it as a larger model instead (R30)."""
    game = toward(FIELD).move(5).pick("avoid").expect("menu")
    assert not game.events("rolled")
    game.expect_refused(["end"], "Asteroid Field")
    game.move(4.6).end()
    assert game.at("a") == (24, 21.6, 0)


def test_avoiding_without_room_slides_past() -> None:
    """R25, R30: terrain counts as larger, so a ship that must end on an avoided piece is moved ahead of it."""
    game = toward(FIELD, speed=5, thrusters=[1], ratings={"thrusters": 0}).move(5).pick("avoid").end()
    assert game.at("a")[1] == pytest.approx(21.5, abs=0.01)
    assert not game.events("attacked")


def test_a_flight_that_ends_on_it_may_avoid_it_and_fly_on() -> None:
    """R30: its player decides as for any other, but its move may not end there."""
    game = flying(CLOUD).fly((24, 18)).expect("avoid", side=0).pick("avoid").expect("menu")
    assert game.at("s")[:2] == (24, 18) and not game.events("rolled")
    game.expect_refused(["end"], "Particle Cloud")
    game.fly((24, 21)).end()
    assert game.at("s")[:2] == (24, 21)


def test_a_flight_that_avoids_what_it_ends_on_is_pushed_clear() -> None:
    """R25, R30: without movement left, the avoided piece counts as larger and pushes the squadron the shortest way."""
    game = flying(CLOUD, (24, 7)).fly((24, 19)).pick("avoid").end()
    model = game.model("s")
    gap = distance(model.base, model.pose, Shape.circle(2), Pose(24, 18, 0))
    assert gap == pytest.approx(0.0, abs=0.01) and not game.events("rolled")


def test_a_flight_that_ends_on_it_may_enter_and_hide() -> None:
    game = flying(CLOUD).fly((24, 18)).pick("enter").expect("faces", side=1).faces([1, 2]).end()
    assert game.at("s")[:2] == (24, 18)


def test_each_of_a_formation_is_asked() -> None:
    """R29, R30: every squadron by itself. If one avoids the piece, the formation may not end with that one on it."""
    pair: dict[str, Any] = {"traits": ["Formation"], "speed": 12}
    cast = squadron("S", 0, (24, 13), **pair), squadron("S", 0, (25, 13), id="t", formation="s", **pair)
    game = stage(*cast, ship("Far", 1, (44, 44), activated=True), terrain=(CLOUD,)).begin("s").fly((24, 18))
    game.pick("avoid").pick("enter").faces([1, 2]).expect_refused(["end"], "Particle Cloud")
    game.fly((21.4, 18)).end()


def test_a_free_move_that_ends_on_it_cannot_avoid_it() -> None:
    """R30: there is no movement left after it."""
    cast = ship("A", 0, (24, 8), speed=0), squadron("S", 0, (24, 13), activated=True)
    game = stage(*cast, ship("Far", 1, (44, 44), activated=True), terrain=(CLOUD,)).begin("a", "vector attack")
    game.resolve().faces([1, 2, 3]).pick("send", "s").answer("fly", [[24, 16.5]], kind="free")
    game.expect("faces", side=1).faces([1, 2]).end()


def test_a_free_move_ends_for_each_of_a_formation_where_its_leader_takes_it() -> None:
    """R30: only T ends on the cloud."""
    pair: dict[str, Any] = {"traits": ["Formation"], "activated": True}
    wing = squadron("S", 0, (27, 13), **pair), squadron("S", 0, (26, 13), id="t", formation="s", **pair)
    cast = ship("A", 0, (24, 8), speed=0), *wing, ship("Far", 1, (44, 44), activated=True)
    game = stage(*cast, terrain=(CLOUD,)).begin("a", "vector attack").resolve().faces([1, 2, 3]).pick("send", "s")
    game.answer("fly", [[27, 16.9]], kind="free").expect("faces", side=1).faces([1, 2]).end()
    assert [event["target"] for event in game.events("attacked")] == ["t"]


def test_another_action_is_no_reason_to_stay_on_what_it_avoids() -> None:
    """R30, R42: only an action that needs the contact keeps the activation from ending."""
    game = stage(squadron("S", 0, (24, 13), speed=12), ship("Far", 1, (44, 44), activated=True), terrain=(CLOUD,))
    game.begin("s", "withdraw").fly((24, 18)).pick("avoid").expect_refused(["end"], "it must fly away")
    game.fly((24, 21)).end()


def test_choices_in_terrain_damage_are_the_opponents() -> None:
    """R29: the opponent of the target's controller chooses, here between Sensors and Marines."""
    game = toward(FIELD, marines=[2, 1]).move(5).pick("enter").faces([3, 3]).expect("rating", side=1)
    game.pick("damage", "marines")
    assert (game.rating("a", "marines"), game.rating("a", "sensors")) == (1, 2)


@pytest.mark.parametrize(("armor", "macro"), [(0, 0), (1, 1), (3, 3)])
def test_the_armor_of_a_squadron_counts_against_terrain(armor: int, macro: int) -> None:
    """R29: it applies from all angles."""
    game = stage(
        squadron("S", 0, (24, 13), speed=12, armor=armor), ship("Far", 1, (44, 44), activated=True), terrain=(CLOUD,)
    ).begin("s").fly((24, 24.9))  # fmt: skip
    detail = next(option.detail for option in game.asked.options() if option.choice == ["enter"])
    assert detail == "2 dice attack at once" + (f" (Armor {armor})" if armor else "")
    game.pick("enter").faces([4, 4], [], [4, 1, 1][:macro])
    event = game.last("attacked")
    assert [tuple(part[:2]) for part in event["modifiers"]] == [(f"Armor {armor}", -armor)][:armor]
    assert game.rating("s", "structure") == (3 if not armor else 4)


def test_each_of_a_formation_has_its_own_armor_against_terrain() -> None:
    """R29, R76: an upgrade can give one member more Armor."""
    pair: dict[str, Any] = {"traits": ["Formation"], "speed": 12}
    cast = squadron("S", 0, (24, 13), **pair), squadron("S", 0, (25, 13), id="t", formation="s", **pair)
    game = stage(*cast, ship("Far", 1, (44, 44), activated=True), terrain=(CLOUD,))
    model = game.model("t")
    model.card = replace(model.card, armor=dict.fromkeys(model.card.armor, 2))
    game.begin("s").fly((24, 24.9)).pick("enter").faces([1, 2]).pick("enter").faces([1, 2], [], [5, 6]).end()


def test_an_escort_has_its_armor_against_terrain_its_ship_has_not() -> None:
    """R29: the escort moves along and is struck by itself."""
    game = stage(
        ship("A", 0, (24, 12), speed=6, armor={"fore": 2, "side": 2, "aft": 2}, traits=["CAP"]),
        squadron("S", 0, (24, 14), armor=1, escorting="a"), ship("Far", 1, (44, 44), activated=True), terrain=(CLOUD,),
    ).begin("a").move(5)  # fmt: skip
    detail = next(option.detail for option in game.asked.options() if option.choice == ["enter"])
    assert detail == "2 dice attack A, 2 dice attack S (Armor 1) on contact"
    game.pick("enter").faces([1, 2], [], [1]).faces([1, 2]).end()
    game.answer(*game.asked.default().to_json())


def test_terrain_attacks_know_no_ecm_evasion_or_armor_of_ships() -> None:
    """R29: no modifiers, no Armor of ships, no ECM, no Evasive."""
    game = toward(FIELD, armor={"fore": 3}, traits=["ECM:2"], states={"evading": 1}).move(5).pick("enter")
    game.faces([6, 6]).expect("menu")
    assert game.last("attacked")["result"] == "D6"
    assert game.rating("a", "thrusters") == 5


def test_limits_hold_while_terrain_breaks_thrusters() -> None:
    """R20: damaged during the move, it still has its initial limits."""
    game = toward(FIELD).move(5).pick("enter").faces([6, 6])
    assert game.room.forward == 7


def test_dying_on_debris_ends_the_flight() -> None:
    """v1.2.4 Terrain > Debris Field: a squadron with 1 remaining Structure is lost."""
    game = stage(
        squadron("S", 0, (24, 13), structure_left=1, speed=12),
        ship("A", 0, (10, 10)),
        ship("Far", 1, (44, 44)),
        terrain=(DEBRIS,),
    ).begin("s")
    game.fly((24, 24.9)).pick("enter").faces([2, 2, 1, 3]).expect("declare", side=1)
    assert game.model("s").place == "destroyed"


@pytest.mark.parametrize("kind", ["large-asteroid", "wreck"])
def test_nothing_may_end_on_a_rock(kind: str) -> None:
    """v1.2.4 Terrain > Large Asteroid, Wreck: no overlap, but models may pass it without damage."""
    game = flying(rock(kind, (24, 18), radius=1))
    game.expect_no_end(24, 18.5, kind.split("-")[-1])
    game.fly((24, 22)).expect("menu").end()
    assert not game.events("rolled")


def test_ship_that_ends_on_a_rock_slides_past_it() -> None:
    """R25: terrain counts as larger than any ship."""
    game = toward(ROCK, speed=6, thrusters=[1], ratings={"thrusters": 0}).move(6).end()
    assert game.at("a")[1] == pytest.approx(20.5, abs=0.01)


@pytest.mark.parametrize(("piece", "inches"), [(ROCK, 2.9), (rock("wreck", (24, 18)), 2.9), (ROCK, 3.1)])
def test_near_a_rock_is_one_level_of_stealth(piece: dict[str, Any], inches: float) -> None:
    """v1.2.4 Terrain > Large Asteroid: Stealth within 3"; missiles measure 6" more (R32, R54)."""
    target = ship("B", 1, (24, 20.5 + inches), activated=True)
    game = stage(
        ship("A", 0, (13, 20.5 + inches), 90, weapons=[gun("Missile", missile="AS", as_=3, ac=3)]),
        target,
        terrain=(piece,),
    ).begin("a")
    if inches < 3:
        assert "Stealth" in game.no_shot("a", "a1", "b")
    else:
        assert game.shot("a", "a1", "b").range.band == "optimum"


def test_several_rocks_hide_no_better_than_one() -> None:
    """R32: large asteroids, moons and wrecks near a model give one level together."""
    game = stage(
        ship("A", 0, (17, 24), 90, weapons=[gun("Missile", missile="AC", ac=3)]),
        ship("B", 1, (31, 24), activated=True),
        terrain=(rock("large-asteroid", (31, 28), radius=1), rock("wreck", (31, 20))),
    ).begin("a")
    assert game.shot("a", "a1", "b").range.distance == 11.5


@pytest.mark.parametrize("piece", [FIELD, CLOUD])
def test_models_in_a_field_are_obscured(piece: dict[str, Any]) -> None:
    """v1.2.4 Terrain > Asteroid Field, Particle Cloud: -2 against models that overlap it, even in part (R19)."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3)]), ship("B", 1, (24, 15), 180, activated=True), terrain=(piece,)
    ).begin("a")
    assert parts(game.shot("a", "a1", "b"))[f"Obscured by {piece['kind'].replace('-', ' ').title()}"] == -2


def test_debris_does_not_obscure() -> None:
    """R19: debris never obscures."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3)]), ship("B", 1, (24, 15), 180, activated=True), terrain=(DEBRIS,)
    ).begin("a")
    assert game.shot("a", "a1", "b").range.obscured == ""


def test_what_is_avoided_does_not_hide() -> None:
    """R30: no benefit from it in this activation, for example against Autofire on the way."""
    game = stage(
        ship("A", 0, (24, 12), speed=6, thrusters=[6, 5, 4, 3, 2, 1]),
        ship("B", 1, (24, 36), 180, weapons=[gun("Particle Cannon", ac=3, traits=["Autofire"])]),
        terrain=(FIELD,),
    ).begin("a")
    game.move(9).pick("avoid").expect("autofire", side=1).pick("fire", "b", "a1")
    assert game.last("moved")["to"][1] == 21.0
    game.faces([1, 2, 3])
    assert game.last("attacked")["modifiers"] == []


# --- Comets ---
COMET = rock("comet", (24, 20), heading=90, radius=1, tail_length=6, tail_width=2)


def comet(*cast: Any, piece: dict[str, Any] = COMET) -> Staged:
    """Play to the End Phase. The comet moves after both sides have ended their activations."""
    far = ship("Far", 1, (44, 44), speed=0, thrusters=[1])
    game = stage(ship("Home", 0, (4, 4), speed=0, thrusters=[1], activated=True), far, *cast, terrain=(piece,))
    return game.begin("far").end()


def test_comet_moves_away_from_its_tail() -> None:
    """v1.2.4 Terrain > Comets: 2d6 inches at the end of each Deployment Phase, head first (R31)."""
    game = comet().expect("faces").faces([3, 4])
    (body,), (tail,) = game.pieces("comet"), game.pieces("comet-tail")
    assert (body.pose.x, body.pose.y) == (31, 20)
    assert tail.pose == body.pose
    assert game.last("moved")["cause"] == "comet"
    rolled = game.last("rolled")
    assert (rolled["faces"]["base"], rolled["result"], rolled["rerolled"]) == ([3, 4], "7", False)
    assert game.match.state.phase == "activation"


def test_a_comet_tail_begins_at_the_middle_of_its_body() -> None:
    """v1.2.4 Terrain > Comets: as long and wide as the scenario says, straight behind."""
    (tail,) = comet().faces([3, 4]).pieces("comet-tail")
    assert sorted(tail.outline[0].points) == [(-1, -6), (-1, 0), (1, -6), (1, 0)]


def test_comet_pushes_what_its_body_would_overlap() -> None:
    """v1.2.4 Terrain > Comets: models in the way of the body are moved out of the way."""
    game = comet(ship("B", 1, (31, 21), 90, activated=True)).faces([3, 4]).faces([1, 2])
    x, y, _ = game.at("b")
    assert (x, y) == pytest.approx((31, 22), abs=0.01)
    assert game.last("moved")["model"] == "b"
    assert game.last("attacked")["weapon"] == "Comet Tail"


def test_comet_tail_strikes_once_what_it_overlaps_or_sweeps() -> None:
    """v1.2.4 Terrain > Comets: AC or AS 2 at each model that the tail overlaps or passes over (R31)."""
    game = comet(
        ship("B", 1, (17, 20), 90, activated=True, structure=[5, 4, 3, 2, 1]),
        squadron("S", 0, (26, 20), activated=True),
    ).faces([6, 6])
    game.expect("faces", side=0).faces([5, 5]).expect("faces", side=1).faces([1, 1])
    assert [each["target"] for each in game.events("attacked")] == ["b", "s"]
    assert (game.rating("b", "thrusters"), game.rating("s", "structure")) == (1, 3)
    assert game.kind == "activate"


def test_comet_leaves_when_its_body_is_off_the_table() -> None:
    """R31: wholly off the table, tail and all."""
    near = rock("comet", (45, 20), heading=90, radius=1, tail_length=6, tail_width=2)
    game = comet(piece=near).faces([1, 2])
    assert len(game.pieces("comet")) == 1, "touching the edge is not yet off"
    edge = comet(piece=near).faces([2, 3])
    assert not edge.pieces("comet")
    assert not edge.pieces("comet-tail")
    assert [(each["model"], each["how"]) for each in edge.events("left_play")] == [
        ("comet", "withdrawn"), ("comet-tail", "withdrawn"),
    ]  # fmt: skip


def test_comet_body_hides_like_a_rock() -> None:
    """v1.2.4 Terrain > Comets: the body is a Large Asteroid of Signature 6": no cover for capitals, but Stealth."""
    piece = rock("comet", (24, 16.5), heading=90, radius=1, tail_length=2, tail_width=1)
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun(ac=3, as_=3)]),
        ship("B", 1, (24, 21), 180, activated=True),
        squadron("S", 1, (24, 18.5), activated=True),
        terrain=(piece,),
    ).begin("a")
    assert game.shot("a", "a1", "b").range.obscured == ""
    assert game.shot("a", "a1", "s").range.obscured == "Comet"


def test_comet_moves_in_the_first_turn_too() -> None:
    """v1.2.4 Terrain > Comets: at the end of each Deployment Phase, once all are placed."""
    hull = parse_unit({**SHIP, "name": "Hull", "speed": 0, "thrusters": [1]}, "test")
    game = muster((hull,), (hull,), terrain=[COMET])
    first, second = game.match.state.models
    game.answer("place", first, 10, 6, 0).answer("place", second, 10, 42, 180).expect("faces").faces([1, 1])
    assert game.pieces("comet")[0].pose.x == 26
    assert game.match.state.turn == 1


def test_a_ship_that_a_comet_pushes_has_its_escort_placed_about_it_anew() -> None:
    """R25, R31: it moves with its ship, then its owner places it. It still escorts."""
    game = comet(
        ship("B", 1, (31, 21), 90, activated=True, traits=["CAP"]), squadron("S", 1, (31, 22.5), escorting="b"),
    ).faces([3, 4])  # fmt: skip
    while game.kind == "faces":
        game.faces([1, 2])
    game.expect("attach", 1)
    ship_at, escort = game.at("b"), game.model("s")
    assert ship_at[:2] != (31, 21) and escort.host == "b"
    game.answer(*game.asked.default().to_json())
    while game.kind == "faces":
        game.faces([1, 2])
    hull = game.model("b")
    assert escort.is_escorting and is_flush(hull.base, hull.pose, escort.base, escort.pose)


def test_a_comet_beside_a_ship_moves_the_escort_alone() -> None:
    """R25, R31: its body takes the place of the escort, not of the ship, so the escort gets another place."""
    game = comet(
        ship("B", 1, (31, 22.8), 90, activated=True, traits=["CAP"]), squadron("S", 1, (31, 21.3), escorting="b"),
    )  # fmt: skip
    escort, hull = game.model("s"), game.model("b")
    escort.pose = min(flush_spots(game.match.state, escort, hull), key=lambda spot: (spot.y, abs(spot.x - 31)))
    game.faces([3, 4])
    while game.kind == "faces":
        game.faces([1, 2])
    game.expect("attach", 1).expect_refused(["stay"], "solid terrain")
    game.answer(*game.asked.default().to_json())
    while game.kind == "faces":
        game.faces([1, 2])
    assert game.at("b") == (31, 22.8, 90) and escort.is_escorting
    assert is_flush(hull.base, hull.pose, escort.base, escort.pose)


# --- Small Moons ---
MOON = rock("small-moon", (24, 12), radius=4)


def over(piece: dict[str, Any], **fields: Any) -> Staged:
    """Return a ship in the middle of a piece, Speed 4, Thrusters 2, and a distant enemy."""
    return stage(
        ship("A", 0, (24, 12), thrusters=[2, 1], **fields), ship("Far", 1, (24, 44), 180, activated=True),
        terrain=(piece,),
    ).begin("a")  # fmt: skip


def test_a_ship_that_starts_on_a_moon_is_faster() -> None:
    """v1.2.4 Terrain > Small Moons: Speed +2 for a movement that starts on it, to the end of that movement (R20)."""
    game = over(MOON)
    assert (game.room.min_move, game.room.forward) == (4, 8)
    game.move(7)
    assert (game.room.min_move, game.room.forward) == (0, 1)


def test_a_squadron_that_starts_on_a_moon_is_faster_all_the_way() -> None:
    """v1.2.4 Terrain > Small Moons: it has left the moon after the first leg, and keeps the bonus."""
    game = flying(MOON, (24, 13)).fly((24, 23))
    assert game.room.forward == 4
    assert stage(
        squadron("S", 0, (24, 2), speed=12), ship("Far", 1, (44, 44), activated=True), terrain=(MOON,)
    ).begin("s").fly((24, 12)).room.forward == 2  # fmt: skip


@pytest.mark.parametrize(("y", "inches"), [(12, 8), (16.2, 8), (16.6, 6), (17.6, 6)])
def test_a_formation_is_faster_only_if_all_of_it_starts_on_a_moon(y: float, inches: float) -> None:
    """v1.2.4 Terrain > Small Moons, R76: its members fly the same distance. S2 is 1" behind, the last off the moon."""
    pair: dict[str, Any] = {"traits": ["Formation"]}
    cast = squadron("S", 0, (24, y - 1), **pair), squadron("S", 0, (24, y), id="t", formation="s", **pair)
    game = stage(*cast, ship("Far", 1, (44, 44), activated=True), terrain=(MOON,)).begin("s")
    assert game.room.forward == inches
    game.end()


def test_what_a_moon_adds_is_doubled_by_a_hard_burn() -> None:
    """R22: Speed is added to and subtracted from, then doubled."""
    game = over(MOON, states={"hard-burn": 1})
    assert (game.room.min_move, game.room.forward) == (10, 14)


def test_station_keeping_above_a_moon_is_as_slow_as_ever() -> None:
    """R22: its Speed counts as 0 on any terrain."""
    game = over(MOON, states={"station-keeping": 1})
    assert (game.room.min_move, game.room.forward) == (0, 2)


def test_a_moon_hides_and_does_not_obscure() -> None:
    """R19, R32: one Stealth level within 3", no blocked line. A move may end on it, without an attack."""
    game = toward(rock("small-moon", (24, 18), radius=2)).move(6).expect("menu")
    assert not game.events("attacked") and not game.events("avoided")
    assert stealth_levels(game.match.state, game.model("a")).levels == 1
    shot = stage(
        ship("A", 0, (24, 10), weapons=[gun(ac=3)]), ship("B", 1, (24, 22), 180, activated=True),
        terrain=(rock("small-moon", (24, 18), radius=2),),
    ).begin("a").shot("a", "a1", "b")  # fmt: skip
    assert parts(shot) == {}
