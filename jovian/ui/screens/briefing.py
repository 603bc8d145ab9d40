"""The briefing: what the battle is about, where and how it is fought, what holds in it, and what it is fought for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame

from jovian.game.events import Started
from jovian.rules.scenario.objectives import known_role
from jovian.rules.sequence.sequence import Progress, progress
from jovian.rules.setup.briefing import Item, briefing
from jovian.ui.board import Scene, first_picture, picture
from jovian.ui.board.board_help import zone_areas
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_panel
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import BLADE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color, px
from jovian.ui.kit.widgets import Action, Button, ScrollList
from jovian.ui.panels.objectives_panel import heading, open_words, side_words, when_words
from jovian.ui.screens.navigation import ToBattle
from jovian.ui.screens.screen import Host, Row, Screen, draw_row, height_of, wrap_rows
from jovian.ui.session.session import Session

SHARES = (0.34, 0.4, 0.26)
"""How wide the columns are, of the whole."""


class BriefingScreen(Screen):
    """Opened before a game (`back` is None), where it leads into the battle, and from the battle at any time."""

    def __init__(self, app: Host, session: Session, back: Screen | None) -> None:
        super().__init__(app)
        self.session, self.back = session, back
        one, two = next(session.match.events.of(Started)).sides
        self.names = (one.name, two.name)
        self.view = session.view
        self.told = briefing(self.view, placed=bool(session.match.setup.scenario.models))
        self.objectives = progress(self.view)

    # --- layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """What it is about on the left, what it is fought for in the middle, the table and its course on the right."""
        super().layout(size)
        gap, top, low = px(20), px(84), px(84)
        wide = min(size[0] - 2 * gap, px(1600))
        left, high = (size[0] - wide) // 2, size[1] - top - low
        self._areas = []
        for share in SHARES:
            self._areas.append(pygame.Rect(left, top, round((wide - 2 * gap) * share), high))
            left = self._areas[-1].right + gap
        inner = [area.inflate(-px(36), -px(32)) for area in self._areas]
        across = min(inner[2].width, inner[2].height * 45 // 100)
        self._picture = self._pictured(across)
        self.table = self._picture.get_rect(midtop=inner[2].midtop)
        below = self.table.bottom + px(12)
        inner[2] = pygame.Rect(inner[2].left, below, inner[2].width, inner[2].bottom - below)
        lists = []
        for name, place, make in zip(("about", "for", "course"), inner, self._parts, strict=True):
            listed = ScrollList(name, place, draw_row, height_of=height_of, well=False)
            listed.set_items(list(make(place.width - px(14))))
            lists.append(listed)
        label, key = ("Begin", pygame.K_RETURN) if self.back is None else ("Back", pygame.K_RETURN)
        rect = pygame.Rect(0, 0, px(200), px(48))
        rect.midbottom = (size[0] // 2, size[1] - px(20))
        self.group.renew([*lists, Button("go", rect, label, kind="primary", key=key)])

    def _pictured(self, size: int) -> pygame.Surface:
        """The table in small: before the battle with what dice still say of it, then as it stands."""
        if self.back is None:
            return first_picture(self.view, size, zone_areas(self.view, self.names))
        return picture(self.view, size, Scene(zones=zone_areas(self.view, self.names)))

    # --- what it says ---
    @property
    def _parts(self) -> tuple[Callable[[int], Iterator[Row]], ...]:
        return self._about, self._fought_for, self._course

    def _about(self, width: int) -> Iterator[Row]:
        for text in self.told.paragraphs:
            yield from wrap_rows(text, width, "body", TEXT)
            yield Row("", high=px(8))
        yield from _items("Rules of this scenario", self.told.rules, width, WARN)
        yield from _items("What is carried", self.told.tokens, width, BLADE)

    def _course(self, width: int) -> Iterator[Row]:
        """Who fights whom, with the role of each where the scenario has roles and they are known."""
        for side in (0, 1):
            role = known_role(self.view, side) if self.back is not None else ""  # nobody has seen the dice before it
            yield Row(", the ".join(filter(None, (self.names[side], role))), "strong", SIDES[side].main, side=side)
        yield Row("", high=px(10))
        yield from _items("The battle", self.told.course, width)

    def _fought_for(self, width: int) -> Iterator[Row]:
        yield Row("OBJECTIVES", "caps", TEXT_FAINT, px(22))
        for each in self.objectives:
            yield from self._objective(each, width)
        yield Row("", high=px(6))
        ends = "The most Objective Points win; Victory Points break a tie. Victory Points are the Threat Value of what \
survives: half for what withdrew or never came, nothing for what is crippled or destroyed, half as much again for what \
was captured."
        yield from wrap_rows(ends, width, "small", TEXT_FAINT)

    def _objective(self, each: Progress, width: int) -> Iterator[Row]:
        yield from wrap_rows(heading(each)[:1].upper() + heading(each)[1:], width, "strong", BLADE)
        if self.back is not None:
            for side in (0, 1):
                if each.shares[side].eligible:
                    said = side_words(each, side, self.names)
                    yield from wrap_rows(said, width, "small", SIDES[side].light, side)
            when = (when_words(each, self.view.over), open_words(each, self.names))
            yield from wrap_rows(" ".join(filter(None, when)), width, "small", TEXT_SOFT)
        yield Row("", high=px(8))

    # --- answers ---
    def act(self, action: Action) -> None:
        """Go on to the battle, or back to it."""
        if action.name == "go":
            self.cancel()

    def handle(self, event: pygame.event.Event) -> None:
        """The key that opens it closes it, too."""
        if self.app.keymap.command(event) in ("briefing", "confirm", "end"):
            self.cancel()
        else:
            super().handle(event)

    def cancel(self) -> None:
        """On to the battle, or back to it."""
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToBattle(self.session))

    def draw(self, surface: pygame.Surface) -> None:
        """Title, both pages, the button."""
        surface.blit(backdrop(self.size), (0, 0))
        middle = self.size[0] // 2
        draw_text(surface, (middle, px(32)), self.told.name, "title", TEXT, anchor="center", width=self.size[0])
        said = "Briefing" if self.back is None else f"Briefing · turn {max(1, self.view.turn)}"
        draw_text(surface, (middle, px(58)), said, "small", TEXT_FAINT, anchor="center")
        for area in self._areas:
            draw_panel(surface, area)
        surface.blit(self._picture, self.table)
        self.group.draw(surface)
        self.dirty = False


def _items(title: str, items: tuple[Item, ...], width: int, color: Color = TEXT) -> Iterator[Row]:
    """A part of the page, each item with its heading and its place."""
    if not items:
        return
    yield Row(title.upper(), "caps", TEXT_FAINT, px(22))
    for each in items:
        yield Row(each.title, "strong", color)
        yield from wrap_rows(each.text, width, "body", TEXT_SOFT)
        if each.place:
            yield Row(each.place, "small", TEXT_FAINT)
        yield Row("", high=px(7))
