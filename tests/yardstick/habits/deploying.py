"""Where the ensign deploys: in a strip ships spread about the middle facing the enemy, squadrons beside them at the
front; elsewhere where friends are near and the enemy is within a move or two; who is to leave, near its way out.
And where it sets up beacons, and which corner it takes.
"""

from __future__ import annotations

from itertools import islice

from jovian.game import Answer, ListDecision, Model, State
from jovian.game.answers import ChooseCorner, Embark, Place, PlaceEscort, SetBeacon
from jovian.rules.damage.casualties import launch_reach
from jovian.rules.placement.legal_places import deployment_heading, heading_at, spots, zones
from jovian.rules.placement.move_limits import fixed_limits
from jovian.rules.scenario.zones import OPPOSITE, PlaceBeacon, places, quarter
from jovian.rules.sequence.deployment import Deploy
from jovian.table import Pose, Rect
from tests.yardstick.judgment.combat.raids import guard
from tests.yardstick.judgment.objectives.exits import blind
from tests.yardstick.judgment.objectives.leaving import retreat
from tests.yardstick.judgment.places.berths import berth, homeward, outpost, site
from tests.yardstick.judgment.places.ground import lie_of

EDGE = 5.0
"""Inches kept from the side edges."""
TURNED = (0, 90, 270, 180)
"""How a ship may begin that is about to leave, from the way to the enemy on."""
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
    strip, away = across(view, model.side), retreat(view, model)
    for pose in _in_strip(view, model, strip, away > 0) if strip is not None else _in_zones(view, model):
        there = model.at(pose)
        worth = (berth if strip is not None else outpost)(view, there) + homeward(view, there, away)
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
    if not isinstance(zone, Rect) or heading_at(view, side, zone.outline[0]) != deployment_heading(side):
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


def corner(decision: ListDecision[Answer], view: State) -> Answer:
    """The quarter whose terrain is better than that across, the enemy's fleet being reckoned to be like its own."""

    def worth(answer: Answer) -> float:
        own = answer.corner if isinstance(answer, ChooseCorner) else ""
        mine, theirs = (lie_of(view, decision.side, quarter(view, each)) for each in (own, OPPOSITE[own]))
        return mine - theirs

    return max((option.answer for option in decision.listed), key=worth)


def beacon(decision: PlaceBeacon, view: State) -> SetBeacon | None:
    """The best of a few free places for a beacon, of all where the middle is sought; None if there is none."""
    free = places(view, decision.side)
    some = free if blind(view, decision.side) else islice(free, BEACONS_WEIGHED)
    best = max(some, key=lambda point: (site(view, decision.side, point), point), default=None)
    return SetBeacon(*best) if best is not None else None


def _in_strip(view: State, model: Model, zone: Rect, leaves: bool) -> list[Pose]:
    """Along the front of a strip; to who is about to leave also along its back, facing as it may begin its way."""
    left, bottom, right, top = zone.box
    turned = deployment_heading(model.side)
    depth = model.base.reach + (1.5 if model.capital else 0.1)
    rows = [top - depth, bottom + depth] if turned == 0 else [bottom + depth, top - depth]
    width = int(right - left - 2 * EDGE)
    poses = [(rows[0], turned)]
    if leaves:
        poses += [(rows[1], (turned + angle) % 360) for angle in _turns(view, model.at(Pose(left, rows[1], turned)))]
    return [Pose(left + EDGE + step, y, heading).rounded() for y, heading in poses for step in range(width + 1)]


def _turns(view: State, model: Model) -> tuple[int, ...]:
    """How a model may be turned that begins near its way out; a ship that cannot lie still does not look there."""
    if not model.capital:
        return (0,)
    return TURNED if fixed_limits(view, model).least <= 0 else TURNED[:-1]
