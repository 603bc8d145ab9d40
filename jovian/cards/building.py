"""Read documents and build cards. These functions import YAML and the schemas when they are first called.

So a command that reads no file, or finds all cards in the cache, starts faster.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from jovian.cards.files import CardError, Document, expect
from jovian.cards.fleet import FleetList, UnitCard, UpgradeCard
from jovian.cards.scenario import ScenarioCard

T = TypeVar("T")


def read_file(path: Path, wanted: str = "") -> Document:
    """Read the document of a file of the wanted kind, or of any kind if `wanted` is "". Raises CardError."""
    from jovian.cards.parsing import read_document

    document = read_document(path)
    return expect(document, wanted) if wanted else document


def parse_text(text: str, where: str) -> Document:
    """Read the document of a text. `where` replaces the file in errors. Raises CardError."""
    from jovian.cards.parsing import parse_document

    return parse_document(text, where)


def check_keys(kind: type[T], document: Document) -> T:
    """Return the value of a class that a document writes. Raises CardError with all errors."""
    from jovian.cards.schema import checked

    value = checked(kind, document)
    document.settle()
    return value


def unit(document: Document) -> UnitCard:
    """Build the card of a unit document. Raises CardError."""
    from jovian.cards.fleet_builder import build_unit

    return build_unit(document)


def read_plain(kind: type[T], data: Any, prefix: str = "") -> T:
    """Return the value of a frozen class, or the checked mapping of a TypedDict, from any JSON.

    Raises ValueError with one line that begins with `prefix`.
    """
    from jovian.cards.plain_reader import read_plain

    return read_plain(kind, data, prefix)


def read_card(data: Any) -> UnitCard:
    """Return the card of any JSON. Raises ValueError with one line if it isn't one."""
    from jovian.cards.fleet_builder import read_card

    return read_card(data)


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


def equipment_faults(
    cargo: Sequence[str], upgrades: Sequence[str], hardpoints: Mapping[str, str], card: UnitCard,
    known: Mapping[str, UpgradeCard],
) -> dict[str, list[str]]:  # fmt: skip
    """Return what is wrong with what a unit carries, in words, by the keys `cargo`, `upgrades`, and `hardpoints`."""
    from jovian.cards.fleet_builder import checked_cargo, checked_hardpoints, checked_upgrades

    scratch = {key: Document("", None) for key in ("cargo", "upgrades", "hardpoints")}
    checked_cargo(cargo, card, scratch["cargo"], (), card.name)
    checked_upgrades(upgrades, card, known, scratch["upgrades"], (), card.name)
    checked_hardpoints(hardpoints, card, known, scratch["hardpoints"], (), card.name)
    return {key: [fault.cause for fault in document.faults] for key, document in scratch.items()}
