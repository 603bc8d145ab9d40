"""What a table shows besides its panels: the view that keys move, arcs, terrain on its way."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from jovian.game import Model, State
from jovian.table import Pose
from jovian.ui.board import Camera, Overlay
from jovian.ui.over_the_board.reach import all_mounts, fans
from jovian.ui.playing.desk import Desk

PAN = 60
"""Pixels that a pan key moves the view."""
ZOOM = 1.15
"""The factor of a step of the wheel or of a zoom key."""
SCROLL = 30
"""Pixels that the view moves per step of a trackpad."""
PINCH, STILL = 5.0, 0.002
"""The zoom per unit of a pinch, and the pinch below which fingers only move side by side."""
_PANS = {"pan left": (PAN, 0), "pan right": (-PAN, 0), "pan up": (0, PAN), "pan down": (0, -PAN)}


def looked(camera: Camera, command: str, chosen: Model | None) -> Camera | None:
    """The view after a command that is about it, None for any other."""
    if command in _PANS:
        return camera.panned(*_PANS[command])
    if command in ("zoom in", "zoom out"):
        return camera.zoomed(camera.center, ZOOM if command == "zoom in" else 1 / ZOOM)
    if command == "fit":
        return camera.fit(camera.view, camera.table)
    if command == "focus" and chosen is not None and chosen.on_table:
        return camera.focused(chosen.pose[:2])
    return None


def scrolled(camera: Camera, event: pygame.event.Event, pointer: tuple[int, int]) -> Camera:
    """Return the view after a wheel, two fingers on a trackpad, or a pinch, which zooms at the pointer."""
    if event.type == pygame.MULTIGESTURE:
        pinch = event.pinched if abs(event.pinched) >= STILL else 0.0
        return camera.zoomed(pointer, max(0.5, 1 + PINCH * pinch)) if pinch else camera
    x, y = getattr(event, "precise_x", float(event.x)), getattr(event, "precise_y", float(event.y))
    if getattr(event, "pans", False):
        return camera.panned(-x * SCROLL, y * SCROLL)
    return camera.zoomed(pointer, ZOOM**y) if y else camera


def on_its_way(state: State, poses: Mapping[str, Pose]) -> State:
    """A state with its terrain where it is drawn while it moves."""
    moving = {ident: pose for ident, pose in poses.items() if ident in state.terrain}
    if not moving:
        return state
    shown = state.clone()
    for ident, pose in moving.items():
        shown.terrain[ident] = shown.terrain[ident].at(pose)
    return shown


def arcs_of(desk: Desk, looker: int | None) -> tuple[Overlay, ...]:
    """The arcs of the selected model where they are asked for, by a side or by nobody (None)."""
    chosen = desk.model(desk.selected)
    if not desk.arcs or chosen is None or not chosen.on_table:
        return ()
    style = "arc" if looker in (None, chosen.side) else "threat"
    return fans(desk.view, chosen, desk.weapons or all_mounts(chosen), desk.under, desk.ghost, style)
