"""Crippled ships that drift (v1.2.1 Damage > Crippled Capital Ships)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.rules.facts.rolls import one_die
from jovian.rules.harm.casualties import leave_table
from jovian.rules.harm.catastrophe import Crippled
from jovian.rules.moving.movement import advance, swing
from jovian.rules.moving.overlap import settle
from jovian.rules.places.edges import set_off, stopped_by
from jovian.rules.places.obstacles import moored
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.interrupt import DRIFT
from jovian.table import Pose

INCHES = 2.0
BY_DIE = (0, -45, -45, 0, 0, 45, 45)
"""Degrees that it turns, by the face of the die."""


class Adrift(Crippled):
    """A ship without Structure that nobody steers any more."""

    __slots__ = ()
    place = "v1.2.1 Damage > Crippled Capital Ships"
    summary = (
        'No Structure: as each activation begins it drifts 2", on a d6 of 1-2 after 45 degrees to port, of 5-6 to '
        "starboard; Fire Control 1, only Damage Control or Withdraw, worth nothing unless it withdraws."
    )

    def opens(self, game: Game, model: Model) -> Procedure[None]:
        """It drifts before anything is declared, and moves no more in that activation."""
        act = game.state.activation
        if act is None or not model.on_table or moored(game.state, model):
            return
        face = yield from one_die(game, model.side, f"drift of {model.name} (1-2 port, 5-6 starboard)")
        if BY_DIE[face]:
            yield from swing(game, model, BY_DIE[face])
        if model.on_table:
            yield from advance(game, model, INCHES, DRIFT)
        act.stopped = True
        leave_table(game, [model])
        if model.on_table:
            yield from settle(game, model)

    def carried(self, state: State, model: Model) -> tuple[tuple[Pose, str], ...]:
        """Where it may drift: to port, straight on, to starboard."""
        if moored(state, model):
            return ()
        ways = {turned: [face for face in range(1, 7) if BY_DIE[face] == turned] for turned in BY_DIE[1:]}
        return tuple((_end(state, model, turned), f"{faces[0]}-{faces[-1]}") for turned, faces in ways.items())

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """The least and the most of its move: two inches."""
        return INCHES, INCHES

    def turns(self, state: State, model: Model, value: int) -> int:
        """0: it makes no turns of its own."""
        return 0

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal for all but repairs and leaving."""
        if action.desperate and not action.rams:
            return None
        return Refusal("A drifting ship may only declare Damage Control or Withdraw.", self.place)


def _end(state: State, ship: Model, degrees: int) -> Pose:
    """Where a ship comes to, unless anything happens on the way: a planet stops it."""
    turned = set_off(state, ship.at(ship.pose.turned(degrees))) if degrees else ship
    stop = stopped_by(state, turned)
    return turned.pose.advanced(INCHES if stop is None else min(INCHES, stop.inches)).rounded()
