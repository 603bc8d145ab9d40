"""A position on the command line: a save or a scenario, told apart by what the file holds."""

from __future__ import annotations

from pathlib import Path

from jovian.cards import FleetList, ScenarioCard, library, load_fleet, load_scenario
from jovian.cards.reading import Unreadable, read_start
from jovian.commands.problem import Problem
from jovian.match import Match, Setup
from jovian.match.save import load
from jovian.rules.legality import breaches


def holds_save(path: str | Path) -> bool:
    """Does a file begin like a save? False if there is no such file."""
    try:
        return read_start(path, 64).lstrip().startswith(b"{")
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
    card = load_scenario(scenario)
    return Setup(card, chosen_fleets(card, scenario, fleets), library(), seed)


def chosen_fleets(card: ScenarioCard, where: str, fleets: tuple[str, ...]) -> tuple[FleetList, ...]:
    """The two fleets that play: those named, else the scenario's own; none if it places its models."""
    if card.models:
        if fleets:
            raise Problem(f"{where}: this scenario places its own models and takes no fleets")
        return ()
    stems = fleets or card.fleets
    if len(stems) != 2:
        raise Problem(f"{where}: two fleets are needed, such as --fleets jovian-150,cega-150")
    return tuple(_legal(stem) for stem in stems)


def _legal(stem: str) -> FleetList:
    fleet = load_fleet(stem)
    for breach in breaches(fleet, library()):
        raise Problem(f"{stem}: {breach.reason} [{breach.place}]")
    return fleet


def pair(text: str, option: str) -> tuple[str, ...]:
    """The two names of an option like `A,B`. Raises Problem."""
    names = tuple(part.strip() for part in text.split(","))
    if len(names) != 2 or not all(names):
        raise Problem(f"usage: {option}: two names with a comma between them, not '{text}'")
    return names
