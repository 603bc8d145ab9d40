"""Games whose other side plays on another computer: the session of the host, and the session of the guest."""

from __future__ import annotations

from jovian.game import Answer, Choice, Refusal
from jovian.match import Match, Refused
from jovian.net.hosted import HostedGame
from jovian.net.joined import JoinedGame
from jovian.players.worker import DecisionWorker, PlayerQuestion, WorkerResult
from jovian.session.session import AnswerOutcome, Session
from jovian.session.views import HUMAN, REMOTE
from jovian.user_files.saves import Seats


def seats_of(side: int) -> Seats:
    """Return the seats of a game in which a side plays here, and the other one on another computer."""
    return (HUMAN, REMOTE) if side == 0 else (REMOTE, HUMAN)


# --- The host ---


class RemoteWorker:
    """Answers with what the guest sends, in place of a computer player."""

    in_background = True

    def __init__(self, game: HostedGame) -> None:
        self.game = game

    def follow(self, match: Match) -> None:
        """Send what is new in the match."""
        self.game.match = match
        self.game.update()

    def ask(self, match: Match, question: PlayerQuestion) -> None:
        self.follow(match)

    def poll(self, wait: float = 0.0) -> WorkerResult | None:
        self.game.update(wait)
        answer = self.game.take_answer()
        return WorkerResult(answer) if answer is not None else None

    def hurry(self) -> None:
        """Do nothing: a guest can't be hurried."""

    def drop(self) -> None:
        """Do nothing: the next moment has another question."""

    def close(self) -> None:
        self.game.close("the host has closed the game")


class HostSession(Session):
    """A game that this computer hosts."""

    def __init__(self, game: HostedGame) -> None:
        """`game` must have begun."""
        assert game.match is not None
        super().__init__(game.match, seats_of(game.terms.side))
        self.game = game
        self.thinking.decision_worker = RemoteWorker(game)

    def use_worker(self, worker: DecisionWorker) -> None:
        """Keep the guest as the other player."""

    def update(self, dt: float) -> bool:
        if not self.waits_for_computer:
            self.game.update()  # Somebody can join, leave, or watch at any time.
        return super().update(dt)


# --- The guest ---


class GuestSession(Session):
    """A game that this computer has joined. The match shows the last moment that the host has sent."""

    def __init__(self, game: JoinedGame) -> None:
        """`game` must have begun."""
        assert game.match is not None
        super().__init__(game.match, seats_of(game.side))
        self.game = game
        self._news: AnswerOutcome | None = None

    def use_worker(self, worker: DecisionWorker) -> None:
        """Wait for the host: no computer player answers here."""

    def answer(self, choice: Answer | Choice, *, curtain: bool = True, reason: str = "") -> AnswerOutcome | Refusal:
        """Send an answer. The outcome is that nothing has happened yet, or why the answer is refused."""
        decision = self.match.decision
        try:
            self.match.answer(choice)
        except Refused as refused:
            return refused.refusal
        assert decision is not None
        before, count = self.view, len(self.match.events)
        self._changed()
        return self._outcome(decision.side, before, count, curtain)

    def answer_unasked(self, choice: Answer, words: str, *, curtain: bool = True) -> AnswerOutcome | Refusal:
        return self.answer(choice, curtain=curtain)

    def update(self, dt: float) -> bool:
        """Take in what the host has sent. Return whether there is news."""
        side = self.match.decision.side if self.match.decision is not None else 0
        before, count, moment = self.view, len(self.match.events), self.game.moments
        for line in self.game.update():
            self.failed = line
        if self.game.moments == moment:
            return False
        self._changed()
        self._news = self._outcome(side, before, count, curtain=False)
        return True

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        """Return what has happened since the last answer, None if nothing has."""
        self.update(0.0)
        news, self._news = self._news, None
        return news

    def _keep(self) -> None:
        """Save nothing: the host has the game."""

    def _may_undo(self) -> Refusal | None:
        return self.match.can_undo()
