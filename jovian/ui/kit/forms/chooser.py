"""A question for a file: the folder one is in, what lies there, and a field for who would rather write where it is."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pygame

from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.forms.field import TextField
from jovian.ui.kit.forms.folder import Shown, listed
from jovian.ui.kit.theme import ACCENT, TEXT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets.base import Action
from jovian.ui.kit.widgets.button import Button
from jovian.ui.kit.widgets.modal import Modal
from jovian.ui.kit.widgets.rows import draw_back
from jovian.ui.kit.widgets.scroll import ScrollList

ROW, FIELD = 34, 36
LONGEST = 1000
"""Letters of a path that are written."""


class Chooser(Modal):
    """The action's value is the path, "" for no. A folder opens on a click, a file is taken on a second one."""

    def __init__(self, name: str, screen: pygame.Rect, title: str, folder: Path, ending: str, yes: str) -> None:
        self.folder, self.ending = folder, ending
        self.problem = ""
        self.field = TextField("path", pygame.Rect(0, 0, 10, 10), most=LONGEST)
        self.list = ScrollList("files", pygame.Rect(0, 0, 10, 10), _draw_row, row=px(ROW))
        super().__init__(name, screen, title, "", (("yes", yes, "primary"), ("no", "No", "plain")))
        self.enter(folder if os.path.isdir(folder) else Path(os.path.expanduser("~")))

    @property
    def question(self) -> tuple[object, ...]:
        """A file of this folder."""
        return (*super().question, self.folder)

    def layout(self, screen: pygame.Rect) -> None:
        """The field above the list, the buttons below: as much of the window as may be."""
        super().layout(screen)
        size = (min(screen.width - px(40), px(760)), min(screen.height - px(24), px(600)))
        self.box = pygame.Rect((0, 0), size)
        self.box.center = screen.center
        right, bottom = self.box.right - px(24), self.box.bottom - px(20)
        for button in self.buttons.widgets:
            button.rect.bottomright = (right, bottom)
            right = button.rect.left - px(12)
        inner = self.box.inflate(-px(48), -px(40))
        up = pygame.Rect(inner.left, inner.top + px(46), px(64), px(FIELD))
        self.field.rect = pygame.Rect(up.right + px(8), up.top, inner.right - up.right - px(8), px(FIELD))
        top, low = up.bottom + px(12), min(button.rect.top for button in self.buttons.widgets) - px(16)
        self.list.rect = pygame.Rect(inner.left + px(2), top, inner.width - px(4), low - top)
        self.list.row = px(ROW)
        self._fill(self.list.items)
        self.buttons.widgets[:0] = [self.list, Button("up", up, "Up"), self.field]
        self._rest_on_list()

    def _fill(self, items: Sequence[Shown]) -> None:
        """Put rows into the list, none of which is one of before."""
        self.list.set_items(())
        self.list.set_items(items)

    def _rest_on_list(self) -> None:
        """The arrow keys are the list's while nothing else has the focus."""
        self.list.focused = self.list.focused or self.buttons.focus is None

    def enter(self, folder: Path) -> None:
        """Show a folder; one that cannot be read is said, and nothing else happens."""
        try:
            items = listed(folder, self.ending)
        except OSError as error:
            self._complain(f"{folder.name or folder}: {error.strerror or error}")
            return
        self.folder, self.problem = folder, ""
        self.list.chosen, self.list.hover_row = -1, -1
        self._fill(items)
        self._name()

    def _name(self) -> None:
        """Write where what is chosen lies."""
        self.problem = ""
        self.field.write(str(self.folder if self.chosen is None or self.chosen.folder else self.chosen.path))
        self.dirty = True

    @property
    def chosen(self) -> Shown | None:
        """What is chosen in the list."""
        return self.list.items[self.list.chosen] if 0 <= self.list.chosen < len(self.list.items) else None

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Look about, until a file is taken or Escape says no."""
        if event.type == pygame.KEYDOWN and self.list.focused:
            if event.key == pygame.K_BACKSPACE:
                self.enter(self.folder.parent)
                return None
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.chosen is not None:
                return self._take(self.chosen)
        before = self.list.chosen
        made = super().handle(event)
        self._rest_on_list()
        return self._answered(made, event, before) if made is not None else None

    def _answered(self, made: Action, event: pygame.event.Event, before: int) -> Action | None:
        """What follows from what was done with a part of it."""
        if made.value == "no":
            return Action(self.name, "")
        if made.value == "up":
            self.enter(self.folder.parent)
        elif made.value == "files":
            return self._listed(event, before)
        elif made.value == "yes":
            return self._written()
        return None

    def _listed(self, event: pygame.event.Event, before: int) -> Action | None:
        """A row was chosen: by a key to be looked at, by a click to be entered, or taken if it was chosen before."""
        self._name()
        chosen = self.chosen
        if event.type != pygame.MOUSEBUTTONUP or chosen is None:
            return None
        return self._take(chosen) if chosen.folder or self.list.chosen == before else None

    def _take(self, chosen: Shown) -> Action | None:
        """Enter a folder, answer with a file."""
        if chosen.folder:
            self.enter(chosen.path)
            return None
        return Action(self.name, str(chosen.path))

    def _written(self) -> Action | None:
        """What stands in the field is entered or taken; what is chosen in the list, if that is what stands there."""
        chosen = self.chosen
        if chosen is not None and self.field.text == str(chosen.path):
            return self._take(chosen)
        path = self.folder / os.path.expanduser(self.field.text.strip())
        if os.path.exists(path):
            return self._take(Shown(path, os.path.isdir(path)))
        self._complain("There is no such file or folder")
        return None

    def _complain(self, problem: str) -> None:
        self.problem, self.dirty = problem, True

    def draw(self, surface: pygame.Surface) -> None:
        """The question with all it shows."""
        super().draw(surface)
        said, ink = self.problem, WARN
        if not said and not self.list.items:
            said, ink = f"No folder and no file that ends in {self.ending}", TEXT_SOFT
        left, right = self.box.left + px(24), min(button.rect.left for button in self.buttons.widgets[-2:]) - px(12)
        y = self.buttons.widgets[-1].rect.centery
        draw_text(surface, (left, y), said, "small", ink, anchor="midleft", width=max(1, right - left))


def _draw_row(surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
    """A folder has a picture of one before its name."""
    draw_back(surface, rect, hovered, chosen)
    ink = TEXT if chosen or hovered else TEXT_SOFT
    pos, width = (rect.left + px(38), rect.centery), rect.width - px(50)
    draw_text(surface, pos, item.name, "body", ink, anchor="midleft", width=width)
    if item.folder:
        size = (px(16), px(12))
        stamp(surface, supersampled("folder", size, _draw_folder), (rect.left + px(13), rect.centery - size[1] // 2))


def _draw_folder(big: pygame.Surface, k: int) -> None:
    wide, high = big.get_size()
    pygame.draw.rect(big, ACCENT, (0, 0, wide // 2, high // 2), border_radius=k)
    pygame.draw.rect(big, ACCENT, (0, high // 4, wide, high - high // 4), border_radius=k)
