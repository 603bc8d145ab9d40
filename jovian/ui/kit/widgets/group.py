"""A group of widgets: hands events round, moves the focus with Tab, knows whether anything must be drawn."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from jovian.ui.kit.widgets.base import Action, Widget
from jovian.ui.kit.widgets.tooltip import Tooltip


class Group:
    """Widgets in drawing order; events go to the topmost first."""

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets: list[Widget] = list(widgets)

    def __getitem__(self, name: str) -> Widget:
        for widget in self.widgets:
            if widget.name == name:
                return widget
        raise KeyError(name)

    def renew(self, widgets: Iterable[Widget]) -> None:
        """Others in their place, after a page was laid out anew: who writes or goes by keys goes on."""
        before = {widget.name: widget for widget in self.widgets}
        self.widgets = list(widgets)
        for widget in self.widgets:
            old = before.get(widget.name)
            if type(old) is type(widget):
                widget.follow(old)

    @property
    def dirty(self) -> bool:
        """Whether any of them changed its look."""
        return any(widget.dirty for widget in self.widgets)

    @property
    def focus(self) -> Widget | None:
        """The widget that has the focus."""
        return next((widget for widget in self.widgets if widget.focused), None)

    @property
    def engaged(self) -> bool:
        """Whether keys are those of one of them alone just now."""
        return any(widget.engaged for widget in self.widgets)

    @property
    def spread(self) -> Widget | None:
        """The widget that lies over the others."""
        return next((widget for widget in self.widgets if widget.spread), None)

    @property
    def caret(self) -> pygame.Rect | None:
        """Where something is being written, None where nothing is."""
        return self.focus.caret if self.focus is not None else None

    def move_focus(self, step: int) -> None:
        """Give the focus to the next or the previous widget that takes it."""
        able = [widget for widget in self.widgets if widget.focusable]
        if not able:
            return
        current = self.focus
        index = able.index(current) + step if current in able else (0 if step > 0 else -1)
        self._focus_on(able[index % len(able)])

    def _focus_on(self, wanted: Widget | None) -> None:
        for widget in self.widgets:
            if widget.focused != (widget is wanted):
                widget.focused = widget is wanted
                widget.touch()

    def handle(self, event: pygame.event.Event) -> Action | None:
        """The first action that any widget makes of the event."""
        if self.spread is not None:
            return self.spread.handle(event)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and not self.engaged:
            self.move_focus(-1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
            return None
        if event.type == pygame.MOUSEBUTTONDOWN:
            under = self.at(event.pos)
            self._focus_on(under if under is not None and under.types else None)
        focus = self.focus
        if focus is not None and focus.owns(event):
            return focus.handle(event)
        found: Action | None = None
        for widget in list(reversed(self.widgets)):
            made = widget.handle(event)
            found = found or made
        return found

    def let_go(self) -> None:
        """Forget every button of the mouse that is held: its release does nothing."""
        for widget in self.widgets:
            widget.let_go()

    def at(self, pos: tuple[int, int]) -> Widget | None:
        """The topmost visible widget under a point."""
        for widget in reversed(self.widgets):
            if widget.visible and widget.rect.collidepoint(pos):
                return widget
        return None

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """What to say about the hovered widget: why it is off, or what it does."""
        for widget in reversed(self.widgets):
            if widget.visible and widget.hovered and (widget.reason or widget.hint):
                return Tooltip.of(widget.reason or widget.hint), widget.rect
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all that are visible, what lies over the others last."""
        for widget in sorted(self.widgets, key=lambda each: each.spread):
            widget.draw(surface)
