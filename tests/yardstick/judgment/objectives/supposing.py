"""What a change would be worth to a side by the objectives: the same count with some models in another state."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import DESTROYED, WITHDRAWN, Model, State
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import token_count
from jovian.rules.damage.casualties import models_aboard
from jovian.rules.scenario.objects import SearchObjects, search_of, searches, tokens_needed
from tests.yardstick.judgment.objectives.prospects import point_worth, prospect

LATER = 0.6
"""Share of what it is worth to bring something home that having it aboard is reckoned to be worth."""


def supposing(view: State, changed: Iterable[Model]) -> State:
    """The state with these models in place of those of their names."""
    after = view.clone()
    after.models.update({model.id: model for model in changed})
    return after


def gain(view: State, side: int, changed: Iterable[Model]) -> float:
    """TV that objectives other than Victory Points would give a side if these models were so."""
    return gain_of(view, side, supposing(view, changed))


def gain_of(view: State, side: int, after: State) -> float:
    """TV that objectives other than Victory Points would give a side in another state of the game."""
    return point_worth(view, side) * (prospect(after, side) - prospect(view, side))


def searched(view: State, ship: Model, side: int) -> State:
    """The state as if a side had searched an object."""
    after = supposing(view, ())
    others = (each for each in searches(view) if each.object != ship.id)
    done = search_of(view, ship).gained(side, tokens_needed(view), True)
    after.notes[SearchObjects.name] = tuple(each.plain for each in (*others, done))
    return after


def gone(view: State, model: Model) -> list[Model]:
    """A model, what flies with it and what is aboard, as if they were Withdrawn."""
    leaving = [each for one in formation_members(view, model) for each in (one, *models_aboard(view, one))]
    return [withdrawn(each) for each in leaving]


def withdrawn(model: Model) -> Model:
    """A model by itself as if it were Withdrawn."""
    return _at(model, WITHDRAWN)


def lost(view: State, model: Model) -> list[Model]:
    """A model and what is aboard as if they were destroyed, with all that they carry."""
    found = [_at(each, DESTROYED) for each in (model, *models_aboard(view, model))]
    for each in found:
        each.loads = ()
    return found


def loaded(model: Model, token: str, count: int) -> Model:
    """A model as if it carried so many tokens more."""
    new = model.copy()
    held = dict(model.loads) | {token: token_count(model, token) + count}
    new.loads = tuple(sorted((name, number) for name, number in held.items() if number > 0))
    return new


def in_time(view: State, ship: Model, changed: list[Model]) -> float:
    """TV of a change by which a ship, the last of those changed, carries more: now, or in part once it is Withdrawn."""
    return max(gain(view, ship.side, changed), LATER * aboard_at_last(view, ship, changed))


def aboard_at_last(view: State, ship: Model, changed: list[Model]) -> float:
    """TV of a change by which a ship, the last of those changed, carries more, once it is Withdrawn."""
    return gain(view, ship.side, [*changed[:-1], withdrawn(changed[-1])]) - gain(view, ship.side, [withdrawn(ship)])


def handed_over(giver: Model, taker: Model) -> list[Model]:
    """Two models as if one had given the other all that it carries."""
    empty, full = giver.copy(), taker
    empty.loads = ()
    for token, count in giver.loads:
        full = loaded(full, token, count)
    return [empty, full]


def _at(model: Model, place: str) -> Model:
    new = model.copy()
    new.place = place
    return new
