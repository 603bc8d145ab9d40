"""The command `study`: what the captain would have done, and the chance lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jovian.match.saves import load, save
from jovian.rehearsal.study import Study
from jovian.user_files.findings import load_study
from jovian.user_files.paths import HOME
from tests.commands import ROOT, run
from tests.rehearsal.positions import passed_shot

OPTIONS = ("--player", "random", "--games", "12", "--turns", "1", "--seed", "1", "--workers", "1")


@pytest.fixture
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a finished game in which a shot was not taken."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    save(passed_shot(), tmp_path / "finished.json")
    return tmp_path / "finished.json"


def test_a_shot_that_was_not_taken_is_named(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    status, told, err = run(capsys, "study", finished, *OPTIONS)
    assert (status, err) == (0, "") and "1 activation, 12 pairs of games of random each" in told.replace("\n", " ")
    assert (
        'turn 1, after 0 answers: Gunner moved 2.0". Captain: ' in told and "CEGA: 1 activation, lost in all: +" in told
    )
    data = json.loads(run(capsys, "study", finished, *OPTIONS, "--json")[1])
    (activation,) = data["activations"]
    assert data["complete"] and not data["stopped"] and activation["side"] == 0 and not activation["same"]
    nothing = {"value": 0, "low": 0, "high": 0, "is_rough": False}
    assert activation["lost"]["low"] > 0 and data["lost"] == [activation["lost"], nothing]
    report, fault = load_study(load(finished))
    assert report is not None and fault == "" and report.sides == (0, 1), "the replay of the game shows it"
    (mistake,) = report.mistakes
    assert (mistake.begin, mistake.side, mistake.name, mistake.told) == (0, 0, "Gunner", activation["told"])
    assert mistake.lost.value == activation["lost"]["value"] and mistake.captain


def test_a_study_that_cannot_be_kept_is_printed_anyway(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    (finished.parent / "home").mkdir()
    (finished.parent / "home" / "studies").write_text("a file in place of the folder")
    status, told, err = run(capsys, "study", finished, *OPTIONS)
    assert status == 1 and "lost in all" in told
    assert err.startswith("the mistakes can't be kept for the replay: ") and err.count("\n") == 1


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], finished: Path) -> None:
    lines = {
        ("study", ROOT / "docs" / "table.json"): "docs/table.json: the game isn't over, so it can't be studied\n",
        ("study", finished, "--side", "1"): "finished.json: no model has activated, so there is nothing to study\n",
        ("study", "introductory"): "introductory: cannot be read: No such file or directory\n",
    }
    for line, expected in lines.items():
        status, told, err = run(capsys, *line)
        assert (status, told) == (2, "") and err.endswith(expected) and err.count("\n") == 1, err


def test_a_stopped_study_prints_what_is_known(
    capsys: pytest.CaptureFixture[str], finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Study.play

    def stopped(self: Study, workers: object) -> object:
        for number, outcome in enumerate(whole(self, workers)):  # type: ignore[arg-type]
            if number == 8:
                raise KeyboardInterrupt
            yield outcome

    monkeypatch.setattr(Study, "play", stopped)
    status, told, err = run(capsys, "study", finished, *OPTIONS, "--json")
    data = json.loads(told)
    assert status == 130 and err == "stopped: 1 of 1 activation\n"
    assert data["stopped"] and not data["complete"] and data["activations"][0]["games"] == 4
    assert load_study(load(finished)) == (None, ""), "only a complete one is kept"
