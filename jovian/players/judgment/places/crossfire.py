"""What guns that fire by themselves are expected to take of a squadron on its way, each where it may first fire.

Each shot is reckoned once for each side from which it comes, by the real formula.
"""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.combat.expecting import expected_value
from jovian.players.judgment.places.hazards import Legs
from jovian.players.judgment.threat.quadrants import quadrant
from jovian.rules.firing.autofire import Watcher, sentries, shot_at
from jovian.rules.shooting.assessment import Assessment
from jovian.table import Pose, first_touch


class Crossfire:
    """The guns about a squadron that wait for it to come into their range."""

    def __init__(self, view: State, squadron: Model) -> None:
        self._view, self._squadron = view, squadron
        self._sentries = list(sentries(view, squadron))
        self._known: dict[tuple[str, str, str], float] = {}

    def cost(self, legs: Legs) -> float:
        """TV that a way of straight legs is expected to cost."""
        total = 0.0
        fired = set[tuple[str, str]]()
        for before, after in legs:
            for watcher in self._sentries:
                gun = watcher.model.id, watcher.mount
                if gun not in fired and (point := self._first(watcher, before, after)) is not None:
                    fired.add(gun)
                    total += self._shot(watcher, point)
        return total

    def _first(self, watcher: Watcher, before: Pose, after: Pose) -> Pose | None:
        """Where it comes into the range of a gun, None if it does not or was in it before."""
        dx, dy = after.x - before.x, after.y - before.y
        enemy = watcher.model
        inches = first_touch(self._squadron.base, before, dx, dy, enemy.base, enemy.pose, watcher.reach)
        return before.toward(after, inches) if inches is not None else None

    def _shot(self, watcher: Watcher, point: Pose) -> float:
        """TV that a shot at a point is expected to take."""
        place = watcher.model.pose
        key = (*watcher.gun, quadrant(place, point.x - place.x, point.y - place.y))
        if key not in self._known:
            shot = shot_at(self._view, self._squadron.at(point), watcher.gun)
            self._known[key] = expected_value(self._view, shot) if isinstance(shot, Assessment) else 0.0
        return self._known[key]
