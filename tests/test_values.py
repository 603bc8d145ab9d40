"""Frozen values: what adds no field is not made a dataclass anew, which costs time at every start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from jovian.commands import measure

HOUSE = measure.__name__.split(".")[0]
"""What it imports is all of the rules and of a game."""


def classes() -> Iterator[type]:
    """All classes of the house that are imported by now."""
    for name, module in sorted(sys.modules.items()):
        if name.split(".")[0] == HOUSE:
            yield from (each for each in vars(module).values() if isinstance(each, type) and each.__module__ == name)


def frozen(each: type) -> bool:
    """Is it a frozen dataclass, or one in a line of them?"""
    return is_dataclass(each) and each.__setattr__ is not object.__setattr__


def said(each: type) -> list[tuple[str, object, object]]:
    """The fields of a dataclass, as far as whoever makes a value of it can see."""
    return [(field.name, field.type, field.default) for field in fields(each)]


def test_what_is_made_a_value_adds_a_field_or_changes_a_constant() -> None:
    lines = [(each, each.__mro__[1]) for each in classes() if "__dataclass_fields__" in vars(each) and frozen(each)]
    assert len(lines) > 100
    same = [each for each, above in lines if frozen(above) and said(above) and said(each) == said(above)]
    assert [each for each in same if not vars(each).get("__annotations__")] == []


def test_no_value_takes_what_is_not_a_field_of_it() -> None:
    """`__slots__ = ()` must stand in a class that adds none, or it would have a dict that the one above has not."""
    heirs = [each for each in classes() if frozen(each) and frozen(each.__mro__[1])]
    assert len(heirs) > 100
    assert [each for each in heirs if each.__dictoffset__ and not each.__mro__[1].__dictoffset__] == []
