"""Tests that all faults of a file are reported at once, each with its line and a suggestion."""

from __future__ import annotations

from pathlib import Path

import pytest

from jovian.cards import CardError, load_fleet, load_scenario, load_unit
from jovian.cards.art import load_drawings
from tests.commands import run
from tests.frozen_contents import FROZEN

UNIT = """kind: squadron
squadron_type: fihgter
faction: Jovain
name: Adder
tv: many
version: 1.2.4
speeed: 6
fire_control: 1
skill: 2
unit_cap: 4
structure: [4, 3, 2, 1]
sensors: 2
fuel: [3, 2, 1]
traits: [Formaton, Interceptr, Evasive]
weapons:
  - {type: Mass Drivr, ac: 2, trats: [Link]}
  - {type: Missile, missile: Torpdo, ac: 2, traits: [Limitd]}
"""
UNIT_TOLD = [
    (2, "squadron_type: must be 'exo-armor', 'fighter' or 'drone', not 'fihgter'; did you mean 'fighter'?"),
    (3, "faction: must be 'CEGA', 'Jovian', 'Venusian' or 'Common', not 'Jovain'; did you mean 'Jovian'?"),
    (5, "tv: must be a whole number, not 'many'"),
    (7, "unknown key 'speeed'; did you mean 'speed'?"),
    (14, "traits 1: unknown trait 'Formaton'; did you mean 'Formation'?"),
    (14, "traits 2: unknown trait 'Interceptr'; did you mean 'Interceptor'?"),
    (16, "did you mean 'Mass Driver'?"),
    (16, "unknown key 'weapons 1 trats'; did you mean 'traits'?"),
    (17, "weapons 2 missile: must be 'AC', 'AS', 'Nuke' or 'Torpedo', not 'Torpdo'; did you mean 'Torpedo'?"),
    (17, "unknown trait 'Limitd'; did you mean 'Limited'?"),
]
FLEET = """name: Wrong
faction: CEGA
size: 150
units:
  - cega/wyvren
  - {unit: cega/hotei, cargo: [Fuel Pod]}
  - {unit: cega/uller, cont: 2}
  - common/gnat
"""
FLEET_TOLD = [
    (7, "unknown key 'units 3 cont'; did you mean 'count'?"),
    (5, "no unit card has the key 'cega/wyvren'; did you mean 'cega/wyvern'?"),
    (6, "no cargo is called 'Fuel Pod'; did you mean 'Fuel Pods'?; there are Drone Munitions, Fuel Pods, Marines"),
    (8, "common/gnat is a drone"),
]
SCENARIO = """name: Wrong
summary: Everything.
table: {widht: 48}
zones: beacon
objectives: [{kind: most_victory_point, points: 10}]
terrain: [{kind: astroid-field, x: 10, y: 10, radius: 2}]
models:
  - {card: cega/tengu, id: tengu, side: 0, x: 10, y: 10, states: {evadin: 1}, ratings: {sensrs: 1}}
"""
SCENARIO_TOLD = [
    (3, "unknown key 'table widht'; did you mean 'width'?"),
    (4, "zones: must be 'standard', 'beacons' or 'corners', not 'beacon'; did you mean 'beacons'?"),
    (5, "not 'most_victory_point'; did you mean 'most_victory_points'?"),
    (6, "terrain 1 kind: is not an allowed value, not 'astroid-field'; did you mean 'asteroid-f"),
    (8, "did you mean 'evading'?"),
    (8, "did you mean 'sensors'?"),
]
PLACED = """name: Wrong
summary: Later.
turn: 9
dokking: false
objectives: [{kind: most_victory_points, points: 10}]
fleets: [cega-151, jovian-150]
terrain:
  - {kind: comet, x: 10, y: 10, radius: 9}
  - {kind: wreck, x: 70, y: 10}
models:
  - {card: cega/tengu, id: tengu, side: 0, x: 10, y: 10, structure: 9, damaged: [Hanger]}
  - {card: cega/fury, side: 1, x: 90, y: 10, embarked_in: tengo}
  - {card: cega/furry, side: 1, x: 9, y: 10}
"""
PLACED_TOLD = [
    (4, "unknown key 'dokking'; did you mean 'docking'?"),
    (3, "turn: is after the last turn"),
    (6, "no ready fleet 'cega-151'; did you mean 'cega-150'?"),
    (6, "has no fleets"),
    (8, "needs tail_length and tail_width"),
    (8, "radius must be 1 to 2"),
    (9, "is off the table"),
    (11, "Tengu has no structure box 9"),
    (11, "has no 'Hanger'"),
    (13, "no unit card has the key 'cega/furry'; did you mean 'cega/fury'?"),
]
DRAWINGS = """adder:
  - {tone: hul, half: [[0, 1], [1, 0], [0, -1]]}
  - {tone: hull, half: [[0, 1], [1, 0]]}
  - {tone: hull}
boa: 7
"""
DRAWINGS_TOLD = [
    (2, "no tone is called 'hul'; did you mean 'hull'?; there are hull, plate, deep, accent, glow"),
    (3, "needs at least three points"),
    (4, "a piece has a tone and one of half, pair"),
    (5, "a drawing is a list of pieces"),
]
FILES = {
    "unit": (UNIT, UNIT_TOLD),
    "fleet": (FLEET, FLEET_TOLD),
    "scenario": (SCENARIO, SCENARIO_TOLD),
    "scenario with models": (PLACED, PLACED_TOLD),
    "silhouettes": (DRAWINGS, DRAWINGS_TOLD),
}


@pytest.mark.parametrize("name", FILES)
def test_check_tells_all_of_it_in_order_of_lines(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text, wanted = FILES[name]
    path = tmp_path / "wrong.yaml"
    path.write_text(text, encoding="utf-8")
    status, out, err = run(capsys, "check", path)
    assert (status, out) == (2, "")
    lines = err.splitlines()
    assert len(lines) == len(wanted), err
    for line, cause in wanted:
        assert any(each.startswith(f"{path}:{line}: ") and cause in each for each in lines), (line, cause, err)


def test_everybody_else_tells_the_first_and_how_many_more(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(UNIT, encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load_unit(path)
    assert str(caught.value).endswith("(and 9 more, see check)") and len(str(caught.value).splitlines()) == 1
    assert len(list(caught.value.all())) == 10


@pytest.mark.parametrize(
    ("load", "given", "cause"),
    [
        (load_unit, FROZEN.fleets / "cega-150.yaml", "is a fleet, not a unit"),
        (load_unit, FROZEN.scenarios / "introductory.yaml", "is a scenario, not a unit"),
        (load_fleet, FROZEN.units / "cega" / "fury.yaml", "is a unit, not a fleet"),
        (load_fleet, FROZEN.silhouettes / "cega.yaml", "is silhouettes, not a fleet"),
        (load_scenario, FROZEN.units / "cega" / "uller.yaml", "is a unit, not a scenario"),
        (load_scenario, FROZEN.fleets / "cega-150.yaml", "is a fleet, not a scenario"),
        (load_drawings, FROZEN.fleets / "cega-150.yaml", "is a fleet, not silhouettes"),
    ],
)
def test_a_file_of_the_wrong_kind_is_told_so(load: object, given: Path, cause: str) -> None:
    assert callable(load)
    with pytest.raises(CardError) as caught:
        load(given)
    assert str(caught.value) == f"{given}: {cause}"


@pytest.mark.parametrize("stem", ["cega-15", "introductry"])
def test_a_stem_that_is_nearly_one_is_told(stem: str) -> None:
    with pytest.raises(CardError, match=f"^{stem}: there is no .* did you mean '(cega-150|introductory)'"):
        (load_fleet if "-" in stem else load_scenario)(stem)
