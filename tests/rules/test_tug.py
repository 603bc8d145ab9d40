"""Tests of Tug and Static (v1.2.4 Traits > Tug, Static; R25, R29, R48)."""

from typing import Any

import pytest

from jovian.table import overlaps
from tests.rules.stage import Staged, gap, rock, ship, squadron, stage
from tests.rules.turns import AWAY, pass_turn, set_states, whiff
from tests.rules_api import position_flaws

FORT: dict[str, Any] = {"traits": ["Static"], "speed": 0, "thrusters": [1], "activated": True}


def tugging(y: float = 17.5, *others: Any, fort: Any = None, **more: Any) -> Staged:
    """Return Tug T (base 2" by 3"), which has declared to tow the Static F ahead of it."""
    return stage(
        ship("T", 0, (24, 12), traits=["Tug"], speed=0), ship("F", 0, (24, y), **{**FORT, **(fort or {})}),
        *others, AWAY, **more,
    ).begin("t", "tug")  # fmt: skip


# --- Tug ---
def test_it_drags_three_inches_at_most_and_straight_to_itself() -> None:
    """v1.2.4 Traits > Tug: toward the tug, until they touch."""
    game = tugging(17.5).resolve().expect("menu")
    assert game.at("f")[0] == 24
    assert game.at("f")[1] == pytest.approx(15.0, abs=0.02)
    assert game.last("moved")["model"] == "f"


@pytest.mark.parametrize(("y", "reached"), [(18.0, True), (18.01, False)])
def test_within_three_inches_when_resolved(y: float, reached: bool) -> None:
    """v1.2.4 Traits > Tug, R42: 3" from base to base."""
    game = tugging(y)
    if reached:
        game.expect_allowed(["resolve"])
    else:
        game.expect_refused(["resolve"], 'within 3"')


def test_only_static_models() -> None:
    """v1.2.4 Traits > Tug: a model with Static."""
    tugging(17.5, fort={"traits": []}).expect_refused(["resolve"], "Static")


def test_only_a_tug_tows() -> None:
    """v1.2.4 Traits > Tug: the trait is the requirement."""
    stage(ship("A", 0, (24, 12)), AWAY).activate("a").expect_refused(["declare", "tug", 0], "needs Tug")


def test_one_of_several_is_named() -> None:
    """v1.2.4 Traits > Tug: one model per action."""
    game = tugging(17.5, ship("G", 0, (28, 12), **FORT))
    game.expect_refused(["resolve", "away"], "can't be dragged")
    game.answer("resolve", "g")
    assert (game.at("f"), game.at("g")[0] < 27) == ((24, 17.5, 0), True)


def test_three_inches_a_round_in_all() -> None:
    """R48: 3" per turn in all, by any number of tugs. Another tug may use the rest."""
    game = tugging(16.0, ship("U", 0, (24, 22.4), traits=["Tug"], speed=0)).resolve()
    assert game.at("f")[1] == pytest.approx(15.0, abs=0.02)
    game.end().begin("u", "tug").move(2).expect_refused(["resolve"])
    near = tugging(15.5, ship("U", 0, (24, 21.0), traits=["Tug"], speed=0)).resolve().end()
    near.begin("u", "tug").resolve()
    assert near.at("f")[1] == pytest.approx(17.5, abs=0.05)


def test_no_farther_than_three_inches_a_round() -> None:
    """v1.2.4 Traits > Tug: a model dragged its 3" stays. In the next turn it may be dragged again."""
    game = tugging(18.0, ship("U", 0, (24, 20.5), traits=["Tug"], speed=0)).resolve().end()
    game.begin("u", "tug").expect_refused(["resolve"])
    pass_turn(game)
    assert "towed" not in game.model("f").states


@pytest.mark.parametrize(("thousandths", "allowed"), [(2949, True), (2950, False)])
def test_a_rest_of_a_twentieth_of_an_inch_is_not_dragged(thousandths: int, allowed: bool) -> None:
    """R48: a model dragged 2.95" stays."""
    game = set_states(tugging(17.5), "f", towed=thousandths)
    assert (game.asked.check(["resolve"]) is None) == allowed


def test_terrain_strikes_on_the_way() -> None:
    """R29: on a Tug too, once."""
    game = tugging(17.9, terrain=(rock("asteroid-field", (24, 15.0), radius=0.5),)).resolve()
    if game.kind == "avoid":
        game.pick("enter")
    whiff(game.expect("faces")).expect("menu")


@pytest.mark.parametrize(("y", "asked"), [(15.25, True), (14.2, False)])
def test_it_avoids_no_terrain_that_it_ends_in(y: float, asked: bool) -> None:
    """R30: a move can't end on an avoided piece. A load that is dragged into a cloud has no choice."""
    mine, cloud = {"traits": ["Static"], "activated": True}, rock("particle-cloud", (24.9, y), radius=0.5)
    game = tugging(17.5, squadron("M", 0, (24, 16.5), **mine), fort={"traits": []}, terrain=(cloud,))
    game.answer("resolve", "m")
    if asked:
        game.expect("avoid").pick("enter")
    whiff(game.expect("faces")).expect("menu")


def test_terrain_does_not_strike_who_clings_to_the_load() -> None:
    """v1.2.4 Action > Assaulting: an assailant is placed around the ship after its move (R29)."""
    wing = squadron("E", 1, (25.5, 17.5), assaulting="f", squadron_type="exo-armor", activated=True)
    game = tugging(17.5, wing, terrain=(rock("particle-cloud", (25.9, 15.9), radius=0.5),)).resolve()
    game.expect("attach", 1)
    assert not game.events("attacked")
    game.answer(*game.asked.default().to_json())


def test_the_owner_of_the_load_decides_for_its_escort() -> None:
    """R30: once, before any die is rolled. The escort is attacked where it touches the piece."""
    wing = squadron("E", 0, (25.5, 17.5), escorting="f", activated=True)
    fort = {"traits": ["Static", "CAP"]}
    cloud = rock("particle-cloud", (25.9, 15.9), radius=0.5)
    game = tugging(17.5, wing, fort=fort, terrain=(cloud,)).resolve().expect("avoid", 0)
    assert game.asked.subject == "f"
    game.pick("avoid").expect("attach", 0)
    assert not game.events("attacked")
    game.answer(*game.asked.default().to_json())


def test_who_is_in_contact_with_the_load_is_placed_anew() -> None:
    """R25: by its owner, whether or not the tug has moved. No squadron overlaps the tug afterwards."""
    wing = squadron("E", 1, (24, 15.5), assaulting="f", squadron_type="exo-armor", activated=True)
    game = tugging(17.5, wing).resolve().expect("attach", 1)
    assert ["stay"] not in game.offered()
    game.pick(*game.offered()[0]).end()
    tug, hull, squad = game.model("t"), game.model("f"), game.model("e")
    assert squad.is_assaulting
    assert not overlaps(squad.base, squad.pose, tug.base, tug.pose)
    assert gap(game, "e", "f") == 0
    assert hull.pose.y == pytest.approx(15.01)


def test_it_is_not_dragged_onto_another_model() -> None:
    """R24, R25: no move ends on another base: a squadron in between is pushed clear, or the load stops short."""
    game = tugging(18.0, squadron("S", 1, (24, 15.0), activated=True)).resolve().end()
    fort, wing = game.model("f"), game.model("s")
    assert not overlaps(fort.base, fort.pose, wing.base, wing.pose)


def test_squadrons_with_tug_may_tow() -> None:
    """v1.2.4 Traits > Tug: this model; Static squadrons and ships alike."""
    game = stage(
        squadron("S", 0, (24, 12), traits=["Tug"]), squadron("M", 0, (24, 15), traits=["Static"], activated=True), AWAY
    ).begin("s", "tug").resolve()  # fmt: skip
    assert game.at("m")[1] == pytest.approx(13.0, abs=0.03)
    assert "towed" in game.model("m").states
    assert not list(position_flaws(game.match.state)), "a position may have towed squadrons"


def test_a_squadron_that_tows_leaves_nobody_in_itself() -> None:
    """R25: also for squadrons that tow. No ship is settled after their own moves."""
    game = stage(
        squadron("S", 0, (24, 12), traits=["Tug"]), ship("F", 0, (24, 16.5), **FORT | {"traits": ["Static", "CAP"]}),
        squadron("E", 0, (24, 14.5), escorting="f", activated=True), AWAY,
    ).begin("s", "tug").resolve()  # fmt: skip
    game.expect("attach", 0).answer(*game.asked.default().to_json())
    one, other = game.model("s"), game.model("e")
    assert not overlaps(one.base, one.pose, other.base, other.pose)


# --- Static ---
def test_a_static_ship_neither_moves_nor_turns() -> None:
    """v1.2.4 Traits > Static: it may not move, whatever its Thrusters; it may end where it is."""
    game = stage(ship("F", 0, (24, 12), traits=["Static"], speed=3, thrusters=[2, 1]), AWAY).begin("f")
    for choice in (["move", 1], ["move", -1], ["turn", 45]):
        game.expect_refused(choice)
    game.expect_allowed(["end"])


def test_without_thrusters_it_does_not_turn_by_a_test() -> None:
    """v1.2.4 Traits > Static: nor at Thrusters 0 (R22 is for ships that move)."""
    game = stage(ship("F", 0, (24, 12), traits=["Static"], ratings={"thrusters": 0}), AWAY).begin("f")
    game.expect_refused(["turn", 45])


@pytest.mark.parametrize("action", ["hard burn", "station keep"])
def test_no_action_makes_it_move(action: str) -> None:
    """v1.2.4 Traits > Static: whatever action it declares."""
    game = stage(ship("F", 0, (24, 12), traits=["Static"]), AWAY).activate("f")
    game.declare(action).expect_refused(["move", 1])
    game.expect_refused(["turn", 45])


def test_boost_does_not_move_a_static_squadron() -> None:
    """v1.2.4 Traits > Static: Boost adds to a Speed that it can't use."""
    game = stage(squadron("M", 0, (24, 12), traits=["Static"]), AWAY).activate("m")
    game.declare("none", 1).expect_refused(["fly", [[24, 14]]])


def test_reorient_does_not_turn_it() -> None:
    """v1.2.4 Traits > Static: it may not move, so it does not pivot."""
    game = stage(ship("F", 0, (24, 12), traits=["Static"]), AWAY).activate("f")
    game.declare("reorient").resolve().faces([2, 2, 3]).expect_refused(["pivot", 90])


def test_vector_attack_does_not_move_a_static_squadron() -> None:
    """v1.2.4 Traits > Static: an order of another ship doesn't either."""
    game = stage(
        ship("A", 0, (24, 12)), squadron("M", 0, (24, 18), traits=["Static"], activated=True),
        squadron("S", 0, (28, 18), activated=True), AWAY,
    ).begin("a", "vector attack").resolve().faces([1, 2, 3])  # fmt: skip
    assert "m" not in [part for choice in game.offered() for part in choice]
    while game.kind != "menu":
        game.answer(*game.asked.default().to_json())


def test_static_models_score_nothing_for_staying() -> None:
    """R39: a side whose last models are Static is beaten."""
    game = stage(ship("F", 0, (24, 12), traits=["Static"]), AWAY).begin("f").end()
    assert game.kind == ""


def test_what_is_static_catches_nobody() -> None:
    """v1.2.4 Traits > Static: it may not move, and a Reactive Interception is a move into contact."""
    game = stage(
        squadron("S", 0, (24, 20)), squadron("H", 1, (24, 26), traits=["Static"], activated=True),
        ship("E", 1, (44, 44), 180, activated=True), ship("Own", 0, (4, 4), activated=True),
    ).begin("s").fly((24, 24)).expect("menu")  # fmt: skip
    assert game.end().at("h") == (24, 26, 0)
