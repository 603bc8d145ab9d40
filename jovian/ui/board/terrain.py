"""Pictures of terrain.

Each piece is drawn once per zoom. Its random details are seeded by its id, so it always looks the same. Planets and
atmosphere along an edge of the table are too long for pictures and are drawn directly.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt, tau
from random import Random

import pygame

from jovian.cards.art import silhouette
from jovian.game import Terrain
from jovian.rules.terrain import comet_corridor
from jovian.ui.board.camera import MARGIN, Camera, Point
from jovian.ui.board.colors import ICE, VEIL, blit_enlarged, bounds, dashes, draw_dashed_line, fill_polygon, tint
from jovian.ui.kit.fonts import SurfaceCache, trimmed
from jovian.ui.kit.theme import ACCENT, Color, mix_colors, px

# --- Contents: rocks, shards, decoys, wrecks, clouds ---


def _inside(shell: list[Point], x: float, y: float, margin: float) -> bool:
    """Return whether a point is inside a convex polygon of either orientation, at a distance from its edges."""
    signs = 0
    for index, q in enumerate(shell):
        p = shell[index - 1]
        dx, dy = q[0] - p[0], q[1] - p[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        away = (dx * (y - p[1]) - dy * (x - p[0])) / length
        signs += 1 if away > margin else -1 if away < -margin else 0
    return abs(signs) == len(shell)


def scatter(rng: Random, shells: list[list[Point]], per_area: float, margin: float) -> list[Point]:
    """Return random points in the polygons, a number per unit of area, with a distance from the edges."""
    out: list[Point] = []
    for shell in shells:
        box = bounds(shell, 0)
        for _ in range(round(box.width * box.height * per_area)):
            x, y = box.left + rng.random() * box.width, box.top + rng.random() * box.height
            if _inside(shell, x, y, margin):
                out.append((x, y))
    return out


def _rock(big: pygame.Surface, rng: Random, x: float, y: float, radius: float, base: Color) -> None:
    """Draw a faceted stone: a ragged outline, a lit crown at the upper left, and a few pits."""
    count = 8 + int(rng.random() * 3)
    spin = rng.random() * 2 * pi
    ring = [(spin + 2 * pi * i / count, radius * (0.78 + 0.26 * rng.random())) for i in range(count)]
    outer = [(x + r * cos(a), y + r * sin(a)) for a, r in ring]
    shadow = [(a + radius * 0.07, b + radius * 0.1) for a, b in outer]
    pygame.draw.polygon(big, mix_colors(base, (0, 0, 0), 0.72), shadow)
    for index, p in enumerate(outer):
        q = outer[(index + 1) % count]
        nx, ny = (p[0] + q[0]) / 2 - x, (p[1] + q[1]) / 2 - y
        light = 0.5 - 0.5 * (nx * 0.6 + ny * 0.8) / (radius or 1)
        color = mix_colors(
            mix_colors(base, (0, 0, 0), 0.62), mix_colors(base, (255, 246, 230), 0.12), min(1.0, max(0.0, light))
        )
        pygame.draw.polygon(big, color, [p, q, (x, y)])
    crown = [(x - radius * 0.12 + r * 0.56 * cos(a), y - radius * 0.14 + r * 0.56 * sin(a)) for a, r in ring]
    pygame.draw.polygon(big, mix_colors(base, (255, 246, 230), 0.16), crown)
    for _ in range(2 if radius > 14 else 0):
        a, d = rng.random() * 2 * pi, radius * 0.34 * rng.random()
        pit = (x - radius * 0.1 + d * cos(a), y - radius * 0.1 + d * sin(a))
        pygame.draw.circle(big, mix_colors(base, (0, 0, 0), 0.3), pit, radius * (0.08 + 0.07 * rng.random()))


def draw_rocks(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Draw stones of all sizes that don't overlap."""
    stones: list[tuple[float, float, float]] = []
    for x, y in scatter(rng, shells, 2.4 / (unit * unit), unit * 0.2):
        radius = unit * (0.1 + 0.5 * rng.random() ** 2.6)
        if all((x - a) ** 2 + (y - b) ** 2 > (radius + c) ** 2 * 0.8 for a, b, c in stones):
            stones.append((x, y, radius))
    for x, y, radius in sorted(stones, key=lambda stone: stone[2]):
        _rock(big, rng, x, y, radius, mix_colors((150, 126, 98), (112, 104, 100), rng.random()))


def draw_boulder(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Draw one rock that fills its outline, so that the picture is what blocks."""
    base: Color = (140, 122, 102)
    middle = (big.get_width() / 2, big.get_height() / 2)
    for shell in shells:
        pygame.draw.polygon(big, mix_colors(base, (0, 0, 0), 0.6), shell)
        for share, light in ((0.93, 0.45), (0.8, 0.28), (0.6, 0.12), (0.36, 0.0)):
            shift = (1 - share) * 0.5
            inner = [
                (middle[0] + (x - middle[0]) * share * (0.97 + 0.06 * rng.random()) - shift * unit * 0.5,
                 middle[1] + (y - middle[1]) * share * (0.97 + 0.06 * rng.random()) - shift * unit * 0.5)
                for x, y in shell
            ]  # fmt: skip
            pygame.draw.polygon(big, mix_colors(mix_colors(base, (255, 246, 230), 0.14), (30, 26, 24), light), inner)
        for x, y in scatter(rng, [shell], 1.3 / (unit * unit), unit * 0.3):
            radius = unit * (0.08 + 0.16 * rng.random())
            pygame.draw.circle(big, mix_colors(base, (0, 0, 0), 0.42), (x, y), radius)
            pygame.draw.circle(
                big, mix_colors(base, (0, 0, 0), 0.14), (x + radius * 0.18, y + radius * 0.2), radius * 0.8
            )


def draw_moon(big: pygame.Surface, rng: Random, shells: list[list[Point]], round_: bool = True) -> None:
    """Draw a gray ball with craters, lit from the upper left and pale behind models over it.

    If the outline isn't round, the ball is cut to it.
    """
    boxes = [bounds(shell, 0) for shell in shells]
    box = boxes[0].unionall(boxes[1:])
    if round_:
        _ball(big, rng, box.centerx, box.centery, box.width / 2)
        return
    ball, mask = (pygame.Surface(big.get_size(), pygame.SRCALPHA) for _ in range(2))
    _ball(ball, rng, box.centerx, box.centery, hypot(box.width, box.height) / 2)
    for shell in shells:
        pygame.draw.polygon(mask, (255, 255, 255, 255), shell)
    ball.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    big.blit(ball, (0, 0))


def _ball(big: pygame.Surface, rng: Random, x: float, y: float, radius: float) -> None:
    base: Color = (112, 116, 128)
    for step in range(24):
        share, light = 1 - step / 30, 0.72 - 0.4 * step / 24
        shift = (1 - share) * radius * 0.55
        pygame.draw.circle(big, mix_colors(base, (6, 8, 16), light), (x - shift, y - shift), radius * share)
    for _ in range(26):
        far, angle = radius * sqrt(rng.random()) * 0.86, rng.random() * tau
        size = radius * (0.03 + 0.09 * rng.random())
        at = (x + far * cos(angle), y + far * sin(angle))
        pygame.draw.circle(big, mix_colors(base, (4, 6, 12), 0.66), at, size)
        lit = (at[0] + size * 0.16, at[1] + size * 0.18)
        pygame.draw.circle(big, mix_colors(base, (4, 6, 12), 0.48), lit, size * 0.8)


def draw_nucleus(big: pygame.Surface, rng: Random, shells: list[list[Point]]) -> None:
    """Draw a block of ice in its own glow."""
    for shell in shells:
        box = bounds(shell, 0)
        x, y, radius = box.centerx, box.centery, box.width / 2
        for share in (1.0, 0.9, 0.8, 0.7):
            pygame.draw.circle(big, (*ICE, round(60 + 90 * (1 - share))), (x, y), radius * share)
        _rock(big, rng, x, y, radius * 0.72, (196, 226, 244))


def draw_shards(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Draw bent splinters."""
    for x, y in scatter(rng, shells, 3.4 / (unit * unit), unit * 0.12):
        length, width = unit * (0.1 + 0.34 * rng.random() ** 1.6), unit * (0.04 + 0.09 * rng.random())
        angle = rng.random() * 2 * pi
        ux, uy = cos(angle), sin(angle)
        bend = rng.random() - 0.5
        tone = mix_colors((96, 108, 126), (196, 206, 220), rng.random() ** 2)
        spine = [(x - ux * length, y - uy * length), (x + ux * length, y + uy * length)]
        left = (x - uy * width + ux * bend * length, y + ux * width + uy * bend * length)
        right = (x + uy * width, y - ux * width)
        pygame.draw.polygon(big, mix_colors(tone, (0, 0, 0), 0.45), [spine[0], right, spine[1]])
        pygame.draw.polygon(big, tone, [spine[0], left, spine[1]])


def draw_decoys(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Draw small diamonds in rings of light."""
    for x, y in scatter(rng, shells, 5.0 / (unit * unit), unit * 0.1):
        arm = unit * (0.04 + 0.05 * rng.random())
        color = (*mix_colors(VEIL, (255, 255, 255), 0.35 * rng.random()), 150 + int(80 * rng.random()))
        pygame.draw.polygon(big, color, [(x, y - arm), (x + arm, y), (x, y + arm), (x - arm, y)])
        pygame.draw.circle(big, (*VEIL, 60), (x, y), arm * 1.8, max(1, round(unit * 0.015)))


def draw_hulk(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Draw a gray ship broken in two with glowing holes, over its true outline."""
    for shell in shells:
        pygame.draw.polygon(big, (20, 23, 31, 200), shell)
        pygame.draw.polygon(big, (112, 122, 140), shell, max(2, round(unit * 0.05)))
    heading = _longest(shells)
    middle = (big.get_width() / 2, big.get_height() / 2)
    half = max(((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 for shell in shells for x, y in shell) * 0.84
    for part, lean, slip in ((1, 0.16, 0.10), (-1, -0.1, -0.06)):
        for points, tone, lit in silhouette("uller"):
            if tone == "glow" or (sum(y for _, y in points) / len(points) > 0) != (part > 0):
                continue
            place = [_spun(middle, heading + lean, x * half, (y + slip) * half) for x, y in points]
            shade = {"hull": 0.62, "plate": 0.42, "deep": 0.24, "accent": 0.3}[tone] * (1.0 if lit else 0.7)
            pygame.draw.polygon(big, mix_colors((14, 16, 22), (176, 186, 204), shade), place)
    for _ in range(5):
        x, y = _spun(middle, heading, (rng.random() - 0.5) * half * 0.5, (rng.random() - 0.5) * half * 1.1)
        _gash(big, rng, x, y, half * (0.05 + 0.08 * rng.random()))


def _longest(shells: list[list[Point]]) -> float:
    """Return the direction of the longest edge in radians clockwise from up."""
    edges = [(q[0] - shell[i - 1][0], q[1] - shell[i - 1][1]) for shell in shells for i, q in enumerate(shell)]
    dx, dy = max(edges, key=lambda edge: edge[0] ** 2 + edge[1] ** 2)
    return atan2(dx, -dy)


def _spun(middle: Point, angle: float, x: float, y: float) -> Point:
    return middle[0] + x * cos(angle) + y * sin(angle), middle[1] - y * cos(angle) + x * sin(angle)


def _gash(big: pygame.Surface, rng: Random, x: float, y: float, radius: float) -> None:
    ring = [(2 * pi * i / 9, radius * (0.5 + 0.7 * rng.random())) for i in range(9)]
    pygame.draw.polygon(big, (12, 13, 18), [(x + r * cos(a), y + r * sin(a)) for a, r in ring])
    pygame.draw.circle(big, (186, 96, 48), (x, y), radius * 0.28)


def cloud_image(rng: Random, size: tuple[int, int], shells: list[list[Point]], color: Color) -> pygame.Surface:
    """Return soft clouds inside the outline, drawn small, blurred, and enlarged."""
    share = max(1, min(size) // 120)
    small = (max(4, size[0] // share), max(4, size[1] // share))
    mist = pygame.Surface(small, pygame.SRCALPHA)
    local = [[(x / share, y / share) for x, y in shell] for shell in shells]
    for shell in local:
        pygame.draw.polygon(mist, (*mix_colors(color, (0, 0, 0), 0.3), 46), shell)
    extent = max(bounds(shell, 0).width for shell in local)
    for x, y in scatter(rng, local, 60 / (extent * extent), extent * 0.085):
        puff = pygame.Surface(small, pygame.SRCALPHA)
        bright = mix_colors(color, (230, 236, 255), 0.45 * rng.random())
        pygame.draw.circle(puff, (*bright, 34), (x, y), extent * (0.05 + 0.1 * rng.random()))
        mist.blit(puff, (0, 0))
    soft = pygame.transform.gaussian_blur(mist.premul_alpha(), max(2, round(extent * 0.035)))
    return pygame.transform.smoothscale(soft, size)


# --- Comet: its tail and its next path ---


def comet_tail(piece: Terrain, pixels_per_inch: float, half: int) -> pygame.Surface:
    """Return a picture of layered streaks, each narrower and brighter, drawn small and enlarged."""
    share = max(1, half // 90)
    small = max(8, 2 * half // share)
    image = pygame.Surface((small, small), pygame.SRCALPHA)
    points = [p for shape in piece.outline for p in shape.filled(0)]
    width = max(x for x, _ in points) - min(x for x, _ in points)
    ahead, behind = max(y for _, y in points), min(y for _, y in points)
    pose = type(piece.pose)(0.0, 0.0, piece.pose.heading)
    k = pixels_per_inch / share
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


def draw_corridor(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """Draw the comet's next path: faint where it surely passes, dashed where it may stop."""
    near, far = (camera.polygon(strip) for strip in comet_corridor(piece))
    color = mix_colors(ICE, ACCENT, 0.5)
    fill_polygon(surface, near, color, 14)
    fill_polygon(surface, far, color, 9)
    draw_dashed_line(surface, [far[0], far[3], far[2], far[1], far[0]], mix_colors(color, (8, 12, 24), 0.62), 1, 5, 7)
    tip = camera.to_screen(piece.pose.to_table(0.0, 7.0))
    side = [camera.to_screen(piece.pose.to_table(x, 6.4)) for x in (-0.4, 0.4)]
    pygame.draw.aalines(surface, mix_colors(color, (8, 12, 24), 0.4), False, [side[0], tip, side[1]])


# --- Planet and atmosphere along an edge ---

DEPTHS = (0.0, 0.3, 0.7, 1.3, 2.2, 3.6, 6.0, 12.0)
"""Inches beyond the edge between which a planet has one shade, the brightest first."""
GLOW = ((1.2, 10), (0.6, 14), (0.25, 24))
"""How far the planet's light reaches onto the table, and its strength there."""
SHARES = (1.0, 0.62, 0.3)
"""Atmosphere is drawn once per share, each time nearer to the edge, so that it is denser there."""
HATCH = 7
"""Pixels between the lines of the hatching."""
DARK = (10, 8, 16)


def draw_planet(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """Draw bands that darken away from a bright rim with teeth, and a glow on the table."""
    left, right, _, _ = piece.outline[0].extents(0)
    color = tint(piece.kind)

    def strip(near: float, far: float) -> list[Point]:
        return _strip(camera, piece, left, right, near, far)

    for number, (near, far) in enumerate(pairwise(DEPTHS)):
        pygame.draw.polygon(surface, mix_colors(color, DARK, 0.42 + 0.08 * number), strip(near, far))
    for reach, alpha in GLOW:
        fill_polygon(surface, strip(-reach, 0.0), color, alpha)
    one, other = (camera.to_screen(piece.pose.to_table(x, 0.0)) for x in (left, right))
    pygame.draw.line(surface, mix_colors(color, (255, 240, 220), 0.55), one, other, px(3))
    for inch in range(round(left), round(right)):
        tooth = [camera.to_screen(piece.pose.to_table(inch + x, y)) for x, y in ((0.0, 0.0), (0.5, 0.35), (1.0, 0.0))]
        pygame.draw.aalines(surface, mix_colors(color, (255, 240, 220), 0.3), False, tooth)


def draw_air(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """Draw a hatched band that is denser toward the edge, with a dashed border."""
    left, right, low, high = piece.outline[0].extents(0)
    color = tint(piece.kind)
    for share in SHARES:
        fill_polygon(surface, _strip(camera, piece, left, right, high - (high - low) * share, high), color, 11)
    fill_polygon(surface, _strip(camera, piece, left, right, low, high), color, 14, hatch=HATCH)
    border = [camera.to_screen(piece.pose.to_table(x, low)) for x in (left, right)]
    draw_dashed_line(surface, border, mix_colors(color, DARK, 0.25), 2, 9, 6)


def draw_air_to_come(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """Draw how far atmosphere may reach whose depth is still to be rolled: wide hatching and a thin border."""
    left, right, low, high = piece.outline[0].extents(0)
    color = tint(piece.kind)
    fill_polygon(surface, _strip(camera, piece, left, right, low, high), color, 12, hatch=2 * HATCH)
    border = [camera.to_screen(piece.pose.to_table(x, low)) for x in (left, right)]
    draw_dashed_line(surface, border, mix_colors(color, DARK, 0.35), 1, 3, 6)


def _strip(camera: Camera, piece: Terrain, left: float, right: float, near: float, far: float) -> list[Point]:
    """Return a strip along the edge on the screen, between 2 distances from the piece's pose outward."""
    corners = ((left, near), (right, near), (right, far), (left, far))
    return camera.polygon([piece.pose.to_table(x, y) for x, y in corners])


# --- Pieces ---

art = SurfaceCache(60, 10_000_000)
"""The cached pictures of terrain."""

LARGEST = 2048
"""Side in pixels of the largest picture. A larger one is enlarged from it."""
_FRAME = 8
"""Pixels around the piece in its picture."""
_SOLID = ("large-asteroid", "small-moon", "wreck", "unidentified-object", "comet", "space-station")
"""Kinds whose outline is the body itself, not a region."""

PLANET_MARGIN = 4.8
_ALONG_EDGES = {"planet": draw_planet, "atmosphere": draw_air}
"""Kinds that are drawn directly."""


_UNDER = ("space-station",)
"""Kinds that are drawn as a model."""


def seen_as_terrain(pieces: Iterable[Terrain]) -> tuple[Terrain, ...]:
    """Return the pieces that are drawn and named as terrain."""
    return tuple(piece for piece in pieces if piece.kind not in _UNDER)


def fitting_margin(pieces: Iterable[Terrain]) -> float:
    """Return the inches around a table with these pieces when it is fitted. The name of a planet is outside."""
    return PLANET_MARGIN if any(_ALONG_EDGES.get(piece.kind) is draw_planet for piece in pieces) else MARGIN


def is_along_edge(piece: Terrain) -> bool:
    """Return whether a piece lies along an edge of the table."""
    return piece.kind in _ALONG_EDGES


def draw_terrain(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """Draw one piece. The caller must draw the tail of a comet before its body."""
    if piece.kind in _ALONG_EDGES:
        _ALONG_EDGES[piece.kind](surface, camera, piece)
        return
    reach = _reach(piece)
    if not camera.sees(piece.pose, reach + 1):
        return
    zoom = _drawn_zoom(piece, camera)
    image, half = _picture_of(piece, zoom), _half(reach, zoom)
    (x, y), (left, top) = camera.to_screen((piece.pose.x, piece.pose.y)), image.get_abs_offset()
    if zoom < camera.pixels_per_inch:
        factor = camera.pixels_per_inch / zoom
        blit_enlarged(surface, image, factor, (x + (left - half) * factor, y + (top - half) * factor))
        return
    surface.blit(image, (round(x) - half + left, round(y) - half + top), special_flags=pygame.BLEND_PREMULTIPLIED)


def make_terrain(camera: Camera, piece: Terrain) -> int:
    """Make the picture of a piece if it is visible and missing, and return the number of its pixels, else 0."""
    if piece.kind in _ALONG_EDGES or not camera.sees(piece.pose, _reach(piece) + 1):
        return 0
    before, image = art.built, _picture_of(piece, _drawn_zoom(piece, camera))
    return image.get_width() * image.get_height() if art.built != before else 0


def _picture_of(piece: Terrain, zoom: float) -> pygame.Surface:
    """Return the picture of a piece at a zoom in pixels per inch."""
    key = (piece.id, piece.kind, piece.pose.heading, piece.outline, round(zoom * 8))
    return art.get(key, lambda: trimmed(_whole(piece, zoom, _half(_reach(piece), zoom))))


def _drawn_zoom(piece: Terrain, camera: Camera) -> float:
    """Return the zoom of the picture of a piece: that of the camera unless the picture would be too large."""
    return min(camera.pixels_per_inch, (LARGEST / 2 - _FRAME) / _reach(piece))


def _reach(piece: Terrain) -> float:
    return max(shape.reach for shape in piece.outline)


def _half(reach: float, zoom: float) -> int:
    """Return half the side of a picture in pixels."""
    return round(reach * zoom) + _FRAME


def _whole(piece: Terrain, zoom: float, half: int) -> pygame.Surface:
    """Return the region, edge, and contents of a piece in one premultiplied picture."""
    shells = [
        [(half + x * zoom, half - y * zoom) for x, y in shape.filled(piece.pose.heading)] for shape in piece.outline
    ]
    image = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    if piece.kind == "comet-tail":
        contents = comet_tail(piece, zoom, half)
        image.blit(_edge(image.get_size(), shells, mix_colors(ICE, (8, 12, 24), 0.6), soft=True), (0, 0))
    else:
        if piece.kind not in _SOLID:
            _region(image, piece.kind, shells)
        contents = _contents(piece, zoom, half, shells)
    image.blit(contents, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return image


def outer_edges(shells: list[list[Point]]) -> list[tuple[Point, Point]]:
    """Return the outer edges of a union of convex parts: those that occur once. An edge that occurs twice is a seam."""
    count: dict[tuple[Point, Point], int] = {}
    edges: list[tuple[Point, Point]] = []
    for shell in shells:
        for index, q in enumerate(shell):
            p = shell[index - 1]
            a, b = (round(p[0], 1), round(p[1], 1)), (round(q[0], 1), round(q[1], 1))
            key = (min(a, b), max(a, b))
            count[key] = count.get(key, 0) + 1
            edges.append((p, q))
    keyed = [((round(p[0], 1), round(p[1], 1)), (round(q[0], 1), round(q[1], 1)), p, q) for p, q in edges]
    return [(p, q) for a, b, p, q in keyed if count[(min(a, b), max(a, b))] == 1]


def _region(image: pygame.Surface, kind: str, shells: list[list[Point]]) -> None:
    """Draw a tinted, hatched area with a solid edge. Clouds and decoys have no hatching and a dashed edge."""
    color = tint(kind)
    soft = kind in ("particle-cloud", "decoy-swarm")
    for shell in shells:
        fill_polygon(image, shell, color, 14 if soft else 20, hatch=0 if soft else 9)
    edge = _edge(image.get_size(), shells, mix_colors(color, (8, 10, 20), 0.35), soft)
    image.blit(edge, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)


def _edge(size: tuple[int, int], shells: list[list[Point]], color: Color, soft: bool) -> pygame.Surface:
    """Return the edge of all parts together, drawn large and shrunk."""
    k = _oversize(size[0], 500)
    big = pygame.Surface((size[0] * k, size[1] * k), pygame.SRCALPHA)
    for (x, y), (x1, y1) in outer_edges(shells):
        ends = [(x * k, y * k), (x1 * k, y1 * k)]
        for p, q in dashes(ends, 5 * k, 5 * k) if soft else [(ends[0], ends[1])]:
            pygame.draw.line(big, color, p, q, round(1.2 * k) if soft else round(1.8 * k))
    return pygame.transform.smoothscale(big.premul_alpha(), size)


def _oversize(side: int, small: int) -> int:
    """Return by how much a picture is drawn too large before it is shrunk: less for a large one."""
    return 3 if side < small else 2 if side < 1400 else 1


def _contents(piece: Terrain, zoom: float, half: int, shells: list[list[Point]]) -> pygame.Surface:
    rng = Random(piece.id)
    size = (2 * half, 2 * half)
    if piece.kind == "particle-cloud":
        return cloud_image(rng, size, shells, tint(piece.kind))
    oversize = _oversize(size[0], 600)
    big = pygame.Surface((size[0] * oversize, size[1] * oversize), pygame.SRCALPHA)
    grown = [[(x * oversize, y * oversize) for x, y in shell] for shell in shells]
    unit = zoom * oversize
    if piece.kind == "asteroid-field":
        draw_rocks(big, rng, grown, unit)
    elif piece.kind == "large-asteroid":
        draw_boulder(big, rng, grown, unit)
    elif piece.kind == "small-moon":
        draw_moon(big, rng, grown, piece.outline[0].round)
    elif piece.kind == "comet":
        draw_nucleus(big, rng, grown)
    elif piece.kind == "decoy-swarm":
        draw_decoys(big, rng, grown, unit)
    elif piece.kind in ("wreck", "unidentified-object", "space-station"):
        draw_hulk(big, rng, grown, unit)
    else:
        draw_shards(big, rng, grown, unit)
    return pygame.transform.smoothscale(big.premul_alpha(), size)
