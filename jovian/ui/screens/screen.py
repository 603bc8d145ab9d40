"""What every screen is: it is laid out for a size, takes events, lives through time, and draws. Saving and leaving
a running game: what would be lost is saved, or asked about where it cannot or may not be. Who plays a side: the
choice with its list, own players and another file at its end; the seats of an opened save. The lines of the pages
about a game: wrapped texts with a badge before them, and cells at their right end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import pygame

from jovian.cards.files import one_line, short_name
from jovian.players.player import ENDING, of_file
from jovian.players.worker import DecisionWorker, FileCheck, FileReport
from jovian.ui.editor.workbench import Workbench
from jovian.ui.files.player_files import OwnPlayer, find_player, keep_player, own_players
from jovian.ui.files.saves import Seats
from jovian.ui.files.settings import Settings
from jovian.ui.kit.draw import draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import SIDES, TEXT_SOFT, VOID, Color, px
from jovian.ui.kit.widgets import Action, Group, Modal, Tooltip
from jovian.ui.session.keymap import Keymap
from jovian.ui.session.rehearsals import BackgroundRehearsal
from jovian.ui.session.session import Session
from jovian.ui.session.views import HUMAN, SEATS, called, said

# --- screen ---
# What every screen is: it is laid out for a size, takes events, lives through time, and draws.
#
# A screen knows no other screen and not the app: it asks its `Host` for what it needs, and leads elsewhere by
# handing it a `Destination`.

Report = TypeVar("Report")
Found = TypeVar("Found", covariant=True)


class Job(Protocol[Found]):
    """Work that goes on while the window is drawn."""

    def poll(self, wait: float = 0.0) -> Found | None:
        """Return what it came to, None while it works; wait for it at most so many seconds."""

    def cancel(self) -> None:
        """End it."""


Answered = Callable[[str], None]
"""What is called with the answer to a question."""


class Destination:
    """Where a screen leads: a frozen value with what the screen there needs (`navigation.py` has them all)."""

    __slots__ = ()


class Host(Protocol):
    """What a screen may ask of the app that shows it."""

    settings: Settings
    keymap: Keymap
    size: tuple[int, int]
    shift: bool
    ctrl: bool
    modal: Modal | None
    game: Session | None
    """The game that is being played, whatever page is shown over it."""
    workbench: Workbench | None
    """The scenario that was edited last, if it was not put away."""
    screen: Screen
    mind: DecisionWorker
    """Where computer players think."""
    beside: BackgroundRehearsal | None
    """The rehearsal that plays beside whatever is shown, or played last."""

    def go(self, destination: Destination) -> None:
        """Make the screen of a destination, and change to it."""

    def show(self, screen: Screen) -> None:
        """Change to a screen that is there already."""

    def say(self, text: str, bad: bool = False) -> None:
        """Show a line for a few seconds."""

    def ask(self, title: str, text: str, answers: Sequence[tuple[str, str, str]], answered: Answered = ...) -> None:
        """Ask over everything else; the function is called with the name of the answer, `no` for Escape."""

    def ask_text(
        self, title: str, text: str, given: str, yes: str, answered: Answered, takes: Callable[[str], bool] = ...
    ) -> None:
        """Ask for a line of text, of letters it takes, over everything else; the function gets it, "" for no."""

    def ask_file(self, title: str, folder: Path, ending: str, yes: str, answered: Answered) -> None:
        """Ask for a file of an ending, beginning in a folder; the function gets its path, "" for no."""

    def wait_for(self, title: str, text: str, job: Job[Report], done: Callable[[Report], None]) -> None:
        """Show that a job works, with a way to cancel it; the function gets what it came to unless it is canceled."""

    def keep_settings(self) -> None:
        """Write the settings and follow them."""

    def write_settings(self) -> None:
        """Write what has changed of the settings."""

    def quit(self) -> None:
        """Leave the program."""


class Screen:
    """One page of the window. Subclasses fill `group` in `layout` and answer `act`."""

    def __init__(self, app: Host) -> None:
        self.app = app
        self.size = app.size
        self.group = Group()
        self.dirty = True

    @property
    def busy(self) -> bool:
        """Whether it wants to go on without an event: something moves."""
        return False

    @property
    def corner(self) -> tuple[int, int] | None:
        """Where a word about the rehearsal that runs beside may stand; None where it has no place."""
        return None

    @property
    def eyes(self) -> int | None:
        """The side whose knowledge it shows; None where nobody plays."""
        return None

    @property
    def grabbing(self) -> bool:
        """Whether the next key is taken whatever it does elsewhere."""
        return False

    @property
    def question(self) -> tuple[object, ...]:
        """What it asks now: another value means that older presses don't answer it."""
        return (self.group.spread,)

    @property
    def caret(self) -> pygame.Rect | None:
        """Where something is being written, None where nothing is: an input method is on only there."""
        return self.group.caret

    @property
    def stale(self) -> bool:
        """Whether it must be drawn again."""
        return self.dirty or self.group.dirty or self.busy

    def layout(self, size: tuple[int, int]) -> None:
        """Fit it to a window."""
        self.size = size
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event: widgets first, then Escape."""
        engaged = self.group.engaged
        action = self.group.handle(event)
        if action is not None:
            self.act(action)
        elif self.app.keymap.command(event) == "cancel" and not engaged:
            self.cancel()

    def let_go(self) -> None:
        """Forget every button of the mouse that is held: drags end, and its release does nothing."""
        self.group.let_go()

    def act(self, action: Action) -> None:
        """Take what a widget tells; subclasses answer their own."""

    def cancel(self) -> None:
        """Take Escape; subclasses go back."""

    def update(self, dt: float) -> None:
        """Live through so many seconds."""

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return what is told of the widget under the pointer, and its place; None for nothing."""
        return self.group.tooltip() if self.group.spread is None else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen, without the tooltip."""
        surface.fill(VOID)
        self.group.draw(surface)
        self.dirty = False


# --- leaving ---
# Saving and leaving a running game: what would be lost is saved, or asked about where it cannot or may not be.


def leave(app: Host, then: Callable[[], None]) -> None:
    """Do something after which the running game is no longer there, as soon as that loses nothing unasked."""
    game = app.game
    own = app.settings.autosave and game is not None and game.begun
    problem = game.autosave() if game is not None and own else ""
    if game is None or not (problem or (game.unsaved and not own)):
        then()
        return
    why = problem or "Autosave is off. Save now, or lose your progress since the last save."

    def answered(answer: str) -> None:
        wrong = game.save()[1] if answer == "save" else ""
        if wrong:
            app.say(wrong, bad=True)
        elif answer != "no":
            then()

    answers = (
        ("save", "Save and leave", "primary"),
        ("no", "Cancel", "plain"),
        ("lose", "Leave without saving", "danger"),
    )
    app.ask("Leave this game?", why, answers, answered)


def leave_draft(app: Host, then: Callable[[], None]) -> None:
    """Do something after which the scenario in the editor is gone, as soon as nothing unsaved is lost unasked."""
    bench = app.workbench
    if bench is None or not bench.history.unsaved:
        then()
        return
    name = str(bench.draft.data.get("name") or "The scenario in the editor")
    answers = (("no", "Stay", "primary"), ("lose", "Discard changes", "danger"))
    text = f"{name} has unsaved changes. You can still open it in the scenario editor."
    app.ask("Discard your changes?", text, answers, lambda answer: then() if answer == "lose" else None)


def keep(app: Host) -> str:
    """Keep what can be kept of a game whose window is ending by force; one line about what went wrong."""
    game = app.game
    return game.autosave() if game is not None and game.unsaved and app.settings.autosave else ""


def save(app: Host, session: Session, name: str = "") -> None:
    """Save a game beside everything else, without asking, and say under which name."""
    got, problem = session.save(name)
    app.say(problem or f"Saved as '{got}'", bad=bool(problem))


# --- seat ---
# Who plays a side: the choice with its list, own players and another file at its end; the seats of an opened save.
#
# A player file runs only after the user chose it here: `settle_seats` asks about every seat whose player is unknown
# on this computer, or whose file has changed since.

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


# --- rows ---
# The lines of the pages about a game: wrapped texts with a badge before them, and cells at their right end.

CELL = 108
"""How wide a cell is."""


class Row(NamedTuple):
    """A line of a page: a text, or a gap."""

    text: str
    role: str = "body"
    color: Color = TEXT_SOFT
    high: int = 0
    """Pixels; 0 for as high as its letters."""
    side: int | None = None
    """Whose badge stands before it."""
    left: int = 0
    """Pixels that it is indented."""
    cells: tuple[tuple[str, Color], ...] = ()
    """What stands at its right end, each with its color."""


def wrap_rows(text: str, width: int, role: str, color: Color, side: int | None = None) -> Iterator[Row]:
    """A text in lines of a width, the badge of a side before the first."""
    aside = px(18) if side is not None else 0
    for number, line in enumerate(wrap(text, role, width - aside)):
        yield Row(line, role, color, side=side if not number else None, left=aside if number else 0)


def height_of(row: Any) -> int:
    """How high a line is."""
    return row.high or line_height(row.role) + px(1)


def draw_row(surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
    """Draw a line."""
    x, right = rect.left + row.left, rect.right
    if row.side is not None:
        look = SIDES[row.side]
        draw_side_badge(surface, (x + px(6), rect.centery), look.main, look.hatched, px(5))
        x += px(18)
    for text, color in reversed(row.cells):
        draw_text(surface, (right, rect.centery), text, "label", color, anchor="midright")
        right -= px(CELL)
    if row.text:
        draw_text(surface, (x, rect.centery), row.text, row.role, row.color, anchor="midleft", width=right - x)
