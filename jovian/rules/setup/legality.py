"""Whether a game can be played as it is set up: its fleets, its models, and its options.

Fleets obey points, shares, and Unit Caps (v1.2.4 Fleet; R4, R9). `find_setup_problems` checks everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from jovian.cards import FleetList, ScenarioCard, UnitCard
from jovian.frozen import frozen
from jovian.game import Refusal
from jovian.rules.setup.edition import build_rulebook, option_faults
from jovian.rules.setup.setup import Setup, begin
from jovian.rules.setup.start_positions import Flaw, contact_flaws, position_flaws
from jovian.rules.traits.model_traits import Static

POINTS = "v1.2.4 Fleet > Point Restrictions"
CAP = "v1.2.4 Fleet > Unit Cap"
SHARE = 4
"""One part in 4: the minimum of squadrons and of capital ships, and the maximum of static defenses."""
PREPARING = "v1.2.4 Sequence > Pre-Game Setup"
CAP_STEP = 250
"""A fleet may hold the Unit Cap of a unit for each started 250 TV (R4)."""


@frozen
class FleetCost:
    """The TV that a fleet spends."""

    total: int
    squadrons: int
    capitals: int
    static: int
    """Models that can't move, static defenses, and upgrades such as cargo."""
    secret: int = 0
    """The part of the total for hidden weapons that the other side doesn't know when the game begins."""


def tally(fleet: FleetList, cards: Mapping[str, UnitCard]) -> FleetCost:
    """Return what a fleet spends, by kind."""
    units, book = [cards[entry.unit] for entry in fleet.entries], build_rulebook()
    upgrades = sum(entry.upgrade_tv for entry in fleet.entries)
    squadrons = sum(card.tv for card in units if card.kind == "squadron")
    capitals = sum(card.tv for card in units if card.kind == "capital")
    static = sum(card.tv for card in units if any(isinstance(effect, Static) for effect in book.of_traits(card.traits)))
    complete_cards = [entry.flown(card) for entry, card in zip(fleet.entries, units, strict=True)]
    secret = sum(card.tv - card.cover.tv for card in complete_cards if card.cover is not None)
    return FleetCost(squadrons + capitals + upgrades, squadrons, capitals, static + upgrades, secret)


def unit_limit(card: UnitCard, size: int) -> int:
    """Return the maximum number of a unit in a fleet of that size."""
    return card.unit_cap * -(-size // CAP_STEP)


@frozen
class Requirement:
    """One rule of fleet construction, applied to a fleet."""

    name: str
    """`Faction`, `Points`, `Squadrons`, `Capital ships`, `Upgrades and static defenses`, or `Unit Cap`."""
    value: int
    """What the fleet has: units of another faction, TV, or units of a card."""
    most: int | None
    """The largest legal value, or None."""
    least: int
    """The smallest legal value. Shares of the size aren't rounded, so this is the next whole TV."""
    violation: Refusal
    """What to say if the fleet breaks the rule."""
    units: tuple[str, ...] = ()
    """The keys of the unit cards that it is about: those of another faction, or those that share a Unit Cap."""

    @property
    def is_kept(self) -> bool:
        return self.value >= self.least and (self.most is None or self.value <= self.most)


def fleet_requirements(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[Requirement]:
    """Return all rules of fleet construction in the order of the rulebook, applied to a fleet."""
    return [
        *_faction_requirements(fleet, cards),
        *_point_requirements(fleet, tally(fleet, cards)),
        *_cap_requirements(fleet, cards),
    ]


def fleet_violations(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[Refusal]:
    """Return all violations of the rules of fleet construction in the order of the rulebook, [] for a legal fleet."""
    return [each.violation for each in fleet_requirements(fleet, cards) if not each.is_kept]


def _faction_requirements(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[Requirement]:
    """Return a broken rule for each unit of another faction."""
    strangers = Counter(entry.unit for entry in fleet.entries if cards[entry.unit].faction != fleet.faction)
    return [
        Requirement(
            "Faction", number, 0, 0,
            Refusal(f"{key} is {cards[key].faction}, the fleet is {fleet.faction}", "v1.2.4 Fleet"), (key,),
        )
        for key, number in strangers.items()
    ]  # fmt: skip


def _point_requirements(fleet: FleetList, spent: FleetCost) -> list[Requirement]:
    size = fleet.size
    quarter = -(-size // SHARE)
    return [
        Requirement("Points", spent.total, size, 0, Refusal(f"costs {spent.total} TV, {size} are allowed", POINTS)),
        *(
            Requirement(
                name, points, None, quarter,
                Refusal(f"only {points} TV in {name.lower()}, a quarter of {size} is needed", POINTS),
            )
            for name, points in (("Squadrons", spent.squadrons), ("Capital ships", spent.capitals))
        ),
        Requirement(
            "Upgrades and static defenses", spent.static, size // SHARE, 0,
            Refusal(
                f"{spent.static} TV in upgrades and static defenses, at most a quarter of {size} is allowed", POINTS
            ),
        ),
    ]  # fmt: skip


def _cap_requirements(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[Requirement]:
    """Return the Unit Cap of each unit. A Q-Ship counts with its counterpart (older editions, Traits > Q-Ship)."""
    units_by_key: dict[str, list[UnitCard]] = {}
    for card in (cards[entry.unit] for entry in fleet.entries):
        units_by_key.setdefault(card.counterpart or card.key, []).append(card)
    requirements = []
    for units in units_by_key.values():
        limit = min(unit_limit(card, fleet.size) for card in units)
        names_by_key = {card.key: card.name for card in units}
        names = " and ".join(names_by_key.values())
        violation = Refusal(f"{len(units)} {names}, its Unit Cap allows {limit}", CAP)
        requirements.append(Requirement("Unit Cap", len(units), limit, 0, violation, tuple(names_by_key)))
    return requirements


def scenario_flaws(scenario: ScenarioCard, cards: Mapping[str, UnitCard]) -> list[Flaw]:
    """Return what makes it impossible to play a scenario with the models and stations where it places them."""
    has_models = scenario.models or any(piece.station is not None for piece in scenario.terrain)
    if not has_models:
        return []
    state = begin(Setup(scenario, (), cards))
    return [*position_flaws(state), *contact_flaws(state, scenario)]


def find_setup_problems(setup: Setup) -> list[Refusal]:
    """Return everything that makes it impossible to play a game as it is set up, or [].

    All who start a game use this: the commands, the window, and the loading of saves.
    """
    problems = [flaw.refusal for flaw in scenario_flaws(setup.scenario, setup.cards)]
    fleet_count = 0 if setup.scenario.models else 2
    if len(setup.fleets) != fleet_count:
        reason = "places its own models and takes no fleets" if setup.scenario.models else "needs two fleets"
        problems.append(Refusal(f"{setup.scenario.name} {reason}", PREPARING))
    problems += [Refusal(fault, PREPARING) for fault in option_faults(setup.options)]
    return problems + [violation for fleet in setup.fleets for violation in fleet_violations(fleet, setup.cards)]
