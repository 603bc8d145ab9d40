"""The board: the table as the player sees it.

It draws states and scenes. It decides nothing.
"""

from jovian.table.overlays import (
    ArcOverlay,
    BaseRing,
    BoardLine,
    BoardPath,
    Brackets,
    ChanceArea,
    Ghost,
    Overlay,
    PointLabel,
    Region,
    Ring,
)
from jovian.ui.board.board import Board, GrowingPicture, Scene, first_picture, picture
from jovian.ui.board.camera import Camera
from jovian.ui.board.grid import Zone
from jovian.ui.board.overlays import STYLES

__all__ = [
    "STYLES",
    "ArcOverlay",
    "BaseRing",
    "Board",
    "BoardLine",
    "BoardPath",
    "Brackets",
    "Camera",
    "ChanceArea",
    "Ghost",
    "GrowingPicture",
    "Overlay",
    "PointLabel",
    "Region",
    "Ring",
    "Scene",
    "Zone",
    "first_picture",
    "picture",
]
