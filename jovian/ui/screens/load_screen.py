"""The saved games as cards: continue, watch, rehearse, note, or delete one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
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
from jovian.ui.board.thumbnails import Thumbnails
from jovian.ui.kit.boxes import NOWHERE, Box, button, column, flow, item, line, panel, row, space, text
from jovian.ui.kit.card_grid import CardGrid, draw_card_back
from jovian.ui.kit.draw import draw_box, draw_pill
from jovian.ui.kit.fonts import draw_text, line_height, text_size
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
from jovian.ui.kit.widgets import NOTHING, ScrollList, Signal, Tabs, activates, draw_line
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
from jovian.ui.screens.page import Page, page, side_badge
from jovian.ui.screens.screen import Host, SeatChoice, draw_players, turn_words
from jovian.user_files import saves
from jovian.user_files.game_notes import MAX_TEXT, NO_NOTES, GameNotes, load_notes, save_notes
from jovian.user_files.save_writer import rename_game
from jovian.user_files.saves import (
    TRASH_SECONDS,
    Deletion,
    SaveSlot,
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
NOT_CHOSEN = "No saved game is chosen"
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
MIN_SEAT_WIDTH = 240
"""The width from which the choice of a player describes the player."""
MIN_TURN = 16
"""The smallest unscaled width of a turn on a card. If there are more turns, a text says which one it is."""
CROSS = 26
"""The unscaled width of the cross that removes a bookmark."""
MIN_PICTURE = 60
"""The smallest unscaled size of the picture of the chosen game."""


@frozen
class GameCard:
    """One saved game: all its saves, the latest first, and the notes on it."""

    slots: tuple[SaveSlot, ...]
    notes: GameNotes = NO_NOTES
    fault: str = ""
    """What is wrong with the file of the notes, in one line, or ""."""

    @property
    def latest(self) -> SaveSlot:
        """The latest save."""
        return self.slots[0]

    @property
    def searched(self) -> str:
        """All words that a search looks through."""
        seats = " ".join(map(seat_word, self.latest.seats))
        marks = " ".join(mark.title for mark in self.notes.bookmarks)
        return f"{self.latest.name} {self.latest.title} {seats} {self.notes.note} {marks}".lower()


class BookmarkList(ScrollList):
    """The bookmarks of a game. The action's value is the row, and whether to remove it.

    Delete, or a click on the cross at the end of a row, removes one. Arrow keys only choose one, and Return opens it.
    """

    def owns(self, event: pygame.event.Event) -> bool:
        return activates(event) or (event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        signal = super().handle(event)
        if event.type == pygame.KEYDOWN and self.focused and not activates(event):
            drops = event.key == pygame.K_DELETE and self.chosen >= 0
            return Signal(self.name, (self.chosen, True)) if drops else None
        if signal is None:
            return None
        cross = self.row_rect(signal.value).right - px(CROSS)
        return Signal(self.name, (signal.value, event.type == pygame.MOUSEBUTTONUP and event.pos[0] >= cross))


class LoadScreen(Page):
    """The page with the saved games. `purpose` is what the lit button does."""

    def __init__(self, app: Host, purpose: str = PLAY) -> None:
        super().__init__(app)
        self.purpose = purpose
        empty_trash(time() - TRASH_SECONDS)
        self._listing = saves.Listing()
        self._listing.wait(whole=True)
        self._thumbnails = Thumbnails()
        self._opened_slots: list[SaveSlot] = []
        """The save opened from a file, which is first in the list."""
        self._removed: set[Path] = set()
        self._deletion: Deletion | None = None
        """The last deletion while it can be undone."""
        self._deleted_slots: list[SaveSlot] = []
        self._undo_left = 0.0
        self._notes: dict[Path, tuple[GameNotes, str]] = {}
        """The notes that were read, by their file."""
        self.words = ""
        self.filter, self.sort = FILTERS[0], SORTS[0]
        self.slots: list[SaveSlot] = []
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

    def _notes_of(self, slot: SaveSlot) -> tuple[GameNotes, str]:
        file = notes_file(slot.path)
        if file not in self._notes:
            self._notes[file] = load_notes(file)
        return self._notes[file]

    @property
    def card(self) -> GameCard | None:
        """The chosen game."""
        return self.cards[self.chosen] if self.cards else None

    @property
    def slot(self) -> SaveSlot | None:
        """The chosen save of the chosen game."""
        return self.card.slots[self.beginning] if self.card is not None else None

    def _take_seats(self) -> None:
        self.seats = list(map(known_seat, self.slot.seats if self.slot is not None else saves.HUMANS))

    def _choose(self, index: int) -> None:
        self.chosen, self.beginning = index, 0
        self._take_seats()
        if self.card is not None and self.card.fault:
            self.app.say(self.card.fault, bad=True)

    # --- Time ---
    @property
    def busy(self) -> bool:
        return self._busy or self._thumbnails.busy or self._deletion is not None

    @property
    def question(self) -> tuple[object, ...]:
        return (*super().question, self._deletion)

    def update(self, dt: float) -> None:
        """Add the saves that have been read since the last call, make pictures, and end the time to undo."""
        if self._busy:
            count = len(self.slots)
            self._show_slots()
            if len(self.slots) > count or not self._busy:
                self.refresh()
        if self.app.modal is None and self._thumbnails.update(dt):
            self.dirty = True
        if self._deletion is not None:
            before, self._undo_left = self._undo_left, self._undo_left - dt
            if self._undo_left <= 0:
                self._finish_deletion()
            if self._deletion is None or int(before) != int(self._undo_left):
                self.refresh()

    def _want_pictures(self) -> None:
        """Ask for the missing pictures: of the chosen save, of the visible cards, then of the others."""
        visible = [self.cards[index].latest for index in self._grid.visible_items() if index < len(self.cards)]
        chosen = [self.slot] if self.slot is not None else []
        self._thumbnails.want(dict.fromkeys([*chosen, *visible, *(card.latest for card in self.cards)]))

    # --- Boxes ---
    def compose(self) -> Box:
        """Return search and filter at the top, the cards at the left, and the chosen game at the right."""
        self._grid = CardGrid("slots", NOWHERE, self._draw_card, columns=1, height=px(CARD_HEIGHT))
        self._grid.chosen = self.chosen if self.cards else -1
        cards = item(self._grid, self._choose, paint=self._draw_nothing, on_place=self._fill_grid, grow=73)
        chosen = panel("", *self._chosen_boxes(), gap=3, grow=27, width=290, min_width=290)
        return page("", column(self._heading(), row(cards, chosen, gap=14, grow=1), gap=12, grow=1), *self._buttons())

    def on_layout(self) -> None:
        self._want_pictures()

    def _fill_grid(self, rect: pygame.Rect) -> None:
        self._grid.columns = max(1, rect.width // px(MIN_CARD_WIDTH))
        self._grid.set_items(self.cards)

    def _heading(self) -> Box:
        self._search = search = SearchField("search", NOWHERE, self.words)
        counts = [sum(_fits(card, name) for card in self.all_cards) for name in FILTERS]
        labels = [f"{name} {count}" for name, count in zip(FILTERS, counts, strict=True)]
        tabs = Tabs("filter", NOWHERE, labels, FILTERS.index(self.filter))
        sort = Choice("sort", NOWHERE, SORTS, SORTS.index(self.sort), self.within, role="label")
        return row(
            line(TITLES[self.purpose], "title"),
            item(search, self._find, on_place=lambda _: _fit_ghost(search), width=320, min_width=130),
            item(tabs, lambda _: self._set_filter(FILTERS[tabs.chosen]), width=290),
            item(sort, self._set_sort, width=130, min_width=118), space(),
            button("file", "Open file…", self._ask_file), gap=12, height=36,
        )  # fmt: skip

    def _chosen_boxes(self) -> Iterator[Box]:
        """Yield the chosen game: picture, facts, players, turns, note, and bookmarks."""
        card, slot = self.card, self.slot
        if card is None or slot is None:
            return
        parts, is_bad = read_title(slot.title), slot.title.startswith("damaged")
        when = f"{turn_words(slot)} · saved {format_time(slot.when)}"
        yield Box(paint=partial(self._draw_picture, slot), height_at=lambda width: min(width, self.size[1] * 28 // 100),
                  min_height=MIN_PICTURE, priority=2)  # fmt: skip
        yield row(
            line(game_name(slot), "heading", content_width=NOTHING, grow=1),
            button("rename", "Rename", self._ask_name, role="label", key=pygame.K_F2, reason=self._lock, width=70,
                   height=24), gap=8,
        )  # fmt: skip
        yield text(parts.scenario, "small", DANGER if is_bad else TEXT_SOFT)
        yield row(
            column(
                line(when, "small", TEXT_SOFT, content_width=NOTHING),
                line(COPIED if slot.is_copy else SECRETS, "small", TEXT_FAINT, content_width=NOTHING, priority=1),
                grow=1,
            ),
            button("share", SHARE_LABEL, self._ask_side, role="label", hint=SHARE_HINT, height=24), gap=8,
        )  # fmt: skip
        yield from (self._seat_row(side, name) for side, name in enumerate(parts.side_names))
        if len(card.slots) > 1:
            yield flow(line("From ", "small", TEXT_SOFT), *map(self._turn_button, self._turns(card)), gap=5)
        note = TextField("note", NOWHERE, card.notes.note, ghost="Write a note on this game", most=MAX_TEXT)
        yield item(note, self._write_note, height=30)
        marks = card.notes.bookmarks
        words = "Bookmarks (a click goes there, × removes one)" if marks else "No bookmarks"
        yield line(words, "small", TEXT_FAINT, content_width=NOTHING)
        if marks:
            bookmarks = BookmarkList("bookmarks", NOWHERE, _draw_bookmark, row=px(28), well=False)
            bookmarks.set_items(marks)
            yield item(bookmarks, self._use_bookmark, grow=1, min_height=28 * min(2, len(marks)),
                       priority=1)  # fmt: skip

    @property
    def _lock(self) -> str:
        """Why the chosen game can't be renamed or deleted, or ""."""
        if self._busy:
            return READING  # Else saves of this game that come later would stay.
        if self.card is None:
            return NOT_CHOSEN
        return "" if all(map(saves.ours, self.card.slots)) else FOREIGN

    def _seat_row(self, side: int, name: str) -> Box:
        """Return the name of a side and the choice of its player."""
        seat = SeatChoice(side, NOWHERE, self.seats[side], self.within)

        def shorten(rect: pygame.Rect) -> None:
            if rect.width < px(MIN_SEAT_WIDTH):
                seat.shown = seat_word(self.seats[side]).capitalize()

        ask = lambda index: seat.ask(self.app, index, self.seats, self.refresh)  # noqa: E731
        choice = item(seat, ask, on_place=shorten, grow=40)
        title = line(name, "strong", SIDES[side].main, content_width=NOTHING, grow=60)
        return row(side_badge(side), title, choice, height=28)

    def _turns(self, card: GameCard) -> list[int]:
        """Return the numbers of the saves of a game, the latest save last."""
        return sorted(range(len(card.slots)), key=lambda number: (number == 0, -number))

    def _turn_button(self, number: int) -> Box:
        label = slot_label(self._card.slots[number])
        return button(f"save {number}", label, partial(self._begin_at, number), role="label",
                      lit=number == self.beginning, height=26)  # fmt: skip

    def _buttons(self) -> Iterator[Box]:
        """Yield the buttons below: leave, delete, and what can be done with the game, the purpose of the page last."""
        none = "" if self.card is not None else NOT_CHOSEN
        yield button("back", "Back", self._leave, width=110)
        yield button("delete", "Delete", self._delete, kind="danger", key=pygame.K_DELETE, reason=self._lock,
                     width=140)  # fmt: skip
        if self._deletion is not None:
            yield button("undo", self._undo_label, self._undo_delete, width=170)
        yield space()
        for purpose in (PLAY, WATCH, REHEARSE):
            if purpose != self.purpose:
                yield button(purpose, LABELS[purpose], partial(self._open, purpose), reason=none, width=104)
        yield button("open", self._main_label(), partial(self._open, self.purpose), kind="primary", key=pygame.K_RETURN,
                     reason=none, width=200)  # fmt: skip

    @property
    def _undo_label(self) -> str:
        return f"Undo ({max(1, round(self._undo_left))} s)"

    def _main_label(self) -> str:
        label, slot = LABELS[self.purpose], self.slot
        return f"{label} from {slot_label(slot).lower()}" if slot is not None and self.beginning else label

    # --- Use ---
    @property
    def _card(self) -> GameCard:
        assert self.card is not None
        return self.card

    def _find(self, words: str) -> None:
        """Show the games that contain all words."""
        before = self.slot
        self.words = words
        self._group_cards(keeps_chosen=False)
        if self.slot is not before:
            self.chosen = self.beginning = 0
            self._take_seats()

    def _set_filter(self, name: str) -> None:
        self.filter = name
        self._find(self.words)

    def _set_sort(self, index: int) -> None:
        self.sort = SORTS[index]
        self._group_cards()

    def _begin_at(self, number: int) -> None:
        self.beginning = number

    def _use_bookmark(self, use: tuple[int, bool]) -> None:
        """Open or remove a bookmark."""
        number, is_removed = use
        notes = self._card.notes
        if is_removed:
            self._write_notes(notes.without(notes.bookmarks[number]))
        else:
            self._open(WATCH, notes.bookmarks[number].answers)

    def _write_note(self, words: str) -> None:
        self._write_notes(replace(self._card.notes, note=words if words.strip() else ""))

    def _write_notes(self, notes: GameNotes) -> None:
        """Write the notes on the chosen game at once."""
        file = notes_file(self._card.latest.path)
        problem = save_notes(file, notes)
        if problem:
            self.app.say(problem, bad=True)
        self._notes[file] = (notes, "")
        self._group_cards()

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

    def _ask_file(self) -> None:
        self.app.ask_file("Open a save", saves.folder(), saves.SUFFIX, "Open", self._on_path)

    def _on_path(self, path: str) -> None:
        if path:
            find_slot(self.app, Path(path), self._show_first)

    def _show_first(self, slot: SaveSlot) -> None:
        """Put a save opened from a file first in the list, and choose it."""
        self._opened_slots, self.words, self.filter = [slot], "", FILTERS[0]
        self._removed.discard(slot.path)
        self._show_slots()
        self._choose(next(number for number, card in enumerate(self.cards) if slot in card.slots))
        self.refresh()

    # --- Names ---
    def _ask_name(self) -> None:
        """Ask for a new name of the chosen game."""
        slot, text = self._card.latest, "All saves of the game get the new name."
        rename = lambda name: self._rename(slot, name)  # noqa: E731
        self.app.ask_text("Rename", text, game_name(slot), "Rename", rename, saves.in_name)

    def _rename(self, slot: SaveSlot, name: str) -> None:
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
        self.refresh()

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

    def _ask_copy_name(self, slot: SaveSlot, side: int) -> None:
        given = saves.file_name(f"{game_name(slot)} for {read_title(slot.title).side_names[side]}")
        write = lambda name: self._make_copy(slot, side, name)  # noqa: E731
        self.app.ask_text(SHARE_TITLE, "The copy goes to the folder of saves.", given, "Write", write, saves.in_name)

    def _make_copy(self, slot: SaveSlot, side: int, name: str) -> None:
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
        self.refresh()

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

    def _refill(self) -> None:
        self._show_slots()
        self.beginning = 0
        self._take_seats()

    def cancel(self) -> None:
        """Leave the field in which the player writes, and clear a search, or leave the page."""
        focus = self.group.focus
        if focus is None or not focus.types:
            self._leave()
            return
        if focus is self._search and self.words:
            self._find("")
        self.group.focus_on(None)
        self.refresh()

    def _leave(self) -> None:
        self._thumbnails.end()
        self._finish_deletion()
        self.app.go(ToTitle())

    # --- Drawing ---
    def _draw_nothing(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Say why there are no cards."""
        if not self.cards:
            words, width = NOTHING_SAVED[self.purpose], rect.width
            words = READING if self._busy else "No game matches" if self.slots else words
            draw_text(surface, rect.center, words, "body", TEXT_FAINT, anchor="center", width=width, may_shrink=True)

    def _draw_picture(self, slot: SaveSlot, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the picture of a save in the middle of an area."""
        side = min(area.size)
        rect = pygame.Rect(area.centerx - side // 2, area.top, side, side)
        draw_box(surface, rect, WELL, radius=px(6), border=EDGE)
        image = self._thumbnails.find(slot, rect.inflate(-px(4), -px(4)).size)
        if image is not None:
            surface.blit(image, image.get_rect(center=rect.center))
        elif slot.title.startswith("damaged"):
            draw_text(surface, rect.center, "damaged", "small", DANGER, anchor="center")

    def _draw_card(self, surface: pygame.Surface, rect: pygame.Rect, card: Any, hovered: bool, chosen: bool) -> None:
        draw_card_back(surface, rect, hovered, chosen)
        side = rect.height - px(12)
        self._draw_picture(card.latest, surface, pygame.Rect(rect.left + px(6), rect.top + px(6), side, side))
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


def _fit_ghost(field: SearchField) -> None:
    width = field.rect.width - px(24)
    field.ghost = next((words for words in GHOSTS if text_size(words, "body")[0] <= width), GHOSTS[-1])


def _fits(card: GameCard, wanted: str) -> bool:
    return wanted == FILTERS[0] or read_title(card.latest.title).is_over == (wanted == FILTERS[2])


def slot_label(slot: SaveSlot) -> str:
    """Return what a save of a game is called on its button."""
    own = slot.name.rpartition(", ")[2]
    return "Last answer" if own == "latest" else f"{own[:1].upper()}{own[1:]}"
