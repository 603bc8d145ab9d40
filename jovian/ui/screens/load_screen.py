"""The saved games as cards: continue, watch, rehearse, note, or delete one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from time import time
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.match.files import write_whole
from jovian.match.saves import load
from jovian.session.views import known_seat, seat_word
from jovian.side_copy import copy_text
from jovian.ui.board.grid import backdrop
from jovian.ui.board.thumbnails import Thumbnails
from jovian.ui.kit.card_grid import CardGrid, draw_card_back
from jovian.ui.kit.draw import draw_box, draw_panel, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.forms import Choice, SearchField, TextField
from jovian.ui.kit.theme import (
    ACCENT,
    BLADE,
    DANGER,
    EDGE,
    EDGE_HIGH,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WELL,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Button, ScrollList, Signal, Tabs, Widget, activates, draw_line
from jovian.ui.screens.navigation import (
    PLAY,
    REHEARSE,
    WATCH,
    ToTitle,
    find_slot,
    load_session,
    open_slot,
    read_in_background,
    rehearse,
)
from jovian.ui.screens.screen import Host, Screen, SeatChoice, draw_players, turn_words
from jovian.user_files import saves
from jovian.user_files.game_notes import MAX_TEXT, NO_NOTES, GameNotes, load_notes, save_notes
from jovian.user_files.save_writer import rename_game
from jovian.user_files.saves import (
    TRASH_SECONDS,
    Deletion,
    Slot,
    empty_trash,
    format_time,
    game_name,
    game_of,
    notes_file,
    read_title,
)

UNDO_SECONDS = 10.0
"""Seconds in which a deletion can be undone."""
FILTERS = ("All", "Running", "Over")
SORTS = ("By date", "By name", "By scenario")
READING, FOREIGN = "Reading the saves…", "This file is outside the saves folder"
GHOSTS = ("Search names, fleets, and notes  ( / )", "Search  ( / )")
"""The hints of the search, the first one that fits."""
SHARE_LABEL, SHARE_TITLE = "Copy…", "Copy for a friend"
SHARE_TEXT = "A copy has only what one side may know. It is for looking, not for continuing."
SHARE_HINT = f"{SHARE_TITLE}. A save contains both sides' secrets. {SHARE_TEXT}"
SECRETS, COPIED = "Contains both sides' secrets", "A copy for looking"
"""What the panel says of a save and of a copy."""
LABELS = {PLAY: "Continue", WATCH: "Watch", REHEARSE: "Rehearse"}
TITLES = {PLAY: "Load a game", WATCH: "Watch a game", REHEARSE: "Rehearse a game"}
NOTHING_SAVED = {
    PLAY: "No saved games yet",
    WATCH: "No saved games yet",
    REHEARSE: "No saved games yet. New game has a button to rehearse.",
}
CARD_HEIGHT, MIN_CARD_WIDTH = 132, 380
SEAT_SHARE = 40
"""The share of the panel's width that the choice of a player gets, in percent."""
MIN_TURN = 16
"""The smallest unscaled width of a turn on a card. If there are more turns, a text says which one it is."""
CROSS = 26
"""The unscaled width of the cross that removes a bookmark."""
MIN_PICTURE = 60
"""The smallest unscaled size of the picture of the chosen game."""


@frozen
class GameCard:
    """One saved game: all its saves, the latest first, and the notes on it."""

    slots: tuple[Slot, ...]
    notes: GameNotes = NO_NOTES
    fault: str = ""
    """What is wrong with the file of the notes, in one line, or ""."""

    @property
    def latest(self) -> Slot:
        """The latest save."""
        return self.slots[0]

    @property
    def searched(self) -> str:
        """All words that a search looks through."""
        seats = " ".join(map(seat_word, self.latest.seats))
        marks = " ".join(mark.title for mark in self.notes.bookmarks)
        return f"{self.latest.name} {self.latest.title} {seats} {self.notes.note} {marks}".lower()


class BookmarkList(ScrollList):
    """The bookmarks of a game. Delete, or a click on the cross at the end of a row, gives the action `drop bookmark`.

    Arrow keys only choose a bookmark. Return opens it.
    """

    def owns(self, event: pygame.event.Event) -> bool:
        return activates(event) or (event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        action = super().handle(event)
        if event.type == pygame.KEYDOWN and self.focused and not activates(event):
            drops = event.key == pygame.K_DELETE and self.chosen >= 0
            return Signal("drop bookmark", self.chosen) if drops else None
        is_click = action is not None and event.type == pygame.MOUSEBUTTONUP
        if action is not None and is_click and event.pos[0] >= self.row_rect(action.value).right - px(CROSS):
            return Signal("drop bookmark", action.value)
        return action


class LoadScreen(Screen):
    """The page with the saved games. `purpose` is what the lit button does."""

    def __init__(self, app: Host, purpose: str = PLAY) -> None:
        super().__init__(app)
        self.purpose = purpose
        empty_trash(time() - TRASH_SECONDS)
        self._listing = saves.Listing()
        self._listing.wait(whole=True)
        self._thumbnails = Thumbnails()
        self._opened_slots: list[Slot] = []
        """The save opened from a file, which is first in the list."""
        self._removed: set[Path] = set()
        self._deletion: Deletion | None = None
        """The last deletion while it can be undone."""
        self._deleted_slots: list[Slot] = []
        self._undo_left = 0.0
        self._notes: dict[Path, tuple[GameNotes, str]] = {}
        """The notes that were read, by their file."""
        self.words = ""
        self.filter, self.sort = FILTERS[0], SORTS[0]
        self.slots: list[Slot] = []
        """The saves that have been read so far."""
        self.cards: list[GameCard] = []
        """The games that match the search."""
        self.chosen = 0
        self.beginning = 0
        """The chosen save of the chosen game, 0 for the latest."""
        self.seats = list(saves.HUMANS)
        self._busy = True
        self._show_slots()

    # --- List ---
    def _show_slots(self) -> None:
        """Show the saves that have been read so far."""
        self._busy = not self._listing.done
        was_empty = not self.cards
        hidden = self._removed | {slot.path for slot in self._opened_slots}
        self.slots = [*self._opened_slots, *(slot for slot in self._listing.slots if slot.path not in hidden)]
        self._group_cards()
        if was_empty:
            self._take_seats()

    def _group_cards(self, *, keeps_chosen: bool = True) -> None:
        """Make a card for each game that matches the search, in the chosen order. Of equal ones, the latest is first.

        The chosen game also stays if its note no longer matches, because the player may be writing it.
        """
        kept = game_of(self.slot) if self.slot is not None and keeps_chosen else None
        place = {game: number for number, game in reversed(list(enumerate(map(game_of, self.slots))))}
        ordered = sorted(self.slots, key=lambda slot: place[game_of(slot)])
        groups = [tuple(group) for _, group in groupby(ordered, game_of)]
        cards = sorted((GameCard(group, *self._notes_of(group[0])) for group in groups), key=self._sort_key)
        words = self.words.lower().split()
        self.all_cards = [
            card for card in cards if game_of(card.latest) == kept or all(word in card.searched for word in words)
        ]
        self.cards = [card for card in self.all_cards if _fits(card, self.filter)]
        games = [game_of(card.latest) for card in self.cards]
        self.chosen = games.index(kept) if kept in games else max(0, min(self.chosen, len(self.cards) - 1))
        self.beginning = min(self.beginning, len(self.cards[self.chosen].slots) - 1) if self.cards else 0

    def _sort_key(self, card: GameCard) -> tuple[tuple[int, str], ...]:
        """Return the value by which the cards are sorted, the same for all if the latest is first."""
        if self.sort == SORTS[0]:
            return ()
        text = game_name(card.latest) if self.sort == SORTS[1] else read_title(card.latest.title).scenario
        numbers = re.split(r"(\d+)", text.casefold())  # `game 9` comes before `game 10`.
        return tuple((int(part) if part.isdecimal() else 0, part) for part in numbers)

    def _notes_of(self, slot: Slot) -> tuple[GameNotes, str]:
        file = notes_file(slot.path)
        if file not in self._notes:
            self._notes[file] = load_notes(file)
        return self._notes[file]

    @property
    def card(self) -> GameCard | None:
        """The chosen game."""
        return self.cards[self.chosen] if self.cards else None

    @property
    def slot(self) -> Slot | None:
        """The chosen save of the chosen game."""
        return self.card.slots[self.beginning] if self.card is not None else None

    def _take_seats(self) -> None:
        self.seats = list(map(known_seat, self.slot.seats if self.slot is not None else saves.HUMANS))

    def _choose(self, index: int) -> None:
        self.chosen, self.beginning = index, 0
        self._take_seats()
        if self.card is not None and self.card.fault:
            self.app.say(self.card.fault, bad=True)
        self.layout(self.size)

    # --- Time ---
    @property
    def busy(self) -> bool:
        return self._busy or self._thumbnails.busy or self._deletion is not None

    @property
    def question(self) -> tuple[object, ...]:
        return (self.group.spread, self._deletion)

    def update(self, dt: float) -> None:
        """Add the saves that have been read since the last call, make pictures, and end the time to undo."""
        if self._busy:
            count = len(self.slots)
            self._show_slots()
            if len(self.slots) > count or not self._busy:
                self.layout(self.size)
        if self.app.modal is None and self._thumbnails.update(dt):
            self.dirty = True
        if self._deletion is not None:
            before, self._undo_left = self._undo_left, self._undo_left - dt
            if self._undo_left <= 0:
                self._finish_deletion()
            elif int(before) != int(self._undo_left) and isinstance(undo := self.group["undo"], Button):
                undo.label = self._undo_label
                undo.touch()

    def _want_pictures(self) -> None:
        """Ask for the missing pictures: of the chosen save, of the visible cards, then of the others."""
        grid = self._grid
        visible = [self.cards[index].latest for index in grid.visible_items() if index < len(self.cards)]
        chosen = [self.slot] if self.slot is not None else []
        self._thumbnails.want(dict.fromkeys([*chosen, *visible, *(card.latest for card in self.cards)]))

    @property
    def _grid(self) -> CardGrid:
        grid = self.group["slots"]
        assert isinstance(grid, CardGrid)
        return grid

    @property
    def _search_field(self) -> SearchField:
        field = self.group["search"]
        assert isinstance(field, SearchField)
        return field

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out search and filter at the top, the cards at the left, and the chosen game at the right."""
        super().layout(size)
        gap, top, low = px(16), px(60), px(70)
        right_width = max(px(290), size[0] * 27 // 100)
        self._panel = pygame.Rect(size[0] - gap - right_width, top, right_width, size[1] - top - low)
        area = pygame.Rect(gap, top, self._panel.left - 2 * gap, self._panel.height)
        columns = max(1, area.width // px(MIN_CARD_WIDTH))
        grid = CardGrid("slots", area, self._draw_card, columns=columns, height=px(CARD_HEIGHT))
        grid.set_items(self.cards)
        grid.chosen = self.chosen if self.cards else -1
        self.group.renew([grid, *self._top_widgets(), *self._panel_widgets(), *self._low_widgets()])
        self._want_pictures()

    def _top_widgets(self) -> list[Widget]:
        left = px(16) + text_size(TITLES[self.purpose], "title")[0] + px(24)
        sort_width = max(text_size(label, "label")[0] for label in SORTS) + px(48)
        file = pygame.Rect(self.size[0] - px(16 + 120), px(13), px(120), px(36))
        rest = file.left - left - sort_width - px(290 + 36)
        field_width = min(px(320), max(rest, (self.size[0] - left) * 25 // 100))
        ghost = next((text for text in GHOSTS if text_size(text, "body")[0] <= field_width - px(24)), GHOSTS[-1])
        field = SearchField("search", pygame.Rect(left, px(14), field_width, px(34)), self.words, ghost=ghost)
        counts = [sum(_fits(card, name) for card in self.all_cards) for name in FILTERS]
        labels = [f"{name} {count}" for name, count in zip(FILTERS, counts, strict=True)]
        tabs = pygame.Rect(field.rect.right + px(12), px(14), px(290), px(34))
        tabs.width = min(tabs.width, file.left - tabs.left - px(24) - sort_width)
        within = pygame.Rect((0, 0), self.size).inflate(-px(16), -px(16))
        sort = pygame.Rect(tabs.right + px(12), px(14), sort_width, px(34))
        return [
            field, Tabs("filter", tabs, labels, FILTERS.index(self.filter)),
            Choice("sort", sort, SORTS, SORTS.index(self.sort), within, role="label"),
            Button("file", file, "Open file…"),
        ]  # fmt: skip

    def _panel_widgets(self) -> list[Widget]:
        """Return the widgets of the chosen game. The picture gets the height that they leave."""
        inner = self._panel.inflate(-px(24), -px(20))
        wanted = min(inner.width, inner.height * 37 // 100)
        widgets, bottom = self._lay_panel(inner, wanted)
        if bottom > inner.bottom:
            side = wanted - (bottom - inner.bottom)
            widgets, _ = self._lay_panel(inner, side if side >= px(MIN_PICTURE) else 0)
        return widgets

    def _lay_panel(self, inner: pygame.Rect, side: int) -> tuple[list[Widget], int]:
        """Return the widgets of the chosen game below a picture: players, turns, note, bookmarks. Also their bottom."""
        self._picture = pygame.Rect(0, 0, side, side)
        self._picture.midtop = inner.midtop
        card, slot = self.card, self.slot
        if card is None or slot is None:
            return [], inner.top
        self._contains = COPIED if slot.is_copy else SECRETS
        title = wrap(read_title(slot.title).scenario, "small", inner.width)
        y = self._picture.bottom + px(8) + line_height("heading") + len(title) * line_height("small")
        share = pygame.Rect(0, 0, text_size(SHARE_LABEL, "label")[0] + px(20), px(24))
        share.midright = inner.right, y + line_height("small") // 2
        self._when_width = share.left - inner.left - px(8)
        y += (2 if side else 1) * line_height("small") + px(6)  # Without a picture, the hint of the button says it.
        within = pygame.Rect((0, 0), self.size).inflate(-px(16), -px(16))
        rename = pygame.Rect(0, 0, text_size("Rename", "label")[0] + px(20), px(24))
        rename.topright = inner.right, self._picture.bottom + px(8)
        button = Button("rename", rename, "Rename", role="label", key=pygame.K_F2)
        self._name_width = rename.left - inner.left - px(8)
        reason = READING if self._busy else "" if all(map(saves.ours, card.slots)) else FOREIGN
        button.set_enabled(not reason, reason)
        widgets: list[Widget] = [button, Button("share", share, SHARE_LABEL, role="label", hint=SHARE_HINT)]
        self._seat_tops = []
        half = inner.width * SEAT_SHARE // 100
        for number in (0, 1):
            self._seat_tops.append(y)
            choice = SeatChoice(number, pygame.Rect(inner.right - half, y, half, px(28)), self.seats[number], within)
            choice.shown = seat_word(self.seats[number]).capitalize() if half < px(240) else choice.shown
            widgets.append(choice)
            y += px(32)
        y = self._add_turns(widgets, card, inner, y)
        note = pygame.Rect(inner.left, y + px(2), inner.width, px(30))
        widgets.append(TextField("note", note, card.notes.note, ghost="Write a note on this game", most=MAX_TEXT))
        self._marks_top = note.bottom + px(8)
        y = self._marks_top + line_height("small") + px(4)
        marks = card.notes.bookmarks
        if not marks:
            return widgets, y
        rect = pygame.Rect(inner.left, y, inner.width, max(px(30), min(inner.bottom - y, len(marks) * px(28))))
        mark_list = BookmarkList("bookmarks", rect, _draw_bookmark, row=px(28))
        mark_list.set_items(marks)
        return [*widgets, mark_list], y + min(2, len(marks)) * px(28)

    def _add_turns(self, widgets: list[Widget], card: GameCard, inner: pygame.Rect, y: int) -> int:
        """Add a button for each save of the game. Return the y below them."""
        self._turns_top = y
        if len(card.slots) < 2:
            return y
        x, y = inner.left, y + line_height("small") + px(2)
        for number, label in sorted(enumerate(map(slot_label, card.slots)), key=lambda pair: (pair[0] == 0, -pair[0])):
            width = text_size(label, "label")[0] + px(18)
            if x + width > inner.right:
                x, y = inner.left, y + px(30)
            button = Button(f"save {number}", pygame.Rect(x, y, width, px(26)), label, role="label")
            button.lit = number == self.beginning
            widgets.append(button)
            x += width + px(5)
        return y + px(34)

    def _low_widgets(self) -> list[Widget]:
        y, height, right = self.size[1] - px(58), px(44), self.size[0] - px(16)
        back = Button("back", pygame.Rect(px(16), y, px(110), height), "Back")
        drop = Button("delete", pygame.Rect(px(150), y, px(140), height), "Delete", kind="danger", key=pygame.K_DELETE)
        widgets: list[Widget] = [back, drop]
        if self._deletion is not None:
            undo = pygame.Rect(px(298), y, min(px(170), right - px(200 + 8 + 2 * 112 + 8 + 298)), height)
            widgets.append(Button("undo", undo, self._undo_label))
        main = Button("open", pygame.Rect(right - px(200), y, px(200), height), self._main_label(), kind="primary",
                      key=pygame.K_RETURN)  # fmt: skip
        widgets.append(main)
        x = main.rect.left - px(8)
        for name in (REHEARSE, WATCH, PLAY):
            if name != self.purpose:
                x -= px(112)
                label = LABELS[name]
                widgets.append(Button("other" if name != REHEARSE else name, pygame.Rect(x, y, px(104), height), label))
        for button in widgets[1:]:
            if button.name != "undo":
                button.set_enabled(self.card is not None, "No saved game is chosen")
        if self._busy:
            drop.set_enabled(False, READING)  # Else saves of this game that come later would stay.
        elif self.card is not None and not all(map(saves.ours, self.card.slots)):
            drop.set_enabled(False, FOREIGN)
        return widgets

    @property
    def _undo_label(self) -> str:
        return f"Undo ({max(1, round(self._undo_left))} s)"

    def _main_label(self) -> str:
        label, slot = LABELS[self.purpose], self.slot
        return f"{label} from {slot_label(slot).lower()}" if slot is not None and self.beginning else label

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event. Slash focuses the search, and Escape clears it before it leaves the page."""
        focus, search = self.group.focus, self._search_field
        typing = focus is not None and focus.types
        if event.type == pygame.KEYDOWN and typing and self.app.keymap.command(event) == "cancel":
            if focus is search and self.words:
                self._search("")
            self.group.focus_on(None)
            self.dirty = True
        elif not typing and self.group.spread is None and search.is_called_by(event):
            self.group.focus_on(search)
        else:
            super().handle(event)

    def act(self, action: Signal) -> None:
        name, value = action.name, action.value
        if name == "slots":
            self._choose(int(value))
        elif name == "search":
            self._search(str(value))
        elif name == "filter":
            self.filter = str(value).split()[0]
            self._search(self.words)
        elif name == "sort":
            self.sort = SORTS[int(value)]
            self._group_cards()
            self.layout(self.size)
        elif name == "note":
            self._write_notes(replace(self._card.notes, note=str(value)))
        elif name == "bookmarks":
            self._open(WATCH, self._card.notes.bookmarks[int(value)].answers)
        elif name == "drop bookmark":
            self._write_notes(self._card.notes.without(self._card.notes.bookmarks[int(value)]))
            self.layout(self.size)
        elif name.startswith("save "):
            self.beginning = int(name[5:])
            self.layout(self.size)
        elif name in self._buttons:
            self._buttons[name]()
        elif isinstance(chosen := self.group[name], SeatChoice):
            chosen.ask(self.app, int(value), self.seats, lambda: self.layout(self.size))

    @property
    def _buttons(self) -> dict[str, Callable[[], None]]:
        other = WATCH if self.purpose != WATCH else PLAY
        return {
            "open": lambda: self._open(self.purpose), "other": lambda: self._open(other),
            REHEARSE: lambda: self._open(REHEARSE), "delete": self._delete, "rename": self._ask_name,
            "undo": self._undo_delete, "share": self._ask_side,
            "file": lambda: self.app.ask_file("Open a save", saves.folder(), saves.SUFFIX, "Open", self._on_path),
            "back": self.cancel,
        }  # fmt: skip

    @property
    def _card(self) -> GameCard:
        assert self.card is not None
        return self.card

    def _search(self, words: str) -> None:
        """Show the games that contain all words."""
        before = self.slot
        self.words = words
        self._group_cards(keeps_chosen=False)
        if self.slot is not before:
            self.chosen = self.beginning = 0
            self._take_seats()
        self.layout(self.size)

    def _write_notes(self, notes: GameNotes) -> None:
        """Write the notes on the chosen game at once."""
        file = notes_file(self._card.latest.path)
        notes = notes if notes.note.strip() else replace(notes, note="")
        problem = save_notes(file, notes)
        if problem:
            self.app.say(problem, bad=True)
        self._notes[file] = (notes, "")
        self._group_cards()
        self._grid.set_items(self.cards)

    def _open(self, purpose: str, at: int | None = None) -> None:
        """Open the chosen save. At a bookmark, open the latest save, which contains all of the game."""
        slot = self.slot if at is None else self._card.latest
        assert slot is not None
        self._thumbnails.end()
        self._want_pictures()  # If the page stays, because the save can't be opened.
        if purpose == REHEARSE:
            show: Callable[[Any], None] = lambda session: rehearse(self.app, session, self)  # noqa: E731
            load_session(self.app, slot.path, (self.seats[0], self.seats[1]), show, to_play=False)
        elif purpose == WATCH:  # Watching shows what the saved players may see.
            open_slot(self.app, slot, replay=True, at=at)
        else:
            open_slot(self.app, slot, replay=False, seats=(self.seats[0], self.seats[1]))

    def _on_path(self, path: str) -> None:
        if path:
            find_slot(self.app, Path(path), self._show_first)

    def _show_first(self, slot: Slot) -> None:
        """Put a save opened from a file first in the list, and choose it."""
        self._opened_slots, self.words, self.filter = [slot], "", FILTERS[0]
        self._removed.discard(slot.path)
        self._show_slots()
        self._choose(next(number for number, card in enumerate(self.cards) if slot in card.slots))

    # --- Names ---
    def _ask_name(self) -> None:
        """Ask for a new name of the chosen game."""
        slot, text = self._card.latest, "All saves of the game get the new name."
        rename = lambda name: self._rename(slot, name)  # noqa: E731
        self.app.ask_text("Rename", text, game_name(slot), "Rename", rename, saves.in_name)

    def _rename(self, slot: Slot, name: str) -> None:
        if not name.strip():
            return
        self._finish_deletion()
        game, problem = rename_game(slot, name)
        if problem:
            self.app.say(problem, bad=True)
            return
        self._listing = saves.Listing()
        self._listing.wait(whole=True)
        self._notes.clear()
        self._show_slots()
        found = [number for number, card in enumerate(self.cards) if game_of(card.latest) == game]
        self._choose(found[0] if found else 0)

    # --- Copies for one side ---
    def _ask_side(self) -> None:
        """Ask which side's knowledge a copy of the chosen save gets."""
        slot = self.slot
        assert slot is not None
        names = read_title(slot.title).side_names
        answers = (("0", names[0], "plain"), ("1", names[1], "plain"), ("no", "Cancel", "plain"))
        text = f"This save {SECRETS[:1].lower()}{SECRETS[1:]}. {SHARE_TEXT} Which side is it for?"
        ask_name = lambda answer: self._ask_copy_name(slot, int(answer)) if answer != "no" else None  # noqa: E731
        self.app.ask(SHARE_TITLE, text, answers, ask_name)

    def _ask_copy_name(self, slot: Slot, side: int) -> None:
        given = saves.file_name(f"{game_name(slot)} for {read_title(slot.title).side_names[side]}")
        write = lambda name: self._make_copy(slot, side, name)  # noqa: E731
        self.app.ask_text(SHARE_TITLE, "The copy goes to the folder of saves.", given, "Write", write, saves.in_name)

    def _make_copy(self, slot: Slot, side: int, name: str) -> None:
        """Make a copy in the background, and write it beside the saves."""
        path = saves.folder() / f"{saves.file_name(name)}{saves.SUFFIX}"
        if path.exists():
            self.app.say(f"There is already a game named '{path.stem}'.", bad=True)
        elif name.strip():
            make = lambda: copy_text(load(slot.path), side)  # noqa: E731
            read_in_background(self.app, slot.path, make, lambda text: self._write_copy(path, text))

    def _write_copy(self, path: Path, text: str) -> None:
        try:
            write_whole(path, text, files_only=True)
        except OSError as error:
            self.app.say(f"{path}: {error.strerror or error}", bad=True)
            return
        self.app.say(f"Written to {path}")
        self._listing = saves.Listing()
        self._listing.wait(whole=True)
        self._show_slots()
        self.layout(self.size)

    # --- Deletion ---
    def _delete(self) -> None:
        """Delete all saves of the chosen game. For 10 seconds this can be undone."""
        self._finish_deletion()
        slots, deletion = list(self._card.slots), Deletion()
        problem = deletion.take(slots)
        if problem:
            self.app.say(problem, bad=True)
            return
        self._deletion, self._deleted_slots, self._undo_left = deletion, slots, UNDO_SECONDS
        self._removed |= {slot.path for slot in slots}
        self._opened_slots = [first for first in self._opened_slots if first.path not in self._removed]
        self.app.say(f"'{game_name(slots[0])}' is deleted. You can undo this for {UNDO_SECONDS:g} seconds.")
        self._refill()

    def _undo_delete(self) -> None:
        deletion, self._deletion = self._deletion, None
        if deletion is not None and (problem := deletion.undo()):
            self.app.say(problem, bad=True)
        self._removed -= {slot.path for slot in self._deleted_slots if slot.path.exists()}
        self._notes.clear()
        self._refill()

    def _finish_deletion(self) -> None:
        if self._deletion is not None:
            self._deletion.finish()
            self._deletion = None
            self.layout(self.size)

    def _refill(self) -> None:
        self._show_slots()
        self.beginning = 0
        self._take_seats()
        self.layout(self.size)

    def cancel(self) -> None:
        self._thumbnails.end()
        self._finish_deletion()
        self.app.go(ToTitle())

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        draw_text(surface, (px(16), px(31)), TITLES[self.purpose], "title", TEXT, anchor="midleft")
        draw_panel(surface, self._panel)
        if self.card is not None:
            self._draw_chosen(surface, self.card)
        else:
            text = READING if self._busy else "No game matches" if self.slots else NOTHING_SAVED[self.purpose]
            center, width = self._grid.rect.center, self._grid.rect.width
            draw_text(surface, center, text, "body", TEXT_FAINT, anchor="center", width=width, may_shrink=True)
        self.group.draw(surface)
        self.dirty = False

    def _draw_chosen(self, surface: pygame.Surface, card: GameCard) -> None:
        """Draw the picture and the facts of the chosen game."""
        slot = self.slot
        assert slot is not None
        inner = self._panel.inflate(-px(24), -px(20))
        self._draw_picture(surface, slot, self._picture)
        parts, y = read_title(slot.title), self._picture.bottom + px(8)
        rect = draw_text(surface, (inner.left, y), game_name(slot), "heading", TEXT, width=self._name_width)
        y = rect.top + line_height("heading")
        bad = slot.title.startswith("damaged")
        for line in wrap(parts.scenario, "small", inner.width):
            draw_text(surface, (inner.left, y), line, "small", DANGER if bad else TEXT_SOFT)
            y += line_height("small")
        when = f"{turn_words(slot)} · saved {format_time(slot.when)}"
        draw_text(surface, (inner.left, y), when, "small", TEXT_SOFT, width=self._when_width)
        if self._picture.width:
            y += line_height("small")
            draw_text(surface, (inner.left, y), self._contains, "small", TEXT_FAINT, width=inner.width)
        for side, top in enumerate(self._seat_tops):
            look = SIDES[side]
            draw_side_badge(surface, (inner.left + px(7), top + px(14)), look.main, look.hatched, px(5))
            pos, width = (inner.left + px(20), top + px(14)), inner.width * (100 - SEAT_SHARE) // 100 - px(28)
            name = parts.side_names[side]
            draw_text(surface, pos, name, "strong", look.main, anchor="midleft", width=width, may_shrink=True)
        if len(card.slots) > 1:
            draw_text(surface, (inner.left, self._turns_top), "From", "small", TEXT_SOFT)
        text = "Bookmarks (a click goes there, × removes one)" if card.notes.bookmarks else "No bookmarks"
        draw_text(surface, (inner.left, self._marks_top), text, "small", TEXT_FAINT, width=inner.width)

    def _draw_picture(self, surface: pygame.Surface, slot: Slot, rect: pygame.Rect) -> None:
        if not rect.width:
            return
        draw_box(surface, rect, WELL, radius=px(6), border=EDGE)
        image = self._thumbnails.find(slot, rect.inflate(-px(4), -px(4)).size)
        if image is not None:
            surface.blit(image, image.get_rect(center=rect.center))
        elif slot.title.startswith("damaged"):
            draw_text(surface, rect.center, "damaged", "small", DANGER, anchor="center")

    def _draw_card(self, surface: pygame.Surface, rect: pygame.Rect, card: Any, hovered: bool, chosen: bool) -> None:
        draw_card_back(surface, rect, hovered, chosen)
        side = rect.height - px(12)
        self._draw_picture(surface, card.latest, pygame.Rect(rect.left + px(6), rect.top + px(6), side, side))
        left, y, right = rect.left + side + px(18), rect.top + px(8), rect.right - px(10)
        slot, parts = card.latest, read_title(card.latest.title)
        draw_text(surface, (left, y), game_name(slot), "strong", TEXT, width=right - left)
        y += line_height("strong") + px(1)
        bad = slot.title.startswith("damaged")
        date = draw_text(surface, (right, y), format_time(slot.when), "small", TEXT_FAINT, anchor="topright")
        width = date.left - left - px(8)
        draw_text(surface, (left, y), parts.scenario, "small", DANGER if bad else TEXT_SOFT, width=width)
        y += line_height("small") + px(2)
        if not bad:
            draw_players(surface, slot, (left, y), right - left)
        _draw_turns(surface, card, pygame.Rect(left, rect.bottom - px(28), right - left, px(20)))


def _draw_turns(surface: pygame.Surface, card: GameCard, rect: pygame.Rect) -> None:
    """Draw the turns of a game, the current one lit, and how many bookmarks and notes there are."""
    parts = read_title(card.latest.title)
    x, step = rect.left, min(px(24), (rect.width - px(70)) // max(1, parts.turns))
    if parts.is_over or (parts.turns and step < px(MIN_TURN)):
        draw_pill(surface, (x, rect.centery), turn_words(card.latest), BLADE, anchor="midleft")
    elif parts.turns:
        saved = {read_title(slot.title).turn for slot in card.slots}
        for turn in range(1, parts.turns + 1):
            box = pygame.Rect(x, rect.top, step - px(3), rect.height)
            lit = turn == max(1, parts.turn)
            edge = ACCENT if lit else EDGE_HIGH if turn in saved else EDGE
            draw_box(surface, box, mix_colors(WELL, ACCENT, 0.4 if lit else 0.0), radius=px(8), border=edge)
            ink = TEXT if lit else TEXT_SOFT if turn <= parts.turn else TEXT_FAINT
            draw_text(surface, box.center, str(turn), "small", ink, anchor="center")
            x += step
    marks = len(card.notes.bookmarks)
    words = [f"{marks} bookmark{'s' if marks > 1 else ''}" if marks else "", "note" if card.notes.note else ""]
    text = ", ".join(filter(None, words))
    if text:
        draw_text(surface, rect.midright, text, "small", BLADE, anchor="midright")


def _draw_bookmark(surface: pygame.Surface, rect: pygame.Rect, mark: Any, hovered: bool, chosen: bool) -> None:
    draw_line(surface, rect, mark.title, hovered, chosen)
    if hovered or chosen:
        center = (rect.right - px(CROSS) // 2, rect.centery)
        draw_text(surface, center, "×", "strong", TEXT_SOFT, anchor="center")


def _fits(card: GameCard, wanted: str) -> bool:
    return wanted == FILTERS[0] or read_title(card.latest.title).is_over == (wanted == FILTERS[2])


def slot_label(slot: Slot) -> str:
    """Return what a save of a game is called on its button."""
    own = slot.name.rpartition(", ")[2]
    return "Last answer" if own == "latest" else f"{own[:1].upper()}{own[1:]}"
