"""A match drives one game: it asks, checks, records, undoes and replays, and knows neither players nor screens.

A game is its setup plus the ordered list of answers. The match runs one step's generator at a time; when an answer goes
wrong it returns to the last anchor and feeds the answers since again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from jovian.dice import advance
from jovian.game import Choice, Decision, EventLog, Game, Refusal, State, view
from jovian.game.choice import Malformed
from jovian.match.errors import Refused, RulesError
from jovian.match.mark import Mark
from jovian.rules.sequence import STEPS
from jovian.rules.setup import Setup, announce, begin

Entry = list[Any]
"""`[side, kind, choice]`, or `["reseed", hex]`."""
UNDO = "Undo"


class Match:
    """One running game.

    `keep` says how many anchors are kept for undo and stepping: all of them for a window, the last one for a batch.
    """

    def __init__(self, setup: Setup, *, log: bool = True, keep_all: bool = False) -> None:
        self.setup = setup
        self.journal: list[Entry] = []
        self.digests: list[tuple[int, str]] = []
        self.undone: list[Entry] = []
        self.rehearsal = False
        self.listeners: list[Callable[[int], None]] = []
        """Called with the number of events left whenever events were taken back (`rewound`)."""
        self._keep_all = keep_all
        self._marks: list[Mark] = []
        self.game = Game(begin(setup), EventLog() if log else None)
        announce(self.game, setup)
        self.decision: Decision | None = None
        self._running: Any = None
        self._item = -1
        self._advance(None)

    # --- looking ---
    @property
    def state(self) -> State:
        """The real state. Rules and saves read it; players get a view."""
        return self.game.state

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.state.over

    @property
    def events(self) -> EventLog:
        """What has happened so far; empty if nobody listens."""
        return self.game.log or EventLog()

    def view(self, side: int) -> State:
        """The state as a side may know it."""
        return view(self.state, side)

    # --- answering ---
    def answer(self, choice: Any) -> None:
        """Take an answer to the pending decision. Raises `Refused`, or `RulesError` if a rule failed."""
        decision = self.decision
        if decision is None:
            raise Refused(Refusal("The game is over."))
        refusal = decision.check(choice)
        if refusal is not None:
            raise Refused(refusal)
        entry: Entry = [decision.side, decision.kind, decision.normal(choice)]
        self._mark()
        try:
            self._take(entry)
        except Exception as error:
            self._restore(len(self.journal) - 1)
            from jovian.match.save import to_data  # saves replay matches

            raise RulesError(error, {**to_data(self), "failed": entry}) from error

    def reseed(self, chain: bytes) -> None:
        """Play on with other dice from here; recorded like an answer."""
        self._mark()
        self._take(["reseed", chain.hex()])

    def _take(self, entry: Entry) -> None:
        self.journal.append(entry)
        if entry[0] == "reseed":
            self.state.chain = bytes.fromhex(entry[1])
            self.state.rolls = 0
            return
        self.state.chain = advance(self.state.chain, entry_bytes(entry))
        self.state.rolls = 0
        self._advance(entry[2])

    def _advance(self, choice: Choice | None) -> None:
        """Run steps until one asks, or the agenda is empty."""
        agenda = self.state.agenda
        self.decision = None
        while True:
            if self._running is None:
                if not agenda or self.state.over:
                    return
                self._item = len(agenda) - 1
                step = agenda[-1]
                self._running = STEPS[step[0]](self.game, *step[1:])
            try:
                self.decision = self._running.send(choice)
                return
            except StopIteration:
                choice = None
                self._running = None
                self._finish_step(agenda)

    def _finish_step(self, agenda: list[list[Any]]) -> None:
        step = agenda.pop(self._item)
        if step[0] in ("activate", "end phase"):
            self.digests.append((len(self.journal), self.state.digest()))

    # --- marks: where a game can be taken up again ---
    def _mark(self) -> None:
        """Before an anchor is answered, keep the state it is asked in."""
        if self.decision is not None and self.decision.anchor:
            mark = Mark(len(self.journal), len(self.events), len(self.digests), self.state.clone())
            if not self._keep_all:
                self._marks.clear()
            self._marks.append(mark)

    def _restore(self, answers: int) -> None:
        """Go back to a number of answers: the nearest mark before it, and the answers since fed again."""
        journal = self.journal[:answers]
        mark = next((m for m in reversed(self._marks) if m.answers <= answers), None)
        if mark is None:
            self._rewind(Mark(0, 0, 0, begin(self.setup)))
            announce(self.game, self.setup)
        else:
            self._rewind(mark)
        self._running = None
        del self.journal[mark.answers if mark else 0 :]
        self._advance(None)
        for entry in journal[len(self.journal) :]:
            self._take(entry)

    def _rewind(self, mark: Mark) -> None:
        self._marks = [m for m in self._marks if m.answers < mark.answers]
        self.game.state = mark.state.clone()
        if self.game.log is not None:
            self.game.log.cut(mark.events)
        del self.digests[mark.digests :]

    # --- undo ---
    def can_undo(self) -> Refusal | None:
        """Why the last answer cannot be taken back, None if it can."""
        if not self.journal:
            return Refusal("Nothing has been answered yet.", UNDO)
        if self.rehearsal:
            return None
        for event in self._events_since_last():
            if event["type"] == "rolled":
                return Refusal("Dice have fallen since.", UNDO)
            if event["type"] == "revealed" and self.state.turn > 1:
                return Refusal("A card has become public since.", UNDO)
        return None

    def _events_since_last(self) -> list[dict[str, Any]]:
        """The events that the last answer led to, found by playing up to it beside the game."""
        before = self.fork_at(len(self.journal) - 1)
        return self.events.events[len(before.events) :]

    def undo(self) -> None:
        """Take back the last answer; raises `Refused` if it led to dice or revealed something."""
        refusal = self.can_undo()
        if refusal is not None:
            raise Refused(refusal)
        self.undone.append(self.journal[-1])
        self.seek(len(self.journal) - 1)

    def seek(self, answers: int) -> None:
        """Go back to the moment after so many answers, whatever they led to."""
        self._restore(max(0, min(answers, len(self.journal))))
        for listener in self.listeners:
            listener(len(self.events))

    def fork_at(self, answers: int) -> Match:
        """A match of its own at the moment after so many answers of this one."""
        mark = next((m for m in reversed(self._marks) if m.answers <= answers), None)
        twin = self._twin(mark, answers)
        if twin is None:
            twin = Match(self.setup)
            for entry in self.journal[:answers]:
                twin._take(entry)
        return twin

    def _twin(self, mark: Mark | None, answers: int) -> Match | None:
        if mark is None and not (answers == len(self.journal) and self.decision is not None and self.decision.anchor):
            return None
        twin = Match.__new__(Match)
        twin.setup, twin.journal, twin.undone = self.setup, self.journal[:answers], []
        twin.rehearsal, twin.listeners, twin._keep_all, twin._marks = self.rehearsal, [], False, []
        here = answers == len(self.journal) and self.decision is not None and self.decision.anchor
        state, events, digests = (
            (self.state, len(self.events), len(self.digests)) if here or mark is None
            else (mark.state, mark.events, mark.digests)
        )  # fmt: skip
        log = EventLog()
        log.events = self.events.events[:events]
        twin.digests = self.digests[:digests]
        twin.game = Game(state.clone(), log if self.game.log is not None else None)
        twin._running, twin._item, twin.decision = None, -1, None
        rest = twin.journal[mark.answers :] if mark is not None and not here else []
        del twin.journal[len(twin.journal) - len(rest) :]
        twin._advance(None)
        for entry in rest:
            twin._take(entry)
        return twin

    def fork(self) -> Match:
        """A match of its own that stands where this one stands."""
        return self.fork_at(len(self.journal))


def entry_bytes(entry: Entry) -> bytes:
    """An answer as the bytes that the dice depend on."""
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=True).encode()


__all__ = ["Entry", "Malformed", "Match", "entry_bytes"]
