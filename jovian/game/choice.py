"""The shape of answers: any JSON goes in, a normal form or a refusal comes out.

An answer is `[verb, argument, ...]`. Each decision lists the verbs it knows and the kinds of their arguments. The
normal form is what is checked, recorded and hashed: lengths are floats rounded to 0.001", headings ints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Choice = list[Any]
Kind = Callable[[Any], Any]
Forms = Mapping[str, tuple[Kind, ...]]


class Malformed(ValueError):
    """An answer that is not of any form the decision knows."""


def number(value: Any) -> float:
    """A finite number that is not a truth value."""
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


class Maybe:
    """An argument at the end of an answer that may be left out."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def __call__(self, value: Any) -> Any:
        """The argument, if it is there."""
        return self.kind(value)


def count(value: Any) -> int:
    """A whole number from 0 up."""
    whole = degrees(value)
    if whole < 0:
        raise Malformed("a count cannot be negative")
    return whole


def word(value: Any) -> str:
    """An id or a name."""
    if not isinstance(value, str) or len(value) > 80:
        raise Malformed("a name is needed")
    return value


def words(value: Any) -> list[str]:
    """A list of ids."""
    return [word(each) for each in _listed(value, 40)]


def mounts(value: Any) -> list[str]:
    """A list of weapons, [] for none."""
    return [] if value in ([], ()) else words(value)


def die(value: Any) -> int:
    """The face of one die."""
    face = degrees(value)
    if not 1 <= face <= 6:
        raise Malformed("a die shows 1 to 6")
    return face


def dice(value: Any) -> list[int]:
    """The faces of several dice."""
    return [die(each) for each in _listed(value, 60)]


def points(value: Any) -> list[list[float]]:
    """A path of up to 16 points, inches."""
    return [[length(x), length(y)] for x, y in map(_pair, _listed(value, 16))]


def _pair(value: Any) -> tuple[Any, Any]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Malformed("a point has an x and a y")
    return value[0], value[1]


def _listed(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or not 0 < len(value) <= most:
        raise Malformed(f"a list of 1 to {most} is needed")
    return list(value)


def copied(choice: Any) -> Any:
    """A copy of an answer, which whoever is given it may do with as it likes."""
    return [copied(each) for each in choice] if isinstance(choice, list) else choice


def normal(choice: Any, forms: Forms) -> Choice:
    """The normal form of an answer; raises `Malformed`, whatever is handed in."""
    if not isinstance(choice, list | tuple) or not choice or not isinstance(choice[0], str):
        raise Malformed("an answer is a list that begins with a verb")
    kinds = forms.get(choice[0])
    if kinds is None:
        raise Malformed(f"the verb must be one of {', '.join(forms)}")
    given, needed = len(choice) - 1, sum(not isinstance(kind, Maybe) for kind in kinds)
    if not needed <= given <= len(kinds):
        raise Malformed(f"'{choice[0]}' takes {needed} arguments")
    return [choice[0], *(kind(value) for kind, value in zip(kinds, choice[1:], strict=False))]
