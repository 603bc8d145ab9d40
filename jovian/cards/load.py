"""Reading cards from files, from folders, and from the plain data that a save embeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from jovian.cards import building
from jovian.cards.cache import contents, key_of, load_or_build, plain_bytes
from jovian.cards.files import (
    FLEET,
    SCENARIO,
    UNIT,
    UPGRADE,
    CardError,
    Document,
    Shelf,
    files_in,
    shelves,
    stems,
    suggest_names,
)
from jovian.cards.fleet import FleetList, UnitCard, UpgradeCard
from jovian.cards.names import slug
from jovian.cards.scenario import ScenarioCard

Card = TypeVar("Card", UnitCard, UpgradeCard)


def load_unit(path: str | Path) -> UnitCard:
    """The unit card of a file. Raises CardError."""
    return building.unit(building.read_file(Path(path), UNIT))


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
) -> tuple[dict[str, Card], tuple[CardError, ...]]:
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
    return cards, tuple(faults)


class _Read(NamedTuple, Generic[Card]):
    """The cards of a kind on all shelves."""

    cards: Mapping[str, Card]
    faults: tuple[CardError, ...]
    key: str | None
    """What stands for all of it; None if there are faults, or nothing is kept."""


def _on_shelves(
    kind: str, folders: Iterable[Path], load: Callable[[Path], Card], called: Callable[[Card], str]
) -> _Read[Card]:
    """The good cards of several folders, later ones in place of earlier ones, and what is wrong with the others."""
    cards: dict[str, Card] = {}
    faults: list[CardError] = []
    keys: list[str | None] = []
    for folder in folders:
        (found, wrong), key = load_or_build(partial(_key, kind, folder), partial(_good, folder, load, called))
        cards.update(found)
        faults += wrong
        keys.append(key)
    return _Read(cards, tuple(faults), key_of(*keys))


def _key(kind: str, folder: Path) -> str | None:
    """What stands for the cards below a folder."""
    return key_of(kind, contents(files_in(folder)))


def load_upgrade(path: str | Path) -> UpgradeCard:
    """The upgrade card of a file. Raises CardError."""
    return building.upgrade(building.read_file(Path(path), UPGRADE))


def upgrades() -> Mapping[str, UpgradeCard]:
    """The upgrade cards of all shelves by name, read once; a file that is wrong is left out, see `left_out`."""
    return _upgrades(shelves()).cards


@cache
def _upgrades(read: tuple[Shelf, ...]) -> _Read[UpgradeCard]:
    return _on_shelves(UPGRADE, (shelf.upgrades for shelf in read), load_upgrade, attrgetter("name"))


def unit_cards() -> Mapping[str, UnitCard]:
    """The unit cards of all shelves by key, read once; a file that is wrong is left out, see `left_out`."""
    return _library(shelves()).cards


def left_out() -> tuple[CardError, ...]:
    """Return what is wrong with the folders, units, and upgrades that are left out."""
    return (*_unusable_folders(), *_library(shelves()).faults, *_upgrades(shelves()).faults)


def _unusable_folders() -> Iterator[CardError]:
    """Yield an error for each folder beside the game's own that holds files, but no folder of cards."""
    for shelf in shelves()[1:]:
        folder = shelf.units.parent
        try:
            if any(path.is_dir() for path in shelf) or not folder.exists():
                continue
            is_empty = folder.is_dir() and all(path.name.startswith(".") for path in folder.iterdir())
            fault = "" if is_empty else Shelf.find_fault(folder)
        except OSError as error:
            fault = error.strerror or str(error)
        if fault:
            yield CardError(str(folder), None, fault)


@cache
def _library(read: tuple[Shelf, ...]) -> _Read[UnitCard]:
    return _on_shelves(UNIT, (shelf.units for shelf in read), load_unit, attrgetter("key"))


def _known_by(cards: Mapping[str, UnitCard] | None, fittings: Mapping[str, UpgradeCard] | None) -> str | None:
    """What stands for the cards that a fleet or a scenario is read with, None unless they are those of the shelves."""
    units, more = _library(shelves()), _upgrades(shelves())
    usual = cards in (None, units.cards) and fittings in (None, more.cards)
    return key_of(units.key, more.key) if usual else None


def load_fleet(
    stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """The fleet of a file, or of a stem on the shelves; its upgrades are of the shelves too. Raises CardError."""
    path = card_file(stem_or_path, FLEET)
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    shelved = _known_by(cards, fittings)
    return load_or_build(
        lambda: key_of(FLEET, contents([path]), shelved),
        lambda: building.fleet(building.read_file(path, FLEET), known, left_out(), more),
    )[0]


def load_scenario(
    stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> ScenarioCard:  # fmt: skip
    """The scenario of a file, or of a stem on the shelves; its ready fleets must exist. Raises CardError."""
    path = card_file(stem_or_path, SCENARIO)
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    shelved = _known_by(cards, fittings)
    return load_or_build(
        lambda: key_of(SCENARIO, path.stem, contents([path]), "\n".join(fleet_names()), shelved),
        lambda: _scenario(path, known, more),
    )[0]


def _scenario(path: Path, known: Mapping[str, UnitCard], more: Mapping[str, UpgradeCard]) -> ScenarioCard:
    document = building.read_file(path, SCENARIO)
    for index, fleet in enumerate(_fleets_of(document.data)):
        strange = slug(fleet) == fleet and fleet not in fleet_names()  # The schema refuses what is no stem, as a path.
        cause = f"there is no ready fleet '{fleet}'{suggest_names(fleet, fleet_names())}"
        document.add_error_if(strange, ("fleets", index), cause)
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
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.fleet(Document(where, data), known, (), more)


def parse_scenario(
    data: Any, where: str, cards: Mapping[str, UnitCard] | None = None, key: str = "scenario",
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> ScenarioCard:  # fmt: skip
    """The scenario of plain data; its ready fleets need not exist, its pieces may do nothing. Raises CardError."""
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.scenario(Document(where, data), key, known, (), more, idle=True)


class Contents(NamedTuple):
    """What a save embeds."""

    cards: Mapping[str, UnitCard]
    fleets: tuple[FleetList, ...]
    scenario: ScenarioCard


def parse_contents(data: Mapping[str, Any], where: str) -> Contents:
    """What plain data hold as `cards`, `upgrades`, `fleets`, `scenario` and its `key`. Raises CardError."""
    read = [data.get(each) for each in ("cards", "upgrades", "fleets", "scenario", "key")]
    found, _ = load_or_build(lambda: key_of("contents", plain_bytes(read)), lambda: _contents(data, where))
    return Contents(*found)


def _contents(
    data: Mapping[str, Any], where: str
) -> tuple[Mapping[str, UnitCard], tuple[FleetList, ...], ScenarioCard]:
    cards = {key: parse_unit(card, where) for key, card in data["cards"].items()}
    fittings = {name: parse_upgrade(card, where) for name, card in data.get("upgrades", {}).items()}
    fleets = tuple(parse_fleet(fleet, where, cards, fittings) for fleet in data["fleets"])
    return cards, fleets, parse_scenario(data["scenario"], where, cards, str(data["key"]), fittings)


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
        raise CardError(stem, None, f"there is no {kind} of that name, and no such file{suggest_names(stem, ready)}")
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
