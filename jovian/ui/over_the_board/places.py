"""Places that a screen offers: ghosts at them, the nearest to the pointer, and a few that stand clear of each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jovian.game import Model, State
from jovian.rules.close_combat.interception import reach_of
from jovian.rules.facts.fuel import fueled
from jovian.table import Pose, length
from jovian.ui.board import Around, Ghost, Overlay
from jovian.ui.board.art.sprites import look_of
from jovian.ui.playing.desk import Point

COURSE_STEP = 15
"""Degrees of one notch of a course that is set with keys; Shift makes it 1."""


def ghost_of(model: Model, pose: Pose, legal: bool = True) -> Ghost:
    """A model where it would stand."""
    look = look_of(model)
    return Ghost(model.base, pose, look.image, look.fallback, model.side, legal)


def gap_to(pose: Pose, point: Point) -> float:
    """The square of the inches between a pose and a point: what orders places."""
    dx, dy = pose.x - point[0], pose.y - point[1]
    return dx * dx + dy * dy


def nearest(spots: Iterable[Pose], point: Point, within: float = 1000.0) -> Pose | None:
    """The spot nearest to a point, None if none lies within so many inches."""
    found = min(spots, key=lambda spot: (gap_to(spot, point), spot), default=None)
    return found if found is not None and gap_to(found, point) <= within * within else None


def toward(start: Point, goal: Point, inches: float) -> Point | None:
    """The point on the way to a goal that lies within so many inches; None if that is nowhere."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    far = length(dx, dy)
    if far < 0.05 or inches < 0.01:
        return None
    share = min(1.0, (inches - 0.002) / far)
    return round(start[0] + dx * share, 3), round(start[1] + dy * share, 3)


def spread(spots: Sequence[Pose], apart: float) -> list[Pose]:
    """As many of the spots, first come, as lie so many inches from each other."""
    found: list[Pose] = []
    for spot in spots:
        if all(gap_to(spot, (old.x, old.y)) >= apart * apart for old in found):
            found.append(spot)
    return found


def marked(model: Model, spots: Sequence[Pose]) -> list[Overlay]:
    """The outline of a model's base at places that it may take."""
    return [Around(model.base, spot, 0.0, "lit") for spot in spread(spots, model.base.width * 0.98)]


def watch(state: State, idents: Iterable[str]) -> list[Overlay]:
    """Return how far enemy squadrons reach to intercept, from every member of their formations that has Fuel."""
    return [
        Around(each.base, each.pose, reach_of(state, each), "threat")
        for ident in dict.fromkeys(idents) if ident in state.models
        for each in fueled(state, state.models[ident])
    ]  # fmt: skip
