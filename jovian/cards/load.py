"""Reading cards from files, from folders, and from the plain data that a save embeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from jovian.cards import building
from jovian.cards.error import CardError, meant
from jovian.cards.reading.document import Document, read_document
from jovian.cards.reading.kinds import FLEET, SCENARIO, UNIT, UPGRADE, expect
from jovian.cards.reading.shelf import Shelf, files_in, shelves, stems
from jovian.cards.values.card import UnitCard
from jovian.cards.values.fleet import FleetList
from jovian.cards.values.names import slug
from jovian.cards.values.scenario import ScenarioCard
from jovian.cards.values.upgrade import UpgradeCard

Card = TypeVar("Card", UnitCard, UpgradeCard)


def load_unit(path: str | Path) -> UnitCard:
    """The unit card of a file. Raises CardError."""
    return building.unit(expect(read_document(Path(path)), UNIT))


def load_units(folder: str | Path) -> dict[str, UnitCard]:
    """Every unit card below a folder by its key, in order of path. Raises CardError for the first that is wrong."""
    top = Path(folder)
    if not _is_dir(top):
        raise CardError(str(top), None, "is not a folder")
    cards, faults = _good(top, load_unit, attrgetter("key"))
    if faults:
        raise faults[0]
    return cards


def _good(
    folder: Path, load: Callable[[Path], Card], called: Callable[[Card], str]
) -> tuple[dict[str, Card], list[CardError]]:
    """The good cards of a kind below a folder by what they are called, and what is wrong with the others."""
    cards: dict[str, Card] = {}
    faults: list[CardError] = []
    for path in files_in(folder):
        try:
            card = load(path)
        except CardError as error:
            faults.append(error)
            continue
        if called(card) in cards:
            faults.append(CardError(str(path), None, f"another file already holds {called(card)}"))
        cards.setdefault(called(card), card)
    return cards, faults


def _on_shelves(
    folders: Iterable[Path], load: Callable[[Path], Card], called: Callable[[Card], str]
) -> tuple[Mapping[str, Card], tuple[CardError, ...]]:
    """The good cards of several folders, later ones in place of earlier ones, and what is wrong with the others."""
    cards: dict[str, Card] = {}
    faults: list[CardError] = []
    for folder in folders:
        found, wrong = _good(folder, load, called)
        cards.update(found)
        faults += wrong
    return cards, tuple(faults)


def load_upgrade(path: str | Path) -> UpgradeCard:
    """The upgrade card of a file. Raises CardError."""
    return building.upgrade(expect(read_document(Path(path)), UPGRADE))


def upgrades() -> Mapping[str, UpgradeCard]:
    """The upgrade cards of all shelves by name, read once; a file that is wrong is left out, see `left_out`."""
    return _upgrades(shelves())[0]


@cache
def _upgrades(read: tuple[Shelf, ...]) -> tuple[Mapping[str, UpgradeCard], tuple[CardError, ...]]:
    return _on_shelves((shelf.upgrades for shelf in read), load_upgrade, attrgetter("name"))


def library() -> Mapping[str, UnitCard]:
    """The unit cards of all shelves by key, read once; a file that is wrong is left out, see `left_out`."""
    return _library(shelves())[0]


def left_out() -> tuple[CardError, ...]:
    """What is wrong with the files of units and upgrades that are done without."""
    return _library(shelves())[1] + _upgrades(shelves())[1]


@cache
def _library(read: tuple[Shelf, ...]) -> tuple[Mapping[str, UnitCard], tuple[CardError, ...]]:
    return _on_shelves((shelf.units for shelf in read), load_unit, attrgetter("key"))


def load_fleet(
    stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """The fleet of a file, or of a stem on the shelves; its upgrades are of the shelves too. Raises CardError."""
    document = expect(read_document(card_file(stem_or_path, FLEET)), FLEET)
    known, more = library() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.fleet(document, known, left_out(), more)


def load_scenario(
    stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> ScenarioCard:  # fmt: skip
    """The scenario of a file, or of a stem on the shelves; its ready fleets must exist. Raises CardError."""
    path = card_file(stem_or_path, SCENARIO)
    document = expect(read_document(path), SCENARIO)
    for index, fleet in enumerate(_fleets_of(document.data)):
        strange = fleet not in fleet_names()
        cause = f"there is no ready fleet '{fleet}'{meant(fleet, fleet_names())}"
        document.note_if(strange, ("fleets", index), cause)
    known, more = library() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.scenario(document, slug(path.stem), known, left_out(), more)


def _fleets_of(data: Any) -> list[str]:
    """The stems under the key `fleets` that look like stems."""
    found = data.get("fleets") if isinstance(data, dict) else None
    return [each if isinstance(each, str) else "" for each in found] if isinstance(found, list) else []


def parse_unit(data: Any, where: str) -> UnitCard:
    """The unit card of plain data, such as a `source`; `where` stands for the file. Raises CardError."""
    return building.unit(Document(where, data))


def parse_upgrade(data: Any, where: str) -> UpgradeCard:
    """The upgrade card of plain data, such as a `source`. Raises CardError."""
    return building.upgrade(Document(where, data))


def parse_fleet(
    data: Any, where: str, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """The fleet of plain data. Raises CardError."""
    known, more = library() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.fleet(Document(where, data), known, (), more)


def parse_scenario(
    data: Any, where: str, cards: Mapping[str, UnitCard] | None = None, key: str = "scenario",
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> ScenarioCard:  # fmt: skip
    """The scenario of plain data; its ready fleets need not exist, its pieces may do nothing. Raises CardError."""
    known, more = library() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.scenario(Document(where, data), key, known, (), more, idle=True)


def scenario_names() -> tuple[str, ...]:
    """The stems of the scenarios on all shelves, in order."""
    return tuple(stems("scenarios"))


def fleet_names() -> tuple[str, ...]:
    """The stems of the ready fleets on all shelves, in order."""
    return tuple(stems("fleets"))


def card_file(stem_or_path: str | Path, kind: str) -> Path:
    """The file of a `fleet` or `scenario`: a path as given, or else a stem on the shelves. Raises CardError."""
    path, stem = Path(stem_or_path), str(stem_or_path)
    if "/" in stem or "\\" in stem or path.suffix or slug(stem) != stem or _is_file(path):
        return path
    ready = stems(f"{kind}s")
    if stem not in ready:
        raise CardError(stem, None, f"there is no {kind} of that name, and no such file{meant(stem, ready)}")
    return ready[stem]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_dir(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
