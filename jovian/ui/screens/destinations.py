"""Where a screen may lead: a value for each screen, with what it needs. The app makes the screen (`arrivals.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from jovian.ui.editing.workbench import Workbench
from jovian.ui.playing.rehearsed import Rehearsed
from jovian.ui.playing.session import Session
from jovian.ui.screens.screen import Destination, Screen


@dataclass(frozen=True, slots=True)
class ToTitle(Destination):
    """The title."""


@dataclass(frozen=True, slots=True)
class ToSetup(Destination):
    """What a new game is started with."""

    file: Path | None = None
    """A scenario or a fleet from outside the shelves, which is chosen first. It has been checked."""


@dataclass(frozen=True, slots=True)
class ToOptions(Destination):
    """The options of a game."""

    chosen: dict[str, str]
    """What is not as usual, by name: it is changed there."""
    back: Screen


@dataclass(frozen=True, slots=True)
class ToSaves(Destination):
    """The list of saves."""

    watch: bool
    """Are they to be watched first of all, not to be played on?"""


@dataclass(frozen=True, slots=True)
class ToBriefing(Destination):
    """What a game is about."""

    session: Session
    back: Screen | None
    """The battle that it was opened from; None before it, to which it leads then."""


@dataclass(frozen=True, slots=True)
class ToBattle(Destination):
    """A game to be played."""

    session: Session
    taken_up: bool = False
    """Does it begin in the middle, where nobody has looked so far?"""


@dataclass(frozen=True, slots=True)
class ToEditor(Destination):
    """A scenario to be edited."""

    bench: Workbench | None = None
    """The draft with all that belongs to it; None for the one that was edited last, else for an empty table."""
    back: Screen | None = None
    """Where it leads back to, None for the title."""


@dataclass(frozen=True, slots=True)
class ToChanging(Destination):
    """A rehearsal to be changed by hand."""

    session: Session
    back: Screen
    """The battle that it was opened from."""
    done: Callable[[], None]
    """What that does once it is shown again."""


@dataclass(frozen=True, slots=True)
class ToPlayers(Destination):
    """Who plays a game that is on, to be changed."""

    session: Session
    back: Screen
    """The battle that it was opened from."""
    taken: Callable[[tuple[str, str]], None]
    """What that does with who was chosen, once it is shown again."""


@dataclass(frozen=True, slots=True)
class ToReplay(Destination):
    """A game to be watched as it went."""

    session: Session
    back: Screen | None
    """Where it leads back to, None for the title."""
    at: int = 0
    """After how many answers it is shown first."""


@dataclass(frozen=True, slots=True)
class ToRehearsal(Destination):
    """A rehearsal, asked for or looked at."""

    of: Rehearsed
    """What may be rehearsed from there."""
    back: Screen


@dataclass(frozen=True, slots=True)
class ToResult(Destination):
    """The end of a game."""

    session: Session
    names: tuple[str, str]
    """What the sides are called."""
    table: Screen
    """The battle as it ended, to be looked at again."""


@dataclass(frozen=True, slots=True)
class ToSettings(Destination):
    """The settings."""

    back: Screen


@dataclass(frozen=True, slots=True)
class ToKeys(Destination):
    """The list of every key."""

    back: Screen
