"""All that the objectives make of a model's next order, found once and weighed with every end of its move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from jovian.game import Model, State
from jovian.rules.rulebook.rulebook import rulebook
from tests.yardstick.judgment.objectives.goals import Goal, goals, hunted
from tests.yardstick.judgment.objectives.leaving import escape
from tests.yardstick.judgment.objectives.prospects import counting, truces
from tests.yardstick.judgment.objectives.truce import truce


@dataclass(frozen=True, slots=True)
class Aims:
    """What a model is after; by itself nothing."""

    goals: tuple[Goal, ...] = ()
    prey: Mapping[str, float] = field(default_factory=dict)
    """TV beyond its own that destroying an enemy is worth, by id."""
    escape: float = 0.0
    """TV of leaving the battle now, 0 if it had better stay."""
    truce: float = 0.0
    """TV that attacking costs."""


NONE = Aims()
"""Where Victory Points are all."""


def contested(view: State) -> bool:
    """Do Objective Points come from anything but Victory Points?"""
    book = rulebook(view)
    return bool(counting(book) or truces(book))


def aims(view: State, model: Model) -> Aims:
    """What a model is after now."""
    if not contested(view):
        return NONE
    prey = hunted(view, model.side)
    return Aims(tuple(goals(view, model, prey)), prey, escape(view, model), truce(view, model.side))
