"""A game as it was recorded: a session that stands anywhere in its game and answers nothing."""

from __future__ import annotations

from jovian.game import Decision, LogEntry
from jovian.game.view import OPEN
from jovian.match.entries import Answered
from jovian.match.saves.load import give_again
from jovian.ui.playing.session import Session


class Recording(Session):
    """A session that stands anywhere in a game, and answers nothing."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.match, session.seats)
        self.whole = session.match
        decision = session.match.decision
        self._sealed = decision.sealed if decision is not None else 0
        watcher = OPEN if session.hot_seat else session.looker
        self._looker = None if session.match.over else watcher
        self._told = 0
        """How many events had been told before the last answer."""
        self.at = self.length
        self.go(self.at)

    @property
    def length(self) -> int:
        """How many answers there are, those left out that are still secret."""
        return len(self.whole.journal) - self._sealed

    @property
    def looker(self) -> int | None:
        """Who plays a game watches its replay, of two humans what both know; a game that is over hides nothing."""
        return self._looker

    def shows(self, answer: int) -> bool:
        """Did an answer tell the looker anything, or was it the looker's own?"""
        entry = self.whole.journal[answer]
        if self._looker is None or (isinstance(entry, Answered) and entry.side == self._looker):
            return True
        before, after = (len(self.whole.fork_at(n).events) for n in (answer, answer + 1))
        told = self.whole.events
        return told.known_to(self._looker, before) < told.known_to(self._looker, after)

    @property
    def decision(self) -> Decision | None:
        """None: whoever watches is asked nothing."""
        return None

    @property
    def waits_for_computer(self) -> bool:
        """False: no computer player is asked."""
        return False

    def go(self, answers: int) -> None:
        """Go to the moment after so many answers."""
        self.at = max(0, min(self.length, answers))
        self.match = self.whole.fork_at(max(0, self.at - 1))
        self._told = len(self.match.events) if self.at else 0
        if self.at:
            give_again(self.match, self.whole.journal[self.at - 1])
        self._changed()

    def events(self) -> list[LogEntry]:
        """What the looker may know to have happened so far."""
        told = self.whole.events
        return told.seen_by(self._looker)[: told.known_to(self._looker, len(self.match.events))]

    def brought_about(self) -> list[LogEntry]:
        """What of it came of the last answer."""
        return self.events()[self.whole.events.known_to(self._looker, self._told) :]
