"""Every command that the README and CONTRIBUTING show works, in the order in which it stands there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from jovian.match.saves import load
from jovian.ui.board import Scene, picture
from tests.commands import ROOT, alone
from tests.ui.board.test_picture import difference

PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")}
README = PAGES["README.md"]
PLAY = "python -m pip install -r requirements.txt && python main.py"
UNIX = "python3 -m venv .venv && . .venv/bin/activate"
WINDOWS = r"py -m venv .venv; .venv\Scripts\Activate.ps1"
TEST = "python -m pip install -r requirements-dev.txt && python -m pytest -n auto"
COMPILED = [TEST.partition(" && ")[0], "JOVIAN_WARS_COMPILED=1 python -m pip install --no-build-isolation ."]
"""What `test_compiled.py` tries, without pip."""
NAMED = r"`((?:jovian|tests|docs|assets|scenarios|\.ci)[\w./-]*)`|\]\(([\w.][\w./]*)(?:#[\w-]*)?\)"
"""Files and folders, in code or as links."""
PICTURE = "docs/table.png"


def commands(page: str) -> list[str]:
    """The lines of a page's blocks of shell commands."""
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("page", PAGES)
def test_the_two_commands_stand_there_to_the_letter(page: str) -> None:
    assert [line for line in commands(PAGES[page]) if "pip install" in line] == [PLAY, TEST]


def test_a_virtual_environment_is_the_plain_way(tmp_path: Path) -> None:
    """One line for each system, outside of which nothing is installed; the line of this system is tried."""
    plain, compiled = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    assert plain.splitlines() == [UNIX, WINDOWS] and README.index(UNIX) < README.index(PLAY)
    assert compiled.splitlines() == COMPILED
    if sys.platform != "win32":
        tried = UNIX.replace("python3", sys.executable, 1).replace("-m venv", "-m venv --without-pip")
        asked = f"{tried} && python -c 'import sys; print(sys.prefix)'"
        told = subprocess.run(["sh", "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert told.stdout.strip() == str(tmp_path / ".venv"), told.stderr


@pytest.mark.parametrize("page", PAGES)
def test_every_command_works(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("assets", "scenarios"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    (tmp_path / "docs").mkdir()
    for name in ("table.json", "plan-a.json", "plan-b.json"):
        (tmp_path / "docs" / name).symlink_to(ROOT / "docs" / name)
    for line in commands(PAGES[page]):
        words = shlex.split(line)
        if line in (PLAY, TEST):
            continue
        if words[:2] == ["python", "-m"] and words[2].partition(".")[0] in ("pytest", "tools"):
            told = alone(*words[1:])
        else:
            assert words[:2] == ["python", "main.py"], line
            here = f"import os, sys; sys.path.insert(0, {str(ROOT)!r}); os.chdir({str(tmp_path)!r})"
            told = alone("-c", f"{here}; from jovian.cli import main; sys.exit(main({words[2:]!r}))")
        assert (told.returncode, told.stderr) == (0, ""), f"{line}: {told.stderr}"
        assert told.stdout, line
    made = [path for path in ("board.png", "events.jsonl", PICTURE) if (tmp_path / path).is_file()]
    assert made == (["board.png", "events.jsonl", PICTURE] if page == "README.md" else [PICTURE])
    _looks_the_same(tmp_path / PICTURE, ROOT / PICTURE)


def _looks_the_same(made: Path, kept: Path) -> None:
    """Two pictures of one size whose coarse pictures are alike."""
    one, other = pygame.image.load(made), pygame.image.load(kept)
    assert one.get_size() == other.get_size()
    coarse = [pygame.transform.smoothscale(each, (225, 225)) for each in (one, other)]
    assert difference(*coarse) < 2.0, f"draw {PICTURE} anew and look at it"


def test_the_picture_opens_the_readme_and_shows_its_ships() -> None:
    """It is small enough to open a page, and the comparison would notice an empty table."""
    assert README.splitlines()[2].endswith(f"]({PICTURE})") and (ROOT / PICTURE).stat().st_size < 400_000
    kept = pygame.transform.smoothscale(pygame.image.load(ROOT / PICTURE), (225, 225))
    state = load(ROOT / "docs" / "table.json").state
    away = Scene(hidden=frozenset(state.models))
    bare = pygame.transform.smoothscale(picture(state, 1080, away, (9, 8, 42, 41)), (225, 225))
    assert difference(kept, bare) > 2.0


@pytest.mark.parametrize("page", PAGES)
def test_every_file_it_names_is_there(page: str) -> None:
    named = re.findall(NAMED, PAGES[page])
    paths = [first or second for first, second in named]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_dependency_is_explained() -> None:
    for file in ("requirements.txt", "requirements-cluster.txt", "requirements-dev.txt"):
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
            package = re.match(r"[A-Za-z][\w.-]*", line)
            if package and not line.startswith(("#", "-r")):
                assert package.group() in README, package.group()
    assert sys.version_info >= (3, 11)
