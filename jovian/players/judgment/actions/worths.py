"""The worth of every action that a ship may declare, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType

from jovian.game import Model, State
from jovian.players.judgment.actions import evading, leading, mending, seeking, striking
from jovian.rules.facts.words import spoken

Worth = Callable[[State, Model], float]


def _named(room: ModuleType) -> Iterator[tuple[str, Worth]]:
    """The functions of a file that others may call: each is what the action of its name is worth."""
    for name, value in vars(room).items():
        if isinstance(value, FunctionType) and value.__module__ == room.__name__ and not name.startswith("_"):
            yield spoken(name), value


ROOMS = (mending, striking, evading, leading, seeking)
VALUES: dict[str, Worth] = dict(each for room in ROOMS for each in _named(room))
"""What each action of a ship is worth now, by name; the worth of `overdrive` is that of the Sensors."""
