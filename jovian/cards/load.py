"""Reading cards from files, from folders, and from the plain data that a save embeds.

The schemas are imported late: whoever only handles cards that others have read pays for neither YAML nor
pydantic.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jovian.cards.card import UnitCard
from jovian.cards.error import CardError
from jovian.cards.fleet import FleetList
from jovian.cards.names import slug
from jovian.cards.scenario import ScenarioCard

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "assets" / "units"
FLEETS = ROOT / "assets" / "fleets"
SCENARIOS = ROOT / "scenarios"


def load_unit(path: str | Path) -> UnitCard:
    """The unit card of a file. Raises CardError."""
    from jovian.cards.document import read_document
    from jovian.cards.unit_schema import build_unit

    return build_unit(read_document(Path(path)))


def load_units(folder: str | Path) -> dict[str, UnitCard]:
    """Every unit card below a folder by its key, in order of path. Raises CardError."""
    top = Path(folder)
    if not _is_dir(top):
        raise CardError(str(top), 1, "is not a folder")
    cards: dict[str, UnitCard] = {}
    for path in sorted(top.rglob("*.yaml"), key=lambda path: path.relative_to(top).as_posix()):
        card = load_unit(path)
        if card.key in cards:
            raise CardError(str(path), 1, f"another file already holds {card.key}")
        cards[card.key] = card
    return cards


@cache
def library() -> Mapping[str, UnitCard]:
    """The project's own unit cards by key, read once. Raises CardError."""
    return load_units(UNITS)


def load_fleet(stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None) -> FleetList:
    """The fleet of a file, or of a stem in `assets/fleets`. Raises CardError."""
    from jovian.cards.document import read_document
    from jovian.cards.fleet_schema import build_fleet

    path = _found(stem_or_path, FLEETS, "fleet")
    return build_fleet(read_document(path), library() if cards is None else cards)


def load_scenario(stem_or_path: str | Path, cards: Mapping[str, UnitCard] | None = None) -> ScenarioCard:
    """The scenario of a file, or of a stem in `scenarios`; its ready fleets must exist. Raises CardError."""
    from jovian.cards.document import read_document
    from jovian.cards.scenario_schema import build_scenario

    path = _found(stem_or_path, SCENARIOS, "scenario")
    document = read_document(path)
    scenario = build_scenario(document, slug(path.stem), library() if cards is None else cards)
    for index, fleet in enumerate(scenario.fleets):
        if not (FLEETS / f"{fleet}.yaml").is_file():
            raise document.error(("fleets", index), f"there is no ready fleet '{fleet}'")
    return scenario


def parse_unit(data: Any, where: str) -> UnitCard:
    """The unit card of plain data, such as a `source`; `where` stands for the file. Raises CardError."""
    from jovian.cards.document import Document
    from jovian.cards.unit_schema import build_unit

    return build_unit(Document(where, data))


def parse_fleet(data: Any, where: str, cards: Mapping[str, UnitCard] | None = None) -> FleetList:
    """The fleet of plain data. Raises CardError."""
    from jovian.cards.document import Document
    from jovian.cards.fleet_schema import build_fleet

    return build_fleet(Document(where, data), library() if cards is None else cards)


def parse_scenario(
    data: Any, where: str, cards: Mapping[str, UnitCard] | None = None, key: str = "scenario"
) -> ScenarioCard:
    """The scenario of plain data; its ready fleets need not exist. Raises CardError."""
    from jovian.cards.document import Document
    from jovian.cards.scenario_schema import build_scenario

    return build_scenario(Document(where, data), key, library() if cards is None else cards)


def scenario_names() -> tuple[str, ...]:
    """The stems of the project's own scenarios, in order."""
    return tuple(sorted(path.stem for path in SCENARIOS.glob("*.yaml")))


def fleet_names() -> tuple[str, ...]:
    """The stems of the project's own ready fleets, in order."""
    return tuple(sorted(path.stem for path in FLEETS.glob("*.yaml")))


def _found(stem_or_path: str | Path, folder: Path, what: str) -> Path:
    """The path meant: a file as given, or else the stem of one of ours."""
    path, stem = Path(stem_or_path), str(stem_or_path)
    if "/" in stem or "\\" in stem or path.suffix or slug(stem) != stem or _is_file(path):
        return path
    ours = folder / f"{stem}.yaml"
    if not _is_file(ours):
        raise CardError(stem, 1, f"there is no {what} of that name, and no such file")
    return ours


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
