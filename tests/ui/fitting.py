"""Checks of a picture of the window: cut texts, overlapping texts, and widgets outside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pygame

from jovian.ui.editor.unit_bench import PanelView
from jovian.ui.kit import fonts
from jovian.ui.kit.boxes import Box
from jovian.ui.kit.button_list import ButtonList
from jovian.ui.kit.forms import TextField
from jovian.ui.kit.linked_text import LinkedText
from jovian.ui.kit.theme import SCALE
from jovian.ui.kit.widgets import Button, Group, HintArea, ScrollList, Tabs, Widget
from jovian.ui.screens.copy_screen import CopyScreen
from jovian.ui.screens.fleet_builder import FleetScreen
from jovian.ui.screens.form_page import FormPage
from jovian.ui.screens.page import Page
from jovian.ui.screens.table import TableScreen
from jovian.ui.screens.unit_editor import UnitScreen
from tests.ui.pilot import Pilot

TARGET, TARGET_SCALE = 40, 1.5
"""The least pixels of what a finger presses, and the scale from which on it has them."""
TEXT_ROWS = ("log", "story", "roster")
"""Lists whose rows are lines of text, or as small as it takes to show all. What they lead to can be had elsewhere."""


class Text(NamedTuple):
    """A drawn text."""

    surface: int
    rect: pygame.Rect
    clip: pygame.Rect
    text: str
    whole: str


@contextmanager
def recorded_texts() -> Iterator[list[Text]]:
    """Yield a list of every text that is drawn inside the `with` block."""
    texts: list[Text] = []
    note = fonts.NotedTexts.note

    def record(self: fonts.NotedTexts, surface: pygame.Surface, rect: pygame.Rect, text: str, whole: str) -> None:
        if text.strip():
            texts.append(Text(id(surface), rect.copy(), surface.get_clip().copy(), text, whole))
        note(self, surface, rect, text, whole)

    fonts.NotedTexts.note = record  # type: ignore[method-assign]
    try:
        yield texts
    finally:
        fonts.NotedTexts.note = note  # type: ignore[method-assign]


def groups_of(pilot: Pilot) -> list[Group]:
    """Return the visible groups of widgets."""
    if pilot.app.modal is not None:
        return [pilot.app.modal.buttons]
    screen = pilot.app.screen
    if isinstance(screen, FormPage):
        return [screen.form.group, Group(widget for widget in screen.group.widgets if widget.name != "form")]
    if not isinstance(screen, TableScreen):
        return [screen.group]
    return [panel.group for panel in screen.panels if panel.rect.width and panel.rect.height > 0]


def parts_of(pilot: Pilot) -> dict[str, pygame.Rect]:
    """Return the places of all visible parts of a battle, by name."""
    battle = pilot.battle
    names = ("top", "roster", "strip", "card", "second_card", "context", "icons", "bar", "log_line")
    places = {name: getattr(battle, name).rect for name in names} | {"board": battle.middle}
    return {name: rect for name, rect in places.items() if rect.width and rect.height}


def misfits(pilot: Pilot) -> list[str]:
    """Return the faults of the current picture."""
    screen, window = pilot.app.screen, pygame.Rect((0, 0), pilot.app.size)
    views = [widget.panel for widget in screen.group.widgets if isinstance(widget, PanelView)]
    for panel in (*(screen.panels if isinstance(screen, TableScreen) else ()), *views):
        panel.stale = True  # Draw everything, so that all texts are recorded.
    pilot.move((-50, -50))
    with recorded_texts() as texts:
        pilot.draw()
    if pilot.app.modal is not None:
        with recorded_texts() as texts:
            pilot.app.modal.draw(pilot.surface)
    cards = (screen.card, screen.second_card) if isinstance(screen, TableScreen | FleetScreen) else ()
    cards = (screen.card,) if isinstance(screen, UnitScreen | CopyScreen) else cards
    lists = [widget.rect for group in groups_of(pilot) for widget in group.widgets if isinstance(widget, ScrollList)]
    scrolled = [*lists, *(card.scrolling for card in cards)]
    ids = {id(pilot.surface)} | ({id(screen._canvas)} if isinstance(screen, TableScreen) else set())
    seen = [text for text in texts if text.surface in ids]
    fields = [widget.rect for group in groups_of(pilot) for widget in group.widgets if isinstance(widget, TextField)]
    fixed = [text for text in seen if not any(field.contains(text.clip) for field in fields)]
    texts_cut = [*_cut_texts(fixed, window, scrolled), *_cut_labels(pilot, seen)]
    return [*misplaced(pilot), *texts_cut, *_overlaps(seen)]


def misplaced(pilot: Pilot) -> list[str]:
    """Return the faults of the layout alone, without drawing."""
    screen, window = pilot.app.screen, pygame.Rect((0, 0), pilot.app.size)
    boxes = _boxes(screen.root) if isinstance(screen, Page) and pilot.app.modal is None else ()
    return [*boxes, *_widgets(pilot, window)]


def _boxes(box: Box) -> Iterator[str]:
    """Yield the faults of boxes: outside their parent, on a sibling, or smaller than their least size."""
    for number, child in enumerate(box.placed):
        name = child.widget.name if child.widget is not None else f"box {number}"
        if child.rect and not box.rect.contains(child.rect):
            yield f"{name} lies outside its box: {child.rect}, {box.rect}"
        if any(child.rect.colliderect(other.rect) for other in box.placed[:number]):
            yield f"{name} lies over a sibling"
        width, height = child.wanted_width().least, child.wanted_height(child.rect.width).least
        if child.rect.width < width or child.rect.height < height:
            yield f"{name} is too small: {child.rect.size} instead of {width, height}"
        yield from _boxes(child)


def _widgets(pilot: Pilot, window: pygame.Rect) -> list[str]:
    faults = []
    for group in groups_of(pilot):
        shown = [widget for widget in group.widgets if widget.visible and widget.name != "wheel"]
        for index, widget in enumerate(shown):
            faults += [f"'{widget.name}' is too small for a finger: {size}" for size in _small_targets(widget)]
            if not window.contains(widget.rect):
                faults.append(f"'{widget.name}' lies outside the window: {widget.rect}")
            for other in shown[:index]:
                if widget.rect.inflate(-2, -2).colliderect(other.rect.inflate(-2, -2)):
                    faults.append(f"'{widget.name}' lies over '{other.name}'")
    return faults


def _small_targets(widget: Widget) -> Iterator[tuple[int, int]]:
    """Yield the sizes of a widget, its tabs, rows, and buttons of rows that are too small for a finger."""
    if SCALE.factor < TARGET_SCALE or isinstance(widget, HintArea | LinkedText) or not widget.focusable:
        return
    places = [widget.rect]
    if isinstance(widget, Tabs):
        places = [widget.tab_rect(number) for number in range(len(widget.labels))]
    elif isinstance(widget, ScrollList) and widget.name not in TEXT_ROWS:
        rows = range(len(widget.items)) if widget.on_use is not None else ()
        places += [widget.row_rect(row) for row in rows]
        if isinstance(widget, ButtonList):
            places += [button.rect for row in rows for button in widget.row_buttons(row).values()]
    yield from (place.size for place in places if min(place.size) < TARGET)


def _cut_labels(pilot: Pilot, texts: list[Text]) -> list[str]:
    """Return the labels of buttons that are not whole. Names may be cut, but not what a button does."""
    buttons = [widget for group in groups_of(pilot) for widget in group.widgets if type(widget) is Button]
    return [
        f"'{text.whole}' is cut: {text.text!r}"
        for button in buttons
        for text in texts
        if button.visible and text.whole == button.label != text.text and button.rect.contains(text.rect)
    ]


def _cut_texts(texts: list[Text], window: pygame.Rect, scrolled: list[pygame.Rect]) -> list[str]:
    """Return the texts cut by the window or by their part of it. At the edge of a scrolled part, a line may be cut."""
    faults = []
    for text in texts:
        seen = text.rect.clip(text.clip).clip(window)
        if not seen.width or not seen.height:
            if not any(area.top >= text.rect.bottom or area.bottom <= text.rect.top for area in scrolled):
                faults.append(f"out of sight: {text.text!r} {text.rect}")
            continue
        if text.rect.left < seen.left - 2 or text.rect.right > seen.right + 2:
            faults.append(f"cut at the side: {text.text!r} {text.rect} {seen}")
        low = text.rect.bottom - seen.bottom + seen.top - text.rect.top
        if low > 4 and not any(area.inflate(8, 8).contains(seen) for area in scrolled):
            faults.append(f"cut across: {text.text!r} {text.rect} {seen}")
    return faults


def _overlaps(texts: list[Text]) -> list[str]:
    """Return the overlapping texts. A small overlap is normal for letters, a larger one makes them unreadable."""
    faults = []
    boxes = [(text, text.rect.clip(text.clip).inflate(-4, -8)) for text in texts]
    for index, (text, rect) in enumerate(boxes):
        for other, over in boxes[:index]:
            if text.surface == other.surface and rect.height > 0 and over.height > 0 and rect.colliderect(over):
                faults.append(f"{text.text!r} lies over {other.text!r} {text.rect} {other.rect}")
    return faults
