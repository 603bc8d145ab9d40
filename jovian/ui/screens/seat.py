"""Who plays a side: the choice with its list, own players and another file at its end; the seats of an opened save.

A player file runs only after the user chose it here: `settle_seats` asks about every seat whose player is unknown on
this computer, or whose file has changed since.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from jovian.cards.error import one_line, short_name
from jovian.players.from_file import ENDING, of_file
from jovian.players.thinking import FileCheck, FileReport
from jovian.ui.files.own_players import OwnPlayer, find_player, keep_player, own_players
from jovian.ui.files.saves import Seats
from jovian.ui.kit.forms import Choice
from jovian.ui.playing.seats import HUMAN, SEATS, called, said
from jovian.ui.screens.screen import Host

FILE = "A player file …"
WHICH = "Which player of it? The name of a class that has choose(decision, view)."
READING, RUNNING = "Reading the player file", "Loading the player"
LOADED = "The file is run to see whether it makes a player."
FLEETS = ("first", "second")
Taken = Callable[[str], None]
"""What is called with the seat that was chosen, "" for none."""


class SeatChoice(Choice):
    """Shows who plays a side; it is called `seat 0` or `seat 1`."""

    def __init__(self, side: int, rect: pygame.Rect, seat: str, within: pygame.Rect) -> None:
        self.side = side
        own_names = [player.name for player in reversed(own_players())]
        self.seats = tuple(dict.fromkeys([*SEATS, *own_names, seat]))
        """Who may be chosen, with the player files that the user chose before, the latest first."""
        labels = [f"{_named(each)} · {said(each)}" if said(each) else _named(each) for each in self.seats]
        super().__init__(f"seat {side}", rect, [*labels, FILE], self.seats.index(seat), within)
        self.shown = labels[self.chosen]

    def ask(self, app: Host, index: int, seats: list[str], again: Callable[[], None]) -> None:
        """Note in `seats` who was chosen and lay the page out `again`.

        Ask for a player file. Ask about an own player whose file has changed. If the user cancels, the seat stays.
        """

        def taken(seat: str) -> None:
            seats[self.side] = seat or seats[self.side]
            again()

        again()  # Until a question is answered, the choice shows who has the seat.
        if index < len(self.seats):
            _settle(app, self.seats[index], self.side, taken)
        else:
            choose_file(app, taken)


def choose_file(app: Host, taken: Taken) -> None:
    """Ask for a player file and for the player in it. The file is remembered as one that the user chose."""

    def chosen(path: str) -> None:
        if path:
            app.wait_for(READING, short_name(path), FileCheck.reading(path), lambda report: read(path, report))
        else:
            taken("")

    def read(path: str, report: FileReport) -> None:
        if report.fault or not path.endswith(ENDING):
            app.say(report.fault or f"{short_name(path)}: a player file ends in {ENDING}", bad=True)
            taken("")
        else:
            _ask_name(app, path, report.classes[-1] if report.classes else "", WHICH, taken)

    app.ask_file("A player file", Path.cwd(), ENDING, "Take", chosen)


def _ask_name(app: Host, path: str, given: str, text: str, taken: Taken) -> None:
    """Ask which player of a file, again with what is wrong as long as there is no such; "" is taken for none."""

    def named(name: str) -> None:
        if not name:
            taken("")
            return
        again: Taken = lambda fault: _ask_name(app, path, name, fault, taken)  # noqa: E731
        _run_once(app, path, name, "", again, taken)

    app.ask_text(short_name(Path(path).name), text, given, "Take", named)


def _run_once(app: Host, path: str, maker: str, content: str, failed: Taken, taken: Taken) -> None:
    """Run a file that the user chose, in a process of its own, and remember it with the content that was run."""

    def ran(report: FileReport) -> None:
        if report.fault:
            failed(report.fault)
            return
        try:
            own, notice = keep_player(path, maker, report.content)
        except OSError as error:
            failed(f"The player file could not be remembered: {error.strerror or error}")
            return
        if notice:
            app.say(notice, bad=True)
        taken(own.name)

    app.wait_for(RUNNING, LOADED, FileCheck.running(f"{path}:{maker}", content), ran)


def settle_seats(app: Host, seats: Seats, then: Callable[[Seats], None]) -> None:
    """Go on with the seats of a save, as soon as every player in them is one that may play here.

    Ask about a player that is unknown here and about a file that has changed; a human is the default. Nothing happens
    if the user cancels.
    """
    first = seats[0]
    _settle(app, first, 0, lambda one: _settle(app, seats[1], 1, lambda two: then((one, two))))


def _settle(app: Host, seat: str, side: int, taken: Taken) -> None:
    """Find out who plays a side, and go on with that."""
    own = find_player(seat) if of_file(seat) else None
    if seat in SEATS:
        taken(seat)
    elif own is not None:
        check = FileCheck.reading(own.path)
        app.wait_for(READING, short_name(own.path), check, lambda report: _compare(app, own, report, side, taken))
    elif of_file(seat):
        text = (
            f"This game names the player {called(seat)}. You have not chosen that file on this computer, "
            f"so it does not run. {_who(side)}"
        )
        _ask_instead(app, text, ("file", "Choose the file …", "plain"), lambda: choose_file(app, _if(taken)), taken)
    else:
        text = f"This game names the player {called(seat)}, which this version does not have. {_who(side)}"
        _ask_instead(app, text, None, lambda: None, taken)


def _compare(app: Host, own: OwnPlayer, report: FileReport, side: int, taken: Taken) -> None:
    """Take a player whose file is as the user approved it, else ask."""
    if report.fault:
        text = f"The file of the player {called(own.name)} cannot be used. {one_line(report.fault)}. {_who(side)}"
        _ask_instead(app, text, ("file", "Choose the file …", "plain"), lambda: choose_file(app, _if(taken)), taken)
    elif report.content == own.content:
        taken(own.name)
    else:
        text = (
            f"The file of the player {called(own.name)} has changed since you chose it: {short_name(own.path)}. "
            f"It can do whatever a program can do. Run it only if you know what changed. {_who(side)}"
        )
        failed: Taken = lambda fault: _compare(app, own, FileReport(fault), side, taken)  # noqa: E731
        run = lambda: _run_once(app, own.path, own.maker, report.content, failed, taken)  # noqa: E731
        _ask_instead(app, text, ("run", "Run the changed file", "danger"), run, taken)


def _who(side: int) -> str:
    return f"Who plays the {FLEETS[side]} fleet?"


def _ask_instead(
    app: Host, text: str, other: tuple[str, str, str] | None, on_other: Callable[[], None], taken: Taken
) -> None:
    """Ask who plays in place of a player that does not play as it is; canceling does nothing."""

    def answered(answer: str) -> None:
        if answer == "human":
            taken(HUMAN)
        elif answer != "no":
            on_other()

    others = () if other is None else (other,)
    answers = (("human", "A human", "primary"), *others, ("no", "Cancel", "plain"))
    app.ask("A player is missing", text, answers, answered)


def _if(taken: Taken) -> Taken:
    """Return a function that goes on with a seat, and does nothing with none."""
    return lambda seat: taken(seat) if seat else None


def _named(seat: str) -> str:
    """What whoever sits there is called, at the beginning of a line."""
    name = called(seat)
    return f"{name[:1].upper()}{name[1:]}"
