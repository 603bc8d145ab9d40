"""Where the ensign deploys: in a strip ships spread about the middle facing the enemy, squadrons beside them at the
front; elsewhere where friends are near and the enemy is within a move or two. And where it sets up beacons.
"""

from __future__ import annotations

from itertools import islice

from jovian.game import Answer, Model, State
from jovian.game.answers import Embark, Place, PlaceEscort, SetBeacon
from jovian.players.judgment.berths import berth, outpost, site
from jovian.players.judgment.raids import guard
from jovian.rules.harm.unloading import launch_reach
from jovian.rules.places.berths import spots
from jovian.rules.places.zones import facing, heading_at, zones
from jovian.rules.scenario.zones.beacons import PlaceBeacon, places
from jovian.rules.sequence.deployment import Deploy
from jovian.table import Pose, Rect

EDGE = 5.0
"""Inches kept from the side edges."""
WEIGHED, BEACONS_WEIGHED = 40, 60
"""Places that are weighed in each zone that is no strip, and for a beacon."""


def spot(decision: Deploy, view: State) -> Answer | None:
    """The dearest waiting model: aboard a catapult ship, as an escort, or at the best free spot."""
    model = max(decision.models, key=lambda each: each.card.tv)
    if not model.capital:
        special = _with_ship(decision, view, model)
        if special is not None:
            return special
    best: tuple[float, Pose] | None = None
    strip = across(view, model.side)
    for pose in _in_strip(view, model, strip) if strip is not None else _in_zones(view, model):
        worth = berth(view, model.at(pose)) if strip is not None else outpost(view, model.at(pose))
        if (best is None or worth > best[0]) and decision.judge(Place(model.id, *pose)) is None:
            best = (worth, pose)
    if best is None:
        return None
    pose = best[1]
    alike = [each.id for each in decision.models if each is not model and each.card.key == model.card.key]
    formed = Place(model.id, *pose, tuple(alike[:1]))
    return formed if alike and decision.judge(formed) is None else Place(model.id, *pose)


def _with_ship(decision: Deploy, view: State, model: Model) -> Answer | None:
    """A guard for each ship with CAP, then squadrons into ships that can catapult them."""
    for option in decision.beside(model):
        match option.answer:
            case PlaceEscort() if guard(view, model):
                return option.answer
            case Embark(_, ship) if launch_reach(view, view.models[ship]).fore:
                return option.answer
    return None


def across(view: State, side: int) -> Rect | None:
    """The zone of a side if it is one strip that looks across the table, else None."""
    own = zones(view, side)
    zone = own[0] if len(own) == 1 else None
    if not isinstance(zone, Rect) or heading_at(view, side, zone.outline[0]) != facing(side):
        return None
    return zone


def _in_zones(view: State, model: Model) -> list[Pose]:
    """Places all over the zones, as many in each."""
    return [
        Pose(pose.x, pose.y, heading_at(view, model.side, pose[:2]))
        for zone in zones(view, model.side) for pose in _thinned(list(spots(view, model, (zone,))))
    ]  # fmt: skip


def _thinned(places: list[Pose]) -> list[Pose]:
    return places[:: max(1, len(places) // WEIGHED)]


def beacon(decision: PlaceBeacon, view: State) -> SetBeacon | None:
    """The best of a few free places for a beacon; None if there is none."""
    free = islice(places(view, decision.side), BEACONS_WEIGHED)
    best = max(free, key=lambda point: (site(view, decision.side, point), point), default=None)
    return SetBeacon(*best) if best is not None else None


def _in_strip(view: State, model: Model, zone: Rect) -> list[Pose]:
    left, bottom, right, top = zone.box
    turned = facing(model.side)
    depth = model.base.reach + (1.5 if model.capital else 0.1)
    y = top - depth if turned == 0 else bottom + depth
    width = int(right - left - 2 * EDGE)
    return [Pose(left + EDGE + step, y, turned).rounded() for step in range(width + 1)]
