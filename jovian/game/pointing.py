"""What a refusal points at: whoever shows it draws that on the board."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.frozen import frozen
from jovian.table.shapes.polygon import Point


@frozen
class PointLine:
    """A line between two points of the table, inches."""

    start: Point
    end: Point


@frozen
class PointRing:
    """A circle so many inches about a point of the table."""

    center: Point
    inches: float


@frozen
class PointArc:
    """An arc of a model."""

    model: str
    arc: str


@frozen
class PointBase:
    """The base of a model, or a piece of terrain."""

    ident: str


Pointing = PointLine | PointRing | PointArc | PointBase


def pointed_bases(idents: Iterable[str]) -> tuple[PointBase, ...]:
    """The bases of models, or pieces of terrain."""
    return tuple(map(PointBase, idents))


def pointed_arcs(model: str, names: Iterable[str]) -> tuple[PointArc, ...]:
    """Some arcs of a model."""
    return tuple(PointArc(model, name) for name in names)
