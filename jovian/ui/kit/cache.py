"""A bounded memory for surfaces: what was not used for longest goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

import pygame

_caches: list[SurfaceCache] = []


def cached_pixels() -> int:
    """Return the pixels of all surfaces in all caches. A pixel takes 4 bytes."""
    return sum(cache.pixels for cache in _caches)


def clear_caches() -> None:
    """Forget the surfaces of all caches: when a game is left, few of them are needed again."""
    for cache in _caches:
        cache.clear()


class SurfaceCache:
    """Surfaces by key, bounded by count and by pixels."""

    def __init__(self, most: int, pixels: int = 12_000_000) -> None:
        self.most = most
        self.limit = pixels
        self.pixels = 0
        self.built = 0
        """How many surfaces were ever made: tests read it."""
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        _caches.append(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, build: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface of that key, built if it is not there."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        made = build()
        self.built += 1
        self._kept[key] = made
        self.pixels += _pixels(made)
        while len(self._kept) > 1 and (len(self._kept) > self.most or self.pixels > self.limit):
            _, old = self._kept.popitem(last=False)
            self.pixels -= _pixels(old)
        return made

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.pixels = 0


def _pixels(surface: pygame.Surface) -> int:
    """What keeping a surface takes: all of the one that it is a part of."""
    width, height = surface.get_abs_parent().get_size()
    return width * height


def trimmed(image: pygame.Surface) -> pygame.Surface:
    """The part of a picture that is not clear; `get_abs_offset` tells where in the whole it lies."""
    return image.subsurface(image.get_bounding_rect())
