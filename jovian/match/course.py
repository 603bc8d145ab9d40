"""Run the rules on a list of answers, and return to earlier moments of it.

`Runner` runs the steps of the agenda until one of them needs a decision. `MatchHistory` keeps the answers and some
checkpoints (`Mark`), from which it resumes to step back, to fork, and to recover when a rule fails. A match and a
trial (a private game of a player who looks ahead) are both a `MatchHistory`.
"""

from __future__ import annotations

from bisect import bisect_right
from copy import copy
from hashlib import blake2b
from typing import Any, Self

from jovian.dice import advance
from jovian.game import Answer, Decision, EventLog, Game, Refusal, State
from jovian.game.events import Remarked
from jovian.match.entries import Answered, Checkpoint, Edited, Entry, Refused, Remark, Reseeded, RulesError
from jovian.rules.edits import read_edit
from jovian.rules.sequence.sequence import run

DIGESTED = ("activate", "end phase")
"""The steps after which the runner notes a digest."""


class Runner:
    """The rules applied to one game: the pending decision, and the generator of the step that made it."""

    __slots__ = ("_item", "_step", "answers", "decision", "digests", "game")

    def __init__(self, game: Game, digests: list[tuple[int, str]] | None = None, answers: int = 0) -> None:
        self.game = game
        self.decision: Decision | None = None
        self.digests = digests if digests is not None else []
        self.answers = answers
        self._step: Any = None
        self._item = -1

    def apply(self, entry: Entry, answer: Answer | None = None) -> None:
        """Apply an entry of the journal and run on. If `answer` is None, read the answer from the entry."""
        self.answers += 1
        match entry:
            case Answered():
                decision, state = self.decision, self.game.state
                assert decision is not None
                if decision.anchor:
                    state.rolled_faces = ()
                if state.common is None:
                    state.chain = advance(state.chain, entry.to_bytes())
                    state.rolls = 0
                self.run(decision.read(entry.choice) if answer is None else answer)
            case Reseeded(key, common):
                self.rekey(key, common=common)
            case Edited(change):
                read_edit(change).do(self.game)
                self._step = None  # The step on top of the agenda starts again.
                self.run(None)
            case Remark(side, text):
                self.game.log_event(Remarked(side=side, text=text))

    def rekey(self, key: bytes, *, common: bool = False) -> None:
        """Change the dice from here on. Common dice depend on what they are rolled for, and not on the answers."""
        state = self.game.state
        state.chain = blake2b(key, digest_size=32).digest()
        state.rolls = 0
        state.script = ()
        state.common = {} if common else None

    def run(self, answer: Answer | None) -> None:
        """Run steps until one needs a decision or the agenda is empty."""
        state = self.game.state
        agenda = state.agenda
        self.decision = None
        while True:
            if self._step is None:
                if not agenda or state.over:
                    return
                self._item = len(agenda) - 1
                step = agenda[-1]
                self._step = run(self.game, *step)
            try:
                self.decision = self._step.send(answer)
                return
            except StopIteration:
                answer, self._step = None, None
                self._finish(agenda.pop(self._item))

    def _finish(self, step: list[Any]) -> None:
        if step[0] in DIGESTED:
            self.digests.append((self.answers, self.game.state.digest()))


CHECKPOINT_INTERVAL = 16
"""The number of answers between 2 checkpoints, as long as no caller has needed one."""


class MatchHistory:
    """A list of answers since a start, which subclasses define."""

    _runner: Runner

    def __init__(self, *, keep_all: bool = False) -> None:
        self.journal: list[Entry] = []
        """The answers since the start."""
        self._event_counts: list[int] = []
        """The number of events before each answer."""
        self._keep_all = keep_all
        self._marks: list[Checkpoint] = []
        self._anchor = -1
        """The number of answers before the last answered anchor, -1 if it is unknown."""
        self._mark_all = keep_all
        """Whether to keep a checkpoint of each answered anchor. Until one is needed, `mark_seen` can rebuild it."""

    def start(self) -> State:
        """Return a new copy of the state before the first answer."""
        raise NotImplementedError

    def _start_runner(self, log: EventLog | None) -> Runner:
        """Return a runner at the first decision, before any answer of the journal."""
        raise NotImplementedError

    # --- State ---
    @property
    def decision(self) -> Decision | None:
        """The pending decision, None when the game is over."""
        return self._runner.decision

    @property
    def state(self) -> State:
        """The current state. The rules change it."""
        return self._runner.game.state

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def events(self) -> EventLog:
        """All events so far. Empty if the game keeps no log."""
        return self._runner.game.log or EventLog()

    def events_after(self, answers: int) -> int:
        """Return the number of events at the moment after a number of answers."""
        return self._event_counts[answers] if answers < len(self._event_counts) else len(self.events)

    def answers_until(self, event: int) -> int:
        """Return the number of answers after which an event was logged first, or of all answers if it wasn't yet."""
        return bisect_right(self._event_counts, event)

    # --- Answers ---
    def check(self, choice: Any) -> Refusal | None:
        """Return why an answer, or any JSON, isn't a legal answer to the pending decision, None if it is."""
        decision = self.decision
        return Refusal("The game is over.") if decision is None else decision.check(choice)

    def answer(self, choice: Any) -> None:
        """Give an answer, or its JSON, to the pending decision.

        Raises:
            Refused: The answer is illegal.
            RulesError: A rule failed.

        """
        decision, answer = self._judged(choice)
        self.record(Answered.of(decision, answer), answer)

    def _judged(self, choice: Any) -> tuple[Decision, Answer]:
        """Return the pending decision and a legal answer to it. Raises Refused."""
        decision = self.decision
        if decision is None:
            raise Refused(Refusal("The game is over."))
        answer = decision.parse_legal(choice)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        return decision, answer

    def record(self, entry: Entry, answer: Answer | None = None) -> None:
        """Add an entry to the journal and run on. If a rule fails, go back to the moment before the entry.

        `answer` is the answer of the entry, which the pending decision has found legal. Raises `RulesError`.
        """
        decision = self.decision
        if decision is not None and decision.anchor and not isinstance(entry, Remark):
            self._anchor = len(self.journal)
            if self._mark_all or self._anchor - (self._marks[-1].answers if self._marks else 0) >= CHECKPOINT_INTERVAL:
                self._add_mark(self._current_mark())
        self._event_counts.append(len(self.events))
        self.journal.append(entry)
        try:
            self._runner.apply(entry, answer)
        except Exception as error:
            self._restore(len(self.journal) - 1)
            raise RulesError(error, entry) from error

    # --- Checkpoints ---
    def _add_mark(self, mark: Checkpoint) -> None:
        if not self._keep_all:
            self._marks.clear()
        self._marks.append(mark)

    def _current_mark(self) -> Checkpoint:
        return _mark_of(self._runner, len(self.journal), self.state.clone())

    def mark_before(self, answers: int) -> Checkpoint | None:
        """Return a checkpoint at or before a number of answers to resume from, None for the start."""
        if answers == len(self.journal) and self.decision is not None and self.decision.anchor:
            return self._current_mark()
        mark = self.mark_seen(answers)
        return mark.copy() if mark is not None else None

    def mark_seen(self, answers: int) -> Checkpoint | None:
        """Return the latest checkpoint at or before a number of answers. Read-only: don't resume a game from it."""
        mark = self._latest(answers)
        if self._anchor <= answers and self._anchor > (mark.answers if mark is not None else -1):
            self._mark_all = True
            before = mark.copy() if mark is not None else None
            runner = self._resume(before, self._anchor)
            mark = _mark_of(runner, self._anchor, runner.game.state)
            self._add_mark(mark)
        return mark

    def state_at(self, answers: int) -> State:
        """Return the state at the moment after a number of answers. Read-only. At checkpoints this costs nothing."""
        mark = self.mark_seen(answers)
        return mark.state if mark is not None and mark.answers == answers else self.fork_at(answers).state

    def _latest(self, answers: int) -> Checkpoint | None:
        return next((mark for mark in reversed(self._marks) if mark.answers <= answers), None)

    def since(self, mark: Checkpoint | None) -> list[Entry]:
        """Return the answers after a checkpoint, or after the start if it is None."""
        return self.journal[mark.answers if mark is not None else 0 :]

    def _resume(self, mark: Checkpoint | None, answers: int) -> Runner:
        """Return a runner after a number of answers, resumed from a checkpoint or the start."""
        log = EventLog() if self._runner.game.log is not None else None
        runner = self._start_runner(log) if mark is None else self._resume_at(mark, log)
        for entry in self.journal[mark.answers if mark else 0 : answers]:
            runner.apply(entry)
        return runner

    def _resume_at(self, mark: Checkpoint, log: EventLog | None) -> Runner:
        own_log = self._runner.game.log
        if log is not None and own_log is not None:
            log = own_log.up_to(mark.events)
        runner = Runner(Game(mark.state, log), self._runner.digests[: mark.digests], mark.answers)
        runner.run(None)
        return runner

    def _restore(self, answers: int) -> None:
        self._runner = self._resume(self.mark_before(answers), answers)
        del self.journal[answers:], self._event_counts[answers:]
        self._marks = [mark for mark in self._marks if mark.answers < answers]
        self._anchor = self._anchor if self._anchor < answers else -1

    # --- Steps and forks ---
    def seek(self, answers: int) -> None:
        """Go back to the moment after a number of answers, even if dice were rolled since."""
        self._restore(max(0, min(answers, len(self.journal))))

    def fork_at(self, answers: int) -> Self:
        """Return a separate copy at the moment after a number of answers."""
        fork = copy(self)
        fork.journal, fork._event_counts = self.journal[:answers], self._event_counts[:answers]
        fork._marks, fork._keep_all = [], False
        mark = self.mark_before(answers)
        fork._anchor = mark.answers if mark is not None and mark.answers < answers else -1
        if mark is not None and mark.answers < answers:
            fork._marks.append(mark.copy())
        fork._runner = self._resume(mark, answers)
        return fork

    def fork(self) -> Self:
        """Return a separate copy at the present moment."""
        return self.fork_at(len(self.journal))


def _mark_of(runner: Runner, answers: int, state: State) -> Checkpoint:
    """Return the checkpoint of a runner at an anchor. The caller must not change the state afterward."""
    log = runner.game.log
    return Checkpoint(answers, len(log) if log is not None else 0, len(runner.digests), state)
