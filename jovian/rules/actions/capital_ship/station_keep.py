"""Station Keep (v1.2.4 Action > Station Keep)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import thrusters_needed
from jovian.rules.rulebook.action import Action
from jovian.rules.traits.action_states import StationKeeping


class StationKeep(Action):
    """Hold position until the End Phase."""

    __slots__ = ()

    name = "station keep"
    place = "v1.2.4 Action > Station Keep"
    summary = "No minimum move: 0 to Thrusters inches ahead; attackers gain a flex die until the End Phase."
    needs = "Thrusters 1+"
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Thrusters 1+."""
        return thrusters_needed(self, state, model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter the Station Keeping state."""
        StationKeeping.enter(game, model)
        return
        yield
