"""Tests of an atmosphere along an edge: its attack, the loss of Speed, and ECM (v1.2.4 Terrain; R29, R32)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.game.events import DIMINISH, FLEX
from tests.rules.stage import Staged, gun, parts, ship, squadron, stage
from tests.rules.test_planet import EDGES, distant_enemy, log_lines, place_before, planet


def air(edge: str, thickness: float = 4) -> dict[str, Any]:
    """Return an atmosphere along an edge."""
    return {"kind": "atmosphere", "id": "air", "edge": edge, "thickness": thickness}


def toward(edge: str, inches: float, turned: int = 0, **fields: Any) -> Staged:
    """Return a medium ship (Speed 4, Thrusters 2) at this distance from an edge with 4" of atmosphere."""
    fields = {"thrusters": [2, 1], **fields}
    cast = ship("A", 0, place_before(edge, inches), (EDGES[edge] + turned) % 360, **fields)
    return stage(cast, *distant_enemy(edge), terrain=(air(edge),)).begin("a")


def flying(inches: float, *others: Any, **fields: Any) -> Staged:
    """Return a squadron of Speed 6 at this distance from the upper edge, which has 4" of atmosphere."""
    one = squadron("S", 0, (24, 48 - inches), **fields)
    return stage(one, *others, *distant_enemy("north"), terrain=(air("north"),)).begin("s")


# --- Thickness ---
@pytest.mark.parametrize("edge", EDGES)
def test_it_is_as_thick_as_the_scenario_says(edge: str) -> None:
    """v1.2.4 Terrain > Atmosphere: a band along the whole edge."""
    game = stage(ship("A", 0, place_before(edge, 10)), *distant_enemy(edge), terrain=(planet(edge), air(edge, 5)))
    (band,) = game.pieces("atmosphere")
    rim = [corner for part in band.outline for corner in part.outline(band.pose)]
    deep, wide = (1, 0) if edge in ("north", "south") else (0, 1)
    assert {round(each[wide], 3) for each in rim} == {0, 48}
    assert {round(each[deep], 3) for each in rim} == ({43, 48} if edge in ("north", "east") else {0, 5})


@pytest.mark.parametrize(("face", "thick"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_else_a_die_says_so_as_the_game_begins(face: int, thick: float) -> None:
    """v1.2.4 Terrain > Atmosphere: 3" and 1d3 more, rolled in the open (R12) and logged."""
    line = {"kind": "atmosphere", "id": "air"}
    game = stage(ship("A", 0, (24, 10)), *distant_enemy("north"), terrain=(planet("north"), line)).expect("faces", 0)
    assert not game.pieces("atmosphere")
    game.faces([face])
    (band,) = game.pieces("atmosphere")
    assert band.outline[0].length == thick and band.pose == (24, 48 - thick / 2, 0)
    placed = game.last("placed")
    assert "thickness" in game.last("rolled")["purpose"] and (placed["kind"], placed["inches"]) == ("atmosphere", 0)
    assert any("the atmosphere is along the edge" in line for line in log_lines(game))
    game.expect("declare")


def test_without_terrain_nothing_is_rolled() -> None:
    """The option `terrain` removes the atmosphere too."""
    line = {"kind": "atmosphere", "id": "air", "edge": "north"}
    game = stage(ship("A", 0, (24, 10)), *distant_enemy("north"), terrain=(line,), options={"terrain": "off"}).expect(
        "declare"
    )
    assert not game.match.state.terrain and not game.events("rolled")


# --- Speed ---
@pytest.mark.parametrize("edge", EDGES)
def test_a_ship_is_struck_and_slowed_from_the_touch_on(edge: str) -> None:
    """R29, R32: Speed -1 at the first touch. The current leg is shortened to what is still legal."""
    game = toward(edge, 9.5)
    assert (game.room.min_move, game.room.forward) == (2, 6)
    shown = game.asked.preview(["move", 6])  # type: ignore[attr-defined]
    assert [(touch.label, touch.inches) for touch in shown.touches] == [("Atmosphere, Speed -1", 4.0)]
    assert shown.cut == 5.0
    game.move(6).pick("enter").expect("faces", 1).faces([1, 2])
    assert game.at("a")[:2] == place_before(edge, 4.5), "five of the six inches"
    assert (game.room.min_move, game.room.forward) == (0, 0)
    game.end()
    assert game.last("attacked")["weapon"] == "Atmosphere"


def test_nothing_is_undone() -> None:
    """R32: if it has moved farther than the lower maximum at the touch, it stops there."""
    game = toward("north", 11.4).move(6).pick("enter").faces([1, 2])
    assert game.at("a")[:2] == (24, 42.5) and game.room.forward == 0
    game.end()


def test_the_minimum_is_lower_too() -> None:
    """R32: 1" lower, and never less than the distance already moved."""
    game = toward("north", 6.0, speed=6).move(0.8).pick("enter").faces([1, 2])
    assert (game.room.min_move, game.room.forward) == (pytest.approx(2.2), pytest.approx(6.2))
    game.expect_refused(["end"], "must still move")
    game.move(2.2).end()


def test_who_stands_in_it_is_slowed_before_it_moves() -> None:
    """R29, R32: its first move touches it, whatever move that is. The displayed limits include it."""
    game = toward("north", 3, 180)
    assert (game.room.min_move, game.room.forward) == (1, 5)
    game.expect_refused(["move", 6], "Only 5.0")
    game.move(2).faces([1, 2])
    assert (game.room.min_move, game.room.forward) == (0, 3)
    game.move(3).end()
    assert len(game.events("attacked")) == 1


def test_turning_in_it_is_moving() -> None:
    """R29, R32: attacked and slowed, once."""
    game = toward("north", 3, 180).turn(30).faces([1, 2])
    assert (game.room.min_move, game.room.forward) == (1, 5)
    game.move(5).end()
    assert len(game.events("attacked")) == 1


def test_two_atmospheres_strike_twice_and_slow_once() -> None:
    """R29, R32: each piece attacks. Speed is lower by 1 in any number of atmospheres."""
    corner = (air("north"), {**air("east"), "id": "more"})
    game = stage(ship("A", 0, (45.5, 45.5), 270, thrusters=[2, 1]), *distant_enemy("north"), terrain=corner).begin("a")
    assert game.room.forward == 5
    game.move(5).faces([1, 2]).faces([1, 2]).end()
    assert len(game.events("attacked")) == 2


def test_it_may_be_avoided() -> None:
    """R30: no attack, no loss of Speed, and no ECM, but the move may not end on it."""
    game = stage(
        ship("A", 0, (24, 43), 90, speed=6, thrusters=[2, 1]), *distant_enemy("north"), terrain=(air("north"),)
    ).begin("a").turn(-45).expect("avoid").pick("avoid")  # fmt: skip
    assert game.room.forward == 8
    game.expect_refused(["end"], "must still move")


def test_a_hard_burn_loses_twice_as_much() -> None:
    """R22, R32: Speed is lower before it is doubled."""
    game = toward("north", 3, 180, states={"hard-burn": 1})
    assert (game.room.min_move, game.room.forward) == (4, 8)
    game.move(4).faces([1, 2]).end()


def test_station_keeping_is_as_slow_as_ever() -> None:
    """R22: its Speed counts as 0."""
    game = toward("north", 3, 180, states={"station-keeping": 1})
    assert (game.room.min_move, game.room.forward) == (0, 2)
    game.end()


def test_a_squadron_is_cut_short_wherever_it_is_on_its_path() -> None:
    """R32: the flight ends 1" earlier, also in a later leg."""
    game = flying(7).fly((24, 44), (21, 44)).pick("enter").faces([1, 2])
    x, y, _ = game.at("s")
    assert (x, y) == (pytest.approx(22), 44)
    assert game.room.forward == pytest.approx(0)
    game.end()


def test_a_squadron_whose_path_is_short_enough_arrives() -> None:
    """R32: a legal path isn't shortened."""
    game = flying(7).fly((24, 44), (23.2, 44)).pick("enter").faces([1, 2])
    assert game.at("s")[:2] == (23.2, 44)
    game.end()


FORMED: dict[str, Any] = {"traits": ["Formation"]}


def test_a_formation_is_slowed_as_soon_as_one_of_it_is() -> None:
    """R32, R76: they fly together."""
    mate = squadron("S", 0, (24, 40.5), id="t", formation="s", **FORMED)
    game = flying(6.5, mate, **FORMED).fly((24, 47.4)).pick("enter").faces([1, 2])
    game.pick("enter").faces([1, 2])
    assert game.at("s")[1] == pytest.approx(46.5) and game.at("t")[1] == pytest.approx(45.5)
    game.end()


def test_a_formation_with_one_in_it_is_slowed_before_it_moves() -> None:
    """R32, R76: they fly together."""
    mate = squadron("S", 0, (24, 44), id="t", formation="s", **FORMED)
    assert flying(6, mate, **FORMED).room.forward == 5
    assert flying(6, squadron("S", 0, (24, 40.5), id="t", formation="s", **FORMED), **FORMED).room.forward == 6


def test_a_free_move_is_struck_and_not_shortened() -> None:
    """R29: Vector Attack: 4" are 4", whatever its Speed."""
    game = stage(
        ship("A", 0, (24, 34), 180, sensors=[3]), squadron("S", 0, (24, 42)), *distant_enemy("north"),
        terrain=(air("north"),),
    ).begin("a", "vector attack")  # fmt: skip
    game.resolve().faces([1, 1, 2]).pick("send", "s").answer("fly", [[24, 46]]).faces([1, 2])
    assert game.at("s")[:2] == (24, 46)


def test_an_escort_is_struck_and_does_not_slow_its_ship() -> None:
    """R29, R32: an escort touches it separately. The Speed is the ship's."""
    game = stage(
        ship("A", 0, (24, 39.2), 0, thrusters=[2, 1], traits=["CAP"]), squadron("S", 0, (24, 41.2), escorting="a"),
        *distant_enemy("north"), terrain=(air("north"),),
    ).begin("a").move(3).pick("enter").faces([1, 2])  # fmt: skip
    assert game.room.forward == 3 and game.at("a")[1] == 42.2
    game.end()
    game.answer(*game.asked.default().to_json()) if game.kind == "attach" else None


def test_a_towed_model_is_struck() -> None:
    """R29, R48: on Tug too."""
    game = stage(
        ship("A", 0, (24, 40), 180, traits=["Tug"]), ship("B", 0, (24, 45.9), 180, traits=["Static"], speed=0),
        *distant_enemy("north"), terrain=(air("north"),),
    ).begin("a", "tug").resolve()  # fmt: skip
    game.faces([1, 2])
    assert game.last("attacked")["target"] == "b"


# --- Hidden facts ---
def shooting(*, options: dict[str, str] | None = None, eccm: int = 0, terrain: bool = True, **target: Any) -> Staged:
    """Return a ship with a gun, and a target partly in the atmosphere."""
    traits = [f"ECCM:{eccm}"] if eccm else []
    return stage(
        ship("A", 0, (24, 36), weapons=[gun(ac=4)], traits=traits), ship("B", 1, (24, 43), activated=True, **target),
        terrain=(air("north"),) if terrain else (), options=options,
    ).begin("a")  # fmt: skip


def test_who_overlaps_it_has_ecm_1() -> None:
    """v1.2.4 Terrain > Atmosphere: without the trait, even in part; and it is never Obscured by it (R19)."""
    shot = shooting().shot("a", "a1", "b")
    assert parts(shot)["ECM 1"] == -1 and shot.range.obscured == ""
    assert "ECM 1" not in parts(shooting(terrain=False).shot("a", "a1", "b"))


def test_who_has_ecm_has_one_more() -> None:
    """v1.2.4 Terrain > Atmosphere: +1 to its trait."""
    assert parts(shooting(traits=["ECM:2"]).shot("a", "a1", "b"))["ECM 3"] == -3


def test_eccm_cancels_it_with_the_rest() -> None:
    """R52: like any rating."""
    contributions = parts(shooting(traits=["ECM:1"], eccm=2).shot("a", "a1", "b"))
    assert (contributions["ECM 2"], contributions["ECCM cancels 2"]) == (-2, 2)
    assert parts(shooting(eccm=1).shot("a", "a1", "b"))["ECCM cancels 1"] == 1


def test_silent_running_adds_to_it() -> None:
    """v1.2.4 Action > Silent Running > Stealthed: ECM 1 without the trait, +1 in an atmosphere, counted once."""
    assert parts(shooting(states={"stealthed": 2}).shot("a", "a1", "b"))["ECM 2"] == -2
    assert parts(shooting(states={"stealthed": 2}, traits=["ECM:1"]).shot("a", "a1", "b"))["ECM 3"] == -3


@pytest.mark.parametrize(("traits", "states", "steps"), [([], {}, 1), (["ECM:1"], {}, 2), ([], {"stealthed": 2}, 2)])
def test_it_diminishes_where_ecm_does(traits: list[str], states: dict[str, int], steps: int) -> None:
    """R52: the option counts it like any rating of ECM."""
    shot = shooting(options={"ecm": "diminish"}, traits=traits, states=states).shot("a", "a1", "b")
    contributions = [part for part in shot.roll.contributions if part.label.startswith("ECM")]
    assert [(part.label, part.value, part.kind) for part in contributions] == [(f"ECM {steps}", steps, DIMINISH)]


@pytest.mark.parametrize(("traits", "states", "level"), [([], {}, 1), (["ECM:1"], {}, 2), ([], {"stealthed": 2}, 2)])
def test_it_takes_flex_dice_where_ecm_does(traits: list[str], states: dict[str, int], level: int) -> None:
    """v1.2.2 Traits > ECM, as an option: as many as there are."""
    kept = {**states, "station-keeping": 1}
    shot = shooting(options={"ecm": "flex"}, traits=traits, states=kept).shot("a", "a1", "b")
    contributions = [part for part in shot.roll.contributions if part.label.startswith("ECM")]
    assert [(part.label, part.value, part.kind) for part in contributions] == [(f"ECM {level}", -level, FLEX)]


def test_who_avoids_it_has_nothing_of_it() -> None:
    """R30: no benefit in this activation."""
    game = stage(
        ship("A", 0, (24, 38), 0, speed=12, thrusters=[2, 1]),
        ship("B", 1, (32, 40), 0, weapons=[gun("Particle Cannon", ac=3, traits=["Autofire"])], activated=True),
        terrain=(air("north"),),
    ).begin("a")  # fmt: skip
    game.move(4.6).pick("avoid")
    assert game.at("a")[1] == 42.6 and "ECM 1" not in parts(game.shot("b", "a1", "a", "autofire"))


def test_it_strikes_squadrons_with_two_dice() -> None:
    """v1.2.4 Terrain > Atmosphere: AC/AS 2, bare dice."""
    game = flying(7).fly((24, 45)).pick("enter").expect("faces", 1).faces([1, 1]).end()
    assert game.last("attacked")["target"] == "s" and game.rating("s", "structure") == 3
