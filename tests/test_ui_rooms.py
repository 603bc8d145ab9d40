"""The rooms of the window, bottom to top; nothing in it is imported late, and no screen knows another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from jovian.ui.arrivals import ARRIVALS
from jovian.ui.screens import destinations
from jovian.ui.screens.screen import Destination, Screen
from tests.test_circles import BODIES, FILES, imported, module
from tests.test_layers import HOUSE, relative

ROOMS = (
    "kit", "kit.widgets", "kit.forms", "files", "playing", "board.sight", "board.art", "board.naming", "board.overlays",
    "board", "over_the_board", "presenting", "panels", "panels.scores", "editing", "sheets", "answering",
    "answering.in_hand", "answering.setting_up", "answering.menu", "screens", "screens.rehearsing", "screens.account",
    "screens.table", "screens.battle", "screens.editor", "",
)  # fmt: skip
"""The folders below `jovian/ui`, each importing only those before it; what lies open in `ui` puts all together."""
UI = HOUSE / "ui"
PATHS = sorted(UI.rglob("*.py"))


def tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def room(path: Path) -> str:
    return ".".join(path.parent.relative_to(UI).parts)


def test_every_folder_has_its_place_in_the_order() -> None:
    assert {room(path) for path in PATHS} == set(ROOMS)


@pytest.mark.parametrize("path", PATHS, ids=relative)
def test_rooms_import_only_lower_rooms(path: Path) -> None:
    own = ROOMS.index(room(path))
    above = {name for name in imported(tree(path)) if name in FILES and UI in FILES[name].parents
             and ROOMS.index(room(FILES[name])) > own}  # fmt: skip
    assert above == set()


@pytest.mark.parametrize("path", PATHS, ids=relative)
def test_nothing_is_imported_late(path: Path) -> None:
    late = {name for node in ast.walk(tree(path)) if isinstance(node, BODIES) for name in imported(node)}
    assert late == set()
    assert "TYPE_CHECKING" not in path.read_text(encoding="utf-8")


def screens() -> set[str]:
    """The modules of everything that is a page of its own, below those that others are built on."""
    found, open_ = set(), [Screen]
    while open_:
        kind = open_.pop()
        below = [each for each in kind.__subclasses__() if each.__module__ in FILES]
        open_ += below
        if not below:
            found.add(kind.__module__)
    return found


def test_no_screen_imports_another() -> None:
    pages = screens()
    assert {"title", "setup", "loadgame", "settings", "battle", "replay", "result"} <= {
        name.rsplit(".", 1)[1] for name in pages
    }
    for path in PATHS:
        if room(path):  # what lies open in the folder may know them all
            others = pages.intersection(imported(tree(path))) - {module(path)}
            assert not others, f"{relative(path)} imports {others}"


def test_every_destination_has_a_screen() -> None:
    there = {each for each in vars(destinations).values() if isinstance(each, type) and issubclass(each, Destination)}
    assert there - {Destination} == set(ARRIVALS)
