"""Where the ensign moves: a few dozen ends are tried, each judged by its shots, its exposure and the way on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from jovian.game import Choice, Model, State
from jovian.players.ensign_fire import offense, volleys
from jovian.players.ensign_worth import standing
from jovian.rules.actions.board import in_reach
from jovian.rules.contact import contacts
from jovian.rules.hazards import hazards
from jovian.rules.limits import Envelope
from jovian.rules.menu import Menu
from jovian.rules.ratings import fire_control_left
from jovian.table import Pose, first_touch_outline

TURNS = (0, 22, -22, 45, -45)
AFTER = (0, 22, -22, 45, -45)
AFTER_TURN = (0, 45, -45)
SHARES = (0.0, 0.5, 1.0)
RINGS = (2.6, 4.6, 7.5)
"""Inches from an enemy's center at which a squadron looks for a place."""
AROUND = 8
NEAREST = 4
HAZARD = 4.0
"""TV that a strike by terrain is reckoned to cost."""
BOARDERS = 8.0
"""TV that an end from which it can board is reckoned to be worth, once that is declared."""
GAIN = 0.05
"""How much better an end must be than staying."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A next step of a move, and what the whole is worth."""

    choice: Choice | None
    """None to stay."""
    worth: float
    offense: float
    """TV of the shots from its end."""


def next_move(menu: Menu) -> Plan | None:
    """The best plan from here; None if the model can no longer move."""
    room = menu.envelope()
    found = _ship_ways(menu.model, room) if room.capital else _flights(menu.state, menu.model, room)
    ways = [way for way in found if way[0] is None or menu.judge(way[0]) is None]
    if not ways or all(way[0] is None for way in ways):
        return None
    plans = [_plan(menu, choice, end, legs) for choice, end, legs in ways]
    best = max(plans, key=lambda plan: plan.worth)
    stay = next((plan for plan in plans if plan.choice is None), None)
    return stay if stay is not None and best.worth < stay.worth + GAIN else best


Way = tuple[Choice | None, Pose, list[tuple[Pose, Pose]]]
"""The first answer, the end, and the legs of the way."""


def _ship_ways(ship: Model, room: Envelope) -> Iterator[Way]:
    """Turn, move, turn again, as far as turns and inches allow."""
    start = ship.pose
    if room.least <= 0:
        yield None, start, []
    for first in TURNS if room.turns and not room.turns_end_move and not room.needs_test else (0,):
        turned = start.turned(first)
        for share in SHARES if room.forward > 0 else (0.0,):
            inches = round(room.least + share * (room.forward - room.least), 2)
            moved = turned.advanced(inches)
            left = room.turns - (1 if first else 0)
            again = left > 0 and not room.needs_test
            for last in _after(again, first):
                if first or inches > 0 or last:
                    yield _first(first, inches, last), moved.turned(last), [(turned, moved)]
    if room.reverse > 0:
        back = start.advanced(-room.reverse)
        yield ["move", -room.reverse], back, [(start, back)]


def _after(again: bool, first: int) -> tuple[int, ...]:
    """The turns that are tried at the end of a move."""
    if not again:
        return (0,)
    return AFTER_TURN if first else AFTER


def _first(first: int, inches: float, last: int) -> Choice:
    if first:
        return ["turn", first]
    return ["move", inches] if inches > 0 else ["turn", last]


def _flights(state: State, squadron: Model, room: Envelope) -> Iterator[Way]:
    """Stay, or fly to rings around the nearest enemies, or straight toward them."""
    start = squadron.pose
    yield None, start, []
    enemies = sorted(
        (_gap(start, other.pose), other.id, other) for other in state.on_table() if other.side != squadron.side
    )
    for apart, _, other in enemies[:NEAREST]:
        for x, y in _goals(start, other.pose, apart, room.forward):
            end = Pose(round(x, 2), round(y, 2), start.heading)
            if 0.6 < end.x < state.width - 0.6 and 0.6 < end.y < state.height - 0.6:
                yield ["fly", [[end.x, end.y]]], end, [(start, end)]


def _goals(start: Pose, enemy: Pose, apart: float, reach: float) -> Iterator[tuple[float, float]]:
    for ring in RINGS:
        for number in range(AROUND):
            side = Pose(enemy.x, enemy.y, number * 360 // AROUND).advanced(ring)
            if _gap(start, side) <= reach:
                yield side.x, side.y
    if apart > 0:
        for share in (0.5, 0.98):
            step = min(reach * share, max(0.0, apart - RINGS[0]))
            yield start.x + (enemy.x - start.x) / apart * step, start.y + (enemy.y - start.y) / apart * step


def _gap(a: Pose, b: Pose) -> float:
    dx, dy = a.x - b.x, a.y - b.y
    return sqrt(dx * dx + dy * dy)


def _plan(menu: Menu, choice: Choice | None, end: Pose, legs: list[tuple[Pose, Pose]]) -> Plan:
    state, ghost = menu.state, menu.model.copy()
    ghost.pose = end
    fires = volleys(state, ghost, menu.free_mounts(), menu.act.used)
    shots = offense(fires, fire_control_left(state, ghost))
    worth = shots + standing(state, ghost) - _dangers(state, menu.model, legs)
    if contacts(state, ghost, end):
        worth -= 2 * HAZARD
    if menu.act.action == "board" and not menu.act.resolved and in_reach(state, ghost):
        worth += BOARDERS
    return Plan(choice, worth, shots)


def _dangers(state: State, model: Model, legs: list[tuple[Pose, Pose]]) -> float:
    """What terrain on the way is reckoned to cost; most of it can be avoided, ends on it cannot."""
    cost = 0.0
    for piece in hazards(state, model):
        for before, after in legs:
            dx, dy = after.x - before.x, after.y - before.y
            touch = first_touch_outline(model.base, before, dx, dy, piece.outline, piece.pose)
            if touch is not None:
                cost += HAZARD / 8
    return cost
