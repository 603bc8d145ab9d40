"""Tests of `measure`: distances, bands, arcs, and cover of placed models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands import run

SCENARIO = """
name: Three Models
summary: A ship, a squadron dead ahead of it, and a ship behind a rock.
initiative: 0
turn: 2
objectives: [{kind: most_victory_points, points: 10}]
terrain: [{id: rock, kind: large-asteroid, x: 32, y: 12, radius: 1}]
models:
  - {id: valiant, card: jovian/valiant, side: 0, x: 24, y: 12, heading: 0}
  - {id: wyvern, card: cega/wyvern, side: 1, x: 24, y: 20, heading: 180}
  - {id: uller, card: cega/uller, side: 1, x: 36, y: 12, heading: 0, ratings: {sensors: 0}}
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """Write a scenario file with three placed models."""
    path = tmp_path / "three.yaml"
    path.write_text(SCENARIO)
    return path


def measured(capsys: pytest.CaptureFixture[str], target: object) -> dict[str, Any]:
    """Return the JSON of `measure --json`."""
    status, out, err = run(capsys, "measure", target, "--json")
    assert (status, err) == (0, "")
    data: dict[str, Any] = json.loads(out)
    return data


def test_every_model_on_the_table_is_listed(capsys: pytest.CaptureFixture[str], scenario: Path) -> None:
    models = {model["id"]: model for model in measured(capsys, scenario)["models"]}
    assert list(models) == ["valiant", "wyvern", "uller"]
    assert models["valiant"]["base"] == [[25.0, 10.5], [25.0, 13.5], [23.0, 13.5], [23.0, 10.5]] or sorted(
        models["valiant"]["base"]
    ) == [[23.0, 10.5], [23.0, 13.5], [25.0, 10.5], [25.0, 13.5]]
    assert len(models["wyvern"]["base"]) == 6 and models["wyvern"]["signature"] == 3
    assert models["valiant"]["sensors"] == 2 and models["uller"]["sensors"] == 0
    assert list(models["uller"]) == ["id", "card", "side", "x", "y", "heading", "base", "signature", "sensors"]


def test_every_pair_is_measured_both_ways(capsys: pytest.CaptureFixture[str], scenario: Path) -> None:
    pairs = {(pair["from"], pair["to"]): pair for pair in measured(capsys, scenario)["pairs"]}
    assert len(pairs) == 6
    ahead = pairs["valiant", "wyvern"]
    assert ahead["distance"] == pytest.approx(8 - 1.5 - 0.5, abs=0.1) and ahead["band"] == "optimum"
    assert ahead["arcs"] == ["fore", "spinal"] and ahead["attacked_arc"] is None and not ahead["obscured"]
    back = pairs["wyvern", "valiant"]
    assert back["distance"] == ahead["distance"] and back["band"] == "short"
    assert back["arcs"] == [] and back["attacked_arc"] == "fore"


def test_cover_and_range_count(capsys: pytest.CaptureFixture[str], scenario: Path) -> None:
    pairs = {(pair["from"], pair["to"]): pair for pair in measured(capsys, scenario)["pairs"]}
    hidden = pairs["valiant", "uller"]
    assert hidden["obscured"] and hidden["arcs"] == ["starboard"] and hidden["attacked_arc"] == "port"
    assert pairs["uller", "valiant"]["band"] == "long"
    assert not pairs["uller", "valiant"]["obscured"]


def test_a_scenario_without_models_has_nothing_to_measure(capsys: pytest.CaptureFixture[str]) -> None:
    measures = measured(capsys, "introductory")
    assert (measures["models"], measures["pairs"]) == ([], [])
    assert "No model" in run(capsys, "measure", "introductory")[1]


def test_the_tables_name_the_models(capsys: pytest.CaptureFixture[str], scenario: Path) -> None:
    _, out, _ = run(capsys, "measure", scenario)
    assert "turn 2" in out and "Valiant (0)" in out and "obscured" in out


def test_terrain_is_told_with_who_overlaps_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "orbit.yaml"
    lines = "[{id: planet, kind: planet, edge: north}, {id: air, kind: atmosphere, edge: south, thickness: 6}]"
    file.write_text(SCENARIO.replace("[{id: rock, kind: large-asteroid, x: 32, y: 12, radius: 1}]", lines).replace(
        "x: 36, y: 12, heading: 0", "x: 36, y: 5, heading: 0"
    ))  # fmt: skip
    planet, air = measured(capsys, file)["terrain"]
    assert (planet["kind"], planet["over"]) == ("planet", [])
    assert (air["id"], air["x"], air["y"], air["over"]) == ("air", 24, 3, ["uller"])
    assert sorted(air["parts"][0]) == [[0, 0], [0, 6], [48, 0], [48, 6]]
    status, out, err = run(capsys, "measure", file)
    assert (status, err) == (0, "") and "air" in out and "Uller" in out
