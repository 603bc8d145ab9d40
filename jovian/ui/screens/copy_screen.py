"""The page of a copy as one side may know a game: the table at each moment, and the log. Nothing can be answered."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from jovian.cards.files import short_name
from jovian.game import State
from jovian.narrator import DETAIL, HEADLINE, LogLine
from jovian.net.invite import Invite
from jovian.session.guest_file import invite_beside
from jovian.side_copy import SideCopy
from jovian.ui.board.board import Board, Scene
from jovian.ui.kit.boxes import NOWHERE, Box, button, column, item, row, text
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import NOTCH, ScrollList, Slider, draw_back
from jovian.ui.panels.unit_card import UnitCardPanel
from jovian.ui.screens.navigation import ToJoin, ToTitle
from jovian.ui.screens.page import Page
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.table import scrolled_view
from jovian.user_files.game_notes import MAX_TEXT, Bookmark, load_notes, save_notes
from jovian.user_files.saves import notes_file

SEEN, SEEN_BEFORE = "What you have seen so far.", "What you have seen. Join again to continue the game."
"""What the page says of a game on another computer, while it is played and later."""
REJOIN_HINT = "Connect to the host again, and continue the game if the host still has it open."
MAX_LISTED, MAX_LABEL = 9, 44
"""Bookmarks that the dialog lists, and letters of each."""
MIN_LOG = 130
"""The least height of the log above a card."""
STEPS = (
    ("first", "|<", "First moment", pygame.K_HOME, -10**6),
    ("before", "<", "Previous moment", pygame.K_LEFT, -1),
    ("after", ">", "Next moment", pygame.K_RIGHT, 1),
    ("last", ">|", "Last moment", pygame.K_END, 10**6),
)
"""The buttons of moments: name, label, hint, key, and by how many moments they go."""
INDENTS = {HEADLINE: 0, DETAIL: 20}
"""The unscaled indents of the lines of the log. The others have 10."""


class CopyScreen(Page):
    """A copy to look at. The slider, the buttons, and a click on a line of the log lead to a moment."""

    def __init__(
        self, app: Host, copy: SideCopy, back: Screen | None, file: Path | None = None, at: int | None = None
    ) -> None:
        """`file` has bookmarks beside it, and perhaps an invite to join the game again. `at` is the first moment."""
        super().__init__(app)
        self.copy, self.back, self.file = copy, back, file
        self.at = len(copy.states) - 1 if at is None else max(0, min(at, len(copy.states) - 1))
        """The shown moment."""
        self._is_live = app.game is not None
        self._invite = invite_beside(file) if file is not None and app.game is None else None
        self.selected = ""
        """The model whose card is shown."""
        self.card = UnitCardPanel()
        self._pointer = (0, 0)
        self._frame_dt = 1.0
        self.board = Board((0, 0, *self.size), (self.state.width, self.state.height))

    @property
    def state(self) -> State:
        """What the side saw at the shown moment."""
        return self.copy.states[self.at]

    @property
    def busy(self) -> bool:
        return self.board.busy

    # --- Boxes ---
    def compose(self) -> Box:
        """Return the table, the log up to the moment with the card of the selected model, and the ways to a moment."""
        state, last, model = self.state, self._last, self.state.models.get(self.selected)
        moment = f"Turn {state.turn} of {state.scenario.turns}" if state.turn else "Before the first turn"
        title = f"{self.copy.scenario.name} · {'over' if state.over else moment}"
        about = self.copy.about[:1].upper() + self.copy.about[1:] + "."
        about = SEEN if self._is_live else SEEN_BEFORE if self._invite is not None else about
        slider = Slider("at", NOWHERE, "Moment", 0, max(1, last), self.at, show=lambda value: f"{value:g} of {last}")
        self.log = ScrollList("log", NOWHERE, self._draw_row, height_of=self._row_height)
        self.card.show(state, model, (), {})
        board = Box(paint=self._draw_board, on_place=self.board.stand_in, grow=70)
        card = Box(paint=self._draw_card, height_at=self._card_height, on_place=self.card.layout, min_height=0)
        log = item(self.log, self._go_to_line, on_place=self._fill_log, grow=1, height=MIN_LOG,
                   min_height=MIN_LOG)  # fmt: skip
        buttons = row(
            button("back", "Back", self.cancel, width=110),
            row(*(self._step(*step) for step in STEPS), gap=6),
            item(slider, lambda value: self._go_to(round(value)), grow=1),
            button("marks", "Bookmarks", self._list_bookmarks, width=130) if self.file is not None else None,
            self._rejoin_button(self._invite) if self._invite is not None else None,
            gap=12, height=44, min_height=34,
        )  # fmt: skip
        return column(
            column(text(title, "heading"), text(about, "body", TEXT_SOFT)),
            row(board, column(log, card if model else None, grow=30, width=320, min_width=320), gap=12, grow=1),
            buttons, gap=10, pad=(12, 8, 12, 12),
        )  # fmt: skip

    @property
    def _last(self) -> int:
        return len(self.copy.states) - 1

    def _rejoin_button(self, invite: Invite) -> Box:
        join = partial(self.app.go, ToJoin(invite, self))
        return button("rejoin", "Join again", join, hint=REJOIN_HINT, kind="primary", width=140)

    # --- Bookmarks ---
    def _list_bookmarks(self) -> None:
        """Show the bookmarks to go to, those nearest to the shown moment if there are many, or add one."""
        assert self.file is not None
        notes, fault = load_notes(notes_file(self.file))
        near = sorted(notes.bookmarks, key=lambda mark: abs(mark.answers - self.at))[:MAX_LISTED]
        listed = sorted(near, key=lambda mark: mark.answers)
        rows = [(str(mark.answers), short_name(mark.title, MAX_LABEL), "plain") for mark in listed]
        words = fault or ("Go to a bookmark, or add one." if listed else "This game has no bookmarks yet.")
        answers = (*rows, ("here", "Bookmark this moment", "primary"), ("no", "Cancel", "plain"))
        self.app.ask("Bookmarks", words, answers, self._on_bookmark)

    def _on_bookmark(self, answer: str) -> None:
        if answer == "here":
            turn = self.state.turn
            given = f"Turn {turn}" if turn else "Deployment"
            self.app.ask_text("Bookmark", "What do you want to remember about this moment?", given, "Bookmark",
                              self._add_bookmark)  # fmt: skip
        elif answer != "no":
            self._go_to(min(int(answer), self._last))
            self.refresh()

    def _add_bookmark(self, words: str) -> None:
        assert self.file is not None
        file = notes_file(self.file)
        if words:
            mark = Bookmark(self.at, self.state.turn, words[:MAX_TEXT])
            problem = save_notes(file, load_notes(file)[0].with_bookmark(mark))
            self.app.say(problem or "Bookmarked.", bad=bool(problem))

    def _step(self, name: str, label: str, hint: str, key: int, by: int) -> Box:
        """Return a button that leads some moments forward or back."""
        to = max(0, min(self.at + by, self._last))
        reason = "There is no moment in this direction" if to == self.at else ""
        return button(name, label, lambda: self._go_to(to), hint=hint, key=key, reason=reason, width=48)

    def _fill_log(self, rect: pygame.Rect) -> None:
        self.log.set_items(self.copy.lines_until(self.at))

    def _card_height(self, width: int) -> int:
        self.card.layout(pygame.Rect(0, 0, width, 0))  # Its rows depend on its width.
        return self.card.wanted()

    def on_layout(self) -> None:
        self.log.offset = self.log.furthest

    def _row_height(self, line: LogLine) -> int:
        return len(self._wrapped(line)) * line_height("small") + px(6 if line.level == HEADLINE else 2)

    def _wrapped(self, line: LogLine) -> tuple[str, ...]:
        faces = f"{' '.join(str(die.face) for die in line.dice)}: " if line.dice else ""
        return wrap(faces + line.text, "small", self.log.rect.width - px(36) - self._indent(line))

    def _indent(self, line: LogLine) -> int:
        return px(INDENTS.get(line.level, 10))

    def _go_to(self, moment: int) -> None:
        self.at = moment

    def _go_to_line(self, number: int) -> None:
        """Show the moment of a line of the log."""
        self.at = min(bisect_right(self.copy.event_counts, self.copy.lines[number].number), self._last)

    # --- Input ---
    def drag_button(self, pos: tuple[int, int]) -> int:
        on_board = pygame.Rect(self.board.camera.view).collidepoint(pos)
        return pygame.BUTTON_MIDDLE if on_board else super().drag_button(pos)

    def handle(self, event: pygame.event.Event) -> None:
        pointer = self._pointer = getattr(event, "pos", self._pointer)
        on_board = pygame.Rect(self.board.camera.view).collidepoint(pointer)
        if event.type in (pygame.MOUSEWHEEL, pygame.MULTIGESTURE) and on_board:
            self.board.camera = scrolled_view(self.board.camera, event, pointer)
            self.dirty = True
        elif event.type == pygame.MOUSEMOTION and on_board and any(event.buttons):
            self.board.camera = self.board.camera.panned(*event.rel)
            self.dirty = True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and on_board:
            self.selected = self.board.pick(pointer, self.state) or ""
            self.refresh()
        elif event.type == pygame.MOUSEWHEEL and self.card.model and self.card.rect.collidepoint(pointer):
            self.card.scroll(-round(getattr(event, "precise_y", event.y) * px(NOTCH)))
            self.dirty = True
        else:
            super().handle(event)

    def cancel(self) -> None:
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def finish(self) -> None:
        self.board.finish(self.state, self._scene())

    # --- Drawing ---
    def update(self, dt: float) -> None:
        self._frame_dt = dt

    def _scene(self) -> Scene:
        return Scene(selected=self.selected)

    def _draw_board(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self.board.draw(surface, self.state, self._scene(), self._frame_dt)

    def _draw_card(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        self.card.stale = True
        self.card.draw(surface)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, line: Any, hovered: bool, chosen: bool) -> None:
        if hovered:
            draw_back(surface, rect, hovered, chosen)
        ink = TEXT if line.level == HEADLINE else TEXT_FAINT if line.level == DETAIL else TEXT_SOFT
        y = rect.top + px(2)
        for words in self._wrapped(line):
            draw_text(surface, (rect.left + px(10) + self._indent(line), y), words, "small", ink)
            y += line_height("small")
