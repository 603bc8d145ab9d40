"""Tests of Damage Control (v1.2.4 Action > Damage Control, Repair, Traits > Repair, Dock; R3, R11, R42, R48, R85).

`test_actions.py` covers the rows of the ship's own table. This file covers bonuses, limits, and squadrons aboard.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import counts, throw
from tests.rules.stage import Cast, Staged, gun, settled, ship, squadron, stage

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
RESULTS = {"N": [1, 2, 3, 4], "D": [1, 1, 3, 4], "T": [1, 1, 1, 4], "Q+": [1, 1, 1, 1]}
"""Skill tests of Skill 4."""
FOE = ship("Foe", 1, (44, 44), 180, activated=True)


def control(*others: Cast, docking: bool = False, **fields: Any) -> Staged:
    """Return A of side 0, Skill 4, with a declared Damage Control."""
    game = stage(ship("A", 0, (24, 24), **{**STILL, "skill": 4, **fields}), *others, FOE, docking=docking)
    return game.begin("a", "damage control")


def guest(name: str = "S", left: int | None = None, **fields: Any) -> Cast:
    """Return a squadron of Structure 6 aboard A with this remaining Structure."""
    card = {"structure": [6, 5, 4, 3, 2, 1], "embarked_in": "a", **fields}
    return squadron(name, 0, (0, 0), **card) if left is None else squadron(name, 0, (0, 0), structure_left=left, **card)


def structure(game: Staged, ident: str) -> int:
    """Return the remaining Structure of a model."""
    return game.rating(ident, "structure")


# --- Ship ---
def test_one_row_only() -> None:
    """v1.2.4 Repair > Capital Ship Repairing Itself: one of the rows, however good the test (R48)."""
    game = control(ratings={"sensors": 1}, weapons=[gun(ac=2)], damaged=["a1"]).resolve().faces(RESULTS["Q+"])
    game.pick("repair", "weapon", "").expect("menu")
    assert (game.model("a").damaged, game.rating("a", "sensors")) == ((), 1)


def test_the_row_of_ratings_mixes_them() -> None:
    """v1.2.4 Repair: any two (or three) ratings."""
    game = control(ratings={"defense": 2, "sensors": 1}).resolve().faces(RESULTS["T"])
    game.pick("repair", "damage", "sensors").expect("menu")
    assert (game.rating("a", "defense"), game.rating("a", "sensors")) == (3, 2)


@pytest.mark.parametrize(("row", "counts"), [
    ("damage", {"D": 1, "T": 2, "Q+": 3}), ("system", {"T": 1, "Q+": 2}), ("weapon", {"Q+": 1}),
])  # fmt: skip
def test_how_many_are_repaired_without_another_roll(row: str, counts: dict[str, int]) -> None:
    """v1.2.4 Repair > Capital Ship Repairing Itself: the columns of the table, with more damage than that."""
    worn: dict[str, Any] = {
        "sensors": [4, 3, 2, 1], "ratings": {"sensors": 0}, "weapons": [gun(ac=2) for _ in range(4)],
        "damaged": ["a1", "b1", "c1", "d1", "Hangers", "Hangers", "Hangers", "Hangers"], "traits": ["Hangers:4"],
    }  # fmt: skip
    for result, count in counts.items():
        game = control(**worn).resolve().faces(RESULTS[result])
        if game.kind == "repair" and ["repair", row, ""] in game.offered():
            game.pick("repair", row, "")
        game = settled(game).expect("menu")
        mended = [each for each in game.events("damaged") if each["amount"] < 0]
        assert len(mended) == count, result


@pytest.mark.parametrize(("row", "result"), [("damage", "N"), ("system", "D"), ("weapon", "T"), ("spinal", "Q+")])
@pytest.mark.parametrize(("face", "count"), [(3, 0), (4, 1)])
def test_what_takes_another_roll_repairs_one_by_a_four(row: str, result: str, face: int, count: int) -> None:
    """v1.2.4 Repair > Capital Ship Repairing Itself: the first column of each row, with more damaged than one."""
    game = control(
        sensors=[4, 3, 2, 1], ratings={"sensors": 0}, traits=["Hangers:4"],
        weapons=[gun(ac=2), gun(ac=2), gun("Mass Driver", ("spinal",), ac=3), gun("Mass Driver", ("spinal",), ac=3)],
        damaged=["a1", "b1", "c1", "d1", "Hangers", "Hangers"],
    ).resolve().faces(RESULTS[result])  # fmt: skip
    if game.kind == "repair":
        game.pick("repair", row, "")
    game = settled(game.faces([face])).expect("menu")
    assert len([each for each in game.events("damaged") if each["amount"] < 0]) == count


@pytest.mark.parametrize(("row", "told"), [
    ("damage", {"track": "sensors", "left": 2}), ("system", {"trait": "Hangers", "left": 2}),
    ("weapon", {"weapon": "a1", "left": 1}), ("spinal", {"weapon": "b1", "left": 1}),
])  # fmt: skip
def test_what_is_repaired_is_told(row: str, told: dict[str, Any]) -> None:
    """v1.2.4 Repair: by an event like the one of the damage, with the current value."""
    game = control(
        ratings={"sensors": 1}, weapons=[gun(ac=2), gun("Mass Driver", ("spinal",), ac=3)], traits=["Hangers:2"],
        damaged=["a1", "b1", "Hangers"],
    ).resolve().faces(RESULTS["Q+"]).pick("repair", row, "")  # fmt: skip
    if game.kind == "faces":
        game.faces([6])
    event = game.last("damaged")
    assert (event["model"], event["amount"], event["cause"]) == ("a", -1, "Damage Control")
    assert {key: event[key] for key in told} == told


@pytest.mark.parametrize("result", ["N", "D"])
def test_rows_without_an_entry_are_not_offered(result: str) -> None:
    """v1.2.4 Repair: some systems cannot be repaired unless the Result is high enough."""
    game = control(weapons=[gun(ac=2), gun("Mass Driver", ("spinal",), ac=3)], damaged=["a1", "b1"]).resolve()
    game.faces(RESULTS[result]).expect("menu")
    assert game.model("a").damaged == ("a1", "b1")


def test_a_spinal_weapon_is_no_ordinary_weapon() -> None:
    """v1.2.4 Repair: its own row, at Q+ only."""
    game = control(weapons=[gun("Mass Driver", ("spinal",), ac=3)], damaged=["a1"]).resolve().faces(RESULTS["T"])
    assert (game.kind, game.model("a").damaged) == ("menu", ("a1",))
    other = control(weapons=[gun("Mass Driver", ("spinal",), ac=3)], damaged=["a1"]).resolve().faces(RESULTS["Q+"])
    other.faces([4]).expect("menu")
    assert other.model("a").damaged == ()


def test_a_whole_ship_has_nothing_to_repair() -> None:
    """v1.2.4 Repair: ratings are not increased past their starting values."""
    game = control(marines=[2, 1], ratings={"marines": 1}, structure_left=2).resolve().faces(RESULTS["Q+"])
    game.expect("menu")
    assert (structure(game, "a"), game.rating("a", "marines")) == (2, 1)


@pytest.mark.parametrize(("level", "face", "repaired"), [(1, 2, False), (1, 3, True), (2, 2, True), (3, 1, True)])
@pytest.mark.parametrize(("result", "row"), [("N", "damage"), ("D", "system"), ("T", "weapon"), ("Q+", "spinal")])
def test_repair_helps_every_roll_of_four(result: str, row: str, level: int, face: int, repaired: bool) -> None:
    """v1.2.4 Traits > Repair: +X to the 1d6 of what needs a 4+."""
    broken: dict[str, dict[str, Any]] = {
        "damage": {"ratings": {"sensors": 1}}, "system": {"damaged": ["Catapult"]},
        "weapon": {"weapons": [gun(ac=2)], "damaged": ["a1"]},
        "spinal": {"weapons": [gun("Mass Driver", ("spinal",), ac=3)], "damaged": ["a1"]},
    }  # fmt: skip
    game = control(traits=[f"Repair:{level}", "Catapult"], **broken[row]).resolve()
    assert counts(game) == (4, 0, 0), "no flex dice for the ship's own test"
    game.faces(RESULTS[result]).faces([face]).expect("menu")
    model = game.model("a")
    left = model.marks.get("sensors", 0) + model.marks.get("Catapult", 0) + len(model.damaged)
    assert (left == 0) is repaired


def test_command_does_not_help() -> None:
    """v1.2.4 Traits > Command: not for Repair rolls, of the ship itself, of squadrons aboard, of docked ships."""
    commander = ship("C", 0, (28, 24), skill=6, traits=["Command"], activated=True)
    docked = ship("D", 0, (0, 0), base="small", embarked_in="a", structure_left=1, activated=True)
    game = control(commander, guest(left=1), docked, docking=True, traits=["Hangers:1", "Dock"]).resolve()
    for _ in range(3):
        assert counts(game) == (4, 0, 0)
        game.faces(RESULTS["N"])
    game.expect("menu")


def test_a_system_that_is_repaired_works_again() -> None:
    """v1.2.4 Damage > System Trait Damage: one rating of it is repaired."""
    game = control(guest(), traits=["Hangers:2", "Catapult"], damaged=["Catapult"]).resolve().faces(RESULTS["T"]).end()
    game.begin("s").expect_allowed(["launch", 24, 31.5, 0]).end()


@pytest.mark.parametrize("state", ["crippled", "captured"])
def test_ships_in_distress_may_repair(state: str) -> None:
    """v1.2.4 States > Crippled, Captured: Repair is one of the allowed actions (R43). Structure stays 0."""
    fields: dict[str, Any] = {"structure_left": 0} if state == "crippled" else {}
    game = stage(ship("A", 0, (24, 24), **STILL, skill=4, ratings={"sensors": 1}, **fields), FOE)
    game.model("a").states[state] = 1
    game.begin("a", "damage control").resolve().faces(RESULTS["D"]).expect("menu")
    assert (game.rating("a", "sensors"), state in game.model("a").states) == (2, True)


def test_it_is_resolved_once_at_any_point_of_the_move() -> None:
    """v1.2.4 Action: resolved during the movement; wasted if it never is (R43)."""
    game = control(speed=2, ratings={"sensors": 1}).move(1).resolve().faces(RESULTS["D"])
    game.expect_refused(["resolve"], "No declared action")
    game.move(1).end()
    wasted = control(ratings={"sensors": 1}).end()
    assert wasted.events("rolled") == []


# --- Squadrons aboard ---
@pytest.mark.parametrize(("result", "boxes"), [("N", 1), ("D", 2), ("T", 3), ("Q+", 4)])
def test_a_squadron_aboard_by_the_test(result: str, boxes: int) -> None:
    """R3: N 1, D 2, T 3, Q+ 4 damage of an embarked squadron."""
    game = control(guest(left=1), traits=["Hangers:1"]).resolve().faces(RESULTS["N"]).faces(RESULTS[result])
    assert structure(game.expect("menu"), "s") == 1 + boxes


def test_no_squadron_beyond_its_printed_structure() -> None:
    """v1.2.4 Repair: not past starting values."""
    game = control(guest(left=5), traits=["Hangers:1"]).resolve().faces(RESULTS["N"]).faces(RESULTS["Q+"])
    assert structure(game, "s") == 6


def test_each_squadron_has_a_test_of_its_own() -> None:
    """v1.2.4 Repair > Capital Ship Repairing an Embarked Squadron: with the ship's Skill, after its own (R48)."""
    game = control(guest("S", 1, skill=2), guest("T", 1, skill=2), traits=["Hangers:2"])
    game.resolve().faces(RESULTS["N"])
    for result in ("D", "Q+"):
        assert counts(game) == (4, 0, 0)
        game.faces(RESULTS[result])
    assert sorted((structure(game, "s"), structure(game, "t"))) == [3, 5]
    game.expect("menu")


def test_whole_squadrons_need_no_test() -> None:
    """v1.2.4 Repair > Capital Ship Repairing an Embarked Squadron: only those that are damaged."""
    game = control(guest("S"), guest("T", 4), traits=["Hangers:2"]).resolve().faces(RESULTS["N"]).faces(RESULTS["N"])
    assert (structure(game, "s"), structure(game, "t")) == (6, 5)
    assert len(game.events("rolled")) == 2


def test_fuel_is_no_damage() -> None:
    """v1.2.4 Repair: only damage. Fuel needs Resupply."""
    game = control(guest("S", fuel_left=1), traits=["Hangers:1"]).resolve().faces(RESULTS["Q+"]).expect("menu")
    assert game.rating("s", "fuel") == 1


def test_squadrons_outside_are_not_repaired() -> None:
    """v1.2.4 Repair: embarked ones only, on that ship."""
    near = squadron("S", 0, (24, 27), structure_left=1, activated=True)
    carrier = ship("C", 0, (30, 24), traits=["Hangers:1"], activated=True)
    game = control(near, carrier, guest("T", 1, embarked_in="c", activated=True), traits=["Hangers:2"])
    game.resolve().faces(RESULTS["Q+"]).expect("menu")
    assert (structure(game, "s"), structure(game, "t")) == (1, 1)


def test_undamaged_hangers_limit_the_squadrons() -> None:
    """v1.2.4 Traits > Hangers: as many as undamaged Hangers, by the owner's choice."""
    game = control(guest("S", 1), guest("T", 1), traits=["Hangers:2"], damaged=["Hangers"])
    game.resolve().faces(RESULTS["N"]).expect("repair", side=0)
    assert sorted(game.offered()) == [["repair", "squadron", "s"], ["repair", "squadron", "t"]]
    game.pick("repair", "squadron", "t").faces(RESULTS["T"]).expect("menu")
    assert (structure(game, "s"), structure(game, "t")) == (1, 4)


def test_wrecked_hangers_repair_nobody() -> None:
    """v1.2.4 Damage > System Trait Damage: a System Trait of 0 is not used."""
    game = control(guest("S", 1), traits=["Hangers:1"], damaged=["Hangers"]).resolve().faces(RESULTS["N"])
    assert structure(game, "s") == 1
    assert game.kind == "menu"


@pytest.mark.parametrize(("skill", "level", "dice"), [(4, 1, (4, 1, 0)), (4, 2, (4, 2, 0)), (1, 2, (2, 0, 0))])
def test_repair_adds_flex_dice_for_squadrons(skill: int, level: int, dice: tuple[int, int, int]) -> None:
    """v1.2.4 Traits > Repair: X dice to the Flex Pool; a pool below two loses them (R6, R11)."""
    game = control(guest(left=1), traits=["Hangers:1", f"Repair:{level}"], skill=skill).resolve()
    throw(game, *range(1, max(2, skill) + 1))
    assert counts(game) == dice
    throw(game, *[1 + each % 6 for each in range(sum(dice))])
    assert structure(game, "s") == 2


def test_flex_dice_make_the_better_set() -> None:
    """v1.2.4 Dice System > Flex Pool: as many dice are taken out as there are flex dice."""
    game = control(guest(left=1), traits=["Hangers:1", "Repair:1"]).resolve().faces(RESULTS["N"])
    throw(game, 6, 6, 1, 2, 6)
    assert structure(game, "s") == 4


def test_a_squadron_repaired_flies_the_same_turn() -> None:
    """v1.2.4 States > Embarked: it waits aboard for its own activation."""
    game = control(guest(left=1), traits=["Hangers:1"]).resolve().faces(RESULTS["N"]).faces(RESULTS["D"]).end()
    game.begin("s").launch(24, 27)
    assert structure(game, "s") == 3
    game.end()


# --- Docked ships ---
def docked(result: str, **fields: Any) -> Staged:
    """Let A with a Dock, which carries C with this Structure, resolve Damage Control with this result."""
    patient = ship("C", 0, (0, 0), base="small", embarked_in="a", **{"activated": True, **fields})
    game = control(patient, docking=True, traits=["Dock"]).resolve().faces(RESULTS["N"])
    return game.faces(RESULTS[result])


@pytest.mark.parametrize(("result", "left"), [("N", 1), ("D", 1), ("T", 2), ("Q+", 2)])
def test_a_docked_ship_regains_one_structure_on_a_triple(result: str, left: int) -> None:
    """R85: one Structure on T+, no more on Q+."""
    assert structure(docked(result, structure_left=1), "c") == left


@pytest.mark.parametrize(("result", "crippled"), [("D", True), ("T", False)])
def test_dock_repairs_a_crippled_ship(result: str, crippled: bool) -> None:
    """v1.2.4 States > Crippled: only a ship with Dock takes it out of the state."""
    game = docked(result, structure_left=0)
    assert (game.model("c").is_crippled, structure(game, "c")) == (crippled, int(not crippled))


def test_a_whole_docked_ship_needs_no_test() -> None:
    """R85: only Structure is repaired."""
    patient = ship("C", 0, (0, 0), base="small", embarked_in="a", activated=True)
    control(patient, docking=True, traits=["Dock"]).resolve().faces(RESULTS["N"]).expect("menu")
