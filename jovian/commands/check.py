"""`check`: is a unit, fleet, scenario or save file good? What a file is, its content says."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from jovian.cards import CardError, UnitCard, library, load_fleet, load_scenario, load_unit
from jovian.cards.document import read_document
from jovian.commands.position import holds_save
from jovian.game import Refusal
from jovian.match import Diverged, SaveError
from jovian.match.save import load
from jovian.rules.legality import breaches, collisions, tally

UNIT, FLEET, SCENARIO, SAVE = "unit", "fleet", "scenario", "save"
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
    return best if hits[best] else ""


def _checked(file: str, kind: str, cards: dict[str, UnitCard]) -> str:
    """What is said of a good file. Raises CardError or SaveError for a bad one."""
    if kind == SAVE:
        match = load(file, log=False)
        told = f"save, {match.setup.scenario.name}, turn {match.state.turn}, {len(match.journal)} answers"
        return f"{told}, unsealed" if match.unsealed else told
    if kind == UNIT:
        card = load_unit(Path(file))
        cards[card.key] = card
        return f"unit, {card.key}, {card.tv} TV"
    if kind == FLEET:
        return _fleet(file, cards)
    if kind == SCENARIO:
        return _scenario(file, cards)
    read_document(Path(file))
    raise CardError(file, 1, "is neither a unit, a fleet, a scenario nor a save")


def _scenario(file: str, cards: Mapping[str, UnitCard]) -> str:
    scenario = load_scenario(Path(file), cards)
    _raise_found(file, ("models",), collisions(scenario, cards))
    return f"scenario, {scenario.name}, {len(scenario.terrain)} terrain, {len(scenario.models)} models"


def _raise_found(file: str, path: tuple[str], found: list[Refusal]) -> None:
    if found:
        line = read_document(Path(file)).line(path)
        raise CardError(file, line, "; ".join(f"{each.reason} [{each.place}]" for each in found))


def _fleet(file: str, cards: Mapping[str, UnitCard]) -> str:
    fleet = load_fleet(Path(file), cards)
    _raise_found(file, ("units",), breaches(fleet, cards))
    spent = tally(fleet, cards)
    return f"fleet, {fleet.name}, {spent.total} of {fleet.size} TV ({spent.squadrons} in squadrons), legal"
