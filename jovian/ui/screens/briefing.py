"""The briefing: the table, the story of the battle with its objectives and rules, and both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pygame

from jovian.descriptions.cards import entry_words, model_words
from jovian.game.events import Started
from jovian.game.game import OPEN
from jovian.rules.scenario.objectives import known_role
from jovian.rules.sequence.sequence import ObjectiveProgress, progress
from jovian.rules.setup.briefing import Item, briefing
from jovian.session.session import Session
from jovian.session.views import describe_player
from jovian.ui.board import GrowingPicture, Scene, first_picture, picture
from jovian.ui.board.board_help import zone_areas
from jovian.ui.kit.boxes import NOWHERE, Box, button, column, item, line, panel, row, space
from jovian.ui.kit.fonts import wrap
from jovian.ui.kit.theme import BLADE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color, px
from jovian.ui.kit.widgets import NOTHING, ScrollList
from jovian.ui.panels.objectives import heading, open_words, side_words, when_words
from jovian.ui.screens.navigation import ToBattle, ToTitle
from jovian.ui.screens.page import BUTTON_WIDTH, EDGES, FOOT_HEIGHT, Page
from jovian.ui.screens.screen import Host, Screen, TextRow, draw_row, height_of, wrap_rows

MIN_TABLE = 160
MIN_COURSE = 130
"""The unscaled height below the table from which the course of the battle is there."""
SCORING = (
    "The side with the most Objective Points wins. Victory Points break a tie: each side counts the Threat Value (TV) "
    "of its models, half for withdrawn ones, none for crippled or destroyed ones, and one and a half "
    "times for captured ones."
)
SECRET_LIST = "The fleet list is secret. Its models are revealed when they are deployed."


class BriefingScreen(Page):
    """The briefing, opened before a game (`back` is None) or from a battle."""

    def __init__(self, app: Host, session: Session, back: Screen | None, origin: Screen | None = None) -> None:
        super().__init__(app)
        self.session, self.back, self._origin = session, back, origin
        one, two = next(session.match.events.of(Started)).sides
        self.names = (one.name, two.name)
        self._is_shared = back is None and session.hot_seat
        """Whether both players are viewers, so that it shows only what both know."""
        self.view = session.match.view(OPEN) if self._is_shared else session.view
        self.briefing_text = briefing(self.view, placed=session.match.places_models, names=self.names)
        self.objectives = progress(self.view)
        self._picture: GrowingPicture | None = None
        self._table = Box()

    # --- Layout ---
    def compose(self) -> Box:
        """Return the table on the left, then the story with objectives and rules, then the sides with their models."""
        self._lists = {name: ScrollList(name, NOWHERE, draw_row, height_of=height_of, well=False)
                       for name in ("course", "about", "sides")}  # fmt: skip
        course, about, sides = (item(rows, grow=1, min_height=0) for rows in self._lists.values())
        self._table = Box(
            paint=self._draw_table, height_at=lambda width: width, min_height=MIN_TABLE, on_place=self._set_table
        )  # fmt: skip
        subtitle = "Briefing" if self.back is None else f"Briefing · turn {max(1, self.view.turn)}"
        left = panel("", self._table, course, gap=10, grow=44)
        body = row(left, panel("", about, grow=31), panel("", sides, grow=25), gap=16, grow=1)
        back = button("back", "Back", self.cancel, width=BUTTON_WIDTH) if self.back is None else Box(width=BUTTON_WIDTH)
        label = "Begin" if self.back is None else "Back"
        go = button("go", label, self._go, kind="primary", key=pygame.K_RETURN, width=200)
        return column(
            line(self.briefing_text.name, "title", anchor="center", content_width=NOTHING),
            line(subtitle, "small", TEXT_FAINT, anchor="center"), Box(height=8), body, Box(height=10),
            row(back, space(), go, space(), Box(width=BUTTON_WIDTH), height=FOOT_HEIGHT), pad=EDGES,
        )  # fmt: skip

    def _set_table(self, rect: pygame.Rect) -> None:
        """Make the picture of the table, if it has another size now."""
        side = min(rect.size)
        if self._picture is None or self._picture.image.get_width() != side:
            self._picture = GrowingPicture(self.view, side, partial(self._make_picture, side))

    def on_layout(self) -> None:
        """Fill the lists. If there is no space below the table, its rows are in the shorter of the other lists."""
        course, about, sides = self._lists.values()
        for rows, rows_of in ((about, self._about_rows), (sides, self._side_rows)):
            rows.set_items(list(rows_of(rows.rect.width - px(14))))
        below = course if course.rect.height >= px(MIN_COURSE) else min(about, sides, key=lambda rows: rows.full)
        below.set_items([*below.items, *self._course_rows(below.rect.width - px(14))])

    def _make_picture(self, size: int) -> pygame.Surface:
        """Return the table in small: before the battle as the setup dice leave it open, then in its current state."""
        if self.back is None:
            return first_picture(self.view, size, zone_areas(self.view, self.names))
        return picture(self.view, size, Scene(zones=zone_areas(self.view, self.names)))

    @property
    def table(self) -> pygame.Rect:
        """Where the picture of the table is."""
        center = self._table.rect.center
        return self._picture.image.get_rect(center=center) if self._picture is not None else pygame.Rect(center, (0, 0))

    def _draw_table(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if self._picture is not None:
            surface.blit(self._picture.image, self.table)

    @property
    def busy(self) -> bool:
        return self._picture is not None and self._picture.busy

    def update(self, dt: float) -> None:
        if self._picture is not None:
            self.dirty |= self._picture.grow()

    def finish(self) -> None:
        while self.busy:
            self.update(0.0)

    # --- Texts ---
    def _about_rows(self, width: int) -> Iterator[TextRow]:
        for text in self.briefing_text.paragraphs:
            yield from wrap_rows(text, width, "body", TEXT)
            yield TextRow("", height=px(8))
        yield TextRow("Objectives", "caps", TEXT_FAINT, px(22))
        for objective in self.objectives:
            yield from self._rows_of_objective(objective, width)
        yield from wrap_rows(SCORING, width, "small", TEXT_SOFT)
        yield TextRow("", height=px(10))
        yield from _item_rows("Rules of this scenario", self.briefing_text.rules, width, WARN)
        yield from _item_rows("Tokens", self.briefing_text.tokens, width, BLADE)

    def _side_rows(self, width: int) -> Iterator[TextRow]:
        """Yield both sides with their players and models, and their roles if the scenario has roles that are known."""
        for side in (0, 1):
            role = known_role(self.view, side) if self.back is not None else ""  # Before the battle it is still hidden.
            title = ", the ".join(filter(None, (self.names[side], role)))
            seat = self.session.seats[side]
            text = ", ".join(filter(None, (self.session.player_at(side), describe_player(seat))))
            yield from wrap_rows(title, width, "heading", SIDES[side].main, side)
            yield from wrap_rows(text, width, "small", TEXT_SOFT)
            yield TextRow("", height=px(4))
            models = list(self._known_models(side))
            for words, tv, is_in_game in models:
                color = TEXT if is_in_game else TEXT_FAINT
                for number, words_of_line in enumerate(wrap(words, "body", width - px(60))):
                    cells = ((f"{tv} TV", TEXT_FAINT),) if not number else ()
                    yield TextRow(words_of_line, "body", color, cells=cells, indent=px(14) if number else 0)
            if not models:
                text = SECRET_LIST if self._is_shared else "You have seen no models of this side yet."
                yield from wrap_rows(text, width, "small", TEXT_SOFT)
            yield TextRow("", height=px(14))

    def _known_models(self, side: int) -> Iterator[tuple[str, str, bool]]:
        """Yield the words, the TV, and whether it is in the game for each model of a side that the viewer knows of.

        A player alone sees both fleets before the battle, because they chose both. Otherwise these are the models that
        the viewer has seen.
        """
        setup = self.session.match.setup
        if self.back is None and setup.fleets and not self._is_shared and self.session.elsewhere is None:
            for entry in setup.fleets[side].entries:
                yield *entry_words(entry, setup.cards), True
        else:
            for model in self.view.side_models(side):
                yield *model_words(model.name, model.card), model.is_in_game

    def _course_rows(self, width: int) -> Iterator[TextRow]:
        yield from _item_rows("The battle", self.briefing_text.course, width)

    def _rows_of_objective(self, item: ObjectiveProgress, width: int) -> Iterator[TextRow]:
        yield from wrap_rows(heading(item)[:1].upper() + heading(item)[1:], width, "strong", BLADE)
        if self.back is not None:
            for side in (0, 1):
                if item.shares[side].eligible:
                    text = side_words(item, side, self.names)
                    yield from wrap_rows(text, width, "small", SIDES[side].light, side)
            when = (when_words(item, self.view.over), open_words(item, self.names))
            yield from wrap_rows(" ".join(filter(None, when)), width, "small", TEXT_SOFT)
        yield TextRow("", height=px(8))

    # --- Input ---
    def commands(self) -> Mapping[str, Callable[[], None]]:
        leaving = {"confirm": self._go, "end": self._go}
        return {**leaving, "briefing": self._go} if self.back is not None else leaving  # Its own key also closes it.

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


def _item_rows(title: str, items: tuple[Item, ...], width: int, color: Color = TEXT) -> Iterator[TextRow]:
    """Yield a part of the page: its title, then each item with its heading and its rulebook place."""
    if not items:
        return
    yield TextRow(title, "caps", TEXT_FAINT, px(22))
    for part in items:
        yield TextRow(part.title, "strong", color)
        yield from wrap_rows(part.text, width, "body", TEXT_SOFT)
        if part.place:
            yield TextRow(part.place, "small", TEXT)  # A long place loses its start, so that the link is whole.
        yield TextRow("", height=px(7))
