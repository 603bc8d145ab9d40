"""A question that is answered by a line of text: Return takes it, Escape says no."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.ui.kit.forms.field import TextField
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets.base import Action
from jovian.ui.kit.widgets.modal import Modal

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
        self.buttons.widgets.insert(0, self.field)

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Writing goes on; a button, Return, Escape and a click beside it end it."""
        made = super().handle(event)
        if made is None or made.value == self.field.name:
            return None
        return Action(self.name, self.field.text.strip() if made.value == "yes" else "")
