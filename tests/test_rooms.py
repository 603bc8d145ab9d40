"""The rooms of the rules: each imports only rooms below it, and says what lives there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.test_circles import HOUSE, arrows

RULES = HOUSE / "rules"
ROOMS = (
    "facts", "rulebook", "shooting", "places", "harm", "firing", "moving", "terrain", "squadrons", "close_combat",
    "weapons", "traits", "scenario", "actions", "editions", "menu", "sequence", "setup", "edits", "book",
)  # fmt: skip
"""From the bottom up."""
CATALOG_FILES = (
    "weapons.catalog", "traits.catalog", "terrain.kinds", "scenario.catalog", "actions.catalog", "editions.catalog",
)  # fmt: skip
CATALOGS = {f"jovian.rules.{each}" for each in CATALOG_FILES}
"""What only the composition root may read: everybody else asks the rulebook."""
ROOT = "jovian.rules.setup.edition"
LISTING = "jovian.rules.setup.options"
"""It tells what may be chosen."""
MOST_FILES = 12
"""In a room, and in each folder of it."""


def room(module: str) -> str:
    return module.split(".")[2]


def test_every_file_is_in_a_room() -> None:
    assert {path.name for path in RULES.iterdir() if path.is_dir() and any(path.glob("*.py"))} == set(ROOMS)
    assert [path.name for path in RULES.glob("*.py")] == ["__init__.py"]


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_knows_only_rooms_below_it(name: str) -> None:
    for file, seen in arrows(RULES).items():
        if file.count(".") > 2 and room(file) == name:
            above = [each for each in seen if each.count(".") > 2 and ROOMS.index(room(each)) > ROOMS.index(name)]
            assert above == [], file


def test_only_the_root_reads_the_catalogs() -> None:
    assert {file for file, seen in arrows(RULES).items() if CATALOGS & set(seen)} == {ROOT, LISTING}


FOLDERS = sorted(path for path in RULES.rglob("*") if any(path.glob("*.py")))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(RULES)))
def test_a_room_is_small_and_says_what_lives_there(folder: Path) -> None:
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert len(list(folder.glob("*.py"))) - 1 <= MOST_FILES
