"""Tests that any file can be a draft that is drawn, checked, shown in forms, and saved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.cards.files import ROOT
from jovian.editing.commands import attached_models, copy_piece, corners_of, delete_piece, move_piece, rotate_piece
from jovian.editing.draft import Draft, History, Piece
from jovian.editing.files import format_scenario, parse_draft, read_draft
from jovian.editing.forms import piece_lists, piece_rows, scenario_rows
from jovian.editing.problems import find_fix, find_problems, playable, sketch
from jovian.ui.editor.marks import drawn_zones, overlays
from jovian.ui.editor.workbench import Workbench
from tests.editing.drafts import duel

JUNK: list[Any] = [
    None, True, -1, 0, 3.5, 1e9, "", "x", [], {}, [1], ["a"], [[1, 2]], [[1, 2, 3]], {"x": 1}, {"kind": "comet"},
    [None], [{}],
    {"id": []}, [[["deep"]]],
]  # fmt: skip
SEEDS = [duel(), *(read_draft(path) for path in sorted((ROOT / "scenarios").glob("*.yaml"))[:4])]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from paths(each, (*path, key))


@settings(max_examples=120)
@given(st.integers(0, 99), st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(JUNK)), min_size=1, max_size=4))
def test_nonsense_breaks_nothing(seed: int, changes: list[tuple[int, Any]]) -> None:
    draft: Draft = SEEDS[seed % len(SEEDS)]
    for number, junk in changes:
        there = list(paths(draft.data))
        draft = draft.with_value(there[number % len(there)], junk) if there else draft
    assert parse_draft(format_scenario(draft), "draft") == draft if draft.data else True
    problems = find_problems(draft)
    assert playable(draft) is None or not problems
    bench = Workbench(History((draft,)))
    sketch(draft)
    drawn_zones(bench)
    scenario_rows(draft)
    for problem in problems[:2]:
        find_fix(draft, problem)
    for section in ("terrain", "models", *piece_lists()):
        there_are = draft.data.get(section)
        for index in range(len(there_are) if isinstance(there_are, list) else 0):
            piece = Piece(section, index)
            bench.choose(piece)
            overlays(bench)
            piece_rows(draft, piece)
            corners_of(draft, piece)
            attached_models(draft, piece)
            move_piece(draft, piece, 1, 1)
            rotate_piece(draft, piece, 15)
            delete_piece(draft, piece)
            if draft.line(piece):
                copy_piece(draft, piece)
