"""Each folder of the rules and of rehearsals imports only the folders below it in a fixed order."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.test_circles import HOUSE, arrows

RULES, REHEARSAL = HOUSE / "rules", HOUSE / "rehearsal"
ROOMS = (
    "facts", "rulebook", "shooting", "places", "harm", "firing", "moving", "terrain", "squadrons", "close_combat",
    "weapons", "traits", "scenario", "actions", "editions", "menu", "sequence", "setup", "edits", "book",
)  # fmt: skip
"""From the bottom up."""
REHEARSED = ("imagining", "one_game", "work", "questions", "telling", "duels")
"""Those of a rehearsal, from the bottom up."""
BUILDINGS = ((RULES, ROOMS), (REHEARSAL, REHEARSED))
EACH = [(building, rooms, name) for building, rooms in BUILDINGS for name in rooms]
CATALOG_FILES = (
    "weapons.catalog", "traits.catalog", "terrain.kinds", "scenario.catalog", "actions.catalog", "editions.catalog",
)  # fmt: skip
CATALOGS = {f"jovian.rules.{each}" for each in CATALOG_FILES}
"""What only the composition root may read: everybody else asks the rulebook."""
ROOT = "jovian.rules.setup.edition"
LISTING = "jovian.rules.setup.options"
"""It tells what may be chosen."""


def room(module: str) -> str:
    return module.split(".")[2]


@pytest.mark.parametrize(("building", "rooms"), BUILDINGS, ids=lambda each: getattr(each, "name", ""))
def test_every_file_is_in_a_room(building: Path, rooms: tuple[str, ...]) -> None:
    assert {path.name for path in building.iterdir() if path.is_dir() and any(path.glob("*.py"))} == set(rooms)
    assert [path.name for path in building.glob("*.py")] == ["__init__.py"]


@pytest.mark.parametrize(("building", "rooms", "name"), EACH, ids=[name for _, _, name in EACH])
def test_a_room_knows_only_rooms_below_it(building: Path, rooms: tuple[str, ...], name: str) -> None:
    for file, seen in arrows(building).items():
        if file.count(".") > 2 and room(file) == name:
            above = [each for each in seen if each.count(".") > 2 and rooms.index(room(each)) > rooms.index(name)]
            assert above == [], file


def test_only_the_root_reads_the_catalogs() -> None:
    assert {file for file, seen in arrows(RULES).items() if CATALOGS & set(seen)} == {ROOT, LISTING}


HOUSES = (RULES, REHEARSAL, HOUSE / "players", HOUSE / "match")
FOLDERS = sorted(path for building in HOUSES for path in building.rglob("*") if any(path.glob("*.py")))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(HOUSE)))
def test_every_folder_says_what_it_holds(folder: Path) -> None:
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
