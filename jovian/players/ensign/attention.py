"""What a player takes of what it has weighed: the ensign the best of it. Who makes mistakes takes another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from jovian.game import Model, State
from jovian.players.judgment.combat.salvos import Salvo
from jovian.players.judgment.moves import Outlook
from jovian.players.moves.way import Step


class Weighed(NamedTuple):
    """A way that may be gone, and what it promises."""

    steps: tuple[Step, ...]
    """The answers that make it, none to stay."""
    outlook: Outlook


class Attention:
    """The best of everything; of those alike the first."""

    wanders: ClassVar[bool] = False
    """May it take an end that is not the best, so that all must be weighed?"""

    def model(self, view: State, weighed: Sequence[tuple[Model, float]]) -> Model:
        """Whom to activate, of models with their urgency."""
        return max(weighed, key=lambda each: each[1])[0]

    def end(self, view: State, model: Model, weighed: Sequence[Weighed]) -> Weighed:
        """The way to go."""
        return max(weighed, key=lambda each: each.outlook.worth)

    def fire(self, view: State, model: Model, salvos: Sequence[Salvo]) -> Salvo:
        """The attack to make first; they come best first."""
        return salvos[0]


FULL = Attention()
