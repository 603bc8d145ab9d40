"""Where a flight may end, and with what it may be in contact then (v1.2.4 Movement > Squadron Movement, R24)."""

from __future__ import annotations

from math import sqrt

from jovian.game import Model, Refusal, State
from jovian.rules.facts.formation import members
from jovian.rules.places.attached import escorts_at_will
from jovian.rules.places.contact import contacts, names, off_table
from jovian.rules.places.hazards import hazards
from jovian.rules.places.obstacles import in_the_way, solid_parts
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Placed, Pose, approaches, first_touch_outline, nearest_free, overlaps, touches

FLY = "v1.2.4 Movement > Squadron Movement"
SHORTEST = 0.01
"""Inches of the shortest way clear: rounding puts apart what is nearer than that."""


def may_touch(state: State, squadron: Model) -> list[str]:
    """The ids of what the active squadron may end in contact with: its prey, and ships to land on or to escort."""
    act = state.activation
    found: list[str] = []
    if act is not None and act.action and not act.resolved:
        found += rulebook(state).actions[act.action].closes_with(state, squadron)
    orders = rulebook(state).orders.values()
    for ship in state.on_table():
        own = ship.capital and ship.side == squadron.side
        if own and any(order.welcomes(state, squadron, ship) for order in orders):
            found.append(ship.id)
    return found


def refuse_landing(state: State, squadron: Model, end: Pose) -> Refusal | None:
    """Why a flight may not end there: it would touch what it has no business with, or overlap what it has."""
    touched = contacts(state, squadron, end) + _own_ship(state, squadron, end)
    if not touched:
        return None
    allowed = may_touch(state, squadron)
    wrong = [ident for ident in touched if ident not in allowed] or _overlapped(state, squadron, end, touched)
    if not wrong:
        return None
    draw = tuple(("base", ident) for ident in wrong)
    return Refusal(f"It may not end touching {names(state, wrong)}.", FLY, draw)


def refuse_flight(state: State, squadron: Model, end: Pose, left: float) -> Refusal | None:
    """Why a flight may not stop there: it may not end there, and no free end lies within what is left then (R24)."""
    refusal = refuse_landing(state, squadron, end)
    return refusal if refusal is None or free_landing(state, squadron, end, left) is None else None


def free_landing(state: State, squadron: Model, start: Pose, inches: float) -> Pose | None:
    """The nearest place, at most so many inches straight from a pose, where a flight may end touching nothing (R24).

    Flights that leave the table or meet terrain that would strike do not count.
    """
    if inches < SHORTEST:
        return None
    ghost = squadron.copy()
    ghost.pose = start
    group = members(state, ghost)
    found = nearest_free(
        squadron.base, start, _forbidden(state, squadron, group), state.width, state.height, inches - SHORTEST
    )
    if found is None:
        return None
    end = _flown(start, found)
    dx, dy = end.x - start.x, end.y - start.y
    if any(_strikes(state, each, dx, dy) for each in group):
        return None
    return end if refuse_landing(state, squadron, end) is None and not off_table(state, squadron, end) else None


def _flown(start: Pose, free: Pose) -> Pose:
    """Where an order to fly to a free place leads: written in thousandths of an inch, and no shorter than it may be."""
    dx, dy = free.x - start.x, free.y - start.y
    longer = max(1.0, SHORTEST / (sqrt(dx * dx + dy * dy) or SHORTEST))
    return Pose(round(start.x + dx * longer, 3), round(start.y + dy * longer, 3), start.heading)


def _forbidden(state: State, squadron: Model, group: list[Model]) -> list[Placed]:
    """What the first of a formation may not touch so that none of it does: obstacles as far aside as each flies."""
    lead, host = group[0].pose, state.models.get(squadron.host)
    placed = in_the_way(state, squadron) + ([(host.base, host.pose)] if host is not None else [])
    return [
        (shape, pose.moved(lead.x - each.pose.x, lead.y - each.pose.y)) for each in group for shape, pose in placed
    ]


def _strikes(state: State, squadron: Model, dx: float, dy: float) -> bool:
    return any(
        first_touch_outline(squadron.base, squadron.pose, dx, dy, piece.outline, piece.pose) is not None
        for piece in hazards(state, squadron)
    )


def _own_ship(state: State, squadron: Model, end: Pose) -> list[str]:
    """The ship that an escort leaves by flying, if the flight would end on it."""
    ship = state.models.get(squadron.host)
    if ship is None or not squadron.attached or not touches(squadron.base, end, ship.base, ship.pose):
        return []
    return [ship.id]


def _overlapped(state: State, squadron: Model, end: Pose, touched: list[str]) -> list[str]:
    ghost = squadron.copy()
    ghost.pose = end
    group = members(state, ghost)
    return [
        ident for ident in touched
        if (other := state.models.get(ident)) is not None
        and any(overlaps(each.base, each.pose, other.base, other.pose) for each in group)
    ]  # fmt: skip


def flight_to(state: State, squadron: Model, ident: str, inches: float) -> Pose | None:
    """Where a straight flight of so many inches ends in contact with a model that may be touched; None if none does."""
    other = state.models.get(ident)
    if other is None or not other.on_table or ident not in may_touch(state, squadron):
        return None
    own = {each.id for each in members(state, squadron)}
    placed = [(m.base, m.pose) for m in state.on_table() if m.id not in own and m.id != ident]
    placed += [(part, pose) for _, part, pose in solid_parts(state, squadron)]
    table = state.width, state.height
    for pose in approaches(squadron.base, squadron.pose, other.base, other.pose, placed, *table):
        dx, dy = pose.x - squadron.pose.x, pose.y - squadron.pose.y
        if dx * dx + dy * dy > inches * inches:
            return None
        if refuse_landing(state, squadron, pose) is None:
            return pose
    return None


def others_wait(state: State, model: Model) -> bool:
    """Has the side another model on the table that may still activate?"""
    return any(
        other.side == model.side and not other.activated and other.id != model.id and takes_turns(state, other)
        for other in state.on_table()
    )


def takes_turns(state: State, model: Model) -> bool:
    """Has it activations of its own: no drone, and no escort but one at will (R35)?"""
    return not model.drone and (not model.escorting or escorts_at_will(state, model))
