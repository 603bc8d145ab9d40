"""Tests of Evade and Evasive: the opposed roll and the Fuel (v1.2.4 Action > Evade, Traits > Evasive; R40, R44, R62).

`test_traits.py` covers range bands and the traits Boost and Fast. This file covers Evading over a turn.
"""

from typing import Any

import pytest

from jovian.dice import Pool
from tests.rules.fights import plan, wing
from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME, has_state, pass_turn, set_states, whiff
from tests.rules_api import close_guard

BEAMS = [gun("Particle Cannon", ac=3, as_=3, count=2)]


def shot_at(gap: float = 7.0, **fields: Any) -> Staged:
    """Return a game in which S has declared Evade and ended. A fires at it from this distance."""
    game = stage(
        ship("A", 0, (24, 12), weapons=BEAMS), squadron("S", 1, (24, 14 + gap), **fields), HOME, AWAY, initiative=1
    ).begin("s", "evade").end()  # fmt: skip
    return game.begin("a")


# --- Action ---
def test_it_costs_no_fuel() -> None:
    """v1.2.4 Action > Evade, R42: Fuel 2+ is a threshold, not a price; 1 is too little."""
    game = stage(squadron("S", 0, (24, 12), fuel_left=2), HOME, AWAY).begin("s", "evade")
    assert (game.rating("s", "fuel"), game.model("s").states) == (2, {"evading": 1})
    stage(squadron("S", 0, (24, 12), fuel_left=1), AWAY).activate("s").expect_refused(["declare", "evade", 0], "2 Fuel")


def test_boost_comes_on_top() -> None:
    """v1.2.4 Action, R41: a squadron may Boost and Evade in one activation."""
    game = stage(squadron("S", 0, (24, 12)), HOME, AWAY).begin("s", "evade", 1)
    assert game.model("s").states == {"boosting": 1, "evading": 1}


def test_a_formation_evades_as_one() -> None:
    """v1.2.4 Traits > Formation: the same Actions: each of it Evades; all need the fuel."""
    game = stage(*wing("S", 0, (24, 12), (24, 11)), AWAY).begin("s", "evade")
    assert (has_state(game, "s", "evading"), has_state(game, "s2", "evading")) == (True, True)


def test_every_member_needs_the_fuel() -> None:
    """v1.2.4 Action > Evade: Fuel 2+ of each squadron that Evades."""
    game = stage(*wing("S", 0, (24, 12), (24, 11)), AWAY)
    game.model("s2").marks["fuel"] = 2
    game.activate("s").expect_refused(["declare", "evade", 0], "2 Fuel")


# --- Opposed roll ---
def test_an_evading_squadron_opposes_with_its_skill() -> None:
    """v1.2.4 Action > Evading: as with the trait, Primary the attacker, Skill 3 against it."""
    game = shot_at().attack("a1", "s").faces([5, 5, 5]).expect("evasion", 1).pick("keep")
    game.expect("faces", 1).faces([2, 2, 3]).expect("menu")
    assert game.last("attacked")["result"] == "D5"


def test_what_opposes_is_told_to_the_last_die() -> None:
    """v1.2.4 Action > Boost, Traits > Evasive, Fast: 1 die each. The parts add up to the pool (R10)."""
    evasive = squadron("S", 1, (24, 21), traits=["Evasive", "Fast"])
    game = stage(ship("A", 0, (24, 12), weapons=BEAMS), evasive, HOME, AWAY, initiative=1).begin("s", "none", 1)
    shot = game.shot("a", "a1", "s", "autofire")
    assert shot.opposition.pool == Pool(3, 2)
    assert [(part.label, part.value, part.kind) for part in shot.resisting()] == [
        ("Skill", 3, "base"), ("Boosting", 1, "flex"), ("Fast", 1, "flex"),
    ]  # fmt: skip


def test_nothing_is_rolled_against_a_miss() -> None:
    """v1.2.4 Types of Rolls > Opposed Roll: there is nothing to reduce."""
    whiff(shot_at().attack("a1", "s")).expect("menu")


@pytest.mark.parametrize(("traits", "opposed"), [([], False), (["Evasive"], True)])
def test_at_short_range_it_takes_the_trait_as_well(traits: list[str], opposed: bool) -> None:
    """v1.2.4 Action > Evading: at Short Range only if Evasive by nature; the fuel choice is the same there."""
    game = shot_at(3.0, traits=traits).attack("a1", "s")
    assert game.shot("a", "a1", "s").range.band == "short"
    game.faces([5, 5, 1, 2])
    if opposed:
        game.expect("evasion", 1).pick("spend").faces([2, 3, 4], [2]).pick("keep", [2, 2, 3]).expect("menu")
    assert game.rating("s", "structure") == (4 if opposed else 3)


def test_the_fuel_is_asked_at_each_attack() -> None:
    """R62: once an attack, as long as there is fuel."""
    game = shot_at(fuel_left=2)
    for mount in ("a1", "a2"):
        game.attack(mount, "s").faces([5, 5, 1]).pick("spend").faces([2, 3, 4], [2]).pick("keep", [2, 2, 3])
    assert game.expect("menu").rating("s", "fuel") == 0


def test_without_fuel_an_evading_squadron_is_hit_plainly() -> None:
    """v1.2.4 Traits > Evasive: no effect at Fuel 0, though the state stands (R44)."""
    game = shot_at()
    game.model("s").marks["fuel"] = 3
    game.attack("a1", "s").faces([5, 5, 1]).expect("menu")
    assert (game.rating("s", "structure"), has_state(game, "s", "evading")) == (3, True)


def test_an_evading_ship_opposes_and_has_no_fuel_to_spend() -> None:
    """v1.2.4 Action > Evading: ships too, while they have Thrusters."""
    game = stage(
        ship("A", 0, (24, 12), weapons=BEAMS), ship("B", 1, (24, 24), 180), HOME, AWAY, initiative=1
    ).begin("b", "evade").move(2).end().begin("a")  # fmt: skip
    game.attack("a1", "b").faces([5, 5, 5]).expect("faces", 1).faces([2, 2, 3]).expect("menu")
    assert (game.last("attacked")["result"], game.rating("b", "thrusters")) == ("D5", 1)


def test_in_close_fights_it_is_worth_one_die() -> None:
    """R62: Dogfight and Bombing Run: +1 Defense, no opposed roll of its own; nothing without fuel."""
    game = set_states(stage(squadron("S", 0, (24, 12)), HOME, AWAY), "s", evading=1)
    assert close_guard(game.match.state, game.model("s")) == 1
    game.model("s").marks["fuel"] = 3
    assert close_guard(game.match.state, game.model("s")) == 0


def test_an_evading_interceptor_has_fire_control_one() -> None:
    """v1.2.4 Action > Evading, R40: Fire Control 1 in every window, so one of two guns in a Dogfight."""
    game = stage(
        squadron("S", 0, (24, 24), weapons=[weapon(as_=3, count=2)], fire_control=2),
        squadron("T", 1, (24, 25), activated=True), HOME, AWAY,
    ).activate("s").answer("declare", "interception", 0, "t")  # fmt: skip
    set_states(game, "s", evading=1).resolve().expect("plan", 0)
    game.expect_refused(["plan", ["a1", "a2"], "singly", 0, 6], "together")
    plan(game, 0, "a1", 0, 0)
    while game.kind != "menu":
        game.answer(*game.asked.default().to_json())


def test_it_ends_in_the_end_phase() -> None:
    """v1.2.4 Action > Evade: removed then, even after attacks."""
    assert not has_state(pass_turn(shot_at()), "s", "evading")
