"""The base of the panels of the battle, and what buttons do.

A panel draws on the shared canvas only if its content has changed. Panels of pages are in `kit/dock.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from enum import Enum
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.game import Answer, Refusal
from jovian.ui.kit.fonts import WRITTEN, NotedTexts
from jovian.ui.kit.theme import EDGE, PANEL, mix_colors
from jovian.ui.kit.widgets import Button, Group, Signal, Widget
from jovian.ui.session.table_selection import TableSelection

# --- Panel ---

GROUND = mix_colors(PANEL, (0, 0, 0), 0.35)
"""The background color of a panel."""


class CanvasPanel:
    """A part of the battle, drawn on the canvas that it shares with others."""

    is_urgent = False
    """Whether it is drawn without delay, because keys answer it."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.group = Group()
        self._shown: Any = None
        self.stale = True
        """Whether the panel must be redrawn."""
        self._noted = NotedTexts()

    def layout(self, rect: pygame.Rect) -> None:
        """Place the panel in a part of the screen."""
        if rect != self.rect:
            self.rect = rect
            self.forget_picture()
        self.stale = True

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Pass an event to the widgets and return their action, if any."""
        return self.group.handle(event)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the explanation of what is drawn at a point and isn't a widget, or None."""
        return None

    def offer(self, content: Any) -> None:
        """Take everything that the panel shows as one value. If the value is new, redraw the panel."""
        if content != self._shown:
            self._shown, self.stale = content, True

    @property
    def dirty(self) -> bool:
        """Whether the panel must be redrawn."""
        return self.stale or self.group.dirty

    def forget_picture(self) -> None:
        """Forget what the panel has drawn, because that is gone or out of place."""
        self._noted, self.stale = NotedTexts(), True

    def keep_picture(self) -> None:
        """Leave the panel as it was drawn on the canvas."""
        WRITTEN.extend(self._noted)

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw the panel on the canvas if it is dirty."""
        if not self.dirty:
            self.keep_picture()
            return
        clip = canvas.get_clip()
        canvas.set_clip(self.rect)
        canvas.fill(GROUND, self.rect)
        with WRITTEN.apart() as self._noted:
            self.paint(canvas)
            self.group.draw(canvas)
        WRITTEN.extend(self._noted)
        canvas.set_clip(clip)
        self.stale = False

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw everything except the widgets, on a background that is already filled."""
        pygame.draw.rect(canvas, EDGE, self.rect, 1)


# --- Presses ---


class ButtonPlace(Enum):
    """Where the button of a press is."""

    LIT = "lit"
    """The left main button: the suggested answer, Enter."""
    SECOND = "second"
    """The main button in the middle."""
    LEAVE = "leave"
    """The right main button: it ends, declines, or does nothing."""
    ICON = "icon"
    """The row of icons."""
    ROW = "row"
    """The context panel, below its content."""


MAIN = (ButtonPlace.LIT, ButtonPlace.SECOND, ButtonPlace.LEAVE)
"""The places of the main buttons, from the left. Each has one button."""


@frozen
class Press:
    """Something that a button, a row, or a key does. Presses that look the same are equal, whatever they do."""

    name: str
    """The identity of its widget, for files of lessons, the focus of the keyboard, and tests. No code decides by it."""
    label: str
    do: Answer | Callable[[], object] = field(compare=False)
    """The answer that it gives, or the function that it calls."""
    kind: str = "plain"
    command: str = ""
    """The command of the keymap that does the same."""
    refusal: Refusal | None = None
    """Why it is disabled, or None if it is enabled."""
    hint: str = ""
    lit: bool = False
    also: str = ""
    """A further command that does the same. The button doesn't show its key."""
    place: ButtonPlace | None = None
    """Where its button is, None for the main button at the left if Enter presses it, else for a row."""
    letter: str = ""
    """The key of an icon."""

    def carry_out(self, selection: TableSelection) -> None:
        """Show why it is refused. If it isn't, give its answer, or call its function."""
        selection.refuse(self.refusal)
        if self.refusal is None:
            selection.give(self.do) if isinstance(self.do, Answer) else self.do()


def press_button(press: Press, rect: pygame.Rect, role: str = "button") -> Button:
    """Return the button of a press. If it is disabled, its tooltip says why."""
    button = Button(press.name, rect, press.label, kind=press.kind, hint=press.hint, value=press, role=role)
    button.lit, refusal = press.lit, press.refusal
    if refusal is not None:
        button.set_enabled(False, f"{refusal.reason}  ({refusal.cited})" if refusal.cited else refusal.reason)
    return button


def ignore(value: object) -> None:
    """Do nothing with the value of a widget."""


def find_press(presses: Iterable[Press], command: str) -> Press | None:
    """Return the first press of a command, None if it has none. One that shows the key comes first."""
    found = [press for press in presses if command and command in (press.command, press.also)]
    return next((press for press in found if press.command == command), found[0] if found else None)


def place_presses(presses: Iterable[Press]) -> dict[ButtonPlace, list[Press]]:
    """Return the presses of each place. A further one for the place of a main button is in a row."""
    places: dict[ButtonPlace, list[Press]] = {place: [] for place in ButtonPlace}
    for press in presses:
        place = press.place or (ButtonPlace.LIT if press.command == "confirm" else ButtonPlace.ROW)
        places[ButtonPlace.ROW if place in MAIN and places[place] else place].append(press)
    return places


def renew_presses(widgets: Iterable[Widget], presses: Iterable[Press]) -> None:
    """Let widgets that look the same as before do what the newest presses do."""
    newest = {press.name: press for press in presses}
    for widget in widgets:
        if isinstance(widget, Button) and isinstance(widget.value, Press):
            widget.value = newest.get(widget.name, widget.value)
