"""Games with a player at another computer: the session of the host, and the session of the guest."""

from __future__ import annotations

from dataclasses import replace

from jovian.game import Answer, Choice, Refusal
from jovian.game.game import OPEN
from jovian.match import Match, Refused
from jovian.net.clocks import DEFAULT_TAKEN
from jovian.net.hosted import HostedGame
from jovian.net.joined import JoinedGame
from jovian.net.talk import PAUSE_SECONDS
from jovian.play import obvious_answer
from jovian.players.worker import DecisionWorker, PlayerQuestion, WorkerResult
from jovian.session.session import AnswerOutcome, Session
from jovian.session.views import HUMAN, REMOTE
from jovian.user_files.saves import Seats

CLOSED = "the host has closed the game"
UNHARMED = "The host still has the game, and the same invite continues it"
TOO_SOON = Refusal(f"Wait {PAUSE_SECONDS:g} seconds before you say more.")
ONLY_PLAYERS = Refusal("Spectators only read what the players say.")
UNKEPT = Refusal("The host has the game. It can be saved and replayed here at its end.")


def seats_of(side: int) -> Seats:
    """Return the seats of a game with one player here, or none, and the others at other computers."""
    if side == OPEN:
        return REMOTE, REMOTE
    return (HUMAN, REMOTE) if side == 0 else (REMOTE, HUMAN)


class RemoteSession(Session):
    """A game with a player at another computer. What has happened there is told by `step_computer`."""

    friend = ""
    """The name of the player at the other computer."""
    game: HostedGame | JoinedGame
    _news: AnswerOutcome | Refusal | None = None
    """What has happened since the table last asked for it."""
    _is_shown = True

    @property
    def is_elsewhere(self) -> bool:  # type: ignore[override]
        return not self.has_ended

    def keep_up(self, *, is_shown: bool) -> bool:
        self._is_shown = is_shown
        return self.update(0.0)

    def say(self, words: str) -> Refusal | None:
        """Say something to the other player and to spectators. Return why that can't be done, or None."""
        if not self.humans:
            return ONLY_PLAYERS
        return None if self.game.say(words) else TOO_SOON

    @property
    def has_news(self) -> bool:  # type: ignore[override]
        return self._news is not None

    def player_at(self, side: int) -> str:
        return self.friend if self.seats[side] == REMOTE and self.humans else super().player_at(side)

    def _add_news(self, news: AnswerOutcome | Refusal) -> None:
        """Keep an outcome, with what has happened before and wasn't shown."""
        last = self._news
        if isinstance(last, AnswerOutcome) and isinstance(news, AnswerOutcome):
            news = replace(news, before=last.before, events=(*last.events, *news.events))
        self._news = news

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        """Return what has happened since the last call, None if nothing has."""
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

    game: HostedGame

    def __init__(self, game: HostedGame) -> None:
        """`game` must have begun."""
        assert game.match is not None
        super().__init__(game.match, seats_of(game.terms.side))
        self.game, self.friend = game, game.guest_name
        self.thinking.decision_worker = RemoteWorker(game)

    def use_worker(self, worker: DecisionWorker) -> None:
        """Keep the guest as the other player."""

    @property
    def notice(self) -> str:  # type: ignore[override]
        name = self.game.guest_name
        if self.has_ended:
            return ""
        if self.game.guest is None:
            return f"{name} is away. The game waits, and the same invite continues it"
        return f"Waiting for {name}" if self.waits_for_computer else ""

    def update(self, dt: float) -> bool:
        """Take in what the guest has sent. Return whether there is news.

        Its answers take effect at once, so that the guest waits for no page, dialog, or motion of the host.
        """
        before = self.notice
        self.game.is_paused = not self._is_shown
        if not self.waits_for_computer:
            self.game.update()  # Somebody can join, leave, or watch at any time.
        if self._is_shown and self.game.take_undo():  # Another page may show a moment that would go.
            self._undo_for_guest()
            return True
        super().update(dt)
        result, decision = self.thinking.take() if self.waits_for_computer else None, self.match.decision
        if result is not None:
            self._add_news(self._use_result(result, curtain=False))
        elif decision is not None and self.game.is_out_of_time:
            self._add_news(self.answer_unasked(decision.default(), DEFAULT_TAKEN, curtain=False))
        return self.has_news or self.notice != before

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

    def close(self) -> None:
        self.game.close(CLOSED)


# --- The guest ---


class GuestSession(RemoteSession):
    """A game that this computer has joined. The match shows the last moment that the host has sent."""

    game: JoinedGame

    def __init__(self, game: JoinedGame) -> None:
        """`game` must have begun."""
        assert game.match is not None
        super().__init__(game.match, seats_of(game.side))
        self.game, self.friend = game, game.host_name

    def use_worker(self, worker: DecisionWorker) -> None:
        """Wait for the host: no computer player answers here."""

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
        return f"Waiting for {name}" if self.waits_for_computer and self.humans else ""

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
        if count > len(self.match.events):  # An answer was undone.
            self._news = None
        self._add_news(self._outcome(side, before, min(count, len(self.match.events)), curtain=False))
        return True

    def _keep(self) -> None:
        """Save nothing: the host has the game."""

    def rescue(self) -> tuple[str, str]:
        return super().rescue() if self.has_ended else ("", UNHARMED)

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
