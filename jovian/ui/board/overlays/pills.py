"""The texts of overlays as pills: ranges on their rings, lengths on their lines, notes beside what they are about.

They go by the same placement as names, after them; where a pill finds room only over names, the names give way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot

import pygame

from jovian.ui.board.naming.labels import Placed, Request, Spot, beside, place
from jovian.ui.board.naming.names import Name
from jovian.ui.board.naming.sides import Leader
from jovian.ui.board.overlays.overlay import STYLES
from jovian.ui.board.sight.camera import Point
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
from jovian.ui.kit.theme import SCALE, TEXT, WELL, mix, px

WIDEST = 380
"""Pixels of a pill at scale 1; a longer text is broken into lines."""
_CROSSING = 40
"""What it costs a range to lie over another ring."""
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
_NOTE, _LENGTH, _RANGE = range(3)


@dataclass(frozen=True, slots=True)
class Pill:
    """A text and what it belongs to: a ring, a line, or a thing on the table; all in pixels."""

    text: str
    style: str
    ring: tuple[Point, ...] = ()
    """Points of the ring, the best place first."""
    line: tuple[Point, Point] | None = None
    about: pygame.Rect | None = None


@dataclass(slots=True)
class Texts:
    """What the overlays of a picture have to say, collected while they are drawn."""

    pills: list[Pill] = field(default_factory=list)
    ghosts: list[pygame.Rect] = field(default_factory=list)
    """Bases that overlays draw: nothing is written over them."""

    def add(self, pill: Pill) -> None:
        """A text, once: the same on the same ring or line is not written again."""
        if pill.text and pill not in self.pills:
            self.pills.append(pill)


def pill_box(text: str, view: pygame.Rect) -> tuple[tuple[str, ...], tuple[int, int]]:
    """The lines of a pill, and how large it is."""
    return _pill_box(text, min(px(WIDEST), view.width - px(30)), SCALE.factor)


@lru_cache(maxsize=500)
def _pill_box(text: str, width: int, factor: float) -> tuple[tuple[str, ...], tuple[int, int]]:
    lines = wrap(text, "pill", width)
    wide = max(measure(each, "pill")[0] for each in lines)
    return lines, (wide + px(14), measure("Ag", "pill")[1] + (len(lines) - 1) * line_height("pill") + px(6))


class _Rings:
    """The points of every ring as boxes of a pixel, and the box around each ring."""

    def __init__(self, pills: Sequence[Pill]) -> None:
        self.points = [[pygame.Rect(int(x), int(y), 1, 1) for x, y in pill.ring] for pill in pills]
        self.around = [each[0].unionall(each[1:]) if each else pygame.Rect(0, 0, 0, 0) for each in self.points]
        self.pills = pills

    def spots(
        self, index: int, size: tuple[int, int], view: pygame.Rect, blocked: Sequence[pygame.Rect]
    ) -> Iterator[Spot]:
        """With its middle on the ring; where it would lie over another ring only if it must."""
        crossing: list[Spot] = []
        for point in self.pills[index].ring:
            rect = _centered(point, size)
            if not view.contains(rect) or rect.collidelist(blocked) >= 0:
                continue
            if self._crosses(rect, index):
                crossing.append(Spot(rect, _CROSSING))
            else:
                yield Spot(rect)
        yield from crossing

    def _crosses(self, rect: pygame.Rect, index: int) -> bool:
        near = rect.collidelistall(self.around)
        return any(n != index and rect.collidelist(self.points[n]) >= 0 for n in near)


def place_pills(
    pills: Sequence[Pill], view: pygame.Rect, blocked: Sequence[pygame.Rect], names: Sequence[Name]
) -> tuple[list[tuple[Pill, Placed]], list[Name]]:
    """The pills that have a place, and the names that are left beside them."""
    rings = _Rings(pills)
    sizes = [pill_box(pill.text, view)[1] for pill in pills]

    def wanted(indices: Sequence[int]) -> list[Request]:
        return [_request(n, pills[n], sizes[n], rings, blocked, view) for n in indices]

    found = place(wanted(range(len(pills))), blocked, view, [name.rect for name, _ in names])
    missing = [n for n in range(len(pills)) if str(n) not in found]
    if missing:
        found |= place(wanted(missing), blocked, view, [each.rect.inflate(2, 2) for each in found.values()])
    rects = [each.rect for each in found.values()]
    left = [name for name in names if name[0].rect.collidelist(rects) < 0]
    return [(pills[int(key)], each) for key, each in found.items()], left


def _request(
    index: int, pill: Pill, size: tuple[int, int], rings: _Rings, blocked: Sequence[pygame.Rect], view: pygame.Rect
) -> Request:  # fmt: skip
    if pill.ring:
        return Request(str(index), rings.spots(index, size, view, blocked), rank=_RANGE)
    if pill.line is not None:
        return Request(str(index), _on_line(*pill.line, size), rank=_LENGTH)
    assert pill.about is not None
    others = [rect for rect in blocked if not rect.colliderect(pill.about)]
    return Request(str(index), _about(pill.about, size, view), [pill.about], (), others, rank=_NOTE)


def _about(own: pygame.Rect, size: tuple[int, int], view: pygame.Rect) -> Iterator[Spot]:
    """Beside it; a wide one is slid into sight."""
    for spot in beside(own, size):
        left = max(view.left, min(spot.rect.left, view.right - size[0]))
        rect = pygame.Rect((left, spot.rect.top), size)
        if not rect.colliderect(own):
            yield Spot(rect, spot.cost, spot.leader)


def _on_line(start: Point, end: Point, size: tuple[int, int]) -> Iterator[Spot]:
    """On the line, then close beside it, then beside its end."""
    (x, y), (x1, y1) = start, end
    length = hypot(x1 - x, y1 - y) or 1.0
    nx, ny = (y1 - y) / length, (x - x1) / length
    away = abs(nx) * size[0] / 2 + abs(ny) * size[1] / 2 + 4
    for step, offsets in enumerate(((0.0,), (away, -away))):
        for share in _SHARES:
            for off in offsets:
                middle = (x + (x1 - x) * share + nx * off, y + (y1 - y) * share + ny * off)
                yield Spot(_centered(middle, size), step)
    tip = pygame.Rect(round(x1) - 3, round(y1) - 3, 7, 7)
    yield from (Spot(spot.rect, spot.cost + 2, spot.leader) for spot in beside(tip, size))


def _centered(point: Point, size: tuple[int, int]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    rect.center = (round(point[0]), round(point[1]))
    return rect


def draw_pills(surface: pygame.Surface, view: pygame.Rect, placed: Sequence[tuple[Pill, Placed]]) -> None:
    """Draw them in the places that they were given."""
    for pill, at in placed:
        color = STYLES[pill.style]
        if at.leader:
            _lead(surface, at.leader, pill.style)
        box(surface, at.rect, mix(WELL, color, 0.2), radius=px(6), border=mix(WELL, color, 0.75))
        y = at.rect.top + px(3)
        for line in pill_box(pill.text, view)[0]:
            draw_text(surface, (at.rect.centerx, y), line, "pill", mix(color, TEXT, 0.45), anchor="midtop")
            y += line_height("pill")


def _lead(surface: pygame.Surface, leader: Leader, style: str) -> None:
    pygame.draw.aaline(surface, mix(WELL, STYLES[style], 0.6), *leader)
