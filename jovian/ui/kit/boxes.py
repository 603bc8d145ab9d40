"""Rounded boxes with clean edges: corners are drawn four times too large, shrunk, and kept as a nine-part patch."""

from __future__ import annotations

from functools import lru_cache

import pygame

from jovian.ui.kit.cache import SurfaceCache
from jovian.ui.kit.theme import Color

OVERSIZE = 4
_boxes = SurfaceCache(600, 10_000_000)


@lru_cache(maxsize=256)
def _mask(radius: int, inset: int) -> pygame.Surface:
    """A small white rounded square with soft corners; `inset` cuts a hole to leave a ring that wide."""
    side = 2 * radius + 2
    big = pygame.Surface((side * OVERSIZE, side * OVERSIZE), pygame.SRCALPHA)
    rect = big.get_rect()
    pygame.draw.rect(big, (255, 255, 255, 255), rect, border_radius=radius * OVERSIZE)
    if inset:
        inner = rect.inflate(-2 * inset * OVERSIZE, -2 * inset * OVERSIZE)
        pygame.draw.rect(big, (0, 0, 0, 0), inner, border_radius=max(0, radius - inset) * OVERSIZE)
    small = pygame.transform.smoothscale(big.premul_alpha(), (side, side))
    solid = pygame.Surface((side, side), pygame.SRCALPHA)
    solid.fill((255, 255, 255, 0))
    solid.blit(small, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return solid


def _stretched(mask: pygame.Surface, size: tuple[int, int], radius: int) -> pygame.Surface:
    """The mask with its middle row and column stretched to a size."""
    width, height = size
    out = pygame.Surface(size, pygame.SRCALPHA)
    r, side = radius, mask.get_width()
    columns = ((0, r, 0, r), (r, 2, r, width - 2 * r), (side - r, r, width - r, r))
    rows = ((0, r, 0, r), (r, 2, r, height - 2 * r), (side - r, r, height - r, r))
    for sx, sw, dx, dw in columns:
        for sy, sh, dy, dh in rows:
            if min(sw, sh, dw, dh) > 0:
                part = mask.subsurface((sx, sy, sw, sh))
                out.blit(part if (sw, sh) == (dw, dh) else pygame.transform.scale(part, (dw, dh)), (dx, dy))
    return out


def _filling(size: tuple[int, int], top: Color, bottom: Color, alpha: int) -> pygame.Surface:
    if top == bottom:
        flat = pygame.Surface(size, pygame.SRCALPHA)
        flat.fill((*top, alpha))
        return flat
    ramp = pygame.Surface((1, 2), pygame.SRCALPHA)
    ramp.set_at((0, 0), (*top, alpha))
    ramp.set_at((0, 1), (*bottom, alpha))
    return pygame.transform.smoothscale(ramp, size)


def _box(
    size: tuple[int, int], radius: int, top: Color, bottom: Color, alpha: int, border: Color | None, width: int
) -> pygame.Surface:
    radius = min(radius, size[0] // 2, size[1] // 2)
    image = _filling(size, top, bottom, alpha)
    image.blit(_stretched(_mask(radius, 0), size, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    if border is not None:
        ring = _filling(size, border, border, 255)
        ring.blit(_stretched(_mask(radius, width), size, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        image.blit(ring, (0, 0))
    return image


def box(
    surface: pygame.Surface, rect: pygame.Rect, fill: Color, *, radius: int = 6, border: Color | None = None,
    width: int = 1, alpha: int = 255, bottom: Color | None = None,
) -> None:  # fmt: skip
    """A rounded box; with `bottom` its fill runs from one color down to the other."""
    if rect.width < 2 or rect.height < 2:
        return
    size = (rect.width, rect.height)
    key = (size, radius, fill, bottom, alpha, border, width)
    image = _boxes.get(key, lambda: _box(size, radius, fill, bottom or fill, alpha, border, width))
    surface.blit(image, rect)


def glow(surface: pygame.Surface, rect: pygame.Rect, color: Color, reach: int = 10, strength: int = 90) -> None:
    """A soft light around a rectangle: under the selection, nowhere else."""
    size = (rect.width + 4 * reach, rect.height + 4 * reach)

    def build() -> pygame.Surface:
        image = pygame.Surface(size, pygame.SRCALPHA)
        inner = pygame.Rect(2 * reach, 2 * reach, rect.width, rect.height)
        pygame.draw.rect(image, (*color, strength), inner.inflate(reach, reach), border_radius=reach)
        return pygame.transform.gaussian_blur(image.premul_alpha(), reach)

    image = _boxes.get(("glow", size, color, reach, strength), build)
    surface.blit(image, (rect.x - 2 * reach, rect.y - 2 * reach), special_flags=pygame.BLEND_PREMULTIPLIED)
