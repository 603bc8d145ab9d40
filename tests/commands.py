"""Runs of the command line in tests, inside this process or in a new one."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from jovian.cli import main
from tests.frozen_contents import FROZEN

ROOT = Path(__file__).resolve().parents[1]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run a command. Return its exit status, standard output, and standard error."""
    capsys.readouterr()
    status = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process, without a display unless `environment` sets one."""
    own = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**own, **environment}, capture_output=True, text=True, check=False
    )


def same_output(script: str) -> str:
    """Return what a script prints here, after a check that a process with another hash seed prints the same.

    Python chose the hash seed of this process at random.
    """
    printed = StringIO()
    with redirect_stdout(printed):
        exec(script, {})
    set_up = "from tests.frozen_contents import use_frozen_contents; use_frozen_contents()\n"
    other = run_python("-c", set_up + script, PYTHONHASHSEED="1")
    assert (other.stdout, other.stderr) == (printed.getvalue(), "")
    return other.stdout


def write_short_scenario(folder: Path, turns: int = 1) -> Path:
    """Write the introductory scenario with fewer Game Turns, so that its games are quick. Return its file."""
    text = (FROZEN.scenarios / "introductory.yaml").read_text(encoding="utf-8")
    path = folder / "introductory.yaml"
    path.write_text(text.replace("turns: 7", f"turns: {turns}"), encoding="utf-8")
    return path
