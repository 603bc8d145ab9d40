"""Tests of leaving the table, which is leaving play (v1.2.4 Movement > Leaving Play, R23, R25 to R27, R74)."""

from typing import Any

import pytest

from jovian.table import Pose, extends_off_table
from tests.rules.fights import wing
from tests.rules.stage import Cast, Staged, bay, gun, settled, ship, squadron, stage, stocked, weapon
from tests.rules_api import destroy, flush_spots


def test_ship_that_ends_partly_outside_is_withdrawn() -> None:
    """v1.2.4 Movement > Leaving Play: any part of the base off the table at the end of the move."""
    game = stage(ship("A", 0, (24, 44)), ship("B", 1, (10, 10), activated=True)).begin("a")
    game.move(2.51).end()
    assert game.model("a").place == "withdrawn"
    event = game.last("left_play")
    assert (event["model"], event["how"]) == ("a", "withdrawn")


def test_base_flush_with_the_edge_stays() -> None:
    """R13: a base that ends at the edge is on the table."""
    game = stage(ship("A", 0, (24, 44)), ship("B", 1, (10, 10), activated=True)).begin("a")
    game.move(2.5).end()
    assert game.model("a").is_on_table


def test_squadron_may_leave_and_return() -> None:
    """R23: a path may leave the table and come back if nothing is declared outside."""
    game = stage(squadron("S", 0, (2, 24)), ship("B", 1, (40, 10), activated=True)).begin("s")
    game.fly((-0.5, 24)).fly((1.5, 24)).end()
    assert game.model("s").is_on_table


def test_squadron_that_ends_outside_is_withdrawn() -> None:
    """v1.2.4 Movement > Leaving Play: squadrons too."""
    game = stage(squadron("S", 0, (2, 24)), ship("B", 1, (40, 10), activated=True)).begin("s")
    game.fly((0.3, 24)).end()
    assert game.model("s").place == "withdrawn"


def leaver(*more: Cast, **fields: Any) -> Staged:
    """Return a game with ship A over the upper edge, and B within reach of its missiles."""
    guns = [gun("Missile", missile="AC", ac=3), bay(1, [1])]
    return stage(
        ship("A", 0, (24, 44), weapons=guns, **fields), ship("B", 1, (24, 35), activated=True), *more,
        yard=(stocked("Gnat", 1),),
    )  # fmt: skip


@pytest.mark.parametrize("order", [
    ["attack", ["a1"], "b"], ["resolve"], ["drone", "b1", "common/gnat", 24, 41, 0],
])  # fmt: skip
def test_what_is_declared_outside_withdraws(order: list[Any]) -> None:
    """R27: an attack or action declared partly off the table takes the ship out, without further effect."""
    game = leaver().begin("a", "damage control").move(3)
    assert game.asked.preview(order).off_table  # type: ignore[attr-defined]
    game.answer(*order)
    assert game.model("a").place == "withdrawn"
    assert not game.events("attacked") and not game.events("rolled") and len(game.match.state.models) == 2


def test_nobody_is_led_to_declare_outside() -> None:
    """R27: legal, but lists offer only the end. If it comes back, all is possible again."""
    game = leaver(thrusters=[4, 3, 2, 1], speed=1).begin("a", "damage control").move(3)
    assert game.offered() == [["end"]]
    assert "Withdrawn" in game.asked.leaving().reason  # type: ignore[attr-defined]
    game.end()
    assert game.model("a").place == "withdrawn"


def test_what_is_not_legal_is_refused_outside_too() -> None:
    """R27: only an attack that could be declared is one."""
    leaver().begin("a").move(3).expect_refused(["attack", ["a1"], "a"], "enemy")


@pytest.mark.parametrize("turned", [0, 1])
def test_what_is_embarked_leaves_with_its_ship(turned: int) -> None:
    """R27: with all Embarked models."""
    game = stage(
        ship("A", 0, (24, 45), traits=["Hangers:2"]),
        squadron("S", 0, (0, 0), embarked_in="a"),
        ship("B", 1, (24, 10), activated=True),
        squadron("T", 1 - turned, (10, 30), activated=True),
    ).begin("a")
    game.move(4).end()
    assert game.model("s").place == "withdrawn"


def test_a_turn_that_swings_the_base_out_counts() -> None:
    """v1.2.4 Movement > Leaving Play: a turn is part of the move."""
    game = stage(
        ship("A", 0, (24, 46.4), 0, speed=1, thrusters=[1], base="large"), ship("B", 1, (10, 10), activated=True)
    )
    game.begin("a").turn(45).end()
    assert game.model("a").place == "withdrawn"


# --- Squadrons in contact with a ship ---
HULL: dict[str, Any] = {"thrusters": [4, 3, 2, 1], "speed": 4}


def carrier(at: tuple[float, float], heading: int, squadron_at: tuple[float, float], how: str) -> Staged:
    """Return ship C of side 0, about to declare, with a squadron S on its hull: its escort or an assailant."""
    side = 0 if how == "escorting" else 1
    game = stage(
        ship("C", 0, at, heading, traits=["CAP"], **HULL),
        squadron("S", side, squadron_at, squadron_type="exo-armor", **{how: "c"}),
        ship("E", 1, (4, 4), activated=True), ship("F", 0, (44, 4), activated=True),
    )  # fmt: skip
    if game.kind == "activate":
        game.answer("activate", "c")
    if game.kind == "assault":
        game.pick("hold")
    return game.declare()


@pytest.mark.parametrize("how", ["escorting", "assaulting"])
def test_who_is_over_the_edge_with_a_ship_that_leaves_leaves_too(how: str) -> None:
    """R27, R74: a base off the table is out of play, whichever model carried it there."""
    game = carrier((24, 43), 0, (24, 45), how).move(4).end()
    assert (game.model("c").place, game.model("s").place) == ("withdrawn", "withdrawn")
    assert not game.model("s").host and not game.model("s").is_attached


@pytest.mark.parametrize("how", ["escorting", "assaulting"])
def test_who_is_still_on_the_table_when_its_ship_leaves_is_free(how: str) -> None:
    """R74: it stays at its place."""
    game = carrier((24, 43), 0, (24, 41), how).move(4).end()
    assert (game.model("c").place, game.model("s").place) == ("withdrawn", "table")
    assert game.at("s")[:2] == (24, 45) and not game.model("s").host
    settled(game)


@pytest.mark.parametrize("how", ["escorting", "assaulting"])
def test_a_ship_at_the_edge_has_its_companions_about_it_on_the_table(how: str) -> None:
    """R25, R26: the bow is over the edge after the move. The squadron is placed next to the ship on the table."""
    game = carrier((24, 42), 0, (24, 44), how).move(4).end().expect("attach")
    game.expect_refused(["stay"], "off the table")
    settled(game)
    assert game.model("s").is_on_table and game.model("s").host == "c" and inside(game, "s")


@pytest.mark.parametrize("how", ["escorting", "assaulting"])
def test_a_turn_at_the_edge_does_not_leave_them_hanging(how: str) -> None:
    """R25 to R27: a turn carries them like a move: the squadron abeam swings out with the stern."""
    game = carrier((24, 46.15), 90, (24, 44.65), how)
    hull, rider = game.model("c"), game.model("s")
    rider.pose = min(flush_spots(game.match.state, rider, hull), key=lambda spot: (spot.x, -spot.y))
    game.move(1).turn(45).expect("menu")
    assert inside(game, "c") and not inside(game, "s")
    settled(game.end())
    assert game.model("s").place == "withdrawn" or inside(game, "s")


@pytest.mark.parametrize("how", ["escorting", "assaulting"])
def test_a_ship_that_dies_over_the_edge(how: str) -> None:
    """R27, R74: the squadron stays at its place, which is off the table."""
    game = carrier((24, 42), 0, (24, 44), how).move(4)
    assert not inside(game, "s")
    destroy(game.match._runner.game, game.model("c"))
    assert game.model("s").place == "withdrawn"


# --- Formations ---
def pair(*at: tuple[float, float]) -> Staged:
    """Return a formation S and S2 of side 0 at these places before its declaration. E watches."""
    group = wing("S", 0, *at, weapons=[weapon(ac=3)])
    return stage(*group, ship("E", 1, (6, 28), activated=True), ship("F", 0, (44, 4), activated=True)).begin("s")


@pytest.mark.parametrize(("path", "gone"), [((0.6, 20), ["s2"]), ((1.7, 20), []), ((0.3, 20), ["s", "s2"])])
def test_of_a_formation_only_who_is_outside_leaves(path: tuple[float, float], gone: list[str]) -> None:
    """R27, docs/rulings.md: the member over the edge leaves. The others stay and continue."""
    game = pair((5, 20), (4, 20)).fly(path).end()
    assert [model_id for model_id in ("s", "s2") if game.model(model_id).place == "withdrawn"] == gone
    assert all(inside(game, model_id) for model_id in ("s", "s2") if model_id not in gone)
    if gone == ["s2"]:
        assert game.model("s").formation == ""


def test_of_a_formation_that_declares_outside_the_rest_goes_on() -> None:
    """R27, docs/rulings.md: the declaration is lost with the member. The others have the activation."""
    game = pair((5, 20), (4, 20)).fly((0.3, 20), (1.2, 20)).expect("menu")
    game.answer("attack", ["a1"], "e")
    assert (game.model("s2").place, game.model("s").place) == ("withdrawn", "table")
    assert not game.events("attacked")
    game.expect("menu").end()


def test_a_leader_that_leaves_hands_over() -> None:
    """R27: the first one over the edge leaves. The activation continues with the other."""
    game = pair((4, 20), (5, 20)).fly((0.3, 20))
    game.answer("attack", ["a1"], "e")
    assert (game.model("s").place, game.act.model) == ("withdrawn", "s2")
    game.end()
    assert inside(game, "s2")


# --- Secrets ---
def test_a_withdrawing_carrier_does_not_show_whom_nobody_ever_saw() -> None:
    """docs/rulings.md: the enemy learns that the ship has left, but not the models aboard. The owner knows them."""
    game = stage(
        ship("A", 0, (24, 45), traits=["Hangers:2"]), squadron("S", 0, (0, 0), embarked_in="a"),
        ship("B", 1, (24, 10), activated=True), ship("C", 0, (4, 4), activated=True),
    )  # fmt: skip
    seen = len(game.match.view(1).models)
    game.begin("a").move(4).end()
    assert (game.model("s").place, game.model("s").public) == ("withdrawn", False)
    assert not [event for event in game.events("revealed") if event["model"] == "s"]
    assert [event["seen_by"] for event in game.events("left_play")] == ["both", 0]
    assert len(game.match.view(1).models) == seen


def inside(game: Staged, ident: str) -> bool:
    """Return whether the whole base is on the table."""
    model = game.model(ident)
    return not extends_off_table(model.base, model.pose, game.match.state.width, game.match.state.height)


def test_whoever_else_stands_over_the_edge_when_a_move_ends_has_left() -> None:
    """R26, R27: whatever moved it there."""
    game = stage(
        ship("A", 0, (24, 10)), squadron("V", 0, (10, 10), activated=True), ship("B", 1, (40, 40), activated=True),
        squadron("W", 1, (10, 40), activated=True),
    ).begin("a").move(2)  # fmt: skip
    for ident in ("v", "w"):
        game.model(ident).pose = Pose(0.3, game.model(ident).pose.y, 0)
    game.end()
    assert [game.model(model_id).place for model_id in ("a", "b", "v", "w")] == [
        "table",
        "table",
        "withdrawn",
        "withdrawn",
    ]
