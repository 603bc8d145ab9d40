"""The title screen: a column of entries, the last game with its picture, and a small first game for newcomers."""

from __future__ import annotations

import pygame

from jovian.cards import unit_cards
from jovian.game import base_shape
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.briefing import playable_content
from jovian.ui.board.grid import backdrop
from jovian.ui.board.sprites import SpriteKey, blit_centered, figure_sprite
from jovian.ui.board.thumbnails import Thumbnails
from jovian.ui.kit.draw import blit_premultiplied, draw_box, draw_key_cap, draw_pill, pill_size, supersampled
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.keyboard import KEYBOARD
from jovian.ui.kit.theme import (
    BLADE,
    EDGE,
    HIGH_CONTRAST,
    PANEL,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    VOID,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Action, Button
from jovian.ui.screens.navigation import (
    PLAY,
    REHEARSE,
    WATCH,
    ToEditor,
    ToFleets,
    ToLessons,
    ToNewGame,
    ToRules,
    ToSaves,
    ToSettings,
    open_lesson,
    open_slot,
    start_first_game,
)
from jovian.ui.screens.screen import Host, Screen, draw_players, leave_drafts, turn_words
from jovian.user_files import saves
from jovian.user_files.lesson_progress import Progress, all_lessons, load_progress
from jovian.user_files.saves import format_time, game_name, read_title

ENTRIES = (
    ("continue", "Continue", pygame.K_c), ("new", "Play", pygame.K_n), ("lessons", "Lessons", pygame.K_h),
    ("load", "Load", pygame.K_l), ("fleets", "Fleets", pygame.K_f), ("editor", "Scenarios", pygame.K_e),
    ("rehearse", "Rehearse", pygame.K_t), ("replay", "Replays", pygame.K_r), ("rules", "Rules", pygame.K_u),
    ("settings", "Settings", pygame.K_s), ("quit", "Quit", pygame.K_q),
)  # fmt: skip
"""The entries of the column: name, label, key."""
NOTES = {
    "new": "a new game", "lessons": "learn step by step", "load": "all saved games", "fleets": "build your own",
    "editor": "make or change one",
    "rehearse": "play it many times", "replay": "watch a game again",
    "rules": "all in plain words",
}  # fmt: skip
"""What the entries say about themselves."""
FIRST, LEARN = "first", "learn"
FIRST_WORDS = (
    "Eight short lessons teach the game. Or start with a ship and two squadrons on each side, four turns, against the "
    "cadet, the gentlest computer player."
)
CARD_WIDTH = 300
MIN_SKY = 290
"""The unscaled width between column and card that the ships need."""
CLOUDS: tuple[Color, ...] = (
    (52, 38, 36), (66, 49, 44), (58, 42, 39), (78, 60, 51), (62, 45, 40), (84, 66, 55), (56, 41, 38), (70, 52, 46),
)  # fmt: skip
"""The colors of the stripes of the planet."""
STRIPES = 17


class Entry(Button):
    """An entry of the column: its label at the left, what it says about itself and its key at the right."""

    def __init__(self, name: str, rect: pygame.Rect, label: str, note: str, *, kind: str, key: int) -> None:
        super().__init__(name, rect, label, kind=kind, key=key)
        self.note = note

    def draw(self, surface: pygame.Surface) -> None:
        label, key, self.label, self.key = self.label, self.key, "", 0
        super().draw(surface)
        self.label, self.key = label, key
        ink, fill = self._colors()[2], self._colors()[0]
        box = draw_text(surface, (self.rect.left + px(16), self.rect.centery), label, "heading", ink, anchor="midleft")
        pos = (self.rect.right - px(14), self.rect.centery)
        rect = draw_key_cap(surface, pos, KEYBOARD.cap(pygame.key.name(key)), ink, fill)
        width = rect.left - box.right - px(18)
        pos = (rect.left - px(8), self.rect.centery)
        if text_size(self.note, "small")[0] <= width:
            draw_text(surface, pos, self.note, "small", mix_colors(ink, fill, 0.35), anchor="midright")


class TitleScreen(Screen):
    """The first page of the window."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        app.game = None
        self._listing = saves.Listing()
        self._listing.wait(whole=False)
        self._has_looked = self._is_looked_for
        self._lessons, progress = all_lessons(), load_progress()[0]
        self._undone = [lesson for lesson in self._lessons if not progress.get(lesson.key, Progress()).done]
        self._thumbnails = Thumbnails()
        self._is_wanted = False
        """Whether the picture of the last game was asked for."""

    @property
    def _newest(self) -> saves.Slot | None:
        """The newest save that can be continued, None if there is none or none has been read yet."""
        return next((slot for slot in self._listing.slots if not slot.is_copy), None)

    @property
    def _is_looked_for(self) -> bool:
        """Whether the newest save has been looked for."""
        return self._newest is not None or self._listing.done

    @property
    def busy(self) -> bool:
        """Whether the newest save is still being looked for, or its picture is being made."""
        return not self._has_looked or self._thumbnails.busy

    def update(self, dt: float) -> None:
        """Enable Continue once the newest save has been read, and make its picture."""
        if not self._has_looked and self._is_looked_for:
            self._has_looked = True
            self.layout(self.size)
        if self._newest is not None and not self._is_wanted:
            self._is_wanted = True
            self._thumbnails.want([self._newest])
        if self.app.modal is None and self._thumbnails.update(dt):
            self.dirty = True

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out the column at the left, and at the right the last game, or a card for newcomers without a game."""
        super().layout(size)
        self._left, self._top = size[0] * 66 // 1000, size[1] * 6 // 100
        width, gap = max(px(240), min(px(280), size[0] * 28 // 100)), px(6)
        top = self._top + line_height("display") + line_height("body") + px(18)
        height = min(px(46), (size[1] - top - px(12)) // len(ENTRIES) - gap)
        buttons: list[Button] = []
        for index, (name, label, key) in enumerate(ENTRIES):
            rect = pygame.Rect(self._left, top + index * (height + gap), width, height)
            kind = "primary" if name == self._first() else "plain"
            buttons.append(Entry(name, rect, label, NOTES.get(name, ""), kind=kind, key=key))
        room = size[0] - self._left - width - px(64)
        self._card, self._game = pygame.Rect(0, 0, 0, 0), pygame.Rect(0, 0, 0, 0)
        if self._newest is not None:
            self._lay_game(room)
            place = pygame.Rect(self._game.left + px(14), self._game.bottom - px(50), self._game.width - px(28), px(38))
            buttons.append(Button("continue here", place, "Continue", kind="primary"))
        elif self._has_looked:
            card_width = min(px(CARD_WIDTH + 30), room)
            text_height = len(wrap(FIRST_WORDS, "body", card_width - px(32))) * line_height("body")
            self._card.size = card_width, px(24) + line_height("heading") + text_height + px(104)
            self._card.bottomright = size[0] - px(40), size[1] * 90 // 100
            place = pygame.Rect(self._card.left + px(16), self._card.bottom - px(50), card_width - px(32), px(38))
            buttons.append(Button(LEARN, place.move(0, -px(44)), "Learn to play", kind="primary"))
            buttons.append(Button(FIRST, place, "A small first game"))
        self.group.renew(buttons)
        why_not = "No game has been saved yet" if self._has_looked else "Reading the saves…"
        self.group["continue"].set_enabled(self._newest is not None, why_not)

    def _lay_game(self, room: int) -> None:
        """Lay out the card of the last game: as wide as its text needs, with a picture as large as the rest allows."""
        width = min(px(CARD_WIDTH), room)
        below = px(30) + line_height("heading") + 3 * line_height("small") + px(56)
        side = max(px(80), min(width - px(4), self.size[1] - self._top - below - px(24)))
        self._game = pygame.Rect(0, self.size[1] * 14 // 100, width, side + below)
        self._game.bottom = min(self._game.bottom, self.size[1] - px(12))
        self._game.right = self.size[0] - px(60) if room > width else self.size[0] - px(24)
        self._picture = pygame.Rect(0, 0, side, side)
        self._picture.midtop = self._game.centerx, self._game.top + px(2)

    def _first(self) -> str:
        """Return the entry that Enter chooses."""
        return "continue" if self._newest is not None else LEARN if self._has_looked else "new"

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        if self.app.keymap.command(event) == "confirm" and self.group.focus is None:
            self.act(Action(self._first()))
        elif self.app.keymap.command(event) == "help":
            self.act(Action("rules"))
        else:
            super().handle(event)

    def act(self, action: Action) -> None:
        purposes = {"load": PLAY, "replay": WATCH, "rehearse": REHEARSE}
        self._thumbnails.end()
        self._is_wanted = False  # Ask again if the page stays, or is shown again.
        if action.name == "new":
            ready_files = playable_content()
            if ready_files.scenarios:
                self.app.go(ToNewGame(ready=ready_files))
            else:
                self.app.say("; ".join(ready_files.left_out[:1]) or "There is no scenario.", bad=True)
        elif action.name in ("continue", "continue here") and self._newest is not None:
            open_slot(self.app, self._newest, replay=False)
        elif action.name in purposes:
            self.app.go(ToSaves(purposes[action.name]))
        elif action.name == "lessons":
            self.app.go(ToLessons())
        elif action.name == LEARN:
            open_lesson(self.app, (self._undone or self._lessons)[0])
        elif action.name == FIRST:
            start_first_game(self.app)
        elif action.name == "fleets":
            self.app.go(ToFleets())
        elif action.name == "editor":
            self.app.go(ToEditor())
        elif action.name == "rules":
            self.app.go(ToRules(self))
        elif action.name == "settings":
            self.app.go(ToSettings(self))
        elif action.name == "quit":
            leave_drafts(self.app, self.app.quit)

    # --- Drawing ---
    def _draw_planet(self, surface: pygame.Surface) -> None:
        """Draw Jupiter rising behind the right edge."""
        radius = self.size[0] * 30 // 100
        size = (self.size[0] - self.size[0] * 55 // 100, self.size[1] * 62 // 100)

        def draw(big: pygame.Surface, k: int) -> None:
            center, reach = (size[0] * k * 82 // 100, radius * k * 108 // 100), radius * k
            pygame.draw.circle(big, (0, 0, 0, 255), center, reach)
            stripes = pygame.Surface((1, 2 * STRIPES))
            for number in range(2 * STRIPES):  # Two equal pixels keep the middle of a stripe plain.
                stripes.set_at((0, number), mix_colors(CLOUDS[number // 2 % len(CLOUDS)], VOID, 0.25))
            bands = pygame.Surface(big.get_size(), pygame.SRCALPHA)
            tall = pygame.transform.smoothscale(stripes, (bands.get_width(), 2 * reach))
            bands.blit(tall, (0, center[1] - reach))
            big.blit(bands, (0, 0), special_flags=pygame.BLEND_RGB_ADD)

        image = supersampled(("planet", self.size), size, draw, 2)
        blit_premultiplied(surface, image, (self.size[0] - size[0], self.size[1] - size[1]))

    def _ships(self, surface: pygame.Surface) -> None:
        """Draw a ship of each side between the column and the card, if there is space."""
        card_left = min(rect.left for rect in (self._game, self._card, surface.get_rect(left=self.size[0])) if rect)
        if card_left - self.group["continue"].rect.right < px(MIN_SKY):
            return
        cards = unit_cards()
        ships = (("jovian/alexander", 62, 46, 42, 230), ("cega/appalachian", 292, 56, 80, 140))
        for side, (key, heading, right, down, size) in enumerate(ships):
            card = cards.get(key)
            if card is None:
                continue
            sprite_key = SpriteKey(card.image, "capital", base_shape(card), side)
            center = (self.size[0] * right // 100, self.size[1] * down // 100)
            blit_centered(surface, figure_sprite(sprite_key, px(size), heading), center)

    def _draw_card(self, surface: pygame.Surface) -> None:
        draw_box(surface, self._card, PANEL, radius=px(8), border=BLADE)
        left, y = self._card.left + px(16), self._card.top + px(12)
        done, count = len(self._lessons) - len(self._undone), len(self._lessons)
        title = f"{done} of {pluralize(count, 'lesson')} done" if done else "First time here?"
        draw_text(surface, (left, y), title, "heading", BLADE)
        area = pygame.Rect(left, y + line_height("heading") + px(4), self._card.width - px(32), self._card.height)
        draw_wrapped(surface, area, FIRST_WORDS, "body", TEXT)

    def _draw_game(self, surface: pygame.Surface, slot: saves.Slot) -> None:
        """Draw the last game: its picture, its turn, and who plays."""
        draw_box(surface, self._game, PANEL, radius=px(8), border=EDGE)
        draw_box(surface, self._picture, WELL, radius=px(6))
        image = self._thumbnails.find(slot, self._picture.size)
        if image is not None:
            surface.blit(image, image.get_rect(center=self._picture.center))
        parts, left, right = read_title(slot.title), self._game.left + px(14), self._game.right - px(14)
        y = self._picture.bottom + px(10)
        role = "heading"
        if parts.is_over or parts.turns:
            pill = draw_pill(surface, (right, y), turn_words(slot), BLADE, anchor="topright")
            right = pill.left - px(8)
            role = role if text_size(parts.scenario, role)[0] <= right - left else "strong"
        draw_text(surface, (left, y), parts.scenario, role, TEXT, width=right - left)
        y += max(line_height("heading"), pill_size("Over")[1]) + px(4)
        y = draw_players(surface, slot, (left, y), self._game.width - px(28))
        words = f"{game_name(slot)} · played {format_time(slot.when)}"
        draw_text(surface, (left, y), words, "small", TEXT_FAINT, width=self._game.width - px(28))

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        if not HIGH_CONTRAST:
            self._draw_planet(surface)
        self._ships(surface)
        rect = draw_text(surface, (self._left, self._top), "Jovian Wars", "display", TEXT)
        subtitle = "Ships, squadrons, and dice between the moons of Jupiter"
        draw_text(surface, (self._left, rect.bottom), subtitle, "body", TEXT_SOFT)
        if self._card.width:
            self._draw_card(surface)
        if self._newest is not None and self._game.width:
            self._draw_game(surface, self._newest)
        self.group.draw(surface)
        self.dirty = False
