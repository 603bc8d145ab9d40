"""The base of what leads the player through a battle: nothing in a game, else a lesson or a puzzle."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.board import Overlay
from jovian.ui.panels.lesson_strip import StripPage
from jovian.ui.questions.coach import COACH_COMMAND
from jovian.ui.questions.controller import Controller
from jovian.ui.session.table_selection import TableSelection

GAME_COMMANDS = (COACH_COMMAND, "save", "load", "plans", "keep plan", "rehearse")
"""Commands that only a game has."""


class IdleController(Controller):
    """The controller while the game asks nothing. A guide says what to do instead."""

    def __init__(self, selection: TableSelection, title: str, hint: str) -> None:
        super().__init__(selection, None)
        self._title, self._hint = title, hint

    @property
    def title(self) -> str:
        return self._title

    @property
    def hint(self) -> str:
        return self._hint


class Guide:
    """The guide of a game: it shows and forbids nothing."""

    is_game = True
    """Whether the battle is saved, has a result, and has the commands of a game."""

    @property
    def idle(self) -> Controller | None:
        """The controller that replaces that of the question, None for none."""
        return None

    # --- Strip ---
    @property
    def pages(self) -> Sequence[StripPage]:
        """The pages for which the strip above the board has space, () if there is no strip."""
        return ()

    def refresh(self) -> None:
        """Show the current page, before all panels are updated."""

    def reveal(self) -> None:
        """Scroll to what the player must press, after all panels have been updated."""

    def highlights(self, name: str) -> bool:
        """Return whether a button is highlighted, so that it must be in sight."""
        return False

    # --- Input ---
    def prompt(self, asked: tuple[int, object]) -> tuple[int, object]:
        """Return what the player must read before a key answers: the side and its question, and the page."""
        return asked

    def ignores(self, event: pygame.event.Event) -> bool:
        """Return whether an event isn't meant for what is shown now."""
        return False

    def command(self, name: str) -> bool:
        """Handle a command before the battle does. Return whether it was used."""
        return False

    def judge(self, *, looks: bool = False) -> None:
        """Judge what a click on the board or a button of the controller did. `looks`: it showed another card."""

    def complain(self) -> None:
        """Say what is to be done, because what the player did had no effect."""

    def prepare(self) -> None:
        """Choose what the page begins with, after the player has canceled that."""

    # --- Time and drawing ---
    def update(self, dt: float) -> None:
        """Let a number of seconds pass."""

    @property
    def is_busy(self) -> bool:
        """Whether something changes without an event."""
        return False

    def overlays(self) -> Sequence[Overlay]:
        """Return what is highlighted on the table."""
        return ()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is highlighted in the window."""
