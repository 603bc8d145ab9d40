"""The briefing: the story of the battle, its rules, table, and course, and the objectives."""

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
"""The width of each column, as a share of the whole."""


class BriefingScreen(Screen):
    """The briefing, opened before a game (`back` is None) or from a battle."""

    def __init__(self, app: Host, session: Session, back: Screen | None) -> None:
        super().__init__(app)
        self.session, self.back = session, back
        one, two = next(session.match.events.of(Started)).sides
        self.names = (one.name, two.name)
        self.view = session.view
        self.briefing_text = briefing(self.view, placed=bool(session.match.setup.scenario.models))
        self.objectives = progress(self.view)

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out the story on the left, the objectives in the middle, and the table with the course on the right."""
        super().layout(size)
        gap, top, low = px(20), px(84), px(84)
        width = min(size[0] - 2 * gap, px(1600))
        left, height = (size[0] - width) // 2, size[1] - top - low
        self._areas = []
        for share in SHARES:
            self._areas.append(pygame.Rect(left, top, round((width - 2 * gap) * share), height))
            left = self._areas[-1].right + gap
        inner = [area.inflate(-px(36), -px(32)) for area in self._areas]
        picture_width = min(inner[2].width, inner[2].height * 45 // 100)
        self._picture = self._make_picture(picture_width)
        self.table = self._picture.get_rect(midtop=inner[2].midtop)
        list_top = self.table.bottom + px(12)
        inner[2] = pygame.Rect(inner[2].left, list_top, inner[2].width, inner[2].bottom - list_top)
        lists = []
        for name, place, rows_of in zip(("about", "for", "course"), inner, self._sections, strict=True):
            scroll_list = ScrollList(name, place, draw_row, height_of=height_of, well=False)
            scroll_list.set_items(list(rows_of(place.width - px(14))))
            lists.append(scroll_list)
        label, key = ("Begin", pygame.K_RETURN) if self.back is None else ("Back", pygame.K_RETURN)
        rect = pygame.Rect(0, 0, px(200), px(48))
        rect.midbottom = (size[0] // 2, size[1] - px(20))
        self.group.renew([*lists, Button("go", rect, label, kind="primary", key=key)])

    def _make_picture(self, size: int) -> pygame.Surface:
        """Return the table in small: before the battle as the setup dice leave it open, then in its current state."""
        if self.back is None:
            return first_picture(self.view, size, zone_areas(self.view, self.names))
        return picture(self.view, size, Scene(zones=zone_areas(self.view, self.names)))

    # --- Texts ---
    @property
    def _sections(self) -> tuple[Callable[[int], Iterator[Row]], ...]:
        return self._about_rows, self._objective_rows, self._course_rows

    def _about_rows(self, width: int) -> Iterator[Row]:
        for text in self.briefing_text.paragraphs:
            yield from wrap_rows(text, width, "body", TEXT)
            yield Row("", height=px(8))
        yield from _item_rows("Rules of this scenario", self.briefing_text.rules, width, WARN)
        yield from _item_rows("Tokens", self.briefing_text.tokens, width, BLADE)

    def _course_rows(self, width: int) -> Iterator[Row]:
        """Yield the sides, with their roles if the scenario has roles that are known."""
        for side in (0, 1):
            role = (
                known_role(self.view, side) if self.back is not None else ""
            )  # Before the battle the dice for it are still hidden.
            yield Row(", the ".join(filter(None, (self.names[side], role))), "strong", SIDES[side].main, side=side)
        yield Row("", height=px(10))
        yield from _item_rows("The battle", self.briefing_text.course, width)

    def _objective_rows(self, width: int) -> Iterator[Row]:
        yield Row("Objectives", "caps", TEXT_FAINT, px(22))
        for item in self.objectives:
            yield from self._rows_of_objective(item, width)
        yield Row("", height=px(6))
        scoring = (
            "The side with the most Objective Points wins. Victory Points break a tie: the Threat Value of its models, "
            "half for withdrawn or undeployed ones, none for crippled or destroyed ones, one and a half times for "
            "captured ones."
        )
        yield from wrap_rows(scoring, width, "small", TEXT_FAINT)

    def _rows_of_objective(self, item: Progress, width: int) -> Iterator[Row]:
        yield from wrap_rows(heading(item)[:1].upper() + heading(item)[1:], width, "strong", BLADE)
        if self.back is not None:
            for side in (0, 1):
                if item.shares[side].eligible:
                    text = side_words(item, side, self.names)
                    yield from wrap_rows(text, width, "small", SIDES[side].light, side)
            when = (when_words(item, self.view.over), open_words(item, self.names))
            yield from wrap_rows(" ".join(filter(None, when)), width, "small", TEXT_SOFT)
        yield Row("", height=px(8))

    # --- Input ---
    def act(self, action: Action) -> None:
        if action.name == "go":
            self.cancel()

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event. The key that opens the briefing also closes it."""
        if self.app.keymap.command(event) in ("briefing", "confirm", "end"):
            self.cancel()
        else:
            super().handle(event)

    def cancel(self) -> None:
        """Start the battle, or go back to it."""
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToBattle(self.session))

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        middle = self.size[0] // 2
        draw_text(
            surface, (middle, px(32)), self.briefing_text.name, "title", TEXT, anchor="center", width=self.size[0]
        )
        subtitle = "Briefing" if self.back is None else f"Briefing · turn {max(1, self.view.turn)}"
        draw_text(surface, (middle, px(58)), subtitle, "small", TEXT_FAINT, anchor="center")
        for area in self._areas:
            draw_panel(surface, area)
        surface.blit(self._picture, self.table)
        self.group.draw(surface)
        self.dirty = False


def _item_rows(title: str, items: tuple[Item, ...], width: int, color: Color = TEXT) -> Iterator[Row]:
    """Yield a part of the page: its title, then each item with its heading and its rulebook place."""
    if not items:
        return
    yield Row(title, "caps", TEXT_FAINT, px(22))
    for item in items:
        yield Row(item.title, "strong", color)
        yield from wrap_rows(item.text, width, "body", TEXT_SOFT)
        if item.place:
            yield Row(item.place, "small", TEXT_FAINT)
        yield Row("", height=px(7))
