"""What lies in a piece of terrain: rocks, shards, decoys, wrecks, puffs of mist, strewn over its outline."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, sqrt, tau
from random import Random

import pygame

from jovian.cards.art import silhouette
from jovian.ui.board.art.ink import bounds
from jovian.ui.board.art.palette import ICE, VEIL
from jovian.ui.board.sight.camera import Point
from jovian.ui.kit.theme import Color, mix


def _inside(shell: list[Point], x: float, y: float, margin: float) -> bool:
    """Whether a point lies in a convex shell (either sense), at least so far from its edges."""
    signs = 0
    for index, q in enumerate(shell):
        p = shell[index - 1]
        dx, dy = q[0] - p[0], q[1] - p[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        away = (dx * (y - p[1]) - dy * (x - p[0])) / length
        signs += 1 if away > margin else -1 if away < -margin else 0
    return abs(signs) == len(shell)


def scatter(rng: Random, shells: list[list[Point]], per_area: float, margin: float) -> list[Point]:
    """Points strewn over the shells, so many for each square of unit side, clear of the edges."""
    out: list[Point] = []
    for shell in shells:
        box = bounds(shell, 0)
        for _ in range(round(box.width * box.height * per_area)):
            x, y = box.left + rng.random() * box.width, box.top + rng.random() * box.height
            if _inside(shell, x, y, margin):
                out.append((x, y))
    return out


def _rock(big: pygame.Surface, rng: Random, x: float, y: float, radius: float, base: Color) -> None:
    """A faceted stone: a ragged outline, a lit crown shifted to the upper left, a few pits."""
    count = 8 + int(rng.random() * 3)
    spin = rng.random() * 2 * pi
    ring = [(spin + 2 * pi * i / count, radius * (0.78 + 0.26 * rng.random())) for i in range(count)]
    outer = [(x + r * cos(a), y + r * sin(a)) for a, r in ring]
    shadow = [(a + radius * 0.07, b + radius * 0.1) for a, b in outer]
    pygame.draw.polygon(big, mix(base, (0, 0, 0), 0.72), shadow)
    for index, p in enumerate(outer):
        q = outer[(index + 1) % count]
        nx, ny = (p[0] + q[0]) / 2 - x, (p[1] + q[1]) / 2 - y
        light = 0.5 - 0.5 * (nx * 0.6 + ny * 0.8) / (radius or 1)
        color = mix(mix(base, (0, 0, 0), 0.62), mix(base, (255, 246, 230), 0.12), min(1.0, max(0.0, light)))
        pygame.draw.polygon(big, color, [p, q, (x, y)])
    crown = [(x - radius * 0.12 + r * 0.56 * cos(a), y - radius * 0.14 + r * 0.56 * sin(a)) for a, r in ring]
    pygame.draw.polygon(big, mix(base, (255, 246, 230), 0.16), crown)
    for _ in range(2 if radius > 14 else 0):
        a, d = rng.random() * 2 * pi, radius * 0.34 * rng.random()
        pit = (x - radius * 0.1 + d * cos(a), y - radius * 0.1 + d * sin(a))
        pygame.draw.circle(big, mix(base, (0, 0, 0), 0.3), pit, radius * (0.08 + 0.07 * rng.random()))


def rocks(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Stones of all sizes, none over another."""
    stones: list[tuple[float, float, float]] = []
    for x, y in scatter(rng, shells, 2.4 / (unit * unit), unit * 0.2):
        radius = unit * (0.1 + 0.5 * rng.random() ** 2.6)
        if all((x - a) ** 2 + (y - b) ** 2 > (radius + c) ** 2 * 0.8 for a, b, c in stones):
            stones.append((x, y, radius))
    for x, y, radius in sorted(stones, key=lambda stone: stone[2]):
        _rock(big, rng, x, y, radius, mix((150, 126, 98), (112, 104, 100), rng.random()))


def boulder(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """One great rock that fills its outline, so that what is drawn is what blocks."""
    base: Color = (140, 122, 102)
    middle = (big.get_width() / 2, big.get_height() / 2)
    for shell in shells:
        pygame.draw.polygon(big, mix(base, (0, 0, 0), 0.6), shell)
        for share, light in ((0.93, 0.45), (0.8, 0.28), (0.6, 0.12), (0.36, 0.0)):
            shift = (1 - share) * 0.5
            inner = [
                (middle[0] + (x - middle[0]) * share * (0.97 + 0.06 * rng.random()) - shift * unit * 0.5,
                 middle[1] + (y - middle[1]) * share * (0.97 + 0.06 * rng.random()) - shift * unit * 0.5)
                for x, y in shell
            ]  # fmt: skip
            pygame.draw.polygon(big, mix(mix(base, (255, 246, 230), 0.14), (30, 26, 24), light), inner)
        for x, y in scatter(rng, [shell], 1.3 / (unit * unit), unit * 0.3):
            radius = unit * (0.08 + 0.16 * rng.random())
            pygame.draw.circle(big, mix(base, (0, 0, 0), 0.42), (x, y), radius)
            pygame.draw.circle(big, mix(base, (0, 0, 0), 0.14), (x + radius * 0.18, y + radius * 0.2), radius * 0.8)


def moon(big: pygame.Surface, rng: Random, shells: list[list[Point]], round_: bool = True) -> None:
    """A gray ball lit from the upper left, pale enough for what flies over it; craters as large as it is.

    One that is not round shows as much of the ball as its outline has.
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
        pygame.draw.circle(big, mix(base, (6, 8, 16), light), (x - shift, y - shift), radius * share)
    for _ in range(26):
        far, angle = radius * sqrt(rng.random()) * 0.86, rng.random() * tau
        size = radius * (0.03 + 0.09 * rng.random())
        at = (x + far * cos(angle), y + far * sin(angle))
        pygame.draw.circle(big, mix(base, (4, 6, 12), 0.66), at, size)
        lit = (at[0] + size * 0.16, at[1] + size * 0.18)
        pygame.draw.circle(big, mix(base, (4, 6, 12), 0.48), lit, size * 0.8)


def nucleus(big: pygame.Surface, rng: Random, shells: list[list[Point]]) -> None:
    """A block of ice in a glow of its own."""
    for shell in shells:
        box = bounds(shell, 0)
        x, y, radius = box.centerx, box.centery, box.width / 2
        for share in (1.0, 0.9, 0.8, 0.7):
            pygame.draw.circle(big, (*ICE, round(60 + 90 * (1 - share))), (x, y), radius * share)
        _rock(big, rng, x, y, radius * 0.72, (196, 226, 244))


def shards(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Bent splinters."""
    for x, y in scatter(rng, shells, 3.4 / (unit * unit), unit * 0.12):
        length, width = unit * (0.1 + 0.34 * rng.random() ** 1.6), unit * (0.04 + 0.09 * rng.random())
        angle = rng.random() * 2 * pi
        ux, uy = cos(angle), sin(angle)
        bend = rng.random() - 0.5
        tone = mix((96, 108, 126), (196, 206, 220), rng.random() ** 2)
        spine = [(x - ux * length, y - uy * length), (x + ux * length, y + uy * length)]
        left = (x - uy * width + ux * bend * length, y + ux * width + uy * bend * length)
        right = (x + uy * width, y - ux * width)
        pygame.draw.polygon(big, mix(tone, (0, 0, 0), 0.45), [spine[0], right, spine[1]])
        pygame.draw.polygon(big, tone, [spine[0], left, spine[1]])


def decoys(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """Small diamonds, each in a ring of light."""
    for x, y in scatter(rng, shells, 5.0 / (unit * unit), unit * 0.1):
        arm = unit * (0.04 + 0.05 * rng.random())
        color = (*mix(VEIL, (255, 255, 255), 0.35 * rng.random()), 150 + int(80 * rng.random()))
        pygame.draw.polygon(big, color, [(x, y - arm), (x + arm, y), (x, y + arm), (x - arm, y)])
        pygame.draw.circle(big, (*VEIL, 60), (x, y), arm * 1.8, max(1, round(unit * 0.015)))


def hulk(big: pygame.Surface, rng: Random, shells: list[list[Point]], unit: float) -> None:
    """A dead ship broken in two, gray, torn open and glowing in its wounds, over its true outline."""
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
            pygame.draw.polygon(big, mix((14, 16, 22), (176, 186, 204), shade), place)
    for _ in range(5):
        x, y = _spun(middle, heading, (rng.random() - 0.5) * half * 0.5, (rng.random() - 0.5) * half * 1.1)
        _gash(big, rng, x, y, half * (0.05 + 0.08 * rng.random()))


def _longest(shells: list[list[Point]]) -> float:
    """The direction of the longest edge, radians clockwise from up."""
    edges = [(q[0] - shell[i - 1][0], q[1] - shell[i - 1][1]) for shell in shells for i, q in enumerate(shell)]
    dx, dy = max(edges, key=lambda edge: edge[0] ** 2 + edge[1] ** 2)
    return atan2(dx, -dy)


def _spun(middle: Point, angle: float, x: float, y: float) -> Point:
    return middle[0] + x * cos(angle) + y * sin(angle), middle[1] - y * cos(angle) + x * sin(angle)


def _gash(big: pygame.Surface, rng: Random, x: float, y: float, radius: float) -> None:
    ring = [(2 * pi * i / 9, radius * (0.5 + 0.7 * rng.random())) for i in range(9)]
    pygame.draw.polygon(big, (12, 13, 18), [(x + r * cos(a), y + r * sin(a)) for a, r in ring])
    pygame.draw.circle(big, (186, 96, 48), (x, y), radius * 0.28)


def cloud(rng: Random, size: tuple[int, int], shells: list[list[Point]], color: Color) -> pygame.Surface:
    """Soft puffs inside the outline, blurred by drawing small and enlarging."""
    share = max(1, min(size) // 120)
    small = (max(4, size[0] // share), max(4, size[1] // share))
    mist = pygame.Surface(small, pygame.SRCALPHA)
    local = [[(x / share, y / share) for x, y in shell] for shell in shells]
    for shell in local:
        pygame.draw.polygon(mist, (*mix(color, (0, 0, 0), 0.3), 46), shell)
    extent = max(bounds(shell, 0).width for shell in local)
    for x, y in scatter(rng, local, 60 / (extent * extent), extent * 0.085):
        puff = pygame.Surface(small, pygame.SRCALPHA)
        bright = mix(color, (230, 236, 255), 0.45 * rng.random())
        pygame.draw.circle(puff, (*bright, 34), (x, y), extent * (0.05 + 0.1 * rng.random()))
        mist.blit(puff, (0, 0))
    soft = pygame.transform.gaussian_blur(mist.premul_alpha(), max(2, round(extent * 0.035)))
    return pygame.transform.smoothscale(soft, size)
