"""Tests of Resupply and its cargo (v1.2.4 Action > Resupply, Traits > Tender, Fuel Tanks, Cargo; R42, R47, R48)."""

from typing import Any

import pytest

from jovian.game import StockBox
from tests.rules.fights import counts
from tests.rules.stage import Cast, Staged, bay, drone, ship, squadron, stage
from tests.rules.turns import AWAY, RESULTS, has_state, pass_turn

MARINES: dict[str, Any] = {"marines": [3, 2, 1], "ratings": {"marines": 1}, "activated": True}
"""A ship that has lost 2 of its 3 Marines."""


def tender(*friends: Cast, cargo: tuple[str, ...] = (), **fields: Any) -> Staged:
    """Return ship A with this cargo and a declared Resupply."""
    game = stage(ship("A", 0, (24, 12), **{"skill": 4, **fields}), *friends, AWAY)
    game.model("a").cargo = cargo
    return game.activate("a").declare("resupply")


def launched(*boxes: tuple[str, int]) -> tuple[StockBox, ...]:
    """Return the launched drones, each by its bay and class."""
    return tuple(StockBox(*box) for box in boxes)


def needy(count: int) -> list[Cast]:
    """Return this number of ships near A that need Marines."""
    return [ship(f"M{n}", 0, (18 + 3 * n, 16), **MARINES) for n in range(count)]


# --- Allowed models ---
def test_it_needs_something_to_hand_out() -> None:
    """v1.2.4 Action > Resupply: Cargo. Other contents of the hold don't count."""
    game = stage(ship("A", 0, (24, 12), traits=["Cargo:2"]), AWAY).activate("a")
    game.expect_refused(["declare", "resupply", 0], "nothing to hand out")
    game.model("a").cargo = ("Decoy Drones", "Debris Dispenser")
    game.expect_refused(["declare", "resupply", 0], "nothing to hand out")
    for kind in ("Drone Munitions", "Fuel Pods", "Marines"):
        game.model("a").cargo = (kind,)
        game.expect_allowed(["declare", "resupply", 0])


def test_cargo_is_looked_at_again_when_it_is_resolved() -> None:
    """R42: declared and resolved."""
    game = tender(*needy(1), cargo=("Marines",))
    game.model("a").cargo = ()
    game.expect_refused(["resolve"], "nothing to hand out")


def test_it_is_not_used_up() -> None:
    """R42: a requirement is a threshold, not a price."""
    game = tender(*needy(1), cargo=("Marines",)).resolve().faces(RESULTS["N"]).pick("supply", "m0")
    assert game.model("a").cargo == ("Marines",)
    pass_turn(game).activate("a").expect_allowed(["declare", "resupply", 0])


# --- Numbers ---
@pytest.mark.parametrize(("magnitude", "most"), [("N", 1), ("D", 2), ("T", 3), ("Q+", 4)])
def test_the_test_says_how_many(magnitude: str, most: int) -> None:
    """v1.2.4 Action > Resupply: 1, 2, 3 or 4 models, chosen after the test (R48)."""
    game = tender(*needy(5), cargo=("Marines",)).resolve().faces(RESULTS[magnitude])
    for n in range(most):
        game.expect("supply", 0).pick("supply", f"m{n}")
    game.expect("menu")
    assert [game.rating(f"m{n}", "marines") for n in range(5)] == [3] * most + [1] * (5 - most)


def test_fewer_may_be_chosen() -> None:
    """v1.2.4 Action > Resupply: it is optional."""
    game = tender(*needy(3), cargo=("Marines",)).resolve().faces(RESULTS["T"]).pick("supply", "m1").pick("enough")
    assert [game.rating(f"m{n}", "marines") for n in range(3)] == [1, 3, 1]


@pytest.mark.parametrize(("traits", "reach", "flex"), [([], 6.0, 0), (["Tender"], 12.0, 1)])
def test_reach_and_tender(traits: list[str], reach: float, flex: int) -> None:
    """v1.2.4 Action > Resupply, Traits > Tender: 6" from base to base; a Tender 12", and a flex die for its test."""
    near = ship("M", 0, (24, 12 + 3 + reach), **MARINES)
    far = ship("F", 0, (24, 12 - 3 - reach - 0.01), **MARINES) if reach < 8 else AWAY
    friends = [near, far] if reach < 8 else [near]
    game = tender(*friends, cargo=("Marines",), traits=traits).resolve()
    assert counts(game) == (4, flex, 0)
    game.faces(RESULTS["D"], [6] * flex)
    if game.kind == "flex":
        game.answer(*game.asked.default().to_json())
    assert game.offered() == [["supply", "m"], ["enough"]]
    game.pick("enough")


def test_beyond_twelve_inches_a_tender_helps_nobody() -> None:
    """v1.2.4 Traits > Tender: 12"."""
    far = ship("M", 0, (24, 27.01), **MARINES)
    tender(far, cargo=("Marines",), traits=["Tender"]).expect_refused(["resolve"], "No model in reach")


def test_it_moves_there_first() -> None:
    """R42: distance counts when it is resolved."""
    tender(ship("M", 0, (24, 24), **MARINES), cargo=("Marines",)).expect_refused(["resolve"], "No model in reach")
    game = tender(ship("M", 0, (24, 24), **MARINES), cargo=("Marines",)).move(3.5).resolve()
    game.faces(RESULTS["N"]).pick("supply", "m")
    assert game.rating("m", "marines") == 3


def test_enemies_and_those_in_no_need_are_not_asked_about() -> None:
    """v1.2.4 Action > Resupply, R78: friends of its present controller."""
    game = tender(
        ship("M", 0, (20, 16), **MARINES), ship("F", 0, (24, 16.5), marines=[2, 1], activated=True),
        ship("E", 1, (28, 16), **MARINES), cargo=("Marines",),
    ).resolve().faces(RESULTS["Q+"])  # fmt: skip
    assert game.offered() == [["supply", "m"], ["enough"]]
    game.pick("enough")


@pytest.mark.parametrize("lost", [0, 1])
def test_one_lost_box_of_marines_is_enough(lost: int) -> None:
    """v1.2.4 Action > Resupply: a model that has lost Marines."""
    friend = ship("M", 0, (24, 16), marines=[3, 2, 1], ratings={"marines": 3 - lost}, activated=True)
    game = tender(friend, cargo=("Marines",))
    if not lost:
        game.expect_refused(["resolve"], "No model in reach")
        return
    game.resolve().faces(RESULTS["N"]).pick("supply", "m")
    assert game.rating("m", "marines") == 3


# --- The cargo kinds ---
def test_marines_come_back_in_full() -> None:
    """v1.2.4 Action > Resupply, R47: expended or lost; also those of a ship that was Crippled or is Boarded."""
    game = tender(ship("M", 0, (24, 16), marines=[3, 2, 1], ratings={"marines": 0}, activated=True), cargo=("Marines",))
    game.resolve().faces(RESULTS["N"]).pick("supply", "m")
    assert game.rating("m", "marines") == 3
    assert game.last("supplied") | {"model": "m", "by": "a", "what": "Marines"} == game.last("supplied")


def test_drone_munitions_refill_the_bays() -> None:
    """v1.2.4 Action > Resupply: expended Drone ratings, of each class and bay."""
    carrier = ship("C", 0, (24, 17), weapons=[bay(2, [1, 1, 2]), bay(1, [3])], activated=True)
    game = tender(carrier, cargo=("Drone Munitions",))
    game.model("c").stock_used = launched(("a1", 1), ("a1", 1), ("a1", 2), ("b1", 3))
    game.resolve().faces(RESULTS["N"]).pick("supply", "c")
    assert game.model("c").stock_used == ()


def test_fuel_pods_fill_a_squadron_on_the_table() -> None:
    """v1.2.4 Action > Resupply: any expended Fuel ratings."""
    game = tender(squadron("S", 0, (24, 16), fuel_left=0, activated=True), cargo=("Fuel Pods",))
    game.resolve().faces(RESULTS["N"]).pick("supply", "s")
    assert (game.rating("s", "fuel"), has_state(game, "s", "extra-fueled")) == (3, False)


def test_drones_are_models_too() -> None:
    """v1.2.4 Action > Resupply: the Fuel of the resupplied model, of any kind."""
    game = tender(drone("D", 0, (24, 16), fuel_left=1, activated=True), cargo=("Fuel Pods",))
    game.resolve().faces(RESULTS["N"]).pick("supply", "d")
    assert game.rating("d", "fuel") == 3


def test_fuel_pods_give_tanks_to_squadrons_aboard() -> None:
    """v1.2.4 Action > Resupply: Fuel Tanks, so Extra Fueled, for all that are Embarked, whatever the test."""
    aboard = [squadron(f"S{n}", 0, (0, 0), embarked_in="a", activated=True) for n in range(3)]
    out = squadron("T", 0, (24, 16), fuel_left=1, activated=True)
    game = tender(*aboard, out, cargo=("Fuel Pods",), traits=["Hangers:3"]).resolve().faces(RESULTS["N"])
    assert [has_state(game, f"s{n}", "extra-fueled") for n in range(3)] == [True, True, True]
    game.pick("supply", "t").expect("menu")
    assert game.rating("t", "fuel") == 3


def test_all_kinds_aboard_apply() -> None:
    """R48: every cargo kind for each model."""
    friend = ship("M", 0, (24, 17), weapons=[bay(1, [1])], **MARINES)
    game = tender(friend, cargo=("Marines", "Drone Munitions"))
    game.model("m").stock_used = launched(("a1", 1))
    game.resolve().faces(RESULTS["N"]).pick("supply", "m")
    assert (game.rating("m", "marines"), game.model("m").stock_used) == (3, ())
    assert sorted(each["what"] for each in game.events("supplied")) == ["Drone Munitions", "Marines"]


def test_what_was_given_is_drawn_on_later() -> None:
    """v1.2.4 Traits > Fuel Tanks > Extra Fueled: at the start of an activation, in a later turn too."""
    wing = squadron("S", 0, (0, 0), embarked_in="a", activated=True)
    game = tender(wing, cargo=("Fuel Pods",), traits=["Hangers:1"]).resolve().faces(RESULTS["N"])
    pass_turn(game).answer("activate", "s").pick("tap", "extra-fueled").expect("declare")
    assert (game.model("s").states, game.rating("s", "fuel")) == ({"spare-fuel": 2}, 3)
    game.declare()


# --- Ships with Fuel Tanks ---
def test_a_ship_with_fuel_tanks_supplies_all_about_it() -> None:
    """v1.2.4 Traits > Fuel Tanks: all friendly squadrons Embarked or within 3", whatever the test. No farther."""
    game = tender(
        squadron("S", 0, (0, 0), embarked_in="a", activated=True), squadron("T", 0, (22, 16), activated=True),
        squadron("U", 0, (26, 16), activated=True), squadron("V", 0, (24, 17.51), activated=True),
        squadron("E", 1, (24, 16), activated=True), squadron("W", 0, (22.8, 17), activated=True),
        traits=["Fuel Tanks", "Hangers:1"],
    ).resolve().faces(RESULTS["N"])  # fmt: skip
    while game.kind == "supply":
        game.answer(*game.offered()[0])
    assert [has_state(game, each, "extra-fueled") for each in "stuvew"] == [True, True, True, False, False, True]


def test_squadrons_with_fuel_tanks_hand_out_nothing() -> None:
    """v1.2.4 Traits > Fuel Tanks: only Capital Ships may grant them."""
    game = stage(squadron("S", 0, (24, 12), traits=["Fuel Tanks"]), AWAY)
    if game.kind == "tap":
        game.pick("keep")
    game.activate("s").expect_refused(["declare", "resupply", 0], "nothing to hand out")


def test_what_is_extra_fueled_already_needs_nothing() -> None:
    """v1.2.4 Traits > Fuel Tanks > Extra Fueled: it is a state; there is no second one."""
    full = squadron("S", 0, (24, 16), states={"extra-fueled": 1}, activated=True)
    tender(full, traits=["Fuel Tanks"]).expect_refused(["resolve"], "No model in reach")


# --- Supplier, boarded ships ---
def test_the_supplier_may_take_marines_of_its_own_stores() -> None:
    """v1.2.4 Action > Resupply, docs/rulings.md: it may choose itself."""
    game = tender(*needy(1), cargo=("Marines",), marines=[3, 2, 1], ratings={"marines": 1})
    game.resolve().faces(RESULTS["D"]).pick("supply", "a").pick("supply", "m0")
    assert (game.rating("a", "marines"), game.rating("m0", "marines")) == (3, 3)


def test_the_supplier_may_fill_its_own_drone_bay() -> None:
    """v1.2.4 Action > Resupply, docs/rulings.md: drones too, if no other model needs any."""
    game = tender(cargo=("Drone Munitions",), weapons=[bay(2, [2])])
    game.model("a").stock_used = launched(("a1", 1), ("a1", 1))
    game.resolve().faces(RESULTS["N"]).pick("supply", "a")
    assert not game.model("a").stock_used


def test_a_squadron_does_not_fuel_itself() -> None:
    """docs/rulings.md: only Marines and drones."""
    game = tender(squadron("S", 0, (24, 15), fuel_left=1, activated=True), cargo=("Fuel Pods",)).resolve()
    game.faces(RESULTS["D"])
    assert game.offered() == [["supply", "s"], ["enough"]]
    game.pick("enough")


@pytest.mark.parametrize("who", ["a", "m0"])
def test_a_boarded_ship_is_not_reinforced(who: str) -> None:
    """R46: defenders are never reinforced, neither by others nor from their own hold."""
    game = tender(*needy(2), cargo=("Marines",), marines=[3, 2, 1], ratings={"marines": 1})
    game.model(who).states["boarded"] = 1
    game.resolve().faces(RESULTS["Q+"])
    assert ["supply", who] not in game.offered()
    game.pick("supply", "m1").pick("enough")
