"""Draws the overlays of `table/overlays.py`: what a decision shows over the table.

Screens build tuples of overlays. Equal tuples aren't drawn twice. The texts of overlays become pills, which are placed
after the names of models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, cos, floor, hypot, pi, sin
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.table import Pose, Shape, length
from jovian.table.overlays import (
    ArcOverlay,
    BaseRing,
    BoardLine,
    BoardPath,
    Brackets,
    ChanceArea,
    Ghost,
    Overlay,
    PointLabel,
    Region,
    Ring,
    arc_area,
    range_places,
    range_texts,
)
from jovian.ui.board.camera import Camera, Point
from jovian.ui.board.colors import (
    HAIR,
    bounds,
    clip_polygon,
    draw_dashed_line,
    draw_line,
    draw_polyline,
    fill_polygon,
    polygon_image,
)
from jovian.ui.board.labels import LabelRequest, Name, PlacedLabel, Spot, place, spots_around
from jovian.ui.board.markers import Marker, has_plate, plate_of
from jovian.ui.board.sprites import PLATE, SpriteKey, base_outline, base_rect, draw_brackets, draw_sprite
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import SurfaceCache, draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import ACCENT, DANGER, LEGAL, SCALE, TEXT, TEXT_SOFT, THREAT, WARN, WELL, Color, mix_colors, px

# --- Styles ---

STYLES: dict[str, Color] = {
    "arc": ACCENT,
    "legal": LEGAL,
    "refused": DANGER,
    "attack": mix_colors(WARN, DANGER, 0.4),
    "lit": mix_colors(WARN, TEXT, 0.3),
    "obscured": WARN,
    "threat": THREAT,
    "measure": TEXT_SOFT,
    "select": ACCENT,
}
"""The color of every style. `refused`, `obscured`, and `threat` also differ by dashes or hatching."""


# --- Areas ---
#
# Translucent areas are cached as pictures that are fixed to the table. Each picture covers whole steps of pixels from
# the table's corner, so it can be used again after panning, even if the area is larger than the view.

areas = SurfaceCache(80, 9_000_000)
"""The cached pictures."""
_STEP = 64
"""Pixels."""
_FINE = 32
"""Outlines are compared in this fraction of a pixel."""


@frozen
class Paint:
    """The look of an area."""

    color: Color
    alpha: int
    hatch: int
    """Pixels between diagonal lines, 0 for none."""
    edge: Color
    width: int
    """Width of the outline in pixels."""


def draw_area(surface: pygame.Surface, points: Sequence[Point], corner: Point, paint: Paint) -> None:
    """Draw a polygon in pixels. `corner` is the pixel of a fixed point of the table."""
    part = _part(surface.get_clip(), corner)
    visible = clip_polygon(points, part.inflate(4, 4))
    box = bounds(visible).clip(part) if len(visible) > 2 else pygame.Rect(0, 0, 0, 0)
    if not box.width or not box.height:
        return
    left, top = box.left - HAIR, box.top - HAIR
    outline = tuple([(round((x - left) * _FINE), round((y - top) * _FINE)) for x, y in visible])
    start = int(points[0][0] + points[0][1] - left - top) % paint.hatch if paint.hatch else 0

    def picture() -> pygame.Surface:
        local = [(int(x - left), int(y - top)) for x, y in visible]
        image = polygon_image(local, box.size, paint.color, paint.alpha, paint.hatch, start)
        draw_polyline(image, [(x - box.left, y - box.top) for x, y in points], paint.edge, paint.width, closed=True)
        return image

    image = areas.get((outline, box.size, paint, start), picture)
    surface.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)


def _part(clip: pygame.Rect, corner: Point) -> pygame.Rect:
    """Return the smallest box of whole steps around the visible area."""
    x, y = floor(corner[0] + HAIR), floor(corner[1] + HAIR)
    left, top = clip.left - (clip.left - x) % _STEP, clip.top - (clip.top - y) % _STEP
    right, bottom = clip.right + (x - clip.right) % _STEP, clip.bottom + (y - clip.bottom) % _STEP
    return pygame.Rect(left, top, right - left, bottom - top)


# --- Pills ---
#
# If a pill fits only over names, the names are omitted.

WIDEST = 380
"""Most pixels of a pill at scale 1. A longer text has several lines."""
_CROSSING = 40
"""Cost of a range that covers another ring."""
_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
_NOTE, _LENGTH, _RANGE = range(3)


@frozen
class Pill:
    """A text with the ring, line, or box it belongs to, in pixels."""

    text: str
    style: str
    ring: tuple[Point, ...] = ()
    """Points of the ring, the best place first."""
    line: tuple[Point, Point] | None = None
    about: pygame.Rect | None = None


@dataclass(slots=True)
class Texts:
    """The texts of a picture's overlays, collected while they are drawn."""

    pills: list[Pill] = field(default_factory=list)
    ghosts: list[pygame.Rect] = field(default_factory=list)
    """Bases that overlays draw. No text may cover them."""
    discs: list[tuple[pygame.Rect, str, str]] = field(default_factory=list)
    """The boxes of the discs of rows, with their numbers and styles."""

    def add(self, pill: Pill) -> None:
        """Add a text unless the same text is already on the same ring or line."""
        if pill.text and pill not in self.pills:
            self.pills.append(pill)


def pill_box(text: str, view: pygame.Rect) -> tuple[tuple[str, ...], tuple[int, int]]:
    """Return the lines and the size of a pill."""
    return _pill_box(text, min(px(WIDEST), view.width - px(30)), SCALE.factor)


@lru_cache(maxsize=500)
def _pill_box(text: str, width: int, factor: float) -> tuple[tuple[str, ...], tuple[int, int]]:
    lines = wrap(text, "pill", width)
    width = max(text_size(line, "pill")[0] for line in lines)
    return lines, (width + px(14), text_size("Ag", "pill")[1] + (len(lines) - 1) * line_height("pill") + px(6))


class _Rings:
    """The points of every ring as boxes of one pixel, and the box around each ring."""

    def __init__(self, pills: Sequence[Pill]) -> None:
        self.points = [[pygame.Rect(int(x), int(y), 1, 1) for x, y in pill.ring] for pill in pills]
        self.around = [boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0) for boxes in self.points]
        self.pills = pills

    def spots(
        self, index: int, size: tuple[int, int], view: pygame.Rect, blocked: Sequence[pygame.Rect]
    ) -> Iterator[Spot]:
        """Yield spots centered on a ring. Spots that cover another ring come last."""
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
) -> tuple[list[tuple[Pill, PlacedLabel]], list[Name]]:
    """Return the pills that have a place, and the names that they don't cover."""
    rings = _Rings(pills)
    sizes = [pill_box(pill.text, view)[1] for pill in pills]

    def requests(indices: Sequence[int]) -> list[LabelRequest]:
        return [_request(n, pills[n], sizes[n], rings, blocked, view) for n in indices]

    placed = place(requests(range(len(pills))), blocked, view, [name.rect for name, _ in names])
    missing = [n for n in range(len(pills)) if str(n) not in placed]
    if missing:
        placed |= place(requests(missing), blocked, view, [pill.rect.inflate(2, 2) for pill in placed.values()])
    rects = [pill.rect for pill in placed.values()]
    visible_names = [name for name in names if name[0].rect.collidelist(rects) < 0]
    return [(pills[int(key)], at) for key, at in placed.items()], visible_names


def _request(
    index: int, pill: Pill, size: tuple[int, int], rings: _Rings, blocked: Sequence[pygame.Rect], view: pygame.Rect
) -> LabelRequest:  # fmt: skip
    if pill.ring:
        return LabelRequest(str(index), rings.spots(index, size, view, blocked), rank=_RANGE)
    if pill.line is not None:
        return LabelRequest(str(index), _on_line(*pill.line, size), rank=_LENGTH)
    assert pill.about is not None
    others = [rect for rect in blocked if not rect.colliderect(pill.about)]
    return LabelRequest(str(index), _about(pill.about, size, view), [pill.about], (), others, rank=_NOTE)


def _about(own: pygame.Rect, size: tuple[int, int], view: pygame.Rect) -> Iterator[Spot]:
    """Yield spots next to a box. A wide pill is moved into view."""
    for spot in spots_around(own, size):
        left = max(view.left, min(spot.rect.left, view.right - size[0]))
        rect = pygame.Rect((left, spot.rect.top), size)
        if not rect.colliderect(own):
            yield Spot(rect, spot.cost, spot.leader)


def _on_line(start: Point, end: Point, size: tuple[int, int]) -> Iterator[Spot]:
    """Yield spots on the line, then close to it, then next to its end."""
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
    yield from (Spot(spot.rect, spot.cost + 2, spot.leader) for spot in spots_around(tip, size))


def _centered(point: Point, size: tuple[int, int]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    rect.center = (round(point[0]), round(point[1]))
    return rect


def draw_pills(surface: pygame.Surface, view: pygame.Rect, placed: Sequence[tuple[Pill, PlacedLabel]]) -> None:
    """Draw pills in their places."""
    for pill, at in placed:
        color = STYLES[pill.style]
        if at.leader:
            pygame.draw.aaline(surface, mix_colors(WELL, color, 0.6), *at.leader)
        draw_box(surface, at.rect, mix_colors(WELL, color, 0.2), radius=px(6), border=mix_colors(WELL, color, 0.75))
        y = at.rect.top + px(3)
        for line in pill_box(pill.text, view)[0]:
            draw_text(surface, (at.rect.centerx, y), line, "pill", mix_colors(color, TEXT, 0.45), anchor="midtop")
            y += line_height("pill")


def draw_discs(surface: pygame.Surface, discs: Sequence[tuple[pygame.Rect, str, str]]) -> None:
    """Draw the numbers of the rows that models have in the context panel."""
    for rect, number, style in discs:
        draw_box(surface, rect, WELL, radius=rect.height // 2, border=STYLES[style])
        draw_text(surface, rect.center, number, "pill", mix_colors(STYLES[style], TEXT, 0.6), anchor="center")


# --- Drawing ---

_HATCHED = ("threat", "refused")
_OUTLINE = 0.2
"""Inches up to which a ring outlines a model rather than an area around it."""
_DASHED = ("obscured", "refused", "attack", "threat")
_BACK: Color = (8, 12, 24)
_RING_POINTS = 48
"""Points of a ring at which its pill may be."""
_TURNS = [2 * pi * n / _RING_POINTS for n in sorted(range(_RING_POINTS), key=lambda n: min(n, _RING_POINTS - n))]
_COMPASS = [(sin(angle), cos(angle)) for angle in _TURNS]
"""The directions of those points, the upper ones first."""


class _Canvas:
    """The surface, the camera, and the texts collected so far."""

    def __init__(
        self, surface: pygame.Surface, camera: Camera, overlays: Sequence[Overlay], markers: Mapping[Point, Marker]
    ) -> None:
        self.surface = surface
        self.camera = camera
        self.texts = Texts()
        self.overlays = overlays
        self.markers = markers
        """The markers of the visible models by their places on the table."""
        self.fanned: set[tuple[Pose, Shape, str, str, float]] = set()
        """Parts of arcs that are already drawn, because several weapons share them."""

    def about(self, point: Point) -> pygame.Rect:
        """Return the box that a note at a table point belongs to: a base or ring drawn there, or the point."""
        with_base = [item for item in self.overlays if isinstance(item, Ghost | Brackets | BaseRing)]
        item = next((item for item in with_base if item.pose[:2] == tuple(point)), None)
        marker = self.markers.get((point[0], point[1]))
        if marker is not None and (item is None or not isinstance(item, Ghost)):
            return base_rect(self.camera, marker.shape, marker.pose)
        if item is not None:
            return base_rect(self.camera, item.base, item.pose)
        x, y = self.camera.to_screen(point)
        rings = (item for item in self.overlays if isinstance(item, Ring) and item.center == tuple(point))
        radius = max(3, *(round(ring.radius * self.camera.pixels_per_inch) for ring in rings), 0)
        return pygame.Rect(round(x) - radius, round(y) - radius, 2 * radius + 1, 2 * radius + 1)

    def seen(self, base: Shape, pose: Pose) -> tuple[Shape, Pose]:
        """Return what is drawn for a base at a pose: the plate of the model there, or the base itself."""
        marker = self.markers.get(pose[:2])
        return (marker.shape, marker.pose) if marker is not None and marker.is_plate else (base, pose)

    def edge(self, points: list[Point], style: str, width: int = 2) -> None:
        """Draw a closed outline, dashed for some styles."""
        if style in _DASHED:
            draw_dashed_line(self.surface, [*points, points[0]], STYLES[style], width)
        else:
            draw_polyline(self.surface, points, STYLES[style], width, closed=True)


def draw_overlays(
    surface: pygame.Surface, camera: Camera, overlays: Sequence[Overlay], markers: Mapping[Point, Marker] | None = None
) -> Texts:
    """Draw overlays in order, and return their texts. The caller puts areas first."""
    canvas = _Canvas(surface, camera, overlays, markers or {})
    for overlay in overlays:
        _DRAW[type(overlay)](canvas, overlay)
    for pill in _ranges(camera, [item for item in overlays if isinstance(item, ArcOverlay) and item.labels]):
        canvas.texts.add(pill)
    return canvas.texts


def _ranges(camera: Camera, fans: Sequence[ArcOverlay]) -> list[Pill]:
    """Return one pill for every range around a base, at any of the arcs with that range."""
    arcs: dict[tuple[Pose, Shape, str, float, str], tuple[str, ...]] = {}
    for fan in fans:
        for inches, text in range_texts(fan):
            key = (fan.pose, fan.base, fan.style, inches, text)
            arcs[key] = (*arcs.get(key, ()), *fan.arcs)
    return [
        Pill(text, style, tuple(camera.polygon(range_places(base, pose, names, inches))))
        for (pose, base, style, inches, text), names in arcs.items()
    ]


def _fan(canvas: _Canvas, fan: ArcOverlay) -> None:
    color, hatch, corner = STYLES[fan.style], 10 if fan.style in _HATCHED else 0, canvas.camera.to_screen((0.0, 0.0))
    far = Paint(color, 20, hatch, mix_colors(color, _BACK, 0.25), 2)
    near = Paint(color, 26, hatch, mix_colors(color, _BACK, 0.45), 1)
    for arc in fan.arcs:
        for inches, paint in ((fan.optimum, far), (fan.short, near)):
            part = (fan.pose, fan.base, fan.style, arc, inches)
            if inches > 0 and part not in canvas.fanned:
                canvas.fanned.add(part)
                draw_area(
                    canvas.surface, canvas.camera.polygon(arc_area(fan.base, fan.pose, arc, inches)), corner, paint
                )


def _path(canvas: _Canvas, path: BoardPath) -> None:
    style = "legal" if path.legal else "refused"
    points = canvas.camera.polygon([(pose.x, pose.y) for pose in path.poses])
    draw_dashed_line(canvas.surface, points, STYLES[style], 2, 9, 5)
    for pose in _turns(path.poses):
        shape = base_outline(canvas.camera, path.base, pose, 0)
        draw_polyline(canvas.surface, shape, mix_colors(STYLES[style], _BACK, 0.6), 1, closed=True)


def _turns(poses: tuple[Pose, ...]) -> list[Pose]:
    """Return the poses between start and end without repeats."""
    inner = poses[1:-1]
    return [pose for index, pose in enumerate(inner) if index == 0 or pose != inner[index - 1]]


def _ghost(canvas: _Canvas, ghost: Ghost) -> None:
    camera = canvas.camera
    look, shape, pose = SpriteKey(ghost.image, ghost.fallback, ghost.base, ghost.side), ghost.base, ghost.pose
    if has_plate(ghost.fallback, camera.pixels_per_inch):
        shape, pose = plate_of(ghost.side, camera.pixels_per_inch), Pose(pose.x, pose.y, 0)
        look = look._replace(base=shape, style=PLATE)
    center = camera.to_screen((ghost.pose.x, ghost.pose.y))
    draw_sprite(canvas.surface, look, camera.pixels_per_inch, ghost.pose.heading, center, 128)
    canvas.texts.ghosts.append(base_rect(camera, shape, pose))
    canvas.edge(base_outline(camera, ghost.base, ghost.pose, 1), "legal" if ghost.legal else "refused")


def _line(canvas: _Canvas, item: BoardLine) -> None:
    camera, color = canvas.camera, STYLES[item.style]
    p, q = camera.to_screen(item.start), camera.to_screen(item.end)
    if item.width:
        line_length = length(q[0] - p[0], q[1] - p[1]) or 1.0
        k = item.width * camera.pixels_per_inch / 2 / line_length
        nx, ny = (p[1] - q[1]) * k, (q[0] - p[0]) * k
        sides = [(p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny), (q[0] - nx, q[1] - ny), (p[0] - nx, p[1] - ny)]
        fill_polygon(canvas.surface, sides, color, 40)
        for a, b in ((0, 1), (3, 2)):
            draw_line(canvas.surface, sides[a], sides[b], mix_colors(color, _BACK, 0.35), 1)
    if item.style in _DASHED:
        draw_dashed_line(canvas.surface, [p, q], color, 2, 10, 5)
    else:
        draw_line(canvas.surface, p, q, color, 2)
    for end in (p, q):
        pygame.draw.aacircle(canvas.surface, color, end, 3)
    canvas.texts.add(Pill(item.label, item.style, line=(p, q)))


def _region(canvas: _Canvas, region: Region) -> None:
    points = canvas.camera.polygon(region.points)
    fill_polygon(canvas.surface, points, STYLES[region.style], 24, hatch=12 if region.style in _HATCHED else 0)
    canvas.edge(points, region.style, 1)


CHANCE_GRID = 8
"""Pixels per inch of the picture of an area of chances, which is scaled to the camera."""
_LEAST_SHADE, _MOST_SHADE = 14, 84
"""The opacity of an area with a chance of 0 and of 1."""
_chance_pictures = SurfaceCache(8, 12_000_000)


def _chances(canvas: _Canvas, area: ChanceArea) -> None:
    camera, clip = canvas.camera, canvas.surface.get_clip()
    width, height = camera.table
    whole = pygame.Rect(0, 0, round(width * CHANCE_GRID), round(height * CHANCE_GRID))
    (left, bottom), (right, top) = camera.to_table((clip.left, clip.bottom)), camera.to_table((clip.right, clip.top))
    cells = pygame.Rect(floor(left * CHANCE_GRID), floor((height - top) * CHANCE_GRID), 0, 0)
    cells.size = ceil(right * CHANCE_GRID) - cells.left, ceil((height - bottom) * CHANCE_GRID) - cells.top
    cells = cells.clip(whole)
    if not cells.width or not cells.height:
        return
    x, y = camera.to_screen((cells.left / CHANCE_GRID, height - cells.top / CHANCE_GRID))
    size = tuple(max(1, round(side * camera.pixels_per_inch / CHANCE_GRID)) for side in cells.size)

    def scaled() -> pygame.Surface:
        return pygame.transform.smoothscale(_chance_picture(area, whole.size, height).subsurface(cells), size)

    image = _chance_pictures.get((area.key, area.style, tuple(cells), size), scaled)
    canvas.surface.blit(image, (round(x), round(y)))


def _chance_picture(area: ChanceArea, size: tuple[int, int], height: float) -> pygame.Surface:
    """Return the whole table with the area."""

    def paint() -> pygame.Surface:
        color = STYLES[area.style]
        image = pygame.Surface(size, pygame.SRCALPHA)
        image.fill((*color, 0))
        for points, chance in area.pieces:
            shade = round(_LEAST_SHADE + chance * (_MOST_SHADE - _LEAST_SHADE))
            pixels = [(x * CHANCE_GRID, (height - y) * CHANCE_GRID) for x, y in points]
            pygame.draw.polygon(image, (*color, shade), pixels)
        return image

    return _chance_pictures.get((area.key, area.style, size), paint)


def _ring(canvas: _Canvas, ring: Ring) -> None:
    camera, color = canvas.camera, STYLES[ring.style]
    center, radius = camera.to_screen(ring.center), ring.radius * camera.pixels_per_inch
    area = pygame.Rect(0, 0, round(2 * radius) + 2, round(2 * radius) + 2)
    area.center = (round(center[0]), round(center[1]))
    if area.colliderect(canvas.surface.get_clip()):
        pygame.draw.aacircle(canvas.surface, color, center, radius, 2)
    points = tuple((center[0] + radius * right, center[1] - radius * ahead) for right, ahead in _COMPASS)
    canvas.texts.add(Pill(ring.label, ring.style, points))


def _around(canvas: _Canvas, item: BaseRing) -> None:
    base, pose = canvas.seen(item.base, item.pose) if item.inches <= _OUTLINE else (item.base, item.pose)
    points = canvas.camera.polygon(base.grown(item.inches).outline(pose, 64))
    fill_polygon(canvas.surface, points, STYLES[item.style], 30, hatch=8 if item.style in _HATCHED else 0)
    canvas.edge(points, item.style)


def _brackets(canvas: _Canvas, item: Brackets) -> None:
    shape, pose = canvas.seen(item.base, item.pose)
    draw_brackets(canvas.surface, canvas.camera, shape, pose, STYLES[item.style])
    if item.number:
        height = text_size("0", "pill")[1] + px(2)
        disc = pygame.Rect(0, 0, max(height, text_size(item.number, "pill")[0] + px(8)), height)
        disc.center = base_rect(canvas.camera, shape, pose).topright
        canvas.texts.discs.append((disc, item.number, item.style))


def _note(canvas: _Canvas, note: PointLabel) -> None:
    canvas.texts.add(Pill(note.text, note.style, about=canvas.about(note.point)))


_DRAW: dict[type, Callable[[_Canvas, Any], None]] = {
    ArcOverlay: _fan, BoardPath: _path, Ghost: _ghost, BoardLine: _line, Region: _region, Ring: _ring,
    BaseRing: _around, Brackets: _brackets, PointLabel: _note, ChanceArea: _chances,
}  # fmt: skip
