"""Tests of Assaulting (v1.2.4 Action > Assaulting; R24, R25, R53, R74, R78)."""

from typing import Any

import pytest

from jovian.table import Pose, is_flush, overlaps, touches
from tests.rules.fights import FAR, GUN, OWN, counts, double, miss, placed, plan, raid, throw
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage, weapon
from tests.rules_api import Attach

EXO = {"squadron_type": "exo-armor"}


def clinging(*more: Cast, ship_fields: Any = None, first: int = 0, **fields: Any) -> Staged:
    """Return a game in which S (exo-armors of side 0) assaults B (at 24, 20) of side 1 on its fore edge."""
    return stage(
        placed(squadron("S", 0, (24, 22), **{"weapons": [GUN], **EXO, **fields}), assaulting="b"),
        ship("B", 1, (24, 20), **{"speed": 4, **(ship_fields or {})}), *more, initiative=first,
    )  # fmt: skip


def boarded(game: Staged) -> bool:
    """Return whether S assaults B."""
    return game.model("s").is_assaulting and game.model("s").host == "b"


def touching(game: Staged, one: str, other: str) -> bool:
    """Return whether two models are in contact."""
    a, b = game.model(one), game.model(other)
    return touches(a.base, a.pose, b.base, b.pose)


# --- Entering ---
def test_exo_armors_may_enter_it_after_a_run() -> None:
    """v1.2.4 Assaulting: instead of the free 4", without more movement (R73)."""
    game = raid(EXO)
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).expect_allowed(["assault", 24, 22, 0])
    game.answer("assault", 24, 22, 0).expect("menu", 0)
    assert boarded(game) and game.events("state")[-1]["state"] == "assaulting"
    game.expect_refused(["fly", [[24, 26]]])
    game.end()
    assert boarded(game)


def test_it_may_fly_away_instead() -> None:
    """v1.2.4 Assaulting: it is optional."""
    game = raid(EXO)
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).answer("fly", [[24, 25.9]]).expect("menu", 0)
    assert not boarded(game)


def test_exo_armors_only() -> None:
    """v1.2.4 Assaulting: an Exo-Armor squadron."""
    game = raid()
    plan(game, 0, "a1", 0, 0)
    game.expect_refused(["assault", 24, 22, 0], "exo-armors")
    game.answer("fly", [[24, 25.9]])


def test_one_edge_lies_wholly_on_the_ship() -> None:
    """v1.2.4 Assaulting: one edge of its base entirely in contact with the ship's base."""
    game = raid(EXO)
    plan(game, 0, "a1", 0, 0)
    game.expect_refused(["assault", 24.8, 22, 0], "wholly")
    game.expect_refused(["assault", 24, 22, 10], "wholly")
    game.expect_refused(["assault", 24, 22.5, 0], "wholly")
    game.expect_allowed(["assault", 24.7, 22, 0])
    game.expect_allowed(["assault", 25.5, 20, 90])
    game.answer("assault", 25.5, 19, 90)
    assert boarded(game) and game.at("s") == (25.5, 19, 90)


def test_it_does_not_overlap_others() -> None:
    """v1.2.4 Assaulting: without overlapping."""
    game = raid(EXO, None, squadron("T", 0, (25.2, 22.2), activated=True))
    plan(game, 0, "a1", 0, 0)
    game.expect_refused(["assault", 24.7, 22, 0], "overlap")
    game.answer("assault", 25.5, 20, 90)
    assert boarded(game)


def test_a_ship_that_died_is_not_assaulted() -> None:
    """R74: there is no hull. The free 4" remain."""
    game = raid({**EXO, "weapons": [weapon("Particle Cannon", ac=3)]}, {"structure": [1]})
    plan(game, 0, "a1", 0, 4)
    throw(game, 5, 5, 5, 1, 2, 3).faces(miss(3)).faces([6]).expect("free", 0)
    assert game.model("b").place == "destroyed"
    game.expect_refused(["assault", 24, 22, 0], "exo-armors")
    game.answer("fly", [[24, 25.9]]).expect("menu", 0)


def crowd(*places: tuple[float, float, int]) -> list[Cast]:
    """Return assailants of B at these places."""
    return [
        placed(squadron(f"E{n}", 0, (x, y), activated=True, **EXO), assaulting="b", heading=heading)
        for n, (x, y, heading) in enumerate(places)
    ]


SPREAD = [(24, 22, 0), (24, 18, 180), *((x, y, h) for x, h in ((25.5, 90), (22.5, 270)) for y in (19.4, 20.6))]


def test_others_make_room() -> None:
    """v1.2.4 Assaulting: assailants may be repositioned, as long as all keep contact and none overlap."""
    others = crowd(*SPREAD)
    game = raid(EXO, None, *others, at=(25.434, 21.75))
    plan(game, 0, "a1", 0, 0)
    (spot,) = game.asked.hull_spots()  # type: ignore[attr-defined]
    game.answer("assault", *spot)
    group, hull = [game.model("s"), *(game.model(each.line["id"]) for each in others)], game.model("b")
    assert all(each.is_assaulting and is_flush(hull.base, hull.pose, each.base, each.pose) for each in group)
    pairs = [(one, two) for one in group for two in group if one.id < two.id]
    assert not any(overlaps(one.base, one.pose, two.base, two.pose) for one, two in pairs)


def test_without_room_it_may_not_enter() -> None:
    """v1.2.4 Assaulting: if it cannot keep contact without overlapping it may not enter the state."""
    others = crowd(*SPREAD)
    for each in others:
        del each.line["assaulting"]
    game = raid(EXO, None, *others, at=(25.434, 21.75))
    plan(game, 0, "a1", 0, 0)
    assert not game.asked.hull_spots()  # type: ignore[attr-defined]
    game.expect_refused(["assault", 24.7, 22, 0], "overlap")
    game.answer("fly", [[27, 23]])


# --- Holding on and letting go ---
def test_it_moves_with_the_ship_and_is_placed_about_it() -> None:
    """v1.2.4 Action > Assaulting > Continue: after the ship's move its owner places it anywhere in contact."""
    game = clinging(first=1)
    game.expect("assault", 0).pick("hold").expect("declare", 1)
    game.declare().move(4).end()
    game.expect("attach", 0)
    assert game.at("s")[:2] == (24, 26)
    game.expect_refused(["place", 24.9, 26, 0], "wholly")
    game.answer("place", 24, 22, 180)
    assert game.at("s") == (24, 22, 180) and boarded(game)


def test_it_turns_with_the_ship() -> None:
    """v1.2.4 Assaulting: it keeps contact while the ship turns; staying is allowed."""
    game = clinging(first=1)
    game.pick("hold").declare().move(2).turn(45).move(2).end()
    game.expect("attach", 0).answer("stay")
    assert boarded(game) and game.model("s").pose.heading == 45


def clouded(at: tuple[float, float], radius: float = 1.0) -> Staged:
    """Return a game in which B is about to move, with S on its starboard side and a particle cloud at a place."""
    cloud = {"kind": "particle-cloud", "id": "p", "x": at[0], "y": at[1], "radius": radius}
    game = stage(
        placed(squadron("S", 0, (25.5, 20), **EXO), assaulting="b", heading=90), ship("B", 1, (24, 20), speed=4),
        OWN, initiative=1, terrain=(cloud,),
    )  # fmt: skip
    return game.expect("assault", 0).pick("hold").declare()


def test_terrain_does_not_strike_assailants_on_the_move_of_their_ship() -> None:
    """v1.2.4 Action > Assaulting: they are placed around the ship after its move (R29)."""
    game = clouded((26.2, 23)).move(5).end().expect("attach", 0).answer("stay")
    assert not game.events("attacked") and not game.events("avoided")


def test_terrain_does_not_strike_assailants_as_their_ship_turns() -> None:
    """R29: neither next to the ship nor in front of it."""
    game = clouded((25.9, 18.3), 0.6).turn(45)
    game.expect("menu")
    assert not game.events("attacked")


def test_what_the_ship_avoids_its_assailants_avoid() -> None:
    """R30: the ship's owner decides. Assailants aren't placed on the piece, and have no benefit from it."""
    game = clouded((25.3, 22.8), 0.6).move(5).expect("avoid", 1)
    assert "also for S" in next(option.detail for option in game.asked.options())
    game.pick("avoid").end().expect("attach", 0)
    assert {event["model"] for event in game.events("avoided")} == {"b", "s"}
    game.expect_refused(["place", 25.5, 23.8, 90], "solid")
    game.answer("stay")
    assert not game.events("attacked")


def test_it_may_disengage_as_the_ship_activates() -> None:
    """v1.2.4 Action > Assaulting > Disengage: a 4" move as the ship's activation begins, before it declares."""
    game = clinging(squadron("T", 1, (24, 28), activated=True), first=1).expect("assault", 0).pick("disengage")
    game.expect("free", 0).expect_refused(["stay"], "touch B")
    game.expect_refused(["fly", [[24, 26.2]]], "4")
    game.answer("fly", [[24, 25.8]])
    game.expect("declare", 1)
    assert not boarded(game) and game.at("s")[:2] == (24, 25.8)
    game.declare().move(2)
    assert game.at("s")[:2] == (24, 25.8)


def test_disengaging_it_may_touch_a_friend_but_no_enemy() -> None:
    """R28: it goes where its owner says within 4", in contact with all but enemies."""
    own, enemy = ship("A", 0, (24, 27), activated=True), ship("D", 1, (28, 24), activated=True)
    game = clinging(own, enemy, first=1).pick("disengage")
    game.expect_refused(["fly", [[24, 25.2]]], "overlap A")
    game.expect_refused(["fly", [[26.5, 24]]], "touch D")
    game.answer("fly", [[24, 25]]).expect("declare", 1)


def test_nobody_intercepts_the_disengaging() -> None:
    """v1.2.4 Interception: not when leaving the Assaulting state."""
    game = clinging(squadron("T", 1, (24, 28), activated=True), first=1).pick("disengage")
    game.answer("fly", [[24, 25.8]]).expect("declare", 1)


def test_every_assailant_is_asked() -> None:
    """v1.2.4 Assaulting: each assailant decides separately."""
    second = placed(squadron("U", 0, (25.5, 20), **EXO), assaulting="b", heading=90)
    game = clinging(second, first=1).expect("assault", 0).pick("hold").expect("assault", 0).pick("disengage")
    game.answer("fly", [[28, 20]]).expect("declare", 1)
    assert boarded(game) and not game.model("u").is_assaulting


def test_a_ship_without_assailants_asks_nobody() -> None:
    """v1.2.4 Assaulting: there is no decision without assailants."""
    stage(ship("B", 1, (24, 20)), OWN, initiative=1).activate("b").expect("declare", 1)


# --- Obligations ---
def test_it_must_bomb_next() -> None:
    """v1.2.4 Assaulting: having stayed, it must declare Bombing in its next activation."""
    game = clinging(FAR, first=1).pick("hold").declare().move(4).end().answer("stay")
    game.activate("s").expect_refused(["declare", "none", 0], "must declare Bombing")
    game.expect_refused(["declare", "evade", 0], "must declare Bombing")
    game.declare("bombing").resolve()
    plan(game, 0, "a1", 0, 4)
    game.faces(miss(5), [6]).expect("free", 0)
    assert [each["window"] for each in game.events("attacked")] == ["bombing"]
    game.answer("fly", [[24, 29.5]])
    assert not boarded(game)


def test_it_may_cling_again_after_that_run() -> None:
    """v1.2.4 Assaulting: after a completed Bombing Run it may start another Assault."""
    game = clinging(ship("Far", 1, (44, 44), activated=True), ship_fields={"activated": True})
    game.activate("s").declare("bombing").resolve()
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).answer("assault", 24, 22, 0)
    assert boarded(game)


def test_bombing_from_the_hull_is_for_that_ship() -> None:
    """v1.2.4 Assaulting: the ship under assault."""
    other = ship("C", 1, (24, 24), activated=True)
    game = clinging(other, ship_fields={"activated": True})
    game.activate("s").declare("bombing").expect_refused(["resolve", "c"])
    game.resolve()
    plan(game, 0, "a1", 0, 0)
    game.expect("free").answer("fly", [[20.5, 22.5]])


# --- Under fire ---
def test_weapons_with_macro_dice_cannot_target_it() -> None:
    """v1.2.4 Assaulting: only weapons with Macro 0, or Point Defense."""
    guns = [gun(as_=3, macro=1), gun(as_=3), gun("Missile", missile="AS", as_=3), gun(as_=3, macro=-1)]
    game = clinging(ship("C", 1, (24, 26), weapons=guns), ship_fields={"activated": True, "weapons": guns}, first=1)
    game.begin("c")
    game.expect_refused(["attack", ["a1"], "s"])
    game.expect_refused(["attack", ["d1"], "s"])
    for mount in ("b1", "c1"):
        game.expect_allowed(["attack", [mount], "s"])
    game.expect_allowed(["defend"])


def test_macro_is_read_before_armor() -> None:
    """v1.2.4 Assaulting: a 0 Macro Rating before Armor is applied."""
    game = clinging(
        ship("C", 1, (24, 26), weapons=[gun(as_=3)]), ship_fields={"activated": True}, first=1, armor=2
    ).begin("c")
    game.expect_allowed(["attack", ["a1"], "s"])


def test_the_ship_itself_may_fire_at_it() -> None:
    """v1.2.4 Assaulting: Point Defense of the ship under assault."""
    game = clinging(first=1).pick("hold").declare()
    game.defend().faces(double(4))
    assert game.rating("s", "structure") == 3
    game.move(4).end().answer("stay")


def test_a_free_squadron_is_fired_at_as_usual() -> None:
    """v1.2.4 Assaulting: the limit applies only to that state."""
    heavy = ship("C", 1, (24, 26), weapons=[gun(as_=3, macro=1)])
    game = stage(squadron("S", 0, (24, 22), activated=True, **EXO), heavy).begin("c")
    game.expect_allowed(["attack", ["a1"], "s"])


# --- Mandatory bombing ---
def test_ending_without_bombing_is_refused_while_it_can_bomb() -> None:
    """v1.2.4 Assaulting: it must bomb, so this is also the default."""
    game = clinging(ship_fields={"activated": True}).activate("s")
    assert game.asked.default().to_json() == ["declare", "bombing", 0]
    game.answer(*game.asked.default().to_json()).expect("menu", 0).expect_refused(["end"], "must bomb")
    assert game.asked.default().to_json() == ["resolve"]
    game.resolve().expect("plan", 0)
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).answer("fly", [[24, 24]]).expect("menu", 0).end()


def test_an_assailant_may_boost() -> None:
    """v1.2.4 Action > Boost: it is Evasive, and flies farther if a fight takes it off the hull."""
    hunter = squadron("T", 1, (24, 25), weapons=[GUN], activated=True)
    game = clinging(hunter, ship_fields={"activated": True}).activate("s")
    assert game.asked.default().to_json() == ["declare", "bombing", 0]
    game.declare("bombing", 2).pick("intercept", "t")
    assert (game.rating("s", "fuel"), game.model("s").states["boosting"]) == (1, 2)
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    while game.kind != "menu":
        game.answer(*game.asked.default().to_json())
    assert not boarded(game) and game.room.forward == 12
    game.fly((24, 33)).end()


def test_on_a_hull_no_boost_moves_it() -> None:
    """v1.2.4 Action > Assaulting: it doesn't fly as long as it has to bomb."""
    game = clinging(ship_fields={"activated": True}).begin("s", "bombing", 2)
    assert game.room.forward == 0
    game.resolve()
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).answer("assault", 24, 22, 0)
    assert boarded(game) and game.rating("s", "fuel") == 1


def test_a_hull_that_is_left_is_bombed_by_flying_back() -> None:
    """R74: after an interception it is off the hull. It no longer has to bomb, so it may end."""
    hunter = squadron("T", 1, (24, 25), weapons=[GUN], activated=True)
    game = clinging(hunter, ship_fields={"activated": True}).activate("s").declare("bombing").pick("intercept", "t")
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu", 0).expect_allowed(["end"])
    assert game.asked.default().to_json() == ["end"]


# --- Intercepted ---
def test_an_active_squadron_may_intercept_it() -> None:
    """v1.2.4 Assaulting: the state is canceled, it is moved out of contact, the Dogfight follows."""
    hunter = squadron("T", 1, (24, 26), weapons=[GUN])
    game = clinging(hunter, ship_fields={"activated": True}, first=1).activate("t")
    game.answer("declare", "interception", 0, "s").fly((24, 23)).resolve()
    assert not boarded(game) and not game.model("s").host
    assert not touching(game, "s", "b")
    plan(game, 1, "a1", 0, 0)
    plan(game, 0, "a1", 0, 0)
    game.expect("menu", 1)


def test_it_may_be_intercepted_in_its_own_activation() -> None:
    """v1.2.4 Assaulting: an eligible squadron in range intercepts. The state is canceled, with nothing to bomb."""
    hunter = squadron("T", 1, (24, 25), weapons=[GUN], activated=True)
    game = clinging(hunter, ship_fields={"activated": True}).activate("s").declare("bombing")
    game.expect("interception", 1).pick("intercept", "t")
    assert not boarded(game) and not touching(game, "s", "b")
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu", 0).expect_refused(["resolve"], "contact")
    game.fly((20, 25)).end()


def test_a_declined_interception_leaves_it_there() -> None:
    """R71."""
    hunter = squadron("T", 1, (24, 25), weapons=[GUN], activated=True)
    game = clinging(hunter, ship_fields={"activated": True}).activate("s").declare("bombing").decline()
    assert boarded(game)
    game.resolve()
    plan(game, 0, "a1", 0, 0)
    game.expect("free").answer("assault", 24, 22, 0)


# --- End ---
@pytest.mark.parametrize(("lost", "how"), [({}, "wreck"), ({"thrusters": 0, "sensors": 0}, "debris-field")])
def test_the_ship_is_destroyed(lost: dict[str, int], how: str) -> None:
    """R74: the squadron stays at its place, is free, and keeps its activation. The explosion attacks it."""
    mine = ship("A", 0, (24, 9), weapons=[gun("Particle Cannon", ac=2)])
    frail = {"activated": True, "structure": [1], "ratings": lost}
    game = clinging(mine, FAR, ship_fields=frail).begin("a").attack("a1", "b")
    throw(game, 5, 5, 5, 1).faces([6])
    while game.kind == "faces":
        base, flex, macro = counts(game)
        throw(game, *miss(base + flex), *[6] * macro)
    assert len(game.pieces(how)) == 1 and game.at("s")[:2] == (24, 22)
    s = game.model("s")
    assert (s.is_assaulting, s.host, s.activated) == (False, "", False)
    hits = [each["target"] for each in game.events("attacked") if each["weapon"] == "Explosion"]
    assert ("s" in hits) == (how == "debris-field")
    game.move(2).end().begin("s").end()


def test_one_that_has_activated_waits_for_the_next_turn() -> None:
    """R74: what it has used isn't given back."""
    mine = ship("A", 0, (24, 9), weapons=[gun("Particle Cannon", ac=2)])
    game = clinging(mine, FAR, ship_fields={"activated": True, "structure": [1]}).begin("a")
    game.model("s").activated = True
    throw(game.attack("a1", "b"), 5, 5, 5, 1).faces([6]).expect("menu")
    assert (game.model("s").host, game.model("s").activated) == ("", True)
    game.move(2).end()


def test_a_squadron_in_contact_is_no_obstacle_to_its_ship() -> None:
    """R24: neither blocks the other. The ship may move straight ahead with assailants in front of it."""
    game = clinging(first=1).pick("hold").declare()
    game.expect_allowed(["move", 4])
    game.move(4).end().answer("stay")
    assert game.at("b")[:2] == (24, 24) and game.at("s")[:2] == (24, 26)


def test_where_one_has_no_room_the_next_is_still_placed() -> None:
    """v1.2.4 Assaulting: each one separately. One without space leaves the hull, the others move along."""
    walls = [ship(f"W{n}", 1, at, activated=True) for n, at in enumerate(
        ((21.7, 18), (21.7, 21.01), (26.3, 18), (26.3, 21.01)))]  # fmt: skip
    ahead, aft = ship("Wall", 1, (24, 24), 90, activated=True), squadron("U", 0, (24, 18), **EXO)
    game = clinging(placed(aft, assaulting="b", heading=180), ahead, *walls, OWN, first=1,
                    ship_fields={"speed": 1, "thrusters": [1]})  # fmt: skip
    game.pick("hold").pick("hold").declare().move(1).end().expect("attach", 0)
    assert game.asked.subject == "u" and not boarded(game)
    game.pick("stay")
    assert game.model("u").is_assaulting and game.at("u") == (24, 19, 180)


def test_who_has_no_room_and_stands_off_the_table_leaves_play() -> None:
    """R26, R27: the ship has carried it past the edge, and the hull has no free place."""
    walls = [ship(f"W{n}", 1, at, activated=True) for n, at in enumerate(
        ((21.7, 43), (21.7, 46.01), (26.3, 43), (26.3, 46.01)))]  # fmt: skip
    fore = placed(squadron("S", 0, (24, 47), weapons=[GUN], **EXO), assaulting="b")
    aft = placed(squadron("U", 0, (24, 43), **EXO), assaulting="b", heading=180)
    game = stage(fore, ship("B", 1, (24, 45), speed=1, thrusters=[1]), aft, *walls, OWN, initiative=1)
    game.pick("hold").pick("hold").declare().move(1).end().expect("attach", 0)
    assert game.asked.subject == "u" and game.model("s").place == "withdrawn"
    game.pick("stay")


@pytest.mark.parametrize(("at", "goal"), [((24.0, 20.0), (24.0, 18.5)), ((24.0, 21.0), (24.0, 21.5))])
def test_who_is_off_the_hull_goes_to_the_nearest_place(at: tuple[float, float], goal: tuple[float, float]) -> None:
    """The nearest free place, of 2 equally near ones the lower."""
    game = stage(
        placed(squadron("S", 0, (24, 21.5), **EXO), assaulting="b", heading=0), ship("B", 1, (24, 20), 90), OWN, FAR
    )  # fmt: skip
    game.model("s").pose = Pose(*at, 0)
    asked = Attach(game.match.state, game.model("s"), game.model("b"))
    assert asked.check(["stay"]) is not None
    assert tuple(asked.default().to_json()[1:3]) == goal
