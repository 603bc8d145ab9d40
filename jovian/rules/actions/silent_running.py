"""Silent Running (v1.2.4 Action > Silent Running)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure
from jovian.rules.actions.action import Action
from jovian.rules.entering import enter
from jovian.rules.formation import members
from jovian.rules.rolls import skill_test

UNTIL_FIRING, UNTIL_END = 1, 2


class SilentRunning(Action):
    """Go dark."""

    name = "silent running"
    place = "v1.2.4 Action > Silent Running"
    summary = "Stealth and one more ECM; a successful test keeps them until the End Phase even if it fires guns."
    tested = True
    at_once = True

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, and enter the state."""
        result = yield from skill_test(game, model, "Silent Running")
        for each in members(game.state, model):
            enter(game, each, "stealthed", UNTIL_END if result else UNTIL_FIRING)
