"""What reads documents, and makes cards of them. YAML and schemas are imported with the first: a command that reads
none, or finds all that it reads among what is kept, starts quicker without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from jovian.cards.error import CardError
from jovian.cards.reading.document import Document
from jovian.cards.reading.kinds import expect
from jovian.cards.values.card import UnitCard
from jovian.cards.values.fleet import FleetList
from jovian.cards.values.scenario import ScenarioCard
from jovian.cards.values.upgrade import UpgradeCard


def read_file(path: Path, wanted: str = "") -> Document:
    """The document of a file, which may be of that kind; `""` for any. Raises CardError."""
    from jovian.cards.reading.parsing import read_document

    found = read_document(path)
    return expect(found, wanted) if wanted else found


def unit(document: Document) -> UnitCard:
    """The card of a unit document. Raises CardError."""
    from jovian.cards.schemas.forces.unit_card import build_unit

    return build_unit(document)


def upgrade(document: Document) -> UpgradeCard:
    """The upgrade of a document. Raises CardError."""
    from jovian.cards.schemas.forces.upgrade import build_upgrade

    return build_upgrade(document)


def fleet(
    document: Document, cards: Mapping[str, UnitCard], left_out: Collection[CardError],
    upgrades: Mapping[str, UpgradeCard],
) -> FleetList:  # fmt: skip
    """The fleet of a document. Raises CardError."""
    from jovian.cards.schemas.forces.fleet import build_fleet

    return build_fleet(document, cards, left_out, upgrades)


def scenario(
    document: Document, key: str, cards: Mapping[str, UnitCard], left_out: Collection[CardError],
    upgrades: Mapping[str, UpgradeCard], *, idle: bool = False,
) -> ScenarioCard:  # fmt: skip
    """The scenario of a document. Raises CardError."""
    from jovian.cards.schemas.scenarios.scenario_card import build_scenario

    return build_scenario(document, key, cards, left_out, upgrades, idle=idle)
