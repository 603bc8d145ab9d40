"""Files shown by the programs of the system: opened, or in their folder. No shell reads any name."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from jovian.cards.files import short_name

PATIENCE = 3.0
"""Seconds in which a program says that it can't open a file. One that still runs then has opened it."""


def show_command(path: Path, system: str, *, in_folder: bool) -> Sequence[str]:
    """Return the program and its arguments that open an absolute path, or show it in its folder, on a system.

    `system` is as `sys.platform`. Only the file managers of Windows and macOS can also select the file.
    """
    if system == "win32":
        explorer = os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "explorer.exe")
        return (explorer, f"/select,{path}" if in_folder else str(path))
    if system == "darwin":
        return ("/usr/bin/open", *(["-R"] if in_folder else []), str(path))
    return ("xdg-open", str(path.parent if in_folder else path))


def show_file(path: Path, *, in_folder: bool = False, patience: float = PATIENCE) -> str:
    """Open a file, or show it in its folder. Return one line that says why that failed, "" if it worked."""
    path = path.absolute()
    if not path.exists():
        return f"{short_name(path.name)} isn't there any more."
    program, *arguments = show_command(path, sys.platform, in_folder=in_folder)
    fault = f"{short_name(path.name)} could not be shown"
    try:
        process = subprocess.Popen(
            [program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except FileNotFoundError:
        return f"{fault}: the program {Path(program).name} is missing."
    except OSError as error:
        return f"{fault}: {Path(program).name}: {error.strerror or error}."
    try:
        status = process.wait(patience)
    except subprocess.TimeoutExpired:
        return ""
    # The one of Windows always returns 1.
    return "" if not status or sys.platform == "win32" else f"{fault}: {Path(program).name} returned {status}."
