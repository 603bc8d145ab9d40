"""Tests of Combat Air Patrol and Escorting: start, flight, reactions, and end.

v1.2.4 Action > Combat Air Patrol, Escorting, Traits > CAP, Escort, Interceptor; R24, R25, R35, R74, R75.
"""

from __future__ import annotations

from typing import Any

from jovian.cards import parse_unit
from jovian.table import extends_off_table, is_flush, overlaps
from tests.rules.stage import (
    SHIP,
    SQUADRON,
    Cast,
    Staged,
    drone,
    gun,
    muster,
    rock,
    settled,
    ship,
    squadron,
    stage,
    weapon,
)

ASHORE: dict[str, Any] = {"activated": True}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
CAP = ["CAP", "Hangers:2"]
FAR = (44, 44)
BOW = (24, 26)
NO_PLAN = ["plan", [], "singly", 0, 0]


def patrol(
    *more: Cast, own: dict[str, Any] | None = None, at: tuple[float, float] | None = None, **fields: Any
) -> Staged:
    """Return a game with S aboard C (with CAP), by default in the middle of the table. The enemy is far away."""
    where = {"embarked_in": "c"} if at is None else {}
    return stage(
        ship("C", 0, (24, 24), **{"traits": CAP, **ASHORE, **fields}),
        squadron("S", 0, at or (0, 0), **{**where, **(own or {})}),
        ship("E", 1, FAR, 180, **ASHORE),
        *more,
    )


def escorted(*more: Cast, own: dict[str, Any] | None = None, **fields: Any) -> Staged:
    """Return a game in which S escorts C at its bow. C has yet to activate."""
    return stage(
        ship("C", 0, (24, 24), **{"traits": CAP, **fields}),
        squadron("S", 0, BOW, escorting="c", **(own or {})),
        ship("E", 1, FAR, 180, **ASHORE),
        *more,
    )


def flush(game: Staged, who: str = "s", host: str = "c") -> bool:
    """Return whether a whole edge of the squadron is in contact with the ship."""
    a, b = game.model(host), game.model(who)
    return is_flush(a.base, a.pose, b.base, b.pose)


def link(game: Staged, who: str = "s") -> tuple[bool, str]:
    """Return the ship that the model escorts, if any."""
    return game.model(who).is_escorting, game.model(who).host


# --- Combat Air Patrol ---
def test_launched_squadron_takes_up_the_escort() -> None:
    """v1.2.4 Action > Combat Air Patrol: after a Launch it moves into contact and declares it; it moves no further."""
    game = patrol().begin("s").launch(24, 27)
    game.expect_refused(["escort", "c"], "contact")
    game.fly(BOW).escort("c")
    assert (link(game), flush(game), game.room.forward) == ((True, "c"), True, 0)
    game.expect_refused(["fly", [[24, 29]]])
    game.end()
    assert game.match.state.turn == 2


def test_patrol_is_laid_flush() -> None:
    """v1.2.4 Action > Escorting: base to base; a corner in contact is set along the nearest edge."""
    game = patrol().begin("s").launch(25, 27).fly((25, 26)).escort("c")
    assert flush(game)
    game.end()


def test_patrol_declined() -> None:
    """v1.2.4 Action > Combat Air Patrol: it is optional. Otherwise the squadron continues its flight."""
    game = patrol(traits=["CAP", "Hangers:1"]).begin("s").launch(24, 27).fly((24, 30)).end()
    assert link(game) == (False, "")


def test_no_patrol_without_cap() -> None:
    """v1.2.4 Traits > CAP, R75: only a ship with CAP is escorted. Contact with others is for landing."""
    game = patrol(traits=["Hangers:2"]).begin("s").launch(24, 27).fly(BOW)
    game.expect_refused(["escort", "c"], "CAP")
    game.land("c").end()


def test_one_escort_a_ship() -> None:
    """v1.2.4 Action > Escorting: one squadron for each ship with CAP."""
    game = patrol(squadron("T", 0, (24, 22), escorting="c")).begin("s").launch(24, 27).fly(BOW)
    game.expect_refused(["escort", "c"], "already")
    game.land("c").end()


def test_only_the_newly_arrived_patrol() -> None:
    """v1.2.4 Action > Combat Air Patrol: when first deployed or launched, not in any later activation."""
    game = patrol(at=(24, 30)).begin("s").fly(BOW)
    game.expect_refused(["escort", "c"], "deployed or launched")
    game.land("c").end()
    patrol(at=(24, 30), traits=["CAP"]).begin("s").expect_no_end(*BOW, "touching C")


def test_patrol_is_an_action() -> None:
    """v1.2.4 Action, R41: not in addition to another one, except Boost and Launch."""
    game = patrol().begin("s", "evade").launch(24, 27).fly(BOW)
    game.expect_refused(["escort", "c"], "S has declared Evade")
    assert game.asked.check(["land", "c"]) is None
    game.fly((24, 27)).end()
    game = patrol().begin("s", "none", 1).launch(24, 27).fly(BOW).escort("c").end()
    assert link(game) == (True, "c")


def test_no_flight_ends_in_contact_for_a_patrol_that_is_not_possible() -> None:
    """R24, R41: with another action declared, and no space to land."""
    game = patrol(squadron("T", 0, (0, 0), embarked_in="c", **ASHORE), traits=["CAP", "Hangers:2"])
    game.model("c").marks["Hangers"] = 2
    game.begin("s", "evade").launch(24, 27).expect_no_end(*BOW, "touching C")
    game.end()


def test_with_the_escort_trait_it_is_an_action_too() -> None:
    """docs/rulings.md: the trait gives more occasions for it."""
    game = patrol(at=(24, 30), own={"traits": ["Escort"]}, traits=["Hangers:1"]).begin("s", "evade").fly(BOW)
    game.expect_refused(["escort", "c"], "S has declared Evade")
    game.land("c").end()


def test_patrol_sets_off_self_destruct() -> None:
    """v1.2.4 Traits > Self Destruct, R50: by the first action, once it is resolved."""
    game = patrol(ship("D", 0, (4, 4), **ASHORE), own={"traits": ["Self Destruct"]}).begin("s").launch(24, 27).fly(BOW)
    game.escort("c")
    assert game.model("s").place == "destroyed"


def test_patrol_from_where_it_was_launched() -> None:
    """R28: launched in contact with its carrier, it may escort it at once."""
    game = patrol().begin("s").launch(*BOW).escort("c").end()
    assert (link(game), flush(game)) == ((True, "c"), True)


def test_patrol_at_another_ship() -> None:
    """v1.2.4 Action > Combat Air Patrol: any friendly ship with CAP, not an enemy's."""
    game = patrol(ship("D", 0, (24, 32), 180, traits=["CAP"], **ASHORE)).begin("s").launch(24, 27).fly((24, 30))
    game.escort("d").end()
    assert link(game) == (True, "d")
    enemy = patrol(ship("D", 1, (24, 35), 180, traits=["CAP"], ratings={"defense": 0}, **ASHORE)).begin("s")
    enemy.launch(24, 27).expect_refused(["fly", [[24, 33]]], "touching D")
    enemy.expect_refused(["escort", "d"], "friendly")
    enemy.end()


def test_patrol_at_deployment() -> None:
    """v1.2.4 Action > Combat Air Patrol: when first deployed during the Deployment Phase."""

    def hull(name: str, *traits: str) -> Any:
        return parse_unit({**SHIP, "name": name, **STILL, "traits": list(traits)}, "test")

    def wing(name: str, **fields: Any) -> Any:
        return parse_unit({**SQUADRON, "name": name, "faction": "CEGA", **fields}, "test")

    game = muster((hull("C", "CAP"), hull("D"), wing("S"), wing("T"), wing("U", traits=["Escort"])), (hull("E"),))
    game.place("c", 10, 8).place("e", 10, 40, 180).place("d", 20, 8)
    c, d, s, t, u = (game.model(each).id for each in "cdstu")
    game.expect_refused(["escort", s, c, 10, 10.4, 0], "edge")
    game.expect_refused(["escort", s, d, 20, 10, 0], "CAP")
    game.answer("escort", s, c, 10, 10, 0, kind="deploy")
    assert link(game, "s") == (True, c)
    game.expect_refused(["escort", t, c, 10, 6, 0], "already")
    game.answer("escort", u, d, 20, 10, 0)
    assert link(game, "u") == (True, d), "a squadron with Escort needs no CAP (R75)"
    game.place("t", 30, 10)
    game.idle("c").idle("e")
    assert s not in [choice[1] for choice in game.offered()]


# --- Escort trait ---
def test_escort_trait_takes_it_up_in_any_activation() -> None:
    """v1.2.4 Traits > Escort: not just when deployed, and at ships without CAP (R75)."""
    game = patrol(at=(24, 30), own={"traits": ["Escort"]}, traits=[]).begin("s").fly(BOW).escort("c").end()
    assert link(game) == (True, "c")


def test_escort_trait_keeps_its_activation_and_may_leave() -> None:
    """v1.2.4 Traits > Escort: it may move away in its activation, and then escorts no longer."""
    game = escorted(own={"traits": ["Escort"]}, **ASHORE).begin("s").fly((24, 30))
    assert link(game) == (False, "")
    game.end()


def test_escort_trait_may_forfeit() -> None:
    """v1.2.4 Traits > Escort: forfeiting the activation it behaves as any escort."""
    game = escorted(own={"traits": ["Escort"]}, **ASHORE).begin("s").end()
    assert (link(game), game.at("s")[:2]) == ((True, "c"), BOW)


def test_escort_trait_flies_clear_of_its_ship() -> None:
    """R24: leaving, it may end neither on its ship nor in contact with it, unless it takes up the escort again."""
    game = escorted(own={"traits": ["Escort"]}, **ASHORE).begin("s")
    game.expect_no_end(24, 24, "C")
    game.fly((24, 27)).end()


def test_escort_trait_may_not_spend_its_flight_on_its_ship() -> None:
    """R24: with nothing left it could not fly clear, so that it may not even stop there."""
    game = escorted(own={"traits": ["Escort"], "speed": 6}, **ASHORE).begin("s")
    x, y = BOW
    game.expect_refused(["fly", [[x, y + 2], [x, y - 2]]], "C")
    game.fly((x, y + 2)).end()


def test_others_gain_no_activation() -> None:
    """v1.2.4 Action > Escorting: while escorting, a squadron does not activate (R35)."""
    game = escorted(squadron("T", 0, (10, 10)), **STILL)
    assert [choice[1] for choice in game.offered()] == ["c", "t"]
    game.expect_refused(["activate", "s"], "no activation")
    spent = escorted(**ASHORE)
    assert spent.match.state.turn == 2, "nobody could activate"


def test_formation_breaks_to_escort() -> None:
    """R75, R76: one of a formation escorts; the one left out has no activation of its own on top of theirs."""
    wing = {"traits": ["Formation", "Escort"]}
    game = patrol(
        squadron("S", 0, (24, 31), id="t", formation="s", **wing), ship("D", 0, (4, 4), **STILL), at=(24, 30), own=wing
    ).begin("s").fly(BOW).escort("c")  # fmt: skip
    assert (link(game), link(game, "t")) == ((True, "c"), (False, ""))
    assert (game.model("s").formation, game.model("t").formation) == ("", "")
    settled(game)
    if game.kind == "menu":
        assert game.room.forward <= 2, "the formation has flown 4 of its 6 inches"
        game.end()
    assert game.model("t").activated


def test_an_escort_without_a_place_waits_for_the_next_turn() -> None:
    """R74, docs/rulings.md: it comes off after its ship's move and is free, but had no activation while it escorted."""
    around = [(21.05, 28, 1.9), (26.95, 28, 1.9), (24, 31.55, 2), (24, 24.45, 2)]
    rocks = [
        rock("large-asteroid", (x, y), id=f"rock-{number}", radius=radius)
        for number, (x, y, radius) in enumerate(around)
    ]
    for traits, spent in ([], True), (["Escort"], False):
        game = stage(
            ship("C", 0, (24, 19), traits=["CAP"], speed=9, thrusters=[1]),
            squadron("S", 0, (24, 21), escorting="c", traits=traits),
            ship("E", 1, FAR, 180, **STILL), terrain=tuple(rocks),
        ).begin("c").move(9).end()  # fmt: skip
        assert (link(game), game.model("s").activated) == ((False, ""), spent)


# --- Escorting flight ---
def test_it_moves_with_its_ship() -> None:
    """v1.2.4 Action > Escorting: along with the ship, turns too, in contact all the way."""
    game = escorted().begin("c").move(3)
    assert (game.at("s"), flush(game)) == ((24, 29, 0), True)
    game.turn(45)
    assert flush(game)
    game.end().expect("attach", side=0).answer("stay")
    assert flush(game)


def test_it_is_placed_along_any_edge_after_the_move() -> None:
    """v1.2.4 Action > Escorting: after the ship's move along any base edge, with a whole edge in contact."""
    game = escorted().begin("c").move(2).end().expect("attach", side=0)
    game.expect_refused(["place", 24, 29, 0], "edge")
    game.expect_refused(["place", 25.6, 26, 0], "edge")
    game.answer("place", 24, 24, 180)
    assert (game.at("s"), flush(game), link(game)) == ((24, 24, 180), True, (True, "c"))


def test_no_placing_without_a_move() -> None:
    """v1.2.4 Action > Escorting: only after a move. If the ship stays, there is no decision."""
    game = escorted(**STILL).begin("c").end()
    assert game.kind != "attach"
    assert game.at("s")[:2] == BOW


def test_it_does_not_stand_in_its_ships_way() -> None:
    """R24: neither is an obstacle to the other. Other models are obstacles to both."""
    game = escorted(ship("D", 0, (24, 29.4), 90, **ASHORE)).begin("c").move(2).end()
    game.expect("attach").expect_refused(["stay"], "overlap D")
    assert all(choice[0] == "place" for choice in game.offered())
    settled(game)
    d, s = game.model("d"), game.model("s")
    assert not overlaps(d.base, d.pose, s.base, s.pose)


def test_it_is_placed_on_the_table() -> None:
    """R26: a placement by rule never puts a base over the table edge, where its ship has carried it."""
    game = stage(
        ship("C", 0, (24, 43.8), traits=["CAP"]),
        squadron("S", 0, (24, 45.8), escorting="c"),
        ship("E", 1, (4, 4), **ASHORE),
    ).begin("c")
    game.move(2.2).end().expect("attach", side=0)
    stays, ahead = game.asked.check(["stay"]), game.asked.check(["place", 24.3, 48, 0])
    settled(game)
    assert stays is not None
    assert ahead is not None
    assert (game.model("s").is_on_table, flush(game), link(game)) == (True, True, (True, "c"))
    assert not extends_off_table(game.model("s").base, game.model("s").pose, 48, 48)


DEBRIS = {"kind": "debris-field", "id": "d", "x": 24, "y": 21}
"""A disc with a radius of 4", from y = 17 on: AC 3, AS 4."""


def toward_debris(*terrain: dict[str, Any], **fields: Any) -> Staged:
    """Return a game in which C is about to move at debris. Its escort S at the bow touches it first."""
    return stage(
        ship("C", 0, (24, 12), **{"traits": CAP, "thrusters": [6, 5, 4, 3, 2, 1], **fields}),
        squadron("S", 0, (24, 14), escorting="c"),
        ship("E", 1, FAR, 180, **ASHORE),
        terrain=terrain or (DEBRIS,),
    ).begin("c")


def test_the_owner_decides_once_for_a_ship_and_its_escort() -> None:
    """R30: before any die is rolled. Then each one is attacked where it touches the piece (R29)."""
    game = toward_debris().move(6).expect("avoid", 0)
    assert game.asked.subject == "c" and game.at("s")[:2] == (24, 16.5) and not game.events("rolled")
    detail = next(option.detail for option in game.asked.options() if option.choice == ["enter"])
    assert detail == "3 dice attack C, 4 dice attack S on contact"
    game.pick("enter").faces([1, 2, 3, 4]).faces([1, 2, 3]).expect("menu")
    assert [event["target"] for event in game.events("attacked")] == ["s", "c"]
    settled(game.end())


def test_an_escort_that_dies_first_does_not_ask_again() -> None:
    """R30: the owner has decided, even if the escort is lost before the ship touches the piece."""
    game = toward_debris().move(6).pick("enter")
    game.model("s").marks["structure"] = 3
    game.faces([1, 1, 2, 3])
    assert not game.model("s").is_on_table
    game.faces([1, 2, 3]).expect("menu").end()


def test_what_the_ship_avoids_its_escort_avoids() -> None:
    """R30: no attack, and the escort is placed clear of the piece after the move."""
    game = toward_debris().move(2.6).pick("avoid").expect("menu")
    assert {event["model"] for event in game.events("avoided")} == {"c", "s"}
    game.end().expect("attach", 0).expect_refused(["stay"], "solid")
    settled(game)
    piece = game.match.state.terrain["d"]
    assert flush(game) and not any(
        overlaps(game.model("s").base, game.model("s").pose, part, piece.pose) for part in piece.outline
    )
    assert not game.events("attacked")


def test_a_ship_may_avoid_what_its_escort_already_stands_in() -> None:
    """R30: the ship decides; it doesn't overlap the piece yet."""
    game = toward_debris({**DEBRIS, "y": 18.2}).move(0.5).expect("avoid", 0).pick("avoid").expect("menu")
    settled(game.end())
    assert not game.events("attacked")


def test_a_ship_inside_terrain_has_no_choice_for_its_escort() -> None:
    """R30: the ship already overlaps the piece."""
    game = toward_debris({**DEBRIS, "y": 14}).move(1).faces([1, 2, 3]).faces([1, 2, 3, 4]).expect("menu")
    settled(game.end())
    assert [event["target"] for event in game.events("attacked")] == ["c", "s"]


def test_an_escort_that_swings_into_terrain_with_its_ship() -> None:
    """R29, R30: a turn moves it around the ship; the owner of the ship decides."""
    piece = {"kind": "particle-cloud", "id": "p", "x": 26.2, "y": 13.9, "radius": 0.5}
    game = toward_debris(piece).turn(45).expect("avoid", 0)
    assert game.asked.subject == "c"
    game.pick("enter").faces([1, 2]).expect("menu")
    assert game.last("attacked")["target"] == "s"
    spared = toward_debris(piece).turn(45).pick("avoid").expect("menu")
    assert not spared.events("attacked")


def test_the_preview_tells_what_strikes_an_escort() -> None:
    """The window shows the first touch, and the model that touches."""
    game = toward_debris()
    touch = game.asked.preview(["move", 6]).touches[0]  # type: ignore[attr-defined]
    assert (touch.label, round(touch.inches, 2)) == ("Debris Field (S)", 2.5)
    swing = toward_debris({"kind": "particle-cloud", "id": "p", "x": 26.2, "y": 13.9, "radius": 0.5})
    assert [each.label for each in swing.asked.preview(["turn", 45]).touches] == [  # type: ignore[attr-defined]
        "Particle Cloud (S)"
    ]


def test_escort_of_a_ship_that_is_pushed_aside() -> None:
    """R25: if its ship is moved aside, an escort is placed again without overlaps."""
    game = stage(
        ship("A", 0, (24, 12), base="large", speed=4, thrusters=[1], turns=0),
        ship("C", 0, (24, 16.6), base="small", traits=["CAP"], **ASHORE),
        squadron("S", 0, (24, 15.1), escorting="c"),
        ship("E", 1, FAR, 180, **ASHORE),
    ).begin("a")
    settled(game.move(3.5 if game.asked.check(["move", 3.5]) is None else 3).end())
    s = game.model("s")
    for other in "ac":
        model = game.model(other)
        assert not overlaps(s.base, s.pose, model.base, model.pose), other
    assert not s.is_escorting or flush(game)


# --- Triggers ---
def passing(*more: Cast, at: tuple[float, float], own: dict[str, Any] | None = None) -> Staged:
    """Return a game in which S escorts C. An enemy squadron F of Speed 12 activates at this place."""
    return stage(
        ship("C", 0, (24, 24), traits=["CAP"], ratings={"defense": 0}, **ASHORE),
        squadron("S", 0, BOW, escorting="c", **(own or {})),
        squadron("F", 1, at, speed=12),
        *more,
    ).begin("f")


def test_escort_intercepts_and_returns() -> None:
    """v1.2.4 Action > Escorting: within 3". Instead of the 1" it returns into contact at once and escorts."""
    game = passing(at=(15, 30)).fly((24, 30)).expect("interception", side=0).pick("intercept", "s")
    game.answer(*NO_PLAN, kind="plan").answer(*NO_PLAN, kind="plan")
    assert (link(game), flush(game)) == ((True, "c"), True)
    assert game.room.forward > 0
    game.end()


def test_escort_that_wins_returns() -> None:
    """v1.2.4 Action > Escorting: instead of the free 4" too."""
    game = passing(at=(15, 30), own={"weapons": [weapon("Beam Projector", as_=5)]})
    game.model("f").marks["structure"] = 3
    game.fly((24, 30)).pick("intercept", "s")
    game.answer(*NO_PLAN, kind="plan").answer("plan", ["a1"], "singly", 0, 8, kind="plan")
    game.faces([1, 1, 1, 2, 2, 3, 4, 5]).answer("stand", kind="reroll").faces([4, 5, 6])
    assert game.model("f").place == "destroyed"
    assert (link(game), flush(game)) == ((True, "c"), True)


def test_escort_lets_it_pass() -> None:
    """R71: after one refusal it isn't offered again in this activation."""
    game = passing(at=(15, 30)).fly((24, 30)).decline().fly((26, 30)).expect("menu").end()
    assert link(game) == (True, "c")


def test_nothing_near_nobody_asked() -> None:
    """v1.2.4 Action > Escorting: 3" and no more, except for an Interceptor."""
    passing(at=(15, 30.1)).fly((24, 30.1)).expect("menu").end()
    far = passing(at=(15, 32), own={"traits": ["Interceptor"]}).fly((24, 32)).expect("interception", side=0)
    far.pick("intercept", "s").answer("plan", [], "singly", 0, 0).answer("plan", [], "singly", 0, 0)
    assert (far.rating("s", "fuel"), link(far)) == (2, (True, "c"))
    far.end()


def test_no_fuel_no_interception() -> None:
    """v1.2.4 Action > Reactive Interception: Fuel 1 or more."""
    passing(at=(15, 30), own={"fuel_left": 0}).fly((24, 30)).expect("menu").end()


def test_drones_of_class_three_escort_and_intercept() -> None:
    """v1.2.4 Weapons > Drone: of drones only Class III intercept; as escorts they need no CAP (R75)."""
    game = stage(
        ship("C", 0, (24, 24), ratings={"defense": 0}, **ASHORE),
        drone("D", 0, BOW, drone_class=3, escorting="c"),
        squadron("F", 1, (15, 30), speed=12),
    ).begin("f")
    game.fly((24, 30)).pick("intercept", "d").answer(*NO_PLAN).answer(*NO_PLAN)
    assert (link(game, "d"), flush(game, "d")) == ((True, "c"), True)
    game.end()


# --- End ---
def test_escort_of_a_dead_ship_is_free_next_turn() -> None:
    """R74: it stays at its place, is free, and is eligible from the next turn. A wreck isn't escorted."""
    game = stage(
        ship("K", 1, (24, 13), weapons=[gun("Beam Projector", ac=3)], **STILL),
        ship("C", 0, (24, 24), 180, traits=["CAP"], structure_left=1, **ASHORE),
        squadron("S", 0, (24, 26), escorting="c"),
        ship("D", 0, (44, 4), **STILL),
        initiative=1,
    ).begin("k")
    settled(game.attack("a1", "c").faces([1, 1, 1]).answer("stand").faces([6])).end()
    assert (game.model("c").place, link(game), game.at("s")[:2]) == ("destroyed", (False, ""), (24, 26))
    game.idle("d")
    assert game.match.state.turn == 2
    settled(game.idle("k") if game.act.model == "k" else game)
    assert game.model("s").is_on_table
    assert not game.model("s").activated


def test_escort_at_will_of_a_dead_ship_keeps_its_activation() -> None:
    """R74: with the Escort trait it has an activation while it escorts, and hasn't used it."""
    game = stage(
        ship("K", 1, (24, 13), weapons=[gun("Beam Projector", ac=3)], **STILL),
        ship("C", 0, (24, 24), 180, traits=["CAP"], structure_left=1, **ASHORE),
        squadron("S", 0, (24, 26), escorting="c", traits=["Escort"]),
        ship("D", 0, (44, 4), **STILL),
        initiative=1,
    ).begin("k")
    settled(game.attack("a1", "c").faces([1, 1, 1]).answer("stand").faces([6])).end()
    assert (link(game), game.model("s").activated) == ((False, ""), False)
    game.begin("s").fly((24, 28)).end()


def test_escort_suffers_the_explosion_first() -> None:
    """R74: the explosion of its ship attacks it first. A surviving escort stays, free."""
    game = stage(
        ship("K", 1, (24, 10), weapons=[gun("Beam Projector", ac=3)], **STILL),
        ship("C", 0, (24, 21), 180, traits=["CAP"], structure_left=1, ratings={"defense": 0, "sensors": 0}, **ASHORE),
        squadron("S", 0, (24, 23), escorting="c"),
        squadron("B", 0, (27, 21), **ASHORE),
        ship("D", 0, (44, 4), **STILL),
        initiative=1,
    ).begin("k")
    game.attack("a1", "c").faces([1, 1, 1]).answer("stand").faces([6])
    assert "at S" in game.asked.title
    while game.kind == "faces":
        shape = game.asked.counts  # type: ignore[attr-defined]
        game.faces([1, 2, 3, 4, 5, 6][: shape[0]], [1, 2][: shape[1]], [6, 6, 6][: shape[2]])
    settled(game)
    assert (game.model("s").is_on_table, link(game), game.at("s")[:2]) == (True, (False, ""), (24, 23))
    game.end()


def test_escort_of_a_ship_that_withdraws_stays() -> None:
    """R74: its ship leaves, the squadron stays where it stood."""
    game = escorted(ship("D", 0, (4, 4), **STILL), **STILL).begin("c", "withdraw").resolve().faces([5, 5, 1])
    assert (game.model("c").place, link(game), game.at("s")[:2]) == ("withdrawn", (False, ""), BOW)
    game.begin("d").end()
    assert [choice[1] for choice in game.offered()] == ["s", "d"], "eligible from next turn"
    game.idle("s")


def test_escort_of_a_ship_that_flies_off_the_table() -> None:
    """v1.2.4 Movement > Leaving Play, R74: the ship is Withdrawn. A squadron that stays on the table is free."""
    game = stage(
        ship("C", 0, (24, 45), traits=["CAP"]),
        squadron("S", 0, (24, 43), escorting="c"),
        ship("E", 1, (4, 4), **ASHORE),
    ).begin("c")
    settled(game.move(3).end())
    assert (game.model("c").place, game.model("s").is_on_table, link(game)) == ("withdrawn", True, (False, ""))


def test_escort_that_dies_makes_room_for_another() -> None:
    """v1.2.4 Action > Escorting, Cancellation: another squadron may take the place of a destroyed one."""
    game = stage(
        ship("K", 1, (24, 34), 180, weapons=[gun("Beam Projector", as_=3)], **STILL),
        ship("C", 0, (24, 24), traits=CAP, **ASHORE),
        squadron("S", 0, BOW, escorting="c", structure_left=1),
        squadron("T", 0, (0, 0), embarked_in="c"),
        initiative=1,
    ).begin("k")
    game.attack("a1", "s").faces([2, 2, 1]).answer("stand")
    assert (game.model("s").place, game.model("s").host) == ("destroyed", "")
    game.end().begin("t").launch(24, 27).fly(BOW).escort("c").end()
    assert link(game, "t") == (True, "c")


def test_the_escort_suffers_the_explosion_before_assailants() -> None:
    """R74: both touch the exploding ship. The escort comes first, whatever their names."""
    game = stage(
        ship("K", 1, (24, 10), weapons=[gun("Beam Projector", ac=3)], **STILL),
        ship("C", 0, (24, 21), 180, traits=["CAP"], structure_left=1, ratings={"defense": 0, "sensors": 0}, **ASHORE),
        squadron("A", 1, (24, 19), assaulting="c", squadron_type="exo-armor", structure=[4, 4, 4, 4]),
        squadron("Z", 0, (24, 23), escorting="c", structure=[4, 4, 4, 4]),
        ship("D", 0, (44, 4), **STILL),
        initiative=1,
    ).begin("k")
    game.attack("a1", "c").faces([1, 1, 1]).answer("stand").faces([6])
    struck = []
    while game.kind == "faces":
        struck.append(game.asked.title.split(" at ")[-1][0])
        shape = game.asked.counts  # type: ignore[attr-defined]
        game.faces([1, 2, 3, 4, 5, 6][: shape[0]], [1, 2][: shape[1]], [6, 6, 6][: shape[2]])
        while game.kind == "flex":
            game.answer(*game.asked.default().to_json())
    assert struck[:2] == ["Z", "A"], struck
    settled(game)
    game.end()
