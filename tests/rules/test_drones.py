"""Tests of Drone Bays and their drones (v1.2.4 Weapons > Drone, Drone Bay; R28, R35, R39, R75, R77)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.table import is_flush
from tests.rules.stage import Cast, Staged, bay, drone, gun, ship, squadron, stage, stocked

ASHORE: dict[str, Any] = {"activated": True}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
FAR = (44, 44)
YARD = (
    stocked("Gnat", 1), stocked("Spark", 1), stocked("Sentry", 2), stocked("Observer", 2), stocked("Talon", 3),
)  # fmt: skip
GNAT, SPARK, SENTRY, OBSERVER, TALON = (f"common/{name}" for name in ("gnat", "spark", "sentry", "observer", "talon"))
NO_PLAN = ["plan", [], "singly", 0, 0]


def mother(*more: Cast, weapons: list[dict[str, Any]] | None = None, **fields: Any) -> Staged:
    """Return the active ship A in the middle of the table with a Drone Bay: 2 per use, stock 1 1 2 3, all around."""
    own = {"weapons": weapons or [bay(2, [1, 1, 2, 3])], **STILL, **fields}
    return stage(ship("A", 0, (24, 24), **own), ship("E", 1, FAR, 180, **ASHORE), *more, yard=YARD).begin("a")


def drones(game: Staged) -> list[str]:
    """Return the ids of the launched drones, in order."""
    return [model.id for model in game.match.state.models.values() if model.is_drone]


# --- Launching ---
def test_a_use_launches_that_many() -> None:
    """v1.2.4 Weapons > Drone Bay: Drone Bay X launches X squadrons for one use of the weapon, one Fire Control."""
    game = mother().drone("a1", GNAT, 24, 29)
    assert game.act.spent == ("a",)
    game.drone("a1", SENTRY, 27, 28)
    assert game.act.spent == ("a",)
    game.expect_refused(["drone", "a1", GNAT, 21, 28, 0], "already been used")
    assert [game.model(each).card.key for each in drones(game)] == [GNAT, SENTRY]
    assert all(game.model(each).is_on_table and game.model(each).side == 0 for each in drones(game))
    game.end()


def test_fewer_or_none_may_be_launched() -> None:
    """v1.2.4 Weapons > Drone Bay: it allows the launch; nothing must be launched."""
    game = mother().drone("a1", GNAT, 24, 29).end()
    assert len(drones(game)) == 1
    assert drones(mother().end()) == []


def test_a_use_needs_fire_control() -> None:
    """v1.2.4 Attack > Fire Control: a Drone Bay is a weapon. Without Fire Control only a started use continues."""
    armed = [bay(2, [1, 1]), bay(1, [2])]
    game = mother(weapons=armed, fire_control=1).drone("a1", GNAT, 24, 29)
    game.expect_refused(["drone", "b1", SENTRY, 21, 28, 0], "Fire Control")
    game.drone("a1", SPARK, 27, 28).end()
    both = mother(weapons=armed, fire_control=2).drone("a1", GNAT, 24, 29).drone("b1", SENTRY, 21, 28)
    both.drone("a1", GNAT, 27, 28).end()
    assert len(drones(both)) == 3


def test_damaged_bay_launches_nothing() -> None:
    """v1.2.4 Damage > Weapon Damage: a damaged weapon cannot be used."""
    game = mother(damaged=["a1"])
    game.expect_refused(["drone", "a1", GNAT, 24, 29, 0], "damaged")
    game.end()


def test_what_is_no_bay() -> None:
    """v1.2.4 Weapons > Drone Bay: only from a Drone Bay, only drones that Drone Bays may launch."""
    game = mother(weapons=[bay(1, [1]), gun(ac=3)])
    game.expect_refused(["drone", "b1", GNAT, 24, 29, 0], "Drone Bay")
    game.expect_refused(["drone", "a1", "common/nobody", 24, 29, 0], "no drone")
    game.end()


# --- Stock and classes ---
def test_stock_is_marked_by_class() -> None:
    """v1.2.4 Weapons > Drone Bay: each box is one squadron of its class. Launched ones are marked for good."""
    game = mother(weapons=[bay(3, [1, 2])]).drone("a1", SPARK, 24, 29)
    game.expect_refused(["drone", "a1", GNAT, 27, 28, 0], "Class 1")
    game.expect_refused(["drone", "a1", TALON, 27, 28, 0], "Class 3")
    game.drone("a1", OBSERVER, 27, 28)
    game.expect_refused(["drone", "a1", SENTRY, 21, 28, 0])
    game.end()
    assert game.match.state.turn == 2
    game.expect_refused(["activate", "a"]) if game.kind == "activate" else game.declare()
    game.expect_refused(["drone", "a1", GNAT, 20, 26, 0], "stock")
    game.end()


@pytest.mark.parametrize(("faction", "free"), [("Jovian", True), ("CEGA", False)])
def test_drones_of_a_faction_are_launched_only_by_its_ships(faction: str, free: bool) -> None:
    own = {"weapons": [bay(2, [1, 1])], "faction": faction, **STILL}
    yard = (stocked("Firefly", 1, faction="Jovian"), *YARD)
    game = stage(ship("A", 0, (24, 24), **own), ship("E", 1, FAR, 180, **ASHORE), yard=yard).begin("a")
    if free:
        assert len(drones(game.drone("a1", "jovian/firefly", 24, 29))) == 1
    else:
        game.expect_refused(["drone", "a1", "jovian/firefly", 24, 29, 0], "only launched by Jovian ships")
    assert len(drones(game.drone("a1", GNAT, 27, 28))) == 1 + free


@pytest.mark.parametrize("key", [SENTRY, OBSERVER])
def test_any_squadron_of_the_class(key: str) -> None:
    """v1.2.4 Weapons > Drone Bay: any type of the class, chosen at launch."""
    game = mother(weapons=[bay(1, [2])]).drone("a1", key, 24, 29).end()
    assert game.model(drones(game)[0]).card.key == key


# --- Place ---
@pytest.mark.parametrize(("y", "free"), [(31, True), (31.02, False), (26.1, True)])
def test_wholly_within_six_inches(y: float, free: bool) -> None:
    """v1.2.4 Weapons > Drone Bay, R77: up to 6", the whole base; the bow is at 25.5."""
    game = mother()
    choice = ["drone", "a1", GNAT, 24, y, 0]
    if free:
        game.expect_allowed(choice)
    else:
        game.expect_refused(choice, "wholly within")
    game.end()


@pytest.mark.parametrize(
    ("arcs", "spot", "free"),
    [
        (("fore",), (24, 29), True),
        (("fore",), (24, 19), False),
        (("fore",), (28.2, 28), True),
        (("fore",), (28.2, 24), False),
        (("starboard",), (28.2, 24), True),
        (("starboard",), (28.2, 28), True),
        (("port", "aft"), (24, 19), True),
        (("port", "aft"), (28.2, 24), False),
    ],
)
def test_in_the_arc_of_the_bay(arcs: tuple[str, ...], spot: tuple[float, float], free: bool) -> None:
    """v1.2.4 Weapons > Drone Bay, R77: in the arc of the weapon, part of the base is enough."""
    game = mother(weapons=[bay(1, [1], arcs)])
    if free:
        game.expect_allowed(["drone", "a1", GNAT, *spot, 0])
    else:
        game.expect_refused(["drone", "a1", GNAT, *spot, 0], "arc")
    game.end()


@pytest.mark.parametrize("spot", [(24, 26), (24, 24), (24, 29.2)])
def test_it_touches_nothing(spot: tuple[float, float]) -> None:
    """R77: neither its own ship nor another model."""
    game = mother(ship("B", 0, (24, 31), **ASHORE))
    game.expect_refused(["drone", "a1", GNAT, *spot, 0], "touch")
    game.end()


def test_not_off_the_table() -> None:
    """R28: on the table."""
    game = stage(
        ship("A", 0, (24, 45), weapons=[bay(1, [1])], **STILL), ship("E", 1, (4, 4), **ASHORE), yard=YARD
    ).begin("a")
    game.expect_refused(["drone", "a1", GNAT, 24, 47.6, 0], "off the table")
    game.end()


def test_no_reaction_to_a_drone_launch() -> None:
    """R77: neither interception nor autofire reacts to it."""
    game = mother(
        squadron("F", 1, (24, 31), **ASHORE),
        ship("G", 1, (28, 32), 180, weapons=[gun(as_=3, traits=["Autofire"])], **ASHORE),
    ).drone("a1", GNAT, 24, 28)
    game.expect("menu").end()


# --- Class III as escorts ---
def test_class_three_is_launched_as_an_escort() -> None:
    """v1.2.4 Weapons > Drone Bay: in the Escorting state of any Capital Ship within 6" and in arc, CAP or not (R75)."""
    game = mother(ship("B", 0, (24, 29), **ASHORE))
    game.expect_refused(["drone", "a1", GNAT, 24, 27, 180], "touch B")
    game.expect_refused(["drone", "a1", TALON, 24.9, 27, 180], "touch B")
    game.drone("a1", TALON, 24, 27, 180).end()
    (talon,) = drones(game)
    model, host = game.model(talon), game.model("b")
    assert (model.is_escorting, model.host) == (True, "b")
    assert is_flush(host.base, host.pose, model.base, model.pose)


def test_class_three_escorts_its_own_ship() -> None:
    """v1.2.4 Weapons > Drone Bay: any Capital Ship, the one that launches it too."""
    game = mother().drone("a1", TALON, 24, 26).end()
    assert game.model(drones(game)[0]).host == "a"


def test_class_three_may_fly_free() -> None:
    """v1.2.4 Weapons > Drone Bay: it may be deployed as an escort; elsewhere it is none."""
    game = mother().drone("a1", TALON, 24, 28).end()
    assert not game.model(drones(game)[0]).is_escorting


def test_no_second_escort_and_no_enemy() -> None:
    """v1.2.4 Action > Escorting: one squadron a ship; an enemy's ship is not escorted."""
    game = mother(
        ship("B", 0, (24, 29), traits=["CAP"], **ASHORE), squadron("S", 0, (24, 31), escorting="b"),
        ship("F", 1, (18, 24), 180, **ASHORE),
    )  # fmt: skip
    game.expect_refused(["drone", "a1", TALON, 24, 27, 180], "touch B")
    game.expect_refused(["drone", "a1", TALON, 19.5, 24, 90], "touch F")
    game.end()


# --- No own activation ---
def test_drones_do_not_activate() -> None:
    """v1.2.4 Weapons > Drone: not in the sequence of the turn, whatever their class (R35)."""
    game = stage(
        ship("A", 0, (24, 24), **STILL), drone("D", 0, (24, 28)), drone("T", 0, (20, 28), drone_class=3),
        ship("E", 1, FAR, 180, **STILL),
    )  # fmt: skip
    game.idle("a").idle("e")
    assert game.match.state.turn == 2


def test_drones_alone_have_lost() -> None:
    """R39: a side that has only drones left is beaten, at the End Phase."""
    enemy = ship("E", 1, (4, 4), **STILL)
    alone = stage(drone("D", 0, (24, 28)), enemy, initiative=1).idle("e")
    assert (alone.match.over, alone.match.state.winner) == (True, 1)
    led = stage(drone("D", 0, (24, 28)), ship("A", 0, (24, 4), **ASHORE), enemy, initiative=1).idle("e")
    assert (led.match.over, led.match.state.turn) == (False, 2)


@pytest.mark.parametrize(("cls", "asked"), [(1, False), (2, False), (3, True)])
def test_only_class_three_intercepts(cls: int, asked: bool) -> None:
    """v1.2.4 Weapons > Drone: only Class III drones may intercept."""
    game = stage(
        drone("D", 0, (24, 28), drone_class=cls), squadron("F", 1, (15, 31), speed=12),
        ship("A", 0, (44, 4), **ASHORE), initiative=1,
    ).begin("f")  # fmt: skip
    game.fly((24, 31))
    if asked:
        game.pick("intercept", "d").answer(*NO_PLAN).answer(*NO_PLAN)
    game.expect("menu").end()


def test_drones_may_be_intercepted() -> None:
    """v1.2.4 Weapons > Drone: they may be targeted by an Interception."""
    game = stage(
        drone("D", 0, (24, 28)), squadron("F", 1, (24, 32)), ship("A", 0, (44, 4), **ASHORE), initiative=1
    ).begin("f", "interception", 0, "d")
    game.fly((24, 29)).resolve().answer(*NO_PLAN).answer(*NO_PLAN)
    assert {plan["model"] for plan in game.last("plans")["plans"]} == {"d", "f"}
    game.end()
