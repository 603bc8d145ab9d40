"""Tests that the JSON schemas of card files accept and refuse the same values as the program."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from jovian.cards import (
    CardError,
    load_fleet,
    parse_fleet,
    parse_scenario,
    parse_unit,
    parse_upgrade,
    unit_cards,
    upgrades,
)
from jovian.cards.files import BUILTIN_SHELF, ROOT, files_in, use_shelves
from jovian.cards.fleet import EntryLine, FleetFile, UpgradeCard
from jovian.cards.fleet_builder import Capital, Squadron
from jovian.cards.keys import keys_of
from jovian.cards.parsing import read_document
from jovian.cards.scenario import (
    PIECES,
    Placement,
    ScenarioCard,
    TerrainCard,
    ZoneCard,
)
from jovian.editing.card_forms import CARD_HELP
from jovian.editing.forms import HELP, LISTS
from jovian.fleets.draft import draft_of
from jovian.fleets.formats import format_json
from jovian.fleets.status import Library
from tools.schemas import PAGE, SCHEMAS, page, path_of, text

FOLDERS = {
    "scenario": BUILTIN_SHELF.scenarios, "unit": BUILTIN_SHELF.units, "upgrade": BUILTIN_SHELF.upgrades,
    "fleet": BUILTIN_SHELF.fleets,
}  # fmt: skip
VALIDATORS = {name: Draft202012Validator(SCHEMAS[name]()) for name in (*FOLDERS, "fleet-list")}
READERS = {"scenario": parse_scenario, "unit": parse_unit, "upgrade": parse_upgrade, "fleet": parse_fleet}
SHIP, SQUADRON = "units/cega/uller", "units/cega/wyvern"


def data_of(file: str) -> dict[str, Any]:
    """Return the data of a file of the game."""
    top = ROOT if file.startswith("scenarios/") else ROOT / "assets"
    data = read_document(top / f"{file}.yaml").data
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_files_are_up_to_date(name: str) -> None:
    """If they aren't, run `python -m tools.schemas`."""
    assert path_of(name).read_text(encoding="utf-8") == text(SCHEMAS[name]())
    assert PAGE.read_text(encoding="utf-8") == page()
    Draft202012Validator.check_schema(SCHEMAS[name]())


def test_every_key_has_a_sentence_for_the_editor() -> None:
    """The help texts are tooltips of the editors and descriptions in the schemas."""
    pieces = [kind for kinds in PIECES for kind in kinds.values()]
    schemas = (ScenarioCard, Placement, TerrainCard, ZoneCard, *pieces)
    rooms = ("objectives", "special_rules", "terrain")
    described = {key for key in HELP if "." not in key} | set(LISTS) | {"terrain", "models", "table"}
    described |= {key.partition(".")[2] for key in HELP if key.partition(".")[0] in rooms}
    assert sorted({key for each in schemas for key in keys_of(each)} - described) == []
    cards = (Capital, Squadron, UpgradeCard, FleetFile, EntryLine)
    assert sorted({key for each in cards for key in keys_of(each)} - set(CARD_HELP)) == []


@pytest.mark.parametrize("name", FOLDERS)
def test_the_files_of_the_game_are_as_it_says(name: str) -> None:
    paths = files_in(FOLDERS[name])
    assert len(paths) > 10
    for path in paths:
        assert [error.message for error in VALIDATORS[name].iter_errors(read_document(path).data)] == [], path


def test_a_fleet_shared_as_json_is_as_it_says() -> None:
    with use_shelves(BUILTIN_SHELF):
        library = Library(unit_cards(), upgrades())
        for path in files_in(BUILTIN_SHELF.fleets):
            shared = json.loads(format_json(draft_of(load_fleet(path)), library))
            assert [error.message for error in VALIDATORS["fleet-list"].iter_errors(shared)] == []
            assert not VALIDATORS["fleet-list"].is_valid({**shared, "version": 99})


BAD_WEAPON = {"type": "Beam Projector", "arcs": ["turret"], "ac": 2}


@pytest.mark.parametrize(
    ("name", "file", "wrong"),
    [
        ("scenario", "scenarios/introductory", {"turnz": 3}),
        ("scenario", "scenarios/introductory", {"turns": "seven"}),
        ("scenario", "scenarios/introductory", {"objectives": []}),
        ("scenario", "scenarios/introductory", {"special_rules": ["no-such-rule"]}),
        ("scenario", "scenarios/introductory", {"terrain": [{"kind": "black-hole", "x": 1, "y": 1}]}),
        ("scenario", "scenarios/introductory", {"models": [{"card": "cega/uller"}]}),
        ("unit", SHIP, {"kind": "starship"}), ("unit", SHIP, {"speeed": 3}), ("unit", SHIP, {"tv": "thirty"}),
        ("unit", SHIP, {"faction": "Martian"}), ("unit", SHIP, {"traits": ["ECM"]}),
        ("unit", SHIP, {"traits": ["CAP:1"]}), ("unit", SHIP, {"structure": []}), ("unit", SHIP, {"fuel": [2, 1]}),
        ("unit", SHIP, {"role": "yacht"}), ("unit", SHIP, {"about": "x" * 241}), ("unit", SHIP, {"name": ""}),
        ("unit", SHIP, {"weapons": [{**BAD_WEAPON, "arcs": ["above"]}]}),
        ("unit", SHIP, {"weapons": [{**BAD_WEAPON, "traits": ["Swift"]}]}),
        ("unit", SHIP, {"weapons": [{**BAD_WEAPON, "ac": 21}]}), ("unit", SHIP, {"armor": 2}),
        ("unit", SQUADRON, {"armor": {"fore": 1}}), ("unit", SQUADRON, {"squadron_type": "tank"}),
        ("unit", SQUADRON, {"turns": 2}), ("unit", SQUADRON, {"sensors": [2, 1]}),
        ("upgrade", "upgrades/captain", {"upgrade": "pet"}), ("upgrade", "upgrades/captain", {"carriers": ["drone"]}),
        ("upgrade", "upgrades/captain", {"raises": {"armor": 1}}), ("upgrade", "upgrades/captain", {"tv": 101}),
        ("upgrade", "upgrades/beam-projector-i", {"slot": "IV"}),
        ("fleet", "fleets/cega-150", {"size": 0}), ("fleet", "fleets/cega-150", {"faction": "Common"}),
        ("fleet", "fleets/cega-150", {"units": []}), ("fleet", "fleets/cega-150", {"units": [{"name": "Anvil"}]}),
        ("fleet", "fleets/cega-150", {"units": [{"unit": "Fury"}]}),
        ("fleet", "fleets/cega-150", {"units": [{"unit": "cega/hotei", "cargo": ["Water"]}]}),
        ("fleet", "fleets/cega-150", {"units": [{"unit": "cega/fury", "count": 0}]}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_by_both(name: str, file: str, wrong: dict[str, Any]) -> None:
    data = data_of(file)
    assert VALIDATORS[name].is_valid(data)
    assert not VALIDATORS[name].is_valid({**data, **wrong})
    with use_shelves(BUILTIN_SHELF), pytest.raises(CardError):
        READERS[name]({**data, **wrong}, "file")  # type: ignore[operator]


def test_a_card_whose_kind_is_missing_is_refused() -> None:
    data = data_of(SHIP)
    del data["kind"]
    assert not VALIDATORS["unit"].is_valid(data)


def test_every_trait_of_the_game_can_be_completed() -> None:
    """Editors offer the listed texts. Numbers above them are also right."""
    traits = SCHEMAS["unit"]()["$defs"]["Capital"]["properties"]["traits"]["items"]["anyOf"][0]["enum"]
    assert {"CAP", "ECM:2", "Stealth", "Stealth:1"} <= set(traits)
    data = data_of(SHIP)
    assert VALIDATORS["unit"].is_valid({**data, "traits": ["ECM:12"]})
