"""What every action has: a name, a requirement, and what happens when it is declared or resolved."""

from __future__ import annotations

from typing import ClassVar

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules import ratings


class Action:
    """One action of the book. A requirement is checked when it is declared and when it is resolved (R42)."""

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    needs: ClassVar[str] = "-"
    """The requirement, as a player reads it."""
    tested: ClassVar[bool] = False
    """Does it make a skill test?"""
    at_once: ClassVar[bool] = False
    """Does it work from its declaration (R43)?"""

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Why the model does not meet the requirement."""
        return None

    def refuse_resolve(self, state: State, model: Model) -> Refusal | None:
        """Why it cannot be resolved here and now, besides the requirement."""
        return None

    def perform(self, game: Game, model: Model) -> Procedure[None]:
        """What it does: at once when declared, or when resolved."""
        raise NotImplementedError

    def no(self, reason: str) -> Refusal:
        """A refusal with this action's place in the book."""
        return Refusal(reason, self.place)


def thrusters_needed(action: Action, state: State, model: Model) -> Refusal | None:
    """Many actions of ships need Thrusters 1+."""
    if not model.capital:
        return action.no("Only capital ships may do this.")
    if ratings.thrusters(state, model) < 1:
        return action.no("It needs Thrusters 1 or more.")
    return None
