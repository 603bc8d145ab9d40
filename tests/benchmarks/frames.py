"""Frames of the board at 1920x1080 with 40 models in all situations of play. Each function counts its frames.

The table is drawn next to the panels. No two frames are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import pygame

from jovian.game import State
from jovian.ui.board import ArcOverlay, Board, BoardLine, BoardPath, Camera, Ghost, Overlay, PointLabel, Scene
from tests.ui.board.board_demo import demo_state
from tests.ui.board.test_picture import full_scene

VIEW = (230, 46, 1290, 950)
MANY = 20


@lru_cache(maxsize=6)
def _board(what: str) -> tuple[Board, pygame.Surface, State]:
    state = demo_state()
    return Board(VIEW, (state.width, state.height)), pygame.Surface((1920, 1080), 0, 32), state


def moving() -> int:
    """Move one ship."""
    board, surface, state = _board("moving")
    ship = state.models["a0"]
    for number in range(MANY):
        board.draw(surface, state, Scene("a0", poses={"a0": ship.pose.moved(0.01 * number, 0.0)}), 0.016)
    return MANY


def hovering() -> int:
    """Hover over another model in each frame, with all overlays on."""
    board, surface, state = _board("hovering")
    scene = full_scene(state)
    for number in range(MANY):
        board.draw(surface, state, replace(scene, hovered=f"b{number}"), 0.016)
    return MANY


def dragging() -> int:
    """Drag a ghost with its path, its arcs, and a note."""
    board, surface, state = _board("dragging")
    ship, foe = state.models["a1"], state.models["b5"]
    for number in range(MANY):
        end = ship.pose.moved(0.05 * number, 0.03 * number)
        fans = tuple(ArcOverlay(end, ship.base, (arc,), 6, 12) for arc in ("fore", "aft", "port", "starboard"))
        ghost = Ghost(ship.base, end, "valiant", "capital", 0)
        note = PointLabel(end[:2], f'{0.05 * number:.1f}"', "legal")
        way, sight = BoardPath((ship.pose, end), ship.base), BoardLine(end[:2], foe.pose[:2])
        overlays: tuple[Overlay, ...] = (*fans, way, ghost, sight, note)
        board.draw(surface, state, Scene("a1", "a1", overlays), 0.016)
    return MANY


def panning() -> int:
    """Pan the table to and fro without overlays."""
    return _panned("panning", overlays=False)


def panning_all() -> int:
    """Pan the table with all overlays on."""
    return _panned("panning all", overlays=True)


def _panned(what: str, overlays: bool) -> int:
    board, surface, state = _board(what)
    scene = full_scene(state) if overlays else Scene("a1")
    for number in range(MANY):
        step = 3 if number < MANY // 2 else -3
        board.camera = board.camera.panned(step, step)
        board.draw(surface, state, scene, 0.016)
    return MANY


def zooming() -> int:
    """Zoom with all overlays on. The sharp picture is drawn when the wheel rests."""
    board, surface, state = _board("zooming")
    scene = full_scene(state)
    for number in range(MANY):
        board.camera = board.camera.zoomed((900, 500), 1.03 if number < MANY // 2 else 1 / 1.03)
        board.draw(surface, state, scene, 0.016)
    return MANY


def framing() -> int:
    """Let the camera move by itself with all overlays on, nearer and back. Each way has a new picture."""
    board, surface, state = _board("framing")
    scene, whole = full_scene(state), Camera.fit(VIEW, (state.width, state.height))
    near = whole.focused((20.0, 30.0)).zoomed(whole.center, 2.0)
    for start, goal in ((whole, near), (near, whole)):
        for number in range(1, MANY // 2 + 1):
            board.move(start.toward(goal, 2 * number / MANY), goal)
            board.draw(surface, state, scene, 0.016)
    return MANY


FRAMES: dict[str, Callable[[], int]] = {
    "board, one ship moving": moving,
    "board, a new hover, all overlays": hovering,
    "board, a ghost dragged": dragging,
    "board, panned": panning,
    "board, panned, all overlays": panning_all,
    "board, zoomed, all overlays": zooming,
    "board, the camera moving, all overlays": framing,
}
