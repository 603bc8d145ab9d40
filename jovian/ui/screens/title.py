"""The title screen: new game, continue, load, replay, scenario editor, settings, quit."""

from __future__ import annotations

import pygame

from jovian.cards import unit_cards
from jovian.game import base_shape
from jovian.rules.setup.briefing import playable_content
from jovian.ui.board.grid import backdrop
from jovian.ui.board.sprites import SpriteKey, blit_centered, sprite
from jovian.ui.files import saves
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Action, Button
from jovian.ui.screens.navigation import ToEditor, ToNewGame, ToSaves, ToSettings, open_slot
from jovian.ui.screens.screen import Host, Screen, leave_draft

ENTRIES = (
    ("new", "New game", pygame.K_n), ("continue", "Continue", pygame.K_c), ("load", "Load", pygame.K_l),
    ("replay", "Replay", pygame.K_r), ("editor", "Scenario editor", pygame.K_e),
    ("settings", "Settings", pygame.K_s), ("quit", "Quit", pygame.K_q),
)  # fmt: skip


class TitleScreen(Screen):
    """The first page of the window."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        app.game = None
        self._listing = saves.Listing()
        self._listing.wait(whole=False)
        self._has_looked = self._is_looked_for

    @property
    def _newest(self) -> saves.Slot | None:
        """The newest save, None if there is none or none has been read yet."""
        return self._listing.slots[0] if self._listing.slots else None

    @property
    def _is_looked_for(self) -> bool:
        """Whether the newest save has been looked for."""
        return self._newest is not None or self._listing.done

    @property
    def busy(self) -> bool:
        """Whether the newest save is still being looked for."""
        return not self._has_looked

    def update(self, dt: float) -> None:
        """Enable Continue once the newest save has been read."""
        if not self._has_looked and self._is_looked_for:
            self._has_looked = True
            self.layout(self.size)

    def layout(self, size: tuple[int, int]) -> None:
        """Lay out a column of buttons in the lower middle."""
        super().layout(size)
        width, height, gap = px(280), px(46), px(10)
        top = max(size[1] * 36 // 100, size[1] - len(ENTRIES) * (height + gap) - px(60))
        top = min(top, size[1] * 40 // 100)
        height = min(height, (size[1] - top - px(12)) // len(ENTRIES) - gap)
        buttons = []
        for index, (name, label, key) in enumerate(ENTRIES):
            rect = pygame.Rect((size[0] - width) // 2, top + index * (height + gap), width, height)
            kind = "primary" if name == self._first() else "plain"
            buttons.append(Button(name, rect, label, kind=kind, key=key))
        self.group.renew(buttons)
        newest = self._newest
        why_not = "No game has been saved yet" if self._has_looked else "Reading the saves…"
        self.group["continue"].set_enabled(newest is not None, why_not if newest is None else "")
        self.group["continue"].hint = newest.title if newest is not None else ""

    def _first(self) -> str:
        return "continue" if self._newest is not None else "new"

    def handle(self, event: pygame.event.Event) -> None:
        if self.app.keymap.command(event) == "confirm" and self.group.focus is None:
            self.act(Action(self._first()))
        else:
            super().handle(event)

    def act(self, action: Action) -> None:
        if action.name == "new":
            ready_files = playable_content()
            if ready_files.scenarios:
                self.app.go(ToNewGame())
            else:
                self.app.say("; ".join(ready_files.left_out[:1]) or "There is no scenario.", bad=True)
        elif action.name == "continue" and self._newest is not None:
            open_slot(self.app, self._newest, replay=False)
        elif action.name in ("load", "replay"):
            self.app.go(ToSaves(watch=action.name == "replay"))
        elif action.name == "editor":
            self.app.go(ToEditor())
        elif action.name == "settings":
            self.app.go(ToSettings(self))
        elif action.name == "quit":
            leave_draft(self.app, self.app.quit)

    def _ships(self, surface: pygame.Surface) -> None:
        """Draw a ship of each side, bow to bow across the page."""
        cards = unit_cards()
        for side, (key, heading, percent) in enumerate((("jovian/alexander", 78, 17), ("cega/appalachian", 258, 83))):
            card = cards.get(key)
            if card is None:
                continue
            sprite_key = SpriteKey(card.image, "capital", base_shape(card), side)
            center = (self.size[0] * percent // 100, self.size[1] * 58 // 100)
            blit_centered(surface, sprite(sprite_key, float(px(52)), heading), center)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        middle, y = self.size[0] // 2, self.size[1] * 17 // 100
        rect = draw_text(surface, (middle, y), "Jovian Wars", "display", TEXT, anchor="center")
        for side, x in ((0, rect.left - px(26)), (1, rect.right + px(26))):
            colors = SIDES[side]
            surface.fill(mix_colors(colors.main, (0, 0, 0), 0.2), (min(x, middle), rect.centery, 1, 1))
            length = px(150)
            start = x - length if side == 0 else x
            surface.fill(colors.main, (start, rect.centery - 1, length, px(2)))
        self._ships(surface)
        subtitle = "Fleet battles among the moons"
        draw_text(surface, (middle, rect.bottom + px(18)), subtitle, "body", TEXT_SOFT, anchor="center")
        surface.fill(mix_colors(ACCENT, (0, 0, 0), 0.6), (middle - px(60), rect.bottom + px(38), px(120), 1))
        self.group.draw(surface)
        self.dirty = False
