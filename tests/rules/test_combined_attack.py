"""Tests of Combined Attack and Targeted (v1.2.4 Action > Combined Attack, Sensor Array; R42, R43, R57, R63)."""

from typing import Any

import pytest

from tests.rules.fights import wing
from tests.rules.stage import Staged, gun, parts, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME, pass_turn, set_states, whiff
from tests.rules_api import burst_shots, close_shot

GUN = weapon(ac=3, as_=3)


def spotting(at: tuple[float, float] = (24, 22), target: Any = None, **fields: Any) -> Staged:
    """Return squadron S, which has declared a Combined Attack, and ship B in its sight, by default in Optimum Range."""
    return stage(
        squadron("S", 0, (24, 12), **{"weapons": [GUN], **fields}),
        ship("B", 1, at, 180, activated=True, **(target or {})), HOME, AWAY,
    ).begin("s", "combined attack")  # fmt: skip


def scanning(at: tuple[float, float] = (24, 22), target: Any = None, **fields: Any) -> Staged:
    """Return ship A, by default with a Sensor Array, and ship B."""
    return stage(
        ship("A", 0, (24, 12), **{"traits": ["Sensor Array"], **fields}),
        ship("B", 1, at, 180, activated=True, **(target or {})), HOME, AWAY,
    ).activate("a")  # fmt: skip


# --- Squadrons ---
def test_a_squadron_marks_the_ship_and_attacks_it() -> None:
    """v1.2.4 Action > Combined Attack: Targeted:1 first, then the attack, which has the +1 already."""
    game = spotting().resolve()
    assert game.model("b").states == {"targeted": 1}
    game.faces([1, 2, 3, 4]).expect("menu")
    assert ["Targeted", 1] in [modifier[:2] for modifier in game.last("attacked")["modifiers"]]
    assert game.last("attacked")["fire_control_left"] == 0


def test_the_rating_of_any_of_linked_weapons_may_be_used() -> None:
    """R59: ratings of one of them at the owner's choice, +1 for each other."""
    arms = [weapon(ac=2, traits=["Link"]), weapon(ac=4, traits=["Link"], name="Heavy Cannon")]
    game = spotting(weapons=arms).resolve().pick("attack", ["b1", "a1"])
    game.faces([1, 2, 3, 4, 5], [6]).expect("menu")
    assert game.last("attacked")["mounts"] == ["b1", "a1"]


def test_the_attack_need_not_succeed_but_may() -> None:
    """v1.2.4 Action > Combined Attack: it is an attack like any other."""
    game = spotting().resolve().faces([1, 1, 3, 4]).expect("menu")
    assert (game.rating("b", "defense"), game.model("b").states) == (2, {"targeted": 1})


def test_each_further_one_adds_one() -> None:
    """v1.2.4 Action > Combined Attack: one rating more."""
    game = set_states(spotting(), "b", targeted=2).resolve()
    assert game.model("b").states == {"targeted": 3}
    assert parts(game.shot("s", "a1", "b"))["Targeted"] == 3
    whiff(game)


def test_the_weapon_may_be_chosen() -> None:
    """v1.2.4 Action > Combined Attack: any weapon that can attack the ship, also linked ones."""
    game = spotting(weapons=[GUN, weapon("Beam Projector", ac=2, count=2, traits=["Link"]), weapon("Lance")])
    game.resolve().expect("weapons", 0)
    assert game.offered() == [["attack", [m]] for m in ("a1", "b1", "b2")] + [["attack", ["b1", "b2"]]]
    game.pick("attack", ["b1", "b2"]).faces([1, 2, 3], [4]).pick("stand").expect("menu")
    assert game.act.used == ("b1", "b2")


@pytest.mark.parametrize("lines", [[], [weapon(as_=3)], [weapon("Lance", as_=3)]])
def test_a_squadron_that_cannot_attack_marks_nobody(lines: list[dict[str, Any]]) -> None:
    """v1.2.4 Action > Combined Attack: without a Sensor Array it must attack the ship."""
    game = spotting(weapons=lines)
    game.expect_refused(["resolve"], "can fire at")
    game.end()
    assert game.model("b").states == {}


def test_a_squadron_that_has_fired_marks_nobody() -> None:
    """v1.2.4 Action > Combined Attack: it must spend Fire Control on it."""
    game = spotting(weapons=[GUN, GUN]).attack("a1", "b")
    whiff(game).expect_refused(["resolve"])


@pytest.mark.parametrize(("y", "seen"), [(26.0, True), (26.01, False)])
def test_optimum_or_short_range(y: float, seen: bool) -> None:
    """v1.2.4 Action > Combined Attack: Signature 6" and 3" for each of the 2 Sensors, from base to base."""
    game = spotting((24, y), weapons=[weapon(ac=3, traits=["Sniper"])])
    if seen:
        whiff(game.resolve())
    else:
        game.expect_refused(["resolve"])
    assert game.model("b").states == ({"targeted": 1} if seen else {})


def test_a_missile_beyond_the_sensors_marks_nobody() -> None:
    """v1.2.4 Action > Combined Attack: the target's range counts, not the missile's."""
    game = spotting((24, 28), weapons=[weapon("Missile", missile="AC", ac=3)])
    game.expect_allowed(["attack", ["a1"], "b"]).expect_refused(["resolve"])


def test_it_is_resolved_at_any_point_of_the_move() -> None:
    """v1.2.4 Action, R42: range is checked at resolution."""
    spotting((24, 30)).expect_refused(["resolve"])
    near = spotting((24, 30)).fly((24, 16)).resolve()
    whiff(near).expect("menu")
    assert near.model("b").states == {"targeted": 1}


def test_a_formation_attacks_as_one() -> None:
    """v1.2.4 Traits > Formation: double the weapons, all linked; one Targeted."""
    game = stage(
        *wing("S", 0, (24, 12), (24, 11), weapons=[GUN]), ship("B", 1, (24, 22), 180, activated=True), HOME, AWAY
    ).begin("s", "combined attack").resolve()  # fmt: skip
    game.pick("attack", ["a1", "a1+"])
    assert game.model("b").states == {"targeted": 1}
    assert parts(game.shot("s", "a1 a1+", "b")) == {"Link, 1 more": 1, "Targeted": 1}
    whiff(game)


# --- Sensor Array ---
def test_a_sensor_array_marks_without_firing() -> None:
    """v1.2.4 Traits > Sensor Array: no attack on the ship, no Fire Control."""
    game = scanning(weapons=[gun(ac=2)], fire_control=1).declare("combined attack").resolve().expect("menu")
    assert game.model("b").states == {"targeted": 1}
    assert not game.events("attacked")
    whiff(game.attack("a1", "b")).expect_refused(["resolve"], "No declared action")


def test_a_squadron_with_an_array_needs_no_weapon() -> None:
    """v1.2.4 Traits > Sensor Array: models."""
    game = spotting(weapons=[], traits=["Sensor Array"]).resolve().expect("menu")
    assert game.model("b").states == {"targeted": 1}


def test_a_ship_needs_an_array_that_works() -> None:
    """v1.2.4 Action > Combined Attack, System Trait: a damaged one counts for nothing, at resolution too (R42)."""
    scanning(traits=[]).expect_refused(["declare", "combined attack", 0], "Sensor Array")
    scanning(damaged=["Sensor Array"]).expect_refused(["declare", "combined attack", 0], "Sensor Array")
    game = scanning().declare("combined attack")
    game.model("a").marks["Sensor Array"] = 1
    game.expect_refused(["resolve"], "Sensor Array")


def test_an_array_of_two_outlasts_one_hit() -> None:
    """R65: a numbered system trait has that many boxes."""
    game = scanning(traits=["Sensor Array:2"], damaged=["Sensor Array"]).declare("combined attack").resolve()
    assert game.model("b").states == {"targeted": 1}


@pytest.mark.parametrize(
    ("at", "target"),
    [((24, 30), {}), ((24, 18), {"traits": ["Cloak"]})],
)
def test_an_array_sees_no_farther(at: tuple[float, float], target: dict[str, Any]) -> None:
    """v1.2.4 Action > Combined Attack: Optimum or Short Range; a cloaked ship is at Long Range always (R63)."""
    scanning(at, target).declare("combined attack").expect_refused(["resolve"], "sees")


def test_emissions_are_seen_farther() -> None:
    """v1.2.4 Traits > Emissions: Sensors 2 + 1 reach 15"."""
    scanning((24, 30), {"traits": ["Emissions:1"]}).declare("combined attack").expect_allowed(["resolve"])


def test_only_enemy_capital_ships() -> None:
    """v1.2.4 Action > Combined Attack: a Capital Ship target."""
    game = stage(
        ship("A", 0, (24, 12), traits=["Sensor Array"]), squadron("T", 1, (24, 16), activated=True),
        ship("C", 0, (28, 14), activated=True), AWAY,
    ).begin("a", "combined attack")  # fmt: skip
    for choice in (["resolve"], ["resolve", "t"], ["resolve", "c"]):
        game.expect_refused(choice)


def test_the_target_is_named_at_resolution() -> None:
    """v1.2.4 Action > Combined Attack: any one of several in range."""
    game = stage(
        ship("A", 0, (24, 12), traits=["Sensor Array"]), ship("B", 1, (24, 22), 180, activated=True),
        ship("C", 1, (29, 20), 180, activated=True), AWAY,
    ).begin("a", "combined attack")  # fmt: skip
    game.expect_refused(["resolve", "away"], "can't be marked")
    game.answer("resolve", "c")
    assert (game.model("b").states, game.model("c").states) == ({}, {"targeted": 1})


# --- Targeted ---
def test_targeted_counts_in_every_attack_on_the_ship() -> None:
    """R57: guns, missiles, Autofire, Bombing, from all attackers. Not in its own attacks."""
    guns = [gun(ac=3, as_=3), gun("Missile", missile="AC", ac=3)]
    game = stage(
        ship("A", 0, (24, 12), weapons=guns), squadron("S", 0, (23, 23.9), weapons=[GUN]),
        ship("B", 1, (24, 22), 180, activated=True, weapons=guns), AWAY,
    )  # fmt: skip
    set_states(game, "b", targeted=2)
    for mount in ("a1", "b1"):
        assert parts(game.shot("a", mount, "b"))["Targeted"] == 2
    assert parts(game.shot("a", "a1", "b", "autofire"))["Targeted"] == 2
    bombs = close_shot(game.match.state, game.model("s"), ("a1",), game.model("b"), 3, 2, "bombing")
    assert parts(bombs)["Targeted"] == 2
    for foe in ("a", "s"):
        assert "Targeted" not in parts(game.shot("b", "a1", foe))


def test_targeted_counts_against_the_secondary_too() -> None:
    """R57, R58: a kinetic line's attack on a marked ship is an attack on it."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=4)]), ship("B", 1, (24, 24), 180, activated=True),
        ship("C", 1, (24, 18), 180, activated=True), AWAY,
    ).begin("a")  # fmt: skip
    set_states(game, "c", targeted=1)
    assert "Targeted" not in parts(game.shot("a", "a1", "b"))
    assert parts(game.shot("a", "a1", "c", secondary=True))["Targeted"] == 1


def test_targeted_counts_in_explosions_and_bursts() -> None:
    """R57, R61, R70: both are attacks on the ship."""
    gone, nuke = {"defense": 0, "sensors": 0, "thrusters": 0}, gun("Missile", missile="Nuke", ac=3, as_=3)
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun(ac=3), nuke]), HOME, AWAY,
        ship("B", 1, (24, 20), 180, activated=True, structure_left=1, ratings=gone),
        ship("C", 1, (24, 25), 180, activated=True, signature=1),
    ).begin("a")  # fmt: skip
    set_states(game, "c", targeted=2)
    (burst,) = (shot for shot in burst_shots(game.match.state, game.model("a"), "b1", 24, 25.5) if shot.target == "c")
    assert parts(burst)["Targeted"] == 2
    game.attack("a1", "b").faces([5, 5, 5]).faces([6])
    assert ["Targeted", 2] in [modifier[:2] for modifier in whiff(game).last("attacked")["modifiers"]]


def test_targeted_ends_in_the_end_phase() -> None:
    """v1.2.4 Action > Targeted: cancelled in the End Phase, whatever its level."""
    game = set_states(scanning(), "b", targeted=3).declare("combined attack").resolve()
    assert game.model("b").states == {"targeted": 4}
    pass_turn(game)
    assert game.model("b").states == {}
