"""Tests of states by v1.2.1 and v1.2.3, each as an option of a game."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.dice import Result
from jovian.game import Model, State
from jovian.narrator import Narrator
from jovian.table import Pose
from tests.rules.carrier import hidden
from tests.rules.stage import Staged, bay, gun, parts, ship, squadron, stage, stocked, weapon
from tests.rules.turns import AWAY, HOME, has_state, pass_turn, whiff
from tests.rules_api import (
    Adrift,
    boost_limit,
    build_rulebook,
    damage_context,
    find_effect,
    fire_control,
    harm_words,
    interceptors_near,
    refuse_action,
    stealth_levels,
)

FIRST, STATES = "v1.2.1", "v1.2.3"
DRIFT = {"drift": FIRST}


# --- Crippled squadrons ---
def worn(left: int, options: Any = None, **fields: Any) -> Staged:
    """Return squadron S of side 0 with this Structure, and an enemy ship near it."""
    if options is None:
        options = {"crippled_squadrons": FIRST}
    return stage(
        squadron("S", 0, (24, 20), structure_left=left, **{"fire_control": 2, **fields}), HOME, AWAY,
        ship("B", 1, (24, 26), activated=True, weapons=[gun(as_=3)]), options=options,
    )  # fmt: skip


def test_a_squadron_with_its_last_box_is_crippled() -> None:
    """v1.2.1 Damage > Crippled Squadrons: Fire Control 1, no Boost, only Damage Control or Withdraw."""
    game = worn(1)
    state, model = game.match.state, game.model("s")
    assert has_state(game, "s", "crippled-squadron")
    assert (fire_control(state, model), boost_limit(state, model)) == (1, 0)
    game.activate("s").expect_refused(["declare", "bombing", 0], "crippled squadron")
    game.expect_refused(["declare", "ram", 0], "crippled squadron")
    game.expect_refused(["declare", "none", 1], "At most 0")
    game.declare("withdraw")


@pytest.mark.parametrize(("left", "fields"), [(2, {}), (1, {"structure": [1]}), (1, {"squadron_type": "drone"})])
def test_others_are_not(left: int, fields: dict[str, Any]) -> None:
    """v1.2.1 Damage > Crippled Squadrons: not with 2 left, printed with 1, nor drones."""
    drone = {"drone_class": 3, "tv": 0, "faction": "Common"} if fields.get("squadron_type") else {}
    game = worn(left, **fields, **drone)
    assert not has_state(game, "s", "crippled-squadron") and fire_control(game.match.state, game.model("s")) == 2
    assert not has_state(worn(1, {}), "s", "crippled-squadron")


def test_damage_cripples_it_and_previews_say_so() -> None:
    """v1.2.1 Damage > Crippled Squadrons: entered by the damage that leaves the last box."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(as_=3)]), HOME, AWAY,
        squadron("S", 1, (24, 15), activated=True, structure=[3, 2, 1, 1]), options={"crippled_squadrons": FIRST},
    ).begin("a")  # fmt: skip
    stake = damage_context(game.shot("a", "a1", "s"))
    texts = [harm_words(game.match.state, stake, Result.parse(code)) for code in ("D4", "T4", "D3,T4")]
    assert texts == ["1 Structure of 4", "2 Structure of 4: crippled", "3 Structure of 4: crippled"]
    game.attack("a1", "s").faces([4, 4, 4]).expect("menu")
    assert has_state(game, "s", "crippled-squadron")
    assert (game.last("state")["state"], game.last("state")["entered"]) == ("crippled-squadron", True)


def test_repairs_aboard_end_it() -> None:
    """v1.2.1 Damage > Crippled Squadrons: only while it has no more."""
    game = stage(
        ship("C", 0, (24, 24), traits=["Hangers:2"]), hidden(structure_left=1), AWAY,
        options={"crippled_squadrons": FIRST},
    )  # fmt: skip
    assert has_state(game, "s", "crippled-squadron")
    game.begin("c", "damage control").resolve().faces([1, 2, 4]).faces([1, 2, 4]).expect("menu")
    assert game.rating("s", "structure") == 2 and not has_state(game, "s", "crippled-squadron")


def test_a_formation_with_a_crippled_member_does_not_boost() -> None:
    """v1.2.1 Damage > Crippled Squadrons: it acts as one, so a limit of one member applies to all."""
    pair = {"traits": ["Formation"]}
    game = stage(
        squadron("S", 0, (24, 20), formation="t", **pair), HOME, AWAY,
        squadron("S", 0, (25, 20), id="t", formation="s", structure_left=1, **pair),
        options={"crippled_squadrons": FIRST},
    )  # fmt: skip
    assert boost_limit(game.match.state, game.model("s")) == 0
    assert refuse_action(game.match.state, game.model("s"), "evade") is not None


def test_a_crippled_assailant_may_still_bomb_its_ship() -> None:
    """v1.2.1 Damage > Crippled Squadrons; v1.2.4 Action > Assaulting: it must, so that the game never hangs."""
    exo = {"squadron_type": "exo-armor", "weapons": [weapon(ac=2)]}
    game = stage(
        squadron("S", 0, (24, 18.5), structure_left=1, assaulting="b", **exo), HOME, AWAY,
        ship("B", 1, (24, 20.5), activated=True), options={"crippled_squadrons": FIRST},
    )  # fmt: skip
    game.activate("s").expect_refused(["declare", "none", 0], "must declare")
    game.expect_allowed(["declare", "bombing", 0])


# --- Drifting ships ---
def hulk(options: Any = None, at: tuple[float, float] = (24, 20), **fields: Any) -> Staged:
    """Return ship A of side 0 without Structure."""
    armed = {"weapons": [gun(ac=2)], **fields}
    return stage(
        ship("A", 0, at, structure_left=0, **armed), ship("B", 1, (24, 30), 180, activated=True), HOME, AWAY,
        options=DRIFT if options is None else options,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("face", "end"),
    [(1, (22.586, 21.414, 315)), (2, (22.586, 21.414, 315)), (3, (24, 22, 0)), (4, (24, 22, 0)),
     (5, (25.414, 21.414, 45)), (6, (25.414, 21.414, 45))],
)  # fmt: skip
def test_a_crippled_ship_drifts(face: int, end: tuple[float, float, int]) -> None:
    """v1.2.1 Damage > Crippled Capital Ships: a turn by a die and 2" before anything is declared."""
    game = hulk().faces([face]).expect("declare")
    assert game.at("a") == end and game.last("moved")["cause"] == "drift"
    texts = [line.text for line in Narrator(build_rulebook()).tell(game.match.events)]
    assert any(line.startswith('A drifts 2"') for line in texts)
    game.declare("none").expect_refused(["move", 1.0])
    game.expect_refused(["turn", 45])
    game.attack("a1", "b").faces([1, 2, 4]).expect("menu")


def test_a_drifting_ship_declares_repairs_or_flight() -> None:
    """v1.2.1 Damage > Crippled Capital Ships: not the Ram that v1.2.4 allows."""
    refusal = hulk().faces([3]).expect_refused(["declare", "ram", 0], "drifting ship")
    assert refusal.cited.startswith("v1.2.1")
    usual = hulk({}).activate("a").expect("declare")
    usual.expect_allowed(["declare", "ram", 0]).declare("none").move(2.0)


def test_it_drifts_off_the_table_and_is_withdrawn() -> None:
    """v1.2.1 Damage > Crippled Capital Ships; R27: its move is over, and with it its activation."""
    game = hulk(at=(24, 46)).faces([3])
    assert game.model("a").place == "withdrawn" and not game.events("declared")


def drift_ways(state: State, model: Model) -> tuple[tuple[Pose, str], ...]:
    adrift = find_effect(state, model, Adrift)
    assert adrift is not None
    return adrift.drift_ends(state, model)


def test_the_preview_of_a_drift_is_where_it_leads() -> None:
    """v1.2.1 Damage > Crippled Capital Ships: three possible turns, each for 2 faces of the die."""
    for face in range(1, 7):
        game = hulk()
        state, model = game.match.state, game.model("a")
        ways = drift_ways(state, model)
        assert [faces for _, faces in ways] == ["1-2", "3-4", "5-6"]
        game.faces([face]).expect("declare")
        assert game.model("a").pose == ways[(face - 1) // 2][0]


@pytest.mark.parametrize("face", [1, 3, 6])
def test_a_planet_stops_a_drifting_ship(face: int) -> None:
    """v1.2.1 Damage > Crippled Capital Ships; R26, R27: nothing drifts over the edge of a planet, nor leaves there."""
    planet = {"kind": "planet", "id": "planet", "edge": "north"}
    game = stage(ship("A", 0, (24, 46), structure_left=0), AWAY, HOME, terrain=(planet,), options=DRIFT)
    state, model = game.match.state, game.model("a")
    ways = drift_ways(state, model)
    game.faces([face]).expect("declare")
    assert game.model("a").place == "table" and game.model("a").pose == ways[(face - 1) // 2][0]


def test_what_it_drifts_onto_makes_room() -> None:
    """R25: it is moved aside right after the drift. A squadron is pushed clear."""
    game = stage(
        ship("A", 0, (24, 20), structure_left=0), squadron("S", 1, (24, 23), activated=True), HOME, AWAY, options=DRIFT
    )
    game.faces([3]).expect("declare")
    assert game.at("a") == (24, 22, 0) and game.at("s")[:2] != (24, 23)


def test_terrain_strikes_a_drifting_ship() -> None:
    """v1.2.1 Damage > Crippled Capital Ships; R29: terrain attacks it like a moving ship, and can destroy it."""
    rocks = {"kind": "asteroid-field", "id": "rocks", "x": 24, "y": 26, "radius": 3}
    game = stage(
        ship("A", 0, (24, 20), structure_left=0), AWAY, HOME, terrain=(rocks,), options={**DRIFT}
    ).faces([3])  # fmt: skip
    game.pick("enter").expect("faces")
    whiff(game).expect("declare")
    assert game.at("a")[:2] == (24, 22)


def test_moored_and_embarked_ships_do_not_drift() -> None:
    """v1.2.1 Damage > Crippled Capital Ships: immobile models stay at their places."""
    game = hulk(traits=["Static"]).activate("a").expect("declare")
    assert game.at("a") == (24, 20, 0)
    game.declare("none")


# --- Disrupted ---
def scorched(faces: list[int], options: Any, kind: str = "Particle Cannon", control: int = 2) -> Staged:
    """Return a squadron with this Fire Control after a shot of a kind of gun."""
    game = stage(
        ship("A", 0, (24, 8), weapons=[gun(kind, as_=len(faces)), gun(kind, as_=len(faces))]), HOME, AWAY,
        squadron("S", 1, (24, 15), fire_control=control, structure=[8, 7, 6, 5, 4, 3, 2, 1]), options=options,
    ).begin("a")  # fmt: skip
    return game.attack("a1", "s").faces(faces).expect("menu")


@pytest.mark.parametrize(
    ("faces", "kind", "control", "now"),
    [([1, 1, 3], "Particle Cannon", 2, 1), ([1, 2, 3], "Particle Cannon", 2, 2), ([1, 1, 3], "Kinetic Cannon", 2, 2),
     ([1, 1, 3], "Particle Cannon", 1, 1), ([1, 1, 3], "Particle Cannon", 3, 2)],
)  # fmt: skip
def test_a_particle_cannon_disrupts_squadrons(faces: list[int], kind: str, control: int, now: int) -> None:
    """v1.2.3 States > Disrupted: one Fire Control less, to 1, if it hits at all."""
    game, usual = (scorched(faces, options, kind, control) for options in ({"disrupted": STATES}, {}))
    assert fire_control(game.match.state, game.model("s")) == now
    assert fire_control(usual.match.state, usual.model("s")) == control


def test_disruption_does_not_add_up_and_ends() -> None:
    """v1.2.3 States > Disrupted: a second hit does no more; the End Phase ends it."""
    game = scorched([1, 1, 3], {"disrupted": STATES}, control=3)
    game.attack("b1", "s").faces([1, 1, 3]).expect("menu")
    assert fire_control(game.match.state, game.model("s")) == 2
    assert [each["entered"] for each in game.events("state") if each["state"] == "disrupted"] == [True]
    game.move(game.room.min_move).end()
    pass_turn(game)
    assert not has_state(game, "s", "disrupted")


def test_previews_say_disrupted() -> None:
    """v1.2.3 States > Disrupted."""
    game = scorched([1, 2, 3], {"disrupted": STATES})
    stake = damage_context(game.shot("a", "b1", "s"))
    assert harm_words(game.match.state, stake, Result.parse("D4")) == "1 Structure of 8 and Disrupted"


# --- Running silent ---
def test_quiet_running_is_one_more_stealth_and_no_ecm() -> None:
    """v1.2.3 States > Stealthed: 1 level above the trait, no test, no ECM."""
    guns = [gun("Missile", missile="AC", ac=3)]
    for traits, levels in (([], 1), (["Stealth:2"], 3)):
        game = stage(
            ship("A", 0, (24, 20), traits=traits), HOME, AWAY, ship("B", 1, (24, 24), 180, weapons=guns),
            options={"silent_running": STATES},
        ).begin("a", "silent running").expect("menu")  # fmt: skip
        assert has_state(game, "a", "running-quiet")
        assert stealth_levels(game.match.state, game.model("a")).levels == levels
        assert levels > 1 or not any("ECM" in label for label in parts(game.shot("b", "a1", "a")))


def test_any_fire_control_gives_it_away() -> None:
    """v1.2.3 States > Stealthed: missiles too. v1.2.4 excepts them."""
    game = stage(
        ship("A", 0, (24, 20), weapons=[gun("Missile", missile="AC", ac=2)]), HOME, AWAY,
        ship("B", 1, (24, 28), 180, activated=True), options={"silent_running": STATES},
    ).begin("a", "silent running")  # fmt: skip
    game.attack("a1", "b")
    while game.kind == "faces":
        game.faces([1, 2, 4, 5][: game.asked.counts.base])
    assert not has_state(game.expect("menu"), "a", "running-quiet")


def test_a_launch_of_drones_gives_it_away_too() -> None:
    """v1.2.3 States > Stealthed: it expends Fire Control. Autofire doesn't."""
    game = stage(
        ship("A", 0, (24, 20), weapons=[bay(1, [1])]), HOME, AWAY, yard=(stocked("Mite", 1),),
        options={"silent_running": STATES},
    ).begin("a", "silent running")  # fmt: skip
    game.drone("a1", "common/mite", 24, 24).expect("menu")
    assert not has_state(game, "a", "running-quiet")


def test_it_takes_three_ratings() -> None:
    """v1.2.3 States > Stealthed: Defense, Sensors and Thrusters."""
    game = stage(
        ship("A", 0, (24, 20), ratings={"sensors": 0}), squadron("S", 0, (30, 20)), HOME, AWAY,
        options={"silent_running": STATES},
    )  # fmt: skip
    state = game.match.state
    for ident in ("a", "s"):
        refusal = refuse_action(state, game.model(ident), "silent running")
        assert refusal is not None and refusal.cited == "v1.2.3 States > Stealthed"


# --- Assailants ---
@pytest.mark.parametrize(("options", "caught"), [({}, True), ({"assailants": STATES}, False)])
def test_nobody_reacts_to_an_assailant(options: dict[str, str], caught: bool) -> None:
    """v1.2.3 States > Assaulting: only an active squadron intercepts it."""
    exo = {"squadron_type": "exo-armor", "weapons": [weapon(ac=2)]}
    game = stage(
        squadron("S", 0, (24, 18.5), assaulting="b", **exo), HOME, AWAY, ship("B", 1, (24, 20.5), activated=True),
        squadron("E", 1, (24, 16), activated=True, weapons=[weapon(as_=2)]), options=options,
    ).activate("s").declare("bombing")  # fmt: skip
    assert bool(interceptors_near(game.match.state, game.model("s"))) == caught
    assert (game.kind == "interception") == caught
    if caught:
        game.decline()


# --- Explosions ---
def bursting(options: dict[str, str], *others: Any, structure: tuple[int, ...] = (4, 3, 2, 1)) -> Staged:
    """Let ship A of side 0 destroy ship B, with these models around it."""
    game = stage(
        ship("A", 0, (24, 4), weapons=[gun(ac=3)], speed=1, thrusters=[1]), HOME, AWAY,
        ship("B", 1, (24, 16), 180, activated=True, structure=list(structure), structure_left=1,
             ratings={"defense": 0, "sensors": 0, "thrusters": 0}), *others, options=options,
    ).begin("a")  # fmt: skip
    return game.attack("a1", "b").faces([1, 1, 1]).faces([6])


NEAR, FAR = (28, 16), (30.5, 16)


@pytest.mark.parametrize(
    ("options", "near", "far", "debris"),
    [({}, (5, 2), (5, 0), True), ({"explosion": STATES}, (5, 2), (5, 0), False),
     ({"explosion": FIRST}, (6, 0), (3, 0), False)],
)  # fmt: skip
def test_how_hard_a_ship_explodes(
    options: dict[str, str], near: tuple[int, int], far: tuple[int, int], debris: bool
) -> None:
    """v1.2.1 Damage > Catastrophic Damage Table; v1.2.3 States > Explosion: dice near and far, Short +1 in both."""
    game = bursting(options, ship("N", 0, NEAR, activated=True), ship("F", 0, FAR, activated=True))
    if options == {"explosion": FIRST}:
        game.faces([6])
    found = []
    while game.kind != "menu":
        game.answer(*game.asked.default().to_json())
    for each in game.events("attacked"):
        if each["weapon"] == "Explosion":
            pool = each["pool"]
            found.append((pool["base"], pool["macro"]))
    assert found[:2] == [near, far] and bool(game.pieces("debris-field")) == debris


def test_the_outer_reach_is_rolled_once() -> None:
    """v1.2.1 Damage > Catastrophic Damage Table: 3" and a d6 more."""
    game = bursting({"explosion": FIRST}, ship("F", 0, FAR, activated=True)).faces([1]).expect("menu")
    assert not [each for each in game.events("attacked") if each["weapon"] == "Explosion"]
