"""The ways of the active model: `ways(menu, goals)`, or all that are `possible`, to be judged later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jovian.game import Model, State
from jovian.game.answers import Fly, Move, Turn
from jovian.players.judgment.objectives.goals import Goal
from jovian.players.moves.flights import flights
from jovian.players.moves.runs import runs
from jovian.players.moves.way import Step, Way
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.refusing import refuse_order
from jovian.rules.places.touching import refuse_landing
from jovian.table import Pose


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
        """Return whether a way may be begun and leads on as far as can be told now. Staying always may."""
        if not way.steps:
            return True
        first = way.steps[0]
        if first not in self._legal:
            self._legal[first] = self._menu.judge(first) is None
        return self._legal[first] and leads_on(self._menu.state, self._menu.model, way.steps)


def leads_on(state: State, model: Model, steps: Sequence[Step]) -> bool:
    """Return whether a model that takes the first of some legal steps need not take it back.

    A flight must end where it may stay: the rules let it go on to what it may not touch, only to fly clear again. A
    ship that turns must be able to make the move for which it turns.
    """
    match steps:
        case [Fly(path), *_]:
            x, y = path[-1]
            return refuse_landing(state, model.at(Pose(x, y, model.pose.heading))) is None
        case [Turn(angle), Move() as move, *_]:
            return refuse_order(state, model.at(model.pose.turned(angle)), move) is None
    return True
