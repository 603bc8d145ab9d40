"""`python -m tools.bundle [FOLDER]`: build the program for this system, in a folder that needs no Python.

It takes PyInstaller (`requirements/bundle.txt`). Linux is tested. Windows and macOS use the same steps, untested.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
NAME, TITLE = "jovian-wars", "Jovian Wars"
ICON_PX = 256
CONTENTS = ("assets", "requirements", "scenarios")
LEFT_OUT = (
    "matplotlib", "numpy", "scipy", "pandas", "PIL", "distributed", "dask", "weasyprint",
    "pettingzoo", "gymnasium",
    "tkinter", "setuptools", "pip", "pytest", "hypothesis", "mypy", "IPython", "cma", "catanatron",
    "imageio_ffmpeg",
)  # fmt: skip
"""What no bundle needs: reports, clusters, PDF files, films, training, and the tools of those who build the game."""
DESKTOP = """[Desktop Entry]
Type=Application
Name={title}
Comment=A tabletop fleet game
Exec="{program}"
Icon={icon}
Categories=Game;BoardGame;
"""


def build(out: Path) -> Path:
    """Build the program into `out`, and return its folder. Raises ImportError without PyInstaller."""
    from PyInstaller.__main__ import run

    folder = out / NAME
    with TemporaryDirectory() as work:
        icon = Path(work) / "icon.png"
        draw_icon(icon)
        data = [f"--add-data={ROOT / name}{os.pathsep}jovian/contents/{name}" for name in CONTENTS]
        run([
            str(Path(__file__).with_name("entry.py")), f"--name={NAME}", "--onedir", "--noconfirm", "--log-level=ERROR",
            f"--distpath={out}", f"--workpath={work}", f"--specpath={work}", f"--paths={ROOT}", *data,
            "--collect-submodules=jovian", "--collect-submodules=loky", "--collect-data=jovian",
            "--collect-data=font_manrope", "--hidden-import=font_manrope",
            *(f"--exclude-module={name}" for name in LEFT_OUT),
        ])  # fmt: skip
        (folder / "icon.png").write_bytes(icon.read_bytes())
    if sys.platform.startswith("linux"):
        text = DESKTOP.format(title=TITLE, program=folder / NAME, icon=folder / "icon.png")
        (folder / f"{NAME}.desktop").write_text(text, encoding="utf-8")
    return folder


def draw_icon(path: Path) -> None:
    """Draw a ship of the game as the icon."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import pygame

    from jovian.cards import unit_cards
    from jovian.game import base_shape
    from jovian.ui.board.sprites import SpriteKey, blit_centered, figure_sprite

    pygame.display.init()
    pygame.display.set_mode((8, 8))
    surface = pygame.Surface((ICON_PX, ICON_PX), pygame.SRCALPHA)
    card = unit_cards()["jovian/valiant"]
    blit_centered(surface, figure_sprite(SpriteKey(card.image, "capital", base_shape(card), 0), ICON_PX),
                  (ICON_PX / 2, ICON_PX / 2))  # fmt: skip
    pygame.image.save(surface, path)
    pygame.display.quit()


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()))
