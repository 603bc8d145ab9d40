"""Vector Attack (v1.2.4 Action > Vector Attack, R48)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules import ratings
from jovian.rules.actions.action import Action
from jovian.rules.formation import mates
from jovian.rules.shot import LONG, sensor_band
from jovian.rules.skill import SkillTest, skill_test, take
from jovian.table import distance

FREE_MOVE = 4.0
BY_RESULT = (1, 2, 3, 3)
"""How many squadrons move, by N, D, T and Q+."""


class VectorAttack(Action):
    """Send other squadrons on their way."""

    name = "vector attack"
    place = "v1.2.4 Action > Vector Attack"
    summary = 'A skill test: 1 to 3 friendly squadrons in Sensor Range make a free move of 4" that nobody intercepts.'
    needs = "a capital ship or Comms, and Sensors 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A ship or Comms, and Sensors."""
        if not model.capital and not model.card.trait("Comms"):
            return self.no("It needs Comms.")
        return None if ratings.sensors(state, model) else self.no("It needs Sensors 1 or more.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Somebody to send."""
        return None if led(state, model) else self.no("No friendly squadron is in Sensor Range.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """Its skill test."""
        return skill_test(state, model, "Vector Attack")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, then move one squadron after the other."""
        from jovian.rules.vectors import send  # moves need what actions are part of

        result = yield from take(game, model, self.test(game.state, model))
        yield from send(game, model, BY_RESULT[result.best])


def led(state: State, model: Model) -> list[Model]:
    """The friendly squadrons on the table in Sensor Range, not assaulting; of a formation, its leader."""
    own = {model.id, *(mate.id for mate in mates(state, model))}
    return [
        other
        for other in state.on_table()
        if other.side == model.side and not other.capital and not other.assaulting and other.id not in own
        and not other.card.trait("Static")
        and other.formation in ("", other.id) and in_sensor_range(state, model, other)
    ]  # fmt: skip


def in_sensor_range(state: State, model: Model, other: Model) -> bool:
    """Is another within a model's Short or Optimum Range?"""
    apart = distance(model.base, model.pose, other.base, other.pose)
    return sensor_band(state, model, other, apart) != LONG
