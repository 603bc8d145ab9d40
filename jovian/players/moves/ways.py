"""The ways of the active model: `ways(menu, goals)`, or all that are `possible`, to be judged later."""

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
    legal = Legality(menu)
    return (way for way in possible(menu, goals) if legal.may_begin(way))


def possible(menu: NextOrder, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    """The same, whether their first answers are legal or not."""
    envelope = menu.envelope()
    return (runs if envelope.capital else flights)(menu.state, menu.model, envelope, goals)


class Legality:
    """Which first answers of ways are legal, each judged once and only if it is asked for."""

    def __init__(self, menu: NextOrder) -> None:
        self._menu = menu
        self._legal: dict[Step, bool] = {}

    def may_begin(self, way: Way) -> bool:
        """May a way be begun? Staying always may."""
        if not way.steps:
            return True
        first = way.steps[0]
        if first not in self._legal:
            self._legal[first] = self._menu.judge(first) is None
        return self._legal[first]
