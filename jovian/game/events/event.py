"""What an event is: a frozen value that says what happened, and its written form, a dict for JSON."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar, Self

from jovian.dice import Faces, Pool, Result
from jovian.frozen import frozen
from jovian.game.parts import Part

PLAIN = (str, int, float, bool, type(None))
KEY = "key"
"""In the metadata of a field: what it is called in the written form, where Python keeps the word for itself."""
UNWRITTEN = {"unwritten": True}
"""The metadata of a field that the written form leaves out: what only programs that reckon with dice ask for."""


@frozen(kw_only=True)
class Written:
    """A value with a written form. A field that has a default is left out of it while it has that."""

    def written(self) -> dict[str, Any]:
        """Its fields in their order, as JSON knows values."""
        found = ((key, getattr(self, name), default) for name, key, default in written_fields(type(self)))
        return {key: plain(value) for key, value, default in found if value != default}


class Event(Written):
    """Base of all events: one class a type."""

    __slots__ = ()
    type: ClassVar[str]
    """What the written form calls it."""

    def to_players(self) -> Self:
        """The event as whoever plays may know it."""
        return self


def written_fields(of: type[Written]) -> tuple[tuple[str, str, object], ...]:
    """Of each field of the written form its name, its key there, and its default (`MISSING` for none)."""
    if of not in _FIELDS:
        told = (each for each in fields(of) if each.metadata != UNWRITTEN)
        _FIELDS[of] = tuple((each.name, each.metadata.get(KEY, each.name), each.default) for each in told)
    return _FIELDS[of]


_FIELDS: dict[type[Written], tuple[tuple[str, str, object], ...]] = {}
"""Found once for each class."""


def plain(value: object) -> Any:
    """A value as JSON knows it: poses, tuples and parts are lists, pools and faces dicts, a result is its code.

    Raises TypeError for a value that events do not hold.
    """
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, Written):
        return value.written()
    if isinstance(value, Part):
        return [value.label, value.value, value.place, value.kind]
    if isinstance(value, Pool):
        return {"base": value.base, "flex": value.flex, "macro": value.macro}
    if isinstance(value, Faces):
        return {"base": list(value.base), "flex": list(value.flex), "macro": list(value.macro)}
    if isinstance(value, Result):
        return str(value)
    raise TypeError(f"an event cannot tell {value!r}")
