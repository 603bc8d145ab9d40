"""Hard Burn (v1.2.4 Action > Hard Burn)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import thrusters_needed
from jovian.rules.rulebook.action import Action
from jovian.rules.traits import action_states


class HardBurn(Action):
    """Full thrust for this turn and the next."""

    __slots__ = ()

    name = "hard burn"
    place = "v1.2.4 Action > Hard Burn"
    summary = "Speed is doubled for two turns, with one turn each; the third turn it still steers badly."
    needs = "Thrusters 1+, not in a Hard Burn"
    at_once = True
    enters = action_states.HardBurn.name

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Thrusters 1+."""
        return thrusters_needed(self, state, model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter Hard Burn at level 2."""
        action_states.HardBurn.begin(game, model)
        return
        yield
