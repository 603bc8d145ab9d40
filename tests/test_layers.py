"""The structure of the code: layers, their order, where libraries are imported, and import cycles."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from pathlib import Path

from tests.commands import ROOT
from tests.source import (
    FILES,
    PACKAGE,
    PATHS,
    TEST_FILES,
    facts,
    find_cycle,
    import_graph,
    imported_modules,
    relative,
    text,
    tree,
)

LAYERS: dict[str, tuple[str, ...]] = {
    "frozen": (),
    "html": (),
    "garbage": (),
    "packages": (),
    "dice": (),
    "table": (),
    "cards": (),
    "background": ("cards", "garbage"),
    "game": ("dice", "table", "cards"),
    "rules": ("dice", "table", "cards", "game"),
    "narrator": ("dice", "table", "cards", "game", "rules"),
    "match": ("dice", "table", "cards", "game", "rules"),
    "fleets": ("dice", "table", "cards", "game", "rules", "match", "html"),
    "editing": ("dice", "table", "cards", "game", "rules", "match"),
    "players": ("dice", "table", "cards", "game", "rules", "match", "background"),
    "rehearsal": (
        "dice", "table", "cards", "game", "rules", "narrator", "match", "players", "play", "fleets", "background",
        "html",
    ),
    "play": ("dice", "table", "cards", "game", "rules", "match", "players"),
    "lessons": ("dice", "table", "cards", "game", "rules", "match", "players", "play"),
    "environment": ("dice", "table", "cards", "game", "rules", "match", "play", "ui"),
    "diagrams": ("dice", "table", "cards", "game", "rules"),
    "board_svg": ("dice", "table", "cards", "game", "rules"),
    "game_page": ("table", "game", "rules", "match", "narrator", "rehearsal", "board_svg", "html"),
    "side_copy": ("dice", "cards", "game", "rules", "match", "narrator"),
    "film": ("game", "match", "game_page", "ui"),
    "user_files": ("background", "table", "cards", "rules", "match", "players", "rehearsal", "lessons"),
    "descriptions": ("dice", "table", "cards", "game", "rules", "players", "play"),
    "net": ("cards", "game", "rules", "match", "players"),
    "session": ("cards", "game", "rules", "match", "players", "play", "user_files", "net", "side_copy"),
    "ui": (
        "dice", "table", "cards", "game", "rules", "match", "players", "rehearsal", "play", "lessons", "narrator",
        "editing", "fleets", "board_svg", "diagrams", "game_page", "side_copy", "garbage", "background", "user_files",
        "descriptions", "session", "net", "packages",
    ),
    "commands": (
        "dice", "table", "cards", "game", "rules", "match", "players", "rehearsal", "play", "lessons", "narrator",
        "editing", "fleets", "board_svg", "diagrams", "game_page", "side_copy", "film", "user_files", "descriptions",
        "session", "ui", "html", "background", "net", "packages",
    ),
}  # fmt: skip
"""The layers that each layer may import, besides `frozen.py`."""
ORDER = {
    "rules": (
        "basics", "rulebook", "traits", "shots", "placement", "damage", "attack", "moving", "escort", "terrain",
        "squadrons", "close_combat", "weapons", "supplies", "scenario", "actions", "editions", "menu", "sequence",
        "setup", "edits", "book", "reference", "pages",
    ),
    "ui": ("kit", "settings", "session", "board", "presentation", "panels", "editor", "questions", "screens", ""),
}  # fmt: skip
"""The folders and files inside a layer, from the bottom up. Each imports only the ones before it. "" is the rest."""
LIBRARIES = {
    "pygame": ("ui",),
    "pymunk": ("table",),
    "yaml": ("cards",),
    "typer": ("commands",),
    "segno": ("fleets",),
    "weasyprint": ("fleets",),
    "PIL": ("film",),
    "imageio_ffmpeg": ("film",),
    "platformdirs": ("user_files",),
    "jinja2": ("html",),
} | dict.fromkeys(("mpmath", "matplotlib", "distributed"), ("rehearsal",))
LIBRARIES |= dict.fromkeys(("websockets", "cryptography"), ("net",))
LIBRARIES["psutil"] = ("background",)
LIBRARIES |= dict.fromkeys(("pettingzoo", "gymnasium", "numpy"), ("environment",))
"""The only layer that imports each library."""
UNUSED_LIBRARIES = ("pygame_gui",)
DRAWING_COMMANDS = ("render", "window")
"""The only commands that import the window."""
LATE_LAYERS, LATE_FILES = ("commands",), ("cards/building.py",)
"""Modules that are imported inside functions, so that a command starts without what only other commands need."""
PAST = ("history.md",)
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
"""All pages about the current code. Pages in `PAST` quote names of an earlier time."""
SHARED_CLASSES = {"Attack", "Board", "Command", "Group", "Ram", "Table"}
"""Names of two classes: words of the rulebook and of the command line."""
MANY_LINES = 1_500


def layer(path: Path) -> str:
    """Return the layer that a file belongs to: its folder below `jovian`, or its own name."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else path.stem


def part_of(name: str, path: Path) -> str:
    """Return the folder or file inside a layer that a path belongs to: "" for what `ORDER` doesn't name."""
    part = path.relative_to(PACKAGE / name).parts[0].removesuffix(".py")
    return part if part in ORDER[name] else ""


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert folders <= set(LAYERS)


def test_imports_only_go_down() -> None:
    wrong = []
    for path in FILES:
        own = layer(path)
        for name in facts(path).names if own in LAYERS else ():
            parts = name.split(".")
            assert parts[0], f"{relative(path)}: relative import {name}"
            is_layer = parts[0] == "jovian" and len(parts) > 1 and parts[1] in (*LAYERS, "cli")
            if is_layer and parts[1] not in (own, "frozen", *LAYERS[own]):
                wrong.append(f"{relative(path)} imports {name}")
    assert wrong == []


def test_the_public_api_is_for_programs_only() -> None:
    """The package imports its names from where they are defined."""
    layers = {*LAYERS, "cli", "__version__"}
    assert [
        f"{relative(path)} imports {name}"
        for path in FILES
        if path.parent != PACKAGE
        for name in facts(path).names
        if name.split(".")[0] == "jovian" and not layers.intersection(name.split(".")[1:2])
    ] == []


def test_each_library_is_imported_by_one_layer() -> None:
    wrong = []
    for path in FILES:
        for name in facts(path).names:
            library = name.split(".")[0]
            if library in UNUSED_LIBRARIES or layer(path) not in LIBRARIES.get(library, (layer(path),)):
                wrong.append(f"{relative(path)} imports {library}")
    assert wrong == []


def test_only_commands_that_draw_import_the_window() -> None:
    commands = [path for path in FILES if layer(path) == "commands"]
    drawing = [path.stem for path in commands if any(name.startswith("jovian.ui") for name in facts(path).names)]
    assert sorted(drawing) == sorted(DRAWING_COMMANDS)


def test_pymunk_is_imported_by_one_file() -> None:
    readers = [path for path in FILES if any(name.startswith("pymunk") for name in facts(path).names)]
    assert [relative(path) for path in readers] == ["jovian/table/space.py"]


def test_the_command_line_is_light() -> None:
    """Every worker process imports `main.py` again."""
    body = tree(PACKAGE / "cli.py").body
    modules = [node.module for node in body if isinstance(node, ast.ImportFrom)]
    modules += [alias.name for node in body if isinstance(node, ast.Import) for alias in node.names]
    assert set(modules) <= {"__future__", "collections.abc", "gc", "jovian.garbage", "os", "signal", "sys"}


def test_the_folders_of_a_layer_have_an_order() -> None:
    for name, order in ORDER.items():
        folders = {path.name for path in (PACKAGE / name).iterdir() if any(path.glob("*.py"))}
        assert folders <= set(order) <= {path.stem for path in (PACKAGE / name).iterdir()} | {""}, name


def test_a_folder_imports_only_folders_below_it() -> None:
    wrong = []
    for name, order in ORDER.items():
        for module, others in import_graph(PACKAGE / name).items():
            rank = order.index(part_of(name, PATHS[module])) if "" in order or part_of(name, PATHS[module]) else -1
            wrong += [
                f"{module} imports {other}"
                for other in others
                if part_of(name, PATHS[other]) in order and order.index(part_of(name, PATHS[other])) > rank >= 0
            ]
    assert wrong == []


def table_names(heading: str) -> list[list[str]]:
    """Return the folders and files in the first column of a table of the architecture, row by row."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    part = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    return [[name.removesuffix("/").removesuffix(".py") for name in re.findall(r"`([\w./]+)`", row)] for row in rows]


def test_the_architecture_lists_layers_from_the_top_down() -> None:
    rows = table_names("Layers")
    ranks = {name: rank for rank, row in enumerate(rows) for name in row}
    assert set(ranks) == set(LAYERS) - {"frozen"}
    assert [(name, other) for name in ranks for other in LAYERS[name] if ranks[other] <= ranks[name]] == []


def test_the_architecture_lists_the_folders_of_a_layer_in_their_order() -> None:
    for name, order in ORDER.items():
        listed = [part for row in table_names(f"Folders of `{name}/`, lowest first") for part in row]
        assert listed == [part for part in order if part], name


def test_a_file_name_occurs_once_in_a_layer() -> None:
    names = Counter((layer(path), path.name) for path in FILES if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []


def test_a_class_name_occurs_once() -> None:
    names = Counter(name for path in FILES for name in re.findall(r"^class ([A-Z]\w*)", text(path), re.MULTILINE))
    assert {name for name, count in names.items() if count > 1} <= SHARED_CLASSES


def test_no_text_in_the_window_looks_like_the_name_of_a_class() -> None:
    """A class that got another name must not have renamed a text on the screen."""
    allowed, camel = {"SemiBold", "JobResult"}, re.compile(r"(?:[A-Z][a-z]+){2,}")  # A font and a type variable.
    found = list[tuple[str, str]]()
    for path in FILES:
        if layer(path) in ("ui", "descriptions", "narrator") and camel.search(text(path)):
            module = tree(path)
            strings = [node.value for node in ast.walk(module) if isinstance(node, ast.Constant)]
            texts = {value for value in strings if isinstance(value, str) and camel.fullmatch(value)}
            found += [(relative(path), value) for value in texts - exported(module) - allowed]
    assert found == []


def exported(module: ast.Module) -> set[str]:
    """Return the names in `__all__` of a file."""
    lists = [node.value for node in module.body if isinstance(node, ast.Assign) and "__all__" in ast.unparse(node)]
    return {item.value for names in lists for item in ast.walk(names) if isinstance(item, ast.Constant)}


def test_folders_are_at_most_two_levels_deep() -> None:
    assert [relative(path) for path in FILES if len(path.relative_to(PACKAGE).parts) > 3] == []


def test_there_is_no_import_cycle() -> None:
    for folder in sorted({path.parent for path in FILES if path.parent.parent == PACKAGE}):
        assert find_cycle(import_graph(folder)) == []


def test_a_cycle_would_be_found() -> None:
    assert find_cycle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert find_cycle({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_imports_are_at_the_top() -> None:
    late = []
    for path in FILES:
        if path.parent == PACKAGE or layer(path) in LATE_LAYERS or path.relative_to(PACKAGE).as_posix() in LATE_FILES:
            continue
        late += [f"{relative(path)} imports {name}" for name in sorted(facts(path).late) if name.startswith("jovian")]
    assert late == []


def test_the_window_hides_no_import() -> None:
    files = [path for path in FILES if layer(path) == "ui"]
    assert [relative(path) for path in files if "TYPE_CHECKING" in text(path)] == []
    assert [relative(path) for path in files if facts(path).late] == []


def test_imports_are_found_anywhere_in_a_file() -> None:
    source = "if TYPE_CHECKING:\n import a\nimport b\ndef f():\n from jovian.dice import Pool, pool\n"
    assert list(imported_modules(ast.parse(source))) == ["b", "jovian.dice", "jovian.dice.pool"]


def test_every_file_says_what_it_holds() -> None:
    assert [relative(path) for path in FILES if not facts(path).docstring] == []


def test_pages_name_only_files_that_exist() -> None:
    """A page names a file alone, or by a path below the project, `jovian/`, a layer, or `tests/`."""
    others = [*(ROOT / "docs").glob("*.py"), *(ROOT / "tools").rglob("*.py"), ROOT / "main.py"]
    names = {path.name for path in [*FILES, *TEST_FILES, *others]}
    tops = (ROOT, PACKAGE, PACKAGE / "rules", ROOT / "tests", *(path for path in PACKAGE.iterdir() if path.is_dir()))
    for page in (page for page in PAGES if page.name not in PAST):
        paths = [name for name in re.findall(r"`([\w/]+\.py)`", text(page)) if "/" in name]
        missing = [name for name in paths if not any((top / name).is_file() for top in tops)]
        assert (page.name, missing) == (page.name, [])
        assert set(re.findall(r"\b(\w+\.py)\b", text(page))) - names == set(), page.name


def test_tests_import_the_rules_through_one_file() -> None:
    """If something moves inside the rules, only `tests/rules_api.py` changes."""
    others = [path for path in TEST_FILES if not relative(path).startswith("tests/rules_api.py")]
    assert [
        f"{relative(path)} imports {name}"
        for path in others
        if "jovian.rules" in text(path)  # Parse only these.
        for name in facts(path).names
        if name.startswith("jovian.rules.")
    ] == []


def test_long_files_are_named() -> None:
    """A file of this length is probably two subjects. One of twice the length surely is."""
    lines = {relative(path): text(path).count("\n") for path in [*FILES, *TEST_FILES]}
    if long_files := [name for name, count in lines.items() if count > MANY_LINES]:
        warnings.warn(f"over {MANY_LINES} lines: {', '.join(long_files)}", stacklevel=1)
    assert max(lines.values()) <= 2 * MANY_LINES
