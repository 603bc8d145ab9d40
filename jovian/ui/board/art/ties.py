"""What holds models together: a clamp between an escort or assailant and its ship, a line through a formation.

An escort's clamp is two plain bars in the color of its side, an assailant's has teeth and the color of a warning, so
that they differ without color too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import pygame

from jovian.game import Model
from jovian.table import Pose, Shape, distance
from jovian.ui.board.art.ink import dashed, line, polyline
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.theme import SIDES, WARN, Color, mix

Seen = tuple[Model, Pose]
FINE = 20.0
"""Pixels an inch from which lines are bolder."""
_DARK: Color = (8, 12, 24)
_LIGHT: Color = (255, 255, 255)
_DOT = Shape.circle(0.01)


def draw_ties(layer: pygame.Surface, camera: Camera, seen: Sequence[Seen]) -> None:
    """Every clamp and every line of the models in sight."""
    by_id = {model.id: (model, pose) for model, pose in seen}
    for model, pose in seen:
        if model.attached and model.host in by_id:
            _clamp(layer, camera, (model, pose), by_id[model.host])
    for leader in [each for each in seen if each[0].formation == each[0].id]:
        _formation(layer, camera, leader, by_id)


def _clamp(layer: pygame.Surface, camera: Camera, guest: Seen, ship: Seen) -> None:
    """Across the edge in contact: a bar on each side of it, joined; with teeth for an assailant."""
    model = guest[0]
    edge = _edge(model.base, guest[1], ship[0].base, ship[1])
    color = mix(WARN, _LIGHT, 0.1) if model.assaulting else mix(SIDES[model.side].main, _LIGHT, 0.45)
    half, deep, wide = model.base.width * 0.3, max(0.16, 3.5 / camera.ppi), 2 if camera.ppi < FINE else 3

    def at(across: float, along: float) -> Point:
        return camera.to_screen(edge.to_table(across, along))

    line(layer, at(-half, 0), at(half, 0), _DARK, wide + 2)
    line(layer, at(-half, 0), at(half, 0), color, wide - 1)
    for side in (-1, 1):
        ends = [at(side * half, -deep), at(side * half, deep)]
        if model.assaulting:
            ends.append(at(side * half * 0.4, deep * 0.3))
        polyline(layer, ends, _DARK, wide + 2)
        polyline(layer, ends, color, wide)


@lru_cache(maxsize=256)
def _edge(base: Shape, pose: Pose, ship: Shape, at: Pose) -> Pose:
    """The middle of the edge of a guest's base that is nearest to the ship, facing it."""
    turned = [pose.turned(side) for side in range(0, 360, 60)]
    edges = [each.advanced(base.length / 2) for each in turned]
    return min(edges, key=lambda each: (round(distance(_DOT, each, ship, at), 3), -each.heading))


def _formation(layer: pygame.Surface, camera: Camera, leader: Seen, by_id: Mapping[str, Seen]) -> None:
    """From the leader to each of the others, with a dot at the leader."""
    model, pose = leader
    color = mix(SIDES[model.side].main, (255, 255, 255), 0.55)
    start, dot = camera.to_screen((pose.x, pose.y)), max(2.0, min(6.0, camera.ppi * 0.12))
    for other, at in by_id.values():
        if other.formation == model.id and other.id != model.id:
            end = camera.to_screen((at.x, at.y))
            line(layer, start, end, _DARK, round(dot) + 2)
            dashed(layer, [start, end], color, max(1, round(dot) // 2), 5, 3)
            pygame.draw.aacircle(layer, color, end, dot * 0.8)
    pygame.draw.aacircle(layer, _DARK, start, dot + 1.5)
    pygame.draw.aacircle(layer, color, start, dot)
