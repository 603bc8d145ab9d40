"""Drone Command (v1.2.4 Action > Drone Command)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.actions.needs import directs
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.places.attached import escorts_at_will
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.shooting.shot import perhaps_sensed, sensor_reach
from jovian.rules.shooting.skill import skill_test
from jovian.table import TOLERANCE, distance

STEP = "drone command"
"""The action, and the step of the agenda for each drone that it lets act."""
BY_RESULT = (1, 2, 3, 4)
"""How many drone squadrons may activate, by N, D, T and Q+."""


class DroneCommand(Action):
    """Activate several drone squadrons one after the other."""

    __slots__ = ()

    name = STEP
    place = "v1.2.4 Action > Drone Command"
    summary = "A skill test: 1 to 4 controllable drone squadrons in Sensor Range activate, one after the other."
    needs = "a capital ship or Comms"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A ship or Comms; drones do not command one another."""
        able = directs(state, model, Effect.directs_drones) and not model.drone
        return None if able else self.no("It needs Comms.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal while there is no drone to command."""
        return None if controllable(state, model, []) else self.no("No controllable drones are in Sensor Range.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Drone Command")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, then set this activation aside while the drones take theirs."""
        result = yield from take(game, model, self.test(game.state, model))
        state, act = game.state, game.state.activation
        assert act is not None
        state.paused.append(act)
        state.activation = None
        state.agenda += [["resume"], [STEP, model.id, BY_RESULT[result.best], []]]


def controllable(state: State, commander: Model, done: list[str]) -> list[Model]:
    """The drones that a commander may activate and has not yet."""
    return [
        other
        for other in perhaps_sensed(state, commander)
        if other.side == commander.side and other.id not in done and other.card.trait("Controllable")
        and (not other.escorting or escorts_at_will(state, other)) and _sees(state, commander, other)
    ]  # fmt: skip


def _sees(state: State, commander: Model, drone: Model) -> bool:
    """Is a drone in Sensor Range? Its own Cloak and Stealth do not hide it from its commander; all else counts."""
    reach = sensor_reach(state, commander, drone, commanded=True)
    return distance(commander.base, commander.pose, drone.base, drone.pose) <= reach + TOLERANCE
