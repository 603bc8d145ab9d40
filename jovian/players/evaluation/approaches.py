"""The shots that models could fire after their next move.

`Approaches` finds for an attacker and a target the end of a move from which the attacker could do most.
"""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State
from jovian.game.activation import Activation
from jovian.players.evaluation.moves import MIN_FLIGHT, is_inside, ship_moves
from jovian.players.evaluation.places import is_lost_at
from jovian.players.evaluation.threats import Matchups, reach
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import remaining_movement
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.sequence.activation import eligible
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.table import Pose

MAX_TRIES = 4
"""The number of the best ends that are tried with the exact formula."""
BESIDE = 0.1
"""Inches from a target's base at which a squadron stops."""
DIRECTIONS = tuple(range(0, 360, 45))
"""Directions from a target in which a squadron may end."""
AROUND = 3.0
"""Inches from the center of a target at which a squadron may end in these directions."""


class Approaches:
    """The next moves of the models in one state, computed when they are first needed.

    Only the view counts: a side doesn't learn of models that it can't see.
    """

    def __init__(self, view: State, matchups: Matchups | None = None) -> None:
        self._view, self._matchups = view, matchups or Matchups()
        self._ready: dict[int, frozenset[str]] = {}
        self._ends_of_ships: dict[str, list[Pose]] = {}

    def can_act(self, model: Model) -> bool:
        """Return whether a model can still activate this turn. A formation activates with its leader."""
        if model.side not in self._ready:
            self._ready[model.side] = frozenset(other.id for other in eligible(self._view, model.side))
        return model.is_on_table and (model.formation or model.id) in self._ready[model.side]

    def best_end(self, attacker: Model, target: Model) -> Model | None:
        """Return an attacker at the end of its next move from which it could do most to a target where that is.

        None if it can't act anymore, or couldn't fire at the target from anywhere. The state doesn't need to contain
        the target at that place.
        """
        if not self.can_act(attacker):
            return None
        matchup = self._matchups.matchup(self._view, attacker, target)
        ends = enumerate(self._ends(attacker, target))
        shares = [(matchup.share(end, target.pose), number, end) for number, end in ends]
        ranked = sorted((entry for entry in shares if entry[0] > 0), key=lambda entry: (-entry[0], entry[1]))
        tries = 0
        for _, _, end in ranked:
            there = attacker.at(end)
            if tries == MAX_TRIES:
                break
            if is_lost_at(self._view, there) or (end != attacker.pose and ids_in_contact(self._view, there)):
                continue
            tries += 1
            if any(shots_at(self._view, there, target)):
                return there
        return None

    def _ends(self, attacker: Model, target: Model) -> list[Pose]:
        if not attacker.is_capital:
            return list(self._flights(attacker, target))
        if attacker.id not in self._ends_of_ships:
            movement = remaining_movement(self._view, attacker, self._activation(attacker) or Activation(attacker.id))
            ends = (move.end for move in ship_moves(self._view, attacker, movement))
            self._ends_of_ships[attacker.id] = list(dict.fromkeys(ends)) or [attacker.pose]
        return self._ends_of_ships[attacker.id]

    def _activation(self, model: Model) -> Activation | None:
        """Return the activation of a model that has begun to act, or None."""
        act = self._view.activation
        return act if act is not None and act.declared and act.model == (model.formation or model.id) else None

    def _flights(self, squadron: Model, target: Model) -> Iterator[Pose]:
        """Yield staying, the end of a flight straight at a target, and ends around the target."""
        start, act = squadron.pose, self._activation(squadron)
        radius = reach(self._view, squadron).radius
        radius = radius if act is None else remaining_movement(self._view, squadron, act).forward
        yield start
        distance = start.distance_to(target.pose)
        forward = min(radius, distance - squadron.base.inner - target.base.inner - BESIDE)
        if forward >= MIN_FLIGHT:
            share = forward / distance
            yield start.moved((target.pose.x - start.x) * share, (target.pose.y - start.y) * share).rounded()
        for angle in DIRECTIONS:
            beside = Pose(target.pose.x, target.pose.y, angle).advanced(AROUND + target.base.inner)
            end = Pose(beside.x, beside.y, start.heading).rounded()
            if MIN_FLIGHT <= start.distance_to(end) <= radius and is_inside(self._view, end):
                yield end


def shots_at(view: State, attacker: Model, target: Model) -> Iterator[Assessment]:
    """Yield the shots of a model's weapons at a target, from its pose here. Jammed weapons don't count."""
    mounts = [mount.id for mount in attacker.card.mounts]
    mounts += [POINT_DEFENSE] if attacker.is_capital and not target.is_capital else []
    for mount in mounts:
        shot = assess(view, attacker, (mount,), target, ACTIVATION)
        if isinstance(shot, Assessment) and not shot.jammed:
            yield shot
