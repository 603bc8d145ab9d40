"""Forms: text fields, choices from a list, and dialogs that ask for a text or a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.draw import blit_premultiplied, draw_box, supersampled
from jovian.ui.kit.fonts import WRITTEN, draw_text, text_size
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    EDGE_HIGH,
    PANEL_HIGH,
    PANEL_HOVER,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import WRITING, Button, Modal, ScrollList, Signal, Widget, activates, draw_back, draw_line

# --- Clipboard ---
#
# Without a clipboard, these functions do nothing.


def copy_to_clipboard(text: str) -> bool:
    """Copy a text to the clipboard, and return whether that worked. An empty text is not copied."""
    if not text:
        return False
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def clipboard_text() -> str:
    """Return the text in the clipboard, or ""."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


# --- Line ---


class Far(Enum):
    """How far a key moves the cursor."""

    LETTER = "letter"
    WORD = "word"
    LINE = "line"


@frozen
class EditLine:
    """A line of text that is being edited, with cursor and selection. Positions count letters from 0."""

    text: str = ""
    cursor: int = 0
    anchor: int = 0
    """The start of the selection, or the cursor if nothing is selected."""

    @classmethod
    def of(cls, text: str) -> EditLine:
        """Create a line with the cursor at its end."""
        return cls(text, len(text), len(text))

    @property
    def span(self) -> tuple[int, int]:
        """The start and end of the selection."""
        return min(self.cursor, self.anchor), max(self.cursor, self.anchor)

    @property
    def selected(self) -> str:
        """The selected text, or ""."""
        low, high = self.span
        return self.text[low:high]

    def with_text(self, typed: str) -> EditLine:
        """Return the line with a text in place of the selection or at the cursor."""
        low, high = self.span
        return EditLine(self.text[:low] + typed + self.text[high:], low + len(typed), low + len(typed))

    def erased(self, direction: int, far: Far) -> EditLine:
        """Return the line without the selection, or without the text between the cursor and the target of a key."""
        return (self if self.selected else self.moved(self.reach(direction, far), keep=True)).with_text("")

    def moved(self, to: int, *, keep: bool = False) -> EditLine:
        """Return the line with another cursor. `keep` extends the selection."""
        to = min(len(self.text), max(0, to))
        return EditLine(self.text, to, self.anchor if keep else to)

    def stepped(self, direction: int, far: Far, *, keep: bool = False) -> EditLine:
        """Return the line after a cursor key. Without `keep`, a step out of a selection goes to its end."""
        if self.selected and not keep and far is Far.LETTER:
            return self.moved(self.span[direction > 0])
        return self.moved(self.reach(direction, far), keep=keep)

    def all(self) -> EditLine:
        """Return the line with everything selected."""
        return EditLine(self.text, len(self.text), 0)

    def reach(self, direction: int, far: Far) -> int:
        """Return the target of a step to the left (-1) or right (1)."""
        if far is Far.LINE:
            return len(self.text) if direction > 0 else 0
        if far is Far.LETTER:
            return min(len(self.text), max(0, self.cursor + direction))
        at, before = self.cursor, min(0, direction)
        for in_word in (False, True):  # Skip the gap before the word, then the word.
            while 0 <= at + before < len(self.text) and _is_word_letter(self.text[at + before]) == in_word:
                at += direction
        return at


def _is_word_letter(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


# --- Text field ---

_STEPS = {
    pygame.K_LEFT: (-1, Far.LETTER), pygame.K_RIGHT: (1, Far.LETTER), pygame.K_HOME: (-1, Far.LINE),
    pygame.K_END: (1, Far.LINE), pygame.K_BACKSPACE: (-1, Far.LETTER), pygame.K_DELETE: (1, Far.LETTER),
}  # fmt: skip
_ERASING = (pygame.K_BACKSPACE, pygame.K_DELETE)
_SHORTCUTS = (pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_v)
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META


class TextField(Widget):
    """A field for one line of text. The action's value is the text, at each change and at Return (`done`)."""

    types = True
    is_audible = False

    def __init__(
        self, name: str, rect: pygame.Rect, text: str = "", *, ghost: str = "", most: int = 60,
        takes: Callable[[str], bool] = str.isprintable,
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.line = EditLine.of(text)
        self.ghost = ghost
        """A faint text while the field is empty."""
        self.most = most
        """The most letters."""
        self.takes = takes
        """Returns whether a letter is allowed. Unprintable letters never are."""
        self.done = False
        """Whether the last action was Return."""
        self._draft, self._draft_at = "", 0
        """The text that an input method is composing, and the cursor in it."""
        self._slide = 0
        """Pixels of the text that are out of sight on the left."""

    @property
    def text(self) -> str:
        """The text, without what is being composed."""
        return self.line.text

    @property
    def engaged(self) -> bool:
        """Whether an input method needs all keys."""
        return self.focused and bool(self._draft)

    @property
    def caret(self) -> pygame.Rect | None:
        """The cursor on the screen. An input method shows its suggestions there."""
        if not (self.focused and self.visible):
            return None
        inner = self._inner
        x = inner.left - self._slide + text_size(self._visible_text[: self._visible_at])[0]
        return pygame.Rect(x, inner.top + px(4), px(1), inner.height - px(8))

    @property
    def _inner(self) -> pygame.Rect:
        return self.rect.inflate(-px(20), -px(4))

    @property
    def _visible_text(self) -> str:
        """The text with what is being composed."""
        return self.line.with_text(self._draft).text if self._draft else self.text

    @property
    def _visible_at(self) -> int:
        return self.line.span[0] + self._draft_at if self._draft else self.line.cursor

    def follow(self, old: Widget) -> None:
        """Keep the selection of the old field if it has the same text."""
        super().follow(old)
        if isinstance(old, TextField) and old.text == self.text:
            self.line, self._draft, self._draft_at = old.line, old._draft, old._draft_at

    # --- Events ---
    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Edit the text while the field has the focus. A click focuses it, and a drag selects."""
        if not self.visible or not self.enabled:
            return None
        self._point(event)
        if not self.focused:
            self._draft = ""
            return None
        if event.type == pygame.TEXTEDITING:
            self._draft, self._draft_at = event.text, min(len(event.text), max(0, event.start))
            self.touch()
        elif event.type == pygame.TEXTINPUT:
            self._draft = ""
            return self._insert(event.text)
        elif event.type == pygame.KEYDOWN and not self._draft:
            return self._key(event)
        return None

    def drag_button(self, pos: tuple[int, int]) -> int:
        return pygame.BUTTON_LEFT if self.focused else 0

    def _point(self, event: pygame.event.Event) -> None:
        """Follow the mouse."""
        self.track(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._set("focused", self.rect.collidepoint(event.pos))
            if self.focused:
                self._edited(self.line.moved(self._nearest(event.pos[0])))
        elif event.type == pygame.MOUSEMOTION and self.pressed:
            self._edited(self.line.moved(self._nearest(event.pos[0]), keep=True))

    def _key(self, event: pygame.event.Event) -> Signal | None:
        # AltGr is Ctrl and Alt.
        if event.key in _SHORTCUTS and event.mod & _COMMAND and not event.mod & pygame.KMOD_ALT:
            return self._shortcut(event.key)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._edited(self.line, done=True)
        if event.key not in _STEPS:
            return None
        direction, far = _STEPS[event.key]
        far = _distance_of(event.mod) if far is Far.LETTER else far
        if event.key in _ERASING:
            return self._edited(self.line.erased(direction, far))
        return self._edited(self.line.stepped(direction, far, keep=bool(event.mod & pygame.KMOD_SHIFT)))

    def _shortcut(self, key: int) -> Signal | None:
        """Handle a key with Ctrl or Cmd: A selects all, C copies, X cuts, V pastes."""
        if key == pygame.K_a:
            return self._edited(self.line.all())
        if key == pygame.K_v:
            return self._insert(clipboard_text().strip())
        copied = copy_to_clipboard(self.line.selected)
        return self._edited(self.line.with_text("")) if key == pygame.K_x and copied else None

    def _insert(self, typed: str) -> Signal | None:
        """Insert the allowed letters of a text, as many as fit."""
        allowed = "".join(letter for letter in typed if letter.isprintable() and self.takes(letter))
        allowed = allowed[: max(0, self.most - len(self.text) + len(self.line.selected))]
        return self._edited(self.line.with_text(allowed)) if allowed else None

    def write(self, text: str) -> None:
        """Replace the text."""
        self._edited(EditLine.of(text))

    def select_all(self) -> None:
        """Select all, so that typing replaces the text."""
        self._edited(self.line.all())

    def _edited(self, line: EditLine, done: bool = False) -> Signal | None:
        """Set the line. Return an action if the text has changed or was confirmed."""
        changed = line.text != self.text
        if line != self.line:
            self.touch()
        self.line, self.done = line, done
        return Signal(self.name, self.text) if changed or done else None

    def _nearest(self, x: int) -> int:
        """Return the position between letters that is nearest to an x on the screen."""
        start = self._inner.left - self._slide
        return min(range(len(self.text) + 1), key=lambda n: abs(start + text_size(self.text[:n])[0] - x))

    # --- Drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Draw the text, moved so that the cursor is visible."""
        super().draw(surface)
        if not self.visible:
            return
        draw_box(surface, self.rect, WELL, radius=px(6), border=ACCENT if self.focused else EDGE_HIGH)
        inner, text = self._inner, self._visible_text
        self._slide = self._slid(text_size(text)[0], text_size(text[: self._visible_at])[0])
        clip = surface.get_clip()
        surface.set_clip(inner.inflate(2, 0).clip(clip))
        if text:
            self._draw_marks(surface)
            draw_text(surface, (inner.left - self._slide, inner.centery), text, color=TEXT, anchor="midleft")
        else:
            draw_text(surface, inner.midleft, self.ghost, color=TEXT_FAINT, anchor="midleft", width=inner.width)
        caret = self.caret
        if caret is not None:
            surface.fill(ACCENT, caret)
        surface.set_clip(clip)

    def _slid(self, width: int, at: int) -> int:
        """Return how far the text must be moved. Without the focus, its start is visible."""
        if not self.focused:
            return 0
        width_px = self._inner.width - px(2)
        return max(0, min(max(self._slide, at - width_px), at, max(0, width - width_px)))

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw a bar behind the selection, or a line below what is being composed."""
        low, high = self.line.span
        if self._draft:
            high = low + len(self._draft)
        if low == high or not self.focused:
            return
        inner = self._inner
        left, right = (inner.left - self._slide + text_size(self._visible_text[:at])[0] for at in (low, high))
        if self._draft:
            surface.fill(ACCENT, (left, inner.bottom - px(5), right - left, px(1)))
        else:
            surface.fill(ACCENT_DEEP, (left, inner.top + px(3), right - left, inner.height - px(6)))


def _distance_of(mod: int) -> Far:
    """Return how far an arrow key leads with Ctrl or Alt (a word) or Cmd (the line)."""
    if mod & pygame.KMOD_META:
        return Far.LINE
    return Far.WORD if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) else Far.LETTER


class SearchField(TextField):
    """A text field for a search, which slash and Ctrl+F focus."""

    _skips_slash = False
    """Whether the next typed letter is the slash that focused the field."""

    def is_called_by(self, event: pygame.event.Event) -> bool:
        """Return whether a key should focus the field. The field doesn't write a slash that did."""
        if self.focused or event.type != pygame.KEYDOWN:
            return False
        self._skips_slash = getattr(event, "unicode", "") == "/" or event.key == pygame.K_SLASH
        return self._skips_slash or (event.key == pygame.K_f and bool(getattr(event, "mod", 0) & _COMMAND))

    def writes(self, event: pygame.event.Event) -> bool:
        """Return whether a pressed key writes a letter into the field, whatever command it has elsewhere."""
        letter = getattr(event, "unicode", "")
        return self.focused and bool(letter) and letter.isprintable() and not event.mod & _COMMAND

    def handle(self, event: pygame.event.Event) -> Signal | None:
        skips = self._skips_slash and event.type == pygame.TEXTINPUT and event.text == "/"
        if event.type in WRITING:
            self._skips_slash = False
        return None if skips else super().handle(event)


# --- Dialog for a text ---

FIELD = 36
"""Height of the field in unscaled pixels."""


class TextDialog(Modal):
    """A dialog that asks for a text. The action's value is the text, "" if canceled. The given text is selected."""

    def __init__(
        self, name: str, screen: pygame.Rect, title: str, text: str, given: str, yes: str, *,
        takes: Callable[[str], bool] = str.isprintable,
    ) -> None:  # fmt: skip
        self.field = TextField("field", pygame.Rect(0, 0, 10, 10), given, takes=takes)
        self.field.focused = True
        self.field.select_all()
        super().__init__(name, screen, title, text, (("yes", yes, "primary"), ("no", "Cancel", "plain")))

    def layout(self, screen: pygame.Rect) -> None:
        """Place the field above the buttons."""
        super().layout(screen)
        self.box = self.box.inflate(0, px(FIELD + 16))
        self.box.clamp_ip(screen)
        for button in self.buttons.widgets:
            button.rect.bottom = self.box.bottom - px(20)
        left = self.box.left + px(24)
        bottom = min(button.rect.top for button in self.buttons.widgets) - px(16)
        self.field.rect = pygame.Rect(left, bottom - px(FIELD), self.box.width - px(48), px(FIELD))
        self.buttons.widgets.insert(0, self.field)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Edit until a button, Return, Escape, or a click outside ends the dialog."""
        made = super().handle(event)
        if made is None or made.value == self.field.name:
            return None
        return Signal(self.name, self.field.text.strip() if made.value == "yes" else "")


# --- Files of a folder ---

MAX_ENTRIES = 5000
"""Most entries of a folder that are read."""


@frozen
class FolderRow:
    """An entry of a folder."""

    path: Path
    folder: bool

    @property
    def name(self) -> str:
        """The name with unprintable letters replaced."""
        name = self.path.name.encode("utf-8", "replace").decode()
        return "".join(letter if letter.isprintable() else "?" for letter in name)


def folder_rows(folder: Path, ending: str) -> tuple[FolderRow, ...]:
    """Return the folders in a folder, then the files with an ending, by name. Hidden entries are omitted.

    Raises:
        OSError: The folder can't be read.

    """
    rows = []
    with os.scandir(folder) as entries:
        for _, entry in zip(range(MAX_ENTRIES), entries, strict=False):
            if entry.name.startswith("."):
                continue
            is_folder = _is(entry, folder=True)
            if is_folder or (entry.name.lower().endswith(ending) and _is(entry, folder=False)):
                rows.append(FolderRow(folder / entry.name, is_folder))
    return tuple(sorted(rows, key=lambda row: (not row.folder, row.name.casefold(), row.name)))


def _is(entry: os.DirEntry[str], *, folder: bool) -> bool:
    try:
        return entry.is_dir() if folder else entry.is_file()
    except OSError:
        return False


# --- Choice from a list ---

CHOICE_ROW = 34
"""Height of a row of the list in unscaled pixels."""
_NEXT = {pygame.K_UP: -1, pygame.K_DOWN: 1}


def list_area(size: tuple[int, int]) -> pygame.Rect:
    """Return the part of a window in which the lists of choices open."""
    return pygame.Rect((0, 0), size).inflate(-px(16), -px(16))


class Choice(Widget):
    """A box with the chosen label. It opens a list of all. The action's value is the new index."""

    pressed_by_keys = True

    def __init__(
        self, name: str, rect: pygame.Rect, labels: Sequence[str], chosen: int, within: pygame.Rect, *,
        ink: Color = TEXT, role: str = "body",
    ) -> None:  # fmt: skip
        """Create the box. Its list stays `within` a rectangle."""
        super().__init__(name, rect)
        self.labels = tuple(labels)
        self.chosen = chosen
        self.within = pygame.Rect(within)
        self.ink, self.role = ink, role
        self.shown = ""
        """A text instead of the chosen label, or ""."""
        self.list: ScrollList | None = None
        """The list of all while it is open."""

    @property
    def spread(self) -> bool:
        """Whether the list is open."""
        return self.list is not None

    def follow(self, old: Widget) -> None:
        """Keep the open list of the old box, if it has the same place and labels."""
        super().follow(old)
        if isinstance(old, Choice) and (old.rect, old.within, old.labels) == (self.rect, self.within, self.labels):
            self.list = old.list

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Open the list and choose from it. Arrow keys choose without opening it."""
        if not self.visible or not self.enabled:
            return None
        if self.list is not None:
            return self._choosing(event, self.list)
        if self.track(event) or (self.focused and activates(event)):
            self._open()
        elif self.focused and event.type == pygame.KEYDOWN and event.key in _NEXT:
            return self._take(min(len(self.labels) - 1, max(0, self.chosen + _NEXT[event.key])))
        return None

    def drag_button(self, pos: tuple[int, int]) -> int:
        return self.list.drag_button(pos) if self.list is not None else 0

    def _choosing(self, event: pygame.event.Event, listed: ScrollList) -> Signal | None:
        """Handle an event while the list is open. Escape and a click outside close it."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self._close()
            elif activates(event):
                return self._take(listed.chosen)
            else:
                listed.handle(event)
                self.touch()
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and not listed.rect.collidepoint(event.pos):
            self._close()
            return None
        action = listed.handle(event)
        self.dirty = self.dirty or listed.dirty
        return self._take(int(action.value)) if action is not None else None

    def _take(self, index: int) -> Signal | None:
        self._close()
        if index == self.chosen:
            return None
        self.chosen = index
        return Signal(self.name, index)

    def _close(self) -> None:
        self.list, self.pressed = None, False
        self.touch()

    def _open(self) -> None:
        """Open the list below the box, or above if there is more space."""
        gap = px(6)
        below, above = self.within.bottom - self.rect.bottom - gap, self.rect.top - self.within.top - gap
        height = px(CHOICE_ROW) * len(self.labels)
        down = below >= min(height, above)
        height = min(height, below if down else above)
        top = self.rect.bottom + gap if down else self.rect.top - gap - height
        area = pygame.Rect(self.rect.left, top, self.rect.width, height)
        self.list = ScrollList("all", area, draw_line, row=px(CHOICE_ROW))
        self.list.set_items(self.labels)
        self.list.chosen, self.list.focused = self.chosen, True
        self.list.scroll_to(self.chosen)
        self.touch()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the box and the open list."""
        super().draw(surface)
        if not self.visible:
            return
        lit = self.hovered or self.focused or self.spread
        fill = PANEL_HOVER if lit and self.enabled else PANEL_HIGH
        draw_box(surface, self.rect, fill, radius=px(6), border=ACCENT if self.focused or self.spread else EDGE_HIGH)
        ink = self.ink if self.enabled else TEXT_FAINT
        pos, text = (self.rect.left + px(12), self.rect.centery), self.shown or self.labels[self.chosen]
        width = self.rect.width - px(40)
        draw_text(surface, pos, text, self.role, ink, anchor="midleft", width=width, may_shrink=True)
        self._draw_mark(surface, ink)
        if self.list is not None:
            WRITTEN.cover(self.list.rect)
            shade = self.list.rect.inflate(px(12), px(12)).move(0, px(4))
            draw_box(surface, shade, (0, 0, 0), radius=px(10), alpha=140)
            self.list.draw(surface)

    def _draw_mark(self, surface: pygame.Surface, ink: Color) -> None:
        size = (px(12), px(8))
        color = mix_colors(ink, PANEL_HIGH, 0.3)

        def draw(big: pygame.Surface, k: int) -> None:
            width, height = big.get_size()
            points = [(k, k), (width // 2, height - k), (width - k, k)]
            pygame.draw.lines(big, color, False, points, 2 * k)

        pos = (self.rect.right - px(14) - size[0], self.rect.centery - size[1] // 2)
        blit_premultiplied(surface, supersampled(("choice", color), size, draw), pos)


# --- Dialog for a file ---

CHOOSER_ROW, CHOOSER_FIELD = 34, 36
LONGEST = 1000
"""Most letters of a path in the field."""


class FileDialog(Modal):
    """A dialog that asks for a file by list or path. The action's value is the path, "" if canceled.

    A click opens a folder. A second click chooses a file.
    """

    def __init__(self, name: str, screen: pygame.Rect, title: str, folder: Path, ending: str, yes: str) -> None:
        self.folder, self.ending = folder, ending
        self.problem = ""
        self.field = TextField("path", pygame.Rect(0, 0, 10, 10), most=LONGEST)
        self.list = ScrollList("files", pygame.Rect(0, 0, 10, 10), _draw_row, row=px(CHOOSER_ROW))
        super().__init__(name, screen, title, "", (("yes", yes, "primary"), ("no", "Cancel", "plain")))
        self.enter(folder if os.path.isdir(folder) else Path(os.path.expanduser("~")))

    @property
    def question(self) -> tuple[object, ...]:
        """The state of the dialog, which includes its folder."""
        return (*super().question, self.folder)

    def layout(self, screen: pygame.Rect) -> None:
        """Place the field above the list, and the buttons below. Use as much of the window as possible."""
        super().layout(screen)
        size = (min(screen.width - px(40), px(760)), min(screen.height - px(24), px(600)))
        self.box = pygame.Rect((0, 0), size)
        self.box.center = screen.center
        right, bottom = self.box.right - px(24), self.box.bottom - px(20)
        for button in self.buttons.widgets:
            button.rect.bottomright = (right, bottom)
            right = button.rect.left - px(12)
        inner = self.box.inflate(-px(48), -px(40))
        up = pygame.Rect(inner.left, inner.top + px(46), px(64), px(CHOOSER_FIELD))
        self.field.rect = pygame.Rect(up.right + px(8), up.top, inner.right - up.right - px(8), px(CHOOSER_FIELD))
        top, bottom = up.bottom + px(12), min(button.rect.top for button in self.buttons.widgets) - px(16)
        self.list.rect = pygame.Rect(inner.left + px(2), top, inner.width - px(4), bottom - top)
        self.list.row = px(CHOOSER_ROW)
        self._fill(self.list.items)
        self.buttons.widgets[:0] = [self.list, Button("up", up, "Up"), self.field]
        self._focus_list()

    def _fill(self, items: Sequence[FolderRow]) -> None:
        """Replace all rows of the list."""
        self.list.set_items(())
        self.list.set_items(items)

    def _focus_list(self) -> None:
        """Give the arrow keys to the list unless something else has the focus."""
        self.list.focused = self.list.focused or self.buttons.focus is None

    def enter(self, folder: Path) -> None:
        """Show a folder, or say why it can't be read."""
        try:
            items = folder_rows(folder, self.ending)
        except OSError as error:
            self._complain(f"{folder.name or folder}: {error.strerror or error}")
            return
        self.folder, self.problem = folder, ""
        self.list.chosen, self.list.hover_row = -1, -1
        self._fill(items)
        self._write_path()

    def _write_path(self) -> None:
        """Write the path of the chosen row or of the folder into the field."""
        self.problem = ""
        self.field.write(str(self.folder if self.chosen is None or self.chosen.folder else self.chosen.path))
        self.dirty = True

    @property
    def chosen(self) -> FolderRow | None:
        """The chosen row of the list, or None."""
        return self.list.items[self.list.chosen] if 0 <= self.list.chosen < len(self.list.items) else None

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Browse until a file is chosen or the dialog is canceled."""
        if event.type == pygame.KEYDOWN and self.list.focused:
            if event.key == pygame.K_BACKSPACE:
                self.enter(self.folder.parent)
                return None
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.chosen is not None:
                return self._take(self.chosen)
        before = self.list.chosen
        action = super().handle(event)
        self._focus_list()
        return self._react(action, event, before) if action is not None else None

    def _react(self, action: Signal, event: pygame.event.Event, before: int) -> Signal | None:
        """React to the action of a part of the dialog."""
        if action.value == "no":
            return Signal(self.name, "")
        if action.value == "up":
            self.enter(self.folder.parent)
        elif action.value == "files":
            return self._use_row(event, before)
        elif action.value == "yes":
            return self._use_field()
        return None

    def _use_row(self, event: pygame.event.Event, before: int) -> Signal | None:
        """Show a row chosen by key. Open a clicked folder. Take a file that is clicked twice."""
        self._write_path()
        chosen = self.chosen
        if event.type != pygame.MOUSEBUTTONUP or chosen is None:
            return None
        return self._take(chosen) if chosen.folder or self.list.chosen == before else None

    def _take(self, chosen: FolderRow) -> Signal | None:
        """Open a folder, or answer with a file."""
        if chosen.folder:
            self.enter(chosen.path)
            return None
        return Signal(self.name, str(chosen.path))

    def _use_field(self) -> Signal | None:
        """Use the path in the field, or the chosen row if the path belongs to it."""
        chosen = self.chosen
        if chosen is not None and self.field.text == str(chosen.path):
            return self._take(chosen)
        path = self.folder / os.path.expanduser(self.field.text.strip())
        if os.path.exists(path):
            return self._take(FolderRow(path, os.path.isdir(path)))
        self._complain("There is no such file or folder")
        return None

    def _complain(self, problem: str) -> None:
        self.problem, self.dirty = problem, True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the dialog with a message next to its buttons."""
        super().draw(surface)
        message, ink = self.problem, WARN
        if not message and not self.list.items:
            message, ink = f"This folder has no folders and no {self.ending} files", TEXT_SOFT
        left, right = self.box.left + px(24), min(button.rect.left for button in self.buttons.widgets[-2:]) - px(12)
        y = self.buttons.widgets[-1].rect.centery
        draw_text(surface, (left, y), message, "small", ink, anchor="midleft", width=max(1, right - left))


def _draw_row(surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
    """Draw a row. Folders have an icon before their name."""
    draw_back(surface, rect, hovered, chosen)
    ink = TEXT if chosen or hovered else TEXT_SOFT
    pos, width = (rect.left + px(38), rect.centery), rect.width - px(50)
    draw_text(surface, pos, item.name, "body", ink, anchor="midleft", width=width)
    if item.folder:
        size = (px(16), px(12))
        blit_premultiplied(
            surface, supersampled("folder", size, _draw_folder), (rect.left + px(13), rect.centery - size[1] // 2)
        )


def _draw_folder(big: pygame.Surface, k: int) -> None:
    width, height = big.get_size()
    pygame.draw.rect(big, ACCENT, (0, 0, width // 2, height // 2), border_radius=k)
    pygame.draw.rect(big, ACCENT, (0, height // 4, width, height - height // 4), border_radius=k)
