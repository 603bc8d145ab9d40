"""How a rehearsal is asked for: who plays on, how many games or until which interval, how many turns."""

from __future__ import annotations

from dataclasses import replace

import pygame

from jovian.players import PLAYERS
from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import SIDES, TEXT_FAINT, px
from jovian.ui.kit.widgets import Action, Tabs, Widget
from jovian.ui.playing.rehearsed import Wish

GAMES = {"30": 30, "100": 100, "300": 300, "1000": 1000}
UNTIL: dict[str, float | None] = {"no": None, "± 10 %": 0.1, "± 5 %": 0.05, "± 2 %": 0.02}
TURNS: dict[str, int | None] = {"all": None, "1": 1, "2": 2, "3": 3}
HINTS = {
    "games": "How many games are played at most",
    "until": "It ends before as soon as the chance to win is known so closely",
    "turns": "How many Game Turns are played on; points count as they stand then",
}
ROWS = (("games", "GAMES AT MOST"), ("until", "UNTIL THE CHANCE IS KNOWN TO"), ("turns", "TURNS PLAYED ON"))


class Asking:
    """The form; `wish` is what it says."""

    def __init__(self, names: tuple[str, str], wish: Wish) -> None:
        self.names, self.wish = names, wish
        self._area = pygame.Rect(0, 0, 0, 0)

    def widgets(self, area: pygame.Rect, within: pygame.Rect) -> list[Widget]:
        """Laid out from the top of an area; lists spread `within`."""
        self._area = area
        made: list[Widget] = []
        for side in (0, 1):
            rect = pygame.Rect(area.left, area.top + px(20 + side * 62 + 20), area.width, px(32))
            chosen = PLAYERS.index(self.wish.players[side])
            choice = Choice(f"player {side}", rect, [name.title() for name in PLAYERS], chosen, within)
            choice.hint = f"Which computer player plays {self.names[side]} on"
            made.append(choice)
        for number, (name, _) in enumerate(ROWS):
            rect = pygame.Rect(area.left, self._row(number) + px(18), area.width, px(28))
            labels, chosen = self._chosen(name)
            tabs = Tabs(name, rect, labels, chosen)
            tabs.hint = HINTS[name]
            made.append(tabs)
        return made

    def _row(self, number: int) -> int:
        return self._area.top + px(154 + number * 56)

    @property
    def bottom(self) -> int:
        """Where it ends."""
        return self._row(len(ROWS))

    def _chosen(self, name: str) -> tuple[tuple[str, ...], int]:
        """The labels of a row, and which of them is chosen."""
        wish = self.wish
        if name == "games":
            return tuple(GAMES), list(GAMES.values()).index(wish.games)
        if name == "until":
            return tuple(UNTIL), list(UNTIL.values()).index(wish.until)
        return tuple(TURNS), list(TURNS.values()).index(wish.turns)

    def take(self, action: Action) -> bool:
        """Note what was chosen; False if it was no widget of the form."""
        name, value = action
        if name == "games":
            self.wish = replace(self.wish, games=GAMES[value])
        elif name == "until":
            self.wish = replace(self.wish, until=UNTIL[value])
        elif name == "turns":
            self.wish = replace(self.wish, turns=TURNS[value])
        elif name.startswith("player "):
            players = list(self.wish.players)
            players[int(name[7:])] = PLAYERS[int(value)]
            self.wish = replace(self.wish, players=(players[0], players[1]))
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """The words above the widgets."""
        left, top = self._area.topleft
        draw_text(surface, (left, top), "WHO PLAYS ON", "caps", TEXT_FAINT)
        for side, look in enumerate(SIDES[:2]):
            y = top + px(20 + side * 62 + 9)
            badge(surface, (left + px(7), y), look.main, look.hatched, px(5))
            room = self._area.width - px(20)
            draw_text(surface, (left + px(20), y), self.names[side], "strong", look.main, anchor="midleft", width=room)
        for number, (_, label) in enumerate(ROWS):
            draw_text(surface, (left, self._row(number)), label, "caps", TEXT_FAINT)
