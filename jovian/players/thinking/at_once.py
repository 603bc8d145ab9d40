"""A mind that thinks where it is asked for the thought: whoever polls waits for the player."""

from __future__ import annotations

from jovian.match import Match
from jovian.players.thinking.answering import Bench
from jovian.players.thinking.thought import Question, Thought
from jovian.rules.setup.setup import Setup


class AtOnce:
    """Thinks in this thread: for tests, and wherever no process can be had."""

    beside = False

    def __init__(self) -> None:
        self._bench = Bench()
        self._setup: Setup | None = None
        self._asked: tuple[Match, Question] | None = None

    def follow(self, match: Match) -> None:
        """Nothing is to be got ready."""

    def ask(self, match: Match, question: Question) -> None:
        """Note what is asked."""
        if match.setup is not self._setup:
            self._bench, self._setup = Bench(), match.setup
        self._asked = match, question

    def poll(self, wait: float = 0.0) -> Thought | None:
        """Think about it now."""
        asked, self._asked = self._asked, None
        return self._bench.think(*asked) if asked is not None else None

    def hurry(self) -> None:
        """Nobody has to wait for it."""

    def drop(self) -> None:
        """Forget what was asked."""
        self._asked = None

    def close(self) -> None:
        """Nothing runs for it."""
