"""What lies ready to be played: the scenarios and fleets of all shelves, less the files that are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from jovian.cards import (
    CardError,
    FleetList,
    ScenarioCard,
    fleet_names,
    left_out,
    library,
    load_fleet,
    load_scenario,
    scenario_names,
)
from jovian.cards.art import undrawn
from jovian.rules.setup.legality import scenario_flaws

Card = TypeVar("Card")


class Ready(NamedTuple):
    """Scenarios and fleets by stem, and a line for each file that is left out."""

    scenarios: dict[str, ScenarioCard]
    fleets: dict[str, FleetList]
    left_out: tuple[str, ...]


def ready() -> Ready:
    """Everything that can be played now; a file that is wrong stops nothing but itself."""
    faults = [str(fault) for fault in (*left_out(), *undrawn())]
    fleets = _read(fleet_names(), load_fleet, faults)
    scenarios = _read(scenario_names(), load_scenario, faults)
    for stem, card in list(scenarios.items()):
        found = [flaw.refusal.reason for flaw in scenario_flaws(card, library())]
        found += [f"its fleet {each} is wrong" for each in card.fleets if each not in fleets]
        if found:
            del scenarios[stem]
            faults.append(f"{stem}: {found[0]}")
    return Ready(scenarios, fleets, tuple(faults))


def _read(stems: Iterable[str], load: Callable[[str], Card], faults: list[str]) -> dict[str, Card]:
    found: dict[str, Card] = {}
    for stem in stems:
        try:
            found[stem] = load(stem)
        except CardError as error:
            faults.append(str(error))
    return found
