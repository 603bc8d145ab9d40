"""The board: the table as the player sees it. It draws states and scenes; it decides nothing."""

from jovian.ui.board.board import Board, Scene
from jovian.ui.board.camera import Camera
from jovian.ui.board.grid import Zone
from jovian.ui.board.overlay import (
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
from jovian.ui.board.picture import picture

__all__ = [
    "STYLES", "Around", "Board", "Brackets", "Camera", "Fan", "Ghost", "Line", "Note", "Overlay", "Path", "Region",
    "Ring", "Scene", "Zone", "picture",
]  # fmt: skip
