"""Missing and wrong packages: one line with the package and the command that installs it, and status 2."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from jovian import packages
from jovian.packages import CORE, EXTRAS, describe_import_error, install_command, module_of, requirements
from tests.commands import ROOT, run_python
from tests.source import FILES, facts
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
    ("pygame", ()),
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
    ("cryptography", ("host", "introductory")),
    ("websockets", ("join", "127.0.0.1:1/" + 42 * "a")),
    ("distributed", (*REHEARSE[:-2], "--cluster", "tcp://127.0.0.1:9")),
)
"""A command that needs each package. () opens the window."""


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Advice has paths as seen from here, where the child processes run too. No host has been here before."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(tmp_path_factory.mktemp("home")))


def blocked(module: str, arguments: tuple[str, ...], **environment: str) -> tuple[int, str, str]:
    """Return the status, standard output and standard error of a child process that cannot import a module."""
    child = run_python("-c", BLOCK.format(module=module, root=str(ROOT), arguments=list(arguments)), **environment)
    return child.returncode, child.stdout, child.stderr


def third_party_imports() -> set[str]:
    names = {name.partition(".")[0] for path in (*FILES, ROOT / "main.py") for name in facts(path).names}
    return names - set(sys.stdlib_module_names) - {"jovian"}


def test_every_import_is_a_requirement() -> None:
    assert third_party_imports() <= set(requirements())
    assert set(requirements()) - third_party_imports() == {"font_manrope"}  # The window has another font too.


def test_an_installation_has_the_same_extras() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["dynamic"]
    files = {"core": listed["dependencies"], **listed["optional-dependencies"]}
    assert files == {name: {"file": [f"requirements/{name}.txt"]} for name in (CORE, *EXTRAS, "dev")}


@pytest.mark.parametrize(
    ("module", "arguments"), COMMANDS, ids=lambda value: value if type(value) is str else (*value, "window")[0]
)
def test_a_missing_package_is_one_line(module: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(FLEET, encoding="utf-8")
    status, out, err = blocked(module, tuple(part.format(folder=tmp_path) for part in arguments))
    package, _, extra = requirements()[module]
    missing = f"the package {package} is missing"
    cause = missing if extra == CORE else f"the extra {extra} is not installed ({missing})"
    assert (status, out, err) == (2, "", f"{cause}: {install_command(extra)}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["own.yaml"]


@pytest.mark.parametrize(
    ("module", "cause"),
    [
        ("kiwisolver", "the package matplotlib needs kiwisolver, which is missing"),
        ("numpy", "the extra report is not installed (the package numpy is missing)"),
    ],
)
def test_a_package_without_its_own_packages_is_named(module: str, cause: str, tmp_path: Path) -> None:
    """Another extra has one of them too. The advice names the extra that the command needs."""
    status, _, err = blocked(module, tuple(part.format(folder=tmp_path) for part in REPORT))
    assert (status, err) == (2, f"{cause}: {install_command('report')}\n")


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
    line = f"the package pydantic-core 2.10.4 is too old: {install_command(CORE)}\n"
    assert (child.returncode, child.stderr) == (2, line)


@pytest.mark.parametrize("arguments", [(), ("render", "introductory", "-o", "{folder}/table.png")])
def test_the_old_pygame_is_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """The old pygame overwrites files of pygame-ce, which stays in the list of packages."""
    path = in_front(tmp_path, "pygame-ce", "2.5.0", "class Rect: pass\nSurface = Rect\n")
    child = run_python("main.py", *(part.format(folder=tmp_path) for part in arguments), PYTHONPATH=path)
    assert (child.returncode, child.stderr.count("\n")) == (2, 1)
    assert child.stderr.endswith(f" uninstall pygame pygame-ce, then {install_command(CORE)}\n")


def test_our_own_mistakes_are_not_blamed_on_packages() -> None:
    missing = ModuleNotFoundError("No module named 'jovian.nowhere'", name="jovian.nowhere")
    assert describe_import_error(missing) == ""
    assert describe_import_error(ImportError("no name", name="json")) == ""


@pytest.mark.parametrize(
    ("marker", "text", "in_project", "installed"),
    [
        ("bin/python", "", "python -m pip install -r {file}", 'python -m pip install "jovian-wars[report]"'),
        ("pipx_metadata.json", "{}", "pipx runpip game install -r {file}",
         'pipx runpip game install "jovian-wars[report]"'),
        ("pyvenv.cfg", "home = /usr/bin\nuv = 0.9.1\n", "uv pip install --python {python} -r {file}",
         'uv pip install --python {python} "jovian-wars[report]"'),
        ("pyvenv.cfg", "home = /usr/bin\nversion = 3.12.1\n", "{python} -m pip install -r {file}",
         '{python} -m pip install "jovian-wars[report]"'),
    ],
)  # fmt: skip
def test_advice_fits_how_the_game_was_installed(
    marker: str, text: str, in_project: str, installed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first environment is active, so that `python` is its Python."""
    environment = tmp_path / "game"
    python = environment / "bin" / "python"
    (environment / marker).parent.mkdir(parents=True)
    (environment / marker).write_text(text)
    if python.exists():
        python.chmod(0o755)
    monkeypatch.setenv("PATH", str(python.parent))
    monkeypatch.setattr(sys, "prefix", str(environment))
    monkeypatch.setattr(sys, "executable", str(python))
    assert install_command("report") == in_project.format(python=python, file="requirements/report.txt")
    monkeypatch.chdir(tmp_path)
    assert install_command("report") == in_project.format(python=python, file=ROOT / "requirements" / "report.txt")
    monkeypatch.setattr(packages, "IS_INSTALLED", True)
    assert install_command("report") == installed.format(python=python)
    assert install_command(CORE) == installed.format(python=python).replace('"jovian-wars[report]"', "jovian-wars")


def test_a_program_without_python_cannot_get_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    missing = ModuleNotFoundError("No module named 'weasyprint'", name="weasyprint")
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    line = describe_import_error(missing)
    assert line.startswith("the extra pdf is not installed (the package weasyprint is missing): this program can't")
