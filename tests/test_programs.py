"""Tests of the page for programs: its examples run, and each does what its heading says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import jovian
from jovian.game.events import Moved
from jovian.match.entries import Answered
from tests.commands import ROOT, run_python

PAGE = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE))


def told_by(heading: str, capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the variables of an example, and the lines that it prints."""
    left: dict[str, Any] = {}
    exec(compile(EXAMPLES[heading], f"programs.md: {heading}", "exec"), left)
    return left, capsys.readouterr().out.splitlines()


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_example_is_tried_here() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 7


def test_a_game_in_a_loop(capsys: pytest.CaptureFixture[str]) -> None:
    left, lines = told_by("A game in a loop", capsys)
    assert left["game"].over and "over" in lines[0]
    assert [line[:7] for line in lines[1:]] == ["side 0:", "side 1:"]


def test_a_bot(capsys: pytest.CaptureFixture[str]) -> None:
    left, lines = told_by("A bot", capsys)
    journal = left["game"].match.journal
    assert left["game"].over and lines[1] != "[]"
    assert any(entry.side == 0 and entry.kind == "menu" and entry.choice[0] == "attack" for entry in journal)


def test_the_best_attacks(capsys: pytest.CaptureFixture[str]) -> None:
    left, lines = told_by("The best attacks, with odds", capsys)
    assert left["model"].name in lines[0] and " at " in lines[1] and "to hit" in lines[2]
    assert left["game"].match.journal[-1] == Answered(left["model"].side, "menu", left["best"].choice)


def test_what_if(capsys: pytest.CaptureFixture[str]) -> None:
    left, lines = told_by("What if it stood there?", capsys)
    assert len(left["looks"]) == 8 and left["ship"].name in lines[0] and lines[1].startswith("Pose(")
    assert left["game"].model(left["ship"].id).pose == left["closer"].poses[0]


def test_fork_and_compare(capsys: pytest.CaptureFixture[str]) -> None:
    left, lines = told_by("Fork and compare", capsys)
    assert [line.endswith("of 3 games won") for line in lines] == [True, True, False]
    assert left["game"].asked.kind == "declare" and left["ahead"].over


def test_save_and_load(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    left, lines = told_by("Save and load", capsys)
    assert lines[0].startswith("True <") and (tmp_path / "opening.json").is_file()
    assert len(left["again"].match.journal) == len(left["game"].match.journal) + 1
    assert lines[3] == str([each.inches for each in left["again"].match.events.of(Moved)][:3])
    whole, *known = map(int, lines[2].split())
    assert all(part < whole for part in known)


def test_what_can_go_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = told_by("What can go wrong", capsys)
    assert [line.split(":")[0] for line in lines] == ["CardError", "Refused", "Refused", "MalformedSaveError"]
    assert "did you mean 'introductory'" in lines[0] and "did you mean 'ensign'" in lines[2]


def test_all_that_is_offered_is_there_and_told() -> None:
    assert all(getattr(jovian, name) is not None for name in jovian.__all__)
    assert set(jovian.__all__) <= set(dir(jovian))
    page_text = jovian.__doc__ or ""
    assert [name for name in jovian.__all__ if f"`{name}`" not in page_text] == []
    assert not hasattr(jovian, "anything_else")


def test_what_is_offered_is_imported_only_when_it_is_asked_for() -> None:
    counts = "import sys; print(len([name for name in sys.modules if name.startswith('jovian')]))"
    process = run_python("-c", f"import jovian; {counts}; jovian.new; {counts}")
    before, after = map(int, process.stdout.split())
    assert before == 1 and after > 100


def test_old_names_still_work() -> None:
    assert jovian.standing is jovian.current_score
