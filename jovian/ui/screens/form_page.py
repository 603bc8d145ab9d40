"""Pages with a form, as those of the editors."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.ui.editor.change_form import RowsPanel
from jovian.ui.editor.unit_bench import PanelView
from jovian.ui.kit.boxes import Box, item
from jovian.ui.kit.widgets import Signal, Tooltip, focus_next_group
from jovian.ui.screens.page import Page
from jovian.ui.screens.screen import Host
from jovian.ui.session.keymap import PANEL

KEY_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING)


class FormPage(Page):
    """A page with a form, which has a focus of its own. F6 leads from one to the other."""

    def __init__(self, app: Host, form: RowsPanel) -> None:
        super().__init__(app)
        self.form = form

    def form_box(self, **more: Any) -> Box:
        """Return the box of the form."""
        return item(PanelView("form", self.form), on_place=self.form.layout, **more)

    @property
    def stale(self) -> bool:
        return super().stale or self.form.group.dirty

    @property
    def question(self) -> tuple[object, ...]:
        return (self.group.spread, self.form.group.spread)

    @property
    def caret(self) -> pygame.Rect | None:
        return self.form.group.caret or self.group.caret

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event. Keys belong to the form while it has the focus, and Escape takes the focus from it."""
        form, command = self.form.group, self.app.keymap.command(event)
        if command == PANEL and not form.engaged and not self.group.engaged:
            focus_next_group([form, self.group])
        elif event.type in KEY_EVENTS and form.focus is not None and (form.spread is not None or command != "cancel"):
            self.pass_to_form(event)
        elif event.type in KEY_EVENTS and form.focus is not None:
            form.focus_on(None)
        else:
            super().handle(event)
            return
        self.dirty = True

    def pass_to_form(self, event: pygame.event.Event) -> None:
        """Let the form handle a key."""
        self.dirty = True
        if (signal := self.form.handle(event)) is not None:
            self.act(Signal("form", signal))

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return the tooltip of an option of an open list of the form, else that of a widget."""
        if (option := self.form.option_hint()) is not None:
            return Tooltip.of(option[1]), option[0]
        if self.group.spread is not None:
            return None
        return self.form.group.tooltip() or super().tooltip()
