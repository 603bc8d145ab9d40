"""Where a model may be deployed: in its zone, on nothing else (v1.2.4 Sequence > Deployment Phase)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.game import Model, Refusal, State
from jovian.game.pointing import pointed_bases
from jovian.rules.facts import formation
from jovian.rules.places.contact import contacts
from jovian.rules.places.zones import facing, heading_at, in_zone, zones
from jovian.table import Pose, Rect, Region

PLACE = "v1.2.4 Sequence > Deployment Phase"
STEP = 1.0
"""Inches between the places that are tried."""


def refuse_place(state: State, model: Model) -> Refusal | None:
    """Why a model may not be deployed at the pose that it has here; None if it may."""
    if not in_zone(state, model):
        return refuse_outside(state, model)
    touched = contacts(state, model)
    if touched:
        return Refusal(f"{model.name} would stand on something else.", PLACE, pointed_bases(touched))
    return None


def refuse_outside(state: State, model: Model) -> Refusal:
    """What to say of a model that is outside of its zone."""
    wholly = all(region.wholly for region in zones(state, model.side))
    where = "wholly in the deployment zone" if wholly else "in the deployment zone, and wholly on the table"
    return Refusal(f"{model.name} must lie {where}.", PLACE)


def formation_spots(state: State, leader: Model, pose: Pose, count: int) -> tuple[Pose, ...]:
    """Where the others of a formation stand about its leader in the zone, () without room."""
    for spots in formation.places(leader, pose, count):
        if all(refuse_place(state, leader.at(spot)) is None for spot in spots):
            return spots
    return ()


def spots(state: State, model: Model, among: Iterable[Region] = ()) -> Iterator[Pose]:
    """Places for a model, zone by zone (or in some) from the middle outward, in a strip near the front first."""
    for zone in among or zones(state, model.side):
        yield from _in(state, model, zone)


def free_spot(state: State, model: Model, among: Iterable[Region] = ()) -> Pose | None:
    """The first place at which a model may be deployed, in its zones or some of them; None if there is none."""
    return next((pose for pose in spots(state, model, among) if refuse_place(state, model.at(pose)) is None), None)


def _in(state: State, model: Model, zone: Region) -> Iterator[Pose]:
    left, bottom, right, top = zone.box
    front = heading_at(state, model.side, ((left + right) / 2, (bottom + top) / 2))
    if isinstance(zone, Rect) and front == facing(model.side):
        return _rows(model, zone, front)
    return _rings(model, zone, front)


def _rows(model: Model, zone: Rect, front: int) -> Iterator[Pose]:
    left, bottom, right, top = zone.box
    middle, reach = (left + right) / 2, model.base.reach + 0.05
    depths = [reach + 0.5 * step for step in range(int((top - bottom - 2 * reach) / 0.5) + 1)]
    for depth in depths:
        y = top - depth if front == 0 else bottom + depth
        for step in range(int((right - left) / 2 - reach) + 1):
            yield Pose(middle + step, y, front).rounded()
            if step:
                yield Pose(middle - step, y, front).rounded()


def _rings(model: Model, zone: Region, front: int) -> Iterator[Pose]:
    """Places in a zone of any form, the nearest to its middle first."""
    left, bottom, right, top = zone.box
    x, y, reach = (left + right) / 2, (bottom + top) / 2, model.base.reach
    wide, high = int(((right - left) / 2 + reach) / STEP), int(((top - bottom) / 2 + reach) / STEP)
    found = [(a * STEP, b * STEP) for a in range(-wide, wide + 1) for b in range(-high, high + 1)]
    for dx, dy in sorted(found, key=lambda each: (each[0] * each[0] + each[1] * each[1], each)):
        pose = Pose(x + dx, y + dy, front).rounded()
        if zone.holds(model.base, pose):
            yield pose
