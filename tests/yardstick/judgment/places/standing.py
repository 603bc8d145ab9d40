"""What standing somewhere is worth besides its shots: range, exposure, cover, and the way on."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Model, State
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.shot import touches_piece
from jovian.table import Pose, main_arcs
from tests.yardstick.judgment.nearby import enemies
from tests.yardstick.judgment.places.edges import at_edge, drifted, lost_at, may_leave_at
from tests.yardstick.judgment.places.mines import lies_in_wait

DOOM = 1000.0
"""TV that leaving the table is reckoned to cost."""
CLOSING = 0.25
"""TV for each inch nearer to where it can shoot."""
BOW = 1.5
"""TV for a bow that points straight at the nearest enemy."""
SHIP_RANGE, SQUADRON_RANGE = 7.0, 11.0
"""Inches from the nearest enemy that a ship, and a squadron, prefers."""
EXPOSED = {"fore": 0.0, "port": 0.02, "starboard": 0.02, "aft": 0.05}
"""Share of its own TV that an enemy in that arc is reckoned to cost."""
SEEN = 15.0
"""Inches within which an enemy counts for that."""
UNDER_GUNS = 0.04
"""Share of its own TV that a squadron within a ship's Point Defense is reckoned to cost."""
VEILED = 0.02
"""Share of its own TV that standing veiled is worth."""
SAFE = 12.0
"""Inches from everybody beyond which a crippled ship gains nothing."""
TURNED = (0, 45, -45, 20, -20)
"""Turns that a ship may yet make to stay on the table."""


class Drift(NamedTuple):
    """How a ship moves that only drifts."""

    least: float
    turns: int
    escapes: bool
    """Would it like to leave the table?"""


def standing(state: State, model: Model, escape: float = 0.0) -> float:
    """The worth of a model's pose, in TV; `escape` is what leaving the battle is worth, 0 where it had better stay."""
    foes = [each for each in enemies(state, model) if not lies_in_wait(each)]
    worth = -DOOM if _doomed(state, model, escape > 0) else 0.0
    if lost_at(state, model):
        worth += escape if escape and may_leave_at(state, model) else -DOOM
    if model.is_crippled:
        worth += _flight(model, foes)
    elif not escape:
        worth += _closing(model, foes)
    worth -= model.card.tv * _exposure(model, foes)
    return worth + _cover(state, model) + at_edge(state, model)


def _closing(model: Model, foes: list[Model]) -> float:
    """Nearer is better until the preferred range; a ship also wants its bow toward them."""
    if not foes:
        return 0.0
    wanted = SHIP_RANGE if model.capital else SQUADRON_RANGE
    apart, nearest = min(((model.pose.distance_to(other.pose), other) for other in foes), key=lambda each: each[0])
    worth = -CLOSING * abs(apart - wanted)
    if model.capital:
        ahead = model.pose.advanced(1.0)
        worth += BOW * (apart - ahead.distance_to(nearest.pose))
    return worth


def _flight(model: Model, foes: list[Model]) -> float:
    """A crippled ship wants to be more than 6" from everybody."""
    apart = min((model.pose.distance_to(other.pose) for other in foes), default=SAFE)
    return min(apart, SAFE)


def _exposure(model: Model, foes: list[Model]) -> float:
    """What the arcs that it shows to those near it, or their Point Defense, are reckoned to cost."""
    cost = 0.0
    for other in foes:
        apart = model.pose.distance_to(other.pose)
        if apart > SEEN:
            continue
        if model.capital:
            cost += EXPOSED[main_arcs(model.base, model.pose, other.base, other.pose)[0]]
        elif other.capital and other.rating("defense") and apart < model.card.signature + other.base.inner:
            cost += UNDER_GUNS
    return cost


def _cover(state: State, model: Model) -> float:
    """Standing veiled, without being struck, is worth a little."""
    kinds = rulebook(state).terrain
    veiled = any(kinds[piece.kind].veils and touches_piece(model, piece) for piece in state.terrain.values())
    return VEILED * model.card.tv if veiled else 0.0


def _doomed(state: State, ship: Model, escapes: bool) -> bool:
    """Would its minimum move next turn, and the one after, carry a ship off the table where it had better stay?"""
    if not ship.capital:
        return False
    least, _, turns = fixed_limits(state, ship)
    return least > 0 and not _survives(state, ship, ship.pose, Drift(least, turns, escapes), 2)


def _survives(state: State, ship: Model, pose: Pose, drift: Drift, depth: int) -> bool:
    if depth == 0:
        return True
    for angle in TURNED if drift.turns else (0,):
        after = drifted(state, ship, pose.turned(angle).advanced(drift.least), drift.escapes)
        if after is not None and _survives(state, ship, after, drift, depth - 1):
            return True
    return False
