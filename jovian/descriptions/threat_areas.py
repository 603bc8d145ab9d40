"""Where a model could hit after its next move, with the chance, as areas of the table.

Chances are those of a shot without terrain in between, at the middle of a range band.
"""

from __future__ import annotations

from collections.abc import Iterator

from jovian.descriptions.weapon_reach import chance_at, weapon_reach
from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.game.activation import Activation
from jovian.players.evaluation.moves import ship_moves
from jovian.players.evaluation.threats import reach as movement_reach
from jovian.rules.placement.move_limits import remaining_movement
from jovian.rules.sequence.activation import eligible
from jovian.rules.shots.shot import POINT_DEFENSE, weapon_of
from jovian.table import Pose

MAX_ENDS = 24
"""The number of ends of a ship's move that are used."""
ALL_ROUND = ("turret",)


@frozen
class ThreatFan:
    """An area in which a weapon could hit from one place."""

    pose: Pose
    """Where the model would be."""
    arcs: tuple[str, ...]
    inches: float
    """From the edge of the base."""
    chance: float


@frozen
class WeaponBand:
    """A range band of a weapon against a target."""

    arcs: tuple[str, ...]
    inches: float
    chance: float


def threat_fans(view: State, attacker: Model, target: Model) -> Iterator[ThreatFan]:
    """Yield where an attacker could hit a target after its next move. Nothing if it can't act anymore this turn.

    A squadron moves in any direction, so its areas are circles around where it is.
    """
    if not attacker.is_on_table or (attacker.formation or attacker.id) not in {
        model.id for model in eligible(view, attacker.side)
    }:
        return
    bands = sorted(weapon_bands(view, attacker, target), key=lambda band: band.chance)
    if not attacker.is_capital:
        inches = movement_reach(view, attacker).radius
        yield from (ThreatFan(attacker.pose, ALL_ROUND, band.inches + inches, band.chance) for band in bands)
        return
    movement = remaining_movement(view, attacker, Activation(attacker.id))
    ends = list(dict.fromkeys(move.end for move in ship_moves(view, attacker, movement))) or [attacker.pose]
    step = max(1, -(-len(ends) // MAX_ENDS))
    for end in ends[::step]:
        yield from (ThreatFan(end, band.arcs, band.inches, band.chance) for band in bands)


def weapon_bands(view: State, attacker: Model, target: Model) -> Iterator[WeaponBand]:
    """Yield the range bands in which weapons of an attacker can hit a target, equal ones once."""
    mounts = [mount.id for mount in attacker.card.mounts]
    mounts += [POINT_DEFENSE] if attacker.is_capital and not target.is_capital else []
    found: dict[WeaponBand, None] = {}
    for mount in mounts:
        weapon = weapon_of(attacker, mount)
        if weapon is None or mount in attacker.damaged:
            continue
        short, far = weapon_reach(view, attacker, mount, target)
        arcs = weapon.arcs if attacker.is_capital else ALL_ROUND
        for low, high in ((0.0, float(short)), (float(short), float(far))):
            chance = chance_at(view, attacker, mount, target, (low + high) / 2) if high > low else 0.0
            if chance:
                found[WeaponBand(arcs, high, round(chance, 3))] = None
    yield from found
