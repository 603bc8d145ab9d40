"""Load cards from files, from the shelves, and from the plain data in a save.

Cards on the shelves are loaded once. A file with an error is skipped, and `left_out` returns the error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from jovian.cards import building
from jovian.cards.cache import contents, key_of, load_or_build, piece_code, plain_bytes
from jovian.cards.files import (
    FLEET,
    SCENARIO,
    UNIT,
    UPGRADE,
    CardError,
    Document,
    Shelf,
    file_of_stem,
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
    """Load the unit card of a file. Raises CardError."""
    return building.unit(building.read_file(Path(path), UNIT))


def load_units(folder: str | Path) -> dict[str, UnitCard]:
    """Load all unit cards below a folder, by key and in order of path. Raises CardError for the first error."""
    top = Path(folder)
    if not _is_dir(top):
        raise CardError(str(top), None, "is not a folder")
    cards, faults = _load_all(top, load_unit, attrgetter("key"))
    if faults:
        raise faults[0]
    return cards


def _load_all(
    folder: Path, load: Callable[[Path], Card], key_of_card: Callable[[Card], str]
) -> tuple[dict[str, Card], tuple[CardError, ...]]:
    """Load all cards of a kind below a folder. Return the good ones by key, and the errors of the others."""
    cards: dict[str, Card] = {}
    faults: list[CardError] = []
    for path in files_in(folder):
        try:
            card = load(path)
        except CardError as error:
            faults.append(error)
            continue
        key = key_of_card(card)
        if key in cards:
            faults.append(CardError(str(path), None, f"another file already holds {key}"))
        cards.setdefault(key, card)
    return cards, tuple(faults)


class _Loaded(NamedTuple, Generic[Card]):
    """The cards of a kind on all shelves."""

    cards: Mapping[str, Card]
    faults: tuple[CardError, ...]
    key: str | None
    """The cache key of all of them, or None if there are errors or no cache."""


def _load_folders(
    kind: str, folders: Iterable[Path], load: Callable[[Path], Card], key_of_card: Callable[[Card], str]
) -> _Loaded[Card]:
    """Load all cards of several folders. A card replaces the card with the same key in an earlier folder."""
    cards: dict[str, Card] = {}
    faults: list[CardError] = []
    keys: list[str | None] = []
    for folder in folders:
        (loaded, errors), key = load_or_build(
            partial(_folder_key, kind, folder), partial(_load_all, folder, load, key_of_card)
        )
        cards.update(loaded)
        faults += errors
        keys.append(key)
    return _Loaded(cards, tuple(faults), key_of(*keys))


def _folder_key(kind: str, folder: Path) -> str | None:
    """Return the cache key of the cards below a folder."""
    return key_of(kind, contents(files_in(folder)))


def load_upgrade(path: str | Path) -> UpgradeCard:
    """Load the upgrade card of a file. Raises CardError."""
    return building.upgrade(building.read_file(Path(path), UPGRADE))


def upgrades() -> Mapping[str, UpgradeCard]:
    """Return the upgrade cards of all shelves by name."""
    return _upgrades(shelves()).cards


@cache
def _upgrades(from_shelves: tuple[Shelf, ...]) -> _Loaded[UpgradeCard]:
    return _load_folders(UPGRADE, (shelf.upgrades for shelf in from_shelves), load_upgrade, attrgetter("name"))


def unit_cards() -> Mapping[str, UnitCard]:
    """Return the unit cards of all shelves by key."""
    return _units(shelves()).cards


def left_out() -> tuple[CardError, ...]:
    """Return the errors of the folders, units, and upgrades that were skipped."""
    return (*_unusable_folders(), *_units(shelves()).faults, *_upgrades(shelves()).faults)


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
def _units(from_shelves: tuple[Shelf, ...]) -> _Loaded[UnitCard]:
    return _load_folders(UNIT, (shelf.units for shelf in from_shelves), load_unit, attrgetter("key"))


def read_again() -> None:
    """Read the cards of the shelves again at the next use, because a file was changed."""
    _units.cache_clear()
    _upgrades.cache_clear()


def _shelf_key(cards: Mapping[str, UnitCard] | None, fittings: Mapping[str, UpgradeCard] | None) -> str | None:
    """Return the cache key of the cards that a fleet or scenario is read with, or None for cards not on the shelves."""
    units, more = _units(shelves()), _upgrades(shelves())
    are_shelved = cards in (None, units.cards) and fittings in (None, more.cards)
    return key_of(units.key, more.key) if are_shelved else None


def load_fleet(
    stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """Load the fleet of a file, or of a stem on the shelves. Raises CardError.

    Units and upgrades are those of the shelves unless they are given.
    """
    path = card_file(stem_or_path, FLEET)
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    shelved = _shelf_key(cards, fittings)
    return load_or_build(
        lambda: key_of(FLEET, contents([path]), shelved),
        lambda: building.fleet(building.read_file(path, FLEET), known, left_out(), more),
    )[0]


def load_scenario(
    stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> ScenarioCard:  # fmt: skip
    """Load the scenario of a file, or of a stem on the shelves. Its ready fleets must exist. Raises CardError."""
    path = card_file(stem_or_path, SCENARIO)
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    shelved = _shelf_key(cards, fittings)
    return load_or_build(
        lambda: key_of(SCENARIO, path.stem, contents([path]), "\n".join(fleet_names()), shelved, piece_code()),
        lambda: _scenario(path, known, more),
    )[0]


def _scenario(path: Path, known: Mapping[str, UnitCard], more: Mapping[str, UpgradeCard]) -> ScenarioCard:
    document = building.read_file(path, SCENARIO)
    for index, fleet in enumerate(_fleets_of(document.data)):
        if slug(fleet) == fleet and fleet not in fleet_names():  # The schema refuses paths.
            cause = f"there is no ready fleet '{fleet}'{suggest_names(fleet, fleet_names())}"
            document.add_error_if(True, ("fleets", index), cause)
    return building.scenario(document, slug(path.stem), known, left_out(), more)


def _fleets_of(data: Any) -> list[str]:
    """Return the values under the key `fleets`, with "" for each that isn't a text."""
    fleets = data.get("fleets") if isinstance(data, dict) else None
    return [fleet if isinstance(fleet, str) else "" for fleet in fleets] if isinstance(fleets, list) else []


def parse_unit(data: Any, where: str) -> UnitCard:
    """Read a unit card from plain data, such as a `source`. `where` replaces the file in errors. Raises CardError."""
    return building.unit(Document(where, data))


def parse_upgrade(data: Any, where: str) -> UpgradeCard:
    """Read an upgrade card from plain data, such as a `source`. Raises CardError."""
    return building.upgrade(Document(where, data))


def parse_fleet(
    data: Any, where: str, cards: Mapping[str, UnitCard] | None = None,
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """Read a fleet from plain data. Raises CardError."""
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.fleet(Document(where, data), known, (), more)


def parse_scenario(
    data: Any, where: str, cards: Mapping[str, UnitCard] | None = None, key: str = "scenario",
    fittings: Mapping[str, UpgradeCard] | None = None,
) -> ScenarioCard:  # fmt: skip
    """Read a scenario from plain data. Raises CardError.

    Its ready fleets needn't exist, and its rules and objectives may be without effect.
    """
    known, more = unit_cards() if cards is None else cards, upgrades() if fittings is None else fittings
    return building.scenario(Document(where, data), key, known, (), more, idle=True)


class SaveContents(NamedTuple):
    """The cards, fleets, and scenario in a save."""

    cards: Mapping[str, UnitCard]
    fleets: tuple[FleetList, ...]
    scenario: ScenarioCard


def parse_contents(data: Mapping[str, Any], where: str) -> SaveContents:
    """Read the keys `cards`, `upgrades`, `fleets`, `scenario`, and `key` of a save. Raises CardError."""
    values = [data.get(key) for key in ("cards", "upgrades", "fleets", "scenario", "key")]
    loaded, _ = load_or_build(
        lambda: key_of("contents", plain_bytes(values), piece_code()), lambda: _contents(data, where)
    )
    return SaveContents(*loaded)


def _contents(
    data: Mapping[str, Any], where: str
) -> tuple[Mapping[str, UnitCard], tuple[FleetList, ...], ScenarioCard]:
    cards = {key: parse_unit(card, where) for key, card in data["cards"].items()}
    fittings = {name: parse_upgrade(card, where) for name, card in data.get("upgrades", {}).items()}
    fleets = tuple(parse_fleet(fleet, where, cards, fittings) for fleet in data["fleets"])
    return cards, fleets, parse_scenario(data["scenario"], where, cards, str(data["key"]), fittings)


def scenario_names() -> tuple[str, ...]:
    """Return the stems of the scenarios on all shelves, in order."""
    return tuple(stems("scenarios"))


def fleet_names() -> tuple[str, ...]:
    """Return the stems of the ready fleets on all shelves, in order."""
    return tuple(stems("fleets"))


def card_file(stem_or_path: str | Path, kind: str) -> Path:
    """Return the file of a `fleet` or `scenario`, given as a path or as a stem on the shelves. Raises CardError."""
    path, stem = Path(stem_or_path), str(stem_or_path)
    if "/" in stem or "\\" in stem or path.suffix or slug(stem) != stem or _is_file(path):
        return path
    ready = file_of_stem(f"{kind}s", stem)
    if ready is None:
        close = suggest_names(stem, stems(f"{kind}s"))
        raise CardError(stem, None, f"there is no {kind} of that name, and no such file{close}")
    return ready


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
