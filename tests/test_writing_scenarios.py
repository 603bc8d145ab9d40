"""Tests of the page about writing scenarios: its example is legal, can be played, and is what the editor writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jovian.cards import parse_scenario
from jovian.editing.draft import draft_of
from jovian.editing.files import format_scenario, parse_draft, read_draft, write_draft
from jovian.editing.problems import find_problems
from tests.commands import ROOT, run

PAGE = (ROOT / "docs" / "writing-scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
WHOLE, ZONES, PIECES = BLOCKS


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "the-wreck.yaml"
    path.write_text(WHOLE, encoding="utf-8")
    return path


def test_the_example_passes_the_check_and_is_played(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", example)[:2] == (0, f"{example}: scenario, The Wreck, 2 terrain, 4 models\n")
    status, output, _ = run(capsys, "simulate", example, "--players", "random,random", "--seed", "3")
    assert status == 0 and "1 game: " in output


def test_the_editor_reads_it_and_writes_the_same(example: Path) -> None:
    draft = read_draft(example)
    assert find_problems(draft) == []
    assert parse_draft(format_scenario(draft), "again") == draft
    assert draft.heading == "A last stand at a wreck: both sides begin damaged and close together."


def test_the_zones_and_pieces_that_it_shows_are_taken_and_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = dict(parse_draft(WHOLE, "whole").data)
    data |= {**parse_draft(ZONES, "zones").data, **parse_draft(PIECES, "pieces").data}
    data |= {"fleets": ["jovian-150", "cega-150"], "table": {"width": 48, "height": 48}, "turn": 1}
    del data["models"]
    card = parse_scenario(data, "pieces")
    assert [type(piece).__name__ for piece in card.objectives] == ["Most", "AtLeast", "FirstToAttack"]
    path = tmp_path / "pieces.yaml"
    write_draft(draft_of(data), path)
    assert run(capsys, "simulate", path, "--players", "random,random", "--seed", "2")[0] == 0
