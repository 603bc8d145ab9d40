"""Tests of a draft's file: easy to read, unchanged by loading, and legal if `check` accepts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from jovian.cards import CardError, load_scenario
from jovian.cards.files import ROOT
from jovian.cards.writing import LINE_LENGTH
from jovian.editing.draft import Piece, draft_of
from jovian.editing.files import format_scenario, parse_draft, read_draft, write_draft
from jovian.editing.problems import find_problems
from tests.editing.drafts import duel

OURS = sorted((ROOT / "scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_scenarios_are_read_and_written_without_change(path: Path, tmp_path: Path) -> None:
    draft = read_draft(path)
    copy = tmp_path / path.name
    write_draft(draft, copy)
    assert read_draft(copy) == draft
    assert load_scenario(copy).source == load_scenario(path).source
    assert format_scenario(read_draft(copy)) == copy.read_text(encoding="utf-8")


def test_a_file_reads_as_a_person_would_write_it() -> None:
    assert format_scenario(parse_draft(format_scenario(duel()), "draft")).splitlines() == [
        "name: New Scenario",
        "summary: Two small forces meet over open space.",
        "table: {width: 48, height: 48}",
        "zones: standard",
        "deployment: fleet",
        "initiative: random",
        "turns: 7",
        "objectives:",
        "  - {kind: most_victory_points, points: 10}",
        "models:",
        "  - {id: ship, card: jovian/alexander, side: 0, x: 10, y: 8}",
        "  - {id: wing, card: jovian/pathfinder, side: 0, x: 10, y: 11}",
        "  - {id: foe, card: cega/hachiman, side: 1, x: 24, y: 36, heading: 180}",
    ]


def test_a_former_name_of_a_key_is_written_by_its_present_name() -> None:
    count = {"of": "tokens", "token": "Escape Pod", "on": "capital"}
    text = format_scenario(duel().with_value(("objectives",), [{"kind": "each", "points": 2, "count": count}]))
    draft = parse_draft(text, "draft")
    assert "on: capital" in text.replace('"', "") and draft.lines("objectives")[0]["count"] == {
        "of": "tokens", "token": "Escape Pod", "model_kind": "capital"
    }  # fmt: skip
    assert parse_draft(format_scenario(draft), "draft") == draft


def test_numbers_are_short_and_long_lines_are_broken() -> None:
    points = [[n / 3, n % 5] for n in range(20)]
    draft = draft_of({"terrain": [{"kind": "comet", "id": "a", "x": 12.0, "y": 1 / 3, "points": points}]}, "A head")
    lines = format_scenario(draft).splitlines()
    assert lines[:6] == ["# A head", "terrain:", "  - id: a", "    kind: comet", "    x: 12", "    y: 0.3333"]
    assert parse_draft(format_scenario(draft), "draft") == draft


def test_a_long_text_is_folded() -> None:
    draft = duel().with_value(("summary",), "One word after another. " * 20 + "\n")
    draft = draft.with_value(("summary",), draft.data["summary"].rstrip() + "\nA second paragraph.\n")
    text = format_scenario(draft)
    assert max(map(len, text.splitlines())) <= LINE_LENGTH and "summary: >\n" in text
    assert parse_draft(text, "draft") == draft


@pytest.mark.parametrize("text", ["[1, 2]", "name: a\nfaction: CEGA\nunits: []\nsize: 100", "a: [", ""])
def test_what_is_no_scenario_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_draft(text, "here.yaml")
    assert str(caught.value).startswith("here.yaml")


def test_what_is_wrong_is_told_with_its_place() -> None:
    draft = duel().with_value(("models", 1, "y"), 8.5).with_value(("objectivs",), 3)
    assert [(each.path, each.reason) for each in find_problems(draft)] == [
        (("objectivs",), "unknown key 'objectivs'; did you mean 'objectives'?")
    ]
    draft = draft.with_value(("objectivs",), None)
    problems = find_problems(draft)
    assert [each.piece for each in problems] == [Piece("models", 0)]
    assert problems[0].reason == "'ship' stands on 'wing' (v1.2.4 Movement > Overlapping)"


def test_fleets_are_looked_at_too() -> None:
    draft = duel().with_value(("models",), None).with_value(("fleets",), ["jovian-150", "cega-15"])
    problems = find_problems(draft)
    assert [each.path for each in problems] == [("fleets", 1)] and "did you mean 'cega-150'" in problems[0].reason
