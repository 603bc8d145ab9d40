"""Tests of launching and landing, alone and in formation, with Launchers and Catapult.

v1.2.4 Action > Launch, Land, Traits > Hangers, Launchers, Catapult; R24, R28, R41, R56.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.carrier import ASHORE, FAR, carrier, hidden
from tests.rules.fights import placed
from tests.rules.stage import Cast, Staged, gap, gun, ship, squadron, stage, weapon
from tests.rules_api import may_touch


def guest(*more: Cast, at: tuple[float, float] = (24, 30), own: dict[str, Any] | None = None, **fields: Any) -> Staged:
    """Return a squadron S on the table, 3.5" ahead of a ship C with space for it."""
    return stage(
        ship("C", 0, (24, 24), **{"traits": ["Hangers:2"], **ASHORE, **fields}),
        squadron("S", 0, at, **(own or {})),
        ship("E", 1, FAR, 180, **ASHORE),
        *more,
    )


# --- Launch ---
@pytest.mark.parametrize(
    ("spot", "free"),
    [((24, 27), True), ((24, 27.01), False), ((24, 21), True), ((24, 20.98), False), ((26.57, 24), True)],
)
def test_launch_is_within_an_inch_of_the_ship(spot: tuple[float, float], free: bool) -> None:
    """v1.2.4 Action > Launch: placed within 1" of the carrier, on any side of it."""
    game = carrier().begin("s")
    if free:
        game.launch(*spot).expect("menu")
        assert game.model("s").is_on_table
        assert game.last("placed") | {"model": "s", "cause": "launch"} == game.last("placed")
    else:
        game.expect_refused(["launch", *spot, 0], 'within 1"')


@pytest.mark.parametrize("spot", [(24, 24), (24, 25.9), (25.2, 25.2)])
def test_launched_model_overlaps_nothing(spot: tuple[float, float]) -> None:
    """R28: not on its carrier."""
    carrier().begin("s").expect_refused(["launch", *spot, 0], "overlap C")


def test_launched_model_touches_friends_but_not_enemies() -> None:
    """R28: it may touch its carrier and other friends."""
    for side, is_legal in ((0, True), (1, False)):
        game = carrier(ship("D", side, (24, 28.5), **ASHORE)).begin("s")
        if is_legal:
            game.launch(24, 26.5).end()
            assert game.at("s")[:2] == (24, 26.5)
        else:
            game.expect_refused(["launch", 24, 26.5, 0], "touch D")
            game.expect_allowed(["launch", 24, 26, 0])


def test_launched_onto_its_carrier_it_may_stay_there() -> None:
    """R28: it may end in contact, act, and start there in its next activation. Once it has moved, it flies clear."""
    game = carrier().begin("s").launch(24, 26).end()
    assert game.at("s")[:2] == (24, 26) and game.match.state.turn == 2
    game.begin("s").fly((24, 26.4)).expect_allowed(["end"])
    game.fly((24, 26)).expect_refused(["end"], "in contact with a ship")
    game.land("c").end()


def test_a_formation_launches_beside_its_carrier() -> None:
    """R28, R76: each member may touch friends."""
    wing = {"traits": ["Formation"]}
    game = carrier(hidden("S", id="t", **wing), own=wing, traits=["Hangers:2", "Launchers"]).begin("s")
    game.launch(24, 27, 0, "t").end()
    assert game.model("t").formation == "s"


def test_launch_onto_others_or_off_the_table() -> None:
    """R28: not on other models, and on the table."""
    game = carrier(ship("D", 0, (24, 28.3), **ASHORE)).begin("s")
    game.expect_refused(["launch", 24, 26.4, 0], "overlap D")
    edge = stage(ship("C", 0, (24, 46.4), traits=["Hangers:1"], **ASHORE), hidden(), ship("E", 1, (4, 4), **ASHORE))
    edge.begin("s").expect_refused(["launch", 24, 48.5, 0], "off the table")


def test_launched_squadron_flies_and_fires() -> None:
    """v1.2.4 Action > Launch: it counts as no move and no attack; its whole Speed and Fire Control are left."""
    game = carrier(squadron("F", 1, (24, 37), **ASHORE), own={"weapons": [weapon(as_=3)]}).begin("s").launch(24, 27)
    assert game.room.forward == 6
    game.fly((24, 31)).attack("a1", "f").faces([1, 2, 3]).fly((26, 31)).expect_refused(["fly", [[28.5, 31]]])
    game.end()


def test_launch_comes_on_top_of_an_action_and_a_boost() -> None:
    """v1.2.4 Action: Launch may be declared in addition to another action (R41)."""
    game = carrier().begin("s", "bombing", 2)
    game.launch(24, 27)
    assert (game.act.action, game.act.resolved, game.room.forward) == ("bombing", False, 12)
    game.end()


def test_aboard_it_only_launches_or_idles() -> None:
    """v1.2.4 States > Embarked: aboard, a squadron neither moves nor attacks nor lands."""
    game = carrier(own={"weapons": [weapon(as_=3)]}).begin("s")
    game.expect_refused(["fly", [[24, 30]]], "aboard")
    game.expect_refused(["attack", ["a1"], "e"], "aboard")
    game.expect_refused(["land", "c"], "aboard")
    game.end()


def test_what_a_launch_leaves_free_may_be_declared_aboard() -> None:
    """docs/rulings.md: any action in addition to the launch, also one with an immediate effect (R41, R43)."""
    game = carrier().activate("s").expect_allowed(["declare", "silent running", 0])
    game.declare("evade").expect_refused(["fly", [[24, 30]]], "aboard")
    assert "evading" in game.model("s").states
    spot = next(each for each in game.offered() if each[0] == "launch")
    game.answer(*spot)
    assert game.model("s").is_on_table and "evading" in game.model("s").states
    game.end()


def test_it_may_idle_after_it_has_declared_aboard() -> None:
    """R35, docs/rulings.md: its declaration has no effect then, and nothing hangs."""
    game = carrier().activate("s").declare("evade", 1).end()
    assert game.model("s").is_embarked and game.last("deactivated")["model"] == "s"


def two_aboard(**fields: Any) -> Staged:
    """Return S and S2 with one card with Formation aboard C. S is about to declare."""
    card = squadron("S", 0, (0, 0), traits=["Formation"], embarked_in="c")
    second = placed(card, id="s2", x=0, y=0, embarked_in="c", **fields)
    host = ship("C", 0, (24, 24), traits=["Hangers:2"], activated=True)
    return stage(host, card, second, ship("E", 1, (4, 44), activated=True)).activate("s")


def test_who_takes_off_with_it_shares_its_boost_and_its_evade() -> None:
    """docs/rulings.md: the second squadron pays for the Boost and evades as its leader does."""
    game = two_aboard().declare("evade", 1)
    game.answer(*next(each for each in game.offered() if each[0] == "launch" and len(each) == 5))
    one, two = game.model("s"), game.model("s2")
    assert one.formation == two.formation != ""
    assert (one.states, two.states) == ({"boosting": 1, "evading": 1}, {"boosting": 1, "evading": 1})
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel")) == (2, 2)
    game.end()


@pytest.mark.parametrize(("boost", "fuel"), [(1, 1), (2, 1)])
def test_who_cannot_pay_does_not_take_off_with_it(boost: int, fuel: int) -> None:
    """docs/rulings.md: the second squadron needs Fuel 2 for the Evade and the Fuel of the Boost (R42)."""
    game = two_aboard(fuel=fuel).declare("evade", boost)
    alone = next(each for each in game.offered() if each[0] == "launch" and len(each) == 4)
    game.expect_refused([*alone, "s2"], "Fuel")
    game.answer(*alone).end()


def test_the_fuel_of_the_evade_may_go_into_the_boost_of_a_launch() -> None:
    """docs/rulings.md: each member may burn the Fuel 2 that Evade needs for the Boost (R42)."""
    game = two_aboard(fuel=2).declare("evade", 2)
    game.answer(*next(each for each in game.offered() if each[0] == "launch" and len(each) == 5))
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel")) == (1, 0)
    assert "evading" in game.model("s2").states
    game.end()


# --- Launchers and Catapult ---
@pytest.mark.parametrize(
    ("traits", "damaged", "spot", "free"),
    [
        (["Launchers"], [], (24, 29), True),
        (["Launchers"], [], (24, 29.02), False),
        (["Launchers"], [], (24, 19), True),
        (["Launchers"], ["Launchers"], (24, 29), False),
        (["Launchers"], ["Launchers"], (24, 27), True),
        (["Catapult"], [], (24, 32), True),
        (["Catapult"], [], (24, 32.02), False),
        (["Catapult"], [], (29, 29.5), True),
        (["Catapult"], [], (30, 27), False),
        (["Catapult"], [], (24, 21), True),
        (["Catapult"], [], (24, 20.98), False),
        (["Catapult"], ["Catapult"], (24, 32), False),
        (["Catapult"], ["Catapult"], (24, 27), True),
        (["Launchers", "Catapult"], [], (24, 32), True),
        (["Launchers", "Catapult"], [], (24, 19), True),
        (["Launchers", "Catapult"], ["Catapult"], (24, 32), False),
        (["Launchers", "Catapult"], ["Catapult"], (24, 29), True),
    ],
)
def test_launch_aids(traits: list[str], damaged: list[str], spot: tuple[float, float], free: bool) -> None:
    """v1.2.4 Traits > Launchers: 3" all around; Catapult: 6" in the front arc; neither if damaged."""
    game = carrier(traits=["Hangers:1", *traits], damaged=damaged).begin("s")
    choice = ["launch", *spot, 0]
    if free:
        game.expect_allowed(choice)
    else:
        game.expect_refused(choice, "launches within")


def test_catapult_follows_the_heading() -> None:
    """v1.2.4 Traits > Catapult: the ship's own front arc."""
    game = stage(
        ship("C", 0, (24, 24), 90, traits=["Hangers:1", "Catapult"], **ASHORE), hidden(), ship("E", 1, FAR, **ASHORE)
    ).begin("s")
    game.expect_allowed(["launch", 31.9, 24, 90]).expect_refused(["launch", 24, 31, 90])


def test_without_room_the_nearest_free_place() -> None:
    """R28: without space it goes only to the nearest free place."""
    wall = {"base": "large", **ASHORE}
    game = carrier(
        ship("N", 0, (24, 27.05), 90, **wall),
        ship("W", 0, (21.45, 24), **wall),
        ship("O", 0, (26.55, 24), **wall),
        ship("Z", 0, (24, 20.95), 90, **wall),
    ).begin("s")
    (spot,) = [choice for choice in game.offered() if choice[0] == "launch"]
    game.expect_refused(["launch", 24, 29.2, 0])
    game.pick(*spot)
    assert gap(game, "s", "c") > 1
    assert all(gap(game, "s", other) > 0.001 for other in ("c", "n", "w", "o", "z"))


# --- Reactions to a launch ---
def test_launch_comes_under_autofire() -> None:
    """R56: a launch inside its range counts as coming into it; declined, fired, and fatal."""
    enemy = ship("D", 1, (24, 32), 180, weapons=[gun(as_=3, traits=["Autofire"])], defense=[1], ratings={"defense": 0})
    game = carrier(enemy).begin("s").launch(24, 27).expect("autofire", side=1).decline().expect("menu")
    game.end().idle("d")
    shot = carrier(enemy, own={"structure_left": 1}).begin("s").launch(24, 27)
    shot.pick("fire", "d", "a1").faces([2, 2, 1, 3])
    assert (shot.model("s").place, shot.last("deactivated")["model"]) == ("destroyed", "s")
    shot.idle("d")


def test_launch_out_of_range_is_no_reason_to_fire() -> None:
    """R56: with no model in range there is no decision."""
    enemy = ship("D", 1, (24, 40), 180, weapons=[gun(as_=3, traits=["Autofire"])], **ASHORE)
    carrier(enemy).begin("s").launch(24, 27).expect("menu").end()


def test_launched_squadron_may_be_intercepted() -> None:
    """v1.2.4 Action > Reactive Interception: at the first point of the activation within 3"."""
    enemy = squadron("F", 1, (24, 30.5), **ASHORE)
    game = carrier(enemy).begin("s").launch(24, 27).expect("interception", side=1).decline()
    game.expect("menu").end()
    caught = carrier(enemy).begin("s").launch(24, 27).pick("intercept", "f")
    caught.answer("plan", [], "singly", 0, 0, kind="plan").answer("plan", [], "singly", 0, 0, kind="plan")
    assert caught.room.forward == 6
    caught.end()


def test_a_launch_is_one_question() -> None:
    """R56, R71: all weapons and squadrons that can react at its place are in one decision."""
    guns = ship("D", 1, (24, 32), 180, weapons=[gun(as_=3, traits=["Autofire"])], defense=[1], ratings={"defense": 0})
    hunter = squadron("F", 1, (21, 29.5), **ASHORE)
    game = carrier(guns, hunter).begin("s").launch(24, 27).expect("autofire", side=1)
    assert game.offered() == [["fire", "d", "a1"], ["intercept", "f"], ["decline"], ["pass"]]
    game.answer("pass").expect("menu").end().idle("d")
    caught = carrier(guns, hunter).begin("s").launch(24, 27).pick("intercept", "f")
    caught.answer("plan", [], "singly", 0, 0, kind="plan").answer("plan", [], "singly", 0, 0, kind="plan")
    caught.expect("menu").end().idle("d")  # At one point Autofire comes first. The gun has declined.


# --- Land ---
def test_land_in_contact() -> None:
    """v1.2.4 Action > Land: a squadron in base contact with a friendly ship with Hangers goes aboard."""
    game = guest().begin("s")
    game.expect_refused(["land", "c"], "contact")
    game.fly((24, 26)).land("c")
    assert (game.model("s").place, game.model("s").host) == ("embarked", "c")
    assert game.last("left_play") | {"model": "s", "how": "embarked", "host": "c"} == game.last("left_play")
    game.end()


def test_land_comes_on_top_of_an_action() -> None:
    """v1.2.4 Action: Land may be declared in addition (R41); states go aboard with the squadron and end in time."""
    game = guest().begin("s", "evade").fly((24, 26)).land("c")
    assert "evading" in game.model("s").states
    game.end()
    assert game.match.state.turn == 2
    assert "evading" not in game.model("s").states


def test_an_escort_that_lands_escorts_no_more() -> None:
    """v1.2.4 Action > Escorting, Embarked: aboard it doesn't escort, nor after the next launch."""
    game = stage(
        ship("C", 0, (24, 24), **{"traits": ["Hangers:2"], **ASHORE}), ship("E", 1, FAR, 180, **ASHORE),
        squadron("S", 0, (24, 26), escorting="c", traits=["Escort"]),
    ).begin("s").land("c")  # fmt: skip
    assert game.model("s").states == {}
    game.launch(24, 27)
    assert not game.model("s").is_escorting
    game.fly((24, 29)).end()


@pytest.mark.parametrize(("fields", "welcome"), [({}, True), ({"traits": []}, False)])
def test_who_lands_may_use_all_of_its_flight(fields: dict[str, Any], welcome: bool) -> None:
    """v1.2.4 Movement > Squadron Movement, R24: its end may touch the ship that takes it in, and no other."""
    game = guest(at=(24, 32), **fields).begin("s")
    if welcome:
        game.fly((24, 26)).land("c").end()
    else:
        game.expect_refused(["fly", [[24, 26]]], "touching C")
        game.end()


@pytest.mark.parametrize(("host", "why"), [("c", ""), ("d", "aboard the same ship")])
def test_a_formation_takes_off_from_one_ship(host: str, why: str) -> None:
    """v1.2.4 Traits > Formation: all its members are aboard the ship that launches them."""
    traits = {"traits": ["Formation"]}
    game = stage(
        ship("C", 0, (24, 24), traits=["Hangers:2"], **ASHORE), ship("D", 0, (10, 24), traits=["Hangers:2"], **ASHORE),
        ship("E", 1, FAR, 180, **ASHORE), hidden("S", **traits), hidden("S", id="s2", host=host, **traits),
    ).begin("s")  # fmt: skip
    launch = ["launch", 24, 27, 0, "s2"]
    if why:
        game.expect_refused(launch, why)
    else:
        game.expect_allowed(launch)


def test_landed_squadron_does_nothing_else() -> None:
    """v1.2.4 States > Embarked: off the table it neither attacks nor flies."""
    game = guest(own={"weapons": [weapon(ac=3)]}).begin("s").fly((24, 26)).land("c")
    game.expect_refused(["attack", ["a1"], "e"], "aboard")
    game.expect_refused(["fly", [[24, 30]]], "aboard")
    game.end()


def test_land_and_launch_in_one_activation() -> None:
    """v1.2.4 Action > Land: in the same activation as a Launch; each once, and one move for both."""
    game = guest().begin("s").fly((24, 26)).land("c").launch(24, 27)
    assert game.room.forward == 2
    game.expect_no_end(24, 26, "touching C")
    game.fly((24, 29)).end()


def test_launch_and_land_in_one_activation() -> None:
    """v1.2.4 Action > Launch: in the same activation as a Land; it does not launch twice."""
    game = carrier().begin("s").launch(24, 27).fly((24, 26)).land("c")
    game.expect_refused(["launch", 24, 27, 0], "already launched")
    game.end()
    assert game.model("s").place == "embarked"


def test_declining_to_land_needs_a_way_clear() -> None:
    """R24: contact is only for landing. A squadron that doesn't land flies clear."""
    game = guest().begin("s").fly((24, 26))
    game.expect_refused(["end"], "land")
    game.fly((24, 27)).end()
    assert game.model("s").is_on_table


@pytest.mark.parametrize(
    "fields",
    [
        {"traits": []},
        {"traits": ["Hangers:1"], "damaged": ["Hangers"]},
        {"traits": ["Dock"]},
    ],
)
def test_no_land_without_hangers(fields: dict[str, Any]) -> None:
    """v1.2.4 Traits > Hangers: undamaged Hangers are needed, and contact without them is forbidden (R24)."""
    guest(**fields).begin("s").expect_no_end(24, 26, "touching C")


def test_no_land_on_an_enemy() -> None:
    """v1.2.4 Action > Land, R78: only friendly ships take it in."""
    game = stage(ship("C", 1, (24, 24), traits=["Hangers:2"], **ASHORE), squadron("S", 0, (24, 30))).begin("s")
    game.answer("decline", kind="autofire") if game.kind == "autofire" else None
    game.expect_no_end(24, 26, "touching C")


@pytest.mark.parametrize(("damaged", "free"), [([], True), (["Hangers"], False)])
def test_land_needs_undamaged_and_unoccupied_room(damaged: list[str], free: bool) -> None:
    """v1.2.4 Traits > Hangers: with one aboard, Hangers 2 have space for one more unless one is damaged."""
    game = guest(hidden("T", **ASHORE), damaged=damaged).begin("s")
    if free:
        game.fly((24, 26)).land("c").end()
        assert game.model("s").place == "embarked"
    else:
        game.expect_no_end(24, 26, "touching C")
    guest(hidden("T", **ASHORE), traits=["Hangers:1"]).begin("s").expect_no_end(24, 26, "touching C")


def test_damaged_hangers_still_launch() -> None:
    """v1.2.4 Traits > Hangers: the squadron aboard is unaffected by damage to its Hanger."""
    game = carrier(traits=["Hangers:1", "Launchers"], damaged=["Hangers"]).begin("s").launch(24, 29)
    game.expect_refused(["land", "c"], "space")
    game.end()


@pytest.mark.parametrize(("level", "free"), [(2, True), (1, False)])
def test_formation_lands_as_one(level: int, free: bool) -> None:
    """v1.2.4 Traits > Formation: as a single unit, so both need space. Aboard they are two."""
    wing = {"traits": ["Formation"]}
    game = guest(
        squadron("S", 0, (24, 31), id="t", formation="s", **wing), own=wing, traits=[f"Hangers:{level}"]
    ).begin("s")
    if not free:
        game.expect_no_end(24, 26, "touching C")
        return
    game.fly((24, 26)).land("c").end()
    assert [(game.model(each).place, game.model(each).formation) for each in "st"] == [("embarked", "")] * 2


# --- Launching as a formation ---
def wing_aboard(**other: Any) -> Staged:
    """Return two squadrons of one type with Formation aboard C. The second one can be another type."""
    wing = {"traits": ["Formation"]}
    return carrier(hidden(**{"name": "S", "id": "t", **wing, **other}), own=wing)


def test_formation_launches_as_one() -> None:
    """v1.2.4 Traits > Formation: two of a type launch together, in contact, and activate as one."""
    game = wing_aboard().begin("s").launch(24, 27, 0, "t")
    assert gap(game, "s", "t") <= 0.001
    assert max(gap(game, "s", "c"), gap(game, "t", "c")) <= 1.001
    game.fly((24, 33)).end()
    assert game.at("t")[1] > 31
    assert game.match.state.turn == 2, "both have activated"


def test_launching_apart_is_no_formation() -> None:
    """v1.2.4 Traits > Formation: together or not at all; alone each has its own activation."""
    game = wing_aboard().begin("s").launch(24, 27).end().begin("t").launch(26.5, 24).end()
    assert [game.model(each).formation for each in "st"] == ["", ""]


@pytest.mark.parametrize("other", [{"name": "T"}, ASHORE])
def test_who_does_not_form_up(other: dict[str, Any]) -> None:
    """v1.2.4 Traits > Formation: another type, or one that has activated, does not launch along."""
    game = wing_aboard(**other).begin("s")
    game.expect_refused(["launch", 24, 27, 0, "t"])
    game.launch(24, 27).end()
    if not game.model("t").activated:
        game.idle("t")


@pytest.mark.parametrize("active", [(), ("t",), ("u",), ("t", "u")])
def test_a_partner_that_has_activated_does_not_launch_along(active: tuple[str, ...]) -> None:
    """v1.2.4 Traits > Formation: a formation activates as one, so each member must still be able to."""
    traits = {"traits": ["Formation", "Ace"]}
    mates = [hidden(**traits, id=ident, activated=ident in active) for ident in ("t", "u")]
    game = carrier(*mates, own=traits, traits=["Hangers:3"]).begin("s")
    assert (game.asked.check(["launch", 24, 27, 0, "t", "u"]) is None) == (not active)


def test_a_ship_is_no_goal_for_who_has_landed_and_launched() -> None:
    """R24, R41: it lands once per activation, so it has no reason to touch the ship again."""
    game = stage(ship("C", 0, (24, 24), **ASHORE, traits=["Hangers:2"]), squadron("S", 0, (24, 28), speed=8),
                 ship("E", 1, FAR, 180)).begin("s")  # fmt: skip
    assert may_touch(game.match.state, game.model("s")) == ["c"]
    game.fly((24, 26)).land("c").launch(24, 27)
    assert may_touch(game.match.state, game.model("s")) == []
    game.expect_allowed(["end"])
