"""What lies in wait: enemies that never move, and strike by themselves whoever comes near."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.game import Model, State
from jovian.rules.attack.autofire import Watcher, watching
from jovian.table import Pose, first_touch, within


def lies_in_wait(model: Model) -> bool:
    """Is it a squadron on the table that never moves, such as a mine?"""
    return not model.card.speed and not model.capital and model.on_table


def mines(state: State, model: Model) -> list[Watcher]:
    """The mines that may still strike a model, as far as its side sees."""
    if not any(lies_in_wait(each) for each in state.models.values()):
        return []
    return [each for each in watching(state, model) if lies_in_wait(each.model)]


def trips(model: Model, mine: Watcher, legs: Sequence[tuple[Pose, Pose]], end: Pose) -> bool:
    """Does a way of a model bring it near enough, by a leg or by how it turns at its end?"""
    base, lying = model.base, mine.model
    for before, after in legs:
        dx, dy = after.x - before.x, after.y - before.y
        if first_touch(base, before, dx, dy, lying.base, lying.pose, mine.reach) is not None:
            return True
    was, there = (within(base, pose, lying.base, lying.pose, mine.reach) for pose in (model.pose, end))
    return there and not was
