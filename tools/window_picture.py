"""Draw `docs/window.png`, the window during a battle, for the README: `python -m tools.window_picture`."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from jovian.match.saves import load
from jovian.ui.settings import Settings
from tests.commands import ROOT
from tests.ui.pilot import Pilot, battle_at

SAVE, PICTURE = ROOT / "docs" / "table.json", ROOT / "docs" / "window.png"
SHIP = "Mare Nubium"
"""The ship that is about to move."""
SIZE = (1280, 720)
SCALE = 1.0
INCHES = 3.0
"""How far ahead of the ship the pointer is."""


def window_picture() -> pygame.Surface:
    """Return the window at the position of `docs/table.json`: a ship's arcs, and the preview of its move."""
    match = load(SAVE, keep_all=True)
    pilot = Pilot(SIZE, Settings(speed=0.0, scale=SCALE, auto_frame=False))
    battle_at(pilot, match)
    pilot.uncover()
    pilot.give(["activate", next(model.id for model in match.state.models.values() if model.name == SHIP)])
    pilot.wait(3)
    while match.decision is not None and match.decision.kind != "menu":
        pilot.key(pygame.K_RETURN)
        pilot.wait(3)
    pilot.key(pygame.K_r)
    pilot.move(pilot.on(pilot.menu.model.pose.advanced(INCHES)))
    pilot.wait(3)
    return pilot.draw()


def write_picture(path: Path = PICTURE) -> None:
    """Draw the picture without a display, with default settings, and write it."""
    with TemporaryDirectory() as folder:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "JOVIAN_WARS_HOME": folder}
        pygame.image.save(window_picture(), path)


if __name__ == "__main__":
    write_picture()
    print(f"{PICTURE.name}: {SIZE[0]}x{SIZE[1]}")
