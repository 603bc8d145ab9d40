"""The list of saves: continue, watch, or delete one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pygame

from jovian.ui.board.grid import backdrop
from jovian.ui.files import saves
from jovian.ui.kit.draw import draw_panel
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, draw_back
from jovian.ui.screens.navigation import ToTitle, find_slot, open_slot
from jovian.ui.screens.screen import Host, Screen, SeatChoice
from jovian.ui.session.views import known_seat


class LoadScreen(Screen):
    """The page with the list of saves."""

    def __init__(self, app: Host, *, replay: bool) -> None:
        super().__init__(app)
        self.is_replay = replay
        self._listing = saves.Listing()
        self._listing.wait(whole=True)
        self._opened_slots: list[saves.Slot] = []
        """The save opened from a file, which is first in the list."""
        self._removed: set[Path] = set()
        self.slots: list[saves.Slot] = []
        """The saves in the list that have been read so far."""
        self.chosen = 0
        self.seats = list(saves.HUMANS)
        self._busy = True
        self._show_slots()

    def _show_slots(self) -> None:
        """Show the saves that have been read so far."""
        self._busy = not self._listing.done
        empty = not self.slots
        hidden = self._removed | {slot.path for slot in self._opened_slots}
        self.slots = [*self._opened_slots, *(slot for slot in self._listing.slots if slot.path not in hidden)]
        if empty and self.slots:
            self.seats = list(map(known_seat, self.slots[self.chosen].seats))

    @property
    def busy(self) -> bool:
        """Whether saves are still being read."""
        return self._busy

    def update(self, dt: float) -> None:
        """Add the saves that have been read since the last call."""
        if not self._busy:
            return
        before = len(self.slots)
        self._show_slots()
        if before == 0:
            self.layout(self.size)
        elif len(self.slots) > before:
            listed = self.group["slots"]
            assert isinstance(listed, ScrollList)
            listed.set_items(self.slots)

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        width = min(size[0] - px(40), px(900))
        self._panel = pygame.Rect((size[0] - width) // 2, px(60), width, size[1] - px(150))
        inner = self._panel.inflate(-px(28), -px(28))
        list_height = inner.height - px(78)
        slot_list = ScrollList(
            "slots", pygame.Rect(inner.left, inner.top + px(30), inner.width, list_height), _draw_row, row=px(52)
        )
        slot_list.set_items(self.slots)
        slot_list.chosen = self.chosen if self.slots else -1
        seat_width = (inner.width - px(20)) // 2
        within = pygame.Rect((0, 0), size).inflate(-px(16), -px(16))
        row = pygame.Rect(inner.left, inner.bottom - px(32), seat_width, px(30))
        rows = (row, row.move(seat_width + px(20), 0))
        seats = [SeatChoice(side, row, self.seats[side], within) for side, row in enumerate(rows)]
        y, x = size[1] - px(70), self._panel.right
        play = Button("open", pygame.Rect(x - px(200), y, px(200), px(48)), "Watch" if self.is_replay else "Continue",
                      kind="primary", key=pygame.K_RETURN)  # fmt: skip
        other = Button("other", pygame.Rect(x - px(370), y, px(160), px(48)), "Continue" if self.is_replay else "Watch")
        drop = Button("delete", pygame.Rect(x - px(540), y, px(160), px(48)), "Delete", kind="danger")
        back = Button("back", pygame.Rect(self._panel.left, y, px(140), px(48)), "Back")
        for button in (play, other, drop):
            button.set_enabled(bool(self.slots), "No saved games")
        if self.slots and not saves.ours(self.slots[self.chosen]):
            drop.set_enabled(False, "This file is outside the saves folder")
        place = pygame.Rect(inner.right - px(150), inner.top - px(10), px(150), px(32))
        self.group.renew([slot_list, *seats, drop, other, play, back, Button("file", place, "Open file…")])

    def act(self, action: Action) -> None:
        name, value = action.name, action.value
        if name == "slots":
            self.chosen = int(value)
            self.seats = list(map(known_seat, self.slots[self.chosen].seats))
            self.layout(self.size)
        elif isinstance(chosen := self.group[name], SeatChoice):
            chosen.ask(self.app, int(value), self.seats, lambda: self.layout(self.size))
        elif name in ("open", "other"):
            watch = self.is_replay == (name == "open")
            seats = None if watch else (self.seats[0], self.seats[1])  # Watching shows what the saved players may see.
            open_slot(self.app, self.slots[self.chosen], replay=watch, seats=seats)
        elif name == "delete":
            slot = self.slots[self.chosen]
            answers = (("yes", "Delete", "danger"), ("no", "Cancel", "plain"))
            self.app.ask("Delete this save?", slot.name, answers, self._delete)
        elif name == "file":
            self.app.ask_file("Open a save", saves.folder(), saves.SUFFIX, "Open", self._on_path)
        elif name == "back":
            self.cancel()

    def _on_path(self, path: str) -> None:
        if path:
            find_slot(self.app, Path(path), self._show_first)

    def _show_first(self, slot: saves.Slot) -> None:
        """Put a save opened from a file first in the list, and choose it."""
        self._opened_slots = [slot]
        self._removed.discard(slot.path)
        self._show_slots()
        self.chosen, self.seats = 0, list(map(known_seat, slot.seats))
        self.layout(self.size)

    def _delete(self, answer: str) -> None:
        if answer == "yes":
            slot = self.slots[self.chosen]
            problem = saves.remove(slot)
            if problem:
                self.app.say(problem, bad=True)
            else:
                self._removed.add(slot.path)
                self._opened_slots = [first for first in self._opened_slots if first.path != slot.path]
            self._show_slots()
            self.chosen = max(0, min(self.chosen, len(self.slots) - 1))
            self.seats = list(map(known_seat, self.slots[self.chosen].seats if self.slots else saves.HUMANS))
            self.layout(self.size)

    def cancel(self) -> None:
        self.app.go(ToTitle())

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_panel(surface, self._panel)
        inner = self._panel.inflate(-px(28), -px(28))
        draw_text(surface, inner.topleft, "Watch a game" if self.is_replay else "Load a game", "heading", TEXT)
        self.group.draw(surface)
        if not self.slots:
            text = "Reading the saves…" if self._busy else "No game has been saved yet"
            draw_text(surface, self._panel.center, text, "body", TEXT_FAINT, anchor="center")
        self.dirty = False


def _draw_row(surface: pygame.Surface, rect: pygame.Rect, slot: Any, hovered: bool, chosen: bool) -> None:
    draw_back(surface, rect, hovered, chosen)
    when = _format_time(slot.when)
    draw_text(surface, (rect.left + px(14), rect.top + px(7)), slot.name, "strong", TEXT, width=rect.width - px(180))
    draw_text(
        surface, (rect.left + px(14), rect.top + px(28)), slot.title, "small", TEXT_SOFT, width=rect.width - px(40)
    )
    draw_text(
        surface,
        (rect.right - px(14), rect.top + px(7)),
        when,
        "small",
        TEXT_SOFT if chosen else TEXT_FAINT,
        anchor="topright",
    )


def _format_time(seconds: float) -> str:
    """Return a date and time, "" if the calendar has no such date."""
    try:
        return datetime.fromtimestamp(seconds).strftime("%d %b %Y  %H:%M")
    except (OSError, OverflowError, ValueError):
        return ""
