"""Tests of docks: panels get their heights by their priorities."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.kit.boxes import Box
from jovian.ui.kit.dock import Panel, dock


class Plain(Panel):
    """A panel of given heights."""

    def __init__(self, priority: int, min_height: int, height: int, grow: int = 0) -> None:
        self.priority, self.min_height, self.height, self.grow = priority, min_height, height, grow

    def compose(self) -> Box | None:
        return Box() if self.height else None


@pytest.mark.parametrize(
    ("height", "heights"),
    [
        (400, [100, 50, 220, 30]), (180, [100, 30, 20, 30]), (150, [90, 20, 20, 20]), (90, [50, 0, 20, 20]),
        (70, [50, 0, 20, 0]), (30, [30, 0, 0, 0]),
    ],
)  # fmt: skip
def test_the_least_heights_come_first_then_the_best_ones_by_priority(height: int, heights: list[int]) -> None:
    column = dock(Plain(0, 40, 100), Plain(2, 20, 50), Plain(1, 20, 20, grow=1), Plain(1, 20, 30), Plain(0, 0, 0))
    column.place(pygame.Rect(0, 0, 100, height))
    assert [box.rect.height if box in column.placed else 0 for box in column.children] == heights
