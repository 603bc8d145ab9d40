"""How the arguments of an answer are read from JSON: each kind gives its normal form, or raises `Malformed`.

The normal form is what is checked, recorded and hashed: lengths are floats rounded to 0.001", headings ints.
"""

from __future__ import annotations

from typing import Any

from jovian.game.mount_ref import MountRef

Choice = list[Any]
"""An answer as it is written: a JSON list, the verb first."""
Point = tuple[float, float]
"""Inches from the table's left and lower edge."""


class Malformed(ValueError):
    """An answer that is not of any form the decision knows."""


def number(value: Any) -> float:
    """A finite number; a truth value is none."""
    if type(value) not in (int, float) or not -1e6 < value < 1e6:
        raise Malformed("a number is needed")
    return float(value)


def length(value: Any) -> float:
    """Inches, rounded to 0.001"."""
    return round(number(value), 3) + 0.0


def degrees(value: Any) -> int:
    """Whole degrees."""
    value = number(value)
    if value != round(value):
        raise Malformed("headings are whole degrees")
    return int(value)


def heading(value: Any) -> int:
    """A heading, brought into 0 to 359."""
    return degrees(value) % 360


def count(value: Any) -> int:
    """A whole number from 0 up."""
    whole = degrees(value)
    if whole < 0:
        raise Malformed("a count cannot be negative")
    return whole


def word(value: Any) -> str:
    """An id or a name."""
    if not isinstance(value, str):
        raise Malformed("a name is needed")
    name = value if type(value) is str else str.__getitem__(value, slice(None))  # without methods of a subclass
    if len(name) > 80:
        raise Malformed("a name is needed")
    return name


def words(value: Any) -> tuple[str, ...]:
    """A list of ids."""
    return tuple(word(each) for each in _listed(value, 40))


def refs(value: Any) -> tuple[MountRef, ...]:
    """A list of weapons of a model or of its formation."""
    return tuple(map(MountRef, words(value)))


def refs_or_none(value: Any) -> tuple[MountRef, ...]:
    """A list of weapons of a model or of its formation, empty for none."""
    return () if value in ([], ()) else refs(value)


def partners(value: Any) -> tuple[str, ...]:
    """Up to two more ids, or none."""
    return () if value in ([], ()) else tuple(word(each) for each in _listed(value, 2))


def die(value: Any) -> int:
    """The face of one die."""
    face = degrees(value)
    if not 1 <= face <= 6:
        raise Malformed("a die shows 1 to 6")
    return face


def dice(value: Any) -> tuple[int, ...]:
    """The faces of several dice, empty for none."""
    if value in ([], ()):
        return ()
    if not value:
        raise Malformed("faces are a list")
    return tuple(die(each) for each in _listed(value, 60))


def counts(value: Any) -> tuple[int, ...]:
    """Several whole numbers from 0 up."""
    return tuple(count(each) for each in _listed(value, 40))


def points(value: Any) -> tuple[Point, ...]:
    """A path of up to 16 points, inches."""
    return tuple((length(x), length(y)) for x, y in map(_pair, _listed(value, 16)))


def _pair(value: Any) -> tuple[Any, Any]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Malformed("a point has an x and a y")
    return value[0], value[1]


def _listed(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or not 0 < len(value) <= most:
        raise Malformed(f"a list of 1 to {most} is needed")
    return list(value)
