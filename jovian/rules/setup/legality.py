"""Can a game be played as it is set up? Its fleets: points, shares and Unit Caps (v1.2.4 Fleet; R4, R9). Its models."""

from __future__ import annotations

from collections.abc import Mapping

from jovian.cards import FleetList, ScenarioCard, UnitCard
from jovian.frozen import frozen
from jovian.game import Refusal
from jovian.rules.setup.edition import build_rulebook, option_faults
from jovian.rules.setup.setup import Setup, begin
from jovian.rules.setup.start_positions import Flaw, apart, flaws

POINTS = "v1.2.4 Fleet > Point Restrictions"
CAP = "v1.2.4 Fleet > Unit Cap"
SHARE = 4
"""The least share of squadrons and of capital ships, and the greatest of static defenses: one part in so many."""
PREPARING = "v1.2.4 Sequence > Pre-Game Setup"
CAP_STEP = 250
"""TV for each of which, once started, a fleet may hold a unit as often as its Unit Cap says (R4)."""


@frozen
class Tally:
    """What a fleet spends, in TV."""

    total: int
    squadrons: int
    capitals: int
    static: int
    """Models that cannot move, static defenses, and upgrades such as cargo."""
    secret: int = 0
    """Of the total, weapons that the other side knows nothing of when the game begins."""


def tally(fleet: FleetList, cards: Mapping[str, UnitCard]) -> Tally:
    """What a fleet spends, and on what."""
    units, book = [cards[entry.unit] for entry in fleet.entries], build_rulebook()
    upgrades = sum(entry.upgrade_tv for entry in fleet.entries)
    squadrons = sum(card.tv for card in units if card.kind == "squadron")
    capitals = sum(card.tv for card in units if card.kind == "capital")
    static = sum(card.tv for card in units if any(effect.moored() for effect in book.of_traits(card.traits)))
    whole = [entry.flown(card) for entry, card in zip(fleet.entries, units, strict=True)]
    secret = sum(card.tv - card.cover.tv for card in whole if card.cover is not None)
    return Tally(squadrons + capitals + upgrades, squadrons, capitals, static + upgrades, secret)


def unit_limit(card: UnitCard, size: int) -> int:
    """How many of a unit a fleet of that size may hold: its Unit Cap for every started 250 TV."""
    return card.unit_cap * -(-size // CAP_STEP)


def fleet_violations(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[Refusal]:
    """Everything that is against the rules of fleet construction, in the book's order; [] for a legal fleet."""
    return [*_strangers(fleet, cards), *_points(fleet, tally(fleet, cards)), *_caps(fleet, cards)]


def _strangers(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[Refusal]:
    found = dict.fromkeys(entry.unit for entry in fleet.entries if cards[entry.unit].faction != fleet.faction)
    return [Refusal(f"{key} is {cards[key].faction}, the fleet is {fleet.faction}", "v1.2.4 Fleet") for key in found]


def _points(fleet: FleetList, spent: Tally) -> list[Refusal]:
    found = []
    if spent.total > fleet.size:
        found.append(Refusal(f"costs {spent.total} TV, {fleet.size} are allowed", POINTS))
    for what, points in (("squadrons", spent.squadrons), ("capital ships", spent.capitals)):
        if points * SHARE < fleet.size:
            found.append(Refusal(f"only {points} TV in {what}, a quarter of {fleet.size} is needed", POINTS))
    if spent.static * SHARE > fleet.size:
        reason = f"{spent.static} TV in upgrades and static defenses, at most a quarter of {fleet.size} may be"
        found.append(Refusal(reason, POINTS))
    return found


def _caps(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[Refusal]:
    """Too many of a unit; a Q-Ship and its civilian counterpart are one unit here (older texts, Traits > Q-Ship)."""
    taken: dict[str, list[UnitCard]] = {}
    for card in (cards[entry.unit] for entry in fleet.entries):
        taken.setdefault(card.counterpart or card.key, []).append(card)
    found = []
    for units in taken.values():
        limit = min(unit_limit(card, fleet.size) for card in units)
        if len(units) > limit:
            names = " and ".join(dict.fromkeys(card.name for card in units))
            found.append(Refusal(f"{len(units)} {names}, its Unit Cap allows {limit}", CAP))
    return found


def scenario_flaws(scenario: ScenarioCard, cards: Mapping[str, UnitCard]) -> list[Flaw]:
    """Everything that keeps a scenario from being played with the models and stations that it places as they stand."""
    placed = scenario.models or any(piece.station is not None for piece in scenario.terrain)
    if not placed:
        return []
    state = begin(Setup(scenario, (), cards))
    return [*flaws(state), *apart(state, scenario)]


def unplayable(setup: Setup) -> list[Refusal]:
    """Everything that keeps a game from being played as it is set up; [] if it can be.

    The one answer for all who start a game: `check` and the other commands, the window, a save that is loaded.
    """
    found = [flaw.refusal for flaw in scenario_flaws(setup.scenario, setup.cards)]
    wanted = 0 if setup.scenario.models else 2
    if len(setup.fleets) != wanted:
        said = "places its own models and takes no fleets" if setup.scenario.models else "needs two fleets"
        found.append(Refusal(f"{setup.scenario.name} {said}", PREPARING))
    found += [Refusal(fault, PREPARING) for fault in option_faults(setup.options)]
    return found + [breach for fleet in setup.fleets for breach in fleet_violations(fleet, setup.cards)]
