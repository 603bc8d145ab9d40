"""Read documents and build cards. These functions import YAML and the schemas when they are first called.

So a command that reads no file, or finds all cards in the cache, starts faster.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from jovian.cards.files import CardError, Document, expect
from jovian.cards.fleet import FleetList, UnitCard, UpgradeCard
from jovian.cards.scenario import ScenarioCard


def read_file(path: Path, wanted: str = "") -> Document:
    """Read the document of a file of the wanted kind, or of any kind if `wanted` is "". Raises CardError."""
    from jovian.cards.parsing import read_document

    document = read_document(path)
    return expect(document, wanted) if wanted else document


def checked_line(kind: type, document: Document) -> Any:
    """Return a document with the keys of a class, as an object with an attribute for each key. Raises CardError."""
    from jovian.cards.schema import checked

    line = checked(kind, document)
    document.settle()
    return line


def unit(document: Document) -> UnitCard:
    """Build the card of a unit document. Raises CardError."""
    from jovian.cards.fleet_builder import build_unit

    return build_unit(document)


def upgrade(document: Document) -> UpgradeCard:
    """Build the card of an upgrade document. Raises CardError."""
    from jovian.cards.fleet_builder import build_upgrade

    return build_upgrade(document)


def fleet(
    document: Document, cards: Mapping[str, UnitCard], left_out: Collection[CardError],
    upgrades: Mapping[str, UpgradeCard],
) -> FleetList:  # fmt: skip
    """Build the fleet of a document. Raises CardError."""
    from jovian.cards.fleet_builder import build_fleet

    return build_fleet(document, cards, left_out, upgrades)


def scenario(
    document: Document, key: str, cards: Mapping[str, UnitCard], left_out: Collection[CardError],
    upgrades: Mapping[str, UpgradeCard], *, idle: bool = False,
) -> ScenarioCard:  # fmt: skip
    """Build the scenario of a document. Raises CardError."""
    from jovian.cards.scenario_builder import build_scenario

    return build_scenario(document, key, cards, left_out, upgrades, idle=idle)
