"""What a table has for whoever follows computer players: pause, step, speed, skipping, what they did last again."""

from __future__ import annotations

import pygame

from jovian.ui.panels.offer import Offer
from jovian.ui.panels.recap import AGAIN, Recap
from jovian.ui.playing.outcome import Outcome
from jovian.ui.playing.session import Session
from jovian.ui.presenting.past_activations import PastActivation, PastActivations
from jovian.ui.screens.battle.watch import FASTER, PREFIX, SLOWER, Watch, other_speed
from jovian.ui.screens.screen import Host
from jovian.ui.screens.table.table_screen import TableScreen


class Watching(TableScreen):
    """A table on which computer players are watched: paused, quicker or slower, what they did shown again."""

    def __init__(self, app: Host, session: Session) -> None:
        self.watch = Watch()
        self.past = PastActivations(session.humans)
        self.recap = Recap()
        self.shows_again = False
        """Is an old activation on the screen?"""
        super().__init__(app, session)
        self.panels.append(self.recap)

    # --- pause, step, speed ---
    @property
    def watched(self) -> bool:
        """Is it the computer's go, or nobody else's game?"""
        over = self.session.match.over
        return not self.shows_again and (self.session.waits_for_computer or (not self.session.humans and not over))

    @property
    def halted(self) -> bool:
        """Does everything stand still?"""
        return self.watched and self.watch.paused and not self.watch.stepping and not self.watch.skipping

    def watch_offers(self) -> list[Offer]:
        """The buttons while computers play, [] otherwise."""
        return self.watch.offers(self.app.settings.speed, not self.session.humans) if self.watched else []

    def watch_pressed(self, name: str) -> bool:
        """A button of the watch, or the one that shows something again; True if it was one."""
        if name == AGAIN:
            self.again(self.past.last)
            return True
        if not name.startswith(PREFIX):
            return False
        if name in (SLOWER, FASTER):
            self.app.settings.speed = other_speed(self.app.settings.speed, name)
        else:
            self.watch.press(name, self.session.match.state.turn)
            if (self.watch.stepping or self.watch.skipping) and self.animation.running:
                self.land()
        self.dirty = True
        return True

    def land(self) -> None:
        """End the animation, and show the game as it stands."""
        raise NotImplementedError

    # --- the last activations of computers ---
    def follow(self, outcome: Outcome) -> None:
        """Note what was seen, and whether a step or a skip is over."""
        self.past.take(outcome.events, outcome.before)
        self.watch.saw(bool(outcome.events), self.session.match.state.turn, self.session.match.over)
        if not self.session.waits_for_computer:
            self.watch.rest()

    def again(self, past: PastActivation | None) -> None:
        """Show an activation once more; any click ends it."""
        if past is None or self.session.looker not in (None, past.before.viewer):
            return
        self.land()
        self.shown = past.before
        self.shows_again = True
        self.desk.selected = past.model if past.model in past.before.models else self.desk.selected
        self.animation.start(past.entries, past.before, self.app.settings.speed or 1.0)
        self.dirty = True
        if not self.animation.running:
            self.land()

    @property
    def strip(self) -> int:
        """The height of the strip between card and log."""
        return self.recap.wanted

    def lay_strip(self, rect: pygame.Rect) -> None:
        """Lay the strip out that tells what a computer player did last."""
        self.recap.layout(rect)

    def refresh(self) -> None:
        """Tell of the last activations of computers too."""
        self.recap.show(self.past.last)
        super().refresh()
