"""The title screen: a column of entries, the last game with its picture, and a small first game for newcomers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pygame

from jovian.cards import unit_cards
from jovian.game import base_shape
from jovian.packages import describe_missing
from jovian.rules.basics.rolls import pluralize
from jovian.rules.setup.briefing import playable_content
from jovian.ui.board.sprites import SpriteKey, blit_centered, figure_sprite
from jovian.ui.board.thumbnails import Thumbnails
from jovian.ui.kit.boxes import NOWHERE, Align, Box, button, column, item, line, pill, row, space, text
from jovian.ui.kit.draw import blit_premultiplied, draw_box, draw_key_cap, supersampled
from jovian.ui.kit.fonts import draw_text, line_height, text_size
from jovian.ui.kit.keyboard import KEYBOARD
from jovian.ui.kit.theme import (
    BLADE,
    EDGE,
    HIGH_CONTRAST,
    PANEL,
    TEXT_FAINT,
    TEXT_SOFT,
    VOID,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import NOTHING, Button, Signal
from jovian.ui.screens.navigation import (
    PLAY,
    REHEARSE,
    WATCH,
    ToEditor,
    ToFleets,
    ToFriend,
    ToLessons,
    ToNewGame,
    ToRules,
    ToSaves,
    ToSettings,
    open_lesson,
    open_slot,
    start_first_game,
)
from jovian.ui.screens.page import Page
from jovian.ui.screens.screen import Host, draw_players, leave_drafts, turn_words
from jovian.user_files import saves
from jovian.user_files.lesson_progress import LessonProgress, all_lessons, load_progress
from jovian.user_files.saves import format_time, game_name, read_title

SUBTITLE = "Ships, squadrons, and dice between the moons of Jupiter"
FIRST_WORDS = (
    "Eight short lessons teach the game. Or start with a ship and two squadrons on each side, four turns, against the "
    "cadet, the gentlest computer player."
)
ENTRY_WIDTH, MIN_ENTRY_WIDTH = 280, 220
CARD_WIDTH, CARD_PAD = 300, 14
MIN_SKY = 290
"""The unscaled width between column and card that the ships need."""
CLOUDS: tuple[Color, ...] = (
    (52, 38, 36), (66, 49, 44), (58, 42, 39), (78, 60, 51), (62, 45, 40), (84, 66, 55), (56, 41, 38), (70, 52, 46),
)  # fmt: skip
"""The colors of the stripes of the planet."""
STRIPES = 17


class TitleButton(Button):
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


class TitleScreen(Page):
    """The first page of the window."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        app.game = None
        self._listing = saves.Listing()
        self._listing.wait(whole=False)
        self._has_looked = self._is_looked_for
        self._lessons, progress = all_lessons(), load_progress()[0]
        self._undone = [lesson for lesson in self._lessons if not progress.get(lesson.key, LessonProgress()).done]
        self._thumbnails = Thumbnails()
        self._sky = Box()
        """The space between the column and the card."""
        self._is_wanted = False
        """Whether the picture of the last game was asked for."""

    @property
    def _newest(self) -> saves.SaveSlot | None:
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
            self.refresh()
        if self._newest is not None and not self._is_wanted:
            self._is_wanted = True
            self._thumbnails.want([self._newest])
        if self.app.modal is None and self._thumbnails.update(dt):
            self.dirty = True

    # --- Layout ---
    def compose(self) -> Box:
        """Return the column at the left, and at the right the last game, or a card for newcomers without a game."""
        heading = column(line("Jovian Wars", "display"), line(SUBTITLE, "body", TEXT_SOFT))
        entries = column(*self._entries(), gap=6, width=ENTRY_WIDTH, min_width=MIN_ENTRY_WIDTH)
        card = self._game_card(self._newest) if self._newest is not None else self._lessons_card()
        place = column(space(2), card, space(1), width=CARD_WIDTH) if self._has_looked else None
        self._sky = Box(grow=16, min_width=24)
        body = row(column(entries, space(1), width=ENTRY_WIDTH), self._sky, place, space(1), grow=14)
        return row(
            space(1), column(space(1), heading, body, gap=12, grow=16), pad=(16, 8, 16, 12), paint=self._draw_sky
        )  # fmt: skip

    def _entries(self) -> Iterator[Box]:
        """Yield the entries of the column with what they do."""
        app, newest = self.app, self._newest
        why_not = "No game has been saved yet" if self._has_looked else "Reading the saves…"
        yield self._entry("continue", "Continue", "", pygame.K_c, self._continue, "" if newest else why_not)
        yield self._entry("new", "Play", "a new game", pygame.K_n, self._play)
        is_begun = 0 < len(self._undone) < len(self._lessons)
        note = f"{len(self._undone)} of {len(self._lessons)} left" if is_begun else "learn step by step"
        yield self._entry("lessons", "Lessons", note, pygame.K_h, lambda: app.go(ToLessons()))
        missing = describe_missing("net")
        yield self._entry("friend", "With a friend", "elsewhere", pygame.K_w, lambda: app.go(ToFriend()), missing)
        yield self._entry("load", "Load", "all saved games", pygame.K_l, lambda: app.go(ToSaves(PLAY)))
        yield self._entry("fleets", "Fleets", "build your own", pygame.K_f, lambda: app.go(ToFleets()))
        yield self._entry("editor", "Scenarios", "make or change one", pygame.K_e, lambda: app.go(ToEditor()))
        yield self._entry("rehearse", "Rehearse", "play it many times", pygame.K_t, lambda: app.go(ToSaves(REHEARSE)))
        yield self._entry("replay", "Replays", "watch a game again", pygame.K_r, lambda: app.go(ToSaves(WATCH)))
        yield self._entry("rules", "Rules", "all in plain words", pygame.K_u, lambda: app.go(ToRules(self)))
        yield self._entry("settings", "Settings", "", pygame.K_s, lambda: app.go(ToSettings(self)))
        yield self._entry("quit", "Quit", "", pygame.K_q, lambda: leave_drafts(app, app.quit))

    def _entry(
        self, name: str, label: str, note: str, key: int, press: Callable[[], object], reason: str = ""
    ) -> Box:  # fmt: skip
        kind = "primary" if name == self._first else "plain"
        entry = TitleButton(name, NOWHERE, label, note, kind=kind, key=key)
        entry.set_enabled(not reason, reason)
        return item(entry, lambda _: self._leave_for(press), height=46, min_height=20)

    @property
    def _first(self) -> str:
        """The button that Enter presses."""
        return "continue" if self._newest is not None else "learn" if self._has_looked else "new"

    def _game_card(self, slot: saves.SaveSlot) -> Box:
        """Return the last game: its picture, its turn, and who plays."""
        parts = read_title(slot.title)
        turn = pill(turn_words(slot), BLADE) if parts.is_over or parts.turns else None
        title = row(line(parts.scenario, "heading", content_width=NOTHING, grow=1), turn, gap=8, align=Align.MIDDLE)
        played = line(f"{game_name(slot)} · played {format_time(slot.when)}", "small", TEXT_FAINT)
        players = Box(height_at=lambda _: 2 * (line_height("small") + px(2)), paint=lambda surface, rect: draw_players(
            surface, slot, rect.topleft, rect.width))  # fmt: skip
        go_on, learn = partial(self._leave_for, self._continue), partial(self._leave_for, self._learn)
        press = row(
            button("continue here", "Continue", go_on, kind="primary", height=38, grow=1),
            button("learn", "Next lesson", learn, height=38, grow=1) if self._undone else None, gap=8,
        )  # fmt: skip
        space_above = Box(height=10, min_height=2)
        below = column(title, players, played, space_above, press, gap=2, pad=(CARD_PAD, 0, CARD_PAD, 12))
        picture = Box(paint=partial(self._draw_picture, slot), height=CARD_WIDTH - 4, min_height=80)
        return column(picture, below, gap=8, pad=(2, 2, 2, 0), paint=partial(draw_card, edge=EDGE))

    def _lessons_card(self) -> Box:
        """Return the card that leads to the lessons."""
        done, count = len(self._lessons) - len(self._undone), len(self._lessons)
        title = f"{done} of {pluralize(count, 'lesson')} done" if done else "First time here?"
        learn, first = partial(self._leave_for, self._learn), partial(self._leave_for, self._start_first_game)
        return column(
            text(title, "heading", BLADE), text(FIRST_WORDS), Box(height=6, min_height=0),
            button("learn", "Next lesson" if done else "Learn to play", learn, kind="primary", height=38),
            button("first", "A small first game", first, height=38), gap=6, pad=(16, 12, 16, 12),
            paint=partial(draw_card, edge=BLADE),
        )  # fmt: skip

    # --- Input ---
    def commands(self) -> Mapping[str, Callable[[], None]]:
        return {"confirm": lambda: self.act(Signal(self._first)), "help": lambda: self.act(Signal("rules"))}

    def _leave_for(self, press: Callable[[], object]) -> None:
        """Stop making the picture, and do what an entry does."""
        self._thumbnails.end()
        self._is_wanted = False  # Ask again if the page stays, or is shown again.
        press()

    def _continue(self) -> None:
        if self._newest is not None:
            open_slot(self.app, self._newest, replay=False)

    def _play(self) -> None:
        ready_files = playable_content()
        if ready_files.scenarios:
            self.app.go(ToNewGame(ready=ready_files))
        else:
            self.app.say("; ".join(ready_files.left_out[:1]) or "There is no scenario.", bad=True)

    def _learn(self) -> None:
        open_lesson(self.app, (self._undone or self._lessons)[0])

    def _start_first_game(self) -> None:
        start_first_game(self.app)

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

    def _draw_sky(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the planet, and a ship of each side between the column and the card, if there is space."""
        if not HIGH_CONTRAST:
            self._draw_planet(surface)
        if self._sky.rect.width < px(MIN_SKY):
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

    def _draw_picture(self, slot: saves.SaveSlot, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the table of a save as large as it fits."""
        side = min(rect.size)
        place = pygame.Rect(0, 0, side, side)
        place.center = rect.center
        draw_box(surface, place, WELL, radius=px(6))
        image = self._thumbnails.find(slot, place.size)
        if image is not None:
            surface.blit(image, image.get_rect(center=place.center))


def draw_card(surface: pygame.Surface, rect: pygame.Rect, edge: Color) -> None:
    """Draw the background of a card."""
    draw_box(surface, rect, PANEL, radius=px(8), border=edge)
