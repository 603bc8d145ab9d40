"""The distance between boxes of a picture."""

from collections.abc import Iterable
from math import hypot

import pygame


def gap(one: pygame.Rect, others: Iterable[pygame.Rect]) -> float:
    """Return the pixels between a box and the nearest of some others, 0 if they touch."""
    return min(hypot(_between(one.left, one.right, each.left, each.right),
                     _between(one.top, one.bottom, each.top, each.bottom)) for each in others)  # fmt: skip


def _between(start: int, end: int, other_start: int, other_end: int) -> int:
    return max(0, other_start - end, start - other_end)
