"""What both sides are told of a scenario: where and how they deploy, who attacks, what holds in it, what is
carried. What lies ready to be played: the scenarios and fleets of all shelves, less the files that are wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

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
from jovian.game import State
from jovian.rules.basics.rolls import pluralize
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import DRAWN, EarlyEnd
from jovian.rules.scenario.tokens import Token
from jovian.rules.scenario.zones import CAPITALS, SQUADRONS, Stage, deployment_type
from jovian.rules.setup.edition import special
from jovian.rules.setup.legality import scenario_flaws

# --- briefing ---
# What both sides are told of a scenario: where and how they deploy, who attacks, what holds in it, what is carried.

INITIATIVES = {
    "random": "Each side rolls a die; the higher has the initiative for the whole game.",
    DRAWN: "Each side rolls a die; the higher has the initiative and attacks, the other side defends.",
}
NAMED = "The scenario says which side has the initiative for the whole game."
_KINDS = {CAPITALS: "capital ship", SQUADRONS: "squadron"}


class Item(NamedTuple):
    """Something to know, under a heading of its own."""

    title: str
    text: str
    place: str = ""
    """Where the book has it, "" for nowhere."""


class Briefing(NamedTuple):
    """All that a scenario tells."""

    name: str
    paragraphs: tuple[str, ...]
    course: tuple[Item, ...]
    """The table, the zones, who comes when, the initiative, how it ends."""
    rules: tuple[Item, ...]
    """What holds in this scenario alone."""
    tokens: tuple[Item, ...]
    """What models carry."""


def briefing(state: State, *, placed: bool = False) -> Briefing:
    """Return the briefing of the scenario that a game is played in.

    If the scenario has placed the models itself, nothing is said of zones and deployment.
    """
    scenario = state.scenario
    paragraphs = tuple((scenario.briefing or scenario.summary).split("\n\n"))
    tokens = tuple(
        Item(each.plural or each.token, each.summary, each.place)
        for each in rulebook(state).clauses if isinstance(each, Token)
    )  # fmt: skip
    rules = tuple(_item(each) for each in special(scenario.special_rules))
    return Briefing(scenario.name, paragraphs, _course(state, placed), rules, tokens)


def _item(clause: GlobalRule) -> Item:
    return Item(clause.name, clause.summary, clause.place)


def _course(state: State, placed: bool) -> tuple[Item, ...]:
    scenario = state.scenario
    zones = [each for each in rulebook(state).clauses if type(each).zones is not GlobalRule.zones]
    ends = [f"After {pluralize(scenario.turns, 'turn')}, or when a side has nothing left.", *_ends(state)]
    return (
        Item("Table", f'{scenario.width:g}" × {scenario.height:g}".'),
        *(() if placed else (*map(_item, zones), _coming(state))),
        Item("Initiative", _initiative(scenario), "v1.2.4 Sequence > Initiative"),
        Item("End", " ".join(ends), "v1.2.4 Scenarios > Victory Conditions"),
    )


def _initiative(scenario: ScenarioCard) -> str:
    return INITIATIVES[scenario.initiative] if isinstance(scenario.initiative, str) else NAMED


def _ends(state: State) -> list[str]:
    """What ends the game early."""
    found = [each for each in rulebook(state).clauses if isinstance(each, EarlyEnd)]
    return [f"Earlier, in the End Phase in which {_who(each)} has {each.amount}{each.count.unit} or more "
            f"{each.count.words}." for each in found]  # fmt: skip


def _who(ending: EarlyEnd) -> str:
    return f"the {ending.role}" if ending.role else "a side"


def _coming(state: State) -> Item:
    """How the fleets come to the table."""
    kind = deployment_type(state)
    first, later = (
        " ".join(_stage(name, stages[name]) for name in (CAPITALS, SQUADRONS)) for stages in (kind.first, kind.later)
    )
    name = kind.place.rpartition(" > ")[2]
    if kind.first == kind.later:
        return Item(name, first, kind.place)
    return Item(name, f"First turn: {first} Later turns: {later}", kind.place)


def _stage(name: str, stage: Stage) -> str:
    """Who comes in a part of the phase."""
    one = _KINDS[name]
    many = f"{stage.each} {one}{'s' if stage.each > 1 else ''} each" if stage.each else f"{one}s by turns"
    held = ", any of which may wait in reserve" if stage.hold else "" if stage.each else ", all of them"
    aboard = ""
    if name == SQUADRONS:
        aboard = ", none embarked" if not stage.aboard else ", aboard ships that come then" if stage.fresh else ""
    return f"{many[:1].upper()}{many[1:]}{held}{aboard}."


# --- ready ---
# What lies ready to be played: the scenarios and fleets of all shelves, less the files that are wrong.

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
        found = [flaw.refusal.reason for flaw in scenario_flaws(card, unit_cards())]
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
