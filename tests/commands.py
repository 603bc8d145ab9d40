"""Running the command line in tests: inside this process, or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jovian.cli import main

ROOT = Path(__file__).resolve().parents[1]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """The status, standard output and standard error of a command."""
    capsys.readouterr()
    status = main([str(argument) for argument in arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def alone(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python with these arguments in a process of its own, without a display unless the environment gives one."""
    own = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env={**own, **environment}, capture_output=True, text=True, check=False
    )
