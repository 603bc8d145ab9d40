"""Long Shot (v1.2.4 Action > Long Shot, R49)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.rulebook.action import Action
from jovian.rules.shooting import ratings
from jovian.rules.shooting.skill import skill_test
from jovian.rules.traits import action_states


class LongShot(Action):
    """Fire guns at Long Range."""

    __slots__ = ()

    name = "long shot"
    place = "v1.2.4 Action > Long Shot"
    summary = "Guns may fire at Long Range (-3); by the test each may break: always, on 4+, on 6, never."
    needs = "a capital ship with Sensors 1+"
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without Sensors 1+."""
        if not model.capital:
            return self.no("Only capital ships may do this.")
        return None if ratings.sensors(state, model) else self.no("It needs Sensors 1 or more.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Long Shot")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """One test for the whole activation."""
        result = yield from take(game, model, self.test(game.state, model))
        action_states.LongShot.tested(game, model, result.best)
