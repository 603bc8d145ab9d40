"""A match drives one game: it asks, checks and records, and knows neither players nor screens.

A game is its setup plus the ordered list of answers. The match keeps the journal; how it is taken up again, to undo, to
step, to fork, is that of any `Course`. What a player is given is a view, and never the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from jovian.game import EventLog, Game, LogEntry, MalformedAnswerError, Refusal, State
from jovian.game.events import HardpointsShown, PlansRevealed, Revealed, Rolled
from jovian.match.course import MatchHistory, Runner
from jovian.match.entries import Edited, Entry, Refused, Reseeded, last_answer, remark
from jovian.match.files import fault
from jovian.match.lookahead import view_of
from jovian.rules.edits import read_edit, refusal
from jovian.rules.setup.setup import Setup, announce, begin

UNDO, REHEARSAL = "Undo", "Rehearsal"
EDITABLE = ("activate", "deploy")
"""The questions at which a rehearsal may be changed by hand."""


class Match(MatchHistory):
    """One running game.

    `log` says whether events are told; `keep_all` whether every anchor is kept for stepping (a window) or only a late
    one (a batch, where an undo replays from the start).
    """

    def __init__(self, setup: Setup, *, log: bool = True, keep_all: bool = False) -> None:
        super().__init__(keep_all=keep_all)
        self.setup = setup
        self.undone: list[Entry] = []
        """Answers taken back in a rehearsal; the save keeps the list."""
        self.branches: dict[str, list[Entry]] = {}
        """Lines of answers of a rehearsal that are kept, by name; the save keeps them."""
        self.rehearsal = setup.options.get("rehearsal") == "on"
        """May anything be undone?"""
        self.unsealed = False
        """Was it loaded from an older save, which could have been cut short without a trace?"""
        self.listeners: list[Callable[[int], None]] = []
        """Called with the number of events left whenever events were taken back (`rewound`)."""
        self._runner = self._begun(EventLog() if log else None)

    def start(self) -> State:
        """The state that the setup gives."""
        return begin(self.setup)

    def _begun(self, log: EventLog | None) -> Runner:
        runner = Runner(Game(self.start(), log))
        announce(runner.game, self.setup)
        runner.run(None)
        return runner

    # --- looking ---
    @property
    def rehearsing(self) -> bool:
        """May a side have it rehearsed while it runs against somebody?"""
        return self.setup.options.get("rehearsing") == "on"

    @property
    def called(self) -> str:
        """Which game it is, for a complaint."""
        return f"{self.setup.scenario.key}, seed {self.setup.seed}"

    @property
    def digests(self) -> list[tuple[int, str]]:
        """`(answers, digest)` after every activation and turn."""
        return self._runner.digests

    def view(self, side: int) -> State:
        """The state as a side may know it, with its `trial`: all that a player is given."""
        return view_of(self, side)

    # --- answering ---
    def reseed(self, chain: bytes, *, common: bool = False) -> None:
        """Play on with other dice from here; recorded like an answer.

        `common` dice depend on the key and on what they are rolled for: games that go different ways roll the same for
        the same.
        """
        self._take(Reseeded(chain, common))

    def refuse_edit(self, change: Any) -> Refusal | None:
        """Why nothing may be changed by hand so and now, None if it may."""
        asked = self.decision
        if not self.rehearsal:
            return Refusal("Only in a rehearsal anything may be changed.", REHEARSAL)
        if asked is None or not asked.anchor or asked.kind not in EDITABLE:
            return Refusal("Things are changed between activations, or while models are deployed.", REHEARSAL)
        try:
            return refusal(self.state, read_edit(change))
        except MalformedAnswerError as error:
            return Refusal(f"That is no change: {error}.", REHEARSAL)

    def edit(self, change: Any) -> None:
        """Change something by hand, as one of `rules/edits/` or its JSON; recorded like an answer. Raises Refused."""
        refused = self.refuse_edit(change)
        if refused is not None:
            raise Refused(refused)
        self._take(Edited(read_edit(change).to_json()))

    @property
    def sealed(self) -> bool:
        """Are answers still hidden that have just been given?"""
        return self.decision is not None and self.decision.sealed > 0

    def remark(self, side: int, text: str) -> None:
        """Have a side say something of the last answer; recorded beside it, and nothing is played otherwise.

        Raises Refused for what is no remark (`entries.worded` makes one of any text), or while answers are hidden.
        """
        if self.sealed or last_answer(self.journal) < 0:
            wrong = "nothing is said while answers are hidden" if self.sealed else "nothing has been answered"
            raise Refused(Refusal(f"That is no remark: {wrong}."))
        try:
            entry = remark(side, text)
        except ValueError as error:
            raise Refused(Refusal(f"That is no remark: {error}.")) from error
        self.journal.append(entry)
        self._runner.feed(entry)

    def keep_branch(self, name: str) -> None:
        """Keep the line of answers up to here by a name, to be taken up later (`load.take_up`). Raises Refused."""
        wrong = fault(self.branches, name) if self.rehearsal else "Only a rehearsal has branches."
        if wrong:
            raise Refused(Refusal(wrong, REHEARSAL))
        self.branches[name] = list(self.journal)

    # --- undo and stepping ---
    def can_undo(self) -> Refusal | None:
        """Why the last answer cannot be taken back, None if it can."""
        last = last_answer(self.journal)
        if last < 0:
            return Refusal("Nothing has been answered yet.", UNDO)
        if self.rehearsal:
            return None
        before = len(self.fork_at(last).events)
        return next((refusal for each in self.events.entries[before:] if (refusal := _not_undone(each))), None)

    def undo(self) -> None:
        """Take back the last answer, and what was said of it; raises `Refused` if dice fell or cards were shown."""
        refusal = self.can_undo()
        if refusal is not None:
            raise Refused(refusal)
        last = last_answer(self.journal)
        if self.rehearsal:
            self.undone += self.journal[last:]
        self.seek(last)

    def seek(self, answers: int) -> None:
        """Go back to the moment after so many answers, whatever they led to."""
        super().seek(answers)
        for listener in self.listeners:
            listener(len(self.events))

    def fork_at(self, answers: int) -> Self:
        """A match of its own at the moment after so many answers of this one."""
        twin = super().fork_at(answers)
        twin.undone, twin.listeners, twin.branches = [], [], {}
        return twin


def _not_undone(entry: LogEntry) -> Refusal | None:
    """Why what has been told cannot be taken back, None if it can."""
    match entry.event:
        case Rolled():
            return Refusal("Dice have fallen since.", UNDO)
        case PlansRevealed():
            return Refusal("Secret plans have been revealed since.", UNDO)
        case HardpointsShown():
            return Refusal("The weapons of a ship have become public since.", UNDO)
        case Revealed() if (entry.turn, entry.phase) != (1, "deployment"):
            return Refusal("A card has become public since.", UNDO)
    return None
