"""Every command that the README shows works, in the order in which it stands there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ROOT, alone

README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAY = "python -m pip install -r requirements.txt && python main.py"
UNIX = "python3 -m venv .venv && . .venv/bin/activate"
WINDOWS = r"py -m venv .venv; .venv\Scripts\Activate.ps1"
TEST = "python -m pip install -r requirements-dev.txt && python -m pytest"


def commands() -> list[str]:
    """The lines of the README's blocks of shell commands."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def test_the_two_commands_stand_there_to_the_letter() -> None:
    assert [line for line in commands() if "pip install" in line] == [PLAY, TEST]


def test_a_virtual_environment_is_the_plain_way(tmp_path: Path) -> None:
    """One line for each system, outside of which nothing is installed; the line of this system is tried."""
    (block,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    lines = block.splitlines()
    assert lines == [UNIX, WINDOWS] and README.index(UNIX) < README.index(PLAY)
    if sys.platform != "win32":
        tried = UNIX.replace("python3", sys.executable, 1).replace("-m venv", "-m venv --without-pip")
        asked = f"{tried} && python -c 'import sys; print(sys.prefix)'"
        told = subprocess.run(["sh", "-c", asked], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert told.stdout.strip() == str(tmp_path / ".venv"), told.stderr


def test_every_command_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("assets", "scenarios"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    shown = [line for line in commands() if "pip install" not in line]
    assert len(shown) >= 10
    for line in shown:
        words = shlex.split(line)
        assert words[:2] == ["python", "main.py"], line
        here = f"import os, sys; sys.path.insert(0, {str(ROOT)!r}); os.chdir({str(tmp_path)!r})"
        told = alone("-c", f"{here}; from jovian.cli import main; sys.exit(main({words[2:]!r}))")
        assert (told.returncode, told.stderr) == (0, ""), f"{line}: {told.stderr}"
        assert told.stdout, line
    assert (tmp_path / "board.png").is_file() and (tmp_path / "events.jsonl").is_file()


def test_every_file_it_names_is_there() -> None:
    named = re.findall(r"`((?:jovian|tests|docs|assets|scenarios|\.ci)[\w./-]*)`|\]\((docs/[\w.]+)\)", README)
    paths = [first or second for first, second in named]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_dependency_is_explained() -> None:
    for file in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
            package = re.match(r"[A-Za-z][\w.-]*", line)
            if package and not line.startswith(("#", "-r")):
                assert package.group() in README, package.group()
    assert sys.version_info >= (3, 11)
