"""A lesson as a running game: the player may only do what the lesson awaits, and the lesson answers for the rest."""

from __future__ import annotations

from jovian.game import Answer, Choice, Decision, Refusal
from jovian.lessons import LessonRun
from jovian.session.session import AnswerOutcome, Session
from jovian.session.views import HUMAN

SEATS = (HUMAN, "cadet")
"""The players of a lesson. The second one is never asked, because the lesson answers for it."""
USE_BACK = Refusal("In a lesson, Back goes to the step before.", "Undo")


class LessonSession(Session):
    """The session of a lesson. It is never saved."""

    def __init__(self, run: LessonRun) -> None:
        self.run = run
        super().__init__(run.match, SEATS)

    @property
    def decision(self) -> Decision | None:
        """The pending decision of the player, None while the player reads or the lesson answers."""
        return None if self.run.is_reading or self.run.is_answering else super().decision

    @property
    def waits_for_computer(self) -> bool:
        """Whether the lesson gives the next answer."""
        return self.run.is_answering

    def admit(self, answers: tuple[Answer, ...]) -> tuple[Answer, ...] | Refusal:
        """Return the answers as exactly as the lesson has them, or what it says if the step awaits others."""
        decision = self.decision
        if decision is None:
            return answers
        return self.run.admit(self.view, decision, answers) or Refusal(self.run.complaint)

    def answer(self, choice: Answer | Choice, *, curtain: bool = True, reason: str = "") -> AnswerOutcome | Refusal:
        """Give an answer. The lesson takes note of it."""
        decision = self.match.decision
        outcome = super().answer(choice, curtain=False, reason=reason)
        if isinstance(outcome, AnswerOutcome) and decision is not None:
            self.run.on_answer(decision.read(choice))
            self._changed()
        return outcome

    def obvious(self, decision: Decision) -> Answer | None:
        """As in other games, but the player gives an answer that the lesson awaits."""
        return None if self.run.awaits(decision) else super().obvious(decision)

    def update(self, dt: float) -> bool:
        return False

    def step_computer(self, *, curtain: bool = True, wait: float = 0.0) -> AnswerOutcome | Refusal | None:
        """Give the next answer of the lesson."""
        return self.answer(self.run.next_answer()) if self.run.is_answering else None

    def can_undo(self) -> Refusal | None:
        return USE_BACK
