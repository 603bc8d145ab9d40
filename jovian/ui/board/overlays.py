"""What is drawn over the board for a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, floor, hypot, pi, radians, sin
from typing import Any, NamedTuple

import pygame

from jovian.table import Pose, Shape, length
from jovian.ui.board.camera import Camera
from jovian.ui.board.camera import Point as CameraPoint
from jovian.ui.board.colors import HAIR, bounds, clipped, draw_dashed_line, fill_polygon, filled, polyline
from jovian.ui.board.colors import Point as ColorsPoint
from jovian.ui.board.colors import line as colors_line
from jovian.ui.board.labels import Leader, Name, Placed, Request, Spot, beside, place
from jovian.ui.board.sprites import SpriteKey, around, base_rect, draw_brackets, draw_sprite
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import SurfaceCache, draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import ACCENT, DANGER, LEGAL, SCALE, TEXT, TEXT_SOFT, THREAT, WARN, WELL, Color, mix_colors, px

# --- overlay ---
# The closed list of overlays: what may be drawn over the table, as frozen values in table inches.
#
# Screens build tuples of them; equal tuples cost nothing to draw again. `draw_overlays` is in `overlays`.

Point = tuple[float, float]

STYLES: dict[str, Color] = {
    "arc": ACCENT,
    "legal": LEGAL,
    "refused": DANGER,
    "attack": (255, 138, 96),
    "lit": (255, 214, 130),
    "obscured": WARN,
    "threat": THREAT,
    "measure": TEXT_SOFT,
    "select": ACCENT,
}
"""Every style and its color. `refused`, `obscured` and `threat` also differ by dashes or hatching."""


@dataclass(frozen=True, slots=True)
class ArcOverlay:
    """Arcs of fire with their range bands, true to the rules: arcs from the center, ranges from the base's edge."""

    pose: Pose
    base: Shape
    arcs: tuple[str, ...]
    """Of fore, aft, port, starboard, spinal, turret."""
    short: float
    """Inches of the short band, 0 for none."""
    optimum: float
    """Inches of the optimum band, 0 for none."""
    style: str = "arc"
    labels: bool = True


@dataclass(frozen=True, slots=True)
class Path:
    """A dashed way through poses, with the base outlined at each turn."""

    poses: tuple[Pose, ...]
    base: Shape
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Ghost:
    """A model where it would stand."""

    base: Shape
    pose: Pose
    image: str
    fallback: str
    side: int
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """A line from point to point; with a width it is a band of so many inches (a kinetic shot is 1" wide)."""

    start: Point
    end: Point
    width: float = 0.0
    style: str = "measure"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Region:
    """An area: where a model may go, what an enemy could reach."""

    points: tuple[Point, ...]
    style: str = "legal"


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle about a point."""

    center: Point
    radius: float
    style: str = "measure"
    label: str = ""


@dataclass(frozen=True, slots=True)
class BaseRing:
    """Everything within so many inches of a base; with 0, the base itself: a blocker, or what refuses."""

    base: Shape
    pose: Pose
    inches: float = 0.0
    style: str = "refused"


@dataclass(frozen=True, slots=True)
class Brackets:
    """A target."""

    base: Shape
    pose: Pose
    style: str = "attack"


@dataclass(frozen=True, slots=True)
class PointLabel:
    """A pill with a short text beside a point."""

    point: Point
    text: str
    style: str = "measure"


Overlay = ArcOverlay | Path | Ghost | Line | Region | Ring | BaseRing | Brackets | PointLabel


# --- fans ---
# The outline of an arc with a range: a base grown by the range, cut to the arc (R13, R15).

MIDDLES = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}
_STEPS = 96


@lru_cache(maxsize=256)
def band(base: Shape, pose: Pose, arc: str, inches: float) -> tuple[Point, ...]:
    """The area of an arc within so many inches of the base; `turret` is all round, `spinal` a strip ahead."""
    if arc == "spinal":
        half, front = base.width / 2, base.length / 2
        strip = ((-half, front), (half, front), (half, front + inches), (-half, front + inches))
        return tuple(pose.to_table(x, y) for x, y in strip)
    grown = base.grown(inches).outline(pose, _STEPS)
    if arc not in MIDDLES:
        return tuple(grown)
    middle = pose.heading + MIDDLES[arc]
    left, right = radians(middle - 45), radians(middle + 45)
    area = _cut(grown, (pose.x, pose.y), (cos(left), -sin(left)))
    return tuple(_cut(area, (pose.x, pose.y), (-cos(right), sin(right))))


@lru_cache(maxsize=256)
def far_edge(base: Shape, pose: Pose, arc: str, inches: float) -> tuple[Point, ...]:
    """The points of an arc that lie just so many inches from the base."""
    if arc == "spinal":
        return (pose.to_table(0.0, base.length / 2 + inches),)
    rim = set(base.grown(inches).outline(pose, _STEPS))
    return tuple(point for point in band(base, pose, arc, inches) if point in rim)


def _cut(points: list[Point], origin: Point, normal: Point) -> list[Point]:
    """The part of a convex polygon on the side of a line through `origin` to which `normal` points."""
    out: list[Point] = []
    for index, q in enumerate(points):
        p = points[index - 1]
        a = (p[0] - origin[0]) * normal[0] + (p[1] - origin[1]) * normal[1]
        b = (q[0] - origin[0]) * normal[0] + (q[1] - origin[1]) * normal[1]
        if (a >= 0) != (b >= 0):
            share = a / (a - b)
            out.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
        if b >= 0:
            out.append(q)
    return out


# --- areas ---
# Translucent areas with an outline, kept as pictures that lie fast on the table.
#
# A table that is panned by whole pixels shows them again, also those that reach beyond what is in sight: of an area
# the part is kept that lies in a piece of the table which ends at whole steps from its corner.

areas = SurfaceCache(80, 9_000_000)
"""The pictures."""
_STEP = 64
"""Pixels."""
_FINE = 32
"""Parts of a pixel by which two outlines differ."""


class Paint(NamedTuple):
    """How an area looks."""

    color: Color
    alpha: int
    hatch: int
    """Pixels between diagonal lines over it, 0 for none."""
    edge: Color
    width: int
    """Of its outline, in pixels."""


def draw_area(surface: pygame.Surface, points: Sequence[ColorsPoint], corner: ColorsPoint, paint: Paint) -> None:
    """Draw a polygon of pixels; `corner` is the pixel of one and the same point of the table each time."""
    part = _part(surface.get_clip(), corner)
    seen = clipped(points, part.inflate(4, 4))
    box = bounds(seen).clip(part) if len(seen) > 2 else pygame.Rect(0, 0, 0, 0)
    if not box.width or not box.height:
        return
    left, top = box.left - HAIR, box.top - HAIR
    outline = tuple([(round((x - left) * _FINE), round((y - top) * _FINE)) for x, y in seen])
    start = int(points[0][0] + points[0][1] - left - top) % paint.hatch if paint.hatch else 0

    def picture() -> pygame.Surface:
        local = [(int(x - left), int(y - top)) for x, y in seen]
        image = filled(local, box.size, paint.color, paint.alpha, paint.hatch, start)
        polyline(image, [(x - box.left, y - box.top) for x, y in points], paint.edge, paint.width, closed=True)
        return image

    image = areas.get((outline, box.size, paint, start), picture)
    surface.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)


def _part(clip: pygame.Rect, corner: ColorsPoint) -> pygame.Rect:
    """The least piece of the table about all that is in sight."""
    x, y = floor(corner[0] + HAIR), floor(corner[1] + HAIR)
    left, top = clip.left - (clip.left - x) % _STEP, clip.top - (clip.top - y) % _STEP
    right, bottom = clip.right + (x - clip.right) % _STEP, clip.bottom + (y - clip.bottom) % _STEP
    return pygame.Rect(left, top, right - left, bottom - top)


# --- pills ---
# The texts of overlays as pills: ranges on their rings, lengths on their lines, notes beside what they are about.
#
# They go by the same placement as names, after them; where a pill finds room only over names, the names give way.

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
    ring: tuple[CameraPoint, ...] = ()
    """Points of the ring, the best place first."""
    line: tuple[CameraPoint, CameraPoint] | None = None
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
    wide = max(text_size(each, "pill")[0] for each in lines)
    return lines, (wide + px(14), text_size("Ag", "pill")[1] + (len(lines) - 1) * line_height("pill") + px(6))


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


def _on_line(start: CameraPoint, end: CameraPoint, size: tuple[int, int]) -> Iterator[Spot]:
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


def _centered(point: CameraPoint, size: tuple[int, int]) -> pygame.Rect:
    rect = pygame.Rect((0, 0), size)
    rect.center = (round(point[0]), round(point[1]))
    return rect


def draw_pills(surface: pygame.Surface, view: pygame.Rect, placed: Sequence[tuple[Pill, Placed]]) -> None:
    """Draw them in the places that they were given."""
    for pill, at in placed:
        color = STYLES[pill.style]
        if at.leader:
            _lead(surface, at.leader, pill.style)
        draw_box(surface, at.rect, mix_colors(WELL, color, 0.2), radius=px(6), border=mix_colors(WELL, color, 0.75))
        y = at.rect.top + px(3)
        for line in pill_box(pill.text, view)[0]:
            draw_text(surface, (at.rect.centerx, y), line, "pill", mix_colors(color, TEXT, 0.45), anchor="midtop")
            y += line_height("pill")


def _lead(surface: pygame.Surface, leader: Leader, style: str) -> None:
    pygame.draw.aaline(surface, mix_colors(WELL, STYLES[style], 0.6), *leader)


# --- overlays ---
# Draws overlays over the table, clipped to what is in sight, and collects what they have to say (`pills`).

_HATCHED = ("threat", "refused")
_DASHED = ("obscured", "refused", "attack", "threat")
_BACK: Color = (8, 12, 24)
_AROUND = 48
"""Points of a ring at which its pill may stand."""
_TURNS = [2 * pi * n / _AROUND for n in sorted(range(_AROUND), key=lambda n: min(n, _AROUND - n))]
_COMPASS = [(sin(angle), cos(angle)) for angle in _TURNS]
"""The directions of those points, the upper ones first."""


class _Canvas:
    """The surface, the camera, and what is still to be written."""

    def __init__(
        self, surface: pygame.Surface, camera: Camera, overlays: Sequence[Overlay], bases: Sequence[pygame.Rect]
    ) -> None:
        self.surface = surface
        self.camera = camera
        self.texts = Texts()
        self.overlays = overlays
        self.bases = bases
        self.fanned: set[tuple[Pose, Shape, str, str, float]] = set()
        """The parts of fans that lie there already: what several weapons reach is drawn once."""

    def about(self, point: Point) -> pygame.Rect:
        """What a note at a table point is about: the base that is drawn there, else the point itself."""
        drawn = [each for each in self.overlays if isinstance(each, Ghost | Brackets | BaseRing)]
        found = next((each for each in drawn if each.pose[:2] == tuple(point)), None)
        if found is not None:
            return base_rect(self.camera, found.base, found.pose)
        x, y = self.camera.to_screen(point)
        spot = pygame.Rect(round(x) - 3, round(y) - 3, 7, 7)
        return next((base for base in self.bases if spot.collidepoint(base.center)), spot)

    def edge(self, points: list[Point], style: str, width: int = 2) -> None:
        """A closed outline, dashed where the style says so."""
        if style in _DASHED:
            draw_dashed_line(self.surface, [*points, points[0]], STYLES[style], width)
        else:
            polyline(self.surface, points, STYLES[style], width, closed=True)


def draw_overlays(
    surface: pygame.Surface, camera: Camera, overlays: Sequence[Overlay], bases: Sequence[pygame.Rect] = ()
) -> Texts:
    """Draw them in order, areas being the caller's to put first; the texts still to be written."""
    canvas = _Canvas(surface, camera, overlays, bases)
    for overlay in overlays:
        _DRAW[type(overlay)](canvas, overlay)
    for pill in _ranges(camera, [each for each in overlays if isinstance(each, ArcOverlay) and each.labels]):
        canvas.texts.add(pill)
    return canvas.texts


def _ranges(camera: Camera, fans: Sequence[ArcOverlay]) -> list[Pill]:
    """One pill for every range around a base, wherever any of its arcs reaches that far."""
    arcs: dict[tuple[Pose, Shape, str, float], tuple[str, ...]] = {}
    for fan in fans:
        for inches in (fan.short, fan.optimum):
            if inches > 0:
                key = (fan.pose, fan.base, fan.style, inches)
                arcs[key] = (*arcs.get(key, ()), *fan.arcs)
    return [
        Pill(f'{inches:g}"', style, tuple(camera.polygon(_best_first(base, pose, those, inches))))
        for (pose, base, style, inches), those in arcs.items()
    ]


@lru_cache(maxsize=256)
def _best_first(base: Shape, pose: Pose, arcs: tuple[str, ...], inches: float) -> list[Point]:
    """Where some arcs reach just so far, the place first at which the range is best read."""
    points = {point for arc in arcs for point in far_edge(base, pose, arc, inches)}
    return sorted(points, key=lambda at: _off(pose, at))


def _off(pose: Pose, point: Point) -> tuple[float, Point]:
    """How far a point lies from the direction in which ranges are best read: ahead to the left."""
    right, ahead = pose.from_table(*point)
    return -round((ahead * 0.5 - right * 0.85) / (length(ahead, right) or 1.0), 3), point


def _fan(canvas: _Canvas, fan: ArcOverlay) -> None:
    color, hatch, corner = STYLES[fan.style], 10 if fan.style in _HATCHED else 0, canvas.camera.to_screen((0.0, 0.0))
    far = Paint(color, 20, hatch, mix_colors(color, _BACK, 0.25), 2)
    near = Paint(color, 26, hatch, mix_colors(color, _BACK, 0.45), 1)
    for arc in fan.arcs:
        for inches, paint in ((fan.optimum, far), (fan.short, near)):
            part = (fan.pose, fan.base, fan.style, arc, inches)
            if inches > 0 and part not in canvas.fanned:
                canvas.fanned.add(part)
                draw_area(canvas.surface, canvas.camera.polygon(band(fan.base, fan.pose, arc, inches)), corner, paint)


def _path(canvas: _Canvas, path: Path) -> None:
    style = "legal" if path.legal else "refused"
    points = canvas.camera.polygon([(pose.x, pose.y) for pose in path.poses])
    draw_dashed_line(canvas.surface, points, STYLES[style], 2, 9, 5)
    for pose in _turns(path.poses):
        shape = around(canvas.camera, path.base, pose, 0)
        polyline(canvas.surface, shape, mix_colors(STYLES[style], _BACK, 0.6), 1, closed=True)


def _turns(poses: tuple[Pose, ...]) -> list[Pose]:
    """The poses between start and end, without those that repeat."""
    inner = poses[1:-1]
    return [pose for index, pose in enumerate(inner) if index == 0 or pose != inner[index - 1]]


def _ghost(canvas: _Canvas, ghost: Ghost) -> None:
    camera = canvas.camera
    look = SpriteKey(ghost.image, ghost.fallback, ghost.base, ghost.side)
    center = camera.to_screen((ghost.pose.x, ghost.pose.y))
    draw_sprite(canvas.surface, look, camera.pixels_per_inch, ghost.pose.heading, center, 128)
    canvas.texts.ghosts.append(base_rect(camera, ghost.base, ghost.pose))
    canvas.edge(around(camera, ghost.base, ghost.pose, 1), "legal" if ghost.legal else "refused")


def _line(canvas: _Canvas, item: Line) -> None:
    camera, color = canvas.camera, STYLES[item.style]
    p, q = camera.to_screen(item.start), camera.to_screen(item.end)
    if item.width:
        far = length(q[0] - p[0], q[1] - p[1]) or 1.0
        k = item.width * camera.pixels_per_inch / 2 / far
        nx, ny = (p[1] - q[1]) * k, (q[0] - p[0]) * k
        sides = [(p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny), (q[0] - nx, q[1] - ny), (p[0] - nx, p[1] - ny)]
        fill_polygon(canvas.surface, sides, color, 40)
        for a, b in ((0, 1), (3, 2)):
            colors_line(canvas.surface, sides[a], sides[b], mix_colors(color, _BACK, 0.35), 1)
    if item.style in _DASHED:
        draw_dashed_line(canvas.surface, [p, q], color, 2, 10, 5)
    else:
        colors_line(canvas.surface, p, q, color, 2)
    for end in (p, q):
        pygame.draw.aacircle(canvas.surface, color, end, 3)
    canvas.texts.add(Pill(item.label, item.style, line=(p, q)))


def _region(canvas: _Canvas, region: Region) -> None:
    points = canvas.camera.polygon(region.points)
    fill_polygon(canvas.surface, points, STYLES[region.style], 24, hatch=12 if region.style in _HATCHED else 0)
    canvas.edge(points, region.style, 1)


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
    points = canvas.camera.polygon(item.base.grown(item.inches).outline(item.pose, 64))
    fill_polygon(canvas.surface, points, STYLES[item.style], 30, hatch=8 if item.style in _HATCHED else 0)
    canvas.edge(points, item.style)


def _brackets(canvas: _Canvas, item: Brackets) -> None:
    draw_brackets(canvas.surface, canvas.camera, item.base, item.pose, STYLES[item.style])


def _note(canvas: _Canvas, note: PointLabel) -> None:
    canvas.texts.add(Pill(note.text, note.style, about=canvas.about(note.point)))


_DRAW: dict[type, Callable[[_Canvas, Any], None]] = {
    ArcOverlay: _fan, Path: _path, Ghost: _ghost, Line: _line, Region: _region, Ring: _ring, BaseRing: _around,
    Brackets: _brackets, PointLabel: _note,
}  # fmt: skip
