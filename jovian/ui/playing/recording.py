"""A game as it was recorded: a session that stands anywhere in its game and answers nothing."""

from __future__ import annotations

from bisect import bisect_left

from jovian.game import Decision, LogEntry
from jovian.game.view import OPEN
from jovian.match import Match
from jovian.match.saves.load import give_again
from jovian.ui.playing.looking import find_stops
from jovian.ui.playing.session import Session


class Recording(Session):
    """A session that stands anywhere in a game, and answers nothing.

    It stands after answers that tell the looker something. Those that don't belong to the one before them, so that no
    number counts what the other side did in secret.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session.match, session.seats)
        self.whole = session.match
        watcher = OPEN if session.hot_seat else session.looker
        self._looker = None if session.match.over else watcher
        decision = session.match.decision
        last = len(self.whole.journal) - (decision.sealed if decision is not None else 0)
        self._stops = find_stops(self.whole, self._looker, last)
        self._told = 0
        """How many events had been told before the last answer."""
        self.at = self.length
        """At which of its places it stands, 0 at the beginning."""
        self.go(self.at)

    @property
    def length(self) -> int:
        """How many places it has after the beginning."""
        return len(self._stops) - 1

    @property
    def answers(self) -> int:
        """How many answers have been given where it stands."""
        return self._stops[self.at]

    def answers_at(self, at: int) -> int:
        """Return how many answers have been given at a place."""
        return self._stops[at]

    def place_of(self, answers: int) -> int:
        """Return the first place at which so many answers have been given, the last if there is none."""
        return min(bisect_left(self._stops, answers), self.length)

    @property
    def looker(self) -> int | None:
        """Who plays a game watches its replay, of two humans what both know; a game that is over hides nothing."""
        return self._looker

    @property
    def decision(self) -> Decision | None:
        """None: whoever watches is asked nothing."""
        return None

    @property
    def waits_for_computer(self) -> bool:
        """False: no computer player is asked."""
        return False

    def go(self, at: int) -> None:
        """Go to a place."""
        self.at = max(0, min(self.length, at))
        begin = self._stops[self.at - 1] if self.at else self.answers
        self.match = self.whole.fork_at(begin)
        self._told = len(self.match.events) if self.at else 0
        for entry in self.whole.journal[begin : self.answers]:
            give_again(self.match, entry)
        self._changed()

    def events(self) -> list[LogEntry]:
        """What the looker may know to have happened so far."""
        return self.whole.events.seen_by(self._looker)[: self.told_by(self.match)]

    def told_by(self, match: Match) -> int:
        """Return how many events the looker knows of at a moment of the game."""
        return self.whole.events.known_to(self._looker, len(match.events))

    def brought_about(self) -> list[LogEntry]:
        """What of it came of the last answer."""
        return self.events()[self.whole.events.known_to(self._looker, self._told) :]
