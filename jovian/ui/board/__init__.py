"""The board: the table as the player sees it. It draws states and scenes; it decides nothing."""

from jovian.ui.board.art.grid import Zone
from jovian.ui.board.board import Board, Scene
from jovian.ui.board.overlays.overlay import (
    STYLES,
    Around,
    Brackets,
    Fan,
    Ghost,
    Line,
    Note,
    Overlay,
    Path,
    Region,
    Ring,
)
from jovian.ui.board.picture import first_picture, picture
from jovian.ui.board.sight.camera import Camera

__all__ = [
    "STYLES", "Around", "Board", "Brackets", "Camera", "Fan", "Ghost", "Line", "Note", "Overlay", "Path", "Region",
    "Ring", "Scene", "Zone", "first_picture", "picture",
]  # fmt: skip
