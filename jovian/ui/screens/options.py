"""The options of a game: every rule that may be played another way, and what each way means."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.rules.editions.variant import GameOption
from jovian.rules.setup.options import EDITION, edition_options, editions, rule_options
from jovian.ui.board.art.backdrop import backdrop
from jovian.ui.kit.draw import panel
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height
from jovian.ui.kit.theme import ACCENT, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, px
from jovian.ui.kit.widgets import Action, Button, ScrollList
from jovian.ui.screens.screen import Host, Screen

WAY, TEXT_OF = "way ", "text "
"""How the names of the buttons begin that choose a value, and all values of a text."""


class OptionsScreen(Screen):
    """`chosen` holds the changed options by name, and is changed here; `back` is the screen that it returns to."""

    def __init__(self, app: Host, chosen: dict[str, str], back: Screen) -> None:
        super().__init__(app)
        self.chosen, self.back = chosen, back
        self.options = rule_options()
        self.option = self.options[0]
        """The one that is looked at."""

    # --- layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """All options on the left, the ways of one on the right."""
        super().layout(size)
        gap, top, low = px(16), px(70), px(76)
        high = size[1] - top - low
        self._left = pygame.Rect(gap, top, size[0] * 36 // 100, high)
        self._right = pygame.Rect(self._left.right + gap, top, size[0] - self._left.right - 2 * gap, high)
        inner = self._left.inflate(-px(28), -px(52)).move(0, px(10))
        listed = ScrollList("options", inner, self._draw_option, row=px(36), well=False)
        listed.set_items(self.options)
        listed.chosen = self.options.index(self.option)
        y = size[1] - px(62)
        done = Button("done", pygame.Rect(size[0] - px(236), y, px(220), px(48)), "Done", kind="primary")
        texts = [self._text(number, text, y) for number, text in enumerate(editions())]
        self.group.renew([listed, *self._ways(), *texts, done])

    def _text(self, number: int, text: str, y: int) -> Button:
        """A button for all rules of one text."""
        left = px(16) + number * px(168)
        button = Button(TEXT_OF + text, pygame.Rect(left, y, px(156), px(48)), f"All as {text}")
        button.enabled = self.chosen_rules != edition_options(text)
        return button

    def _ways(self) -> list[Button]:
        """A button for each value, its words below it."""
        inner = self._right.inflate(-px(28), -px(52)).move(0, px(10))
        self._words: list[tuple[pygame.Rect, str, str]] = []
        made, y, now = [], inner.top, self.value(self.option)
        each = min(px(120), inner.height // len(self.option.values))
        for value in self.option.values:
            kind = "primary" if value == now else "plain"
            label = f"{value} · {EDITION}" if value == self.option.usual != EDITION else value
            made.append(Button(WAY + value, pygame.Rect(inner.left, y, px(220), px(36)), label, kind=kind))
            variant = self.option.variant(value)
            words = pygame.Rect(inner.left + px(236), y + px(4), inner.width - px(236), each - px(8))
            said = (variant.summary, variant.cited) if variant is not None else (self.option.summary, "")
            self._words.append((words, *said))
            y += each
        return made

    @property
    def chosen_rules(self) -> dict[str, str]:
        """The changed options that this page shows."""
        names = {option.name for option in self.options}
        return {name: value for name, value in self.chosen.items() if name in names}

    def value(self, option: GameOption) -> str:
        """What is chosen of an option."""
        return self.chosen.get(option.name, option.usual)

    # --- answers ---
    def act(self, action: Action) -> None:
        """Look at an option, choose a value, or go back."""
        name, value = action
        if name == "done":
            self.cancel()
        elif name == "options":
            self.option = self.options[int(value)]
        elif name.startswith(TEXT_OF):
            for rule in self.chosen_rules:
                del self.chosen[rule]
            self.chosen.update(edition_options(name.removeprefix(TEXT_OF)))
        elif name.startswith(WAY):
            self._choose(name.removeprefix(WAY))
        self.layout(self.size)

    def _choose(self, value: str) -> None:
        """What is as usual is not kept."""
        if value == self.option.usual:
            self.chosen.pop(self.option.name, None)
        else:
            self.chosen[self.option.name] = value

    def cancel(self) -> None:
        """Back to where it was opened; what was chosen stays."""
        self.app.show(self.back)

    # --- drawing ---
    def draw(self, surface: pygame.Surface) -> None:
        """The list, and the words of each way."""
        surface.blit(backdrop(self.size), (0, 0))
        draw_text(surface, (px(20), px(35)), "OPTIONS", "title", TEXT, anchor="midleft")
        panel(surface, self._left, "Rules that may be played another way")
        panel(surface, self._right, self.option.title)
        for rect, summary, place in self._words:
            y = draw_wrapped(surface, rect, summary, "body", TEXT)
            if place:
                draw_text(surface, (rect.left, y + px(2)), place, "small", TEXT_FAINT, width=rect.width)
        self.group.draw(surface)
        self.dirty = False

    def _draw_option(self, surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
        value, middle = self.value(item), rect.top + (rect.height - line_height("body")) // 2
        usual = value == item.usual
        ink, note = ACCENT if chosen else TEXT if hovered else TEXT_SOFT, TEXT_FAINT if usual else WARN
        draw_text(surface, (rect.left + px(10), middle), item.title, "body", ink, width=rect.width * 60 // 100)
        draw_text(surface, (rect.right - px(10), middle), value, "body", note, anchor="topright")
