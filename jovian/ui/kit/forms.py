"""Forms: what is written, and what is chosen from much."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pygame

from jovian.ui.kit.draw import draw_box, stamp, supersampled
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
from jovian.ui.kit.widgets import Action, Button, Modal, ScrollList, Widget, activates, draw_back, draw_line

# --- clipboard ---
# The clipboard of the system: one text in, one text out; where there is none, nothing happens.


def copy(text: str) -> bool:
    """Put a text there, and whether it is there now; an empty one would only wipe what is there."""
    if not text:
        return False
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True


def pasted() -> str:
    """The text that is there, "" if none is."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


# --- line ---
# A line of text that is being edited, as a value: the text, the cursor, and the other end of what is selected.


class Far(Enum):
    """How far a key moves the cursor."""

    LETTER = "letter"
    WORD = "word"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Line:
    """Every edit is another line; positions count letters from 0, before the first, to the length of the text."""

    text: str = ""
    cursor: int = 0
    anchor: int = 0
    """Where the selection began; where the cursor is if nothing is selected."""

    @classmethod
    def of(cls, text: str) -> Line:
        """A text with the cursor at its end."""
        return cls(text, len(text), len(text))

    @property
    def span(self) -> tuple[int, int]:
        """From where to where it is selected."""
        return min(self.cursor, self.anchor), max(self.cursor, self.anchor)

    @property
    def selected(self) -> str:
        """The selected text, "" if none is."""
        low, high = self.span
        return self.text[low:high]

    def put(self, typed: str) -> Line:
        """A text in place of the selection, or at the cursor."""
        low, high = self.span
        return Line(self.text[:low] + typed + self.text[high:], low + len(typed), low + len(typed))

    def erased(self, way: int, far: Far) -> Line:
        """Without the selection, or without what lies between the cursor and where a key leads."""
        return (self if self.selected else self.moved(self.reach(way, far), keep=True)).put("")

    def moved(self, to: int, *, keep: bool = False) -> Line:
        """With the cursor elsewhere; with `keep` all on the way is selected."""
        to = min(len(self.text), max(0, to))
        return Line(self.text, to, self.anchor if keep else to)

    def stepped(self, way: int, far: Far, *, keep: bool = False) -> Line:
        """With the cursor moved by a key; a step that keeps no selection leads to its end on that side."""
        if self.selected and not keep and far is Far.LETTER:
            return self.moved(self.span[way > 0])
        return self.moved(self.reach(way, far), keep=keep)

    def all(self) -> Line:
        """All of it selected."""
        return Line(self.text, len(self.text), 0)

    def reach(self, way: int, far: Far) -> int:
        """Where a step to the left (-1) or to the right (1) leads: the next word begins or ends there."""
        if far is Far.LINE:
            return len(self.text) if way > 0 else 0
        if far is Far.LETTER:
            return min(len(self.text), max(0, self.cursor + way))
        at = self.cursor
        for wanted in (False, True):  # first past what is between words, then past the word
            while 0 <= at + min(0, way) < len(self.text) and _of_word(self.text[at + min(0, way)]) == wanted:
                at += way
        return at


def _of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


# --- field ---
# A field for one line of text: selection, clipboard, words, input methods, a limit and a filter; Return confirms.

_STEPS = {
    pygame.K_LEFT: (-1, Far.LETTER), pygame.K_RIGHT: (1, Far.LETTER), pygame.K_HOME: (-1, Far.LINE),
    pygame.K_END: (1, Far.LINE), pygame.K_BACKSPACE: (-1, Far.LETTER), pygame.K_DELETE: (1, Far.LETTER),
}  # fmt: skip
_ERASING = (pygame.K_BACKSPACE, pygame.K_DELETE)
_HELD = (pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_v)
_COMMAND = pygame.KMOD_CTRL | pygame.KMOD_META


class TextField(Widget):
    """The action's value is the text, at every change and again at Return (`done`)."""

    types = True

    def __init__(
        self, name: str, rect: pygame.Rect, text: str = "", *, ghost: str = "", most: int = 60,
        takes: Callable[[str], bool] = str.isprintable,
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.line = Line.of(text)
        self.ghost = ghost
        """Shown faintly while it is empty."""
        self.most = most
        """Letters that it holds."""
        self.takes = takes
        """Which letters may stand in it; what cannot be shown never may."""
        self.done = False
        """Whether the last action was Return."""
        self._draft, self._draft_at = "", 0
        """What an input method is composing, and the cursor in it."""
        self._slide = 0
        """Pixels of the text that lie out of sight on the left."""

    @property
    def text(self) -> str:
        """What stands in it; what is only being composed does not."""
        return self.line.text

    @property
    def engaged(self) -> bool:
        """Whether keys are those of an input method just now."""
        return self.focused and bool(self._draft)

    @property
    def caret(self) -> pygame.Rect | None:
        """Where it writes: an input method shows beside it what may be chosen."""
        if not (self.focused and self.visible):
            return None
        inner = self._inner
        x = inner.left - self._slide + text_size(self._shown[: self._shown_at])[0]
        return pygame.Rect(x, inner.top + px(4), px(1), inner.height - px(8))

    @property
    def _inner(self) -> pygame.Rect:
        return self.rect.inflate(-px(20), -px(4))

    @property
    def _shown(self) -> str:
        """The text, with what is composed where it will stand."""
        return self.line.put(self._draft).text if self._draft else self.text

    @property
    def _shown_at(self) -> int:
        return self.line.span[0] + self._draft_at if self._draft else self.line.cursor

    def follow(self, old: Widget) -> None:
        """With the same selection, if it is the same text."""
        super().follow(old)
        if isinstance(old, TextField) and old.text == self.text:
            self.line, self._draft, self._draft_at = old.line, old._draft, old._draft_at

    # --- events ---
    def handle(self, event: pygame.event.Event) -> Action | None:
        """Write while it has the focus; a click gives it, a drag selects."""
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

    def _point(self, event: pygame.event.Event) -> None:
        """Follow the mouse."""
        self.track(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._set("focused", self.rect.collidepoint(event.pos))
            if self.focused:
                self._edited(self.line.moved(self._nearest(event.pos[0])))
        elif event.type == pygame.MOUSEMOTION and self.pressed:
            self._edited(self.line.moved(self._nearest(event.pos[0]), keep=True))

    def _key(self, event: pygame.event.Event) -> Action | None:
        if event.key in _HELD and event.mod & _COMMAND and not event.mod & pygame.KMOD_ALT:  # AltGr is Ctrl and Alt
            return self._held(event.key)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._edited(self.line, done=True)
        if event.key not in _STEPS:
            return None
        way, far = _STEPS[event.key]
        far = _further(event.mod) if far is Far.LETTER else far
        if event.key in _ERASING:
            return self._edited(self.line.erased(way, far))
        return self._edited(self.line.stepped(way, far, keep=bool(event.mod & pygame.KMOD_SHIFT)))

    def _held(self, key: int) -> Action | None:
        """A key with Ctrl (Cmd): A selects all, C copies the selection, X cuts it out, V pastes in its place."""
        if key == pygame.K_a:
            return self._edited(self.line.all())
        if key == pygame.K_v:
            return self._insert(pasted().strip())
        copied = copy(self.line.selected)
        return self._edited(self.line.put("")) if key == pygame.K_x and copied else None

    def _insert(self, typed: str) -> Action | None:
        """As much of a text as it takes and holds."""
        taken = "".join(letter for letter in typed if letter.isprintable() and self.takes(letter))
        taken = taken[: max(0, self.most - len(self.text) + len(self.line.selected))]
        return self._edited(self.line.put(taken)) if taken else None

    def write(self, text: str) -> None:
        """Let it hold another text."""
        self._edited(Line.of(text))

    def select_all(self) -> None:
        """Select all of it: what is typed next stands in its place."""
        self._edited(self.line.all())

    def _edited(self, line: Line, done: bool = False) -> Action | None:
        """An action if the text is another one or done with."""
        changed = line.text != self.text
        if line != self.line:
            self.touch()
        self.line, self.done = line, done
        return Action(self.name, self.text) if changed or done else None

    def _nearest(self, x: int) -> int:
        """The gap between letters that is nearest to a point of the picture."""
        start = self._inner.left - self._slide
        return min(range(len(self.text) + 1), key=lambda n: abs(start + text_size(self.text[:n])[0] - x))

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Draw the text, slid so that the cursor is in sight."""
        super().draw(surface)
        if not self.visible:
            return
        draw_box(surface, self.rect, WELL, radius=px(6), border=ACCENT if self.focused else EDGE_HIGH)
        inner, shown = self._inner, self._shown
        self._slide = self._slid(text_size(shown)[0], text_size(shown[: self._shown_at])[0])
        clip = surface.get_clip()
        surface.set_clip(inner.inflate(2, 0).clip(clip))
        if shown:
            self._draw_marks(surface)
            draw_text(surface, (inner.left - self._slide, inner.centery), shown, color=TEXT, anchor="midleft")
        else:
            draw_text(surface, inner.midleft, self.ghost, color=TEXT_FAINT, anchor="midleft", width=inner.width)
        caret = self.caret
        if caret is not None:
            surface.fill(ACCENT, caret)
        surface.set_clip(clip)

    def _slid(self, width: int, at: int) -> int:
        """How far the text is slid: no more than it must be, and from its beginning without the focus."""
        if not self.focused:
            return 0
        room = self._inner.width - px(2)
        return max(0, min(max(self._slide, at - room), at, max(0, width - room)))

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """What is selected lies on a bar, what is being composed over a line."""
        low, high = self.line.span
        if self._draft:
            high = low + len(self._draft)
        if low == high or not self.focused:
            return
        inner = self._inner
        left, right = (inner.left - self._slide + text_size(self._shown[:at])[0] for at in (low, high))
        if self._draft:
            surface.fill(ACCENT, (left, inner.bottom - px(5), right - left, px(1)))
        else:
            surface.fill(ACCENT_DEEP, (left, inner.top + px(3), right - left, inner.height - px(6)))


def _further(mod: int) -> Far:
    """How far a key leads with what is held beside it: Ctrl or Alt a word, Cmd to the end, each where it is usual."""
    if mod & pygame.KMOD_META:
        return Far.LINE
    return Far.WORD if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) else Far.LETTER


# --- entry ---
# A question that is answered by a line of text: Return takes it, Escape says no.

FIELD = 36
"""Height of the field."""


class Entry(Modal):
    """The action's value is the text, "" for no. What is given is selected, so that typing replaces it."""

    def __init__(
        self, name: str, screen: pygame.Rect, title: str, text: str, given: str, yes: str, *,
        takes: Callable[[str], bool] = str.isprintable,
    ) -> None:  # fmt: skip
        self.field = TextField("field", pygame.Rect(0, 0, 10, 10), given, takes=takes)
        self.field.focused = True
        self.field.select_all()
        super().__init__(name, screen, title, text, (("yes", yes, "primary"), ("no", "Cancel", "plain")))

    def layout(self, screen: pygame.Rect) -> None:
        """The field above the buttons."""
        super().layout(screen)
        self.box = self.box.inflate(0, px(FIELD + 16))
        self.box.clamp_ip(screen)
        for button in self.buttons.widgets:
            button.rect.bottom = self.box.bottom - px(20)
        left = self.box.left + px(24)
        bottom = min(button.rect.top for button in self.buttons.widgets) - px(16)
        self.field.rect = pygame.Rect(left, bottom - px(FIELD), self.box.width - px(48), px(FIELD))
        self.buttons.widgets.insert(0, self.field)

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Writing goes on; a button, Return, Escape and a click beside it end it."""
        made = super().handle(event)
        if made is None or made.value == self.field.name:
            return None
        return Action(self.name, self.field.text.strip() if made.value == "yes" else "")


# --- folder ---
# What a folder shows to somebody who looks for a file: folders, and files of one ending; hidden ones are not shown.

MOST = 5000
"""Entries of a folder that are looked at."""


class Shown(NamedTuple):
    """An entry of a folder."""

    path: Path
    folder: bool

    @property
    def name(self) -> str:
        """What it is called, in letters that can be shown."""
        whole = self.path.name.encode("utf-8", "replace").decode()
        return "".join(each if each.isprintable() else "?" for each in whole)


def listed(folder: Path, ending: str) -> tuple[Shown, ...]:
    """Its folders, then its files of that ending, in order of name. Raises OSError."""
    found = []
    with os.scandir(folder) as entries:
        for _, entry in zip(range(MOST), entries, strict=False):
            if entry.name.startswith("."):
                continue
            below = _is(entry, folder=True)
            if below or (entry.name.lower().endswith(ending) and _is(entry, folder=False)):
                found.append(Shown(folder / entry.name, below))
    return tuple(sorted(found, key=lambda each: (not each.folder, each.name.casefold(), each.name)))


def _is(entry: os.DirEntry[str], *, folder: bool) -> bool:
    try:
        return entry.is_dir() if folder else entry.is_file()
    except OSError:
        return False


# --- choice ---
# A choice among many: what is chosen, and on a click or Return the list of all, spread over what lies around it.

CHOICE_ROW = 34
"""Height of a row of the list."""
_NEXT = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class Choice(Widget):
    """A box that shows what is chosen. The action's value is the index of what was chosen now."""

    pressed_by_keys = True

    def __init__(
        self, name: str, rect: pygame.Rect, labels: Sequence[str], chosen: int, within: pygame.Rect, *,
        ink: Color = TEXT, role: str = "body",
    ) -> None:  # fmt: skip
        """The list of all stays `within` a rectangle."""
        super().__init__(name, rect)
        self.labels = tuple(labels)
        self.chosen = chosen
        self.within = pygame.Rect(within)
        self.ink, self.role = ink, role
        self.shown = ""
        """What it shows instead of the label of what is chosen."""
        self.list: ScrollList | None = None
        """The list of all while it is spread."""

    @property
    def spread(self) -> bool:
        """Whether its list lies over the others."""
        return self.list is not None

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Spread the list, choose from it; arrow keys choose while it has the focus."""
        if not self.visible or not self.enabled:
            return None
        if self.list is not None:
            return self._choosing(event, self.list)
        if self.track(event) or (self.focused and activates(event)):
            self._open()
        elif self.focused and event.type == pygame.KEYDOWN and event.key in _NEXT:
            return self._take(min(len(self.labels) - 1, max(0, self.chosen + _NEXT[event.key])))
        return None

    def _choosing(self, event: pygame.event.Event, listed: ScrollList) -> Action | None:
        """Escape, and a click beside the list, leave all as it is."""
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
        made = listed.handle(event)
        self.dirty = self.dirty or listed.dirty
        return self._take(int(made.value)) if made is not None else None

    def _take(self, index: int) -> Action | None:
        self._close()
        if index == self.chosen:
            return None
        self.chosen = index
        return Action(self.name, index)

    def _close(self) -> None:
        self.list, self.pressed = None, False
        self.touch()

    def _open(self) -> None:
        """Below the box where there is room for all or more than above it, else above."""
        gap = px(6)
        below, above = self.within.bottom - self.rect.bottom - gap, self.rect.top - self.within.top - gap
        high = px(CHOICE_ROW) * len(self.labels)
        down = below >= min(high, above)
        high = min(high, below if down else above)
        top = self.rect.bottom + gap if down else self.rect.top - gap - high
        made = ScrollList("all", pygame.Rect(self.rect.left, top, self.rect.width, high), draw_line, row=px(CHOICE_ROW))
        made.set_items(self.labels)
        made.chosen, made.focused = self.chosen, True
        made.scroll_to(self.chosen)
        self.list = made
        self.touch()

    def draw(self, surface: pygame.Surface) -> None:
        """What is chosen, with a mark that there is more; over everything the list."""
        super().draw(surface)
        if not self.visible:
            return
        lit = self.hovered or self.focused or self.spread
        fill = PANEL_HOVER if lit and self.enabled else PANEL_HIGH
        draw_box(surface, self.rect, fill, radius=px(6), border=ACCENT if self.focused or self.spread else EDGE_HIGH)
        ink = self.ink if self.enabled else TEXT_FAINT
        pos, text = (self.rect.left + px(12), self.rect.centery), self.shown or self.labels[self.chosen]
        draw_text(surface, pos, text, self.role, ink, anchor="midleft", width=self.rect.width - px(40))
        self._draw_mark(surface, ink)
        if self.list is not None:
            WRITTEN.cover(self.list.rect)
            draw_box(
                surface, self.list.rect.inflate(px(12), px(12)).move(0, px(4)), (0, 0, 0), radius=px(10), alpha=140
            )
            self.list.draw(surface)

    def _draw_mark(self, surface: pygame.Surface, ink: Color) -> None:
        size = (px(12), px(8))
        color = mix_colors(ink, PANEL_HIGH, 0.3)

        def draw(big: pygame.Surface, k: int) -> None:
            wide, high = big.get_size()
            points = [(k, k), (wide // 2, high - k), (wide - k, k)]
            pygame.draw.lines(big, color, False, points, 2 * k)

        pos = (self.rect.right - px(14) - size[0], self.rect.centery - size[1] // 2)
        stamp(surface, supersampled(("choice", color), size, draw), pos)


# --- chooser ---
# A question for a file: the folder one is in, what lies there, and a field for who would rather write where it is.

CHOOSER_ROW, CHOOSER_FIELD = 34, 36
LONGEST = 1000
"""Letters of a path that are written."""


class Chooser(Modal):
    """The action's value is the path, "" for no. A folder opens on a click, a file is taken on a second one."""

    def __init__(self, name: str, screen: pygame.Rect, title: str, folder: Path, ending: str, yes: str) -> None:
        self.folder, self.ending = folder, ending
        self.problem = ""
        self.field = TextField("path", pygame.Rect(0, 0, 10, 10), most=LONGEST)
        self.list = ScrollList("files", pygame.Rect(0, 0, 10, 10), _draw_row, row=px(CHOOSER_ROW))
        super().__init__(name, screen, title, "", (("yes", yes, "primary"), ("no", "Cancel", "plain")))
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
        up = pygame.Rect(inner.left, inner.top + px(46), px(64), px(CHOOSER_FIELD))
        self.field.rect = pygame.Rect(up.right + px(8), up.top, inner.right - up.right - px(8), px(CHOOSER_FIELD))
        top, low = up.bottom + px(12), min(button.rect.top for button in self.buttons.widgets) - px(16)
        self.list.rect = pygame.Rect(inner.left + px(2), top, inner.width - px(4), low - top)
        self.list.row = px(CHOOSER_ROW)
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
