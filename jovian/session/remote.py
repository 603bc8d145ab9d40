"""Games with a player at another computer: the session of the host, and the session of the guest."""

from __future__ import annotations

from dataclasses import replace

from jovian.game import Answer, Choice, Refusal
from jovian.game.game import OPEN
from jovian.match import Match, Refused
from jovian.match.entries import Answered, last_answer
from jovian.net.agreement import Agreement
from jovian.net.clocks import DEFAULT_TAKEN
from jovian.net.hosted import HOSTED, HostedGame, count_answers
from jovian.net.joined import JoinedGame
from jovian.net.talk import PAUSE_SECONDS
from jovian.play import obvious_answer
from jovian.players.worker import DecisionWorker, InlineWorker, PlayerQuestion, WorkerResult
from jovian.session.guest_file import GuestFile
from jovian.session.session import AnswerOutcome, Session, Thinking
from jovian.session.views import HUMAN, REMOTE, player_name
from jovian.user_files.player_files import OwnPlayer
from jovian.user_files.save_writer import SaveWriter
from jovian.user_files.saves import Seats

CLOSED = "the host has closed the game"
TOO_SOON = Refusal(f"Wait {PAUSE_SECONDS:g} seconds before you say more.")
ONLY_PLAYERS = Refusal("Spectators only read what the players say.")
UNKEPT = Refusal("The host has the game. What you see is saved by itself. The whole game can be saved at its end.")
WRITE_SECONDS = 20.0
"""Seconds after which what a guest has seen since is written."""


def seats_of(side: int) -> Seats:
    """Return the seats of a game with one player here, or none, and the others at other computers."""
    if side == OPEN:
        return REMOTE, REMOTE
    return (HUMAN, REMOTE) if side == 0 else (REMOTE, HUMAN)


NOT_ALONE = Refusal("Only your own last answer can be undone.", "Undo")


class RemoteSession(Session):
    """A game with a player at another computer. What has happened there is told by `step_computer`."""

    game: HostedGame | JoinedGame
    _news: AnswerOutcome | Refusal | None = None
    """What has happened since the table last asked for it."""
    _is_shown = True
    _wait = 0.0
    """How many seconds `update` waits for messages."""

    @property
    def has_line(self) -> bool:  # type: ignore[override]
        return not self.has_ended

    def keep_up(self, *, is_shown: bool) -> bool:
        self._is_shown = is_shown
        return self.update(0.0)

    def say(self, words: str) -> Refusal | None:
        """Say something to the other player and to spectators. Return why that can't be done, or None."""
        if not self.humans:
            return ONLY_PLAYERS
        return None if self.game.say(words) else TOO_SOON

    def __init__(
        self, game: HostedGame | JoinedGame, side: int, agreement: Agreement, keeper: SaveWriter | None = None
    ) -> None:
        """`game` must have begun. Who waited for that has told what happened before."""
        assert game.match is not None
        super().__init__(game.match, seats_of(side), keeper)
        self.game, self.has_agreed, self._told = game, agreement.is_rehearsing, game.talk.count
        self.advising = Thinking()

    def use_worker(self, worker: DecisionWorker) -> None:
        """Let the coach think in a worker. The other player isn't one."""
        self.advising.decision_worker = worker

    @property
    def has_news(self) -> bool:  # type: ignore[override]
        return self._news is not None

    def player_at(self, side: int) -> str:
        return self.other_name if self.seats[side] == REMOTE and self.humans else super().player_at(side)

    def _add_news(self, news: AnswerOutcome | Refusal) -> None:
        """Keep an outcome, with what has happened before and wasn't shown."""
        last = self._news
        if isinstance(last, AnswerOutcome) and isinstance(news, AnswerOutcome):
            news = replace(news, before=last.before, events=(*last.events, *news.events))
        self._news = news

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        """Return what has happened since the last call, after waiting for at most some seconds, None for nothing."""
        self._wait = wait
        self.update(0.0)
        news, self._news, self._wait = self._news, None, 0.0
        return news

    @property
    def other_name(self) -> str:
        """The name of the player at the other computer."""
        return self.game.guest_name if isinstance(self.game, HostedGame) else self.game.host_name

    closed_reason = ""
    """Why the game can't continue, "" if it can."""

    def take_told(self) -> list[str]:
        """Return what the players have said and what has happened to them and to the line since the last call."""
        lines, self._told = self.game.talk.since(self._told), self.game.talk.count
        return [line.text for line in lines]

    @property
    def notice(self) -> str:  # type: ignore[override]
        if self.asks_undo:
            return f"Asking {self.other_name} to undo"
        return f"Waiting for {self.other_name}" if self.waits_for_computer else ""

    # --- Undo ---
    @property
    def asks_undo(self) -> bool:  # type: ignore[override]
        return self.game.asks_undo

    @property
    def request(self) -> str:  # type: ignore[override]
        name = self.other_name
        return f"{name} asks to undo {name}'s last answer and all that followed." if self.game.wants_undo else ""

    def can_undo(self) -> Refusal | None:
        """Return why nothing can be undone, or None. More than the own last answer needs the other player's consent."""
        return self._may_undo()

    def _refuse_request(self, *, has_answered: bool, is_there: bool) -> Refusal | None:
        """Return why the other player can't be asked to undo more than our own last answer, None if they can."""
        if not self.match.rehearsal or not has_answered:
            return NOT_ALONE
        if not is_there:
            return Refusal(f"{self.other_name} must agree to undo this, and is away.", "Undo")
        return Refusal(f"{self.other_name} hasn't replied yet.", "Undo") if self.asks_undo else None


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

    def __init__(self, game: HostedGame, keeper: SaveWriter | None = None) -> None:
        """`game` must have begun. Each save holds what continues it with the same invite."""
        super().__init__(game, game.terms.side, game.terms.agreement, keeper)
        self._guest: DecisionWorker = RemoteWorker(game)
        self._computer: DecisionWorker = InlineWorker()
        """Where the computer player thinks that may take the guest's seat."""
        self.thinking.decision_worker = self._guest
        if self.keeper.note.get(HOSTED) != game.note:
            self.save_extra(HOSTED, game.note)

    # --- A computer player in the guest's seat ---
    def use_worker(self, worker: DecisionWorker) -> None:
        """Let the coach think in a worker, and the computer player that may take the guest's seat."""
        super().use_worker(worker)
        self._computer = worker

    @property
    def is_standing_in(self) -> bool:
        """Whether the computer player has the guest's seat."""
        return self.thinking.decision_worker is not self._guest

    @property
    def stand_in_label(self) -> str:  # type: ignore[override]
        player = self.game.terms.agreement.stand_in
        return f"Let the {player_name(player)} play for {self.other_name}" if player else ""

    def refuse_stand_in(self) -> Refusal | None:
        name = self.other_name
        if self.game.guest is not None:
            return Refusal(f"{name} is here. Your own seat can't be taken: this computer runs the game for both.")
        return Refusal(f"It does already, until {name} joins again.") if self.is_standing_in else None

    def let_stand_in(self) -> bool:
        self._use(self._computer)
        return False

    def _use(self, worker: DecisionWorker) -> None:
        """Let the computer player answer for the guest's side, or the guest itself."""
        self.thinking.forget()
        self.thinking.decision_worker = worker
        worker.follow(self.match)

    def _player_of(self, side: int) -> tuple[str, OwnPlayer | None]:
        return (self.game.terms.agreement.stand_in, None) if side == self.game.guest_side else super()._player_of(side)

    def _attend(self) -> None:
        """Take in what has arrived. A guest that joins again has its seat, and one that has left may hand it over."""
        self.game.update(self._wait)  # Somebody can join, leave, or watch at any time.
        is_away = self.game.guest is None
        if self.is_standing_in and not is_away:
            self._use(self._guest)
        elif is_away and self.game.is_handed_over and not self.is_standing_in:
            self._use(self._computer)

    # --- What happens ---
    @property
    def notice(self) -> str:  # type: ignore[override]
        name = self.other_name
        if self.has_ended:
            return ""
        if self.is_standing_in:
            return f"The {player_name(self.game.terms.agreement.stand_in)} plays for {name} until {name} joins again"
        if self.game.guest is None:
            return f"{name} is away. The game waits, and the same invite continues it"
        return super().notice

    def update(self, dt: float) -> bool:
        """Take in what the guest has sent. Return whether there is news.

        Its answers take effect at once, so that the guest waits for no page, dialog, or motion of the host.
        """
        before = self.notice
        self.game.is_paused = not self._is_shown
        self._attend()
        if self._is_shown and self._take_undo():  # Another page may show a moment that would go.
            return True
        super().update(dt)
        result, decision = self.thinking.take() if self.waits_for_computer else None, self.match.decision
        if result is not None:
            self._add_news(self._use_result(result, curtain=False))
        elif decision is not None and self.game.is_out_of_time:
            self._add_news(self.answer_unasked(decision.default(), DEFAULT_TAKEN, curtain=False))
        return self.has_news or self.notice != before

    def _take_undo(self) -> bool:
        """Undo what the guest asks for or agrees to. Return whether something has happened."""
        reply = self.game.take_undo_reply()
        if reply == "no":
            self.failed = f"{self.other_name} doesn't agree to undo."
        elif reply or self.game.take_undo():
            self._undo_of(self.game.terms.side if reply else self.game.guest_side, is_alone=not reply)
        else:
            return False
        return True

    def _may_undo(self) -> Refusal | None:
        if self._last_human() == last_answer(self.match.journal):
            return super()._may_undo()
        has_answered = count_answers(self.match, self.game.terms.side) > 0
        return self._refuse_request(has_answered=has_answered, is_there=self.game.guest is not None)

    def undo(self) -> Refusal | None:
        """Undo the own last answer, or ask the guest to undo more. Return why that can't be done, or None."""
        if self._last_human() == last_answer(self.match.journal):
            return super().undo()
        refusal = self.can_undo()
        if refusal is None:
            self.game.send_undo("request")
        return refusal

    def reply(self, *, agrees: bool) -> None:
        if not self.game.wants_undo:
            return
        self.game.send_undo("yes" if agrees else "no")
        if agrees:
            self._undo_of(self.game.guest_side, is_alone=False)

    def _undo_of(self, side: int, *, is_alone: bool) -> None:
        """Undo the last answer that a side gave to a question, and what followed.

        `is_alone`: undo only answers of this side.
        """
        before, journal = self.view, self.match.journal
        while (last := last_answer(journal)) >= 0 and self.match.can_undo() is None:
            entry = journal[last]
            is_own = isinstance(entry, Answered) and entry.side == side
            if is_alone and not is_own:
                break
            self.match.undo()
            journal, decision, seen = self.match.journal, self.match.decision, self.match.view(side)
            if is_own and decision is not None and obvious_answer(seen, decision.on(seen)) is None:
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
        super().__init__(game, game.side, game.agreement)
        self.file = GuestFile(game)
        self.keeper, self._unwritten_seconds = self.file.keeper, 0.0
        self.file.add(self.view, self.match.events.entries)

    @property
    def has_ended(self) -> bool:
        return self.game.whole is not None

    @property
    def request(self) -> str:  # type: ignore[override]
        return super().request if self.game.line.standing == "open" else ""

    @property
    def stand_in_label(self) -> str:  # type: ignore[override]
        player = self.game.agreement.stand_in
        return f"Leave, and let the {player_name(player)} play" if player else ""

    def refuse_stand_in(self) -> Refusal | None:
        is_open = self.game.line.standing == "open"
        return None if is_open else Refusal(f"There is no line to {self.game.host_name}.")

    def let_stand_in(self) -> bool:
        self.game.hand_over()
        return True

    @property
    def closed_reason(self) -> str:  # type: ignore[override]
        line = self.game.line
        is_closed = line.standing == "closed" and not self.has_ended
        return f"The line to {self.game.host_name} is closed: {line.trouble}" if is_closed else ""

    @property
    def unkept(self) -> Refusal | None:
        return None if self.has_ended else UNKEPT

    @property
    def notice(self) -> str:  # type: ignore[override]
        name, line = self.game.host_name, self.game.line
        if self.has_ended:
            return ""
        if self.closed_reason:
            return self.closed_reason
        if line.standing != "open":
            return f"The line to {name} is lost. Connecting again"
        return super().notice if self.humans else ""

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
        self.game.update(self._wait)
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
        if count > len(self.match.events):  # An answer was undone.
            self._news = None
        self._add_news(self._outcome(side, before, min(count, len(self.match.events)), curtain=False))
        return True

    def _write(self, dt: float) -> None:
        """Write what was seen, at first at once and then at times."""
        self._unwritten_seconds += dt
        is_due = self._unwritten_seconds > WRITE_SECONDS or not self.keeper.name
        if self.file.is_stale and not self.has_ended and is_due and self.autosaves():
            self._unwritten_seconds = 0.0
            self.file.write()

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
        if self.game.may_undo:
            return self.match.can_undo()
        is_there = self.game.line.standing == "open"
        return self._refuse_request(has_answered=self.game.has_answered, is_there=is_there)

    def undo(self) -> Refusal | None:
        """Ask the host to undo. Return why that can't be done, or None."""
        refusal = self.can_undo()
        if refusal is None:
            self.game.send_undo("request")
            self._changed()
        return refusal

    def reply(self, *, agrees: bool) -> None:
        if self.game.wants_undo:
            self.game.send_undo("yes" if agrees else "no")

    def close(self) -> None:
        if not self.has_ended and self.unsaved:
            self.autosave()
        self.game.close()
