"""A field for one line of text: selection, clipboard, words, input methods, a limit and a filter; Return confirms."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.ui.kit import clipboard
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.forms.line import Far, Line
from jovian.ui.kit.theme import ACCENT, ACCENT_DEEP, EDGE_HIGH, TEXT, TEXT_FAINT, WELL, px
from jovian.ui.kit.widgets.base import Action, Widget

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
        x = inner.left - self._slide + measure(self._shown[: self._shown_at])[0]
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
            return self._insert(clipboard.pasted().strip())
        copied = clipboard.copy(self.line.selected)
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
        return min(range(len(self.text) + 1), key=lambda n: abs(start + measure(self.text[:n])[0] - x))

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """Draw the text, slid so that the cursor is in sight."""
        super().draw(surface)
        if not self.visible:
            return
        box(surface, self.rect, WELL, radius=px(6), border=ACCENT if self.focused else EDGE_HIGH)
        inner, shown = self._inner, self._shown
        self._slide = self._slid(measure(shown)[0], measure(shown[: self._shown_at])[0])
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
        left, right = (inner.left - self._slide + measure(self._shown[:at])[0] for at in (low, high))
        if self._draft:
            surface.fill(ACCENT, (left, inner.bottom - px(5), right - left, px(1)))
        else:
            surface.fill(ACCENT_DEEP, (left, inner.top + px(3), right - left, inner.height - px(6)))


def _further(mod: int) -> Far:
    """How far a key leads with what is held beside it: Ctrl or Alt a word, Cmd to the end, each where it is usual."""
    if mod & pygame.KMOD_META:
        return Far.LINE
    return Far.WORD if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) else Far.LETTER
