"""Tests of `check`: it recognizes each kind of file by its contents."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.match.saves import save
from tests.commands import ROOT, run
from tests.games import finished

FLEET = """
name: Too Many
faction: CEGA
size: 150
units:
  - {unit: cega/wyvern, count: 9}
  - {unit: cega/tengu}
"""


def test_the_projects_own_files_are_good(capsys: pytest.CaptureFixture[str]) -> None:
    globs = ("assets/units/*/*.yaml", "assets/upgrades/*.yaml", "assets/fleets/*.yaml", "scenarios/*")
    files = sorted(path for each in globs for path in ROOT.glob(each))
    with use_shelves(BUILTIN_SHELF):
        status, out, err = run(capsys, "check", *files)
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == len(files) > 20


def test_each_kind_is_recognized_whatever_it_is_called(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for source, kind in (
        ("assets/units/cega/wyvern.yaml", "unit"),
        ("assets/fleets/cega-150.yaml", "fleet"),
        ("assets/upgrades/captain.yaml", "upgrade"),
        ("scenarios/introductory.yaml", "scenario"),
    ):
        copy = tmp_path / f"{kind}-file"
        copy.write_bytes((ROOT / source).read_bytes())
        status, out, _ = run(capsys, "check", copy)
        assert status == 0 and out.startswith(f"{copy}: {kind}, ")
    save(finished(4), tmp_path / "game")
    assert run(capsys, "check", tmp_path / "game")[1].startswith(f"{tmp_path / 'game'}: save, Introductory Scenario")


def test_what_is_wrong_names_file_and_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "unit.yaml"
    card = (ROOT / "assets/units/cega/wyvern.yaml").read_text()
    path.write_text(re.sub(r"(?m)^speed: \d+$", "speed: fast", card))
    status, out, err = run(capsys, "check", path)
    line = path.read_text().splitlines().index("speed: fast") + 1
    assert status == 2 and out == "" and err.startswith(f"{path}:{line}: speed: ") and err.count("\n") == 1


def test_an_illegal_fleet_is_refused_with_every_reason(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "fleet.yaml"
    path.write_text(FLEET)
    status, _, err = run(capsys, "check", path)
    assert status == 2 and err.count("\n") == 1 and err.startswith(f"{path}:5: ")
    assert "Unit Cap" in err and "quarter" in err and "are allowed" in err


def test_one_bad_file_does_not_hide_the_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, odd = ROOT / "assets/units/cega/wyvern.yaml", tmp_path / "odd.yaml"
    odd.write_text("color: blue\n")
    status, out, err = run(capsys, "check", odd, tmp_path / "missing.yaml", good)
    assert status == 2 and str(good) in out
    assert len(err.splitlines()) == 2 and "neither a unit" in err


def test_a_new_unit_is_known_to_a_fleet_checked_with_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    unit, fleet = tmp_path / "unit.yaml", tmp_path / "fleet.yaml"
    text = (ROOT / "assets/units/cega/wyvern.yaml").read_text()
    unit.write_text(text.replace("name: Wyvern", "name: Basilisk"))
    fleet.write_text((ROOT / "assets/fleets/cega-150.yaml").read_text().replace("cega/wyvern", "cega/basilisk"))
    assert run(capsys, "check", fleet)[0] == 2
    assert run(capsys, "check", fleet, unit)[0] == 0


def test_a_save_that_diverges_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(finished(4), path)
    data = json.loads(path.read_text())
    data["digests"][5][1] = "0" * 32
    path.write_text(json.dumps(data))
    status, _, err = run(capsys, "check", path)
    assert status == 1 and "diverged at answer" in err
    path.write_text("{")
    assert run(capsys, "check", path)[0] == 2


def test_a_save_names_a_line_only_if_one_is_to_blame(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cut, odd = tmp_path / "cut.json", tmp_path / "odd.json"
    save(finished(4), cut)
    data = json.loads(cut.read_text())
    odd.write_text(json.dumps({**data, "seed": "x"}))
    cut.write_text(json.dumps(data, indent=1).replace('"rules": ', '"rules" ', 1))
    line = 1 + cut.read_text().split('"rules"')[0].count("\n")
    status, _, err = run(capsys, "check", cut, odd)
    assert status == 2 and err.startswith(f"{cut}:{line}: not JSON") and f"\n{odd}: journal" in err
    files = json.loads(run(capsys, "check", "--json", cut, odd)[1])["files"]
    assert [each["errors"][0]["line"] for each in files] == [line, None]
