"""The result: who won, by which points, and what is left of both fleets."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.dice import told_seed
from jovian.rules.facts.words import counted
from jovian.ui.board.art.backdrop import backdrop
from jovian.ui.kit.draw import badge, panel, rule
from jovian.ui.kit.fonts import draw_text, line_height
from jovian.ui.kit.theme import BLADE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, Color, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Widget
from jovian.ui.playing.session import Session
from jovian.ui.screens.destinations import ToReplay, ToTitle
from jovian.ui.screens.leaving import leave, save
from jovian.ui.screens.screen import Host, Screen


class Result(Screen):
    """The last page of a battle."""

    def __init__(self, app: Host, session: Session, names: tuple[str, str], table: Screen) -> None:
        super().__init__(app)
        self.session, self.names, self.table = session, names, table
        self.state = session.match.state

    def layout(self, size: tuple[int, int]) -> None:
        """Lay the buttons out below the table of points."""
        super().layout(size)
        wide, gap = px(170), px(12)
        left = (size[0] - 4 * wide - 3 * gap) // 2
        entries = (("replay", "Replay", "primary"), ("table", "See the table", "plain"), ("save", "Save", "plain"),
                   ("title", "Title", "plain"))  # fmt: skip
        made: list[Widget] = [
            Button(name, pygame.Rect(left + n * (wide + gap), size[1] - px(80), wide, px(48)), label, kind=kind)
            for n, (name, label, kind) in enumerate(entries)
        ]
        for side in (0, 1):
            inner = self._area(side).inflate(-px(24), -px(20))
            rect = pygame.Rect(inner.left, inner.top + px(80), inner.width, inner.height - px(80))
            listed = ScrollList(f"side {side}", rect, _row, row=line_height("body") + px(3), well=False)
            listed.set_items(list(self.state.side_models(side)))
            made.append(listed)
        self.group.renew(made)

    def _area(self, side: int) -> pygame.Rect:
        """The column of a side."""
        middle, wide = self.size[0] // 2, min(px(440), self.size[0] // 2 - px(30))
        left = middle - wide - px(10) if side == 0 else middle + px(10)
        return pygame.Rect(left, px(150), wide, self.size[1] - px(250))

    def act(self, action: Action) -> None:
        """Go where the button leads."""
        if action.name == "replay":
            self.app.go(ToReplay(self.session, self))
        elif action.name == "table":
            self.app.show(self.table)
        elif action.name == "save":
            save(self.app, self.session)
        elif action.name == "title":
            self.cancel()

    def cancel(self) -> None:
        """Go back to the title."""
        leave(self.app, lambda: self.app.go(ToTitle()))

    def draw(self, surface: pygame.Surface) -> None:
        """The winner, then a column a side."""
        surface.blit(backdrop(self.size), (0, 0))
        winner, middle = self.state.winner, self.size[0] // 2
        said = "A draw" if winner is None else f"{self.names[winner]} wins"
        color: Color = BLADE if winner is None else SIDES[winner].main
        draw_text(surface, (middle, px(70)), said, "display", color, anchor="center")
        turns = f"{self.state.scenario.name} · after {counted(self.state.turn, 'turn')}"
        draw_text(surface, (middle, px(112)), turns, "body", TEXT_SOFT, anchor="center")
        seed = f"Seed {told_seed(self.session.match.setup.seed)}"
        draw_text(surface, (middle, px(132)), seed, "small", TEXT_FAINT, anchor="center")
        for side in (0, 1):
            self._column(surface, self._area(side), side)
        self.group.draw(surface)
        self.dirty = False

    def _column(self, surface: pygame.Surface, rect: pygame.Rect, side: int) -> None:
        inner, look = panel(surface, rect), SIDES[side]
        badge(surface, (inner.left + px(8), inner.top + px(10)), look.main, look.hatched, px(7))
        name = self.names[side]
        draw_text(surface, (inner.left + px(24), inner.top), name, "heading", look.main, width=inner.width - px(24))
        objective, victory = self.state.scores[side]
        draw_text(surface, (inner.left, inner.top + px(34)), f"{objective:g}", "title", BLADE)
        draw_text(surface, (inner.left + px(46), inner.top + px(40)), "Objective Points", "body", TEXT_SOFT)
        draw_text(
            surface, (inner.right, inner.top + px(40)), f"{victory:g} Victory Points", "body", TEXT, anchor="topright"
        )
        rule(surface, inner.left, inner.right, inner.top + px(70))


def _row(surface: pygame.Surface, rect: pygame.Rect, model: Any, hovered: bool, chosen: bool) -> None:
    """What is left of a model."""
    left = f"Structure {model.unmarked('structure')}/{len(model.boxes('structure'))}" if model.alive else model.place
    soft = TEXT_SOFT if model.alive else TEXT_FAINT
    said = draw_text(surface, (rect.right - px(4), rect.top), left, "body", soft, anchor="topright")
    room = said.left - rect.left - px(8)
    draw_text(surface, rect.topleft, model.name, "body", TEXT if model.alive else TEXT_FAINT, width=room)
