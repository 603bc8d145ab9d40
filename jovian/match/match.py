"""A match: one game, its journal of answers, and what each side can see of it.

A game is its setup plus the ordered list of answers. The match checks and records the answers. Players receive a view
of the state, never the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from jovian.game import EventLog, Game, LogEntry, MalformedAnswerError, Refusal, State
from jovian.game.events import HardpointsShown, PlansRevealed, Revealed, Rolled
from jovian.match.course import MatchHistory, Runner
from jovian.match.entries import Edited, Entry, Refused, Reseeded, last_answer, remark
from jovian.match.files import branch_fault
from jovian.match.lookahead import view_of
from jovian.rules.edits import read_edit, refusal
from jovian.rules.setup.setup import Setup, announce, begin

UNDO, REHEARSAL = "Undo", "Rehearsal"
EDITABLE = ("activate", "deploy")
"""The kinds of decisions at which a rehearsal can be edited."""


class Match(MatchHistory):
    """One running game.

    `log`: keep the events. `keep_all`: keep a checkpoint at each anchor, for a window that steps back and forth. A
    batch keeps only a late one and replays from the start to undo.
    """

    is_savable = True
    """Whether a save can hold it."""

    def __init__(self, setup: Setup, *, log: bool = True, keep_all: bool = False) -> None:
        super().__init__(keep_all=keep_all)
        self.setup = setup
        self.undone: list[Entry] = []
        """The answers that a rehearsal has undone. They are saved."""
        self.branches: dict[str, list[Entry]] = {}
        """The saved lines of answers of a rehearsal by name."""
        self.rehearsal = setup.options.get("rehearsal") == "on"
        """Whether any answer can be undone."""
        self.unsealed = False
        """Whether it was loaded from an old save without a checksum, which could have been cut short unnoticed."""
        self.listeners: list[Callable[[int], None]] = []
        """Functions that are called with the number of remaining events after events were undone."""
        self._runner = self._start_runner(EventLog() if log else None)

    def start(self) -> State:
        return begin(self.setup)

    def _start_runner(self, log: EventLog | None) -> Runner:
        runner = Runner(Game(self.start(), log))
        announce(runner.game, self.setup)
        runner.run(None)
        return runner

    # --- State ---
    @property
    def places_models(self) -> bool:
        """Whether the scenario places all models, so that no side brings a fleet or deploys."""
        return bool(self.setup.scenario.models)

    @property
    def rehearsing(self) -> bool:
        """Whether a side may run rehearsals during the game."""
        return self.setup.options.get("rehearsing") == "on"

    @property
    def game_name(self) -> str:
        """The name of the game in error messages."""
        return f"{self.setup.scenario.key}, seed {self.setup.seed}"

    @property
    def digests(self) -> list[tuple[int, str]]:
        """The pairs (number of answers, digest) after each activation and turn."""
        return self._runner.digests

    def view(self, side: int) -> State:
        """Return the state as a side can see it, with its `trial`. A player receives nothing else."""
        return view_of(self, side)

    # --- Answers ---
    def reseed(self, chain: bytes, *, common: bool = False) -> None:
        """Continue with other dice. The journal records this like an answer.

        Common dice depend on the key and on what they are rolled for. Games that differ in their answers therefore roll
        the same dice for the same purpose.
        """
        self.record(Reseeded(chain, common))

    def refuse_edit(self, change: Any) -> Refusal | None:
        """Return why this change by hand isn't allowed now, None if it is."""
        decision = self.decision
        if not self.rehearsal:
            return Refusal("Only a rehearsal can be edited.", REHEARSAL)
        if decision is None or not decision.anchor or decision.kind not in EDITABLE:
            return Refusal("You can edit only between activations or during deployment.", REHEARSAL)
        try:
            return refusal(self.state, read_edit(change))
        except MalformedAnswerError as error:
            return Refusal(f"This edit can't be read: {error}.", REHEARSAL)

    def edit(self, change: Any) -> None:
        """Change the state by an edit of `rules/edits` or its JSON. Recorded like an answer. Raises Refused."""
        refused = self.refuse_edit(change)
        if refused is not None:
            raise Refused(refused)
        self.record(Edited(read_edit(change).to_json()))

    @property
    def sealed(self) -> bool:
        """Whether the latest answers are still hidden."""
        return self.decision is not None and self.decision.sealed > 0

    def remark(self, side: int, text: str) -> None:
        """Record a remark of a side on the last answer. A remark doesn't change the game.

        Raises:
            Refused: The text is invalid (`entries.remark_text` makes any text valid), or answers are still hidden.

        """
        if self.sealed or last_answer(self.journal) < 0:
            wrong = "answers are still hidden" if self.sealed else "the game has no answers yet"
            raise Refused(Refusal(f"This remark can't be added: {wrong}."))
        try:
            entry = remark(side, text)
        except ValueError as error:
            raise Refused(Refusal(f"This remark can't be added: {error}.")) from error
        self.record(entry)

    def keep_branch(self, name: str) -> None:
        """Save the answers so far as a branch, which `saves.take_up` resumes. Raises Refused."""
        wrong = branch_fault(self.branches, name) if self.rehearsal else "Only a rehearsal has branches."
        if wrong:
            raise Refused(Refusal(wrong, REHEARSAL))
        self.branches[name] = list(self.journal)

    # --- Undo and steps ---
    def can_undo(self) -> Refusal | None:
        """Return why the last answer can't be undone, None if it can."""
        last = last_answer(self.journal)
        if last < 0:
            return Refusal("There is no answer to undo.", UNDO)
        if self.rehearsal:
            return None
        before = self.events_after(last)
        return next((refusal for entry in self.events.entries[before:] if (refusal := _refuse_undo(entry))), None)

    def undo(self) -> None:
        """Undo the last answer and its remarks. Raises `Refused` if dice were rolled or cards were revealed since."""
        refusal = self.can_undo()
        if refusal is not None:
            raise Refused(refusal)
        last = last_answer(self.journal)
        if self.rehearsal:
            self.undone += self.journal[last:]
        self.seek(last)

    def seek(self, answers: int) -> None:
        super().seek(answers)
        for listener in self.listeners:
            listener(len(self.events))

    def fork_at(self, answers: int) -> Self:
        fork = super().fork_at(answers)
        fork.undone, fork.listeners, fork.branches = [], [], {}
        return fork


def _refuse_undo(entry: LogEntry) -> Refusal | None:
    """Return why an event can't be undone, None if it can."""
    match entry.event:
        case Rolled():
            return Refusal("This can't be undone: dice were rolled.", UNDO)
        case PlansRevealed():
            return Refusal("This can't be undone: secret plans were revealed.", UNDO)
        case HardpointsShown():
            return Refusal("This can't be undone: the weapons of a ship became public.", UNDO)
        case Revealed() if (entry.turn, entry.phase) != (1, "deployment"):
            return Refusal("This can't be undone: a card became public.", UNDO)
    return None
