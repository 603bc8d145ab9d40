"""`check`: report whether files of units, upgrades, fleets, scenarios, silhouettes, and saves are good.

The content of a file decides what it is. A file without errors can be played: fleets and scenarios are checked by the
rules of `rules/setup/legality.py`. Only these and saves import the rules, so a unit is checked in half the time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jovian.cards import (
    CardError,
    UnitCard,
    UpgradeCard,
    load_fleet,
    load_scenario,
    load_unit,
    load_upgrade,
    unit_cards,
    upgrades,
)
from jovian.cards.art import load_drawings
from jovian.cards.building import read_file
from jovian.cards.files import FLEET, SAVE, SCENARIO, SILHOUETTES, UNIT, UPGRADE, holds_save, kind_of, place
from jovian.commands.problem import print_line
from jovian.commands.stdout import print_json


class Finding(NamedTuple):
    """What is said of one file."""

    file: str
    kind: str
    """One of `cards.kinds`, "" if it is none of them or cannot be read."""
    summary: str
    """What a good file holds, "" for a bad one."""
    errors: list[dict[str, Any]]
    """Line (None where none is to blame) and cause of everything that is wrong."""
    status: int


def check(given: list[str], as_json: bool = False) -> int:
    """Check every file; the worst status of them. Units and upgrades given along with fleets are known to them."""
    found = list(_findings(given))
    if as_json:
        print_json({"files": [_facts(finding) for finding in found]})
    else:
        for finding in found:
            _tell(finding)
    return max(finding.status for finding in found)


def _facts(finding: Finding) -> dict[str, Any]:
    """What `check --json` says of a file."""
    return {
        "file": finding.file, "kind": finding.kind, "good": not finding.errors, "summary": finding.summary,
        "errors": finding.errors,
    }  # fmt: skip


def _tell(finding: Finding) -> None:
    if not finding.errors:
        print_line(f"{finding.file}: {finding.kind}, {finding.summary}")
    for error in finding.errors:
        print_line(f"{place(finding.file, error['line'])}: {error['cause']}", sys.stderr)


def _findings(given: list[str]) -> Iterator[Finding]:
    cards, fittings = dict(unit_cards()), dict(upgrades())
    for file, kind in sorted(((file, _kind(file)) for file in given), key=lambda each: each[1] not in (UNIT, UPGRADE)):
        try:
            yield _saved(file) if kind == SAVE else Finding(file, kind, _checked(file, kind, cards, fittings), [], 0)
        except CardError as error:
            faults = sorted(error.all(), key=lambda each: each.line or 0)
            yield Finding(file, kind, "", [{"line": each.line, "cause": each.cause} for each in faults], 2)


def _saved(file: str) -> Finding:
    """What is said of a save."""
    from jovian.match import Diverged, SaveError
    from jovian.match.saves import load
    from jovian.rules.basics.rolls import pluralize

    try:
        match = load(file, log=False)
    except SaveError as error:
        found: list[dict[str, Any]] = [{"line": error.line, "cause": error.cause}]
        return Finding(file, SAVE, "", found, 1 if isinstance(error, Diverged) else 2)
    told = f"{match.setup.scenario.name}, turn {match.state.turn}, {pluralize(len(match.journal), 'answer')}"
    return Finding(file, SAVE, f"{told}, unsealed" if match.unsealed else told, [], 0)


def _kind(file: str) -> str:
    """What a file holds, "" if it cannot be told or read."""
    if holds_save(file):
        return SAVE
    try:
        return kind_of(read_file(Path(file)).data)
    except CardError:
        return ""


def _checked(file: str, kind: str, cards: dict[str, UnitCard], fittings: dict[str, UpgradeCard]) -> str:
    """What is said of a good file that is no save. Raises CardError for a bad one."""
    if kind == UNIT:
        card = load_unit(Path(file))
        cards[card.key] = card
        return f"{card.key}, {card.tv} TV"
    if kind == UPGRADE:
        upgrade = load_upgrade(Path(file))
        fittings[upgrade.name] = upgrade
        return f"{upgrade.name}, {upgrade.kind}, {upgrade.tv} TV"
    if kind == FLEET:
        return _checked_fleet(file, cards, fittings)
    if kind == SILHOUETTES:
        return f"{len(load_drawings(file))} drawings"
    if kind == SCENARIO:
        return _scenario(file, cards, fittings)
    read_file(Path(file))
    raise CardError(file, None, "is neither a unit, an upgrade, a fleet, a scenario, silhouettes nor a save")


def _scenario(file: str, cards: Mapping[str, UnitCard], fittings: Mapping[str, UpgradeCard]) -> str:
    from jovian.play import refuse_scenario
    from jovian.rules.basics.rolls import pluralize

    scenario = load_scenario(Path(file), cards, fittings)
    refuse_scenario(Path(file), scenario, cards)
    return f"{scenario.name}, {len(scenario.terrain)} terrain, {pluralize(len(scenario.models), 'model')}"


def _checked_fleet(file: str, cards: Mapping[str, UnitCard], fittings: Mapping[str, UpgradeCard]) -> str:
    from jovian.play import refuse_fleet
    from jovian.rules.setup.legality import tally

    fleet = load_fleet(Path(file), cards, fittings)
    refuse_fleet(Path(file), fleet, cards)
    spent = tally(fleet, cards)
    return f"{fleet.name}, {spent.total} of {fleet.size} TV ({spent.squadrons} in squadrons), legal"
