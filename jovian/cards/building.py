"""What reads documents, and makes cards of them. YAML and schemas are imported with the first: a command that reads
none, or finds all that it reads among what is kept, starts quicker without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from jovian.cards.files import CardError, Document, expect
from jovian.cards.fleet import FleetList, UnitCard, UpgradeCard
from jovian.cards.scenario import ScenarioCard


def read_file(path: Path, wanted: str = "") -> Document:
    """The document of a file, which may be of that kind; `""` for any. Raises CardError."""
    from jovian.cards.parsing import read_document

    found = read_document(path)
    return expect(found, wanted) if wanted else found


def unit(document: Document) -> UnitCard:
    """The card of a unit document. Raises CardError."""
    from jovian.cards.fleet_schema import build_unit

    return build_unit(document)


def upgrade(document: Document) -> UpgradeCard:
    """The upgrade of a document. Raises CardError."""
    from jovian.cards.fleet_schema import build_upgrade

    return build_upgrade(document)


def fleet(
    document: Document, cards: Mapping[str, UnitCard], left_out: Collection[CardError],
    upgrades: Mapping[str, UpgradeCard],
) -> FleetList:  # fmt: skip
    """The fleet of a document. Raises CardError."""
    from jovian.cards.fleet_schema import build_fleet

    return build_fleet(document, cards, left_out, upgrades)


def scenario(
    document: Document, key: str, cards: Mapping[str, UnitCard], left_out: Collection[CardError],
    upgrades: Mapping[str, UpgradeCard], *, idle: bool = False,
) -> ScenarioCard:  # fmt: skip
    """The scenario of a document. Raises CardError."""
    from jovian.cards.scenario_builder import build_scenario

    return build_scenario(document, key, cards, left_out, upgrades, idle=idle)
