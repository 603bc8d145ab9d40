"""A position on the command line: a save or a scenario, told apart by what the file holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from jovian.cards import FleetList, ScenarioCard, UnitCard, library, load_fleet, load_scenario
from jovian.cards.load import card_file
from jovian.cards.reading.document import read_document
from jovian.cards.reading.files import Unreadable, read_start
from jovian.cards.reading.kinds import FLEET, SCENARIO
from jovian.commands.problem import Problem
from jovian.game import Refusal
from jovian.match import Match, Setup
from jovian.match.load import load
from jovian.rules.setup.legality import breaches, scenario_flaws


def holds_save(path: str | Path) -> bool:
    """Does a file begin like a save? False if there is no such file."""
    try:
        return re.match(rb'\s*\{\s*("format"|$)', read_start(path, 64)) is not None
    except Unreadable:
        return False


def open_position(target: str, answers: int | None = None) -> Match:
    """The match of a save, or the start of a scenario; `answers` cuts it back (None: as it stands).

    Raises CardError, SaveError or Problem.
    """
    match = load(target, log=False) if holds_save(target) else Match(scenario_setup(target), log=False)
    if answers is not None and answers > len(match.journal):
        raise Problem(f"{target}: there are only {len(match.journal)} answers, not {answers}")
    if answers is not None:
        match.seek(answers)
    return match


def scenario_setup(scenario: str, fleets: tuple[str, ...] = (), seed: int = 0) -> Setup:
    """The set-up of a scenario with the fleets named, else its own. Raises CardError or Problem."""
    path = card_file(scenario, SCENARIO)
    card = load_scenario(path)
    refuse_scenario(path, card, library())
    return Setup(card, _chosen_fleets(card, scenario, fleets), library(), seed)


def refuse_scenario(path: Path, card: ScenarioCard, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError for a scenario that cannot be played as it stands, with each reason and its line."""
    document = read_document(path)
    numbers = {model.id: number for number, model in enumerate(card.models)}
    for flaw in scenario_flaws(card, cards):
        document.note_if(True, ("models", numbers[flaw.model], flaw.key), _reason(flaw.refusal))
    for index, stem in enumerate(card.fleets):
        found = breaches(load_fleet(stem, cards), cards)
        document.note_if(bool(found), ("fleets", index), f"{stem}: {'; '.join(map(_reason, found))}")
    document.settle()


def refuse_fleet(path: Path, fleet: FleetList, cards: Mapping[str, UnitCard]) -> None:
    """Raise CardError for a fleet that breaks the rules of construction, with every reason."""
    found = breaches(fleet, cards)
    if found:
        raise read_document(path).error(("units",), "; ".join(map(_reason, found)))


def _reason(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.place}]"


def _chosen_fleets(card: ScenarioCard, where: str, fleets: tuple[str, ...]) -> tuple[FleetList, ...]:
    """The two fleets that play: those named, else the scenario's own; none if it places its models."""
    if card.models:
        if fleets:
            raise Problem(f"{where}: this scenario places its own models and takes no fleets")
        return ()
    return tuple(_legal(stem) for stem in fleets or card.fleets)


def _legal(stem: str) -> FleetList:
    path = card_file(stem, FLEET)
    fleet = load_fleet(path)
    refuse_fleet(path, fleet, library())
    return fleet


def pair(text: str, option: str) -> tuple[str, ...]:
    """The two names of an option like `A,B`. Raises Problem."""
    names = tuple(part.strip() for part in text.split(","))
    if len(names) != 2 or not all(names):
        raise Problem(f"usage: {option}: two names with a comma between them, not '{text}'")
    return names
