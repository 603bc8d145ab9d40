"""Who plays the game that is on: humans and computer players may change places at any time."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.game.events import Started
from jovian.ui.board.art.backdrop import backdrop
from jovian.ui.kit.draw import badge, panel
from jovian.ui.kit.fonts import draw_text, draw_wrapped
from jovian.ui.kit.theme import SIDES, TEXT, TEXT_FAINT, px
from jovian.ui.kit.widgets import Action, Button
from jovian.ui.playing.session import Session
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.seat import SeatChoice

NOTE = (
    "What a computer player is thinking about is dropped when somebody else takes its place. "
    "Where a human takes over, a curtain falls before anything is seen that only that side may see."
)


class Players(Screen):
    """A choice a side; nothing changes before Done."""

    def __init__(self, app: Host, session: Session, back: Screen, taken: Callable[[tuple[str, str]], None]) -> None:
        super().__init__(app)
        self._back, self._taken = back, taken
        one, two = next(session.match.events.of(Started)).sides
        self._names = (one.name, two.name)
        self.seats = list(session.seats)

    def layout(self, size: tuple[int, int]) -> None:
        """One column."""
        super().layout(size)
        wide = min(size[0] - px(40), px(640))
        high = min(size[1] - px(150), px(330))
        self._panel = pygame.Rect((size[0] - wide) // 2, max(px(40), (size[1] - high) // 3), wide, high)
        inner, y = self._panel.inflate(-px(40), -px(40)), self._panel.bottom + px(16)
        within = pygame.Rect((0, 0), size).inflate(-px(16), -px(16))
        choices = [
            SeatChoice(side, pygame.Rect(inner.left, self._line(side) + px(16), inner.width, px(38)), seat, within)
            for side, seat in enumerate(self.seats)
        ]
        back = Button("back", pygame.Rect(self._panel.left, y, px(140), px(46)), "Back")
        done = pygame.Rect(self._panel.right - px(160), y, px(160), px(46))
        self.group.renew([*choices, back, Button("done", done, "Done", kind="primary", key=pygame.K_RETURN)])

    def _line(self, side: int) -> int:
        """Where the name of a side stands."""
        return self._panel.top + px(82) + side * px(78)

    def act(self, action: Action) -> None:
        """Note who was chosen; take it over at the end."""
        chosen = self.group[action.name]
        if isinstance(chosen, SeatChoice):
            chosen.ask(self.app, int(action.value), self.seats, lambda: self.layout(self.size))
        elif action.name == "done":
            self.app.show(self._back)
            self._taken((self.seats[0], self.seats[1]))
        else:
            self.cancel()

    def cancel(self) -> None:
        """Go back, and leave all as it was."""
        self.app.show(self._back)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel, each side above its choice."""
        surface.blit(backdrop(self.size), (0, 0))
        panel(surface, self._panel)
        draw_text(surface, (self._panel.left + px(20), self._panel.top + px(8)), "PLAYERS", "title", TEXT)
        for side, name in enumerate(self._names):
            look, y = SIDES[side], self._line(side)
            badge(surface, (self._panel.left + px(28), y), look.main, look.hatched, px(6))
            draw_text(surface, (self._panel.left + px(42), y), name, "heading", look.main, anchor="midleft")
        top = self._line(1) + px(72)
        note = pygame.Rect(self._panel.left + px(20), top, self._panel.width - px(40), self._panel.bottom - top - px(8))
        draw_wrapped(surface, note, NOTE, "small", TEXT_FAINT)
        self.group.draw(surface)
        self.dirty = False
