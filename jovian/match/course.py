"""Runs the steps of the agenda, one generator at a time, until one of them asks. A course of play: where it starts,
the answers since, and marks from which it can be taken up again.
"""

from __future__ import annotations

from copy import copy
from hashlib import blake2b
from typing import Any, Self

from jovian.dice import advance
from jovian.game import Answer, Decision, EventLog, Game, Refusal, State
from jovian.game.events import Remarked
from jovian.match.entries import Answered, Edited, Entry, Mark, Refused, Remark, Reseeded, RulesError
from jovian.rules.edits import read_edit
from jovian.rules.sequence.sequence import run

# --- runner ---
# Runs the steps of the agenda, one generator at a time, until one of them asks.

DIGESTED = ("activate", "end phase")
"""Steps after which a digest is noted."""


class Runner:
    """The rules at work on one game: the pending decision and the generator that asked it."""

    __slots__ = ("_item", "_step", "answers", "decision", "digests", "game")

    def __init__(self, game: Game, digests: list[tuple[int, str]] | None = None, answers: int = 0) -> None:
        self.game = game
        self.decision: Decision | None = None
        self.digests = digests if digests is not None else []
        self.answers = answers
        self._step: Any = None
        self._item = -1

    def feed(self, entry: Entry, answer: Answer | None = None) -> None:
        """Hand in an entry of the journal and run on; an answer is read from it, if it is not at hand."""
        self.answers += 1
        match entry:
            case Answered():
                self._answer(entry, answer)
            case Reseeded(key, common):
                self.rekey(key, common=common)
            case Edited(change):
                self._edit(change)
            case Remark(side, text):
                self.game.tell(Remarked(side=side, text=text))

    def _answer(self, entry: Answered, answer: Answer | None) -> None:
        """Move the chain of dice on and let the rules go on with an answer."""
        state, decision = self.game.state, self.decision
        assert decision is not None
        if decision.anchor:
            state.fell = ()
        if state.common is None:
            state.chain = advance(state.chain, entry.to_bytes())
            state.rolls = 0
        self.run(decision.read(entry.choice) if answer is None else answer)

    def _edit(self, change: list[Any]) -> None:
        """Change the state by hand, and let the step on top of the agenda begin afresh."""
        read_edit(change).do(self.game)
        self._step = None
        self.run(None)

    def rekey(self, key: bytes, *, common: bool = False) -> None:
        """Let other dice fall from here on; `common`: by what they are rolled for, whatever is answered."""
        state = self.game.state
        state.chain = blake2b(key, digest_size=32).digest()
        state.rolls = 0
        state.script = ()
        state.common = {} if common else None

    def run(self, answer: Answer | None) -> None:
        """Run steps until one asks, or none is left."""
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


# --- course ---
# A course of play: where it starts, the answers since, and marks from which it can be taken up again.
#
# A match is one, and so is a trial, by which a player looks ahead. `Runner` runs the rules; the marks serve to step,
# to fork, and to get back when a rule fails.

SELDOM = 16
"""As long as nobody has asked for a mark, one is kept only so many answers after the last, or later."""


class MatchHistory:
    """A line of answers from a start that subclasses give."""

    _runner: Runner

    def __init__(self, *, keep_all: bool = False) -> None:
        self.journal: list[Entry] = []
        """The answers since the start."""
        self._keep_all = keep_all
        self._marks: list[Mark] = []
        self._anchor = -1
        """How many answers had been given before the last anchor was answered, -1 if that is not known."""
        self._mark_each = keep_all
        """Is every anchor marked as it is answered? Nobody may ever need it, and a mark can be made up for later."""

    def start(self) -> State:
        """A fresh copy of the state before its first answer."""
        raise NotImplementedError

    def _begun(self, log: EventLog | None) -> Runner:
        """A runner at the first question, before any answer of the journal."""
        raise NotImplementedError

    # --- looking ---
    @property
    def decision(self) -> Decision | None:
        """What is asked now, None when the game is over."""
        return self._runner.decision

    @property
    def state(self) -> State:
        """The state that the rules work on."""
        return self._runner.game.state

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.state.over

    @property
    def events(self) -> EventLog:
        """What has happened so far; empty if nobody listens."""
        return self._runner.game.log or EventLog()

    # --- answering ---
    def check(self, choice: Any) -> Refusal | None:
        """Why any JSON, or an answer, is no legal answer to the pending decision; None if it is."""
        decision = self.decision
        return Refusal("The game is over.") if decision is None else decision.check(choice)

    def answer(self, choice: Any) -> None:
        """Take an answer, or the JSON of one, to the pending decision.

        Raises `Refused`, or `RulesError` if a rule failed.
        """
        decision = self.decision
        if decision is None:
            raise Refused(Refusal("The game is over."))
        answer = decision.judged(choice)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        self.carry_out(answer)

    def carry_out(self, answer: Answer) -> None:
        """Take an answer that the pending decision has judged, and found legal. Raises `RulesError`."""
        decision = self.decision
        assert decision is not None
        self._take(Answered(decision.side, decision.kind, answer.to_json()), answer)

    def _take(self, entry: Entry, answer: Answer | None = None) -> None:
        """Record an entry and run on; if a rule fails, go back to where it stood."""
        decision = self.decision
        if decision is not None and decision.anchor:
            self._anchor = len(self.journal)
            if self._mark_each or self._anchor - (self._marks[-1].answers if self._marks else 0) >= SELDOM:
                self._mark(self._here())
        self.journal.append(entry)
        try:
            self._runner.feed(entry, answer)
        except Exception as error:
            self._restore(len(self.journal) - 1)
            raise RulesError(error, entry) from error

    # --- marks ---
    def _mark(self, mark: Mark) -> None:
        if not self._keep_all:
            self._marks.clear()
        self._marks.append(mark)

    def _here(self) -> Mark:
        return _mark_of(self._runner, len(self.journal), self.state.clone())

    def mark_before(self, answers: int) -> Mark | None:
        """The latest place at or before that many answers from which it can be taken up, None for the start."""
        if answers == len(self.journal) and self.decision is not None and self.decision.anchor:
            return self._here()
        mark = self.mark_seen(answers)
        return mark._replace(state=mark.state.clone()) if mark is not None else None

    def mark_seen(self, answers: int) -> Mark | None:
        """The latest mark at or before that many answers, to be looked at and never to be played on from."""
        mark = self._latest(answers)
        if self._anchor <= answers and self._anchor > (mark.answers if mark is not None else -1):
            self._mark_each = True
            before = mark._replace(state=mark.state.clone()) if mark is not None else None
            runner = self._resumed(before, self._anchor)
            mark = _mark_of(runner, self._anchor, runner.game.state)
            self._mark(mark)
        return mark

    def _latest(self, answers: int) -> Mark | None:
        return next((mark for mark in reversed(self._marks) if mark.answers <= answers), None)

    def since(self, mark: Mark | None) -> list[Entry]:
        """The answers after a mark, None for the start."""
        return self.journal[mark.answers if mark is not None else 0 :]

    def _resumed(self, mark: Mark | None, answers: int) -> Runner:
        """A runner at the moment after so many answers, started from a mark."""
        log = EventLog() if self._runner.game.log is not None else None
        runner = self._begun(log) if mark is None else self._taken_up(mark, log)
        for entry in self.journal[mark.answers if mark else 0 : answers]:
            runner.feed(entry)
        return runner

    def _taken_up(self, mark: Mark, log: EventLog | None) -> Runner:
        told = self._runner.game.log
        if log is not None and told is not None:
            log = told.up_to(mark.events)
        runner = Runner(Game(mark.state, log), self._runner.digests[: mark.digests], mark.answers)
        runner.run(None)
        return runner

    def _restore(self, answers: int) -> None:
        self._runner = self._resumed(self.mark_before(answers), answers)
        del self.journal[answers:]
        self._marks = [mark for mark in self._marks if mark.answers < answers]
        self._anchor = self._anchor if self._anchor < answers else -1

    # --- stepping and twins ---
    def seek(self, answers: int) -> None:
        """Go back to the moment after so many answers, whatever they led to."""
        self._restore(max(0, min(answers, len(self.journal))))

    def fork_at(self, answers: int) -> Self:
        """One of its own at the moment after so many answers of this one."""
        twin = copy(self)
        twin.journal, twin._marks, twin._keep_all = self.journal[:answers], [], False
        mark = self.mark_before(answers)
        twin._anchor = mark.answers if mark is not None and mark.answers < answers else -1
        if mark is not None and mark.answers < answers:
            twin._marks.append(mark._replace(state=mark.state.clone()))
        twin._runner = self._resumed(mark, answers)
        return twin

    def fork(self) -> Self:
        """One of its own that stands where this one stands."""
        return self.fork_at(len(self.journal))


def _mark_of(runner: Runner, answers: int, state: State) -> Mark:
    """The mark of a runner that asks an anchor after so many answers; the state is the mark's from here on."""
    log = runner.game.log
    return Mark(answers, len(log) if log is not None else 0, len(runner.digests), state)
