"""Answers from a list, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import Answer, Choice, Decision, State


class ScriptedPlayer:
    """Gives its answers in order, then the default of whatever is asked."""

    def __init__(self, answers: Iterable[Answer | Choice]) -> None:
        self._answers = list(answers)

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """The next answer of the list."""
        return self._answers.pop(0) if self._answers else decision.default()
