"""A scripted beginner, against which the cadet is measured.

The active model moves toward the nearest enemy, then makes the attacks with the best chances to hit, and ends. Every
other decision gets the default. So a beginner declares nothing, doesn't react, and doesn't look at objectives.

`python main.py duel cadet tests/players/beginner.py:Beginner --scenarios all --size 150 --pairs 50`
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees

from jovian import Answer, Decision, Model, State, answers, attacks

TURNS = (45, 30, 15)
"""Degrees of a turn that a beginner tries, largest first."""
NEAR = 6.0
"""Inches between centers at which a beginner stops: most weapons fire well from there, and bases don't touch."""


class Beginner:
    """Moves toward the nearest enemy, then fires what hits best."""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return the first legal order of its script, or the default."""
        if decision.kind == "menu" and view.models[decision.subject].is_on_table:
            for answer in self._orders(decision, view):
                if decision.check(answer) is None:
                    return answer
        return decision.default()

    def _orders(self, decision: Decision, view: State) -> Iterator[Answer]:
        """Yield the orders of its script for the active model, best first."""
        model = view.models[decision.subject]
        yield from self._approach(decision, view, model)
        for attack in sorted(attacks(view, model), key=lambda attack: -attack.chance):
            if attack.worth > 0:
                yield attack.answer

    def _approach(self, decision: Decision, view: State, model: Model) -> Iterator[Answer]:
        """Yield moves toward the nearest enemy, longest first."""
        enemies = [enemy for enemy in view.on_table() if enemy.side == 1 - model.side]
        if not enemies:
            return
        nearest = min(enemies, key=lambda enemy: model.pose.distance_to(enemy.pose))
        remaining = decision.envelope().forward  # type: ignore[attr-defined]
        inches = min(remaining, model.pose.distance_to(nearest.pose) - NEAR)
        if not model.is_capital:
            for share in (1.0, 0.7, 0.4) if inches >= 1.0 else ():
                goal = model.pose.toward(nearest.pose, share * inches)
                yield answers.Fly(((round(goal.x, 2), round(goal.y, 2)),))
            return
        bearing = degrees(atan2(nearest.pose.x - model.pose.x, nearest.pose.y - model.pose.y))
        turn = (bearing - model.pose.heading + 180) % 360 - 180
        for size in TURNS:
            if abs(turn) >= size:
                yield answers.Turn(size if turn > 0 else -size)
                break
        for share in (1.0, 0.7, 0.4) if inches >= 1.0 else ():
            yield answers.Move(round(share * inches, 1))
