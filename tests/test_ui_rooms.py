"""The rooms of the window: no file is in a circle, nothing is imported late, and no screen knows another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from jovian.ui.arrivals import ARRIVALS
from jovian.ui.screens import destinations
from jovian.ui.screens.screen import Destination, Screen
from tests.test_layers import HOUSE, ROOT, relative

UI = HOUSE / "ui"
FILES = sorted(UI.rglob("*.py"))
LATE = {"jovian/ui/files/claim.py": {"fcntl", "msvcrt"}}
"""What may be imported inside a function: modules that only some systems have."""


def module(path: Path) -> str:
    """The name under which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module(path): path for path in FILES}


def imported(tree: ast.AST) -> Iterator[str]:
    """The full names of what is imported, for a check of types alone too; of our own the module that it stands in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else node.module for name in names)


def tree(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_no_file_is_in_a_circle() -> None:
    graph = {name: [each for each in imported(tree(path)) if each in MODULES] for name, path in MODULES.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)  # it raises at a circle, and names it


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_nothing_is_imported_late(path: Path) -> None:
    functions = (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    late = {name for function in functions for name in imported(function)}
    assert late <= LATE.get(relative(path), set())


def screens() -> set[str]:
    """The modules of everything that is a page of its own, below those that others are built on."""
    found, open_ = set(), [Screen]
    while open_:
        kind = open_.pop()
        below = [each for each in kind.__subclasses__() if each.__module__ in MODULES]
        open_ += below
        if not below:
            found.add(kind.__module__)
    return found


def test_no_screen_imports_another() -> None:
    pages = screens()
    assert {"title", "setup", "loadgame", "settings", "battle", "replay", "result"} <= {
        name.rsplit(".", 1)[1] for name in pages
    }
    app = {name for name in MODULES if name.count(".") < 3}  # what lies open in the folder puts everything together
    for name in sorted(set(MODULES) - app):
        others = pages.intersection(imported(tree(MODULES[name]))) - {name}
        assert not others, f"{name} imports {others}"


def test_every_destination_has_a_screen() -> None:
    there = {each for each in vars(destinations).values() if isinstance(each, type) and issubclass(each, Destination)}
    assert there - {Destination} == set(ARRIVALS)
