"""Games with a player at another computer: the session of the host, and the session of the guest."""

from __future__ import annotations

from jovian.game import Answer, Choice, Refusal
from jovian.match import Match, Refused
from jovian.net.hosted import HostedGame
from jovian.net.joined import JoinedGame
from jovian.play import obvious_answer
from jovian.players.worker import DecisionWorker, PlayerQuestion, WorkerResult
from jovian.session.session import AnswerOutcome, Session, Thinking
from jovian.session.views import HUMAN, REMOTE
from jovian.user_files.saves import Seats

CLOSED = "the host has closed the game"
UNKEPT = Refusal("The host has the game. It can be saved and replayed here at its end.")


def seats_of(side: int) -> Seats:
    """Return the seats of a game with one player here, and the other one at another computer."""
    return (HUMAN, REMOTE) if side == 0 else (REMOTE, HUMAN)


class RemoteSession(Session):
    """A game with a player at another computer. What has happened there is told by `step_computer`."""

    _news: AnswerOutcome | None = None

    def __init__(self, match: Match, seats: Seats) -> None:
        super().__init__(match, seats)
        self.advising = Thinking()

    def use_worker(self, worker: DecisionWorker) -> None:
        """Let the coach think in a worker. The other player isn't one."""
        self.advising.decision_worker = worker

    @property
    def has_news(self) -> bool:  # type: ignore[override]
        return self._news is not None

    def _take_news(self) -> AnswerOutcome | None:
        news, self._news = self._news, None
        return news


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
        self.game.close(CLOSED)


class HostSession(RemoteSession):
    """A game that this computer hosts."""

    def __init__(self, game: HostedGame) -> None:
        """`game` must have begun."""
        assert game.match is not None
        super().__init__(game.match, seats_of(game.terms.side))
        self.game = game
        self.thinking.decision_worker = RemoteWorker(game)

    @property
    def notice(self) -> str:  # type: ignore[override]
        name = self.game.guest_name
        if self.has_ended:
            return ""
        if self.game.guest is None:
            return f"{name} is away. The game waits, and the same invite continues it"
        return f"Waiting for {name}" if self.waits_for_computer else ""

    def update(self, dt: float) -> bool:
        """Take in what the guest has sent. Return whether there is news."""
        before = self.notice
        if not self.waits_for_computer:
            self.game.update()  # Somebody can join, leave, or watch at any time.
        if self.game.take_undo():
            self._undo_for_guest()
            return True
        return super().update(dt) or self.notice != before

    def _undo_for_guest(self) -> None:
        """Undo the last answer of the guest, with those before it that it gave without a question."""
        side, before = self.game.guest_side, self.view
        while True:
            self.match.undo()
            decision, seen = self.match.decision, self.match.view(side)
            is_obvious = decision is not None and obvious_answer(seen, decision.on(seen)) is not None
            if not is_obvious or not self.game.may_undo():
                break
        self._changed()
        self._news = self._outcome(side, before, len(self.match.events), curtain=False)

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        return self._take_news() or super().step_computer(curtain=curtain, wait=wait)

    def close(self) -> None:
        self.game.close(CLOSED)


# --- The guest ---


class GuestSession(RemoteSession):
    """A game that this computer has joined. The match shows the last moment that the host has sent."""

    def __init__(self, game: JoinedGame) -> None:
        """`game` must have begun."""
        assert game.match is not None
        super().__init__(game.match, seats_of(game.side))
        self.game = game

    @property
    def has_ended(self) -> bool:
        return self.game.whole is not None

    @property
    def unkept(self) -> Refusal | None:
        return None if self.has_ended else UNKEPT

    @property
    def notice(self) -> str:  # type: ignore[override]
        name, line = self.game.host_name, self.game.line
        if self.has_ended:
            return ""
        if line.standing == "closed":
            return f"The line to {name} is closed: {line.trouble}"
        if line.standing != "open":
            return f"The line to {name} is lost. Connecting again"
        return f"Waiting for {name}" if self.waits_for_computer else ""

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
        before, count, moment, notice = self.view, len(self.match.events), self.game.moments, self.notice
        self.game.update()
        self.failed, self.game.fault = self.game.fault or self.failed, ""
        if self.game.whole is not None and self.match is not self.game.whole:
            self.match = self.game.whole
            self.keeper.meet(self.match)
            self._changed()
        if self.game.moments == moment:
            return self.notice != notice
        self._changed()
        self._news = self._outcome(side, before, min(count, len(self.match.events)), curtain=False)
        return True

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        """Return what has happened since the last answer, None if nothing has."""
        self.update(0.0)
        return self._take_news()

    def _keep(self) -> None:
        """Save nothing: the host has the game."""

    def _may_undo(self) -> Refusal | None:
        if not self.game.may_undo:
            return Refusal("Only your own last answer can be undone.", "Undo")
        return self.match.can_undo()

    def undo(self) -> Refusal | None:
        """Ask the host to undo the last answer. Return why that can't be done, or None."""
        refusal = self.can_undo()
        if refusal is None:
            self.game.undo()
            self._changed()
        return refusal

    def close(self) -> None:
        self.game.close()
