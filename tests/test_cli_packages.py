"""Missing and wrong packages: one line with the package and the command that installs it, and status 2."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jovian.commands.packages import OPTIONAL, describe_import_error, module_of, requirements
from tests.commands import ROOT, run_python
from tests.source import FILES, imported_names
from tests.test_contents import FLEET

BLOCK = """
import sys
class Blocker:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocker)
sys.path.insert(0, {root!r})
from jovian.cli import main
sys.exit(main({arguments!r}))
"""
QUICK = ("simulate", "introductory", "--players", "random,random")
REHEARSE = ("rehearse", "introductory", "--players", "random,random", "--games", "2", "--turns", "1", "--workers", "1")
REPORT = (*REHEARSE, "--report", "{folder}/page.html")
COMMANDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("typer", ("odds", "--base", "3")),
    ("platformdirs", ("odds", "--base", "3")),
    ("rich", ("odds", "--base", "3")),
    ("rich", QUICK),
    ("pymunk", QUICK),
    ("psutil", QUICK),
    ("loky", (*QUICK, "--games", "2", "--workers", "2")),
    ("yaml", ("check", "{folder}/own.yaml")),
    ("pydantic_core", ("check", "{folder}/own.yaml")),
    ("pydantic", ("duel", "random", "random", "--pairs", "1")),
    ("mpmath", REHEARSE),
    ("matplotlib", REPORT),
    ("jinja2", REPORT),
    ("pygame", REPORT),
    ("pygame", ("render", "introductory", "-o", "{folder}/table.png")),
    ("weasyprint", ("fleet", "print", "cega-150", "--out", "{folder}/sheets.pdf")),
    ("PIL", ("replay", "docs/table.json", "--gif", "{folder}/game.gif")),
    ("imageio_ffmpeg", ("replay", "docs/table.json", "--log", "{folder}/log", "--mp4", "{folder}/game.mp4")),
    ("distributed", (*REHEARSE[:-2], "--cluster", "tcp://127.0.0.1:9")),
)
"""A command that needs each package."""


def blocked(module: str, arguments: tuple[str, ...], **environment: str) -> tuple[int, str, str]:
    """Return the status, standard output and standard error of a child process that cannot import a module."""
    child = run_python("-c", BLOCK.format(module=module, root=str(ROOT), arguments=list(arguments)), **environment)
    return child.returncode, child.stdout, child.stderr


def third_party_imports() -> set[str]:
    names = {name.partition(".")[0] for path in (*FILES, ROOT / "main.py") for name in imported_names(path)}
    return names - set(sys.stdlib_module_names) - {"jovian"}


def test_every_import_is_a_requirement() -> None:
    assert third_party_imports() <= set(requirements())
    assert set(requirements()) <= third_party_imports() | set(OPTIONAL)


@pytest.mark.parametrize(("module", "arguments"), COMMANDS, ids=lambda value: value if type(value) is str else value[0])
def test_a_missing_package_is_one_line(module: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(FLEET, encoding="utf-8")
    status, out, err = blocked(module, tuple(part.format(folder=tmp_path) for part in arguments))
    package, minimum = requirements()[module]
    line = f'the package {package} is missing: python -m pip install "{package}>={minimum}"\n'
    assert (status, out, err) == (2, "", line)
    assert [path.name for path in tmp_path.iterdir()] == ["own.yaml"]


@pytest.mark.parametrize("module", ["segno", "pydantic_core"])
def test_the_window_refuses_to_open_without_a_package(module: str) -> None:
    """One of the packages is needed only by a later page."""
    status, out, err = blocked(module, (), SDL_VIDEODRIVER="dummy")
    assert (status, out, err.count("\n")) == (2, "", 1) and f"the package {requirements()[module][0]} is missing" in err


def test_a_package_without_its_own_packages_is_named(tmp_path: Path) -> None:
    status, _, err = blocked("kiwisolver", tuple(part.format(folder=tmp_path) for part in REPORT))
    line = 'the package matplotlib needs kiwisolver, which is missing: python -m pip install "matplotlib>=3.8"\n'
    assert (status, err) == (2, line)


def in_front(folder: Path, package: str, version: str, text: str) -> str:
    """Write a package that is found before the installed one, and return the path for `PYTHONPATH`."""
    (folder / module_of(package)).mkdir()
    (folder / module_of(package) / "__init__.py").write_text(text, encoding="utf-8")
    metadata = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    return str(folder)


@pytest.mark.parametrize("text", ["class SchemaValidator: pass\n", "def __getattr__(name): return {}.missing\n"])
def test_a_package_that_is_too_old_is_one_line(text: str, tmp_path: Path) -> None:
    """Importing from it can fail, or using it."""
    path = in_front(tmp_path, "pydantic-core", "2.10.4", text)
    (tmp_path / "own.yaml").write_text(FLEET, encoding="utf-8")
    child = run_python("main.py", "check", str(tmp_path / "own.yaml"), PYTHONPATH=path)
    line = 'the package pydantic-core 2.10.4 is too old: python -m pip install "pydantic-core>=2.18"\n'
    assert (child.returncode, child.stderr) == (2, line)


@pytest.mark.parametrize("arguments", [(), ("render", "introductory", "-o", "{folder}/table.png")])
def test_the_old_pygame_is_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """The old pygame overwrites files of pygame-ce, which stays in the list of packages."""
    path = in_front(tmp_path, "pygame-ce", "2.5.0", "class Rect: pass\nSurface = Rect\n")
    child = run_python("main.py", *(part.format(folder=tmp_path) for part in arguments), PYTHONPATH=path)
    assert (child.returncode, child.stderr.count("\n")) == (2, 1)
    assert "pip uninstall -y pygame pygame-ce, then python -m pip install --force-reinstall" in child.stderr


def test_our_own_mistakes_are_not_blamed_on_packages() -> None:
    missing = ModuleNotFoundError("No module named 'jovian.nowhere'", name="jovian.nowhere")
    assert describe_import_error(missing) == ""
    assert describe_import_error(ImportError("no name", name="json")) == ""
