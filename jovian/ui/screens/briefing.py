"""The briefing: the table, the story of the battle with its objectives and rules, and both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pygame

from jovian.descriptions.cards import entry_words, model_words
from jovian.game.events import Started
from jovian.game.game import OPEN
from jovian.rules.scenario.objectives import known_role
from jovian.rules.sequence.sequence import Progress, progress
from jovian.rules.setup.briefing import Item, briefing
from jovian.session.session import Session
from jovian.session.views import HUMAN, describe_player, player_name
from jovian.ui.board import GrowingPicture, Scene, first_picture, picture
from jovian.ui.board.board_help import zone_areas
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.draw import draw_panel
from jovian.ui.kit.fonts import draw_text, wrap
from jovian.ui.kit.theme import BLADE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color, px
from jovian.ui.kit.widgets import Action, Button, ScrollList
from jovian.ui.panels.objectives_panel import heading, open_words, side_words, when_words
from jovian.ui.screens.navigation import ToBattle, ToTitle
from jovian.ui.screens.screen import Host, Row, Screen, draw_row, height_of, wrap_rows

MIN_COURSE = 130
"""The unscaled height below the table from which the course of the battle is there."""
SCORING = (
    "The side with the most Objective Points wins. Victory Points break a tie: each side counts the Threat Value (TV) "
    "of its models, half for withdrawn ones, none for crippled or destroyed ones, and one and a half "
    "times for captured ones."
)
SECRET_LIST = "The fleet list is secret. Its models are revealed when they are deployed."


class BriefingScreen(Screen):
    """The briefing, opened before a game (`back` is None) or from a battle."""

    def __init__(self, app: Host, session: Session, back: Screen | None, origin: Screen | None = None) -> None:
        super().__init__(app)
        self.session, self.back, self._origin = session, back, origin
        one, two = next(session.match.events.of(Started)).sides
        self.names = (one.name, two.name)
        self._is_shared = back is None and session.hot_seat
        """Whether both players look on, so that it shows only what both know."""
        self.view = session.match.view(OPEN) if self._is_shared else session.view
        self.briefing_text = briefing(self.view, placed=bool(session.match.setup.scenario.models), names=self.names)
        self.objectives = progress(self.view)

    # --- Layout ---
    def layout(self, size: tuple[int, int]) -> None:
        """Lay out the table on the left, then the story with objectives and rules, then the sides with their models."""
        super().layout(size)
        gap, top, low = px(16), px(76), px(80)
        width, height = size[0] - 2 * gap, size[1] - top - low
        picture_width = min(height - px(24), width * 44 // 100)
        areas = [pygame.Rect(gap, top, picture_width + px(24), height)]
        rest = width - areas[0].width - 2 * gap
        areas.append(pygame.Rect(areas[0].right + gap, top, rest * 55 // 100, height))
        areas.append(pygame.Rect(areas[1].right + gap, top, rest - areas[1].width, height))
        self._areas = areas
        self._picture = GrowingPicture(self.view, picture_width, partial(self._make_picture, picture_width))
        self.table = self._picture.image.get_rect(midtop=(areas[0].centerx, top + px(12)))
        lists = []
        for name, area, rows_of in zip(("about", "sides"), areas[1:], self._sections, strict=True):
            place = area.inflate(-px(28), -px(24))
            scroll_list = ScrollList(name, place, draw_row, height_of=height_of, well=False)
            scroll_list.set_items(list(rows_of(place.width - px(14))))
            lists.append(scroll_list)
        course = pygame.Rect(areas[0].left + px(14), self.table.bottom + px(10), areas[0].width - px(28), 0)
        course.height = areas[0].bottom - px(12) - course.top
        if course.height >= px(MIN_COURSE):  # Else these rows are in the shorter of the columns.
            course_list = ScrollList("course", course, draw_row, height_of=height_of, well=False)
            course_list.set_items(list(self._course_rows(course.width - px(14))))
            lists.append(course_list)
        else:
            self.table.centery = areas[0].centery
            shorter = min(lists, key=lambda column: column.full)
            shorter.set_items([*shorter.items, *self._course_rows(shorter.rect.width - px(14))])
        rect = pygame.Rect(0, 0, px(200), px(48))
        rect.midbottom = (size[0] // 2, size[1] - px(18))
        go = Button("go", rect, "Begin" if self.back is None else "Back", kind="primary", key=pygame.K_RETURN)
        back = Button("back", pygame.Rect(gap, rect.top, px(160), rect.height), "Back")
        self.group.renew([*lists, go, *([back] if self.back is None else [])])

    def _make_picture(self, size: int) -> pygame.Surface:
        """Return the table in small: before the battle as the setup dice leave it open, then in its current state."""
        if self.back is None:
            return first_picture(self.view, size, zone_areas(self.view, self.names))
        return picture(self.view, size, Scene(zones=zone_areas(self.view, self.names)))

    @property
    def busy(self) -> bool:
        return self._picture.busy

    def update(self, dt: float) -> None:
        self.dirty |= self._picture.grow()

    def finish(self) -> None:
        while self.busy:
            self.update(0.0)

    # --- Texts ---
    @property
    def _sections(self) -> tuple[Callable[[int], Iterator[Row]], ...]:
        return self._about_rows, self._side_rows

    def _about_rows(self, width: int) -> Iterator[Row]:
        for text in self.briefing_text.paragraphs:
            yield from wrap_rows(text, width, "body", TEXT)
            yield Row("", height=px(8))
        yield Row("Objectives", "caps", TEXT_FAINT, px(22))
        for item in self.objectives:
            yield from self._rows_of_objective(item, width)
        yield from wrap_rows(SCORING, width, "small", TEXT_SOFT)
        yield Row("", height=px(10))
        yield from _item_rows("Rules of this scenario", self.briefing_text.rules, width, WARN)
        yield from _item_rows("Tokens", self.briefing_text.tokens, width, BLADE)

    def _side_rows(self, width: int) -> Iterator[Row]:
        """Yield both sides with their players and models, and their roles if the scenario has roles that are known."""
        for side in (0, 1):
            role = known_role(self.view, side) if self.back is not None else ""  # Before the battle it is still hidden.
            title = ", the ".join(filter(None, (self.names[side], role)))
            seat = self.session.seats[side]
            player = "You" if seat == HUMAN and not self.session.hot_seat else player_name(seat)
            text = ", ".join(filter(None, (player[:1].upper() + player[1:], describe_player(seat))))
            yield from wrap_rows(title, width, "heading", SIDES[side].main, side)
            yield from wrap_rows(text, width, "small", TEXT_SOFT)
            yield Row("", height=px(4))
            models = list(self._known_models(side))
            for words, tv, is_in_game in models:
                color = TEXT if is_in_game else TEXT_FAINT
                for number, line in enumerate(wrap(words, "body", width - px(60))):
                    cells = ((f"{tv} TV", TEXT_FAINT),) if not number else ()
                    yield Row(line, "body", color, cells=cells, indent=px(14) if number else 0)
            if not models:
                text = SECRET_LIST if self._is_shared else "You have seen no models of this side yet."
                yield from wrap_rows(text, width, "small", TEXT_SOFT)
            yield Row("", height=px(14))

    def _known_models(self, side: int) -> Iterator[tuple[str, str, bool]]:
        """Yield the words, the TV, and whether it is in the game for each model of a side that the viewer knows of.

        A player alone sees both fleets before the battle, because they chose both. Otherwise these are the models that
        the viewer has seen.
        """
        setup = self.session.match.setup
        if self.back is None and setup.fleets and not self._is_shared:
            for entry in setup.fleets[side].entries:
                yield *entry_words(entry, setup.cards), True
        else:
            for model in self.view.side_models(side):
                yield *model_words(model.name, model.card), model.is_in_game

    def _course_rows(self, width: int) -> Iterator[Row]:
        yield from _item_rows("The battle", self.briefing_text.course, width)

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
            self._go()
        elif action.name == "back":
            self.cancel()

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event. The key that opens the briefing also closes it."""
        command = self.app.keymap.command(event)
        if command in ("confirm", "end") or (command == "briefing" and self.back is not None):
            self._go()
        else:
            super().handle(event)

    def _go(self) -> None:
        """Start the battle, or go back to it."""
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToBattle(self.session))

    def cancel(self) -> None:
        """Go back to the battle, or without starting it to the page on which it was set up."""
        before = self.back or self._origin
        if before is not None:
            self.app.show(before)
        else:
            self.app.go(ToTitle())

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
        surface.blit(self._picture.image, self.table)
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
            yield Row(item.place, "small", TEXT)  # A long place loses its start, so that the link is whole.
        yield Row("", height=px(7))
