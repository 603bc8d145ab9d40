"""The mouse on the table of the editor: it chooses, drags, turns and sets down pieces, and moves the view."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.editing.commands import placed_at, pose_of, shifted, turned
from jovian.editing.corners import corner_added, corner_moved, corner_removed, corners_of
from jovian.editing.draft import Piece
from jovian.table import Pose
from jovian.ui.answering.deploy import STEP
from jovian.ui.board import Board
from jovian.ui.editing.marks import corner_at, middles, on_grid
from jovian.ui.editing.workbench import Point, Workbench
from jovian.ui.screens.table.showing import scrolled

STILL = 4
"""Pixels that a pressed button may move without dragging anything."""


class Mouse:
    """Turns events of the pointer over the board into changes of the draft."""

    def __init__(self, bench: Workbench, board: Board, under: Callable[[tuple[int, int]], Piece | None]) -> None:
        self.bench, self.board, self._under = bench, board, under
        self._panned: tuple[int, int] | None = None
        """Where the view was last dragged to, None while it is not."""
        self._right = False
        self._pressed: tuple[int, int] | None = None
        self._grip: Point | None = None
        """From the pointer to the middle of what is dragged."""
        self._corner = False
        self._drags = 0

    @property
    def dragging(self) -> bool:
        """Is something dragged, the view or a piece?"""
        return self._panned is not None or self._pressed is not None

    def handle(self, event: pygame.event.Event, pointer: tuple[int, int]) -> None:
        """Take an event of the mouse; the pointer is over the board, or a button is held that was pressed there."""
        if event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE):
            self._scroll(event, pointer)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3):
            self._panned, self._right = event.pos, event.button == 3
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self.let_go()

    def let_go(self) -> None:
        """No button is held any more."""
        self._panned, self._pressed, self._grip, self._corner, self._right = None, None, None, False, False
        self.bench.doing = ""

    def _scroll(self, event: pygame.event.Event, pointer: tuple[int, int]) -> None:
        """Turn what is held, or what is in hand unless a trackpad pans; pan or zoom otherwise."""
        wheel = event.type == pygame.MOUSEWHEEL
        in_hand = self.bench.tool is not None and not getattr(event, "pans", False)
        if wheel and (self._right or self._pressed is not None or in_hand):
            self.turn(event.y * (1 if self.bench.shift else STEP))
            self._panned = None
        else:
            self.board.camera = scrolled(self.board.camera, event, pointer)

    def turn(self, degrees: int) -> None:
        """Turn what is in hand, else what is chosen."""
        bench = self.bench
        if bench.tool is not None:
            bench.tool = bench.tool._replace(heading=(bench.tool.heading + degrees) % 360)
        elif bench.chosen is not None:
            bench.do(turned(bench.draft, bench.chosen, degrees), f"turn {bench.chosen} {self._drags}")

    def _press(self, pos: tuple[int, int]) -> None:
        bench, point = self.bench, self.board.camera.to_table(pos)
        self._drags += 1
        if bench.tool is not None:
            bench.set_down(*on_grid(point, bench.shift))
            return
        self._pressed = pos
        if bench.chosen is not None and self._takes_corner(point):
            return
        bench.choose(self._under(pos))
        pose = self._pose() if bench.chosen is not None else None
        if pose is not None:
            self._grip = pose.x - point[0], pose.y - point[1]
        elif bench.chosen is not None and (corners := corners_of(bench.draft, bench.chosen)):
            self._grip = corners[0][0] - point[0], corners[0][1] - point[1]

    def _pose(self) -> Pose | None:
        """Where the chosen piece stands, also if that is found as it touches another."""
        bench = self.bench
        line = bench.draft.line(bench.chosen) if bench.chosen is not None else {}
        model = bench.sketch.state.models.get(bench.sketch.ident(bench.chosen)) if line.get("touching") else None
        return model.pose if model is not None else pose_of(line)

    def _takes_corner(self, point: Point) -> bool:
        """Take a corner of the chosen piece in hand, a new one where the mark between two was pressed."""
        bench = self.bench
        if bench.chosen is None:
            return False
        corners = corners_of(bench.draft, bench.chosen)
        number = corner_at(corners, point)
        if number is None and (between := corner_at(middles(corners), point)) is not None:
            bench.do(corner_added(bench.draft, bench.chosen, between))
            number = between + 1
        bench.corner, self._corner = number, number is not None
        return number is not None

    def _motion(self, pos: tuple[int, int]) -> None:
        if self._panned is not None:
            dx, dy = pos[0] - self._panned[0], pos[1] - self._panned[1]
            self.board.camera, self._panned = self.board.camera.panned(dx, dy), pos
        elif self._pressed is not None and self._moved(pos):
            self._drag(self.board.camera.to_table(pos))

    def _moved(self, pos: tuple[int, int]) -> bool:
        """Was it moved so far that it drags something?"""
        start = self._pressed or pos
        return bool(self.bench.doing) or max(abs(pos[0] - start[0]), abs(pos[1] - start[1])) >= STILL

    def _drag(self, point: Point) -> None:
        bench = self.bench
        if bench.chosen is None:
            return
        doing, fine = f"drag {bench.chosen} {self._drags}", bench.shift
        if self._corner and bench.corner is not None:
            bench.do(corner_moved(bench.draft, bench.chosen, bench.corner, on_grid(point, fine)), doing)
        elif self._grip is not None:
            goal = on_grid((point[0] + self._grip[0], point[1] + self._grip[1]), fine)
            if (pose := self._pose()) is not None and pose_of(bench.draft.line(bench.chosen)) is None:
                bench.do(placed_at(bench.draft, bench.chosen, goal), doing)
                return
            x, y = (pose.x, pose.y) if pose is not None else corners_of(bench.draft, bench.chosen)[0]
            bench.do(shifted(bench.draft, bench.chosen, goal[0] - x, goal[1] - y), doing)

    def drop_corner(self) -> bool:
        """Take away the corner that was touched last; False if none was."""
        bench, number = self.bench, self.bench.corner
        if bench.chosen is None or number is None:
            return False
        bench.do(corner_removed(bench.draft, bench.chosen, number))
        bench.corner = None
        return True
