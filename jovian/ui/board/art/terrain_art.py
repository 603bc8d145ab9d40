"""Pictures of terrain: rocks, clouds, shards, wrecks, comets and their tails. Each piece is drawn once for a zoom.

The drawing of a piece is the same every time: its randomness is seeded by its id.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pygame

from jovian.game import Terrain
from jovian.ui.board.art.bodies import boulder, cloud, decoys, hulk, moon, nucleus, rocks, shards
from jovian.ui.board.art.comet import tail
from jovian.ui.board.art.edge import draw_air, draw_planet
from jovian.ui.board.art.ink import blit_enlarged, dashes, fill
from jovian.ui.board.art.palette import ICE, tint
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.cache import SurfaceCache, trimmed
from jovian.ui.kit.theme import Color, mix

art = SurfaceCache(60, 10_000_000)
"""Every picture of terrain made so far, bounded."""

LARGEST = 2048
"""Pixels along the side of the largest picture of a piece. A larger one is enlarged from it."""
_FRAME = 8
"""Pixels of a picture around the piece."""
_SOLID = ("large-asteroid", "small-moon", "wreck", "unidentified-object", "comet", "space-station")
"""Bodies: the outline is the thing itself, not a region."""

_ALONG_EDGES = {"planet": draw_planet, "atmosphere": draw_air}
"""Too long to be kept as pictures: drawn as far as they are seen."""


_UNDER = ("space-station",)
"""What is seen as a model that stands on it."""


def seen_as_terrain(pieces: Iterable[Terrain]) -> tuple[Terrain, ...]:
    """The pieces that are drawn and named by themselves."""
    return tuple(piece for piece in pieces if piece.kind not in _UNDER)


def lies_along(piece: Terrain) -> bool:
    """Does it lie along an edge of the table?"""
    return piece.kind in _ALONG_EDGES


def draw_terrain(surface: pygame.Surface, camera: Camera, piece: Terrain) -> None:
    """Draw one piece; whoever draws several draws the tail of a comet before its body."""
    if piece.kind in _ALONG_EDGES:
        _ALONG_EDGES[piece.kind](surface, camera, piece)
        return
    reach = _reach(piece)
    if not camera.sees(piece.pose, reach + 1):
        return
    ppi = _drawn_ppi(piece, camera)
    image, half = _kept(piece, ppi), _half(reach, ppi)
    (x, y), (left, top) = camera.to_screen((piece.pose.x, piece.pose.y)), image.get_abs_offset()
    if ppi < camera.ppi:
        factor = camera.ppi / ppi
        blit_enlarged(surface, image, factor, (x + (left - half) * factor, y + (top - half) * factor))
        return
    surface.blit(image, (round(x) - half + left, round(y) - half + top), special_flags=pygame.BLEND_PREMULTIPLIED)


def make_terrain(camera: Camera, piece: Terrain) -> bool:
    """Make the picture of a piece that is in sight; return whether it was missing."""
    before = art.built
    if piece.kind not in _ALONG_EDGES and camera.sees(piece.pose, _reach(piece) + 1):
        _kept(piece, _drawn_ppi(piece, camera))
    return art.built != before


def _kept(piece: Terrain, ppi: float) -> pygame.Surface:
    """Return the picture of a piece at a zoom."""
    key = (piece.id, piece.kind, piece.pose.heading, piece.outline, round(ppi * 8))
    return art.get(key, lambda: trimmed(_whole(piece, ppi, _half(_reach(piece), ppi))))


def _drawn_ppi(piece: Terrain, camera: Camera) -> float:
    """Return the zoom of the picture of a piece: that of the camera, as long as the picture isn't too large."""
    return min(camera.ppi, (LARGEST / 2 - _FRAME) / _reach(piece))


def _reach(piece: Terrain) -> float:
    return max(shape.reach for shape in piece.outline)


def _half(reach: float, ppi: float) -> int:
    """Return half the side of a picture in pixels."""
    return round(reach * ppi) + _FRAME


def _whole(piece: Terrain, ppi: float, half: int) -> pygame.Surface:
    """Region, edge and contents of a piece in one premultiplied picture."""
    shells = [
        [(half + x * ppi, half - y * ppi) for x, y in shape.filled(piece.pose.heading)] for shape in piece.outline
    ]
    image = pygame.Surface((2 * half, 2 * half), pygame.SRCALPHA)
    if piece.kind == "comet-tail":
        contents = tail(piece, ppi, half)
        image.blit(_edge(image.get_size(), shells, mix(ICE, (8, 12, 24), 0.6), soft=True), (0, 0))
    else:
        if piece.kind not in _SOLID:
            _region(image, piece.kind, shells)
        contents = _picture(piece, ppi, half, shells)
    image.blit(contents, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    return image


def rim(shells: list[list[Point]]) -> list[tuple[Point, Point]]:
    """The edges of the union of convex parts: those that no neighbor shares (an edge seen twice is a seam)."""
    seen: dict[tuple[Point, Point], int] = {}
    edges: list[tuple[Point, Point]] = []
    for shell in shells:
        for index, q in enumerate(shell):
            p = shell[index - 1]
            a, b = (round(p[0], 1), round(p[1], 1)), (round(q[0], 1), round(q[1], 1))
            key = (min(a, b), max(a, b))
            seen[key] = seen.get(key, 0) + 1
            edges.append((p, q))
    keyed = [((round(p[0], 1), round(p[1], 1)), (round(q[0], 1), round(q[1], 1)), p, q) for p, q in edges]
    return [(p, q) for a, b, p, q in keyed if seen[(min(a, b), max(a, b))] == 1]


def _region(image: pygame.Surface, kind: str, shells: list[list[Point]]) -> None:
    """A tinted, hatched area with a solid edge; what is only mist has no hatching and a dashed edge."""
    color = tint(kind)
    soft = kind in ("particle-cloud", "decoy-swarm")
    for shell in shells:
        fill(image, shell, color, 14 if soft else 20, hatch=0 if soft else 9)
    edge = _edge(image.get_size(), shells, mix(color, (8, 10, 20), 0.35), soft)
    image.blit(edge, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)


def _edge(size: tuple[int, int], shells: list[list[Point]], color: Color, soft: bool) -> pygame.Surface:
    """The edge of all parts together, drawn large and shrunk."""
    k = _oversize(size[0], 500)
    big = pygame.Surface((size[0] * k, size[1] * k), pygame.SRCALPHA)
    for (x, y), (x1, y1) in rim(shells):
        ends = [(x * k, y * k), (x1 * k, y1 * k)]
        for p, q in dashes(ends, 5 * k, 5 * k) if soft else [(ends[0], ends[1])]:
            pygame.draw.line(big, color, p, q, round(1.2 * k) if soft else round(1.8 * k))
    return pygame.transform.smoothscale(big.premul_alpha(), size)


def _oversize(side: int, small: int) -> int:
    """Return how much too large a picture is drawn before it is shrunk: less for a large one."""
    return 3 if side < small else 2 if side < 1400 else 1


def _picture(piece: Terrain, ppi: float, half: int, shells: list[list[Point]]) -> pygame.Surface:
    rng = Random(piece.id)
    size = (2 * half, 2 * half)
    if piece.kind == "particle-cloud":
        return cloud(rng, size, shells, tint(piece.kind))
    oversize = _oversize(size[0], 600)
    big = pygame.Surface((size[0] * oversize, size[1] * oversize), pygame.SRCALPHA)
    grown = [[(x * oversize, y * oversize) for x, y in shell] for shell in shells]
    unit = ppi * oversize
    if piece.kind == "asteroid-field":
        rocks(big, rng, grown, unit)
    elif piece.kind == "large-asteroid":
        boulder(big, rng, grown, unit)
    elif piece.kind == "small-moon":
        moon(big, rng, grown, piece.outline[0].round)
    elif piece.kind == "comet":
        nucleus(big, rng, grown)
    elif piece.kind == "decoy-swarm":
        decoys(big, rng, grown, unit)
    elif piece.kind in ("wreck", "unidentified-object", "space-station"):
        hulk(big, rng, grown, unit)
    else:
        shards(big, rng, grown, unit)
    return pygame.transform.smoothscale(big.premul_alpha(), size)
