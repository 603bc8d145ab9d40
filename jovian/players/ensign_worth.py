"""What standing somewhere is worth to the ensign besides its shots: range, exposure, hazards, and the way on."""

from __future__ import annotations

from math import sqrt

from jovian.game import Model, State
from jovian.rules.effects.terrain import TERRAIN_EFFECTS
from jovian.rules.hazards import hazards
from jovian.rules.limits import fixed_limits
from jovian.rules.sight import touches_piece
from jovian.table import Pose, exits, main_arcs

DOOM = 1000.0
CLOSING = 0.25
"""TV for each inch nearer to where it can shoot."""
EXPOSED = {"fore": 0.0, "port": 0.02, "starboard": 0.02, "aft": 0.05}
"""Share of its own TV that an enemy in that arc is reckoned to cost."""
SEEN = 15.0
DRIFT = (0, 45, -45, 20, -20)
IN_HAZARD = 0.08
UNDER_GUNS = 0.04
"""Share of its own TV that a squadron within a ship's Point Defense is reckoned to cost."""


def standing(state: State, model: Model) -> float:
    """The worth of a model's pose, in TV."""
    enemies = [other for other in state.on_table() if other.side != model.side]
    worth = -DOOM if _doomed(state, model) else 0.0
    if exits(model.base, model.pose, state.width, state.height):
        worth -= DOOM
    worth += _flight(model, enemies) if model.crippled else _closing(state, model, enemies)
    worth -= model.card.tv * _exposure(model, enemies)
    if any(touches_piece(model, piece) for piece in hazards(state, model)):
        worth -= model.card.tv * IN_HAZARD
    return worth + _cover(state, model)


def _gap(a: Pose, b: Pose) -> float:
    dx, dy = a.x - b.x, a.y - b.y
    return sqrt(dx * dx + dy * dy)


def _closing(state: State, model: Model, enemies: list[Model]) -> float:
    """Nearer is better until the preferred range; a ship also wants its bow toward them."""
    if not enemies:
        return 0.0
    wanted = 7.0 if model.capital else 11.0
    apart, nearest = min(((_gap(model.pose, other.pose), other) for other in enemies), key=lambda each: each[0])
    worth = -CLOSING * abs(apart - wanted)
    if model.capital:
        ahead = model.pose.advanced(1.0)
        worth += 1.5 * (apart - _gap(ahead, nearest.pose))
    return worth


def _flight(model: Model, enemies: list[Model]) -> float:
    """A crippled ship wants to be more than 6" from everybody."""
    apart = min((_gap(model.pose, other.pose) for other in enemies), default=20.0)
    return min(apart, 12.0)


def _exposure(model: Model, enemies: list[Model]) -> float:
    cost = 0.0
    for other in enemies:
        apart = _gap(model.pose, other.pose)
        if apart > SEEN:
            continue
        if model.capital:
            cost += EXPOSED[main_arcs(model.base, model.pose, other.base, other.pose)[0]]
        elif other.capital and other.rating("defense") and apart < model.card.signature + other.base.inner:
            cost += UNDER_GUNS
    return cost


def _cover(state: State, model: Model) -> float:
    """Standing veiled, without being struck, is worth a little."""
    veiled = any(TERRAIN_EFFECTS[p.kind].veils and touches_piece(model, p) for p in state.terrain.values())
    return 0.02 * model.card.tv if veiled else 0.0


def _doomed(state: State, ship: Model) -> bool:
    """Would its minimum move next turn, and the one after, carry a ship off the table whatever it does?"""
    if not ship.capital:
        return False
    least, _, turns = fixed_limits(state, ship)
    return least > 0 and not _survives(state, ship, ship.pose, least, turns, 2)


def _survives(state: State, ship: Model, pose: Pose, least: float, turns: int, depth: int) -> bool:
    if depth == 0:
        return True
    for angle in DRIFT if turns else (0,):
        after = pose.turned(angle).advanced(least)
        inside = not exits(ship.base, after, state.width, state.height)
        if inside and _survives(state, ship, after, least, turns, depth - 1):
            return True
    return False
