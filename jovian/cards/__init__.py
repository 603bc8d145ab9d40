"""Unit, weapon, trait, upgrade, fleet and scenario cards: what is printed, checked once, then only read.

Cards are frozen values built by strict schemas from safe YAML, which lives in this layer alone. Whatever is
wrong with a file is a `CardError` of one line: `file:line: cause`.
"""

from jovian.cards.files import CardError
from jovian.cards.fleet import (
    TRACKS,
    Base,
    FleetEntry,
    FleetList,
    Loaded,
    Mount,
    Slot,
    Trait,
    UnitCard,
    UpgradeCard,
    WeaponCard,
    with_upgrades,
)
from jovian.cards.load import (
    fleet_names,
    left_out,
    load_fleet,
    load_scenario,
    load_unit,
    load_units,
    load_upgrade,
    parse_contents,
    parse_fleet,
    parse_scenario,
    parse_unit,
    parse_upgrade,
    scenario_names,
    unit_cards,
    upgrades,
)
from jovian.cards.scenario import PieceCard, Placement, ScenarioCard, StationCard, TerrainCard, ZoneCard, formations

__all__ = [
    "TRACKS",
    "Base",
    "CardError",
    "FleetEntry",
    "FleetList",
    "Loaded",
    "Mount",
    "PieceCard",
    "Placement",
    "ScenarioCard",
    "Slot",
    "StationCard",
    "TerrainCard",
    "Trait",
    "UnitCard",
    "UpgradeCard",
    "WeaponCard",
    "ZoneCard",
    "fleet_names",
    "formations",
    "left_out",
    "load_fleet",
    "load_scenario",
    "load_unit",
    "load_units",
    "load_upgrade",
    "parse_contents",
    "parse_fleet",
    "parse_scenario",
    "parse_unit",
    "parse_upgrade",
    "scenario_names",
    "unit_cards",
    "upgrades",
    "with_upgrades",
]
