"""Answers of the Deployment Phase."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, Counts, Heading, Inches, ModelId, ModelIds, Partners, PieceId, Posed, Word


@frozen
class Place(Posed):
    """Set a model down in the zone, with others as its formation."""

    verb: ClassVar[str] = "place"
    model: ModelId
    x: Inches
    y: Inches
    heading: Heading
    partners: Partners = ()


@frozen
class Lay(Posed):
    """Lay a piece of terrain out of the pool."""

    verb: ClassVar[str] = "lay"
    piece: PieceId
    x: Inches
    y: Inches
    heading: Heading


@frozen
class SetBeacon(Answer):
    """Set up a beacon."""

    verb: ClassVar[str] = "beacon"
    x: Inches
    y: Inches


@frozen
class ChooseCorner(Answer):
    """Deploy in a quarter of the table, `south-west` for one."""

    verb: ClassVar[str] = "corner"
    corner: Word


@frozen
class ChooseEdge(Answer):
    """Name an edge of the table, `north` for one."""

    verb: ClassVar[str] = "edge"
    edge: Word


@frozen
class Embark(Answer):
    """Send a model aboard a ship, in secret."""

    verb: ClassVar[str] = "embark"
    model: ModelId
    ship: ModelId


@frozen
class PlaceEscort(Posed):
    """Set a squadron down in contact with a ship, as its escort."""

    verb: ClassVar[str] = "escort"
    model: ModelId
    ship: ModelId
    x: Inches
    y: Inches
    heading: Heading


@frozen
class Issue(Answer):
    """These models are issued so many tokens of the scenario, each its number, in secret."""

    verb: ClassVar[str] = "issue"
    models: ModelIds
    counts: Counts
