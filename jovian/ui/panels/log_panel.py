"""The log in a drawer over the board, and the line with its last event.

The log shows one entry per attack, flight, or other event in plain words. Dice and codes are details that unfold. It
wraps and draws only what is visible, so a long log stays fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pygame

from jovian.game import LogEntry, State
from jovian.game.events import Activated, Deactivated, PhaseBegan, Revealed
from jovian.narrator import QUIET, REMARK, EventGroup, LogLine, Names, Span, Story, group_events
from jovian.rules.basics.rolls import code_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.draw import draw_dice, draw_key_cap
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.forms import SearchField
from jovian.ui.kit.theme import EDGE, PANEL_HIGH, TEXT, TEXT_SOFT, px
from jovian.ui.kit.widgets import WRITING, ScrollList, Signal, activates
from jovian.ui.panels.panel import GROUND, CanvasPanel, ignore
from jovian.ui.presentation.log import ACTIVATION, DETAILS, ENTRY, TURN, LogRow, LogRowCache
from jovian.ui.presentation.sounds import caption_of

# --- Log ---

MIN_HEIGHT, MIN_SEARCH_HEIGHT = 50, 124
"""The log is hidden if its height is smaller. In a low log, the search field appears when its key is pressed."""
SEARCH = "search"
CHOSEN = "log row"
"""The action of arrow keys in the list, which only choose or fold a row."""
SEARCH_GHOST = "Search the log (Ctrl+F)"
TRIANGLE_X, TEXT_X = (4, 4, 14, 26), (18, 18, 28, 36)
"""Where triangles and texts of each rank begin, in unscaled pixels."""
SECOND_CLICK = 0.4
"""Seconds within which a second click on a row makes a double click."""
CLICK_MARGIN = 4
"""Unscaled pixels around a triangle that also count as the triangle."""


@dataclass(slots=True)
class _Shown:
    """A group of events in the log."""

    group: EventGroup
    story: Story
    rank: int
    turn: int
    """The number of the heading of its turn, or -1."""
    activation: int
    """The number of the heading of its activation, or -1."""
    rows: list[LogRow] | None = None
    """The rows, or None if they aren't wrapped yet."""
    details: list[LogRow] = field(default_factory=list)

    @property
    def number(self) -> int:
        """The number of its first event."""
        return self.group[0].n

    def matches(self, words: str) -> bool:
        """Return whether its text contains some words in lower case."""
        return any(words in line.text.casefold() for line in (*self.story.lines, *self.story.details))


def _rank_of(group: EventGroup) -> int:
    """Return whether a group is the heading of a turn, that of an activation, or an entry."""
    first = group[0].event
    return TURN if isinstance(first, PhaseBegan) else ACTIVATION if isinstance(first, Activated) else ENTRY


class LogPanel(CanvasPanel):
    """The log. A click on an entry calls `choose` with the number of its event. A second one calls `frame` with the ids
    of the models in it.

    A click on a triangle folds a turn or an activation, or unfolds the dice and codes of an entry. The search field
    hides all entries without its words.
    """

    def __init__(
        self, sides: tuple[str, str], book: Rulebook, cache: LogRowCache | None = None,
        choose: Callable[[int], object] = ignore, frame: Callable[[Sequence[str]], object] = ignore,
    ) -> None:  # fmt: skip
        super().__init__()
        self._choose, self._frame = choose, frame
        self._clicked: tuple[tuple[int, int], tuple[str, ...]] = (0, 0), ()
        """Where the last click on an entry was, and the models in it. The entry may have moved since."""
        self._seconds = 0.0
        """The seconds in which a second click there frames these models."""
        self.sides, self._book = sides, book
        self._remarks, self._captions = True, False
        self._state: State | None = None
        self._names = Names(sides)
        self._entries: list[LogEntry] = []
        self._cache = cache or LogRowCache(book)
        self._shown: list[_Shown] = []
        self._listed: list[LogRow] = []
        """The rows that are not folded away or hidden by the search."""
        self._starts: list[int] = []
        """Where the rows of each listed group begin in the list."""
        self._folded: set[int] = set()
        """The numbers of folded headings."""
        self._unfolded: set[int] = set()
        """The numbers of entries with visible details."""
        self._position: tuple[bool, int] | None = None
        """Whether the list was at its end, and its offset, before the last group was dropped to grow."""
        self._width = (0, 0)
        """The width and the scale that the lines were wrapped for."""
        self.field = SearchField(SEARCH, self.rect, ghost=SEARCH_GHOST)
        self.list = ScrollList("log", self.rect, self._draw_row, height_of=_height)

    # --- Layout ---
    def layout(self, rect: pygame.Rect) -> None:
        """Place the search field above the list. If the width has changed, wrap all lines when they are drawn next."""
        super().layout(rect)
        is_low = rect.height < px(MIN_HEIGHT)
        self.field.focused = self.field.focused and not is_low
        self._place()
        if is_low:
            self.group.widgets = []
        if self._width != (self.list.rect.width, px(1000)):
            self._width = (self.list.rect.width, px(1000))
            self._cache.forget_rows()
            for shown in self._shown:
                shown.rows = None
            self._list_again()

    def _place(self) -> None:
        """Place the list, and the search field if there is space or if it is in use."""
        area = self.rect.inflate(-px(20), -px(14))
        self.group.widgets = [self.list]
        if self.rect.height >= px(MIN_SEARCH_HEIGHT) or self.field.focused or self.field.text:
            self.group.widgets.append(self.field)
            self.field.rect = pygame.Rect(area.left, area.top, area.width, px(24))
            area.top, area.height = area.top + px(32), max(0, area.height - px(32))
        if area != self.list.rect:
            at_end = self.list.offset >= self.list.furthest
            self.list.stand_in(area)
            self.list.offset = self.list.furthest if at_end else self.list.offset
            self.stale = True

    def last_row(self, width: int) -> LogRow | None:
        """Return the first line of the last entry, as wide as it is given, or None before any."""
        for shown in reversed(self._shown):
            rows = [row for line in shown.story.lines for row in self._cache.rows(line, width, ENTRY)]
            rows = [row for row in rows if self._remarks or row.about != REMARK]
            if rows and not isinstance(shown.group[0].event, Activated | Deactivated):
                return rows[0]
        return None

    @property
    def lines(self) -> list[LogRow]:
        """All rows, folded or not, with all details."""
        self._list()
        return [row for shown in self._shown for row in (*self._rows_of(shown), *shown.details)]

    # --- Events ---
    def show(self, entries: Sequence[LogEntry], state: State) -> None:
        """Add new events. After an undo, drop events that are gone and lines whose names have changed."""
        known = len(self._entries)
        is_undo = len(entries) < known or (known > 0 and entries[known - 1] is not self._entries[-1])
        if is_undo:
            self._names = Names(self.sides)
        if len(entries) > known or (is_undo and entries):
            self._names.learn_state(state)
        if is_undo:
            known, self.stale = self._keep(entries), True
        if len(entries) > known:
            self._state = state
            self._take(entries[known:])
            self.stale = True

    def _keep(self, entries: Sequence[LogEntry]) -> int:
        """Keep the first groups as far as their lines still hold, and return the number of events that were kept."""
        kept = groups = 0
        for shown in self._shown:
            group = tuple(entries[kept : kept + len(shown.group)])
            for entry in group:
                self._learn(entry)
            if len(group) < len(shown.group) or any(
                old is not new for old, new in zip(shown.group, group, strict=True)
            ):
                break
            if not self._cache.stands(group, self._names):
                break
            kept, groups = kept + len(group), groups + 1
        del self._entries[kept:]
        self._drop(groups)
        self._position = None
        self.list.set_items(self._listed)
        self.list.offset = self.list.furthest
        return kept

    def _drop(self, kept: int) -> None:
        """Drop all groups but the first ones."""
        del self._shown[kept:]
        if kept < len(self._starts):
            self._position = self._position or (self.list.offset >= self.list.furthest, self.list.offset)
            del self._listed[self._starts[kept] :]
            del self._starts[kept:]
            self.list.set_items(self._listed)

    def _learn(self, entry: LogEntry) -> None:
        if isinstance(entry.event, Revealed):
            self._names.learn(entry.event)

    def show_remarks(self, visible: bool) -> None:
        """Show or hide the remarks of computer players."""
        if visible != self._remarks:
            self._remarks, self.stale = visible, True
            self._list_again()
            self._list()

    def show_captions(self, visible: bool) -> None:
        """Describe the sounds of new events, or not. Older entries stay as they are."""
        self._captions = visible

    def _take(self, entries: Sequence[LogEntry]) -> None:
        """Add events. The first ones may continue the last group."""
        for entry in entries:
            self._learn(entry)
            self._entries.append(entry)
        last = self._shown[-1].group if self._shown else ()
        groups = group_events((*last, *entries))
        if last and len(groups[0]) == len(last):
            del groups[0]
        elif last:
            self._drop(len(self._shown) - 1)
        for group in groups:
            self._shown.append(self._shown_group(group))

    def _shown_group(self, group: EventGroup) -> _Shown:
        """Return a new group after the last one, with the headings that it belongs to."""
        turn = activation = -1
        if self._shown:
            before = self._shown[-1]
            turn = before.number if before.rank == TURN else before.turn
            is_over = isinstance(before.group[-1].event, Deactivated) or before.rank == TURN
            activation = -1 if is_over else before.number if before.rank == ACTIVATION else before.activation
        return _Shown(group, self._story_of(group), _rank_of(group), turn, activation)

    def _story_of(self, group: EventGroup) -> Story:
        """Return the lines of a group, with the captions of its sounds if they are shown."""
        story, state = self._cache.story(group, self._names), self._state
        if not self._captions or state is None:
            return story
        captions = [(entry.n, caption_of(entry.event, state)) for entry in group]
        lines = [LogLine((Span(caption, QUIET),), number=number) for number, caption in captions if caption]
        return replace(story, lines=(*story.lines, *lines))

    # --- Rows ---
    def paint(self, canvas: pygame.Surface) -> None:
        """Wrap the new lines and draw the list. A search field that lost the focus goes."""
        if self.group.widgets:
            self._place()
        self._list()
        super().paint(canvas)

    def _rows_of(self, shown: _Shown) -> list[LogRow]:
        """Return the rows of a group. Wrap its lines if that is necessary."""
        if shown.rows is None:
            story, rank = shown.story, shown.rank
            rows, details = self._wrap(story, rank)
            folds = rank != ENTRY or bool(details)
            shown.rows = [replace(rows[0], folds=True), *rows[1:]] if folds and rows else rows
            shown.details = details
        return shown.rows

    def _wrap(self, story: Story, rank: int) -> tuple[list[LogRow], list[LogRow]]:
        """Return the lines of a story and its details as rows of the list."""
        width, cache = max(px(60), self.list.rect.width - px(18)), self._cache
        rows = [row for line in story.lines for row in cache.rows(line, width - px(TEXT_X[rank]), rank)]
        return rows, [row for line in story.details for row in cache.rows(line, width - px(TEXT_X[DETAILS]), DETAILS)]

    def prepare(self, entries: Sequence[LogEntry], state: State) -> Iterator[None]:
        """Word and wrap events that may be shown later, with the names of a state. Pause after each group."""
        names = Names.of(state, self.sides)
        for group in group_events(entries):
            self._wrap(self._cache.story(group, names), _rank_of(group))
            yield

    def _list_again(self) -> None:
        """List all rows again when the list is drawn next."""
        self._listed, self._starts, self.stale = [], [], True

    def _list(self) -> None:
        """List the rows of the groups that aren't listed yet."""
        if len(self._starts) == len(self._shown) and len(self._listed) == len(self.list.items):
            return
        at_end, offset = self._position or (self.list.offset >= self.list.furthest, self.list.offset)
        self._position = None
        words = self.field.text.strip().casefold()
        if words:
            self._starts, self._listed = [], []
            found = {shown.number for shown in self._shown if shown.matches(words)}
            headings = {n for each in self._shown if each.number in found for n in (each.turn, each.activation)}
        is_new = not self._starts
        for shown in self._shown[len(self._starts) :]:
            self._starts.append(len(self._listed))
            if (not words and not self._is_folded_away(shown)) or (words and shown.number in found | headings):
                self._listed += self._visible_rows(shown)
        if is_new:
            self.list.set_items(())
        self.list.set_items(self._listed)
        self.list.offset = self.list.furthest if at_end else min(offset, self.list.furthest)

    def _is_folded_away(self, shown: _Shown) -> bool:
        """Return whether a group is below a folded heading."""
        return (shown.rank > TURN and shown.turn in self._folded) or shown.activation in self._folded

    def _visible_rows(self, shown: _Shown) -> list[LogRow]:
        """Return the rows of a group that are visible if it isn't folded away."""
        rows = self._rows_of(shown)
        if not self._remarks:
            rows = [row for row in rows if row.about != REMARK]
        return [*rows, *shown.details] if shown.rank == ENTRY and shown.number in self._unfolded else rows

    def is_open(self, row: LogRow) -> bool:
        """Return whether what a triangle folds is visible."""
        return row.number in self._unfolded if row.rank == ENTRY else row.number not in self._folded

    def toggle(self, row: LogRow) -> None:
        """Fold or unfold what belongs to a row with a triangle."""
        (self._unfolded if row.rank == ENTRY else self._folded).symmetric_difference_update({row.number})
        offset = self.list.offset
        self._list_again()
        self._list()
        self.list.offset = min(offset, self.list.furthest)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the meaning of the result code at a point."""
        row = self.list.row_at(pos)
        if row < 0:
            return None
        fatal, pieces = self._book.figures.quad_destroys, self.list.items[row].pieces
        texts = (code_words(piece.text, fatal) for piece in pieces)
        text = next((text for text in texts if text), "")
        return (self.list.row_rect(row), text) if text else None

    def events_at(self, pos: tuple[int, int]) -> EventGroup:
        """Return the events of the row at a point, from the one that the row is about, () without a row."""
        at = self.list.row_at(pos)
        if at < 0:
            return ()
        row = self.list.items[at]
        return tuple(entry for entry in self._group_of(row) if entry.n >= row.number)

    def _group_of(self, row: LogRow) -> EventGroup:
        """Return the events of the entry to which a row belongs."""
        groups = (shown.group for shown in self._shown if any(entry.n == row.number for entry in shown.group))
        return next(groups, ())

    # --- Input ---
    @property
    def awaits_click(self) -> bool:
        """Whether the next click may be the second one of a double click."""
        return self._seconds > 0

    def wait(self, dt: float) -> None:
        """Let seconds pass."""
        self._seconds = max(0.0, self._seconds - dt)

    def take_search_key(self, event: pygame.event.Event) -> bool:
        """Focus the search field by Ctrl+F, and give it all keys while it has the focus."""
        if not self.group.widgets:
            return False
        if self.field.focused and event.type in WRITING:
            if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER):
                if event.key == pygame.K_ESCAPE:
                    self.search("")
                self.group.focus_on(None)
                self._place()
            else:
                self.handle(event)
            return True
        is_called = event.type == pygame.KEYDOWN and event.key == pygame.K_f and self.field.is_called_by(event)
        if is_called:
            self.field.focused = True
            self._place()
            self.group.focus_on(self.field)
        return is_called

    def search(self, words: str) -> None:
        """Show only entries with these words, or all if there are none."""
        if self.field.text != words:
            field = SearchField(SEARCH, self.field.rect, words, ghost=SEARCH_GHOST)
            field.focused, self.field = self.field.focused, field
            if self.group.widgets:
                self._place()
        self._list_again()
        self._list()
        self.list.offset = self.list.furthest

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Fold by a triangle, or by Left and Right. Another click, or Enter, chooses an event."""
        if event.type == pygame.KEYDOWN and self.list.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            row = self.list.items[self.list.chosen] if 0 <= self.list.chosen < len(self.list.items) else None
            if row is not None and row.folds and self.is_open(row) != (event.key == pygame.K_RIGHT):
                self.toggle(row)
            return Signal(CHOSEN)
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if is_press and self.awaits_click and event.pos == self._clicked[0]:
            return Signal("frame", partial(self._frame, self._clicked[1]))
        action = super().handle(event)
        value = action.value if action is not None else None
        if isinstance(value, str):
            self.search(value)
        elif isinstance(value, int):
            row = self.list.items[value]
            right = self.list.rect.left + px(TEXT_X[row.rank] + CLICK_MARGIN)
            if row.folds and event.type == pygame.MOUSEBUTTONUP and event.pos[0] < right:
                self.toggle(row)
                return None
            is_chosen = event.type == pygame.KEYDOWN and not activates(event)
            if is_chosen:
                return Signal(CHOSEN)
            if event.type == pygame.MOUSEBUTTONUP:
                self._clicked, self._seconds = (event.pos, self._cache.named_ids(self._group_of(row))), SECOND_CLICK
            return Signal("event", partial(self._choose, row.number))
        return None

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        if not self.list.rect.contains(rect):  # A row that is cut can't be read.
            return
        x, middle = rect.left + px(TEXT_X[row.rank]), rect.centery
        if chosen and self.list.focused:
            surface.fill(PANEL_HIGH, rect)
        if row.folds:
            left, size = rect.left + px(TRIANGLE_X[row.rank]), px(4)
            points = [(left, middle - size), (left, middle + size), (left + size + px(1), middle)]
            if self.is_open(row):
                points = [(left - px(1), middle - size // 2), (left + 2 * size - px(1), middle - size // 2),
                          (left + size - px(1), middle + size)]  # fmt: skip
            pygame.draw.polygon(surface, TEXT if hovered else TEXT_SOFT, points)
        elif row.rank == DETAILS:
            bar = rect.left + px(TRIANGLE_X[DETAILS])
            pygame.draw.line(surface, EDGE, (bar, rect.top), (bar, rect.bottom), px(2))
        if row.dice:
            area = draw_dice(surface, (x, rect.top + px(3)), row.dice[:14], size=px(17), gap=px(3))
            x = area.right + px(8)
        for piece in row.pieces:
            width = rect.right - x
            if width > px(8):
                place, color = (x, middle), piece.color
                x = draw_text(surface, place, piece.text, piece.role, color, anchor="midleft", width=width).right
            x += px(4)


def _height(row: Any) -> int:
    return px(24) if row.dice or row.rank == TURN else px(22) if row.headline or row.rank == ACTIVATION else px(18)


# --- Log line ---


class LogStrip(CanvasPanel):
    """The line at the foot of the board: the last event in plain words. A click opens the log."""

    def __init__(self, toggle: Callable[[], object], key: str) -> None:
        super().__init__()
        self._toggle, self._key = toggle, key
        self._row: LogRow | None = None

    def show(self, row: LogRow | None) -> None:
        """Show the first line of the last entry."""
        self._row = row
        self.offer(row)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Open or close the log by a click."""
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos)
        return Signal("log", self._toggle) if is_click else None

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        return (self.rect, "Click to open or close the log.") if self.rect.collidepoint(pos) else None

    def paint(self, canvas: pygame.Surface) -> None:
        super().paint(canvas)
        end = (self.rect.right - px(12), self.rect.centery)
        cap = draw_key_cap(canvas, end, self._key, TEXT_SOFT, GROUND, anchor="midright")
        word = draw_text(canvas, (cap.left - px(8), end[1]), "Log", "label", TEXT_SOFT, anchor="midright")
        x, right = self.rect.left + px(12), word.left - px(8)
        for piece in self._row.pieces if self._row is not None else ():
            if right - x > px(8):
                pos, width = (x, self.rect.centery), right - x
                x = draw_text(canvas, pos, piece.text, piece.role, piece.color, anchor="midleft", width=width).right
            x += px(4)
