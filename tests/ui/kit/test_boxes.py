"""Tests of boxes: boxes of any page are inside their parents, apart, and at least as large as they must be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame
from hypothesis import given
from hypothesis import strategies as st

from jovian.ui.kit.boxes import (
    NOWHERE,
    Align,
    Axis,
    Box,
    button,
    column,
    flow,
    hinted,
    item,
    line,
    panel,
    row,
    space,
    spread,
    text,
)
from jovian.ui.kit.widgets import Extent, Group, ScrollList, Toggle

SIZES = st.one_of(st.none(), st.integers(0, 300))
PADS = st.tuples(*[st.integers(0, 20)] * 4)
LEAVES = st.one_of(
    st.builds(Box, width=SIZES, height=SIZES, grow=st.integers(0, 3)),
    st.builds(text, st.text("ab ", max_size=60), grow=st.integers(0, 1)),
    st.builds(partial(button, "b", press=print), st.text("abc", max_size=12)),
)
BOXES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(
            Box, st.lists(inner, max_size=4).map(tuple), st.sampled_from(Axis), width=SIZES, height=SIZES,
            grow=st.integers(0, 3), priority=st.integers(0, 2), gap=st.integers(0, 12), pad=PADS,
            align=st.sampled_from(Align),
        ),
        st.builds(lambda boxes, gap: flow(*boxes, gap=gap), st.lists(inner, max_size=4), st.integers(0, 12)),
        st.builds(lambda boxes: hinted("a", "hint", *boxes), st.lists(inner, min_size=1, max_size=4)),
    ),
    max_leaves=12,
)  # fmt: skip


def walk_pairs(box: Box) -> Iterator[tuple[Box, Box]]:
    """Yield each box that has a place with its parent."""
    for child in box.placed:
        yield box, child
        yield from walk_pairs(child)


@given(BOXES, st.integers(1, 1200), st.integers(1, 900))
def test_boxes_are_inside_and_apart(box: Box, width: int, height: int) -> None:
    box.place(pygame.Rect(5, 7, width, height))
    assert box.rect == (5, 7, width, height)
    for parent, child in walk_pairs(box):
        assert not child.rect or parent.rect.contains(child.rect)
        others = [other for other in parent.placed if other is not child]
        assert not any(child.rect.colliderect(other.rect) for other in others)


@given(BOXES, st.integers(0, 400), st.integers(0, 400))
def test_with_enough_space_every_box_has_its_least_size(box: Box, more_width: int, more_height: int) -> None:
    width = box.wanted_width().least + more_width
    box.place(pygame.Rect(0, 0, width, box.wanted_height(width).least + more_height))
    for _, child in walk_pairs(box):
        assert child.rect.width >= child.wanted_width().least
        assert child.rect.height >= child.wanted_height(child.rect.width).least


EXTENTS = st.builds(lambda low, more: Extent(low, low + more), st.integers(0, 200), st.integers(0, 200))


@given(st.lists(st.tuples(EXTENTS, st.integers(0, 2)), max_size=6), st.integers(0, 1500))
def test_boxes_with_a_lower_number_get_their_space_first(parts: list[tuple[Extent, int]], available: int) -> None:
    boxes = [Box(height=extent.best, min_height=extent.least, priority=number) for extent, number in parts]
    dock = column(*boxes)
    dock.place(pygame.Rect(0, 0, 100, available))
    placed, omitted = dock.placed, [box for box in boxes if box not in dock.placed]
    assert not any(box.priority == 0 or other.priority > box.priority for box in omitted for other in placed)
    for box in placed if sum(box.rect.height for box in placed) < available else ():
        assert box.rect.height == box.wanted_height(100).best
    for box in placed:
        later = [other for other in placed if other.priority > box.priority]
        if box.rect.height < box.wanted_height(100).best:
            assert all(other.rect.height == other.wanted_height(100).least for other in later)


@given(st.lists(st.tuples(EXTENTS, st.integers(0, 3)), max_size=6), st.integers(0, 1500))
def test_space_is_shared_without_a_rest(parts: list[tuple[Extent, int]], available: int) -> None:
    wanted, grow = [extent for extent, _ in parts], [share for _, share in parts]
    sizes = spread(wanted, grow, available)
    assert sum(sizes) <= available and min(sizes, default=0) >= 0
    if sum(extent.least for extent in wanted) <= available:
        assert all(size >= extent.least for size, extent in zip(sizes, wanted, strict=True))
        assert not any(grow) or sum(sizes) == available


def test_a_page_from_top_to_bottom() -> None:
    pressed: list[object] = []
    rows = ScrollList("rows", NOWHERE, lambda *_: None)
    rows.set_items(["first", "second"])
    page = column(
        line("Title", "title"), panel("Rows", item(rows, pressed.append, grow=1), grow=1),
        row(button("back", "Back", lambda: pressed.append("back"), width=120), space(),
            item(Toggle("on", NOWHERE, "On"), pressed.append), height=46), gap=10,
    )  # fmt: skip
    page.place(pygame.Rect(0, 0, 800, 600))
    group = Group(page.widgets())
    assert [widget.name for widget in group.widgets] == ["rows", "back", "on"]
    assert group["back"].rect == (0, 554, 120, 46) and group["on"].rect.right == 800
    for pos in (rows.row_rect(1).center, group["back"].rect.center, group["on"].rect.center):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            signal = group.handle(pygame.event.Event(kind, pos=pos, button=1))
        assert signal is not None
        group.carry_out(signal)
    assert pressed == [1, "back", True]
