"""A change by hand, in a rehearsal: an answer that nobody was asked for.

Nothing may stand afterwards as it never could in a game.
"""

from __future__ import annotations

from jovian.game import Answer, Game, Model, Refusal, State
from jovian.rules.setup.standing import flaws

PLACE = "Rehearsal"
CAUSE = "rehearsal"
"""Why things are as they are now, in events."""


class Edit(Answer):
    """One change. Subclasses are frozen dataclasses, written as answers are."""

    __slots__ = ()

    def refuse(self, state: State) -> Refusal | None:
        """Why it cannot be made, None if it can, whatever comes of it."""
        raise NotImplementedError

    def do(self, game: Game) -> None:
        """Make it, and tell."""
        raise NotImplementedError


class ModelEdit(Edit):
    """A change of one model."""

    model: str
    __slots__ = ()

    def refuse(self, state: State) -> Refusal | None:
        """A refusal if there is no such model, or if it cannot be done to it."""
        if self.model not in state.models:
            return no("There is no such model.")
        return self.unfit(state, state.models[self.model])

    def do(self, game: Game) -> None:
        """Change the model, and tell."""
        self.change(game, game.state.models[self.model])

    def unfit(self, state: State, model: Model) -> Refusal | None:
        """Why it cannot be done to this model."""
        raise NotImplementedError

    def change(self, game: Game, model: Model) -> None:
        """Do it to the model, and tell."""
        raise NotImplementedError


def no(reason: str) -> Refusal:
    """A refusal of a change."""
    return Refusal(reason, PLACE)


def refusal(state: State, edit: Edit) -> Refusal | None:
    """Why a change cannot be made: for itself, or because models would stand as they never do."""
    refused = edit.refuse(state)
    if refused is not None:
        return refused
    before, tried = {flaw.refusal.reason for flaw in flaws(state)}, Game(state.clone())
    edit.do(tried)
    return next((flaw.refusal for flaw in flaws(tried.state) if flaw.refusal.reason not in before), None)
