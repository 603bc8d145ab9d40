"""Games with a player at another computer: the session of the host, and the session of the guest."""

from __future__ import annotations

from jovian.game import Answer, Choice, Refusal
from jovian.match import Match, Refused
from jovian.net.hosted import HostedGame
from jovian.net.joined import JoinedGame
from jovian.play import obvious_answer
from jovian.players.worker import DecisionWorker, PlayerQuestion, WorkerResult
from jovian.session.guest_file import GuestFile
from jovian.session.session import AnswerOutcome, Session, Thinking
from jovian.session.views import HUMAN, REMOTE
from jovian.user_files.saves import Seats

CLOSED = "the host has closed the game"
UNKEPT = Refusal("The host has the game. What you see is saved by itself. The whole game can be saved at its end.")
WRITE_SECONDS = 20.0
"""Seconds after which what a guest has seen since is written."""


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
        self.game, self.has_agreed = game, game.terms.agreement.is_rehearsing
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
        self.game, self.has_agreed = game, game.agreement.is_rehearsing
        self.file = GuestFile(game)
        self.keeper, self._unwritten_seconds = self.file.keeper, 0.0
        self.file.add(self.view, self.match.events.entries)

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
            self.file.end(self.game.whole)
            self.match = self.game.whole
            self.keeper.meet(self.match)
            self._changed()
        if self.game.moments == moment:
            self._write(dt)
            return self.notice != notice
        self._changed()
        self.file.add(self.view, self.match.events.entries)
        if self._news is not None:  # It wasn't shown yet, so this belongs to it.
            before, count = self._news.before, count - len(self._news.events)
        self._news = self._outcome(side, before, max(0, min(count, len(self.match.events))), curtain=False)
        return True

    def _write(self, dt: float) -> None:
        """Write what was seen, at first at once and then at times."""
        self._unwritten_seconds += dt
        is_due = self._unwritten_seconds > WRITE_SECONDS or not self.keeper.name
        if self.file.is_stale and not self.has_ended and is_due and self.autosaves():
            self._unwritten_seconds = 0.0
            self.file.write()

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        """Return what has happened since the last answer, None if nothing has."""
        self.update(0.0)
        return self._take_news()

    # --- The file ---
    def _keep(self) -> None:
        """Save the whole game at its end. Until then, `update` saves what was seen."""
        if self.has_ended:
            super()._keep()

    @property
    def has_started(self) -> bool:
        return super().has_started if self.has_ended else self.autosaves()

    @property
    def unsaved(self) -> bool:
        return super().unsaved if self.has_ended else self.file.is_stale and self.autosaves()

    @property
    def answers(self) -> int:
        """The moment, until the whole game is known."""
        return super().answers if self.has_ended else self.file.moment

    def autosave(self) -> str:
        if self.has_ended:
            return super().autosave()
        self.file.write()
        return self.keeper.finish()

    def rescue(self) -> tuple[str, str]:
        if self.has_ended:
            return super().rescue()
        problem = self.autosave()
        return self.keeper.name, problem

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
        if not self.has_ended and self.unsaved:
            self.autosave()
        self.game.close()
