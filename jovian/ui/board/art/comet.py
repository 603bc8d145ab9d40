"""A comet besides its body: the tail, and the strip that it will sweep next."""

from __future__ import annotations

import pygame

from jovian.game import Terrain
from jovian.ui.board.art.ink import dashed, fill
from jovian.ui.board.art.palette import ICE
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.theme import ACCENT, mix


def tail(piece: Terrain, ppi: float, half: int) -> pygame.Surface:
    """Layers of ever narrower, ever brighter streaks, drawn small and enlarged."""
    share = max(1, half // 90)
    small = max(8, 2 * half // share)
    image = pygame.Surface((small, small), pygame.SRCALPHA)
    points = [p for shape in piece.outline for p in shape.filled(0)]
    width = max(x for x, _ in points) - min(x for x, _ in points)
    ahead, behind = max(y for _, y in points), min(y for _, y in points)
    pose = type(piece.pose)(0.0, 0.0, piece.pose.heading)
    k = ppi / share
    for index in range(14):
        t = index / 13
        reach, wide = ahead + (behind - ahead) * (1.0 - 0.62 * t), width / 2 * (1.0 - 0.82 * t)
        corners = ((-wide * 0.5, ahead), (wide * 0.5, ahead), (wide, reach), (-wide, reach))
        streak = [pose.to_table(x, y) for x, y in corners]
        layer = pygame.Surface((small, small), pygame.SRCALPHA)
        a = 8 + round(9 * t)
        pygame.draw.polygon(
            layer, (ICE[0] * a // 255, ICE[1] * a // 255, ICE[2] * a // 255, a),
            [(small / 2 + x * k, small / 2 - y * k) for x, y in streak],
        )  # fmt: skip
        image.blit(layer, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    soft = pygame.transform.gaussian_blur(image, max(2, round(width * k * 0.1)))
    return pygame.transform.smoothscale(soft, (2 * half, 2 * half))


def comet_corridor(piece: Terrain, least: float = 2.0, most: float = 12.0) -> list[list[Point]]:
    """Where a comet's body will be after its next 2d6 inches: the strip it sweeps to the least, then to the most."""
    radius = max(shape.reach for shape in piece.outline)
    pose = piece.pose

    def strip(start: float, end: float) -> list[Point]:
        return [pose.to_table(x, y) for x, y in ((-radius, start), (radius, start), (radius, end), (-radius, end))]

    return [strip(radius, least), strip(least, most)]


def draw_corridor(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """The comet's next path: faint where it surely passes, dashed where it may stop."""
    near, far = (camera.polygon(strip) for strip in comet_corridor(piece))
    color = mix(ICE, ACCENT, 0.5)
    fill(surface, near, color, 14)
    fill(surface, far, color, 9)
    dashed(surface, [far[0], far[3], far[2], far[1], far[0]], mix(color, (8, 12, 24), 0.62), 1, 5, 7)
    tip = camera.to_screen(piece.pose.to_table(0.0, 7.0))
    side = [camera.to_screen(piece.pose.to_table(x, 6.4)) for x in (-0.4, 0.4)]
    pygame.draw.aalines(surface, mix(color, (8, 12, 24), 0.4), False, [side[0], tip, side[1]])
