"""Where the ensign deploys: ships spread about the middle facing the enemy, squadrons beside them at the front."""

from __future__ import annotations

from jovian.game import Answer, Model, State
from jovian.game.answers import Embark, Place, PlaceEscort
from jovian.players.judgment.berths import berth
from jovian.players.judgment.raids import guard
from jovian.rules.harm.unloading import launch_reach
from jovian.rules.places.berths import refuse_place
from jovian.rules.places.zones import heading_at, zones
from jovian.rules.sequence.deployment import Deploy
from jovian.table import Pose

EDGE = 5.0
"""Inches kept from the side edges."""


def spot(decision: Deploy, view: State) -> Answer | None:
    """The dearest waiting model: aboard a catapult ship, as an escort, or at the best free spot."""
    model = max(decision.models, key=lambda each: each.card.tv)
    if not model.capital:
        special = _with_ship(decision, view, model)
        if special is not None:
            return special
    best: tuple[float, Pose] | None = None
    for pose in _candidates(view, model):
        worth = berth(view, model.at(pose))
        if (best is None or worth > best[0]) and refuse_place(view, model.at(pose)) is None:
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


def _candidates(view: State, model: Model) -> list[Pose]:
    left, bottom, right, top = zones(view, model.side)[0].box
    turned = heading_at(view, model.side, ((left + right) / 2, (bottom + top) / 2))
    depth = model.base.reach + (1.5 if model.capital else 0.1)
    y = top - depth if turned == 0 else bottom + depth
    width = int(right - left - 2 * EDGE)
    return [Pose(left + EDGE + step, y, turned).rounded() for step in range(width + 1)]
