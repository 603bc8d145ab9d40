"""The labelled parts of a number: why a pool is what it is, each with its place in the book."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.frozen import frozen

MODIFIER = "modifier"
BASE = "base"
FLEX = "flex"
MACRO = "macro"
ESCALATE = "escalate"
DIMINISH = "diminish"


@frozen
class Part:
    """One reason, and what it adds."""

    label: str
    """What it is, such as `Short Range`."""
    value: int
    place: str
    """Where the book says so."""
    kind: str = MODIFIER
    """`modifier` counts toward the net Attack Modifier; the others add dice or change the result directly."""


def total(parts: Iterable[Part], kind: str) -> int:
    """What all parts of one kind add up to."""
    value = 0
    for part in parts:
        if part.kind == kind:
            value += part.value
    return value
