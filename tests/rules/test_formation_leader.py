"""Tests of decisions of a formation: the right member is named, and the leader's loss doesn't end them (R76)."""

from typing import Any

import pytest

from tests.rules.fights import FAR, GUN, OWN, counts, double, miss, placed, plan, throw, wing
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage, weapon
from tests.rules_api import assess, nukes, other_formation_members

SPARE = ship("Spare", 1, (44, 4))
"""An enemy ship that has yet to activate, so that the turn continues."""
MINE = ship("Mine", 0, (4, 44))
"""An own ship that has yet to activate."""
BARE: dict[str, Any] = {"activated": True, "ratings": {"defense": 0}}
"""A ship without Point Defense that has had its turn."""


def trio(name: str, side: int, *at: tuple[float, float], **fields: Any) -> list[Cast]:
    """Return three squadrons in formation, with an Ace."""
    return wing(name, side, *at, traits=["Ace"], **fields)


def settled(game: Staged, *stops: str) -> Staged:
    """Let all dice miss, and choose defaults, until a decision of these kinds or a rest."""
    while game.kind not in ("menu", "declare", "activate", "", *stops):
        if game.kind == "faces":
            throw(game, *[number % 6 + 1 for number in range(sum(counts(game)))])
        else:
            game.answer(*game.asked.default().to_json())
    return game


# --- Attackers ---
def test_a_kinetic_line_spares_its_own_formation() -> None:
    """v1.2.4 Traits > Formation, Weapons > Kinetic Cannon: its player chooses the origin, which spares members."""
    target = squadron("T", 1, (24, 13), activated=True, fuel_left=0)
    game = stage(*wing("S", 0, (24, 9), (24, 10), weapons=[GUN]), target, SPARE, OWN).begin("s").attack("a1", "t")
    throw(game, *miss(4)).expect("menu", 0)
    assert [event["attacker"] for event in game.events("attacked")] == ["s2"]


def test_who_has_no_mate_in_its_line_is_the_origin() -> None:
    """v1.2.4 Traits > Formation: any of the three. Without a loss there is no decision."""
    target = squadron("T", 1, (24, 13), activated=True, fuel_left=0)
    game = stage(*trio("S", 0, (24, 10), (24, 9), (24, 11), weapons=[GUN]), target, SPARE, OWN).begin("s")
    throw(game.attack("a1 a1+ a1++", "t"), *miss(6)).expect("menu", 0)
    assert game.last("attacked")["attacker"] == "s3"


def test_a_better_roll_through_a_mate_is_for_the_player_to_choose() -> None:
    """v1.2.4 Traits > Formation: only S is behind the ship, with S2 in its line. The default spares friends."""
    pair = wing("S", 0, (27.2, 16.4), (27.2, 17.4), weapons=[GUN])
    game = stage(*pair, ship("B", 1, (24, 20), **BARE), SPARE, OWN).begin("s")
    assert game.shot("s", "a1", "b").roll.net == 2
    game.attack("a1", "b").expect("origin", 0)
    assert game.offered() == [["from", "s2"], ["from", "s"]]
    settled(game.pick("from", "s"))
    assert [(event["target"], event["net"]) for event in game.events("attacked")] == [("b", 3), ("s2", 1)]


def crossing(**fields: Any) -> Staged:
    """Return a game in which S and S2 may both fire at T. The line of S2 also hits the enemy U."""
    still = {"activated": True, "fuel_left": 0}
    return stage(
        *wing("S", 0, (20, 10), (20, 11), weapons=[GUN], **fields), squadron("T", 1, (26, 10.5), **still),
        squadron("U", 1, (22, 11.6), **still), SPARE, OWN,
    ).begin("s")  # fmt: skip


@pytest.mark.parametrize(("origin", "struck"), [("s", ["t"]), ("s2", ["t", "u"])])
def test_who_fires_chooses_from_whom_the_line_is_drawn(origin: str, struck: list[str]) -> None:
    """v1.2.4 Traits > Formation: a decision if the lines hit others. The default is the previewed one."""
    game = crossing().attack("a1", "t").expect("origin", 0)
    assert game.offered() == [["from", "s2"], ["from", "s"]]
    assert game.shot("s", "a1", "t").attacker == game.asked.default().to_json()[1]
    game.pick("from", origin)
    settled(game)
    shots = [(event["attacker"], event["target"]) for event in game.events("attacked")]
    assert shots == [(origin, target) for target in struck]


def test_the_choice_of_an_origin_costs_nothing_by_itself() -> None:
    """R40: one Fire Control, which can be undone until dice are rolled."""
    game = crossing().attack("a1", "t")
    assert game.act.spent == () and game.match.can_undo() is None
    settled(game.pick("from", "s2"))
    assert game.act.spent == ("s",)


def test_what_is_told_of_fire_control_is_the_formations() -> None:
    """v1.2.4 Traits > Formation: one Fire Control, whichever member is the origin."""
    game = settled(crossing(fire_control=2).attack("a1", "t").pick("from", "s2"))
    assert [event["fire_control_left"] for event in game.events("attacked")] == [1, 1]


def test_a_formation_thought_elsewhere_has_its_lines_there() -> None:
    """Preview of a move: the other members move along, and are attacked at their new places."""
    target = squadron("T", 1, (24, 30), activated=True, fuel_left=0)
    game = stage(*wing("S", 0, (10, 9), (10, 10), weapons=[GUN]), target, SPARE, OWN).begin("s")
    state, model = game.match.state, game.model("s")
    there = model.at(model.pose.moved(14, 17))
    shot = assess(state, there, ("a1",), game.model("t"), "activation")
    assert getattr(shot, "attacker", "") == "s2"


# --- Model in contact ---
def beside(**target: Any) -> Staged:
    """Return a game in which S2 bombs B (heading 0 at 24, 20) from starboard. S ahead of it touches nothing."""
    return stage(
        *wing("S", 0, (25.577, 21.6), (25.577, 20.6), weapons=[GUN]),
        ship("B", 1, (24, 20), activated=True, armor={"fore": 3, "side": 0, "aft": 0}, **target), SPARE, OWN,
    ).begin("s", "bombing").resolve()  # fmt: skip


def test_the_attacked_arc_is_that_which_is_touched() -> None:
    """v1.2.4 Bombing Run; R17: by any member in contact."""
    game = beside()
    plan(game, 0, "a1", 0, 4)
    settled(game, "free")
    event = game.last("attacked")
    assert (event["arc"], event["net"], event["distance"]) == ("starboard", 2, 0)
    settled(game)


@pytest.mark.parametrize(("arc", "bears"), [("starboard", True), ("fore", False)])
def test_the_guns_that_answer_bear_on_the_arc_that_is_touched(arc: str, bears: bool) -> None:
    """v1.2.4 Bombing Run: a weapon that can fire in the Attacked Arc."""
    game = beside(weapons=[gun(arcs=(arc,), as_=2)])
    plan(game, 0, "a1", 0, 0)
    assert (game.kind == "plan") == bears, "with nothing that bears there is nothing to plan"
    settled(game)


def test_a_missile_strikes_the_arc_that_was_touched_whoever_is_lost() -> None:
    """v1.2.4 Bombing Run 8: declared missiles attack the arc of the run, even if their owner is lost."""
    game = stage(
        *wing("S", 0, (25.577, 20.6), (25.577, 21.6), structure=[1], weapons=[weapon("Missile", missile="AC", ac=4)]),
        ship("B", 1, (24, 20), activated=True, armor={"fore": 3, "side": 0, "aft": 0}, weapons=[gun(as_=3)]),
        SPARE, OWN,
    ).begin("s", "bombing").resolve().pick("missile", ["a1"])  # fmt: skip
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(miss(counts(game)[0])).pick("allocate", [1, 0])
    settled(game, "free")
    assert game.model("s").place == "destroyed"
    assert [event["arc"] for event in game.events("attacked") if event["target"] == "b"] == ["starboard"]
    settled(game)


def test_any_in_sensor_range_marks_a_ship() -> None:
    """v1.2.4 Action > Combined Attack: the leader is out of range (12.1"), its mate is not."""
    game = stage(
        *wing("S", 0, (24, 9), (24, 10), weapons=[GUN]), ship("B", 1, (24, 23.6), 180, **BARE), SPARE, OWN,
    ).begin("s", "combined attack")  # fmt: skip
    game.expect_allowed(["resolve"])


def test_a_formation_is_sent_if_any_of_it_is_in_range() -> None:
    """v1.2.4 Action > Vector Attack: the leader is out of Sensor Range, but another member is in it."""
    game = stage(
        ship("A", 0, (24, 12), speed=0), *wing("S", 0, (24, 23.5), (24, 22.5), activated=True), SPARE,
    ).begin("a", "vector attack")  # fmt: skip
    game.resolve().faces(miss(3)).pick("send", "s").answer("stay", kind="free").expect("menu")


def test_who_touches_and_may_ram_is_who_rams() -> None:
    """R76: one rams, the member in contact with 1 remaining Structure. Here there is no choice."""
    pair = wing("S", 0, (24, 23), (24, 22))
    game = stage(*pair, ship("B", 1, (24, 20), **BARE), MINE, FAR)
    game.activate("s").expect_refused(["declare", "ram", 0], "Structure 1")
    game.model("s2").marks["structure"] = 3
    game.declare("ram").resolve().faces(miss(3))
    assert game.model("s2").place == "destroyed" and game.model("s").is_on_table


def test_of_two_who_may_ram_the_owner_chooses() -> None:
    """R76: the owner chooses only if both are in contact and may ram."""
    pair = wing("S", 0, (23.5, 22), (24.5, 22), structure=[1])
    game = stage(*pair, ship("B", 1, (24, 20), **BARE), MINE, FAR).begin("s", "ram").resolve().expect("ram", 0)
    assert game.offered() == [["ram", "s"], ["ram", "s2"]]
    game.pick("ram", "s2").faces(miss(3))
    assert game.model("s2").place == "destroyed" and game.model("s").is_on_table


def test_whoever_is_in_contact_with_any_of_the_other_formation_may_fight_alone() -> None:
    """R76: T2 touches S2, not the leader S, and may fight alone. The 1" goes away from its opponent."""
    game = stage(
        *wing("S", 0, (24, 23), (24, 24), weapons=[GUN]), *wing("T", 1, (24, 25), (24, 26), activated=True), SPARE, OWN,
    ).activate("s")  # fmt: skip
    game.answer("declare", "interception", 0, "t").resolve().expect("formation", 1)
    assert ["break", "t"] in game.offered() and ["break", "t2"] not in game.offered()
    game.pick("break", "t").expect("formation", 0)
    assert ["break", "s2"] in game.offered() and ["break", "s"] not in game.offered()
    game.pick("keep")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert (game.at("s")[:2], game.at("s2")[:2]) == ((24, 22), (24, 23))


# --- Loss ---
LIMITED = weapon("Kinetic Cannon", ac=3, as_=3, traits=["Limited"])


def caught(*prey: Cast, one: Any = None) -> Staged:
    """Return a game in which S of side 0 fights the formation of T, which keeps together."""
    game = stage(squadron("S", 0, (24, 24), **{"weapons": [GUN], **(one or {})}), *prey, SPARE, OWN)
    return game.activate("s").answer("declare", "interception", 0, "t").resolve().pick("keep")


def test_limited_weapons_are_spent_though_the_leader_is_lost() -> None:
    """R69: spent whatever the result: both linked guns, even if their dice kill one owner."""
    prey = wing("T", 1, (24, 25), (24, 26), activated=True, structure=[1], weapons=[LIMITED])
    game = caught(*prey)
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1 a1+", 0, 4, "linked")
    game.faces(double(4)).faces(miss(2)).faces(miss(5)).pick("allocate", [1, 0])
    settled(game)
    assert game.model("t").place == "destroyed" and game.model("t2").damaged == ("a1",)


def test_a_limited_missile_is_spent_by_its_owner() -> None:
    """R69; v1.2.4 Dogfight 7: the missile of the leader, which is lost before the hit, isn't the other member's."""
    rocket = weapon("Missile", missile="AS", as_=3, traits=["Limited"])
    prey = wing("T", 1, (24, 25), (24, 26), activated=True, structure=[1], weapons=[rocket])
    game = caught(*prey).pick("missile", ["a1"])
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "", 0, 0)
    game.faces(double(4)).faces(miss(counts(game)[0])).pick("allocate", [1, 0])
    settled(game)
    assert game.model("t2").damaged == ()


def test_a_weapon_that_its_owner_has_spent_is_not_fired_for_who_is_lost() -> None:
    """v1.2.4 Dogfight 6: if a member's own gun is spent, it has nothing left to fire."""
    prey = wing("T", 1, (24, 25), (24, 26), activated=True, structure=[1], weapons=[GUN])
    prey[1] = placed(prey[1], damaged=["a1"])
    game = caught(*prey, one={"weapons": [weapon("Beam Projector", as_=3)]})
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 4)
    game.faces(double(4)).pick("stand").faces(miss(2)).pick("allocate", [1, 0])
    settled(game)
    assert [event["attacker"] for event in game.events("attacked")] == ["s"]


def test_autofire_of_a_mate_spends_the_mates_weapon() -> None:
    """R56, R69: the offered gun fires and is spent, not the leader's."""
    guns = [weapon("Kinetic Cannon", ac=2, as_=2, traits=["Autofire", "Limited"])]
    game = stage(
        squadron("U", 0, (24, 24)), *wing("S", 1, (24, 10), (24, 11), activated=True, weapons=guns, fuel_left=0),
        SPARE, OWN,
    ).begin("u")  # fmt: skip
    game.fly((24, 18.5)).expect("autofire", 1).pick("fire", "s2", "a1")
    throw(game, *miss(sum(counts(game)))).pick("pass")
    assert (game.model("s").damaged, game.model("s2").damaged) == ((), ("a1",))


def test_all_of_a_simultaneous_volley_strikes_while_any_of_it_is_left() -> None:
    """v1.2.4 Dogfight 6: the second instance damages the remaining member, even if the first killed the leader."""
    prey = wing("T", 1, (24, 25), (24, 26), activated=True, structure=[1], weapons=[GUN])
    game = caught(*prey, one={"weapons": [weapon("Kinetic Cannon", as_=3, count=2)], "fire_control": 2})
    plan(game, 0, "a1 a2", 0, 4)
    plan(game, 1, "", 0, 0)
    game.faces(double(4)).faces(miss(3)).faces(double(4)).faces(miss(3)).pick("allocate", [1, 0])
    settled(game)
    assert game.model("t").place == game.model("t2").place == "destroyed"


def test_every_set_of_a_result_is_taken_by_who_is_left() -> None:
    """R69, R76: giving the first set to the attacked member doesn't spare the other one the second."""
    game = stage(
        *wing("S", 0, (24, 14), (24, 13), activated=True, structure=[1]),
        ship("A", 1, (24, 24), 180, weapons=[gun("Mass Driver", as_=4)]), OWN, initiative=1,
    ).begin("a")  # fmt: skip
    game.attack("a1", "s").faces([4, 4, 2, 2]).pick("allocate", [1, 0])
    assert game.model("s").place == game.model("s2").place == "destroyed"


def test_who_fired_is_seen_though_the_leader_dies_by_what_it_caused() -> None:
    """v1.2.4 Action > Silent Running: an attack reveals all of a formation, whichever member survives."""
    pair = wing("S", 0, (24, 16), (24, 15), structure=[2, 1], weapons=[weapon("Kinetic Cannon", ac=5)])
    pair = [placed(member, states={"stealthed": 1}) for member in pair]
    doomed = ship("B", 1, (24, 20), activated=True, structure_left=1, ratings={"defense": 0, "thrusters": 0})
    game = stage(*pair, doomed, SPARE, MINE).begin("s").attack("a1", "b")
    throw(game, *[6] * sum(counts(game))).faces([6])
    game.expect("faces")
    throw(game, *[4] * sum(counts(game)))
    shares = [answer[1] for answer in game.offered()]
    settled(game.pick("allocate", max(shares)))
    assert game.model("s").place == "destroyed" and game.model("s2").is_on_table
    assert game.model("s2").states == {}


def test_weapons_move_up_when_one_in_the_middle_is_lost() -> None:
    """R59: the fired gun of the third member becomes the second's, and can't fire again."""
    game = stage(
        *trio("S", 0, (24, 28.9), (24, 29.9), (24, 30.9), structure=[1], weapons=[GUN], fire_control=2),
        ship("A", 1, (24, 20), activated=True), SPARE, MINE,
    ).begin("s").attack("a1++", "a")  # fmt: skip
    settled(game).fly((24, 24)).expect("autofire", 1).pick("fire", "a", "pd").faces([4, 4, 1, 2])
    game.pick("allocate", [0, 1, 0])
    settled(game)
    assert game.model("s2").place == "destroyed" and game.act.used == ("a1+",)
    game.expect_refused(["attack", ["a1+"], "a"], "already been used")
    game.expect_allowed(["attack", ["a1"], "a"])


def test_fire_control_that_a_formation_has_spent_is_spent_for_who_is_left() -> None:
    """R40: also in the enemy's activation: the leader's missile used the only Fire Control of the pair."""
    guns = [GUN, weapon("Missile", missile="AS", as_=3)]
    prey = wing("T", 1, (24, 25), (24, 26), activated=True, structure=[1], weapons=guns)
    game = caught(*prey).pick("missile", ["b1"])
    plan(game, 0, "a1", 0, 4)
    game.expect("plan", 1).expect_refused(["plan", ["a1"], "singly", 0, 0])
    plan(game, 1, "", 0, 0)
    game.faces(double(4)).faces(miss(counts(game)[0])).pick("allocate", [1, 0])
    settled(game)
    assert game.act.spent.count("t2") == 1


def test_fire_control_that_a_formation_has_spent_is_spent_for_all_that_break_up() -> None:
    """R40, R76: a member that fights alone has no more Fire Control than the pair."""
    game = stage(
        *wing("S", 0, (24, 24), (24, 23), weapons=[GUN, weapon("Beam Projector", as_=3)]),
        squadron("T", 1, (24, 25), activated=True), SPARE, OWN,
    ).activate("s").answer("declare", "interception", 0, "t")  # fmt: skip
    settled(game.attack("a1", "t")).resolve().pick("break", "s").expect("plan", 0)
    game.expect_refused(["plan", ["b1"], "singly", 0, 4], "can't be used")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)


def test_the_formation_that_was_named_is_hunted_whoever_of_it_is_lost() -> None:
    """R45: the loss of the named member doesn't protect the other from the Interception."""
    game = stage(
        squadron("S", 0, (24, 24), weapons=[GUN], fire_control=2),
        *wing("T", 1, (24, 25), (24.866, 24.5), activated=True, structure=[1], fuel_left=0), SPARE, OWN,
    ).activate("s")  # fmt: skip
    game.answer("declare", "interception", 0, "t").attack("a1", "t").faces(double(4)).pick("allocate", [1, 0])
    assert game.act.target == "t2"
    plan(game.resolve(), 0, "", 0, 0)
    game.expect("menu", 0)
    assert game.last("plans")["plans"][1]["model"] == "t2"


def test_what_a_formation_has_found_is_found_for_who_is_left() -> None:
    """v1.2.2 Traits > Cloak: they searched as one. No member need search again this turn, even without the leader."""
    game = stage(
        *wing("S", 0, (24, 30), (24, 31), structure=[1], weapons=[GUN], fire_control=2),
        ship("B", 1, (24, 20), traits=["Cloak"], **BARE), ship("A", 1, (30, 33), activated=True), SPARE, MINE,
        options={"cloak": "v1.2.2"},
    ).begin("s").attack("a1", "b").faces([2, 2, 3])  # fmt: skip
    throw(game, *miss(sum(counts(game)))).fly((26, 32)).expect("autofire", 1).pick("fire", "a", "pd")
    throw(game, *double(sum(counts(game)), 4)).pick("allocate", [0, 1])
    assert settled(game).act.model == "s2" and game.shot("s2", "a1", "b").seeking is None


def test_a_formation_that_fires_breaks_the_old_silence_of_all() -> None:
    """v1.2.3 States > Stealthed: any Expended Fire Control ends it for all members."""
    pair = wing("S", 0, (24, 12), (24, 11), weapons=[weapon("Missile", missile="AC", ac=3)])
    game = stage(*pair, ship("B", 1, (24, 22), **BARE), SPARE, OWN, options={"silent_running": "v1.2.3"}).begin("s")
    for model_id in ("s", "s2"):
        game.model(model_id).states["running-quiet"] = 1
    settled(game.attack("a1", "b"))
    assert (game.model("s").states, game.model("s2").states) == ({}, {})


# --- One activation ---
def test_none_of_it_activates_twice_after_a_landing() -> None:
    """v1.2.4 Traits > Formation: one unit and one activation for all that land."""
    game = stage(
        *wing("S", 0, (24, 10), (24, 9)), ship("C", 0, (24, 13), traits=["Hangers:2"]), SPARE, OWN
    ).begin("s").fly((24, 11)).land("c").end()  # fmt: skip
    assert game.model("s").activated and game.model("s2").activated


def test_none_of_it_activates_twice_after_breaking_off_apart() -> None:
    """R26, R76: broken up in its activation because of missing space, each member has had its activation."""
    game = stage(
        *wing("S", 0, (24, 24), (24, 23), weapons=[GUN]), squadron("T", 1, (24, 25), activated=True, weapons=[GUN]),
        ship("Wall", 0, (24, 20.9), 90, activated=True), SPARE, MINE,
    ).activate("s").answer("declare", "interception", 0, "t").resolve().pick("keep")  # fmt: skip
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    settled(game).end()
    assert not other_formation_members(game.match.state, game.model("s"))
    assert game.model("s").activated and game.model("s2").activated


def test_none_of_it_activates_twice_after_clinging_to_a_hull() -> None:
    """v1.2.4 Action > Assaulting; R76: one member's Assault breaks the formation. The other has flown with it."""
    armor = {"squadron_type": "exo-armor", "weapons": [GUN]}
    game = stage(*wing("S", 0, (24, 22), (24, 23), **armor), ship("B", 1, (24, 20), **BARE), SPARE, MINE)
    game.begin("s", "bombing").resolve()
    plan(game, 0, "", 0, 0)
    game.expect("free", 0)
    game.answer(*next(offer for offer in game.offered() if offer[0] == "assault"))
    settled(game)
    if game.kind == "menu":
        game.end()
    assert game.model("s").is_assaulting and game.model("s").activated and game.model("s2").activated


def test_of_three_that_break_up_only_who_goes_on_acts() -> None:
    """R76: one continues the activation. The third has had its share."""
    game = stage(
        *trio("S", 0, (24, 24), (24, 23), (24.866, 23.5)), squadron("T", 1, (24, 25), activated=True), SPARE, MINE,
    ).activate("s").answer("declare", "interception", 0, "t").resolve().pick("break", "s")  # fmt: skip
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    assert game.act.model == "s2" and game.model("s").activated and game.model("s3").activated
    game.expect("menu", 0).end()


def test_an_interceptor_that_waits_is_asked_about_who_is_left() -> None:
    """R56: after each reaction the others are checked again, even if Autofire at the launch killed the leader."""
    group = wing("S", 0, (0, 0), (0, 0), structure=[1])
    for member in group:
        for key in ("x", "y", "heading", "formation"):
            member.line.pop(key, None)
    game = stage(
        ship("B", 0, (24, 10), activated=True, traits=["Hangers:2"]),
        *[placed(member, embarked_in="b") for member in group],
        ship("A", 1, (24, 17), activated=True), squadron("T", 1, (27, 13), activated=True), SPARE,
    ).begin("s")  # fmt: skip
    game.launch(24, 12.6, 0, "s2").expect("autofire", 1).pick("fire", "a", "pd")
    throw(game, 4, 4, 1, 2, *[3, 5, 6][: sum(counts(game)) - 4]).pick("allocate", [1, 0])
    game.expect("interception", 1)
    assert ["intercept", "t"] in game.offered()
    game.decline()
    settled(game)


# --- Nukes ---
def test_a_nuke_of_each_of_a_formation() -> None:
    """v1.2.4 Traits > Formation: it has double the weapons, from any member within 18". The owner's Nuke is spent."""
    bomb = weapon("Missile", missile="Nuke", ac=3, as_=3, traits=["Limited"])
    game = stage(*wing("S", 0, (24, 9), (24, 10), weapons=[bomb], fire_control=2), SPARE, OWN).begin("s")
    assert nukes(game.match.state, game.model("s")) == ["a1", "a1+"]
    game.expect_refused(["nuke", "a1+", 24, 28.6], "beyond")
    game.answer("nuke", "a1+", 24, 28, kind="menu").expect("menu")
    assert (game.model("s").damaged, game.model("s2").damaged) == ((), ("a1",))
    game.expect_refused(["nuke", "a1+", 24, 28])
    game.answer("nuke", "a1", 24, 28, kind="menu").end()
