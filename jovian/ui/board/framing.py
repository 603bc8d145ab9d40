"""What the camera does by itself: it moves to the model that acts, with its reach and its targets.

A move takes a moment, in which nothing else moves. If the player moves the camera, it stays until the next activation.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pygame

from jovian.frozen import frozen
from jovian.game import NEUTRAL, Model, State
from jovian.rules.placement.move_ends import ONE_TURN
from jovian.rules.placement.move_limits import RemainingMovement
from jovian.rules.shots.shot import in_sensor_range
from jovian.ui.board import Board
from jovian.ui.board.board_help import disks_of
from jovian.ui.board.camera import Camera, Disk, acting_zoom, framed
from jovian.ui.kit.draw import draw_pill, pill_size
from jovian.ui.kit.theme import SIDES, px

# --- Frames ---

REACH_STEP = 15
"""Degrees between the places that stand for the reach of a ship."""


@frozen
class Frame:
    """What is visible while a model acts."""

    needed: tuple[Disk, ...]
    """Its base, and where it can stop."""
    targets: tuple[str, ...] = ()
    """The ids of the enemies within the range of its weapons, the nearest first."""


def frame_of(state: State, model: Model, limits: RemainingMovement) -> Frame:
    """Return the frame of a model. One that is aboard a ship has the frame of the ship's base."""
    if not model.is_on_table:
        return Frame(tuple(disks_of(state, [model.host])))
    base, pose = model.base.reach, model.pose
    if not model.is_capital:
        needed = [(pose[:2], base + limits.forward)]
    else:
        most = 180 if limits.pivot else min(180, ONE_TURN * limits.turns)
        ends = [pose.turned(angle).advanced(limits.forward) for angle in range(-most, most + 1, REACH_STEP)]
        needed = [(end[:2], base) for end in (pose, pose.advanced(-limits.reverse), *ends)]
    enemies = [other for other in state.on_table() if other.side not in (model.side, NEUTRAL)]
    targets = sorted(
        (enemy for enemy in enemies if in_sensor_range(state, model, enemy)),
        key=lambda enemy: enemy.pose.distance_to(pose),
    )
    return Frame(tuple(needed), tuple(enemy.id for enemy in targets))


# --- Moves of the camera ---

MOVE_SECONDS = 0.25


class CameraMover:
    """Moves the camera of a board, unless the player has moved it in this activation."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._seen = board.camera
        """The camera that is known not to be the player's."""
        self._is_taken = False
        """Whether the player has moved the camera in this activation."""
        self._start = self._goal = board.camera
        self._seconds = 0.0
        self.subject: object = None
        """Whose activation is framed."""

    @property
    def is_moving(self) -> bool:
        """Whether the camera is on its way."""
        return self._seconds > 0

    def begin(self, subject: object) -> bool:
        """Note whose activation it is. Return whether it is another one, which may be framed again."""
        is_new = subject != self.subject
        self.subject, self._is_taken = subject, self._is_taken and not is_new
        return is_new

    def follow(self) -> bool:
        """Note who has moved the camera since the last call. Return whether it may move by itself.

        In another viewport, the activation has to be framed again.
        """
        camera = self._board.camera
        if camera != self._seen:
            self._is_taken = self._is_taken or camera.view == self._seen.view
            self.subject = self.subject if self._is_taken else None
            self._seen, self._seconds = camera, 0.0
        return not self._is_taken

    def show(self, needed: Sequence[Disk], others: Sequence[Disk], *, is_near: bool, at_once: bool) -> bool:
        """Move to where all disks are visible, `is_near` as close as a model acts, at once or in a moment.

        Return whether that moves the camera.
        """
        camera = self._board.camera
        goal = framed(camera, needed, others, acting_zoom(camera.view) if is_near else 0.0)
        if goal != camera:
            self._start, self._goal, self._seconds = camera, goal, MOVE_SECONDS
            self.advance(MOVE_SECONDS if at_once else 0.0)
        return goal != camera

    def advance(self, dt: float) -> None:
        """Move on by a number of seconds, the faster the farther the goal is."""
        self._seconds = max(0.0, self._seconds - dt)
        share = 1 - (self._seconds / MOVE_SECONDS) ** 2
        self._seen = self._start.toward(self._goal, share)
        self._board.move(self._seen, self._goal)


# --- Arrows ---

ARROW, ARROW_GAP = 9, 10
"""Pixels of an arrow, and between it and the edge of the view."""


def draw_arrows(
    surface: pygame.Surface, camera: Camera, models: Sequence[Model], drawn: Sequence[pygame.Rect]
) -> None:  # fmt: skip
    """Draw an arrow at the edge of the view with the name of each model beyond it, the first ones if two overlap.

    A name that would cover what is drawn is left out.
    """
    view, taken = pygame.Rect(camera.view).inflate(-2 * px(ARROW_GAP), -2 * px(ARROW_GAP)), list[pygame.Rect]()
    for model in models:
        x, y = camera.to_screen(model.pose[:2])
        if view.collidepoint(x, y):
            continue
        tip = min(max(x, view.left), view.right), min(max(y, view.top), view.bottom)
        away = hypot(x - tip[0], y - tip[1]) or 1.0
        dx, dy = (x - tip[0]) / away * px(ARROW), (y - tip[1]) / away * px(ARROW)
        width, height = pill_size(model.name)
        rect = pygame.Rect(0, 0, width, height)
        rect.center = round(tip[0] - 1.3 * dx), round(tip[1] - 1.3 * dy)
        rect.clamp_ip(view.inflate(-2 * px(ARROW) if dx else 0, -2 * px(ARROW) if dy else 0))
        if rect.collidelist(taken) >= 0:
            continue
        taken.append(rect)
        color = SIDES[model.side].main
        back = tip[0] - dx, tip[1] - dy
        corners = (tip, (back[0] - dy * 0.7, back[1] + dx * 0.7), (back[0] + dy * 0.7, back[1] - dx * 0.7))
        pygame.draw.polygon(surface, color, corners)
        if rect.collidelist(drawn) < 0:
            draw_pill(surface, rect.center, model.name, color)
