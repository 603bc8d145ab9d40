"""Tests of Fuel: Boost, Fuel Tanks and Extra Fueled, Fuel Pods, and the refresh.

v1.2.4 Action > Boost, Traits > Evasive, Fast, Fuel Tanks, Extra Fueled, Sequence > End Phase; Fuel Pods (older
edition).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import FAR, OWN
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage
from tests.rules_api import Assessment, fuel

ASHORE: dict[str, Any] = {"activated": True}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def lone(*more: Cast, **fields: Any) -> Staged:
    """Return a squadron S with Speed 6 and 3 Fuel. The enemy is far away."""
    return stage(squadron("S", 0, (24, 12), **fields), ship("E", 1, (44, 44), 180, **ASHORE), *more)


def under_fire(boost: int, *traits: str, apart: float = 8, **fields: Any) -> Assessment:
    """Return the attack of a ship on a boosted squadron at this distance. 3" is Short Range, 9" is Optimum Range."""
    game = stage(
        squadron("S", 0, (24, 12), traits=list(traits), **fields),
        ship("E", 1, (24, 14 + apart), 180, weapons=[gun("Beam Projector", as_=4)], **ASHORE),
    ).begin("s", "none", boost)
    return game.shot("e", "a1", "s", "autofire")


# --- Boost ---
@pytest.mark.parametrize("burnt", [1, 2])
def test_boost_adds_three_inches_a_fuel(burnt: int) -> None:
    """v1.2.4 Action > Boost: at the start of its activation, 3" of Speed for each of one or two fuel."""
    game = lone().begin("s", "none", burnt)
    assert (game.room.forward, game.rating("s", "fuel")) == (6 + 3 * burnt, 3 - burnt)
    game.fly((24, 18 + 3 * burnt)).end()


def test_boost_declined() -> None:
    """v1.2.4 Action > Boost: without it no Fuel is burned."""
    game = lone().begin("s")
    assert (game.room.forward, game.rating("s", "fuel")) == (6, 3)
    game.end()


def test_no_more_than_two_and_no_more_than_there_is() -> None:
    """v1.2.4 Action > Boost: a maximum of 2; and it takes Fuel 1 or more."""
    lone().activate("s").expect_refused(["declare", "none", 3], "At most 2")
    lone(fuel_left=1).activate("s").expect_refused(["declare", "none", 2], "At most 1")
    lone(fuel_left=0).activate("s").expect_refused(["declare", "none", 1], "At most 0")


def test_ships_do_not_boost() -> None:
    """v1.2.4 Action > Boost: a Squadron Special Action."""
    game = stage(ship("A", 0, (24, 12)), ship("E", 1, (44, 44), 180, **ASHORE)).activate("a")
    game.expect_refused(["declare", "none", 1])


def test_boost_marks_one_box_a_fuel() -> None:
    """v1.2.4 Action > Boost: only Redundant boxes are marked together, and those of Fuel never are."""
    assert lone(fuel=[2, 2, 1]).begin("s", "none", 1).rating("s", "fuel") == 2


def test_boost_comes_on_top_of_an_action() -> None:
    """v1.2.4 Action > Boost: in addition to other Actions."""
    game = lone().begin("s", "evade", 1)
    assert (game.room.forward, "evading" in game.model("s").states) == (9, True)
    game.end()


def test_boost_leaves_what_an_action_needs_later() -> None:
    """R42, R43: an interception is resolved after the Boost, and still needs Fuel 1."""
    game = lone(squadron("F", 1, (24, 20), **ASHORE), fuel_left=1).activate("s")
    game.expect_refused(["declare", "interception", 1, "f"], "leaves 0 Fuel, but interception needs 1 in contact")
    game.expect_allowed(["declare", "interception", 0, "f"]).declare("bombing", 1).end()


@pytest.mark.parametrize("boost", [1, 2])
def test_evade_needs_only_the_fuel_that_is_there_at_its_declaration(boost: int) -> None:
    """R42, R43: Fuel 2 is a threshold, not a price. The Boost declared with Evade may burn it."""
    game = lone(fuel_left=2).begin("s", "evade", boost)
    assert (game.rating("s", "fuel"), "evading" in game.model("s").states) == (2 - boost, True)
    game.end()


def test_boost_ends_with_the_activation() -> None:
    """v1.2.4 Action > Boost: for the duration of the activation."""
    game = lone(ship("B", 0, (10, 10))).begin("s", "none", 1).end()
    assert not game.model("s").states
    game.idle("b")


def test_formation_boosts_as_one() -> None:
    """v1.2.4 Traits > Formation: the same actions, so every member burns Fuel. The member with least sets the limit."""
    wing = {"traits": ["Formation"]}
    game = lone(squadron("S", 0, (24, 13), id="t", formation="s", fuel_left=1, **wing), **wing).activate("s")
    game.expect_refused(["declare", "none", 2], "At most 1")
    game.declare("none", 1)
    assert [game.rating(model_id, "fuel") for model_id in "st"] == [2, 0]
    game.end()


# --- Boost and Evasive ---
def test_boosting_makes_evasive() -> None:
    """v1.2.4 Action > Boost: a squadron without Evasive has it for this activation, beyond Short Range (R62)."""
    shot = under_fire(1)
    assert shot.opposition is not None
    assert (shot.opposition.pool.base, shot.opposition.pool.flex) == (3, 0)
    assert under_fire(0).opposition is None
    assert under_fire(1, apart=2).opposition is None, "Short Range"


def test_boosting_adds_a_die_to_native_evasive() -> None:
    """v1.2.4 Action > Boost: +1F for squadrons that are Evasive by nature."""
    plain, boosted = under_fire(0, "Evasive"), under_fire(1, "Evasive")
    assert plain.opposition is not None
    assert boosted.opposition is not None
    assert (plain.opposition.pool.flex, boosted.opposition.pool.flex) == (0, 1)


def test_fuel_that_is_burnt_out_evades_nothing() -> None:
    """v1.2.4 Traits > Evasive: no effect at Fuel 0, so the last fuel for a Boost buys speed alone."""
    assert under_fire(1, fuel_left=1).opposition is None
    assert under_fire(1, "Evasive", fuel_left=1).opposition is None


# --- Fast ---
def test_fast_boosts_with_three() -> None:
    """v1.2.4 Traits > Fast: three fuel, 9" in all."""
    game = lone(traits=["Fast"]).activate("s")
    game.expect_refused(["declare", "none", 4], "At most 3")
    game.declare("none", 3)
    assert (game.room.forward, game.rating("s", "fuel")) == (15, 0)
    game.end()


def test_fast_dodges_better() -> None:
    """v1.2.4 Traits > Fast: +1F when it evades, on top of the Boost's."""
    for boost, traits, flex in ((1, ("Fast",), 1), (0, ("Evasive", "Fast"), 1), (1, ("Evasive", "Fast"), 2)):
        shot = under_fire(boost, *traits)
        assert shot.opposition is not None
        assert shot.opposition.pool.flex == flex, traits
    assert under_fire(0, "Fast").opposition is None, "Fast alone does not dodge"


# --- Extra Fueled ---
def fueled(*traits: str, **fields: Any) -> Staged:
    """Return a squadron with Fuel Tanks (or others) at the decision about spare Fuel. B of its side acts after it."""
    game = lone(ship("B", 0, (10, 10), **STILL), traits=list(traits or ("Fuel Tanks",)), **fields)
    return game.answer("activate", "s", kind="activate")


def total(game: Staged) -> int:
    """Return the Fuel of S, including spare Fuel."""
    return fuel(game.model("s"))


def test_fuel_tanks_start_extra_fueled() -> None:
    """v1.2.4 Traits > Fuel Tanks: only squadrons with the trait start so, not ships."""
    game = stage(
        squadron("S", 0, (24, 12), traits=["Fuel Tanks"], **ASHORE),
        squadron("T", 0, (20, 12)),
        ship("A", 0, (10, 10), traits=["Fuel Tanks"], **ASHORE),
        ship("E", 1, (44, 44), **ASHORE),
    )
    assert ["extra-fueled" in game.model(model_id).states for model_id in "sta"] == [True, False, False]
    game.begin("t")


def test_tapping_gives_two_more_fuel() -> None:
    """v1.2.4 Traits > Extra Fueled: 2 beyond its capacity for one activation, and the state is over."""
    game = fueled("Fuel Tanks", "Fast").expect("tap", side=0).pick("tap", "extra-fueled")
    assert (total(game), "extra-fueled" in game.model("s").states) == (5, False)
    game.declare("none", 3)
    assert total(game) == 2
    game.end()


def test_spare_fuel_boosts_an_empty_squadron() -> None:
    """v1.2.4 Traits > Extra Fueled: it is fuel like any other."""
    game = fueled(fuel_left=0).pick("tap", "extra-fueled").expect_allowed(["declare", "none", 2])
    game.declare("evade", 0).end()
    dry = fueled(fuel_left=0).pick("keep")
    dry.expect_refused(["declare", "none", 1], "At most 0")
    dry.expect_refused(["declare", "evade", 0])
    dry.declare().end()


def test_tapping_declined_is_asked_again() -> None:
    """v1.2.4 Traits > Extra Fueled: the choice is offered at the start of every activation until it is used."""
    game = lone(traits=["Fuel Tanks"]).pick("keep").declare().end()
    assert game.match.state.turn == 2
    game.answer("activate", "s") if game.kind == "activate" else None
    game.pick("tap", "extra-fueled").declare().end().idle("e")
    game.begin("s").end()
    assert game.match.state.turn == 3


def test_fuel_beyond_the_capacity_is_lost() -> None:
    """v1.2.4 Traits > Extra Fueled: Fuel above the normal capacity is lost at the end of the activation."""
    game = fueled().pick("tap", "extra-fueled").declare("none", 1)
    assert total(game) == 4
    assert total(game.end()) == 3


def test_fuel_within_the_capacity_is_kept() -> None:
    """v1.2.4 Traits > Extra Fueled: only Fuel above the normal capacity is lost. It may react with the rest."""
    game = fueled(fuel_left=1).pick("tap", "extra-fueled").declare()
    assert total(game) == 3
    assert total(game.end()) == 3


def test_spare_fuel_taps_aboard() -> None:
    """v1.2.4 States > Embarked: an embarked squadron activates too, so it may tap, launch and boost."""
    game = stage(
        ship("C", 0, (24, 24), traits=["Hangers:1"], **ASHORE),
        squadron("S", 0, (0, 0), embarked_in="c", traits=["Fuel Tanks"]),
        ship("E", 1, (44, 44), **ASHORE),
    )
    game.pick("tap", "extra-fueled").declare("none", 2).launch(24, 27)
    assert (total(game), game.room.forward) == (3, 12)
    game.end()


def test_formation_taps_one_by_one() -> None:
    """v1.2.4 Traits > Extra Fueled: each squadron by its owner's choice."""
    wing = {"traits": ["Formation", "Fuel Tanks"]}
    game = lone(squadron("S", 0, (24, 13), id="t", formation="s", **wing), ship("B", 0, (10, 10), **STILL), **wing)
    game.answer("activate", "s").pick("tap", "extra-fueled").pick("keep")
    assert [fuel(game.model(model_id)) for model_id in "st"] == [5, 3]
    game.declare().end()


# --- Fuel Pods ---
def test_fuel_pods_give_two_fuel_once_a_game() -> None:
    """Fuel Pods (older edition): the pod may be spent at the start of an activation for 2 Fuel, once."""
    game = fueled("Fuel Pods").pick("tap", "fuel-pod")
    assert (total(game), "fuel-pod" in game.model("s").states) == (5, False)
    game.declare("none", 2).end().idle("b")
    assert game.match.state.turn == 2
    game.answer("activate", "s").expect("declare")
    assert total(game) == 3
    game.declare().end().idle("e").idle("b")


def test_fuel_of_a_pod_lasts_for_the_activation() -> None:
    """Fuel Pods (older edition): 2 Fuel for the activation."""
    game = fueled("Fuel Pods").pick("tap", "fuel-pod").declare("none", 1)
    assert total(game) == 4
    assert total(game.end()) == 3


def test_pod_declined() -> None:
    """Fuel Pods (older edition): it is optional, and an unspent pod stays."""
    game = fueled("Fuel Pods").pick("keep").declare().end()
    assert ("fuel-pod" in game.model("s").states, total(game)) == (True, 3)


def test_tanks_and_pod_are_two_things() -> None:
    """Fuel Tanks and Fuel Pods: both may be used at the start of the same activation."""
    game = fueled("Fuel Tanks", "Fuel Pods").pick("tap", "extra-fueled").expect("tap")
    game.pick("tap", "fuel-pod").declare()
    assert total(game) == 7
    game.end()


# --- Refreshing ---
def test_fuel_refreshes_in_the_end_phase() -> None:
    """v1.2.4 Sequence > End Phase: fuel refreshes then, and not before."""
    game = lone(ship("B", 0, (10, 10), **STILL)).begin("s", "none", 2).end()
    assert game.rating("s", "fuel") == 1
    game.idle("b")
    assert (game.match.state.turn, game.rating("s", "fuel")) == (2, 3)


def test_destroyed_while_boosting() -> None:
    """v1.2.4 Action > Boost: a boosted flight that ends in debris is over, without lasting effects."""
    debris = ({"kind": "debris-field", "id": "d", "x": 24, "y": 20},)
    game = stage(
        squadron("S", 0, (24, 12), structure_left=1), ship("B", 0, (4, 4), **STILL), ship("E", 1, (44, 44), **ASHORE),
        terrain=debris,
    ).begin("s", "none", 2)  # fmt: skip
    game.fly((24, 24)).pick("enter").faces([2, 2, 1, 3])
    assert (game.model("s").place, game.model("s").states) == ("destroyed", {})
    game.begin("b").end()


@pytest.mark.parametrize(("traits", "most"), [([], 2), (["Fast"], 3)])
def test_the_most_that_may_be_burnt_to_boost(traits: list[str], most: int) -> None:
    """v1.2.4 Action > Boost, Traits > Fast: 2 Fuel, Fast squadrons 3, whatever Fuel they have."""
    game = stage(
        squadron("S", 0, (24, 10), fuel=[5, 4, 3, 2, 1], traits=traits), ship("Far", 1, (44, 44), activated=True)
    ).activate("s")
    game.expect_allowed(["declare", "none", most])
    assert game.asked.check(["declare", "none", most + 1]) is not None


def test_who_has_no_fuel_left_by_then_does_not_intercept_and_flies_clear() -> None:
    """R42: the requirement is checked again at resolution. R24: the squadron may still fly up to its named target."""
    mover, prey = squadron("S", 0, (24, 10)), squadron("W", 1, (24, 14), activated=True)
    game = stage(mover, prey, FAR, OWN).begin("s", "interception", 0, "w")
    game.model("s").marks["fuel"] = len(game.model("s").boxes("fuel"))
    game.fly((24, 13)).expect_refused(["resolve"], "S needs 1 Fuel or more.")
    game.expect_refused(["end"], "must fly away")
    game.answer(*game.asked.default().to_json()).expect_allowed(["end"])
