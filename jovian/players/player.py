"""Who answers: one method, handed a decision over its side's own view."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from jovian.game import Answer, Choice, Decision, State


class Player(Protocol):
    """Anything that answers decisions."""

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """A legal answer, or its JSON.

        `view` is all that the side may know; `view.trial(key)` is a private game for trying.
        """


@runtime_checkable
class Reasoned(Protocol):
    """A player that says why it answers as it does."""

    @property
    def reason(self) -> str:
        """Why it gave its last answer, in one short sentence; "" if it has nothing to say.

        It is told to both sides: of public facts only, and nothing of answers that are secret or of hidden models.
        """
