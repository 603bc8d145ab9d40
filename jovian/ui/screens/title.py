"""The title screen: continue, play, load, replays, scenarios, settings, quit, and a small first game for newcomers."""

from __future__ import annotations

import pygame

from jovian.cards import CardError, unit_cards
from jovian.dice import random_seed
from jovian.game import base_shape
from jovian.match import Match
from jovian.play import setup_of
from jovian.rules.setup.briefing import playable_content
from jovian.ui.board.grid import backdrop
from jovian.ui.board.sprites import SpriteKey, blit_centered, sprite
from jovian.ui.files import saves
from jovian.ui.files.lesson_progress import all_lessons
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, wrap
from jovian.ui.kit.theme import BLADE, PANEL, TEXT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, Button
from jovian.ui.screens.navigation import (
    ToBriefing,
    ToEditor,
    ToLessons,
    ToNewGame,
    ToSaves,
    ToSettings,
    open_lesson,
    open_slot,
)
from jovian.ui.screens.screen import Host, Screen, leave_draft
from jovian.ui.session.session import Session

ENTRIES = (
    ("continue", "Continue", pygame.K_c), ("new", "Play", pygame.K_n), ("lessons", "Lessons", pygame.K_h),
    ("load", "Load", pygame.K_l),
    ("replay", "Replays", pygame.K_r), ("editor", "Scenarios", pygame.K_e),
    ("settings", "Settings", pygame.K_s), ("quit", "Quit", pygame.K_q),
)  # fmt: skip
NOTES = {
    "new": "Choose a scenario, fleets, and players", "load": "All saved games", "replay": "Watch a saved game again",
    "lessons": "Learn the game step by step", "editor": "Make a scenario, or change one",
}  # fmt: skip
"""The tooltips of the entries."""
FIRST, LEARN = "first", "learn"
FIRST_SCENARIO, FIRST_SEATS = "first-game", ("human", "cadet")
"""The scenario and the players of a newcomer's first game."""
FIRST_WORDS = (
    "Eight short lessons teach the game. Or start with a ship and two squadrons on each side, four turns, against the "
    "cadet, the gentlest computer player."
)
CARD_WIDTH = 330


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
        """Lay out a column of buttons at the left, and a card at the right as long as no game has been saved."""
        super().layout(size)
        width, height, gap = px(280), px(46), px(8)
        self._left, self._top = size[0] * 7 // 100, size[1] * 9 // 100
        top = self._top + line_height("display") + line_height("body") + px(20)
        height = min(height, (size[1] - top - px(12)) // len(ENTRIES) - gap)
        buttons = []
        for index, (name, label, key) in enumerate(ENTRIES):
            rect = pygame.Rect(self._left, top + index * (height + gap), width, height)
            kind = "primary" if name == self._first() else "plain"
            buttons.append(Button(name, rect, label, kind=kind, key=key, hint=NOTES.get(name, "")))
        self._card = pygame.Rect(0, 0, 0, 0)
        if self._has_looked and self._newest is None:
            card_width = min(px(CARD_WIDTH), size[0] - self._left - width - px(40))
            text_height = len(wrap(FIRST_WORDS, "body", card_width - px(32))) * line_height("body")
            self._card.size = card_width, px(24) + line_height("heading") + text_height + px(104)
            self._card.bottomright = size[0] - px(24), size[1] * 92 // 100
            place = pygame.Rect(self._card.left + px(16), self._card.bottom - px(50), card_width - px(32), px(38))
            buttons.append(Button(LEARN, place.move(0, -px(44)), "Learn to play", kind="primary"))
            buttons.append(Button(FIRST, place, "A small first game"))
        self.group.renew(buttons)
        newest = self._newest
        why_not = "No game has been saved yet" if self._has_looked else "Reading the saves…"
        self.group["continue"].set_enabled(newest is not None, why_not if newest is None else "")
        self.group["continue"].hint = newest.title if newest is not None else ""

    def _first(self) -> str:
        """Return the entry that Enter chooses."""
        return "continue" if self._newest is not None else LEARN if self._has_looked else "new"

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
        elif action.name == "lessons":
            self.app.go(ToLessons())
        elif action.name == LEARN:
            open_lesson(self.app, all_lessons()[0])
        elif action.name == FIRST:
            self._start_first_game()
        elif action.name == "editor":
            self.app.go(ToEditor())
        elif action.name == "settings":
            self.app.go(ToSettings(self))
        elif action.name == "quit":
            leave_draft(self.app, self.app.quit)

    def _start_first_game(self) -> None:
        """Start the newcomer's game, or show why its files can't be read."""
        try:
            match = Match(setup_of(FIRST_SCENARIO, seed=random_seed()), keep_all=True)
        except CardError as error:
            self.app.say(str(error), bad=True)
        else:
            self.app.go(ToBriefing(Session(match, FIRST_SEATS), None))

    def _ships(self, surface: pygame.Surface) -> None:
        """Draw a ship of each side, bow to bow across the page."""
        cards = unit_cards()
        for side, (key, heading, percent) in enumerate((("jovian/alexander", 62, 52), ("cega/appalachian", 242, 82))):
            card = cards.get(key)
            if card is None:
                continue
            sprite_key = SpriteKey(card.image, "capital", base_shape(card), side)
            center = (self.size[0] * percent // 100, self.size[1] * (58 - 26 * side) // 100)
            blit_centered(surface, sprite(sprite_key, float(px(52)), heading), center)

    def _draw_card(self, surface: pygame.Surface) -> None:
        draw_box(surface, self._card, PANEL, radius=px(8), border=BLADE)
        left, y = self._card.left + px(16), self._card.top + px(12)
        draw_text(surface, (left, y), "First time here?", "heading", BLADE)
        area = pygame.Rect(left, y + line_height("heading") + px(4), self._card.width - px(32), self._card.height)
        draw_wrapped(surface, area, FIRST_WORDS, "body", TEXT)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        self._ships(surface)
        rect = draw_text(surface, (self._left, self._top), "Jovian Wars", "display", TEXT)
        subtitle = "Ships, squadrons, and dice between the moons of Jupiter"
        draw_text(surface, (self._left, rect.bottom), subtitle, "body", TEXT_SOFT)
        if self._card.width:
            self._draw_card(surface)
        self.group.draw(surface)
        self.dirty = False
