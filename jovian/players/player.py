"""Who answers: one method, handed a decision over its side's own view."""

from __future__ import annotations

from typing import Protocol

from jovian.game import Answer, Choice, Decision, State


class Player(Protocol):
    """Anything that answers decisions."""

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """A legal answer, or its JSON.

        `view` is all that the side may know; `view.trial(key)` is a private game for trying.
        """
