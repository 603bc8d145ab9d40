"""Turning points and mistakes of finished games: kept by game, and checked when they are read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from jovian.match import Match
from jovian.rehearsal.documents import to_json_value
from jovian.rehearsal.forecast import Estimate
from jovian.rehearsal.study import Mistake, StudyReport
from jovian.rehearsal.turning_points import Moment, PartReport, TurningPoints
from jovian.user_files.findings import load_study, load_turning_points, save_study, save_turning_points
from jovian.user_files.paths import HOME
from tests.rehearsal.positions import passed_shot

LOST = Estimate(0.3, 0.1, 0.5)
FIRST = Mistake(0, 1, 1, 0, "Gunner", "moved", "Attack", LOST)
SECOND = Mistake(1, 2, 1, 1, "Mark", "did nothing", "Move", replace(LOST, value=0.125))
PART = PartReport(0, 2, 1, "g", 0, "Gunner", "moved", LOST, None, LOST, None, LOST, 4, True)
TURNED = TurningPoints((Moment(0, 1, 4, LOST), Moment(2, 1, 0, None)), (PART,), (0,), True)


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Match:
    monkeypatch.setenv(HOME, str(tmp_path))
    return passed_shot()


def test_turning_points_are_read_as_they_were_saved(match: Match) -> None:
    assert load_turning_points(match) == (None, "")
    save_turning_points(match, TURNED)
    assert load_turning_points(match) == (TURNED, "") and load_study(match) == (None, "")
    other = match.fork_at(0)
    assert load_turning_points(other) == (None, ""), "another game"


def test_turning_points_of_an_older_version_are_read(match: Match, tmp_path: Path) -> None:
    save_turning_points(match, TURNED)
    (file,) = tmp_path.rglob("*.json")
    saved = to_json_value(TURNED)
    for line in saved["parts"]:
        del line["answered"], line["fell"], line["change"]["is_rough"]
    file.write_text(json.dumps(saved))
    assert load_turning_points(match) == (TURNED, "")


def test_a_study_keeps_the_mistakes_of_the_side_that_was_not_studied(match: Match) -> None:
    save_study(match, StudyReport((0,), (FIRST,)))
    save_study(match, StudyReport((1,), (SECOND,)))
    assert load_study(match) == (StudyReport((0, 1), (FIRST, SECOND)), "")
    save_study(match, StudyReport((0,), ()))
    assert load_study(match) == (StudyReport((0, 1), (SECOND,)), "")
    assert (FIRST.sign, SECOND.sign) == ("??", "?")


def bad_values() -> list[object]:
    """Return what a damaged or forged study may contain."""
    good = to_json_value(StudyReport((0, 1), (FIRST, SECOND)))
    first, second = good["mistakes"]
    changed = [
        first | {"begin": "0"}, first | {"begin": True}, first | {"begin": -1}, first | {"end": 10_000},
        first | {"begin": 1}, first | {"lost": None}, first | {"lost": {"value": 1}}, first | {"more": 1},
        {"begin": 0}, 7, first | {"name": 3},
    ]  # fmt: skip
    return [
        [], None, {}, {"sides": [0]}, good | {"sides": 3}, good | {"mistakes": {}},
        *(good | {"mistakes": [mistake, second]} for mistake in changed),
    ]  # fmt: skip


@pytest.mark.parametrize("value", bad_values())
def test_a_damaged_file_is_one_line(match: Match, tmp_path: Path, value: object) -> None:
    save_study(match, StudyReport((0,), (FIRST,)))
    (file,) = tmp_path.rglob("*.json")
    file.write_text(json.dumps(value))
    found, fault = load_study(match)
    assert found is None and fault.endswith("Run it again") and "\n" not in fault
    assert f"{file.name}: the study of this game can't be read (" in fault
    save_study(match, StudyReport((0,), (FIRST,)))
    assert load_study(match)[1] == ""


@pytest.mark.parametrize("content", ["", "{", "x" * (5 << 20), '{"a": NaN}', "[" * 100_000])
def test_what_is_no_json_or_too_long_is_one_line(match: Match, tmp_path: Path, content: str) -> None:
    save_turning_points(match, TURNED)
    (file,) = tmp_path.rglob("*.json")
    file.write_text(content)
    found, fault = load_turning_points(match)
    assert found is None and "the turning points can't be read (" in fault and "\n" not in fault
    file.unlink()
    file.mkdir()
    assert load_turning_points(match)[1]


@pytest.mark.parametrize("change", [{"points": [1]}, {"points": [-1]}, {"curve": [{"answers": 5}]}])
def test_turning_points_that_are_not_of_the_game_are_one_line(
    match: Match, tmp_path: Path, change: dict[str, object]
) -> None:
    save_turning_points(match, TURNED)
    (file,) = tmp_path.rglob("*.json")
    file.write_text(json.dumps(to_json_value(TURNED) | change))
    assert load_turning_points(match)[1]


def test_what_is_too_long_is_not_written(match: Match, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too long"):
        save_study(match, StudyReport((0,), (replace(FIRST, told="x" * (5 << 20)),)))
    assert not list(tmp_path.rglob("*.json"))
