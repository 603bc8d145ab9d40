"""What makes cards of documents. Schemas are imported with the first card that is made: a command that reads none,
such as `rules` or `odds`, starts a fifth quicker without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from jovian.cards.error import CardError
from jovian.cards.reading.document import Document
from jovian.cards.values.card import UnitCard
from jovian.cards.values.fleet import FleetList
from jovian.cards.values.scenario import ScenarioCard
from jovian.cards.values.upgrade import UpgradeCard


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
