"""The board: the table as the player sees it. It draws states and scenes; it decides nothing."""

from jovian.ui.board.board import Board, Scene, first_picture, picture
from jovian.ui.board.camera import Camera
from jovian.ui.board.grid import Zone
from jovian.ui.board.overlays import STYLES, Around, Brackets, Fan, Ghost, Line, Note, Overlay, Path, Region, Ring

__all__ = [
    "STYLES", "Around", "Board", "Brackets", "Camera", "Fan", "Ghost", "Line", "Note", "Overlay", "Path", "Region",
    "Ring", "Scene", "Zone", "first_picture", "picture",
]  # fmt: skip
