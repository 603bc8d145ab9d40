"""A ship moves straight ahead or astern (v1.2.4 Movement > Capital Ship Movement)."""

from __future__ import annotations

from random import Random

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.answers import Move
from jovian.game.pointing import pointed_bases
from jovian.rules.moving.movement import advance
from jovian.rules.places.limits import SLACK, Envelope, envelope
from jovian.rules.places.move_ends import refuse_stop
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose

PLACE = "v1.2.4 Movement > Capital Ship Movement"
PLANET = "v1.2.4 Terrain > Planet or Large Moon"
SLUGGISH = "v1.2.4 Traits > Sluggish"
FLY = "v1.2.4 Movement > Squadron Movement"


class MoveOrder(Order[Move]):
    """The order to move straight ahead, or astern."""

    __slots__ = ()

    answer = Move
    label = "Move"
    summary = "Moves a ship straight ahead or astern."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Move) -> Refusal | None:
        """Within what is left, either ahead or astern, and not onto what it may not stop on."""
        act, inches = state.activation, answer.inches
        assert act is not None
        limits = envelope(state, model, act)
        if not limits.capital:
            return Refusal("Squadrons fly along a path.", FLY)
        if inches == 0:
            return Refusal("A move needs a distance.", PLACE)
        if limits.turns_end_move and act.turned:
            return Refusal("A Sluggish ship no longer moves once it has turned.", SLUGGISH)
        if (inches > 0 and act.reversed) or (inches < 0 and act.ran):
            return Refusal("Forward and reverse are not mixed in one activation.", PLACE)
        if inches > limits.forward + SLACK:
            return _refuse_planet(state, limits) or Refusal(left_of(limits.forward, "of its move"), PLACE)
        if inches < -limits.reverse - SLACK:
            left = left_of(limits.reverse, "of its reverse move")
            return Refusal(left if limits.reverse or act.reversed else "It can't move in reverse.", PLACE)
        return refuse_stop(state, model, inches, limits)

    def perform(self, game: Game, model: Model, answer: Move) -> Procedure[None]:
        """Move it, with whatever interrupts that."""
        yield from advance(game, model, answer.inches)

    def way(self, model: Model, answer: Move) -> tuple[Pose, ...]:
        """From where it stands to so far along its heading."""
        return model.pose, model.pose.advanced(answer.inches).rounded()

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Move | None:
        """Somewhere between the least and the most."""
        act = state.activation
        assert act is not None
        limits = envelope(state, model, act)
        if limits.forward > 0:
            inches = limits.least + rng.random() * (limits.forward - limits.least)
            return Move(max(round(inches, 1), min(0.1, limits.forward)))
        if limits.reverse > 0:
            return Move(-max(0.1, round(rng.random() * limits.reverse, 1)))
        return None


def _refuse_planet(state: State, limits: Envelope) -> Refusal | None:
    """Why a ship goes no farther: a planet stops it, whatever is left of its move (R27)."""
    if not limits.barred:
        return None
    name = rulebook(state).terrain[state.terrain[limits.barred].kind].name
    where = f'after {limits.forward:.2f}"' if limits.forward else "here"
    return Refusal(f"The {name} stops it {where}.", PLANET, pointed_bases([limits.barred]))


def left_of(inches: float, of_what: str) -> str:
    """How much of a way may still be gone, in words."""
    return f'Only {inches:.2f}" {of_what} is left.' if inches > SLACK else f"Nothing {of_what} is left."
