"""Tests of formations (v1.2.4 Traits > Formation; R2, R59, R67, R71-R73, R76)."""

from typing import Any

import pytest

from jovian.cards import parse_unit
from jovian.table import is_flush, touches
from tests.rules.fights import FAR, GUN, OWN, counts, double, miss, placed, throw, wing
from tests.rules.stage import SHIP, SQUADRON, Staged, gun, muster, rock, ship, squadron, stage, weapon
from tests.rules_api import free_landing, other_formation_members, refuse_formation


def pair(*more: Any, at: tuple[float, float] = (24, 10), **fields: Any) -> Staged:
    """Return a game with S and S2 of side 0, S2 just behind. The others can include a third in another formation."""
    x, y = at
    return stage(*wing("S", 0, at, (x, y - 1), **{"weapons": [GUN], **fields}), *more, FAR, OWN)


def together(game: Staged, *idents: str) -> bool:
    """Return whether they are in one formation, the first as its leader, each in contact with another."""
    group = [game.model(model_id) for model_id in idents]
    near = all(
        any(touches(a.base, a.pose, b.base, b.pose) for b in group if b is not a) for a in group
    )  # fmt: skip
    return near and {member.formation for member in group} == {group[0].id}


def are_separate(game: Staged, *idents: str) -> bool:
    """Return whether they are in no formation."""
    return not any(
        game.model(model_id).formation or other_formation_members(game.match.state, game.model(model_id))
        for model_id in idents
    )


SPARE = ship("Spare", 1, (44, 4))
"""An enemy ship that has yet to activate, so that the turn continues."""


# --- Arrival on the table ---
def card(name: str, **fields: Any) -> Any:
    """Return a unit card for a muster."""
    printed = SHIP if fields.pop("hull", False) else SQUADRON
    return parse_unit({**printed, "faction": "CEGA", "name": name, **fields}, "test")


def test_deployed_together() -> None:
    """v1.2.4 Traits > Formation: two of a type are deployed together, in base contact."""
    flyer = card("S", traits=["Formation"])
    game = muster((card("A", hull=True), flyer, flyer), (card("B", hull=True), card("U")))
    game.place("a", 10, 10).place("b", 10, 40, 180)
    one, two = (m.id for m in game.match.state.models.values() if m.card.key == flyer.key)
    game.answer("place", one, 20, 8, 0, two, kind="deploy")
    assert together(game, one, two)
    game.place("u", 30, 40)
    assert game.match.state.phase == "activation"


def test_or_apart() -> None:
    """v1.2.4 Traits > Formation: may."""
    flyer = card("S", traits=["Formation"])
    game = muster((card("A", hull=True), flyer, flyer), (card("B", hull=True), card("U")))
    game.place("a", 10, 10).place("b", 10, 40, 180)
    one, two = (m.id for m in game.match.state.models.values() if m.card.key == flyer.key)
    game.answer("place", one, 20, 8, 0).place("u", 30, 40).answer("place", two, 30, 8, 0)
    assert are_separate(game, one, two)


def test_only_of_one_type_and_with_the_trait() -> None:
    """v1.2.4 Traits > Formation: squadrons of the same type that have it."""
    one, two, plain = card("S", traits=["Formation"]), card("T", traits=["Formation"]), card("P")
    game = muster((card("A", hull=True), one, two, plain, plain), (card("B", hull=True), card("U")))
    game.place("a", 10, 10).place("b", 10, 40, 180)
    s, t, p, q = (m.id for m in game.match.state.models.values() if m.side == 0 and not m.is_capital)
    game.expect_refused(["place", s, 20, 8, 0, t], "one type")
    game.expect_refused(["place", p, 20, 8, 0, q], "no Formation")
    game.expect_refused(["place", s, 20, 8, 0, s])
    game.answer("place", s, 20, 8, 0).place("u", 30, 40)
    for number, ident in enumerate((t, p, q)):
        game.answer("place", ident, 24 + 3 * number, 8, 0)


def test_launched_together() -> None:
    """v1.2.4 Traits > Formation: take the Launch action together; both are done then."""
    group = wing("S", 0, (0, 0), (0, 0))
    for member in group:
        for key in ("x", "y", "heading", "formation"):
            member.line.pop(key, None)
    inside = [placed(member, embarked_in="b") for member in group]
    game = stage(ship("B", 0, (24, 10), activated=True, traits=["Hangers:2"]), *inside, SPARE).begin("s")
    game.answer("launch", 24, 12.5, 0, "s2")
    assert together(game, "s", "s2")
    game.fly((24, 16)).end()
    assert together(game, "s", "s2") and game.model("s2").activated


def test_without_a_boost_no_fuel_is_needed_to_take_off() -> None:
    """v1.2.4 Traits > Formation: it burns the same Fuel as the leader, which is none."""
    group = wing("S", 0, (0, 0), (0, 0))
    for member in group:
        for key in ("x", "y", "heading", "formation"):
            member.line.pop(key, None)
    inside = [placed(member, embarked_in="b") for member in group]
    for boost in (0, 1):
        game = stage(ship("B", 0, (24, 10), activated=True, traits=["Hangers:2"]), *inside, SPARE)
        game.model("s2").marks["fuel"] = 3
        game.begin("s", "none", boost)
        assert (game.asked.check(["launch", 24, 12.5, 0, "s2"]) is None) == (not boost)


def test_that_it_breaks_up_is_told() -> None:
    """v1.2.4 Traits > Formation: a single squadron is in no formation."""
    game = pair(ship("C", 0, (24, 13), activated=True, traits=["Hangers:2"])).begin("s")
    game.fly((24, 11)).land("c")
    events = [event for event in game.events("state") if event["state"] == "formation"]
    assert [(event["model"], event["value"], event["entered"]) for event in events] == [
        ("s", 0, False),
        ("s2", 0, False),
    ]


# --- One unit ---
def test_activated_as_one() -> None:
    """v1.2.4 Traits > Formation: a single unit; the same movement; both are done afterwards."""
    game = pair(squadron("U", 0, (40, 10))).expect("activate")
    game.expect_refused(["activate", "s2"], "leader")
    game.begin("s").fly((28, 13)).end()
    assert together(game, "s", "s2") and (game.at("s")[:2], game.at("s2")[:2]) == ((28, 13), (28, 12))
    assert game.model("s").activated and game.model("s2").activated
    game.activate("u")


def test_a_boost_burns_the_fuel_of_all() -> None:
    """v1.2.4 Traits > Formation: the same Actions: each expends its fuel; the emptiest limits it."""
    game = pair(fuel_left=2).activate("s").declare(boost=2)
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel")) == (0, 0)
    assert game.room.forward == pytest.approx(12)


def test_where_one_would_touch_something_none_may_end() -> None:
    """R24: the whole formation must end clear."""
    game = pair(squadron("U", 0, (28, 13), activated=True), speed=9).begin("s")
    game.expect_no_end(28, 14.5, "touching U")
    game.expect_allowed(["fly", [[28, 15.1]]])


def test_whoever_of_it_comes_near_may_be_intercepted() -> None:
    """R71: the formation is within 3" if one of its squadrons is. Here it is only S2."""
    game = pair(squadron("T", 1, (24, 5.2), activated=True)).begin("s").expect("interception", 1)
    game.decline().expect("menu", 0)


# --- Attacks from it ---
def enemy(**fields: Any) -> Any:
    """Return a ship that faces S from 4" away, in Short Range (6") of both: +1."""
    return ship("B", 1, (24, 16), 180, activated=True, ratings={"defense": 0}, **fields)


def test_its_weapons_are_doubled_and_linked() -> None:
    """v1.2.4 Traits > Formation: double the weapons, all with Link: +1 for each other; one Fire Control."""
    game = pair(enemy()).begin("s").expect_allowed(["attack", ["a1", "a1+"], "b"])
    game.attack("a1 a1+", "b")
    throw(game, 1, 2, 3, 4, 6)
    assert game.act.spent == ("s",) and game.last("attacked")["net"] == 2
    game.expect_refused(["attack", ["a1"], "b"])
    game.expect_refused(["attack", ["a1+"], "b"])


def test_fire_control_is_unchanged() -> None:
    """v1.2.4 Traits > Formation: the rating is that of one squadron."""
    game = pair(enemy(), fire_control=1).begin("s").attack("a1+", "b")
    throw(game, 1, 2, 3, 4)
    game.expect_refused(["attack", ["a1"], "b"], "No Fire Control")
    two = pair(enemy(), fire_control=2).begin("s").attack("a1", "b")
    throw(two, 1, 2, 3, 4)
    two.attack("a1+", "b")
    throw(two, 1, 2, 3, 4)
    two.expect_refused(["attack", ["a1"], "b"], "No Fire Control")


def test_any_member_may_be_the_origin() -> None:
    """v1.2.4 Traits > Formation: one squadron is chosen as the origin for range and cover: here only S2 reaches it."""
    target = squadron("T", 1, (24, 2.1), activated=True, fuel_left=0)
    game = pair(target, sensors=1).begin("s")
    attacks = [answer for answer in game.offered() if answer[0] == "attack" and "t" in answer]
    assert attacks, "S is 6.9 inches away, S2 5.9, which is in its Optimum Range of 6"


def test_alone_there_is_nothing_to_double() -> None:
    """v1.2.4 Traits > Formation: the trait does nothing by itself."""
    game = stage(squadron("S", 0, (24, 10), weapons=[GUN], traits=["Formation"]), enemy(), OWN).begin("s")
    game.expect_refused(["attack", ["a1", "a1+"], "b"])
    game.expect_refused(["attack", ["a1+"], "b"])


def test_limited_weapons_are_spent_one_by_one() -> None:
    """v1.2.4 Weapon Traits > Limited: each member's own weapon is spent, and a broken one doesn't count."""
    rocket = weapon("Missile", missile="AC", ac=4, traits=["Limited"])
    game = pair(enemy(), weapons=[rocket], fire_control=2).begin("s").attack("a1+", "b")
    throw(game, *[1, 2, 3, 4, 5, 6, 6][: sum(game.asked.counts)])  # type: ignore[attr-defined]
    while game.kind == "faces":
        throw(game, *[1, 2, 3][: sum(game.asked.counts)])  # type: ignore[attr-defined]
    assert (game.model("s").damaged, game.model("s2").damaged) == ((), ("a1",))


# --- Attacks on it ---
def under_fire(kind: str = "Mass Driver", **fields: Any) -> Staged:
    """Return a game in which A of side 1 has attacked S2 with 3 dice and is about to roll. S is the leader."""
    game = stage(
        *wing("S", 0, (24, 14), (24, 13), activated=True, **fields),
        ship("A", 1, (24, 24), 180, weapons=[gun(kind, as_=3)]), OWN, initiative=1,
    )  # fmt: skip
    return game.begin("a").attack("a1", "s2")


def test_autofire_spends_the_weapon_of_whoever_fires() -> None:
    """v1.2.4 Weapon Traits > Limited, Autofire: the other member's own weapon. The leader's may still fire."""
    once = [weapon("Mass Driver", as_=3, traits=["Limited", "Autofire"])]
    game = stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 25), (24, 24), activated=True, weapons=once, fuel_left=0),
        FAR, OWN,
    ).begin("s").fly((24, 16)).pick("fire", "t2", "a1")  # fmt: skip
    throw(game, *miss(sum(counts(game))))
    assert (game.model("t").damaged, game.model("t2").damaged) == ((), ("a1",))
    game.expect("autofire").pick("fire", "t", "a1")
    throw(game, *miss(sum(counts(game)))).end()


def test_the_owner_splits_the_damage() -> None:
    """v1.2.4 Traits > Formation: the attacker picks one, the owner allocates between all as it sees fit."""
    game = under_fire().faces([4, 4, 4]).expect("allocate", 0)
    assert any(option.label.endswith(" none") for option in game.asked.options())
    assert len({option.label for option in game.asked.options()}) == 3  # Both are called S.
    assert sorted(answer[1] for answer in game.offered()) == [[0, 2], [1, 1], [2, 0]]
    game.pick("allocate", [1, 1]).expect("menu", 1)
    assert (game.rating("s", "structure"), game.rating("s2", "structure")) == (3, 3)


@pytest.mark.parametrize(("share", "left"), [([2, 0], (4, 2)), ([0, 2], (2, 4))])
def test_all_of_it_may_go_to_one(share: list[int], left: tuple[int, int]) -> None:
    """v1.2.4 Traits > Formation; the shares are listed with the model that was attacked first."""
    game = under_fire().faces([4, 4, 4]).pick("allocate", share).expect("menu")
    assert (game.rating("s", "structure"), game.rating("s2", "structure")) == left


def test_particle_cannons_burn_redundant_boxes() -> None:
    """v1.2.4 Traits > Formation: Particle Cannon hits damage all redundant boxes as normal (R67)."""
    game = under_fire("Particle Cannon", structure=[3, 3, 2, 2, 1]).faces([4, 4, 4]).pick("allocate", [1, 1])
    assert (game.rating("s", "structure"), game.rating("s2", "structure")) == (2, 2)
    whole = under_fire("Particle Cannon", structure=[3, 3, 2, 2, 1]).faces([4, 4, 4]).pick("allocate", [2, 0])
    assert (whole.rating("s", "structure"), whole.rating("s2", "structure")) == (3, 1)


def test_a_loss_leaves_the_other_alone() -> None:
    """v1.2.4 Traits > Formation: one of two remains, in no formation."""
    game = under_fire(structure=[2, 1]).faces([4, 4, 4]).pick("allocate", [0, 2])
    assert game.model("s").place == "destroyed" and game.model("s2").is_on_table and are_separate(game, "s2")


def test_both_may_be_lost() -> None:
    """v1.2.4 Traits > Formation."""
    game = under_fire(structure=[1]).faces([4, 4, 4]).pick("allocate", [1, 1])
    assert game.model("s").place == game.model("s2").place == "destroyed"


def test_the_leader_is_lost_in_its_own_activation() -> None:
    """R76: the other one continues the activation, and has no second one."""
    game = stage(
        *wing("S", 0, (24, 28.9), (24, 29.9), structure=[1]), ship("A", 1, (24, 20), activated=True), SPARE
    ).begin("s")  # fmt: skip
    game.fly((24, 24)).expect("autofire", 1).pick("fire", "a", "pd").faces([4, 4, 1, 2])
    game.pick("allocate", [1, 0])
    while game.kind == "autofire":
        game.decline()
    act = game.match.state.activation
    assert game.model("s").place == "destroyed" and act is not None and act.model == "s2"
    game.end()
    assert game.model("s2").activated


@pytest.mark.parametrize(("y", "struck"), [(6.495, True), (6.4, False)])
def test_a_way_clear_is_one_on_which_terrain_strikes_none_of_it(y: float, struck: bool) -> None:
    """R24, R29: an obstacle close behind the second of two blocks both."""
    rocks = rock("debris-field", (24, y))
    game = stage(*wing("S", 0, (24, 12), (24, 11)), ship("B", 1, (24, 14), activated=True), OWN, FAR, terrain=(rocks,))
    game.begin("s")
    model = game.model("s")
    assert (free_landing(game.match.state, model, 0.5) is None) == struck


# --- Three with an Ace ---
def test_an_ace_makes_three() -> None:
    """v1.2.4 Traits > Formation: with an Ace of the same model type three fly together."""
    trio = wing("S", 0, (24, 10), (24, 9), (24.866, 9.5), weapons=[GUN], traits=["Ace"])
    game = stage(*trio, enemy(), SPARE).begin("s")
    assert together(game, "s", "s2", "s3")
    game.attack("a1 a1+ a1++", "b")
    throw(game, 1, 2, 3, 4, 6, 5)
    assert game.last("attacked")["net"] == 3
    game.fly((28, 12)).end()
    assert together(game, "s", "s2", "s3") and game.model("s3").activated


def test_three_without_an_ace_are_too_many() -> None:
    """v1.2.4 Traits > Formation: up to two."""
    flyer = card("S", traits=["Formation"])
    game = muster((card("A", hull=True), flyer, flyer, flyer), (card("B", hull=True), card("U")))
    game.place("a", 10, 10).place("b", 10, 40, 180)
    one, two, three = (game.model(m.id) for m in game.match.state.models.values() if m.card.key == flyer.key)
    assert "at most" in refuse_formation(one, [two, three])
    assert refuse_formation(one, [two]) == ""
    game.expect_refused(["place", one.id, 20, 8, 0, two.id, three.id])
    game.answer("place", one.id, 20, 8, 0, two.id).place("u", 30, 40).answer("place", three.id, 30, 8, 0)


def test_of_three_a_loss_leaves_two() -> None:
    """v1.2.4 Traits > Formation; R76: the next in order leads."""
    game = stage(
        *wing("S", 0, (24, 14), (24, 13), (24.866, 13.5), activated=True, structure=[1], traits=["Ace"]),
        ship("A", 1, (24, 24), 180, weapons=[gun("Mass Driver", as_=3)]), OWN, initiative=1,
    ).begin("a")  # fmt: skip
    game.attack("a1", "s").faces([4, 4, 1]).pick("allocate", [1, 0, 0])
    assert game.model("s").place == "destroyed" and together(game, "s2", "s3")


def test_edges_lie_flush() -> None:
    """v1.2.4 Traits > Formation: in base to base contact, edge to edge (R14)."""
    game = pair()
    one, two = game.model("s"), game.model("s2")
    assert is_flush(one.base, one.pose, two.base, two.pose)


# --- Terrain ---
def test_the_owner_chooses_who_of_a_formation_takes_the_damage_of_terrain() -> None:
    """R29, R76: the field attacks each squadron that touches it. The owner splits the damage of each attack."""
    game = stage(
        *wing("S", 0, (24, 10), (24, 9)), ship("E", 1, (44, 44), 180, activated=True),
        terrain=(rock("debris-field", (24, 14)),),
    ).begin("s").fly((24, 16))  # fmt: skip
    marked = []
    for struck in ("s", "s2"):
        if game.kind == "avoid":
            game.pick("enter")
        game.faces(double(counts(game)[0], 3)).expect("allocate", 0)
        assert [0, 1] in [answer[1] for answer in game.offered()] and game.events("attacked")[-1]["target"] == struck
        game.answer("allocate", [0, 1])  # The one that wasn't attacked is listed second.
        marked.append((game.rating("s", "structure"), game.rating("s2", "structure")))
    assert marked == [(4, 3), (3, 3)]
    game.end()


# --- Landing and launching again ---
def landed_pair(*more: Any, boost: int = 0, count: int = 2, **fields: Any) -> Staged:
    """Return a game in which a formation has flown to C and landed in one activation. C has a catapult's reach."""
    places = [(24, 28), (24, 29), (25, 28.5)][:count]
    return stage(
        *wing("S", 0, places[0], *places[1:], **{"weapons": [GUN], **fields}),
        ship("C", 0, (24, 22), traits=["Hangers:4", "Launchers"], activated=True), *more, FAR, OWN, SPARE,
    ).begin("s", "none", boost).fly((24, 24)).land("c")  # fmt: skip


def test_a_pair_that_has_landed_launches_again_together() -> None:
    """v1.2.4 Action > Land: in the same activation. The flight continues as one."""
    game = landed_pair()
    assert are_separate(game, "s", "s2")
    assert any((choice[0] == "launch" and choice[4:] == [["s2"]]) or choice[4:] == ["s2"] for choice in game.offered())
    game.launch(24, 26, 0, "s2")
    assert together(game, "s", "s2") and game.room.forward == 2
    game.fly((24, 27)).end()
    assert [game.model(each).activated for each in ("s", "s2")] == [True, True]


def test_one_of_the_pair_may_launch_alone() -> None:
    """R76: the other stays aboard and has had its activation."""
    game = landed_pair().launch(24, 26).end()
    assert (game.model("s2").is_embarked, game.model("s2").activated, game.model("s").formation) == (True, True, "")


def test_what_they_have_burnt_is_not_paid_again() -> None:
    """v1.2.4 Action > Boost: the whole formation has burned its Fuel when it declared."""
    game = landed_pair(boost=1)
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel")) == (2, 2)
    game.launch(24, 26, 0, "s2")
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel"), game.room.forward) == (2, 2, 5)
    game.end()


def test_what_they_have_fired_stays_fired() -> None:
    """v1.2.4 Attack Window: no weapon twice in an activation, with any launching formation."""
    enemy = ship("T", 1, (24, 34), 180, activated=True)
    game = stage(
        *wing("S", 0, (24, 28), (24, 29), (25, 28.5), weapons=[GUN], fire_control=2, traits=["Ace"]),
        ship("C", 0, (24, 22), traits=["Hangers:4", "Launchers"], activated=True), enemy, FAR, OWN, SPARE,
    ).begin("s").attack("a1++", "t")  # fmt: skip
    while game.kind != "menu":
        throw(game, *miss(sum(counts(game)))) if game.kind == "faces" else game.answer(
            *game.asked.default().to_json()
        )
    game.fly((24, 24)).land("c").launch(24, 26, 0, "s3")
    assert game.act.used == ("a1+",)
    game.expect_refused(["attack", ["a1+"], "t"], "already been used")
    game.end()


def test_one_that_has_not_activated_joins_the_landed() -> None:
    """v1.2.4 Traits > Formation: one of its type aboard, which pays for the Boost as at any launch."""
    aboard = placed(squadron("S", 0, (0, 0), id="u", weapons=[GUN], traits=["Formation"]), embarked_in="c")
    game = landed_pair(aboard, boost=1).launch(24, 26, 0, "u")
    assert together(game, "s", "u") and game.rating("u", "fuel") == 2
    game.end()
    assert game.model("u").activated


def test_one_that_has_activated_does_not_join_them() -> None:
    """R35: it has had its activation, and has not landed with them."""
    aboard = placed(
        squadron("S", 0, (0, 0), id="u", weapons=[GUN], traits=["Formation"], activated=True), embarked_in="c"
    )
    game = landed_pair(aboard)
    game.expect_refused(["launch", 24, 26, 0, "u"], "not yet activated")
    game.end()
