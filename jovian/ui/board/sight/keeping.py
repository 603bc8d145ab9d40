"""Keeping things in sight while the part of the screen that the board has changes: nothing moves unless it must."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jovian.ui.board.sight.camera import LEAST, Area, Camera, Point

MARGIN = 26
"""Pixels that are kept free around what is to be in sight."""
Disk = tuple[Point, float]
"""A place on the table and the inches around it that belong to it."""


def cropped(camera: Camera, view: Area) -> Camera:
    """The camera for another viewport in which every table point stays at its pixel."""
    x, y = camera.to_table((view[0] + view[2] / 2, view[1] + view[3] / 2))
    return replace(camera, view=view, x=x, y=y)


def seeing(camera: Camera, disks: Sequence[Disk]) -> Camera:
    """The camera, moved as little as brings all the disks in sight, and drawn back only if they are too far apart."""
    if not disks:
        return camera
    left, right = min(x - r for (x, _), r in disks), max(x + r for (x, _), r in disks)
    low, high = min(y - r for (_, y), r in disks), max(y + r for (_, y), r in disks)
    wide, tall = max(1, camera.view[2] - 2 * MARGIN), max(1, camera.view[3] - 2 * MARGIN)
    ppi = min(camera.ppi, wide / max(0.1, right - left), tall / max(0.1, high - low))
    camera = replace(camera, ppi=max(LEAST, ppi))
    half_x, half_y = wide / 2 / camera.ppi, tall / 2 / camera.ppi
    return replace(
        camera, x=_between(camera.x, right - half_x, left + half_x), y=_between(camera.y, high - half_y, low + half_y)
    )


def _between(value: float, least: float, most: float) -> float:
    """The value, or the nearer bound; the middle of the bounds if they have crossed by a hair."""
    return min(max(value, least), most) if least <= most else (least + most) / 2
