"""Tug (v1.2.4 Traits > Tug, R48)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.nearby import near
from jovian.rules.moving.towing import Towed, tow
from jovian.rules.places.obstacles import moored
from jovian.rules.rulebook.action import Action
from jovian.table import TOLERANCE, distance

REACH = 3.0
ENOUGH = 2.95
"""Inches after which a model has been dragged as far as it may be in a turn."""


class Tug(Action):
    """Drag a model that cannot move by itself."""

    __slots__ = ()

    name = "tug"
    place = "v1.2.4 Traits > Tug"
    verb = "tug"
    summary = 'Drags a Static model within 3" straight toward itself, 3" a turn at most.'
    needs = 'Tug; a Static model within 3" when resolved'

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without the trait."""
        return None if model.card.trait("Tug") else self.no("It needs Tug.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Something to drag, the one that is named if one is."""
        found = draggable(state, model)
        if not found:
            return self.no('No Static model that has not been dragged is within 3".')
        return self.no("That model cannot be dragged from here.") if at and at not in found else None

    def reach(self, model: Model) -> float:
        """As far as it drags."""
        return REACH

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Move the other straight towards the tug."""
        yield from tow(game, model, game.state.models[at or draggable(game.state, model)[0]])


def draggable(state: State, model: Model) -> list[str]:
    """The Static models within 3", but stations (R33), not dragged this turn and not in touch with the tug yet."""
    found = []
    for other in near(state, model.base, model.pose, REACH):
        apart = distance(model.base, model.pose, other.base, other.pose)
        light = moored(state, other) and not other.card.station
        if light and Towed.inches(other) < ENOUGH and TOLERANCE < apart <= REACH + TOLERANCE:
            found.append(other.id)
    return found
