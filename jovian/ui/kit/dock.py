"""Panels: parts of a page that keep something of their own, and the dock in which they stand below each other.

A panel says what it shows, how high it must be and would best be, and how important it is. Its widgets carry what a
click does. A dock gives heights by one rule: all panels get their least height, the most important ones first, and
those for which there is too little space are omitted. Then they get their best height in the same order. Panels that
grow share the rest.
"""

from __future__ import annotations

from typing import Any

from jovian.ui.kit.boxes import Box, column


class Panel:
    """A part of a page. Subclasses define what it shows."""

    priority = 0
    """Panels with a lower number get their space first. One with 0 is never omitted."""
    height: float | None = None
    """The best height, unscaled, None for that of the content."""
    min_height: float | None = None
    """The least height, unscaled, None for that of the content."""
    grow = 0
    """The share of the space that is left."""

    def compose(self) -> Box | None:
        """Return what the panel shows now, None for nothing."""
        raise NotImplementedError


def dock(*panels: Panel, **more: Any) -> Box:
    """Return the panels that show something, from top to bottom."""
    boxes = []
    for panel in panels:
        if (box := panel.compose()) is not None:
            box.priority, box.grow = panel.priority, panel.grow
            box.height = box.height if panel.height is None else panel.height
            box.min_height = box.min_height if panel.min_height is None else panel.min_height
            boxes.append(box)
    return column(*boxes, **more)
