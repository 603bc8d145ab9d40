"""The list of every key, where each may be bound anew."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.ui.board.art.backdrop import backdrop
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import panel, pill
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height
from jovian.ui.kit.forms import TextField
from jovian.ui.kit.keyboard import KEYBOARD, MODIFIERS, key_name
from jovian.ui.kit.theme import ACCENT, PANEL_HIGH, PANEL_HOVER, TEXT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, ScrollList
from jovian.ui.playing.keys import BY_NAME, Command, Keymap
from jovian.ui.screens.screen import Host, Screen

BINDING = "Click a line, then press its new key."
POINTER = (
    "Mouse: the wheel zooms, the right button drags the view, both together turn. Trackpad: two fingers pan, pinch or "
    "Ctrl with two fingers zooms. If that is wrong for your device, change Scrolling in the settings."
)
"""What the pointer does on the table."""


class KeysScreen(Screen):
    """Click a command, then press its new key; Escape calls it off."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back
        self.waiting = ""
        self.search = ""
        """What was typed to find a command."""

    @property
    def grabbing(self) -> bool:
        """A new key is waited for."""
        return bool(self.waiting)

    @property
    def question(self) -> tuple[object, ...]:
        """The command that is waiting for a key."""
        return (*super().question, self.waiting)

    def layout(self, size: tuple[int, int]) -> None:
        """The list in the middle."""
        super().layout(size)
        wide = min(size[0] - px(40), px(700))
        self._panel = pygame.Rect((size[0] - wide) // 2, px(40), wide, size[1] - px(120))
        inner = self._panel.inflate(-px(32), -px(32))
        top = inner.top + px(42) + 2 * line_height("small")
        listed = ScrollList(
            "keys",
            pygame.Rect(inner.left, top, inner.width, inner.bottom - px(4) - top),
            self._row,
            row=px(34),
        )
        y = size[1] - px(64)
        wide = px(200)
        place = pygame.Rect(inner.right - wide, inner.top - px(6), wide, px(34))
        field = TextField("search", place, self.search, ghost="search", most=30)
        self.group.renew([
            listed, field, Button("reset", pygame.Rect(self._panel.left, y, px(200), px(46)), "Usual keys"),
            Button("done", pygame.Rect(self._panel.right - px(160), y, px(160), px(46)), "Done", kind="primary"),
        ])  # fmt: skip
        self._list()

    @property
    def listed(self) -> tuple[Command, ...]:
        """The commands that were searched for."""
        return self.app.keymap.found(self.search)

    def _list(self) -> None:
        """Fill the list with the commands that were searched for."""
        rows = self.group["keys"]
        assert isinstance(rows, ScrollList)
        rows.set_items(self.listed)

    def handle(self, event: pygame.event.Event) -> None:
        """Bind the next key press if the page is waiting for one."""
        if self.waiting and event.type == pygame.KEYDOWN:
            self.dirty = True
            key = key_name(event)
            if event.key in MODIFIERS or not key:
                return
            name, self.waiting = self.waiting, ""
            if event.key != pygame.K_ESCAPE:
                self._bind(name, key)
            return
        super().handle(event)

    def _bind(self, name: str, key: str) -> None:
        """Give a command its new key; asked first, if another one loses it."""
        losers = self.app.keymap.losers(name, key)
        if not losers:
            self._give(name, key)
            return
        said = " and ".join(f"'{each.label}'{self._last_key(each)}" for each in losers)
        text = f"{KEYBOARD.cap(key)} is a key of {said}. Shall it be the one of '{BY_NAME[name].label}'?"
        answers = (("take", "Take it", "danger"), ("no", "Leave it", "plain"))
        self.app.ask("This key is taken", text, answers, lambda answer: self._taken(answer, name, key))

    def _last_key(self, command: Command) -> str:
        return ", which has no other" if len(self.app.keymap.bound[command.name]) == 1 else ""

    def _taken(self, answer: str, name: str, key: str) -> None:
        if answer == "take":
            self._give(name, key)

    def _give(self, name: str, key: str) -> None:
        self.app.keymap.bind(name, key)
        self.app.keep_settings()

    def act(self, action: Action) -> None:
        """Wait for a key, put all back, leave."""
        self.dirty = True
        if action.name == "keys":
            self.waiting = self.listed[action.value].name
        elif action.name == "search":
            self.search = str(action.value)
            self._list()
        elif action.name == "reset":
            self.app.keymap.bound = Keymap().bound
            self.app.keep_settings()
        else:
            self.cancel()

    def cancel(self) -> None:
        """Go back to the screen that it was opened from."""
        self.app.show(self.back)

    def _row(self, surface: pygame.Surface, rect: pygame.Rect, command: Any, hovered: bool, chosen: bool) -> None:
        assert isinstance(command, Command)
        box(surface, rect.inflate(-px(2), -px(4)), PANEL_HOVER if hovered else PANEL_HIGH, radius=px(5))
        draw_text(surface, (rect.left + px(12), rect.centery), command.label, "body", TEXT, anchor="midleft")
        x = rect.right - px(12)
        if command.name == self.waiting:
            pill(surface, (x, rect.centery), "press a key", WARN, anchor="midright")
            return
        for key in reversed(self.app.keymap.bound[command.name]):
            cap = KEYBOARD.cap(key)
            x = pill(surface, (x, rect.centery), cap, ACCENT, anchor="midright").left - px(6)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the title, the list and what is asked."""
        surface.blit(backdrop(self.size), (0, 0))
        panel(surface, self._panel)
        inner = self._panel.inflate(-px(32), -px(32))
        draw_text(surface, inner.topleft, "KEYS", "title", TEXT)
        width = inner.width - px(90) - px(216)
        draw_text(surface, (inner.left + px(90), inner.top + px(4)), BINDING, "small", TEXT_SOFT, width=width)
        text = pygame.Rect(inner.left, inner.top + px(36), inner.width, 2 * line_height("small"))
        draw_wrapped(surface, text, POINTER, "small", TEXT_SOFT)
        self.group.draw(surface)
        self.dirty = False
