"""The command `check`: validate files of units, upgrades, fleets, scenarios, lessons, silhouettes, and saves.

The content of a file decides its kind. A file without errors can be played: fleets and scenarios must also follow the
rules of `rules/setup/legality.py`, and a lesson is played to its end. Only these and saves import the rules, which
halves the time for a unit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

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
from jovian.cards.files import (
    COPY,
    FLEET,
    LESSON,
    SAVE,
    SCENARIO,
    SILHOUETTES,
    UNIT,
    UPGRADE,
    holds_copy,
    holds_save,
    kind_of,
    place,
)
from jovian.commands.problem import print_line
from jovian.commands.stdout import print_json
from jovian.frozen import frozen


@frozen
class Finding:
    """The result for one file."""

    file: str
    kind: str
    """A kind of `cards/files.py`, "" if it is none of them or can't be read."""
    summary: str
    """The content of a valid file, "" for an invalid one."""
    errors: list[dict[str, Any]]
    """The file, the line (or None), and the cause of each error. The file can be the journal file of a save."""
    status: int


def check(files: list[str], as_json: bool = False) -> int:
    """Check files and return the worst status. Fleets can use the checked units and upgrades."""
    findings = list(_findings(files))
    if as_json:
        print_json({"files": [_to_json(finding) for finding in findings]})
    else:
        for finding in findings:
            _print_finding(finding)
    return max(finding.status for finding in findings)


def _to_json(finding: Finding) -> dict[str, Any]:
    return {
        "file": finding.file, "kind": finding.kind, "good": not finding.errors, "summary": finding.summary,
        "errors": finding.errors,
    }  # fmt: skip


def _print_finding(finding: Finding) -> None:
    if not finding.errors:
        print_line(f"{finding.file}: {finding.kind}, {finding.summary}")
    for error in finding.errors:
        print_line(f"{place(error['file'], error['line'])}: {error['cause']}", sys.stderr)


def _findings(files: list[str]) -> Iterator[Finding]:
    cards, fittings = dict(unit_cards()), dict(upgrades())
    kinds = [(file, _kind(file)) for file in files]
    for file, kind in sorted(kinds, key=lambda item: item[1] not in (UNIT, UPGRADE)):
        try:
            yield (
                _check_saved(file) if kind == SAVE else Finding(file, kind, _check(file, kind, cards, fittings), [], 0)
            )
        except CardError as error:
            faults = sorted(error.all(), key=lambda fault: fault.line or 0)
            errors = [{"file": file, "line": fault.line, "cause": fault.cause} for fault in faults]
            yield Finding(file, kind, "", errors, 2)


def _check_saved(file: str) -> Finding:
    """Return the finding for a save, or for a copy of what one side may know."""
    from jovian.match import Diverged, SaveError

    kind = COPY if holds_copy(file) else SAVE
    try:
        return Finding(file, kind, _check_copy(file) if kind == COPY else _check_save(file), [], 0)
    except SaveError as error:
        errors: list[dict[str, Any]] = [{"file": error.file, "line": error.line, "cause": error.cause}]
        return Finding(file, kind, "", errors, 1 if isinstance(error, Diverged) else 2)


def _check_save(file: str) -> str:
    """Return the summary of a save. Raises SaveError."""
    from jovian.match.saves import load
    from jovian.rules.basics.rolls import pluralize

    match = load(file, log=False)
    summary = f"{match.setup.scenario.name}, turn {match.state.turn}, {pluralize(len(match.journal), 'answer')}"
    return f"{summary}, unsealed" if match.unsealed else summary


def _check_copy(file: str) -> str:
    """Return the summary of a copy. Raises SaveError."""
    from jovian.side_copy import load_copy

    copy = load_copy(file)
    return f"{copy.scenario.name}, turn {copy.states[-1].turn}, {copy.about}"


def _kind(file: str) -> str:
    """Return the kind of a file, "" if it is unknown or the file can't be read."""
    if holds_save(file):
        return SAVE
    try:
        return kind_of(read_file(Path(file)).data)
    except CardError:
        return ""


def _check(file: str, kind: str, cards: dict[str, UnitCard], fittings: dict[str, UpgradeCard]) -> str:
    """Check a file that isn't a save, and return its summary. Raises CardError."""
    if kind == UNIT:
        card = load_unit(Path(file))
        cards[card.key] = card
        return f"{card.key}, {card.tv} TV"
    if kind == UPGRADE:
        upgrade = load_upgrade(Path(file))
        fittings[upgrade.name] = upgrade
        return f"{upgrade.name}, {upgrade.kind}, {upgrade.tv} TV"
    if kind == FLEET:
        return _check_fleet(file, cards, fittings)
    if kind == SILHOUETTES:
        return f"{len(load_drawings(file))} drawings"
    if kind == LESSON:
        return _check_lesson(file)
    if kind == SCENARIO:
        return _check_scenario(file, cards, fittings)
    read_file(Path(file))
    raise CardError(file, None, "is neither a unit, an upgrade, a fleet, a scenario, a lesson, silhouettes, nor a save")


def _check_scenario(file: str, cards: Mapping[str, UnitCard], fittings: Mapping[str, UpgradeCard]) -> str:
    from jovian.play import refuse_scenario
    from jovian.rules.basics.rolls import pluralize

    scenario = load_scenario(Path(file), cards, fittings)
    refuse_scenario(Path(file), scenario, cards)
    return f"{scenario.name}, {len(scenario.terrain)} terrain, {pluralize(len(scenario.models), 'model')}"


def _check_lesson(file: str) -> str:
    from jovian.lessons import check_lesson
    from jovian.rules.basics.rolls import pluralize

    lesson = check_lesson(Path(file))
    return f"{lesson.title}, {pluralize(len(lesson.steps), 'step')}, played to its end"


def _check_fleet(file: str, cards: Mapping[str, UnitCard], fittings: Mapping[str, UpgradeCard]) -> str:
    from jovian.play import refuse_fleet
    from jovian.rules.setup.legality import tally

    fleet = load_fleet(Path(file), cards, fittings)
    refuse_fleet(Path(file), fleet, cards)
    spent = tally(fleet, cards)
    return f"{fleet.name}, {spent.total} of {fleet.size} TV ({spent.squadrons} in squadrons), legal"
