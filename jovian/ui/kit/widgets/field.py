"""A field for one line of text: typing, cursor, copy and paste; Return confirms."""

from __future__ import annotations

import pygame

from jovian.ui.kit import clipboard
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import ACCENT, EDGE_HIGH, TEXT, TEXT_FAINT, WELL, px
from jovian.ui.kit.widgets.base import Action, Widget


class TextField(Widget):
    """The action's value is the text, at every change and again at Return (`done`)."""

    def __init__(self, name: str, rect: pygame.Rect, text: str = "", *, ghost: str = "", most: int = 60) -> None:
        super().__init__(name, rect)
        self.text = text
        self.ghost = ghost
        """Shown faintly while it is empty."""
        self.most = most
        self.cursor = len(text)
        self.done = False
        """Whether the last action was Return."""

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Type while it has the focus; a click gives it."""
        if not self.visible or not self.enabled:
            return None
        self.track(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._set("focused", self.rect.collidepoint(event.pos))
            self.cursor = self._nearest(event.pos[0]) if self.focused else self.cursor
        if not self.focused:
            return None
        if event.type == pygame.TEXTINPUT:
            return self._insert(event.text)
        return self._key(event) if event.type == pygame.KEYDOWN else None

    def _insert(self, typed: str) -> Action | None:
        typed = "".join(letter for letter in typed if letter.isprintable())[: self.most - len(self.text)]
        if not typed:
            return None
        self.text = self.text[: self.cursor] + typed + self.text[self.cursor :]
        self.cursor += len(typed)
        return self._changed()

    def _changed(self, done: bool = False) -> Action:
        self.done = done
        self.touch()
        return Action(self.name, self.text)

    def _held(self, event: pygame.event.Event) -> Action | None:
        """A key with Ctrl (Cmd): V pastes at the cursor, C copies the whole text."""
        if event.key == pygame.K_v:
            return self._insert(clipboard.pasted().strip())
        if event.key == pygame.K_c:
            clipboard.copy(self.text)
        return None

    def _key(self, event: pygame.event.Event) -> Action | None:
        if event.key in (pygame.K_v, pygame.K_c) and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            return self._held(event)
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            return self._changed(done=True)
        if event.key == pygame.K_BACKSPACE and self.cursor:
            self.text = self.text[: self.cursor - 1] + self.text[self.cursor :]
            self.cursor -= 1
            return self._changed()
        if event.key == pygame.K_DELETE and self.cursor < len(self.text):
            self.text = self.text[: self.cursor] + self.text[self.cursor + 1 :]
            return self._changed()
        moves = {
            pygame.K_LEFT: self.cursor - 1, pygame.K_RIGHT: self.cursor + 1, pygame.K_HOME: 0,
            pygame.K_END: len(self.text),
        }  # fmt: skip
        if event.key in moves:
            self.cursor = min(len(self.text), max(0, moves[event.key]))
            self.touch()
        return None

    def _nearest(self, x: int) -> int:
        start = self.rect.left + px(10)
        return min(range(len(self.text) + 1), key=lambda n: abs(start + measure(self.text[:n])[0] - x))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the text, slid so that the cursor is in sight."""
        super().draw(surface)
        if not self.visible:
            return
        box(surface, self.rect, WELL, radius=px(6), border=ACCENT if self.focused else EDGE_HIGH)
        inner = self.rect.inflate(-px(20), -px(4))
        clip = surface.get_clip()
        surface.set_clip(inner.inflate(2, 0).clip(clip))
        slide = max(0, measure(self.text[: self.cursor])[0] - inner.width + 2)
        if self.text:
            draw_text(surface, (inner.left - slide, inner.centery), self.text, color=TEXT, anchor="midleft")
        else:
            draw_text(surface, inner.midleft, self.ghost, color=TEXT_FAINT, anchor="midleft", width=inner.width)
        if self.focused:
            x = inner.left - slide + measure(self.text[: self.cursor])[0]
            surface.fill(ACCENT, (x, inner.top + px(4), px(1), inner.height - px(8)))
        surface.set_clip(clip)
