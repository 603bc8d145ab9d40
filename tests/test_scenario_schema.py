"""Tests that the JSON schema of scenario files accepts and refuses the same values as the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from jovian.cards.files import ROOT
from jovian.cards.keys import keys_of
from jovian.cards.parsing import read_document
from jovian.cards.scenario import (
    COUNTS,
    OBJECTIVES,
    RULES,
    Ending,
    Placement,
    ScenarioCard,
    TerrainCard,
    Token,
    ZoneCard,
)
from jovian.editing.forms import HELP, LISTS
from tools.scenario_schema import PAGE, SCHEMA, page, schema, text

VALIDATOR = Draft202012Validator(schema())
OURS = sorted((ROOT / "scenarios").glob("*.yaml"))


def test_the_file_and_the_table_of_the_page_are_up_to_date() -> None:
    """If they aren't, run `python -m tools.scenario_schema`."""
    assert SCHEMA.read_text(encoding="utf-8") == text()
    assert PAGE.read_text(encoding="utf-8") == page()
    Draft202012Validator.check_schema(schema())


def test_every_key_has_a_sentence_for_the_editor() -> None:
    """The help texts in `jovian/editing/forms.py` are tooltips of the editor and descriptions in the schema."""
    schemas = (ScenarioCard, Placement, TerrainCard, ZoneCard, Token, Ending, *OBJECTIVES, *RULES, *COUNTS)
    rooms = ("objectives", "special_rules", "terrain")
    described = {key for key in HELP if "." not in key} | set(LISTS) | {"terrain", "models", "table"}
    described |= {key.partition(".")[2] for key in HELP if key.partition(".")[0] in rooms}
    assert sorted({key for each in schemas for key in keys_of(each)} - described) == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_scenarios_are_as_it_says(path: Path) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(read_document(path).data)] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"turnz": 3}, {"turns": "seven"}, {"objectives": []}, {"special_rules": ["no-such-rule"]},
        {"terrain": [{"kind": "black-hole", "x": 1, "y": 1}]}, {"models": [{"card": "cega/uller"}]},
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused(wrong: dict[str, Any]) -> None:
    data = read_document(ROOT / "scenarios" / "introductory.yaml").data
    assert isinstance(data, dict)
    assert not VALIDATOR.is_valid({**data, **wrong})
