"""A puzzle as a running game: the player plays one activation, and a process of its own rehearses it."""

from __future__ import annotations

from pathlib import Path

from jovian.background import Background
from jovian.dice import random_seed
from jovian.game import Answer, Choice, Decision, Refusal
from jovian.match import Match
from jovian.rehearsal.activations import depth_of, is_activation_over
from jovian.rehearsal.game import Plan, Start, choices_of
from jovian.rehearsal.puzzles import Attempt, Puzzle
from jovian.rehearsal.questions import answer_scores, made_puzzle
from jovian.session.session import AnswerOutcome, Session
from jovian.session.views import HUMAN
from jovian.user_files.paths import home

IS_OVER = Refusal("The activation is over. Press Again to try another one.", "Undo")
PLAN_NAME = "Your answer"


def own_puzzles() -> Path:
    """Return the folder of the puzzles that the window makes. It may not exist yet."""
    return home() / "puzzles"


class PuzzleSession(Session):
    """The session of a puzzle, with dice of its own. It is never saved, and asks nothing after the activation."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.is_over = False
        """Whether the player has played the activation."""
        match = puzzle.match.fork()
        match.reseed(random_seed().to_bytes(32, "big"))
        self._answers_before, self._events_before = len(match.journal), len(match.events)
        self._depth = depth_of(match.state)
        player = puzzle.series.players[0]
        super().__init__(match, (HUMAN, player) if puzzle.side == 0 else (player, HUMAN))

    @property
    def decision(self) -> Decision | None:
        """The pending decision, None after the activation."""
        return None if self.is_over else super().decision

    @property
    def waits_for_computer(self) -> bool:
        """Whether the other side is to answer during the activation."""
        return not self.is_over and super().waits_for_computer

    def answer(self, choice: Answer | Choice, *, curtain: bool = True, reason: str = "") -> AnswerOutcome | Refusal:
        """Give an answer, and note whether it ended the activation."""
        if self.is_over:
            return IS_OVER
        outcome = super().answer(choice, curtain=curtain, reason=reason)
        entries = self.match.events.entries[self._events_before :]
        self.is_over = self.match.over or is_activation_over(entries, self._depth)
        return outcome

    def can_undo(self) -> Refusal | None:
        return IS_OVER if self.is_over else super().can_undo()

    def plan(self) -> Plan:
        """Return the player's answers as a plan for the position of the puzzle."""
        position = self.puzzle.match
        choices = choices_of(self.match.journal[self._answers_before :], self.puzzle.side)
        return Plan(PLAN_NAME, position.setup.scenario.key, len(position.journal), self.puzzle.side, choices)


class Scoring:
    """The score of an answer: at once if it is a known candidate, else by a process in the background."""

    def __init__(self, attempt: Attempt) -> None:
        self.words = attempt.score().sentence() if attempt.known is not None else ""
        """The score in words, "" until it is known."""
        self.fault = ""
        """Why there is no score, or ""."""
        self._attempt = attempt
        self._run = Background(answer_scores, attempt.ask) if attempt.known is None else None

    @property
    def is_running(self) -> bool:
        """Whether the answer is still rehearsed."""
        return self._run is not None

    def listen(self) -> bool:
        """Take the result of the process. Return whether it has ended since."""
        run = self._run
        if run is None or run.running:
            return False
        self._run = None
        if run.value:
            self._attempt.scores += run.value
            self.words = self._attempt.score().sentence()
        else:
            self.fault = run.notice or "The rehearsal has no result."
        return True

    def cancel(self) -> None:
        """End the process."""
        if self._run is not None:
            self._run.cancel()
            self._run = None


class MakingJob:
    """A process that makes a puzzle of a moment, for a dialog of the window."""

    def __init__(self, match: Match, answers: int) -> None:
        """Start it. `match` is the whole game."""
        self.file = own_puzzles() / f"{match.setup.scenario.key}-{match.state.digest()[:6]}-{answers}.json"
        """The file that it writes."""
        self._run = Background(made_puzzle, Start.of(match, answers), self.file)

    def poll(self, wait: float = 0.0) -> str | None:
        """Return None while it runs, "" when the puzzle is made, or else why it couldn't be made."""
        return None if self._run.running else self._run.notice

    def cancel(self) -> None:
        """End the process."""
        self._run.cancel()
