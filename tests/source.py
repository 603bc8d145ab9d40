"""The project's Python files, each parsed once, and what they contain."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.commands import ROOT

PACKAGE = ROOT / "jovian"
FILES = sorted(PACKAGE.rglob("*.py"))
TEST_FILES = sorted((ROOT / "tests").rglob("*.py"))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

Graph = Mapping[str, list[str]]
"""Names, each with the names that it imports."""


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


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


@dataclass(frozen=True, slots=True)
class Facts:
    """What tests ask of a file. Its tree would take 50 times the memory."""

    docstring: str | None
    names: tuple[str, ...]
    """The full names that it imports, such as `jovian.dice.Pool`, also for type checkers only."""
    modules: frozenset[str]
    """The modules that it imports anywhere, without those for type checkers only."""
    late: frozenset[str]
    """The modules that it imports inside functions."""
    strings: tuple[tuple[int, str], ...]
    """Its strings with their lines, without docstrings."""
    docstrings: tuple[tuple[int, str], ...]
    """Its strings that are statements, with their lines."""
    patterns: tuple[tuple[str, object], ...]
    """The functions of `re` that it calls with a constant, and these constants."""


@cache
def facts(path: Path) -> Facts:
    """Return what a file contains. Each file is parsed once."""
    return facts_of(tree(path))


def facts_of(module: ast.Module) -> Facts:
    names: list[str] = []
    late: set[str] = set()
    strings: list[ast.Constant] = []
    patterns: list[tuple[str, object]] = []
    statements: set[int] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, FUNCTIONS):
            late |= set(imported_modules(node))
        elif isinstance(node, ast.Expr):
            statements.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            owner, first = node.func.value, node.args[0]
            if isinstance(owner, ast.Name) and owner.id == "re" and isinstance(first, ast.Constant):
                patterns.append((node.func.attr, first.value))
    docs = tuple((node.lineno, str(node.value)) for node in strings if id(node) in statements)
    others = tuple((node.lineno, str(node.value)) for node in strings if id(node) not in statements)
    modules = frozenset(imported_modules(module))
    return Facts(ast.get_docstring(module), tuple(names), modules, frozenset(late), others, docs, tuple(patterns))


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
    for child in ast.iter_child_nodes(node) if not isinstance(node, ast.expr) else ():
        yield from imported_modules(child)


@cache
def import_graph(folder: Path) -> Graph:
    """Return the modules of a folder, each with the modules of the folder that it imports."""
    own = {module_name(path): path for path in sorted(folder.rglob("*.py"))}
    return {name: sorted(facts(path).modules & own.keys() - {name}) for name, path in own.items()}


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
