"""Layers: each package imports only packages below it, and each library is imported in one package only."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.commands import ROOT

HOUSE = ROOT / "jovian"
FLOORS: dict[str, tuple[str, ...]] = {
    "frozen": (),
    "dice": (),
    "table": (),
    "cards": (),
    "game": ("dice", "table", "cards"),
    "rules": ("dice", "table", "cards", "game"),
    "narrator": ("dice", "table", "cards", "game", "rules"),
    "match": ("dice", "table", "cards", "game", "rules"),
    "editing": ("dice", "table", "cards", "game", "rules", "match"),
    "players": ("dice", "table", "cards", "game", "rules", "match"),
    "rehearsal": ("dice", "table", "cards", "game", "rules", "match", "players", "play"),
    "play": ("dice", "table", "cards", "game", "rules", "match", "players"),
    "ui": ("dice", "table", "cards", "game", "rules", "match", "players", "rehearsal", "play", "narrator", "editing"),
    "commands": (
        "dice", "table", "cards", "game", "rules", "match", "players", "rehearsal", "play", "narrator", "editing", "ui",
    ),
}  # fmt: skip
"""Folder by folder, what it may import besides `frozen.py`."""
HOMES = {"pygame": ("ui",), "pymunk": ("table",), "yaml": ("cards",), "typer": ("commands",)} | dict.fromkeys(
    ("scipy", "matplotlib", "jinja2", "markupsafe", "distributed", "psutil"), ("rehearsal",)
)
"""Libraries that live in one folder alone."""
NEVER = ("numpy", "pygame_gui")
"""Libraries that nothing imports, so far or any more."""
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("[!m]*.md")))
"""What tells of the house as it is; `mutation.md` lists the lines of a sample as they stood when it was taken."""
FILES = sorted(path for path in HOUSE.rglob("*.py"))
TESTS = sorted(path for path in (ROOT / "tests").rglob("*.py"))


def floor(path: Path) -> str:
    """The folder below `jovian` that a file is in, or its own name."""
    parts = path.relative_to(HOUSE).parts
    return parts[0] if len(parts) > 1 else path.stem


def imports(path: Path) -> list[str]:
    """The full names of the modules that a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_folder_has_a_floor() -> None:
    folders = {path.name for path in HOUSE.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert folders <= set(FLOORS)


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_imports_only_go_down(path: Path) -> None:
    own = floor(path)
    if own not in FLOORS:  # cli.py and jovian/__init__.py
        return
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "jovian" and len(parts) > 1 and parts[1] in (*FLOORS, "cli"):
            assert parts[1] in (own, "frozen", *FLOORS[own]), f"{own} imports {name}"


@pytest.mark.parametrize("path", [path for path in FILES if path.parent != HOUSE], ids=relative)
def test_nothing_is_imported_by_way_of_the_face(path: Path) -> None:
    """What `jovian` names for programs, the house imports from where it lives."""
    named = [name.split(".")[1:2] for name in imports(path) if name.split(".")[0] == "jovian"]
    assert [each for each in named if each not in ([floor] for floor in (*FLOORS, "cli", "__version__"))] == []


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_libraries_stay_at_home(path: Path) -> None:
    for name in imports(path):
        library = name.split(".")[0]
        assert library not in NEVER, name
        assert library not in HOMES or floor(path) in HOMES[library], f"{name} belongs to {HOMES[library]}"


def test_pymunk_is_in_one_file() -> None:
    assert [relative(path) for path in FILES if any(n.startswith("pymunk") for n in imports(path))] == [
        "jovian/table/space.py"
    ]


def test_the_command_line_is_light() -> None:
    """What `main.py` imports at once, every worker process imports again."""
    top = ast.parse((HOUSE / "cli.py").read_text(encoding="utf-8")).body
    modules = [node.module for node in top if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in top if isinstance(node, ast.Import) for alias in node.names]
    assert set(modules) <= {"__future__", "collections.abc", "gc", "os", "sys"}


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_every_module_says_what_lives_there(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def python_files() -> set[str]:
    return {path.name for path in [*FILES, *TESTS, *(ROOT / "docs").glob("*.py"), ROOT / "main.py"]}


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_a_page_names_only_files_that_are_there(page: Path) -> None:
    """By name, or by a path below the project, `jovian/`, `jovian/rules/` or `tests/`."""
    text = page.read_text(encoding="utf-8")
    tops = (ROOT, HOUSE, HOUSE / "rules", ROOT / "tests", *(path for path in HOUSE.iterdir() if path.is_dir()))
    named = [name for name in re.findall(r"`([\w/]+\.py)`", text) if "/" in name]
    assert [name for name in named if not any((top / name).is_file() for top in tops)] == []
    assert set(re.findall(r"\b(\w+\.py)\b", text)) - python_files() == set()


@pytest.mark.parametrize("path", TESTS, ids=relative)
def test_tests_ask_the_rules_through_one_face(path: Path) -> None:
    """Whoever moves something in the rules changes `tests/face.py`, and no test; the yardstick is a player."""
    if relative(path).startswith(("tests/face.py", "tests/yardstick/")):
        return
    assert [name for name in imports(path) if name.startswith("jovian.rules.")] == []
