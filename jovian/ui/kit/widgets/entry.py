"""A question that is answered by a line of text: Return takes it, Escape says no."""

from __future__ import annotations

import pygame

from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets.base import Action
from jovian.ui.kit.widgets.field import TextField
from jovian.ui.kit.widgets.modal import Modal

FIELD = 36
"""Height of the field."""


class Entry(Modal):
    """The action's value is the text, "" for no."""

    def __init__(self, name: str, screen: pygame.Rect, title: str, text: str, given: str, yes: str) -> None:
        self.field = TextField("field", pygame.Rect(0, 0, 10, 10), given)
        self.field.focused = True
        super().__init__(name, screen, title, text, (("yes", yes, "primary"), ("no", "No", "plain")))

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

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Keys go to the field; a button, Return, Escape and a click beside it end it."""
        typing = event.type == pygame.TEXTINPUT or (
            event.type == pygame.KEYDOWN
            and event.key not in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_TAB)
        )
        inside = event.type == pygame.MOUSEBUTTONDOWN and self.field.rect.collidepoint(event.pos)
        if typing or inside:
            self.field.handle(event)
            self.dirty = True
            return None
        made = super().handle(event)
        if made is None:
            return None
        return Action(self.name, self.field.text.strip() if made.value == "yes" else "")

    def draw(self, surface: pygame.Surface) -> None:
        """The question with its field."""
        super().draw(surface)
        self.field.draw(surface)
