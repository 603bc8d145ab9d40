"""Tests of Cloak, Snooper, Sensor Drone, Autofire, and Tenders of older editions (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME
from tests.rules_api import refuse_action

OLD, LATER = "v1.2.2", "v1.2.3"


def hunting(y: float, options: Any, own: Any = (), **fields: Any) -> Staged:
    """Return the active ship A with 2 guns and a missile, and B ahead of it."""
    guns = [gun("Particle Cannon", ac=4, count=2), gun("Missile", missile="AC", ac=3)]
    return stage(
        ship("A", 0, (24, 6), weapons=guns, traits=list(own), skill=4), HOME, AWAY,
        ship("B", 1, (24, y), 180, activated=True, **fields), ship("C", 1, (32, 14), 180, activated=True),
        options=options,
    ).begin("a")  # fmt: skip


# --- Cloak ---
def test_a_cloak_of_old_must_be_seen_through() -> None:
    """v1.2.2, v1.2.3 Traits > Cloak: one test of D or better. Then any weapon may fire."""
    game = hunting(16, {"cloak": OLD}, traits=["Cloak"])
    before = game.shot("a", "a1", "b")
    assert before.seeking is not None and before.range.band == "optimum"
    found = 1 - before.seeking.odds().magnitude()["N"]
    game.attack("a1", "b").faces([2, 2, 3, 4]).faces([1, 3, 5, 6])
    assert game.last("noted")["said"] == "A finds B" and game.act.used == ("a1",)
    after = game.shot("a", "a2", "b")
    assert after.seeking is None
    assert before.odds().success == pytest.approx(found * after.odds().success)
    game.attack("a2", "b").faces([1, 2, 3, 4]).expect("menu")


def test_who_has_not_found_it_may_fire_at_others() -> None:
    """v1.2.2 Traits > Cloak: Fire Control and weapon stay for another target. This one is lost for the turn."""
    game = hunting(16, {"cloak": OLD}, traits=["Cloak"]).attack("a1", "b").faces([1, 2, 3, 4])
    assert game.act.used == () and game.act.spent == ()
    for mount in ("a1", "a2", "b1"):
        game.expect_refused(["attack", [mount], "b"], "has not found")
    game.attack("a1", "c").faces([1, 2, 3, 4])
    assert game.last("attacked")["target"] == "c"


@pytest.mark.parametrize(("y", "fields", "sought"), [(16, {}, True), (10, {}, False), (16, {"marks": 1}, False)])
def test_when_it_hides(y: float, fields: Any, sought: bool) -> None:
    """v1.2.2 Traits > Cloak: at that edition's Long Range, which starts beyond Short Range, while the system works."""
    game = hunting(y, {"cloak": OLD}, traits=["Cloak"])
    game.model("b").marks.update({"Cloak": 1} if fields else {})
    assert (game.shot("a", "a1", "b").seeking is not None) == sought


# --- Snooper ---
def test_a_snooper_sees_through_stealth() -> None:
    """v1.2.2, v1.2.3 Traits > Snooper: any edition's Stealth. The first model that it attacks is the turn's."""
    both = {"snooper": OLD, "stealth": OLD}
    assert "Long Range" in hunting(18, both, traits=["Stealth:2"]).no_shot("a", "a1", "b")
    game = hunting(18, both, ["Snooper"], traits=["Stealth:2"])
    assert game.shot("a", "a1", "b").range.band == "optimum"
    game.attack("a1", "b").faces([1, 2, 3, 4])
    assert game.last("noted")["said"] == "A keeps B in sight"
    assert game.shot("a", "a2", "b").range.band == "optimum"
    usual = hunting(18, {"snooper": OLD}, ["Snooper"], traits=["Stealth"])
    assert "Short Range" not in str(usual.shot("a", "b1", "b").roll.contributions)


def test_only_one_a_turn() -> None:
    """v1.2.2 Traits > Snooper: one model; the next with Stealth stays hidden."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun("Particle Cannon", ac=4, count=2)], traits=["Snooper"]), HOME, AWAY,
        ship("B", 1, (24, 18), 180, activated=True, traits=["Stealth:2"]),
        ship("C", 1, (28, 18), 180, activated=True, traits=["Stealth:2"]), options={"snooper": OLD, "stealth": OLD},
    ).begin("a")  # fmt: skip
    game.expect_allowed(["attack", ["a2"], "c"]).attack("a1", "b").faces([1, 2, 3, 4])
    game.expect_allowed(["attack", ["a2"], "b"]).expect_refused(["attack", ["a2"], "c"], "Long Range")


def test_a_snooper_has_a_flex_die_against_cloaks() -> None:
    """v1.2.2 Traits > Snooper: while both systems work."""
    game = hunting(16, {"snooper": OLD, "cloak": OLD}, ["Snooper"], traits=["Cloak"])
    assert game.shot("a", "a1", "b").roll.pool.flex == 1
    game.model("a").marks["Snooper"] = 1
    assert game.shot("a", "a1", "b").roll.pool.flex == 0


# --- Sensor Drone ---
def test_a_sensor_drone_looks_out() -> None:
    """v1.2.2 Traits > Sensor Drone: at activation, 1 more Sensors in a chosen arc until its end."""

    def game() -> Staged:
        return stage(
            ship("A", 0, (24, 6), weapons=[gun(ac=4)], traits=["Sensor Drone"], speed=0, thrusters=[1]), HOME, AWAY,
            ship("B", 1, (24, 22), 180, activated=True), options={"sensor_drone": OLD},
        ).expect("lookout", side=0)  # fmt: skip

    ahead = game()
    assert ahead.asked.default().to_json() == ["lookout", "fore"]
    ahead.pick("lookout", "fore").declare()
    assert ahead.shot("a", "a1", "b").range.band == "optimum"
    aside = game().pick("lookout", "port").declare()
    assert "Long Range" in aside.no_shot("a", "a1", "b")
    ahead.end()
    assert ahead.model("a").states == {}


def test_a_squadron_looks_out_all_around() -> None:
    """v1.2.2 Traits > Sensor Drone: without arcs there is no choice."""
    game = stage(
        squadron("S", 0, (24, 6), weapons=[weapon(ac=4)], traits=["Sensor Drone"]), HOME, AWAY,
        ship("B", 1, (24, 22), 180, activated=True), options={"sensor_drone": OLD},
    ).begin("s")  # fmt: skip
    assert game.shot("s", "a1", "b").range.band == "optimum"


# --- Autofire ---
GUNBOAT = ship("G", 1, (24, 24), 180, activated=True, sensors=[1], defense=[1],
               weapons=[gun("Beam Projector", as_=3, traits=["Autofire"])])  # fmt: skip


def flying(option: str, **fields: Any) -> Staged:
    """Return a game in which S flies past G, whose weapon has a range of 6" around it."""
    return stage(squadron("S", 0, (24, 14), speed=20, **fields), GUNBOAT, HOME, AWAY, options={"autofire": option})


def test_autofire_of_old_waits_for_the_end_of_a_move() -> None:
    """v1.2.3 Traits > Autofire: at the end of a squadron's movement, not where it enters the range."""
    past = flying(LATER).begin("s").fly((24, 18), (32, 14))
    assert past.kind == "menu"
    flying("v1.2.4").begin("s").fly((24, 18), (32, 14)).expect("autofire").decline()
    into = flying(LATER).begin("s").fly((24, 15), (24, 18)).expect("autofire", side=1)
    assert into.at("s")[:2] == (24, 18)
    into.decline()


def test_it_answers_attacks_and_actions() -> None:
    """v1.2.3 Traits > Autofire: a squadron in range that attacks or declares an action. Not ships."""
    near = {"weapons": [weapon("Mass Driver", ac=3)]}
    game = stage(squadron("S", 0, (24, 17.5), **near), GUNBOAT, HOME, AWAY, options={"autofire": LATER}).begin("s")
    game.expect("menu").attack("a1", "g").expect("autofire", side=1).decline().faces([1, 2, 3, 4])
    assert game.last("attacked")["target"] == "g"
    acting = stage(squadron("S", 0, (24, 17.5), **near), GUNBOAT, HOME, AWAY, options={"autofire": LATER})
    acting.begin("s", "evade").expect("autofire", side=1).decline().expect("menu")
    hull = stage(
        ship("A", 0, (24, 14)),
        ship("G", 1, (24, 24), 180, activated=True, weapons=[gun("Beam Projector", ac=3, as_=3, traits=["Autofire"])]),
        HOME,
        AWAY,
        options={"autofire": LATER},
    ).begin("a")
    assert hull.move(4).kind == "menu"


def test_who_dies_of_it_does_not_attack() -> None:
    """v1.2.3 Traits > Autofire: the activating model is interrupted."""
    near = {"weapons": [weapon("Mass Driver", ac=3)], "structure_left": 1}
    game = stage(squadron("S", 0, (24, 17.5), **near), GUNBOAT, HOME, AWAY, options={"autofire": LATER}).begin("s")
    game.attack("a1", "g").expect("autofire").answer(*game.offered()[0])
    game.faces([1, 1, 1]).answer("stand")
    assert game.model("s").place == "destroyed"
    assert [each["target"] for each in game.events("attacked")] == ["s"]


# --- Tender, Fleet Tender ---
@pytest.mark.parametrize(
    ("trait", "option", "inches", "flex"),
    [
        ("Tender", "v1.2.4", 12, 1),
        ("Tender", LATER, 6, 0),
        ("Fleet Tender", LATER, 12, 0),
        ("Fleet Tender", "v1.2.4", 6, 0),
    ],
)
def test_how_far_tenders_supply(trait: str, option: str, inches: float, flex: int) -> None:
    """v1.2.3 Traits > Tender, Fleet Tender: 6" and 12", without help for the test."""
    for more, reached in ((-0.1, True), (0.1, False)):
        game = stage(
            ship("A", 0, (24, 6), traits=[trait, "Fuel Tanks", "Cargo:1"], speed=0, thrusters=[1]), HOME, AWAY,
            squadron("S", 0, (24, 8 + inches + more), fuel_left=1, activated=True), options={"tender": option},
        )  # fmt: skip
        game.model("a").cargo = ("Fuel Pods",)
        game.begin("a", "resupply")
        if reached:
            game.expect_allowed(["resolve"]).resolve()
            assert game.asked.counts == (3, flex, 0)  # type: ignore[attr-defined]
            game.faces([1, 2, 3], [4] * flex)
            game.answer(*game.asked.default().to_json()) if game.kind == "flex" else None
            if game.kind == "supply":
                game.pick("enough")
        else:
            game.expect_refused(["resolve"], "reach")


@pytest.mark.parametrize(("trait", "inches"), [("Tender", 6), ("Fleet Tender", 12)])
def test_tenders_of_old_deploy_decoys(trait: str, inches: float) -> None:
    """v1.2.3 Traits > Tender, Fleet Tender: Deploy Decoy Drones without such cargo, as far away."""
    game = stage(ship("A", 0, (24, 16), traits=[trait], speed=0, thrusters=[1]), HOME, AWAY, options={"tender": LATER})
    game.begin("a", "deploy decoy drones").resolve().expect("spot")
    far = 16 + 1.5 + inches - 4
    game.expect_refused(["at", 24, far + 0.1], "within")
    game.answer("at", 24, far - 0.1)
    assert len(game.pieces("decoy-swarm")) == 1
    usual = stage(ship("A", 0, (24, 16), traits=[trait]), AWAY)
    assert refuse_action(usual.match.state, usual.model("a"), "deploy decoy drones") is not None


def test_a_tender_of_v122_feeds_guns() -> None:
    """v1.2.2 Traits > Tender: a flex die for missiles and kinetic cannons of friends within 3"."""
    guns = [gun(ac=4), gun("Missile", missile="AC", ac=4), gun("Beam Projector", ac=4)]

    def flexes(x: float) -> list[int]:
        game = stage(
            ship("A", 0, (24, 6), weapons=guns), ship("T", 0, (x, 6), traits=["Tender"], activated=True), AWAY,
            ship("B", 1, (24, 19), 180, activated=True), options={"tender": OLD},
        ).begin("a")  # fmt: skip
        return [game.shot("a", each, "b").roll.pool.flex for each in ("a1", "b1", "c1")]

    assert flexes(28.9) == [1, 1, 0] and flexes(29.2) == [0, 0, 0]
