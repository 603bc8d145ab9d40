"""No circle of imports: whoever reads a file never comes back to it, wherever in a file an import stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import ROOT

HOUSE = ROOT / "jovian"
LATE = ("commands",)
"""Folders that import late on purpose: a command starts without what only others need."""
LATE_FILES = ("cards/building.py",)
"""Files that do so elsewhere."""
FOLDERS = sorted(path.name for path in HOUSE.iterdir() if path.is_dir() and any(path.rglob("*.py")))


def module(path: Path) -> str:
    """The name by which a file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


BODIES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
FILES = {module(path): path for path in HOUSE.rglob("*.py")}


def imported(node: ast.AST) -> Iterator[str]:
    """The modules that are imported anywhere in a tree, in functions too; not those for type checkers alone."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            inside = f"{node.module}.{alias.name}"
            yield inside if inside in FILES else node.module
    for child in ast.iter_child_nodes(node):
        yield from imported(child)


def arrows(folder: Path) -> dict[str, list[str]]:
    """The files of a folder, each with those of the folder that it imports."""
    own = {module(path): path for path in folder.rglob("*.py")}
    return {
        name: sorted({each for each in imported(ast.parse(path.read_text(encoding="utf-8"))) if each in own} - {name})
        for name, path in sorted(own.items())
    }


def circle(graph: dict[str, list[str]]) -> list[str]:
    """The names along a circle, the first again at its end; none if there is no circle."""
    done: set[str] = set()
    way: list[str] = []

    def walk(name: str) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        way.append(name)
        found = next((found for each in graph[name] if (found := walk(each))), [])
        way.pop()
        done.add(name)
        return found

    return next((found for name in graph if (found := walk(name))), [])


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_circle_of_imports(folder: str) -> None:
    assert circle(arrows(HOUSE / folder)) == []


@pytest.mark.parametrize("folder", [each for each in FOLDERS if each not in LATE])
def test_imports_stand_at_the_top(folder: str) -> None:
    files = [path for path in (HOUSE / folder).rglob("*.py") if path.relative_to(HOUSE).as_posix() not in LATE_FILES]
    for path in files:
        functions = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, BODIES)]
        late = [name for node in functions for name in imported(node) if name.startswith("jovian")]
        assert late == [], path


def test_a_circle_is_found() -> None:
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert circle({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_imports_are_found_wherever_they_stand() -> None:
    text = "if TYPE_CHECKING:\n import a\nimport b\ndef f():\n from jovian.dice import Pool, odds\n"
    assert list(imported(ast.parse(text))) == ["b", "jovian.dice", "jovian.dice.odds"]
