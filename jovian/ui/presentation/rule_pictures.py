"""Draws the diagrams of the rules as a game shows them: positions with the board, and dice with its plates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pygame

from jovian.diagrams import SIDE_NAMES, Diagram, diagrams_of
from jovian.frozen import frozen
from jovian.game.events import Attacked, PlansRevealed, Rolled
from jovian.narrator import group_events
from jovian.ui.board import Scene, picture
from jovian.ui.board.board_help import zone_areas
from jovian.ui.board.dice_tray import DONE, Reveal, Tray, draw_reveal, draw_tray, reveal_size, tray_size
from jovian.ui.kit.fonts import SurfaceCache
from jovian.ui.kit.theme import HIGH_CONTRAST, SCALE, SIDES, px
from jovian.ui.presentation.animation import check_tray, exchanges_with, reveal_of, tray_of

MAX_WIDTH, MAX_HEIGHT, MAX_ZOOM = 600, 280, 40
"""The widest and the highest picture of a position, and its pixels per inch at most. All unscaled."""
GAP = 10
"""Unscaled space between plates."""
_positions = SurfaceCache(12, 8_000_000)


@frozen
class RulePicture:
    """A diagram of a page of the rules, by its place among those of the page."""

    key: str
    number: int

    @property
    def diagram(self) -> Diagram:
        return diagrams_of(self.key)[self.number]

    def size(self, width: int) -> tuple[int, int]:
        """Return the size in pixels in a column of a width."""
        rects = [rect for _, rect in self._parts(width)]
        return max(rect.right for rect in rects), max(rect.bottom for rect in rects)

    def draw(self, surface: pygame.Surface, pos: tuple[int, int], width: int) -> None:
        """Draw it with its upper left corner at a place, in a column of a width."""
        for content, rect in self._parts(width):
            place = rect.move(pos)
            if isinstance(content, Reveal):
                draw_reveal(surface, place, content, len(content.exchanges), DONE, "")
            elif isinstance(content, Tray):
                draw_tray(surface, place, content, DONE)
            else:
                look = self, rect.size, SCALE.factor, SIDES[0].main, HIGH_CONTRAST
                surface.blit(_positions.get(look, partial(_position, content, rect.size)), place)

    def _parts(self, width: int) -> Iterator[tuple[Diagram | Reveal | Tray, pygame.Rect]]:
        """Yield the position and the plates of dice, each with its place in a column of a width."""
        diagram, x, y, bottom = self.diagram, 0, 0, 0
        if diagram.state is not None:
            left, low, right, high = diagram.part
            widest = min(width, px(MAX_WIDTH))
            zoom = min(widest / (right - left), px(MAX_HEIGHT) / (high - low), px(MAX_ZOOM))
            size = round((right - left) * zoom), round((high - low) * zoom)
            yield diagram, pygame.Rect((0, 0), size)
            x, bottom = size[0] + px(GAP), size[1] + px(GAP)
        for plate in _plates(diagram):
            size = reveal_size(plate, width) if isinstance(plate, Reveal) else tray_size(plate, width)
            if x and x + size[0] > width:
                x, y = 0, bottom
            yield plate, pygame.Rect((x, y), size)
            x, bottom = x + size[0] + px(GAP), max(bottom, y + size[1] + px(GAP))


def _position(diagram: Diagram, size: tuple[int, int]) -> pygame.Surface:
    state = diagram.state
    assert state is not None
    scene = Scene(overlays=diagram.overlays, zones=zone_areas(state, SIDE_NAMES), rulers=False)
    return picture(state, size, scene, diagram.part)


def _plates(diagram: Diagram) -> list[Reveal | Tray]:
    """Return the plans of a close fight with its exchanges, or a tray for each roll."""
    events = [entry.event for entry in diagram.events]
    plans = next((event for event in events if isinstance(event, PlansRevealed)), None)
    if plans is None or diagram.state is None:
        return [check_tray([event], "") for event in events if isinstance(event, Rolled)]
    models, exchanges = diagram.state.models, tuple[Tray, ...]()
    for group in group_events(diagram.events):
        if any(isinstance(entry.event, Attacked) for entry in group):
            exchanges = exchanges_with(exchanges, tray_of(group, models))
    return [replace(reveal_of(plans, models), exchanges=exchanges)]
