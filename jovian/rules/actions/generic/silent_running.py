"""Silent Running (v1.2.4 Action > Silent Running)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, State
from jovian.rules.facts.formation import members
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.rulebook.action import Action
from jovian.rules.shooting.skill import skill_test
from jovian.rules.traits.electronics import Stealthed


class SilentRunning(Action):
    """Become harder to find."""

    __slots__ = ()

    name = "silent running"
    place = "v1.2.4 Action > Silent Running"
    summary = "Stealth and one more ECM; a successful test keeps them until the End Phase even if it fires guns."
    at_once = True

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Silent Running")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test and enter the Stealthed state by its result."""
        result = yield from take(game, model, self.test(game.state, model))
        for each in members(game.state, model):
            Stealthed.hide(game, each, lasting=bool(result))

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """It is as silent, until it fires if the leader is."""
        if Stealthed.holds(leader):
            Stealthed.hide(game, other, lasting=Stealthed.lasts(leader))
