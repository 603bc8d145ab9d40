"""What to show before a game: the briefing of a scenario, and the scenarios and fleets that can be played.

`briefing` says where and how both sides deploy, who attacks, which rules hold, and what models carry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from jovian.cards import (
    CardError,
    FleetList,
    ScenarioCard,
    fleet_names,
    left_out,
    load_fleet,
    load_scenario,
    scenario_names,
    unit_cards,
)
from jovian.cards.art import undrawn
from jovian.cards.files import shelves, stems
from jovian.frozen import frozen
from jovian.game import State
from jovian.rules.basics.rolls import pluralize
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import DRAWN, EarlyEnd
from jovian.rules.scenario.tokens import Token
from jovian.rules.scenario.zones import CAPITALS, SQUADRONS, Stage, deployment_type
from jovian.rules.setup.edition import global_rules
from jovian.rules.setup.legality import scenario_flaws

# --- Briefing ---

INITIATIVES = {
    "random": "Each side rolls a die. The higher roll has initiative for the whole game, and acts first in each turn.",
    DRAWN: "Each side rolls a die. The higher roll attacks and acts first in each turn, the other side defends.",
}
FIXED_INITIATIVE = "{side} has initiative for the whole game, and acts first in each turn."
_KINDS = {CAPITALS: "capital ship", SQUADRONS: "squadron"}


@frozen
class Item:
    """A paragraph with its own heading."""

    title: str
    text: str
    place: str = ""
    """The place in the rulebook, or "" for none."""


@frozen
class Briefing:
    """All that a scenario tells the players."""

    name: str
    paragraphs: tuple[str, ...]
    course: tuple[Item, ...]
    """The table, the zones, the order of deployment, the initiative, and the end."""
    rules: tuple[Item, ...]
    """The special rules of this scenario."""
    tokens: tuple[Item, ...]
    """The tokens that models carry."""


def briefing(state: State, *, placed: bool = False, names: Sequence[str] = ("Side A", "Side B")) -> Briefing:
    """Return the briefing of the scenario of a game between two sides.

    If the scenario has placed the models itself, leave out zones and deployment.
    """
    scenario = state.scenario
    paragraphs = tuple((scenario.briefing or scenario.summary).split("\n\n"))
    tokens = tuple(
        Item(token.plural or token.token, token.summary, token.place)
        for token in rulebook(state).clauses if isinstance(token, Token)
    )  # fmt: skip
    rules = tuple(_item(special_rule) for special_rule in global_rules(scenario.special_rules))
    return Briefing(scenario.name, paragraphs, _course(state, placed, names), rules, tokens)


def _item(rule: GlobalRule) -> Item:
    return Item(rule.name, rule.summary, rule.place)


def _course(state: State, placed: bool, names: Sequence[str]) -> tuple[Item, ...]:
    scenario, first = state.scenario, state.scenario.initiative
    initiative = INITIATIVES[first] if isinstance(first, str) else FIXED_INITIATIVE.format(side=names[first])
    zones = [rule for rule in rulebook(state).clauses if type(rule).zones is not GlobalRule.zones]
    ends = [f"After {pluralize(scenario.turns, 'turn')}, or when a side has no models left.", *_ends(state)]
    return (
        Item("Table", f'{scenario.width:g}" × {scenario.height:g}".'),
        *(() if placed else (*map(_item, zones), _deployment(state))),
        Item("Initiative", initiative, "v1.2.4 Sequence > Initiative"),
        Item("End", " ".join(ends), "v1.2.4 Scenarios > Victory Conditions"),
    )


def _ends(state: State) -> list[str]:
    """Return what ends the game early."""
    endings = [ending for ending in rulebook(state).clauses if isinstance(ending, EarlyEnd)]
    return [
        f"Earlier, in the End Phase in which {f'the {ending.role}' if ending.role else 'a side'} has "
        f"{ending.amount}{ending.count.unit} or more {ending.count.words}."
        for ending in endings
    ]


def _deployment(state: State) -> Item:
    """Return how the fleets deploy."""
    kind = deployment_type(state)
    first, later = (
        " ".join(_stage(name, stages[name]) for name in (CAPITALS, SQUADRONS)) for stages in (kind.first, kind.later)
    )
    name = kind.place.rpartition(" > ")[2]
    if kind.first == kind.later:
        return Item(name, first, kind.place)
    return Item(name, f"First turn: {first} Later turns: {later}", kind.place)


def _stage(name: str, stage: Stage) -> str:
    """Return who deploys in a part of the phase."""
    unit = _KINDS[name]
    text = (
        f"{stage.models_per_side} {unit}{'s' if stage.models_per_side > 1 else ''} each"
        if stage.models_per_side
        else f"{unit}s by turns"
    )
    reserve = ", any of which may wait in reserve" if stage.hold else "" if stage.models_per_side else ", all of them"
    aboard = ""
    if name == SQUADRONS:
        aboard = ", none embarked" if not stage.aboard else ", aboard ships that come then" if stage.fresh else ""
    return f"{text[:1].upper()}{text[1:]}{reserve}{aboard}."


# --- Playable content ---

Card = TypeVar("Card")


@frozen
class Ready:
    """Scenarios and fleets by file name, and a line for each skipped file."""

    scenarios: dict[str, ScenarioCard]
    fleets: dict[str, FleetList]
    left_out: tuple[str, ...]


def playable_content() -> Ready:
    """Return everything that can be played now. Files with errors are skipped. Only changed files are read again."""
    paths = (*stems("fleets").values(), *stems("scenarios").values())
    ready = _playable_content(shelves(), tuple(map(_stamp, paths)))
    return replace(ready, left_out=(*map(str, (*left_out(), *undrawn())), *ready.left_out))


def _stamp(path: Path) -> tuple[str, int, int, int]:
    """Return values of a file that change with its content."""
    try:
        status = path.stat()
    except OSError:
        return str(path), 0, 0, 0
    return str(path), status.st_mtime_ns, status.st_size, status.st_ino


@lru_cache(maxsize=1)
def _playable_content(shelves: object, stamps: object) -> Ready:
    faults: list[str] = []
    fleets = _read(fleet_names(), load_fleet, faults)
    fleets = dict(sorted(fleets.items(), key=lambda item: (item[1].size, item[1].faction, item[0])))
    scenarios = _read(scenario_names(), load_scenario, faults)
    for stem, card in list(scenarios.items()):
        reasons = [flaw.refusal.reason for flaw in scenario_flaws(card, unit_cards())]
        reasons += [f"its fleet {fleet} is wrong" for fleet in card.fleets if fleet not in fleets]
        if reasons:
            del scenarios[stem]
            faults.append(f"{stem}: {reasons[0]}")
    return Ready(scenarios, fleets, tuple(faults))


def _read(stems: Iterable[str], load: Callable[[str], Card], faults: list[str]) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for stem in stems:
        try:
            cards[stem] = load(stem)
        except CardError as error:
            faults.append(str(error))
    return cards
