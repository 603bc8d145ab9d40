"""The overview: a small map of the whole table in a corner of the board, while only a part of the table is visible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from jovian.game import State
from jovian.ui.board.camera import Camera, Disk
from jovian.ui.board.colors import tint
from jovian.ui.board.terrain import seen_as_terrain
from jovian.ui.kit.draw import draw_box, draw_side_badge
from jovian.ui.kit.theme import ACCENT, EDGE_HIGH, PANEL, SIDES, mix_colors, px

SHARE, MIN_SIZE, MAX_SIZE = 0.22, 96, 190
"""The size of the map as a share of the smaller side of the board, and its limits."""
GAP, FRAME = 8, 4
"""Pixels between the map and the edge of the board, and around the table on the map."""
HIDDEN_INCHES = 1.0
"""Inches of the table that may be out of sight before there is a map."""


class Overview:
    """The map. A click or a drag on it moves the view."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        """The place of the map on the screen, empty if there is none."""
        self._is_held = False

    def lay(self, camera: Camera, clear: Sequence[Disk]) -> None:
        """Place the map in a corner in which it covers none of some disks. It stays where it is while it can.

        Without such a corner, there is no map.
        """
        view, (width, height) = pygame.Rect(camera.view), camera.table
        x0, y0, x1, y1 = camera.extent
        is_whole = x0 <= HIDDEN_INCHES and y0 <= HIDDEN_INCHES
        if is_whole and x1 >= width - HIDDEN_INCHES and y1 >= height - HIDDEN_INCHES:
            self.rect, self._is_held = pygame.Rect(0, 0, 0, 0), False
            return
        longer = max(px(MIN_SIZE), min(px(MAX_SIZE), round(SHARE * min(view.size))))
        scale = (longer - 2 * px(FRAME)) / max(width, height)
        size = round(width * scale) + 2 * px(FRAME), round(height * scale) + 2 * px(FRAME)
        inner = view.inflate(-2 * px(GAP), -2 * px(GAP))
        places = [pygame.Rect((0, 0), size) for _ in range(4)]
        places[0].bottomleft, places[1].bottomright = inner.bottomleft, inner.bottomright
        places[2].topright, places[3].topleft = inner.topright, inner.topleft
        disks = [(camera.to_screen(point), round(inches * camera.pixels_per_inch)) for point, inches in clear]

        def is_free(rect: pygame.Rect) -> bool:
            return not any(rect.inflate(2 * reach, 2 * reach).collidepoint(point) for point, reach in disks)

        if not self._is_held:
            free = sorted(filter(is_free, places), key=lambda rect: rect != self.rect)
            self.rect = free[0] if free else pygame.Rect(0, 0, 0, 0)

    def _camera(self, camera: Camera) -> Camera:
        """Return a camera that shows the whole table in the map."""
        inner = self.rect.inflate(-2 * px(FRAME), -2 * px(FRAME))
        width, height = camera.table
        view, zoom = (inner.left, inner.top, inner.width, inner.height), inner.width / width
        return replace(camera, view=view, x=width / 2, y=height / 2, pixels_per_inch=zoom)

    def handle(self, event: pygame.event.Event, camera: Camera) -> Camera | None:
        """Return the camera after an event, or None if the event isn't one for the map."""
        if event.type == pygame.MOUSEBUTTONUP and self._is_held:
            self._is_held = False
            return camera
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self._is_held = True
        elif event.type != pygame.MOUSEMOTION or not self._is_held:
            return None
        return camera.focused(self._camera(camera).to_table(event.pos))

    def let_go(self) -> None:
        """Forget that the map is held."""
        self._is_held = False

    def draw(self, surface: pygame.Surface, state: State, camera: Camera) -> None:
        """Draw terrain, models, and the visible part of the table."""
        if not self.rect.width:
            return
        draw_box(surface, self.rect, PANEL, radius=px(5), border=EDGE_HIGH, alpha=248)
        small, clip = self._camera(camera), surface.get_clip()
        surface.set_clip(self.rect.inflate(-2, -2))
        for piece in seen_as_terrain(state.terrain.values()):
            color = mix_colors(tint(piece.kind), PANEL, 0.7)
            for shape in piece.outline:
                pygame.draw.polygon(surface, color, small.polygon(shape.outline(piece.pose, 16)))
        for model in state.on_table():
            look, radius = SIDES[model.side], px(4 if model.is_capital else 3)
            draw_side_badge(surface, small.to_screen(model.pose[:2]), look.main, look.hatched, radius)
        x0, y0, x1, y1 = camera.extent
        left, top = small.to_screen((x0, y1))
        right, bottom = small.to_screen((x1, y0))
        seen = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        pygame.draw.rect(surface, ACCENT, seen.clip(self.rect.inflate(-2, -2)), 1)
        surface.set_clip(clip)
