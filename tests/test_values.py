"""Tests of frozen values: a class that adds no field isn't made a dataclass again, which would slow each start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from jovian.commands import measure

HOUSE = measure.__name__.split(".")[0]
"""Importing this module imports all rules and a game."""


def classes() -> Iterator[type]:
    """Yield all imported classes of the package."""
    for name, module in sorted(sys.modules.items()):
        if name.split(".")[0] == HOUSE:
            yield from (each for each in vars(module).values() if isinstance(each, type) and each.__module__ == name)


def frozen(each: type) -> bool:
    """Return whether a class is a frozen dataclass, or inherits from one."""
    return is_dataclass(each) and each.__setattr__ is not object.__setattr__


def constructor_fields(each: type) -> list[tuple[str, object, object]]:
    """Return the fields of a dataclass that its constructor shows."""
    return [(field.name, field.type, field.default) for field in fields(each)]


def test_what_is_made_a_value_adds_a_field_or_changes_a_constant() -> None:
    lines = [(each, each.__mro__[1]) for each in classes() if "__dataclass_fields__" in vars(each) and frozen(each)]
    assert len(lines) > 100
    same = [
        each
        for each, above in lines
        if frozen(above) and constructor_fields(above) and constructor_fields(each) == constructor_fields(above)
    ]
    assert [each for each in same if not vars(each).get("__annotations__")] == []


def test_no_value_takes_what_is_not_a_field_of_it() -> None:
    """A class without new fields needs `__slots__ = ()`. Otherwise its values would have a dict."""
    heirs = [each for each in classes() if frozen(each) and frozen(each.__mro__[1])]
    assert len(heirs) > 100
    assert [each for each in heirs if each.__dictoffset__ and not each.__mro__[1].__dictoffset__] == []
