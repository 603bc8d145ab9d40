"""`check`: is a unit, fleet, scenario or save file good? What a file is, its content says."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from jovian.cards import CardError, UnitCard, library, load_fleet, load_scenario, load_unit
from jovian.cards.art import load_drawings
from jovian.cards.document import read_document
from jovian.cards.shelf import OURS, reading
from jovian.commands.ours import files, read, shortfalls
from jovian.commands.position import holds_save
from jovian.game import Refusal
from jovian.match import Diverged, SaveError
from jovian.match.save import load
from jovian.rules.legality import breaches, collisions, tally
from jovian.rules.telling import counted

UNIT, FLEET, SCENARIO, SILHOUETTES, SAVE = "unit", "fleet", "scenario", "silhouettes", "save"
TELLING = {
    UNIT: ("kind", "structure", "tv", "unit_cap", "weapons", "squadron_type"),
    FLEET: ("size", "units"),
    SCENARIO: ("table", "zones", "deployment", "objectives", "fleets", "terrain", "models", "turns"),
}
"""Keys that only one kind of file has."""


def check(files: list[str]) -> int:
    """Check every file; the worst status of them. Units given along with fleets are known to them."""
    status = 0
    cards = dict(library())
    for file, kind in sorted(((file, _kind(file)) for file in files), key=lambda each: each[1] != UNIT):
        try:
            print(f"{file}: {_checked(file, kind, cards)}")
        except (CardError, SaveError) as error:
            print(error, file=sys.stderr)
            status = max(status, 1 if isinstance(error, Diverged) else 2)
    return status


def check_ours() -> int:
    """Check every file of the project, and say what falls short of what we ask of them."""
    with reading(OURS):
        status = check([_named(path) for path in files(OURS)])
        if status:
            return status
        found = list(shortfalls(read(OURS)))
    for line in found:
        print(line, file=sys.stderr)
    if not found:
        print("all of it is as we ask")
    return 1 if found else 0


def _named(path: Path) -> str:
    """As it stands in the project, if that is where we are."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _kind(file: str) -> str:
    """What a file holds, "" if it cannot be told or read."""
    if holds_save(file):
        return SAVE
    try:
        data = read_document(Path(file)).data
    except CardError:
        return ""
    keys = set(data) if isinstance(data, dict) else set()
    hits = {kind: len(keys.intersection(telling)) for kind, telling in TELLING.items()}
    best = max(hits, key=lambda kind: hits[kind])
    return best if hits[best] else SILHOUETTES if _drawn(data) else ""


def _drawn(data: object) -> bool:
    """Whether a file looks as if it mapped names to pieces of drawings."""
    drawings = [each for each in data.values() if isinstance(each, list)] if isinstance(data, dict) else []
    pieces = [piece for drawing in drawings for piece in drawing if isinstance(piece, dict)]
    return any(not {"tone", "half", "pair"}.isdisjoint(piece) for piece in pieces)


def _checked(file: str, kind: str, cards: dict[str, UnitCard]) -> str:
    """What is said of a good file. Raises CardError or SaveError for a bad one."""
    if kind == SAVE:
        match = load(file, log=False)
        told = f"save, {match.setup.scenario.name}, turn {match.state.turn}, {counted(len(match.journal), 'answer')}"
        return f"{told}, unsealed" if match.unsealed else told
    if kind == UNIT:
        card = load_unit(Path(file))
        cards[card.key] = card
        return f"unit, {card.key}, {card.tv} TV"
    if kind == FLEET:
        return _fleet(file, cards)
    if kind == SILHOUETTES:
        return f"silhouettes, {len(load_drawings(file))} drawings"
    if kind == SCENARIO:
        return _scenario(file, cards)
    read_document(Path(file))
    raise CardError(file, None, "is neither a unit, a fleet, a scenario, silhouettes nor a save")


def _scenario(file: str, cards: Mapping[str, UnitCard]) -> str:
    scenario = load_scenario(Path(file), cards)
    _raise_found(file, ("models",), collisions(scenario, cards))
    return f"scenario, {scenario.name}, {len(scenario.terrain)} terrain, {counted(len(scenario.models), 'model')}"


def _raise_found(file: str, path: tuple[str], found: list[Refusal]) -> None:
    if found:
        line = read_document(Path(file)).line(path)
        raise CardError(file, line, "; ".join(f"{each.reason} [{each.place}]" for each in found))


def _fleet(file: str, cards: Mapping[str, UnitCard]) -> str:
    fleet = load_fleet(Path(file), cards)
    _raise_found(file, ("units",), breaches(fleet, cards))
    spent = tally(fleet, cards)
    return f"fleet, {fleet.name}, {spent.total} of {fleet.size} TV ({spent.squadrons} in squadrons), legal"
