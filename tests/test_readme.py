"""Tests of the README and of the commands in `sh` blocks of all pages, in the order of each page."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from time import sleep

import pygame
import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.match.saves import load
from jovian.ui.board import Scene, picture
from tests.bounds import until
from tests.commands import ROOT, run, run_python, write_short_scenario
from tests.ui.board.test_picture import difference
from tools.window_picture import write_picture

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
}
WITH_COMMANDS = sorted(name for name, text in PAGES.items() if "```sh\n" in text)
PLAY = "python -m pip install -r requirements.txt && python main.py"
TEST = "python -m pip install -r requirements-dev.txt && python -m pytest -n auto"
CREATE, ACTIVATE = "python3 -m venv .venv", ". .venv/bin/activate"
WINDOWS = ("py -m venv .venv", r".venv\Scripts\Activate.ps1", r".venv\Scripts\activate.bat")
COMPILED = [TEST.partition(" && ")[0], "JOVIAN_WARS_COMPILED=1 python -m pip install --no-build-isolation ."]
"""`test_compiled.py` tries this without pip."""
FILE = r"`((?:jovian|tests|docs|assets|scenarios|\.ci)[\w./-]*)`|\]\(([\w.][\w./-]*)(?:#[\w-]*)?\)"
"""Files and folders, in code or as links."""
TABLE, WINDOW = "docs/table.png", "docs/window.png"
MAX_BYTES = 400_000
INPUTS = ("table.json", "plan-a.json", "plan-b.json", "example_bot.py", "fleet.txt")
"""Files in `docs/` that commands read."""
OUTPUTS = {
    "docs/rehearsal.md": ("puzzle.json",),
    "docs/commands.md": (
        "board.png",
        "board.svg",
        "copy.json",
        "copy.png",
        "events.jsonl",
        "game.gif",
        "position.yaml",
    ),
    "CONTRIBUTING.md": (TABLE,),
}
"""Files that the commands of a page write."""


def shell_commands(page: str) -> list[str]:
    """Return the lines of the `sh` blocks of a page."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGES[page], re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("page", ("README.md", "CONTRIBUTING.md"))
def test_two_commands_install_play_and_test(page: str) -> None:
    assert [line for line in shell_commands(page) if "pip install" in line] == [PLAY, TEST]


def test_only_these_pages_install_anything() -> None:
    others = set(WITH_COMMANDS) - {"README.md", "CONTRIBUTING.md"}
    assert [page for page in others if "pip install" in " ".join(shell_commands(page))] == []


def test_a_virtual_environment_is_created_first(tmp_path: Path) -> None:
    """One row per system. The commands of this system are tried."""
    assert f"| `{CREATE}` | `{ACTIVATE}` |" in README and README.index(CREATE) < README.index(PLAY)
    assert all(f"`{command}`" in README for command in WINDOWS)
    if sys.platform != "win32":
        create = CREATE.replace("python3", sys.executable, 1).replace("-m venv", "-m venv --without-pip")
        script = f"{create} && {ACTIVATE} && python -c 'import sys; print(sys.prefix)'"
        done = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.stdout.strip() == str(tmp_path / ".venv"), done.stderr


def test_the_compiled_build_is_described() -> None:
    blocks = re.findall(r"```text\n(.*?)```", PAGES["docs/performance.md"], re.DOTALL)
    assert [block.splitlines() for block in blocks] == [COMPILED]


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_every_command_works(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Our commands run in this process, with the contents of the game, as on a machine with 1 core. `--until` plays
    fewer games, and the introductory scenario has 2 Game Turns.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("jovian.rehearsal.comparison.MIN_GAMES", 4)
    monkeypatch.setattr("jovian.commands.rehearse.cores", lambda: 1)
    for folder in ("assets", "scenarios"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    (tmp_path / "docs").mkdir()
    for name in INPUTS:
        (tmp_path / "docs" / name).symlink_to(ROOT / "docs" / name)
    copytree(ROOT / "scenarios", tmp_path / "short")
    write_short_scenario(tmp_path / "short", 2)
    for line in shell_commands(page):
        if line not in (PLAY, TEST):
            with monkeypatch.context() as patch, use_shelves(BUILTIN_SHELF._replace(scenarios=tmp_path / "short")):
                _run_line(line, patch, capsys)
    assert [name for name in OUTPUTS.get(page, ()) if not (tmp_path / name).is_file()] == []
    if (tmp_path / TABLE).is_file():
        _compare_pictures(tmp_path / TABLE, ROOT / TABLE, 2.0)


def _run_line(line: str, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command. It must succeed, print something, and print no error. Tests are only collected."""
    command, _, source = line.partition(" < ")
    words = shlex.split(command)
    if words[:2] == ["python", "main.py"]:
        if source:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(source).read_bytes())))
        status, out, err = run(capsys, *words[2:])
    else:
        assert words[:3] == ["python", "-m", "pytest"] or words[2].startswith("tools."), line
        done = run_python(*words[1:], *(("--collect-only", "-q") if words[2] == "pytest" else ()))
        status, out, err = done.returncode, done.stdout, done.stderr
    assert (status, err) == (0, ""), f"{line}: {err}"
    assert out, line


def _compare_pictures(made: Path, kept: Path, tolerance: float) -> None:
    """Check that two pictures have the same size, and look alike at a coarse resolution."""
    one, other = pygame.image.load(made), pygame.image.load(kept)
    assert one.get_size() == other.get_size()
    coarse = [pygame.transform.smoothscale(image, (225, 225)) for image in (one, other)]
    assert difference(*coarse) < tolerance, f"draw {kept.name} again and look at it"


def test_the_picture_of_the_table_opens_the_readme_and_shows_its_ships() -> None:
    """The picture is small enough for the top of a page. The comparison would notice an empty table."""
    assert README.splitlines()[2].endswith(f"]({TABLE})") and (ROOT / TABLE).stat().st_size < MAX_BYTES
    kept = pygame.transform.smoothscale(pygame.image.load(ROOT / TABLE), (225, 225))
    state = load(ROOT / "docs" / "table.json").state
    empty = Scene(hidden=frozenset(state.models))
    bare = pygame.transform.smoothscale(picture(state, 1080, empty, (9, 8, 42, 41)), (225, 225))
    assert difference(kept, bare) > 2.0


def test_the_picture_of_the_window_is_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "JOVIAN_WARS_HOME"):
        monkeypatch.setenv(name, "")  # `write_picture` sets these. Now they are restored.
    write_picture(tmp_path / "window.png")
    assert f"]({WINDOW})" in README and (ROOT / WINDOW).stat().st_size < MAX_BYTES
    _compare_pictures(tmp_path / "window.png", ROOT / WINDOW, 4.0)


@pytest.mark.parametrize("page", ("README.md", "CONTRIBUTING.md"))
def test_every_file_it_names_exists(page: str) -> None:
    paths = [first or second for first, second in re.findall(FILE, PAGES[page])]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_dependency_is_explained() -> None:
    for file in sorted((ROOT / "requirements").glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            package = re.match(r"[A-Za-z][\w.-]*", line)
            if package and not line.startswith(("#", "-r")):
                assert package.group() in README, package.group()
    assert sys.version_info >= (3, 11)


def test_a_host_and_a_guest_of_the_page_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both commands run at once, with a short game, any free port, and the printed invite.

    Then the host is killed, and continues from its save. The guest only waits.
    """
    monkeypatch.setenv("JOVIAN_WARS_HOME", str(tmp_path))
    host, join = re.findall(r"^    python main.py ((?:host|join) .*)$", PAGES["docs/online.md"], re.MULTILINE)[:2]
    short = str(write_short_scenario(tmp_path, 1))
    words = [short if word == "introductory" else word for word in shlex.split(host.replace("24001", "0"))]
    first = _start(*words, "--address", "127.0.0.1")
    assert first.stdout is not None
    invite = first.stdout.readline().split()[-1]
    guest = _start(*shlex.split(join.replace("INVITE", invite)))
    save = tmp_path / "saves" / "game 1" / "latest.json"
    for _ in until(lambda: save.is_file() and save.with_suffix(".journal").is_file()):
        sleep(0.01)
    first.kill()
    first.communicate()
    again = _start("host", str(save), "--address", "127.0.0.1")
    results = [process.communicate(timeout=300)[0] for process in (again, guest)]
    assert (again.returncode, guest.returncode) == (0, 0), results
    digests = [re.findall(r"Digest (\w+)\.", result) for result in results]
    assert digests[0] == digests[1] and len(digests[0]) == 1
    assert invite in results[0] and "agrees with what you have seen" in results[1]


def _start(*words: str) -> subprocess.Popen[str]:
    """Start a command in a process of its own."""
    command = [sys.executable, "main.py", *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
