"""Runs the steps of the agenda, one generator at a time, until one of them asks."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from jovian.dice import advance
from jovian.game import Answer, Decision, Game
from jovian.game.events import Remarked
from jovian.match.entries import Answered, Edited, Entry, Remark, Reseeded
from jovian.rules.edits.catalog import read_edit
from jovian.rules.sequence.sequence import run

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
