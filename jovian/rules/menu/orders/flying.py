"""A squadron flies, maybe into contact with what it came for (v1.2.4 Movement > Squadron Movement)."""

from __future__ import annotations

from random import Random

from jovian.game import Activation, Game, Model, Procedure, Refusal, State
from jovian.game.answers import Fly
from jovian.rules.menu.orders.moving import left_of
from jovian.rules.moving.movement import fly
from jovian.rules.places.edges import refuse_crossing
from jovian.rules.places.limits import LITTLE, SLACK, envelope, path_length
from jovian.rules.places.touching import flight_to, may_touch, refuse_flight
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, length

PLACE = "v1.2.4 Movement > Squadron Movement"
MOVE = "v1.2.4 Movement > Capital Ship Movement"
TRIES = 4
CONTACT_SHARE, HOMING_SHARE = 0.8, 0.1
"""How often a random squadron flies into contact with what its action wants, and else with a ship of its own."""


class FlyOrder(Order[Fly]):
    """The order to fly a squadron along a path of its center."""

    __slots__ = ()

    answer = Fly
    label = "Fly"
    summary = "Flies a squadron along a path."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Fly) -> Refusal | None:
        """Within what is left, to an end that it may touch, or from which it can still get clear."""
        act = state.activation
        assert act is not None
        if model.capital:
            return Refusal("Capital ships move straight and turn.", MOVE)
        left, inches = envelope(state, model, act).forward, path_length(model, answer.path)
        if inches > left + SLACK:
            return Refusal(f'The path is {inches:.2f}" long. {left_of(left, "of its flight")}', PLACE)
        if inches < SLACK:
            return Refusal("The path leads nowhere.", PLACE)
        crossing = refuse_crossing(state, model, answer.path, PLACE)
        if crossing is not None:
            return crossing
        x, y = answer.path[-1]
        return refuse_flight(state, model.at(Pose(x, y, model.pose.heading)), left - inches)

    def perform(self, game: Game, model: Model, answer: Fly) -> Procedure[None]:
        """Fly it, with whatever interrupts that."""
        yield from fly(game, model, answer.path)

    def way(self, model: Model, answer: Fly) -> tuple[Pose, ...]:
        """From here over all points of the path."""
        return model.pose, *(Pose(x, y, model.pose.heading) for x, y in answer.path)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Fly | None:
        """Up to what its action wants, now and then to a ship of its own, else toward the goal."""
        act = state.activation
        assert act is not None
        left = envelope(state, model, act).forward
        return _into_contact(state, model, act, left, rng) or self._flight(state, model, left, goal, rng)

    def _flight(self, state: State, model: Model, left: float, goal: Pose | None, rng: Random) -> Fly | None:
        if left < 0.5:
            return None
        x, y, _ = model.pose
        for _ in range(TRIES):
            dx, dy = (goal.x - x, goal.y - y) if goal is not None else (rng.random() - 0.5, rng.random() - 0.5)
            dx, dy = dx + (rng.random() - 0.5) * 2, dy + (rng.random() - 0.5) * 2
            size = length(dx, dy)
            if size < LITTLE:
                continue
            inches = (0.3 + 0.69 * rng.random()) * left
            flight = Fly(((round(x + dx / size * inches, 2), round(y + dy / size * inches, 2)),))
            if self.refuse(state, model, flight) is None:
                return flight
        return None


def _into_contact(state: State, model: Model, act: Activation, left: float, rng: Random) -> Fly | None:
    """Most often a squadron flies up to what its action wants, now and then to a ship of its own."""
    wanted: list[str] = []
    if act.action and not act.resolved:
        wanted = rulebook(state).actions[act.action].closes_with(state, model)
    if rng.random() >= (CONTACT_SHARE if wanted else HOMING_SHARE) or left < 0.1:
        return None
    wanted = wanted or may_touch(state, model)
    ident = wanted[int(rng.random() * len(wanted))] if wanted else ""
    pose = flight_to(state, model, ident, left)
    return Fly(((pose.x + 0.0, pose.y + 0.0),)) if pose is not None else None
