"""Following computer players at a table: pause, step, speed, skipping, what they did last again."""

from __future__ import annotations

from collections.abc import Callable

from jovian.ui.panels.offer import Offer
from jovian.ui.panels.recap import AGAIN, Recap
from jovian.ui.playing.outcome import Outcome
from jovian.ui.presenting.past_activations import PastActivation, PastActivations
from jovian.ui.screens.battle.watch import FASTER, PREFIX, SLOWER, Watch, other_speed
from jovian.ui.screens.table.table_screen import TableScreen


class Watching:
    """Computer players are watched at a table: paused, quicker or slower, what they did shown again.

    `land` ends the animation and shows the game as it stands.
    """

    def __init__(self, table: TableScreen, land: Callable[[], None]) -> None:
        self._table, self._session, self._settings = table, table.session, table.app.settings
        self._land = land
        self.watch = Watch()
        self.past = PastActivations(self._session.humans)
        self.recap = Recap()
        """The strip between card and log that tells what they did last."""
        self.shows_again = False
        """Is an old activation on the screen?"""

    # --- pause, step, speed ---
    @property
    def watched(self) -> bool:
        """Is it the computer's go, or nobody else's game?"""
        session = self._session
        alone = not session.humans and not session.match.over
        return not self.shows_again and (session.waits_for_computer or alone)

    @property
    def halted(self) -> bool:
        """Does everything stand still?"""
        return self.watched and self.watch.paused and not self.watch.stepping and not self.watch.skipping

    def offers(self) -> list[Offer]:
        """The buttons while computers play, [] otherwise."""
        return self.watch.offers(self._settings.speed, not self._session.humans) if self.watched else []

    def pressed(self, name: str) -> bool:
        """A button of the watch, or the one that shows something again; True if it was one."""
        if name == AGAIN:
            self.again(self.past.last)
            return True
        if not name.startswith(PREFIX):
            return False
        if name in (SLOWER, FASTER):
            self._settings.speed = other_speed(self._settings.speed, name)
            self._table.app.write_settings()
        else:
            self.watch.press(name, self._session.match.state.turn)
            if (self.watch.stepping or self.watch.skipping) and self._table.animation.running:
                self._land()
        self._table.dirty = True
        return True

    def reseated(self) -> None:
        """Others play from now on."""
        self.past = PastActivations(self._session.humans)
        self.watch.rest()
        self.watch.paused = False

    # --- the last activations of computers ---
    def follow(self, outcome: Outcome) -> None:
        """Note what was seen, and whether a step or a skip is over."""
        self.past.take(outcome.events, outcome.before)
        self.watch.saw(bool(outcome.events), self._session.match.state.turn, self._session.match.over)
        if not self._session.waits_for_computer:
            self.watch.rest()

    def again(self, past: PastActivation | None) -> None:
        """Show an activation once more; any click ends it."""
        if past is None or self._session.looker not in (None, past.before.viewer):
            return
        self._land()
        table = self._table
        table.shown, self.shows_again = past.before, True
        table.desk.selected = past.model if past.model in past.before.models else table.desk.selected
        table.animation.start(past.entries, past.before, self._settings.speed or 1.0)
        table.dirty = True
        if not table.animation.running:
            self._land()
