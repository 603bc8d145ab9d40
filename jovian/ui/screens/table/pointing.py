"""The pointer on a table: it drags and zooms the view, clicks on board and card, and lies over something."""

from __future__ import annotations

from typing import Protocol

import pygame

from jovian.game import State
from jovian.ui.board import Board, Scene
from jovian.ui.panels.roster import Roster
from jovian.ui.panels.unit_card import UnitCard
from jovian.ui.playing.desk import Desk
from jovian.ui.screens.table.showing import scrolled


class Pointed(Protocol):
    """The table that is pointed at."""

    board: Board
    card: UnitCard
    desk: Desk
    roster: Roster
    shown: State
    pointer: tuple[int, int]

    @property
    def view_rect(self) -> pygame.Rect:
        """The board on the screen."""

    @property
    def drawn(self) -> Scene:
        """What was drawn last."""

    def clicked(self) -> None:
        """A click on the board."""

    def turn_wheel(self, steps: int) -> bool:
        """The wheel with the right button held; True if it meant something."""

    def weapon(self, mount: str) -> None:
        """A weapon of the card was clicked."""


class Pointing:
    """Turns events of the pointer into clicks, drags and zooms of a table."""

    def __init__(self, table: Pointed) -> None:
        self._table = table
        self._at: tuple[int, int] | None = None
        """Where the view was last dragged to, None while it is not."""
        self._right = False

    @property
    def dragging(self) -> bool:
        """Is the view dragged?"""
        return self._at is not None

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event of the mouse."""
        if event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE):
            self._scroll(event)
        elif event.type == pygame.MOUSEMOTION:
            self._motion(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._down(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3):
            self.let_go()

    def let_go(self) -> None:
        """No button is held any more."""
        self._at, self._right = None, False

    def _scroll(self, event: pygame.event.Event) -> None:
        """Turn what is in hand while the right button is held; pan or zoom otherwise."""
        table, steps = self._table, event.y if event.type == pygame.MOUSEWHEEL else 0
        if table.view_rect.collidepoint(table.pointer):
            if self._right and steps and table.turn_wheel(steps):
                self._at = None
            else:
                table.board.camera = scrolled(table.board.camera, event, table.pointer)
        self.point()

    def _motion(self, event: pygame.event.Event) -> None:
        table = self._table
        if self._at is not None:
            dx, dy = event.pos[0] - self._at[0], event.pos[1] - self._at[1]
            table.board.camera = table.board.camera.panned(dx, dy)
            self._at = event.pos
        table.card.hover(event.pos)
        self.point()

    def _down(self, event: pygame.event.Event) -> None:
        table = self._table
        inside = table.view_rect.collidepoint(event.pos)
        if event.button in (2, 3) and inside:
            self._at, self._right = event.pos, event.button == 3
        elif event.button == 1:
            self.point()
            mount = table.card.weapon_at(event.pos) if table.card.rect.collidepoint(event.pos) else ""
            if inside:
                table.clicked()
            elif mount:
                table.weapon(mount)

    def point(self) -> None:
        """Note what lies under the pointer."""
        table, desk = self._table, self._table.desk
        if table.view_rect.collidepoint(table.pointer):
            desk.point = table.board.camera.to_table(table.pointer)
            desk.hovered = table.board.pick(table.pointer, table.shown, table.drawn) or ""
        else:
            desk.point = None
            desk.hovered = table.roster.under if table.roster.rect.collidepoint(table.pointer) else ""
