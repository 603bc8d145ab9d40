"""Vector Attack (v1.2.4 Action > Vector Attack, R48)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import directs
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.rulebook.action import Action
from jovian.rules.shooting import ratings
from jovian.rules.shooting.skill import skill_test
from jovian.rules.squadrons.vectors import send, sendable

BY_RESULT = (1, 2, 3, 3)
"""How many squadrons move, by N, D, T and Q+."""


class VectorAttack(Action):
    """Move friendly squadrons."""

    __slots__ = ()

    name = "vector attack"
    place = "v1.2.4 Action > Vector Attack"
    summary = 'A skill test: 1 to 3 friendly squadrons in Sensor Range make a free move of 4" that nobody intercepts.'
    needs = "a capital ship or Comms, and Sensors 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but ships and Comms, and without Sensors."""
        if not directs(state, model):
            return self.no("It needs Comms.")
        return None if ratings.sensors(state, model) else self.no("It needs Sensors 1 or more.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal while there is nobody to send."""
        return None if sendable(state, model) else self.no("No friendly squadron is in Sensor Range.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Vector Attack")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, then move one squadron after the other."""
        result = yield from take(game, model, self.test(game.state, model))
        yield from send(game, model, BY_RESULT[result.best])
