"""Answers of the Deployment Phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from jovian.game.answer import Answer, Counts, Heading, Inches, ModelId, ModelIds, Partners, PieceId, Posed, Word


@dataclass(frozen=True, slots=True)
class Place(Posed):
    """Set a model down in the zone, with others as its formation."""

    verb: ClassVar[str] = "place"
    model: ModelId
    x: Inches
    y: Inches
    heading: Heading
    partners: Partners = ()


@dataclass(frozen=True, slots=True)
class Lay(Posed):
    """Lay a piece of terrain out of the pool."""

    verb: ClassVar[str] = "lay"
    piece: PieceId
    x: Inches
    y: Inches
    heading: Heading


@dataclass(frozen=True, slots=True)
class SetBeacon(Answer):
    """Set up a beacon."""

    verb: ClassVar[str] = "beacon"
    x: Inches
    y: Inches


@dataclass(frozen=True, slots=True)
class ChooseCorner(Answer):
    """Deploy in a quarter of the table, `south-west` for one."""

    verb: ClassVar[str] = "corner"
    corner: Word


@dataclass(frozen=True, slots=True)
class ChooseEdge(Answer):
    """Name an edge of the table, `north` for one."""

    verb: ClassVar[str] = "edge"
    edge: Word


@dataclass(frozen=True, slots=True)
class Embark(Answer):
    """Send a model aboard a ship, in secret."""

    verb: ClassVar[str] = "embark"
    model: ModelId
    ship: ModelId


@dataclass(frozen=True, slots=True)
class PlaceEscort(Posed):
    """Set a squadron down in contact with a ship, as its escort."""

    verb: ClassVar[str] = "escort"
    model: ModelId
    ship: ModelId
    x: Inches
    y: Inches
    heading: Heading


@dataclass(frozen=True, slots=True)
class Issue(Answer):
    """These models are issued so many tokens of the scenario, each its number, in secret."""

    verb: ClassVar[str] = "issue"
    models: ModelIds
    counts: Counts
