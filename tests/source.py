"""The project's Python files, each parsed once, and what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.commands import ROOT

PACKAGE = ROOT / "jovian"
FILES = sorted(PACKAGE.rglob("*.py"))
TEST_FILES = sorted((ROOT / "tests").rglob("*.py"))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

Graph = Mapping[str, list[str]]
"""Names, each with the names that it imports."""


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path))


def relative(path: Path) -> str:
    """Return the path below the project, with slashes."""
    return path.relative_to(ROOT).as_posix()


def module_name(path: Path) -> str:
    """Return the name by which a file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


PATHS = {module_name(path): path for path in FILES}
"""The modules of the package by name."""


def imported_modules(node: ast.AST) -> Iterator[str]:
    """Yield the modules imported anywhere below a node, without those for type checkers only."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            submodule = f"{node.module}.{alias.name}"
            yield submodule if submodule in PATHS else node.module
    for child in ast.iter_child_nodes(node):
        yield from imported_modules(child)


@cache
def imported_names(path: Path) -> tuple[str, ...]:
    """Return the full names that a file imports, such as `jovian.dice.Pool`, also for type checkers only."""
    names: list[str] = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names]
    return tuple(names)


@cache
def import_graph(folder: Path) -> Graph:
    """Return the modules of a folder, each with the modules of the folder that it imports."""
    own = {module_name(path): path for path in sorted(folder.rglob("*.py"))}
    return {name: sorted({*imported_modules(tree(path))} & own.keys() - {name}) for name, path in own.items()}


def find_cycle(graph: Graph) -> list[str]:
    """Return the names along an import cycle, the first one again at the end, or [] if there is none."""
    done: set[str] = set()
    trail: list[str] = []

    def visit(name: str) -> list[str]:
        if name in trail:
            return [*trail[trail.index(name) :], name]
        if name in done:
            return []
        trail.append(name)
        cycle = next((cycle for other in graph[name] if (cycle := visit(other))), [])
        trail.pop()
        done.add(name)
        return cycle

    return next((cycle for name in graph if (cycle := visit(name))), [])
