"""Check an installed game: `python tests/installed.py` with the Python that it was installed for, in an empty folder.

`.ci/run` does this with the packages of a player only. The window is drawn without a display.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]
SAVE = str(SOURCE / "docs" / "table.json")
HOME = Path.cwd() / "home"
"""The folder of the user."""
COMMANDS: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (0, "No display (", ()),
    (0, "Kinetic Cannon", ("rules", "kinetic", "cannon")),
    (0, "page", ("rules", "--html", "rules")),
    (0, "Usage: jovian-wars odds", ("odds", "--help")),
    (0, "random", ("simulate", "introductory", "--players", "random,random", "--games", "2", "--workers", "2")),
    (0, "digests agree", ("replay", SAVE, "--html", "game.html")),
    (0, "table.png", ("render", SAVE, "-o", "table.png")),
    (0, "sheets.html", ("fleet", "print", "cega-150", "--out", "sheets.html")),
    (0, "wins", ("rehearse", SAVE, "--players", "random,random", "--games", "2", "--turns", "1", "--workers", "1")),
    (2, '"jovian-wars[report]"', ("rehearse", SAVE, "--games", "1", "--report", "report.html")),
    (2, '"jovian-wars[pdf]"', ("fleet", "print", "cega-150", "--out", "sheets.pdf")),
    (2, "no window can be opened here", (SAVE,)),
    (2, "no window can be opened here", ("play", SAVE)),
)
"""The status of each command, a part of its output, and its arguments."""
WINDOW = """
import pygame
from jovian.ui import run
from jovian.ui.app import App

def is_drawn(app):
    surface = pygame.Surface(app.size, 0, 32)
    app.draw(surface)
    return len({tuple(surface.get_at((x, y))) for x in range(0, 1280, 9) for y in range(0, 720, 9)}) > 20

pygame.display.init()
pygame.font.init()
app = App((1280, 720))
assert is_drawn(app)
app.open_file(SAVE)
title = app.screen
while app.running and (app.screen is title or app.job is not None):
    app.step([], 1 / 60)
    pygame.time.wait(5)
assert app.modal is None and is_drawn(app), app.modal
pygame.time.set_timer(pygame.QUIT, 1000, 1)
assert run.main((1280, 720)) == 0
"""
"""A window that opens a save, and the window of a start that is closed after a second."""


def run_program(words: list[str], folder: Path, **environment: str) -> tuple[int, str]:
    """Run a program in a folder without a display. Return its exit status and its output."""
    own = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    own |= {"JOVIAN_WARS_HOME": str(HOME), "SDL_AUDIODRIVER": "dummy", **environment}
    done = subprocess.run(words, cwd=folder, env=own, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def check_window(folder: Path) -> None:
    """Open a window with the package that is in a folder, or else with the installed one."""
    code = WINDOW.replace("SAVE", repr(SAVE))
    status, output = run_program([sys.executable, "-c", code], folder, SDL_VIDEODRIVER="dummy")
    assert status == 0, output
    assert not (HOME / "reports").exists(), "the window wrote a report of an error"


def main() -> None:
    """Run the commands and open the windows. Print what fails."""
    empty = Path.cwd()
    program = shutil.which("jovian-wars", path=str(Path(sys.executable).parent))
    assert program is not None and not list(empty.iterdir())
    for number, (expected, part, arguments) in enumerate(COMMANDS):
        start = [sys.executable, "-m", "jovian"] if number % 2 else [program]
        status, output = run_program([*start, *arguments], empty)
        assert status == expected and part in output, f"{arguments}: {status} {output}"
    check_window(empty)
    assert (SOURCE / "jovian_wars.egg-info").is_dir(), "the build has left no jovian_wars.egg-info"
    status, output = run_program([sys.executable, str(SOURCE / "main.py")], empty)
    assert status == 0 and output.startswith("No display ("), output
    check_window(SOURCE)
    print(f"{len(COMMANDS)} commands and the window work")


if __name__ == "__main__":
    main()
