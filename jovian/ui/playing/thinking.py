"""What the players of one game think about: asked once for each question, heard when it is wanted, never waited for."""

from __future__ import annotations

from jovian.match import Match
from jovian.players.thinking import AtOnce, Mind, Question, Thought

QUIET = 0.3
"""Seconds of thinking that nobody is told of."""


class Thinking:
    """A mind at work for one game."""

    def __init__(self) -> None:
        self.mind: Mind = AtOnce()
        self.seconds = 0.0
        """For how long it has thought about the question, as the window lives."""
        self.hurried = False
        """Was it told to hurry with it?"""
        self.asked: tuple[object, Question] | None = None
        """The moment and the question that are thought about, or were; None for nothing."""
        self._thought: Thought | None = None

    @property
    def shown(self) -> bool:
        """Does it think, and for so long that it is to be seen?"""
        return self.asked is not None and self._thought is None and self.seconds > QUIET

    def about(self, match: Match, moment: object, question: Question) -> None:
        """See to it that somebody thinks about what the match asks at a moment; what was thought before is dropped."""
        if self.asked != (moment, question):
            self.forget()
            self.asked = moment, question
            self.mind.ask(match, question)

    def live(self, dt: float) -> bool:
        """Let so many seconds pass; True if it has come to something, or is first to be seen."""
        if self.asked is None or self._thought is not None or not self.mind.beside:
            return False
        shown = self.shown
        self.seconds += dt
        self._thought = self.mind.poll()
        return self._thought is not None or shown != self.shown

    def take(self, wait: float = 0.0) -> Thought | None:
        """What it came to, once; None while it thinks."""
        thought = self._thought
        if thought is None and self.asked is not None:
            thought = self.mind.poll(wait)
        if thought is not None:
            self.asked = self._thought = None
            self.seconds, self.hurried = 0.0, False
        return thought

    def hurry(self) -> None:
        """Have the best so far; asked again, have done with it."""
        self.hurried = True
        self.mind.hurry()

    def forget(self) -> None:
        """Nothing is to be thought about."""
        if self.asked is not None and self._thought is None:
            self.mind.drop()
        self.asked = self._thought = None
        self.seconds, self.hurried = 0.0, False
