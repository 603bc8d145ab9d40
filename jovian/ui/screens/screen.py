"""What every screen is: it is laid out for a size, takes events, lives through time, and draws.

A screen knows no other screen and not the app: it asks its `Host` for what it needs, and leads elsewhere by handing it
a `Destination`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import pygame

from jovian.players.thinking import Mind
from jovian.ui.editing.workbench import Workbench
from jovian.ui.files.settings import Settings
from jovian.ui.kit.theme import VOID
from jovian.ui.kit.widgets import Action, Group, Modal, Tooltip
from jovian.ui.playing.keys import Keymap
from jovian.ui.playing.rehearsed import Beside
from jovian.ui.playing.session import Session

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
    """Where a screen leads: a frozen value with what the screen there needs (`destinations.py` has them all)."""

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
    bench: Workbench | None
    """The scenario that was edited last, if it was not put away."""
    screen: Screen
    mind: Mind
    """Where computer players think."""
    beside: Beside | None
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
