"""The choice of who plays a side: a list of all with a word about each, and a player file at its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from jovian.players.from_file import ENDING
from jovian.ui.kit.forms import Choice
from jovian.ui.playing.seats import SEATS, called, fault, guessed, said
from jovian.ui.screens.screen import Host

FILE = "A player file …"
WHICH = "Which player of it? The name of a class that has choose(decision, view)."


class SeatChoice(Choice):
    """Shows who plays a side; it is called `seat 0` or `seat 1`."""

    def __init__(self, side: int, rect: pygame.Rect, seat: str, within: pygame.Rect) -> None:
        self.side = side
        self.seats = SEATS if seat in SEATS else (*SEATS, seat)
        """Who may be chosen, the file that plays already among them."""
        labels = [f"{_named(each)} · {said(each)}" if said(each) else _named(each) for each in self.seats]
        super().__init__(f"seat {side}", rect, [*labels, FILE], self.seats.index(seat), within)
        self.shown = labels[self.chosen]

    def ask(self, app: Host, index: int, seats: list[str], again: Callable[[], None]) -> None:
        """Note in `seats` who was chosen, a file after it was asked for; then the page is laid out `again`."""

        def taken(seat: str) -> None:
            seats[self.side] = seat or seats[self.side]
            again()

        if index < len(self.seats):
            taken(self.seats[index])
        else:
            found = lambda path: _ask_name(app, path, guessed(Path(path)), WHICH, taken) if path else taken("")  # noqa: E731
            app.ask_file("A player file", Path.cwd(), ENDING, "Take", found)


def _ask_name(app: Host, path: str, given: str, text: str, taken: Callable[[str], None]) -> None:
    """Ask which player of a file, again with what is wrong as long as there is no such; "" is taken for none."""

    def named(name: str) -> None:
        wrong = fault(f"{path}:{name}") if name else ""
        if wrong:
            _ask_name(app, path, name, wrong, taken)
        else:
            taken(f"{path}:{name}" if name else "")

    app.ask_text(Path(path).name, text, given, "Take", named)


def _named(seat: str) -> str:
    """What whoever sits there is called, at the beginning of a line."""
    name = called(seat)
    return f"{name[:1].upper()}{name[1:]}"
