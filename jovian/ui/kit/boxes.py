"""Boxes: what a page is composed of. A box has a size of its own or a share of the space, and a row or column of boxes.

A page returns its boxes, and they are measured and placed here, so that no page computes a rectangle. A box is never
outside its parent or on a sibling. Sizes in the arguments are unscaled, all others are pixels on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate, pairwise
from typing import Any

import pygame

from jovian.ui.kit.draw import draw_panel, draw_pill, pill_size
from jovian.ui.kit.fonts import draw_citation, draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.theme import TEXT, TEXT_SOFT, WARN, Color, px
from jovian.ui.kit.widgets import NOTHING, Area, Button, Extent, OnUse, Widget, button_rows

Painter = Callable[[pygame.Surface, pygame.Rect], object]
"""Draws the content of a box into its rectangle."""
NOWHERE = pygame.Rect(0, 0, 0, 0)
"""The place of a widget before its box is placed."""
PANEL_PAD, HEADING_HEIGHT = 14, 22
"""The space at the edges of a panel, and the height of its heading."""
MIN_TEXT_WIDTH = 48
"""The width to which a text in a row shrinks."""


class Axis(Enum):
    """The direction in which the boxes in a box follow each other."""

    ROW = "row"
    COLUMN = "column"


class Align(Enum):
    """Where boxes are across the axis. Stretched boxes with a size of their own are in the middle."""

    STRETCH = "stretch"
    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(slots=True, eq=False)
class Box:
    """A part of a page, with boxes, a widget, or a picture. `None` for a size means that of the content."""

    children: tuple[Box, ...] = ()
    axis: Axis = Axis.COLUMN
    widget: Widget | None = None
    paint: Painter | None = None
    height_at: Callable[[int], int] | None = None
    """Returns the height of the content at a width, for texts that wrap."""
    content_width: Extent = NOTHING
    width: float | None = None
    height: float | None = None
    min_width: float | None = None
    min_height: float | None = None
    grow: int = 0
    """The share of the space that is left in the parent. Such a box has at least its least size."""
    priority: int = 0
    """Boxes with a lower number get their space first. One with 0 always stays, others only with their least size."""
    gap: float = 0
    """The space between the boxes in it."""
    pad: tuple[float, float, float, float] = (0, 0, 0, 0)
    """The space at the edges: left, top, right, bottom."""
    align: Align = Align.STRETCH
    on_place: Callable[[pygame.Rect], None] | None = None
    """Gets the rectangle when the box is placed, for content that depends on it."""
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(NOWHERE))
    _heights: dict[int, Extent] = field(default_factory=dict)
    _width: Extent | None = None
    _is_omitted: bool = False

    # --- Sizes ---
    def wanted_width(self) -> Extent:
        """Return the least and the best width."""
        if self._width is None:
            self._width = _limited(self._content_width(), self.width, self.min_width)
        return self._width

    def wanted_height(self, width: int) -> Extent:
        """Return the least and the best height at a width."""
        if width not in self._heights:
            self._heights[width] = _limited(self._content_height(width), self.height, self.min_height)
        return self._heights[width]

    def _content_width(self) -> Extent:
        if self.widget is not None and not self.children:
            return self.widget.wanted_width
        if not self.children:
            return self.content_width
        widths, edges = [box.wanted_width() for box in self.children], px(self.pad[0]) + px(self.pad[2])
        return self._total(widths, edges) if self.axis is Axis.ROW else _largest(widths, edges)

    def _content_height(self, width: int) -> Extent:
        edges, inner = px(self.pad[1]) + px(self.pad[3]), max(0, width - px(self.pad[0]) - px(self.pad[2]))
        if self.height_at is not None:
            height = self.height_at(inner) + edges
            return Extent(height, height)
        if self.widget is not None and not self.children:
            return self.widget.wanted_height
        if self.axis is Axis.ROW:
            shares = self._shares([box.wanted_width() for box in self.children], inner)
            return _largest([box.wanted_height(wide) for box, wide in shares], edges)
        return self._total([box.wanted_height(box.width_in(inner)) for box in self.children], edges)

    def _total(self, extents: Sequence[Extent], edges: int) -> Extent:
        """Return the size of all boxes along the axis. The least size is that of the boxes that always stay."""
        needed = [extent.least for box, extent in zip(self.children, extents, strict=True) if not box.priority]
        best, gap = [extent.best for extent in extents], px(self.gap)
        least, most = (sum(sizes) + gap * max(0, len(sizes) - 1) + edges for sizes in (needed, best))
        return Extent(least, most)

    def _shares(self, wanted: Sequence[Extent], space: int) -> list[tuple[Box, int]]:
        """Return the boxes for which there is space, each with its size along the axis."""
        pairs, gap = list(zip(self.children, wanted, strict=True)), self._gap_in(space)
        while pairs and sum(extent.least for _, extent in pairs) + gap * (len(pairs) - 1) > space:
            last = max(range(len(pairs)), key=lambda number: (pairs[number][0].priority, number))
            if not pairs[last][0].priority:
                break
            del pairs[last]
        boxes, gaps = [box for box, _ in pairs], gap * max(0, len(pairs) - 1)
        extents, grow = [extent for _, extent in pairs], [box.grow for box in boxes]
        sizes = spread(extents, grow, space - gaps, [box.priority for box in boxes])
        return list(zip(boxes, sizes, strict=True))

    def width_in(self, space: int) -> int:
        """Return the width of the box in a column."""
        return space if self.width is None else min(space, self.wanted_width().best)

    # --- Places ---
    def place(self, rect: pygame.Rect) -> None:
        """Place the box and all boxes in it. If there is too little space, boxes shrink to their least size."""
        self.rect = pygame.Rect(rect)
        if self.widget is not None:
            self.widget.rect = pygame.Rect(rect)
        if self.children:
            self._place_children(rect)
        if self.on_place is not None:
            self.on_place(self.rect)

    def _place_children(self, rect: pygame.Rect) -> None:
        (left, right), (top, bottom) = self._edges(0, rect.width), self._edges(1, rect.height)
        inner = pygame.Rect(rect.left + left, rect.top + top, rect.width - left - right, rect.height - top - bottom)
        if self.axis is Axis.ROW:
            self._place_row(inner)
        else:
            self._place_column(inner)

    def _edges(self, first: int, size: int) -> tuple[int, int]:
        """Return the space at both edges of an axis, as far as the size allows."""
        before = min(px(self.pad[first]), size)
        return before, min(px(self.pad[first + 2]), size - before)

    def _gap_in(self, size: int) -> int:
        return min(px(self.gap), size // max(1, len(self.children) - 1))

    def _place_row(self, inner: pygame.Rect) -> None:
        left, gap = inner.left, self._gap_in(inner.width)
        shares = self._shares([box.wanted_width() for box in self.children], inner.width)
        self._omit_others(shares)
        for box, width in shares:
            height = inner.height
            if self.align is not Align.STRETCH or box.height is not None:
                height = min(height, box.wanted_height(width).best)
            box.place(pygame.Rect(left, inner.top + self._offset(inner.height - height), width, height))
            left += width + gap

    def _place_column(self, inner: pygame.Rect) -> None:
        top, gap = inner.top, self._gap_in(inner.height)
        is_narrow = self.align is not Align.STRETCH
        widths = {box: min(inner.width, box.wanted_width().best) if is_narrow else box.width_in(inner.width)
                  for box in self.children}  # fmt: skip
        shares = self._shares([box.wanted_height(width) for box, width in widths.items()], inner.height)
        self._omit_others(shares)
        for box, height in shares:
            left = inner.left + self._offset(inner.width - widths[box])
            box.place(pygame.Rect(left, top, widths[box], height))
            top += height + gap

    def _omit_others(self, shares: Sequence[tuple[Box, int]]) -> None:
        placed = [box for box, _ in shares]
        for box in self.children:
            box._is_omitted = box not in placed

    def _offset(self, space: int) -> int:
        return 0 if self.align is Align.START else space if self.align is Align.END else space // 2

    # --- All boxes ---
    def walk(self) -> Iterator[Box]:
        """Yield the box and all boxes in it that have a place, in the order in which they are drawn."""
        yield self
        for box in self.placed:
            yield from box.walk()

    @property
    def placed(self) -> list[Box]:
        """The boxes in it for which there was space."""
        return [box for box in self.children if not box._is_omitted]

    def widgets(self) -> Iterator[Widget]:
        """Yield the widgets in the order in which Tab focuses them."""
        return (box.widget for box in self.walk() if box.widget is not None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything except the widgets."""
        for box in self.walk():
            if box.paint is not None:
                box.paint(surface, box.rect)


# --- Sharing space ---


def _limited(content: Extent, size: float | None, least: float | None) -> Extent:
    """Return the size of a box: that of its content, or a given one that is at least as large as the content needs."""
    best = content.best if size is None else max(px(size), content.least)
    low = min(content.least, best) if least is None else min(px(least), best)
    return Extent(low, best)


def _largest(extents: Sequence[Extent], more: int) -> Extent:
    least = max((extent.least for extent in extents), default=0)
    return Extent(least + more, max((extent.best for extent in extents), default=0) + more)


def split(space: int, weights: Sequence[int]) -> list[int]:
    """Divide whole pixels by weights, without a rest."""
    total = sum(weights) or 1
    return [space * high // total - space * low // total for low, high in pairwise(accumulate(weights, initial=0))]


def spread(
    wanted: Sequence[Extent], grow: Sequence[int], space: int, priority: Sequence[int] | None = None
) -> list[int]:
    """Return a size for each box, in sum at most the space.

    All boxes get their least size. Then boxes that don't grow get their best size, those with the lowest number first.
    Boxes that grow share the rest. In too little space, all are smaller alike.
    """
    sizes, order = [extent.least for extent in wanted], priority or [0] * len(wanted)
    if sum(sizes) > space:
        return split(space, sizes)
    for level in sorted(set(order)):
        more = [0 if share or number != level else extent.best - extent.least
                for extent, share, number in zip(wanted, grow, order, strict=True)]  # fmt: skip
        given = split(min(space - sum(sizes), sum(more)), more)
        sizes = [size + part for size, part in zip(sizes, given, strict=True)]
    return _grown(sizes, grow, space)


def _grown(sizes: list[int], grow: Sequence[int], space: int) -> list[int]:
    """Let boxes share the rest. One that would be smaller than its least size keeps that."""
    shares = list(grow)
    while any(shares):
        rest = space - sum(size for size, share in zip(sizes, shares, strict=True) if not share)
        given = split(rest, shares)
        small = [n for n, share in enumerate(shares) if share and given[n] < sizes[n]]
        if not small:
            return [given[n] if shares[n] else size for n, size in enumerate(sizes)]
        for number in small:
            shares[number] = 0
    return sizes


# --- Kinds of boxes ---


def row(*boxes: Box | None, **more: Any) -> Box:
    """Return boxes from left to right. None is omitted."""
    return Box(tuple(filter(None, boxes)), Axis.ROW, **more)


def column(*boxes: Box | None, **more: Any) -> Box:
    """Return boxes from top to bottom. None is omitted."""
    return Box(tuple(filter(None, boxes)), Axis.COLUMN, **more)


def flow(*boxes: Box, gap: float = 0) -> Box:
    """Return boxes from left to right in as many rows as they need."""

    def rows(width: int) -> Box:
        lines = button_rows([box.wanted_width().best for box in boxes], width, px(gap))
        return column(*(row(*(boxes[number] for number in numbers), gap=gap) for numbers in lines), gap=gap)

    return Box(boxes, height_at=lambda width: rows(width).wanted_height(width).best,
               on_place=lambda rect: rows(rect.width).place(rect))  # fmt: skip


def space(grow: int = 1) -> Box:
    """Return an empty box that takes a share of the space."""
    return Box(grow=grow)


def item(widget: Widget, on_use: OnUse | None = None, **more: Any) -> Box:
    """Return the box of a widget. The function gets the value of each of its signals."""
    widget.on_use = on_use or widget.on_use
    return Box(widget=widget, **more)


def hinted(name: str, hint: str, *boxes: Box | None, **more: Any) -> Box:
    """Return boxes from top to bottom that have a tooltip."""
    area = Area(name, NOWHERE)
    area.hint = hint
    return column(*boxes, widget=area, **more)


def button(
    name: str, label: str, press: Callable[[], object], *, kind: str = "plain", key: int = 0, command: str = "",
    hint: str = "", enabled: bool = True, reason: str = "", lit: bool = False, role: str = "button", **more: Any,
) -> Box:  # fmt: skip
    """Return a button with what it does.

    Args:
        name: Its identity on the page, which keeps the focus.
        label: The text on it.
        press: Called when it is pressed.
        kind: `plain`, `primary`, or `danger`.
        key: The pygame code of its key, 0 for none.
        command: The command of the keymap that presses it, "" for none.
        hint: Its tooltip.
        enabled: Whether it can be pressed.
        reason: Why it can't be pressed. A reason disables it.
        lit: Whether what it stands for is on.
        role: The font of its label.
        more: Arguments of the box.

    """
    widget = Button(name, NOWHERE, label, kind=kind, key=key, hint=hint, role=role)
    widget.command, widget.lit = command, lit
    widget.set_enabled(enabled and not reason, reason)
    return item(widget, lambda _: press(), **more)


def text(words: str, role: str = "body", color: Color = TEXT, *, is_link: bool = False, **more: Any) -> Box:
    """Return a text in as many lines as it needs, nothing for an empty one."""
    width = max((text_size(line, role)[0] for line in words.split("\n")), default=0) if words else 0
    more.setdefault("content_width", Extent(min(width, px(MIN_TEXT_WIDTH)), width))
    return Box(
        height_at=lambda wide: len(wrap(words, role, wide)) * line_height(role) if words else 0,
        paint=lambda surface, rect: draw_wrapped(surface, rect, words, role, color, is_link=is_link), **more,
    )  # fmt: skip


def line(
    words: str, role: str = "body", color: Color = TEXT, *, anchor: str = "midleft", may_shrink: bool = False,
    **more: Any,
) -> Box:  # fmt: skip
    """Return a text in one line, at the left, in the middle, or at the right of its box (`midright`).

    If there is too little space for all of it, it is smaller (`may_shrink`), else cut.
    """
    width = text_size(words, role)[0] if words else 0

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        if words:
            pos = getattr(rect, anchor)
            draw_text(surface, pos, words, role, color, anchor=anchor, width=rect.width, may_shrink=may_shrink)

    more.setdefault("content_width", Extent(width, width))
    return Box(height_at=lambda _: line_height(role), paint=paint, **more)


def citation(place: str, **more: Any) -> Box:
    """Return the line that cites a rule, if there is space for it."""

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        if rect.height >= line_height("small") - px(2):
            draw_citation(surface, rect.topleft, place, width=rect.width)

    more.setdefault("min_height", 0)
    return Box(height_at=lambda _: line_height("small"), paint=paint, **more)


def caption(words: str, **more: Any) -> Box:
    """Return a small heading."""
    return line(words, "caps", TEXT_SOFT, **more)


def pill(words: str, color: Color, **more: Any) -> Box:
    """Return a word in a colored frame."""
    size = pill_size(words)

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        draw_pill(surface, rect.midright, words, color, anchor="midright")

    return Box(content_width=Extent(size[0], size[0]), height_at=lambda _: size[1], paint=paint, **more)


def panel(title: str, *boxes: Box | None, note: str = "", **more: Any) -> Box:
    """Return boxes on a panel with a heading and a note at its right, "" for none."""

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        draw_panel(surface, rect, title)
        if note:
            pos = (rect.right - px(PANEL_PAD), rect.top + px(8))
            draw_text(surface, pos, note, "small", WARN, anchor="topright")

    top = PANEL_PAD + (HEADING_HEIGHT if title else 0)
    more.setdefault("pad", (PANEL_PAD, top, PANEL_PAD, PANEL_PAD))
    return column(*boxes, paint=paint, **more)
