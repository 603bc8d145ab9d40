"""The ways of the active model: `ways(menu, goals)`."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.players.judgment.objectives.goals import Goal
from jovian.players.moves.flights import flights
from jovian.players.moves.runs import runs
from jovian.players.moves.way import Step, Way
from jovian.rules.menu.next_order import NextOrder


def ways(menu: NextOrder, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    """Every way worth weighing whose first answer is legal now, in an order that depends on the state alone.

    Staying is among them unless the model must move on. `goals` are places to make for besides the enemy. What comes
    after the first answer is not judged: on the way things may happen.
    """
    envelope = menu.envelope()
    found = (runs if envelope.capital else flights)(menu.state, menu.model, envelope, goals)
    legal: dict[Step, bool] = {}
    for way in found:
        if way.steps and way.steps[0] not in legal:
            legal[way.steps[0]] = menu.judge(way.steps[0]) is None
        if not way.steps or legal[way.steps[0]]:
            yield way
