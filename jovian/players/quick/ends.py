"""Where a quick player moves: the end of a few that promises most."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State
from jovian.game.answers import Fly, Move, Turn
from jovian.players.judgment.nearby import enemies
from jovian.players.judgment.objectives.goals import drawn
from jovian.players.judgment.places.standing import CLOSING, DOOM, SHIP_RANGE, SQUADRON_RANGE
from jovian.players.moves.flights import LEAST
from jovian.players.moves.way import Step, Way
from jovian.players.moves.ways import leads_on
from jovian.players.quick.aiming import Sight, look, total
from jovian.players.quick.memory import Memory
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.limits import Envelope, fixed_limits
from jovian.table import Pose, exits

TURNS = (0, 45, -45)
"""Turns that are tried before and after a move."""
AWAY = (2.8, 5.5)
"""Inches from an enemy's center at which a squadron looks for a place."""
NEAREST = 3
"""How many enemies are looked around."""
RIM = 0.7
"""Inches from the edges of the table that a flight keeps away."""
IN_THE_WAY = 8.0
"""TV that an end on another base is reckoned to cost."""


def best_way(menu: NextOrder, memory: Memory, free: list[str], fire_control: int) -> tuple[float, tuple[Step, ...]]:
    """What the shots from the best end are worth, and the answers that lead there: none where it stays."""
    state, model, envelope = menu.state, menu.model, menu.envelope()
    foes = enemies(state, model)
    found = []
    for way in _runs(model, envelope) if envelope.capital else _flights(state, model, envelope, foes, memory):
        there = model.at(way.end)
        sight = look(state, memory, there, free, foes)
        found.append((*_value(state, memory, there, sight, fire_control), way))
    for _, shots, way in sorted(found, key=lambda each: -each[0]):
        steps = way.steps
        if not steps or (menu.judge(steps[0]) is None and leads_on(state, model, steps)):
            return shots, steps
    return 0.0, ()


def _value(state: State, memory: Memory, there: Model, sight: Sight, fire_control: int) -> tuple[float, float]:
    """What an end is worth, and the part of it that is shots."""
    shots = total(sight.aims, fire_control)
    aims = memory.aims(state, there)
    worth = shots - there.card.tv * sight.exposed + (drawn(aims.goals, there) if aims.goals else 0.0)
    if there.crippled:
        worth += min(sight.nearest, 12.0)
    elif sight.nearest < 900.0 and not aims.escape:
        worth -= CLOSING * abs(sight.nearest - (SHIP_RANGE if there.capital else SQUADRON_RANGE / 2))
    if _blocked(state, there):
        worth -= IN_THE_WAY
    if exits(there.base, there.pose, state.width, state.height) or (there.capital and _drifts_off(state, there)):
        worth -= DOOM
    return worth, shots


def _blocked(state: State, there: Model) -> bool:
    """Does it stand on another model, as far as their inner circles tell?"""
    for other in state.models.values():
        if other.place == there.place and other.id != there.id and not (other.host and other.host == there.id):
            reach = other.base.inner + there.base.inner
            dx, dy = other.pose.x - there.pose.x, other.pose.y - there.pose.y
            if dx * dx + dy * dy < reach * reach:
                return True
    return False


def _drifts_off(state: State, ship: Model) -> bool:
    """Would its least move of the next turn carry it off the table, whichever way it turns?"""
    least, _, turns = fixed_limits(state, ship)
    if least <= 0:
        return False
    ways = TURNS if turns else (0,)
    return all(
        exits(ship.base, ship.pose.turned(angle).advanced(least), state.width, state.height) for angle in ways
    )


def _runs(ship: Model, envelope: Envelope) -> Iterator[Way]:
    start, turns = ship.pose, envelope.turns if not envelope.needs_test else 0
    lengths = [envelope.least, envelope.forward] if envelope.forward > envelope.least else [envelope.forward]
    if envelope.least <= 0:
        yield Way((), start, [])
        lengths.append(envelope.forward / 2)
    for first in TURNS if turns and not envelope.turns_end_move else (0,):
        turned = start.turned(first)
        for inches in dict.fromkeys(round(each, 2) for each in lengths):
            moved = turned.advanced(inches)
            for last in TURNS if turns > (first != 0) else (0,):
                steps: tuple[Step, ...] = (
                    *((Turn(first),) if first else ()), *((Move(inches),) if inches > 0 else ()),
                    *((Turn(last),) if last else ()),
                )  # fmt: skip
                if steps:
                    yield Way(steps, moved.turned(last), [])


def _flights(
    state: State, squadron: Model, envelope: Envelope, foes: list[Model], memory: Memory
) -> Iterator[Way]:
    start, reach = squadron.pose, envelope.forward
    yield Way((), start, [])
    if reach < 1.0:
        return
    for x, y in _places(state, squadron, reach, foes, memory):
        end = Pose(round(x, 2), round(y, 2), start.heading)
        inside = RIM < end.x < state.width - RIM and RIM < end.y < state.height - RIM
        if inside and start.distance_to(end) >= LEAST:
            yield Way((Fly(((end.x, end.y),)),), end, [])


def _places(
    state: State, squadron: Model, reach: float, foes: list[Model], memory: Memory
) -> Iterator[tuple[float, float]]:
    start = squadron.pose
    near = sorted((start.distance_to(foe.pose), foe.id, foe) for foe in foes)[:NEAREST]
    for apart, _, foe in near:
        for inches in AWAY:
            step = min(apart - inches, reach - 0.02)
            if apart > 0 and step > 0:
                yield start.x + (foe.pose.x - start.x) / apart * step, start.y + (foe.pose.y - start.y) / apart * step
        behind = foe.pose.advanced(-AWAY[1]) if foe.capital else foe.pose
        if foe.capital and start.distance_to(behind) <= reach:
            yield behind.x, behind.y
    if near and near[0][0] < AWAY[1] + 4.0:
        apart, _, foe = near[0]
        step = min(6.0, reach - 0.02) / (apart or 1.0)
        yield start.x - (foe.pose.x - start.x) * step, start.y - (foe.pose.y - start.y) * step
    for goal in memory.aims(state, squadron).goals:
        inches = start.distance_to(Pose(goal.x, goal.y, 0)) or 1.0
        share = min(1.0, (reach - 0.05) / inches)
        yield start.x + share * (goal.x - start.x), start.y + share * (goal.y - start.y)
