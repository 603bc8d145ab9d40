"""A match drives one game: it asks, checks and records, and knows neither players nor screens.

A game is its setup plus the ordered list of answers. `Runner` runs the rules; the match keeps the journal, and marks
from which it can be taken up again: to undo, to step, to look ahead, and to get back when a rule fails.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from jovian.game import Decision, EventLog, Game, Refusal, State, hide, view
from jovian.match.errors import Refused, RulesError
from jovian.match.mark import Mark
from jovian.match.runner import Entry, Runner
from jovian.rules.setup import Setup, announce, begin

UNDO = "Undo"


class Match:
    """One running game.

    `log` says whether events are told; `keep_all` whether every anchor is kept for stepping (a window) or only the last
    (a batch, where an undo replays from the start).
    """

    def __init__(self, setup: Setup, *, log: bool = True, keep_all: bool = False) -> None:
        self.setup = setup
        self.journal: list[Entry] = []
        self.undone: list[Entry] = []
        """Answers taken back in a rehearsal; the save keeps the list."""
        self.rehearsal = False
        """May anything be undone?"""
        self.unsealed = False
        """Was it loaded from an older save, which could have been cut short without a trace?"""
        self.listeners: list[Callable[[int], None]] = []
        """Called with the number of events left whenever events were taken back (`rewound`)."""
        self._keep_all = keep_all
        self._marks: list[Mark] = []
        self._runner = Runner(Game(begin(setup), EventLog() if log else None))
        announce(self._runner.game, setup)
        self._runner.run(None)

    # --- looking ---
    @property
    def decision(self) -> Decision | None:
        """What is asked now, None when the game is over."""
        return self._runner.decision

    @property
    def state(self) -> State:
        """The real state. Rules and saves read it; players get a view."""
        return self._runner.game.state

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.state.over

    @property
    def events(self) -> EventLog:
        """What has happened so far; empty if nobody listens."""
        return self._runner.game.log or EventLog()

    @property
    def digests(self) -> list[tuple[int, str]]:
        """`(answers, digest)` after every activation and turn."""
        return self._runner.digests

    def view(self, side: int) -> State:
        """The state as a side may know it, with its `trial`."""
        seen = view(self.state, side)
        seen.trial = partial(self._trial, side)
        return seen

    # --- answering ---
    def answer(self, choice: Any) -> None:
        """Take an answer to the pending decision. Raises `Refused`, or `RulesError` if a rule failed."""
        decision = self.decision
        if decision is None:
            raise Refused(Refusal("The game is over."))
        refusal = decision.check(choice)
        if refusal is not None:
            raise Refused(refusal)
        self._take([decision.side, decision.kind, decision.normal(choice)])

    def reseed(self, chain: bytes) -> None:
        """Play on with other dice from here; recorded like an answer."""
        self._take(["reseed", chain.hex()])

    def _take(self, entry: Entry) -> None:
        """Record an answer and run on; if a rule fails, go back to where the match stood."""
        decision = self.decision
        if decision is not None and decision.anchor:
            self._mark()
        self.journal.append(entry)
        try:
            self._runner.feed(entry)
        except Exception as error:
            self._restore(len(self.journal) - 1)
            from jovian.match.save import FAILED, to_data  # a save replays a match

            raise RulesError(error, {**to_data(self), FAILED: entry}) from error

    # --- marks ---
    def _mark(self) -> None:
        if not self._keep_all:
            self._marks.clear()
        self._marks.append(self._here())

    def _here(self) -> Mark:
        return Mark(len(self.journal), len(self.events), len(self.digests), self.state.clone())

    def _mark_before(self, answers: int) -> Mark:
        """The latest place at or before that many answers from which the game can be taken up."""
        if answers == len(self.journal) and self.decision is not None and self.decision.anchor:
            return self._here()
        for mark in reversed(self._marks):
            if mark.answers <= answers:
                return mark._replace(state=mark.state.clone())
        return Mark(0, 0, 0, begin(self.setup))

    def _resumed(self, mark: Mark, answers: int) -> Runner:
        """A runner at the moment after so many answers, started from a mark."""
        log = EventLog() if self._runner.game.log is not None else None
        if log is not None:
            log.events = self.events.events[: mark.events]
        runner = Runner(Game(mark.state, log), self.digests[: mark.digests], mark.answers)
        if mark.events == 0:
            announce(runner.game, self.setup)
        runner.run(None)
        for entry in self.journal[mark.answers : answers]:
            runner.feed(entry)
        return runner

    def _restore(self, answers: int) -> None:
        self._runner = self._resumed(self._mark_before(answers), answers)
        del self.journal[answers:]
        self._marks = [mark for mark in self._marks if mark.answers < answers]

    # --- undo and stepping ---
    def can_undo(self) -> Refusal | None:
        """Why the last answer cannot be taken back, None if it can."""
        if not self.journal:
            return Refusal("Nothing has been answered yet.", UNDO)
        if self.rehearsal:
            return None
        for event in self.events.events[len(self.fork_at(len(self.journal) - 1).events) :]:
            if event["type"] == "rolled":
                return Refusal("Dice have fallen since.", UNDO)
            if event["type"] == "plans":
                return Refusal("Secret plans have been revealed since.", UNDO)
            if event["type"] == "revealed" and self.state.turn > 1:
                return Refusal("A card has become public since.", UNDO)
        return None

    def undo(self) -> None:
        """Take back the last answer; raises `Refused` if it led to dice or revealed something."""
        refusal = self.can_undo()
        if refusal is not None:
            raise Refused(refusal)
        if self.rehearsal:
            self.undone.append(self.journal[-1])
        self.seek(len(self.journal) - 1)

    def seek(self, answers: int) -> None:
        """Go back to the moment after so many answers, whatever they led to."""
        self._restore(max(0, min(answers, len(self.journal))))
        for listener in self.listeners:
            listener(len(self.events))

    # --- twins ---
    def fork_at(self, answers: int) -> Match:
        """A match of its own at the moment after so many answers of this one."""
        twin = Match.__new__(Match)
        twin.setup, twin.rehearsal, twin.unsealed, twin._keep_all = self.setup, self.rehearsal, self.unsealed, False
        twin.journal, twin.undone, twin.listeners, twin._marks = self.journal[:answers], [], [], []
        mark = self._mark_before(answers)
        if mark.answers:
            twin._marks.append(mark._replace(state=mark.state.clone()))
        twin._runner = self._resumed(mark, answers)
        return twin

    def fork(self) -> Match:
        """A match of its own that stands where this one stands."""
        return self.fork_at(len(self.journal))

    def _trial(self, side: int, key: bytes) -> Match:
        """A private look ahead for a side: this moment without what it may not know, and with dice of its own."""
        twin = self._unsealed(side)
        twin.journal, twin._marks = [], []
        twin._runner.game.log = None
        hide(twin.state, side)
        twin._runner.rekey(key)
        return twin

    def _unsealed(self, side: int) -> Match:
        """A twin in which what the other side has answered in secret and not revealed is its default."""
        sealed = self.decision.sealed if self.decision is not None else 0
        twin = self.fork_at(len(self.journal) - sealed)
        for entry in self.journal[len(self.journal) - sealed :]:
            asked = twin.decision
            assert asked is not None
            hidden = entry[0] != side and asked.secret
            twin._runner.feed([*entry[:2], asked.default()] if hidden else entry)
        return twin
