"""Whom and where a program means: models by id or name, sides, poses. What is not there is refused, with what is."""

from __future__ import annotations

from typing import Any

from jovian.cards.error import meant
from jovian.game import Malformed, Model, Refusal, State
from jovian.game.choice import heading, length
from jovian.match import Refused
from jovian.table import Pose

Named = Model | str
"""A model, or its id, or its name where only one is called so."""
SIDES = (0, 1)


def found(state: State, named: Named) -> Model:
    """The model that is meant, as it is in a state. Raises Refused."""
    word = named.id if isinstance(named, Model) else named
    if word in state.models:
        return state.models[word]
    called = [model for model in state.models.values() if model.name.lower() == str(word).lower()]
    if len(called) == 1:
        return called[0]
    if called:
        raise refused(f"{len(called)} models are called '{word}': name one by its id, {_ids(called)}")
    names = dict.fromkeys(model.name for model in state.models.values())
    raise refused(f"There is no model '{word}'{meant(word, names)}")


def _ids(models: list[Model]) -> str:
    return ", ".join(f"{model.id} (side {model.side}, {model.place})" for model in models)


def side_of(side: Any) -> int:
    """A side, 0 or 1. Raises Refused."""
    if type(side) is not int or side not in SIDES:
        raise refused(f"There is no side {side!r}, only 0 and 1.")
    return side


def pose_of(x: Any, y: Any, degrees: Any) -> Pose:
    """A pose of a point in inches and a heading in whole degrees. Raises Refused."""
    try:
        return Pose(length(x), length(y), heading(degrees))
    except Malformed as error:
        raise refused(f"({x!r}, {y!r}) heading {degrees!r} is no pose: {error}.") from error


def refused(reason: str) -> Refused:
    """A `Refused` for this reason, to be raised."""
    return Refused(Refusal(reason))
