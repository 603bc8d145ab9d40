"""Answers of a rehearsal as JSON knows them: `docs/rehearsal.md` lists their fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from math import isfinite
from typing import Any

DIGITS = 4


def written(value: Any) -> Any:
    """A value of frozen classes, tuples and numbers as plain JSON: objects, lists, rounded numbers.

    An end of an interval that is not known is null.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: written(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): written(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [written(each) for each in value]
    if isinstance(value, float):
        return round(value, DIGITS) if isfinite(value) else None
    return value
