"""Unit, weapon, trait, upgrade, fleet and scenario cards: what is printed, checked once, then only read.

Cards are frozen values built by strict schemas from safe YAML, which lives in this layer alone. Whatever is
wrong with a file is a `CardError` of one line: `file:line: cause`.
"""

from jovian.cards.error import CardError
from jovian.cards.load import (
    fleet_names,
    left_out,
    library,
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
    upgrades,
)
from jovian.cards.schemas.scenarios.company import formations
from jovian.cards.values.card import TRACKS, Base, Mount, Slot, Trait, UnitCard, WeaponCard
from jovian.cards.values.fitting import fitted
from jovian.cards.values.fleet import FleetEntry, FleetList
from jovian.cards.values.piece import PieceCard
from jovian.cards.values.scenario import Placement, ScenarioCard, StationCard, TerrainCard, ZoneCard
from jovian.cards.values.upgrade import Loaded, UpgradeCard

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
    "fitted",
    "fleet_names",
    "formations",
    "left_out",
    "library",
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
    "upgrades",
]
