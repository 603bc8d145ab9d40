"""Tests of upgrade cards: characters, fittings, and hardpoints (v1.2.4 Fleet > Characters, Hardpoints)."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from jovian.cards import (
    CardError,
    FleetEntry,
    ScenarioCard,
    Trait,
    UnitCard,
    left_out,
    parse_fleet,
    parse_scenario,
    parse_unit,
    parse_upgrade,
    unit_cards,
    upgrades,
)
from jovian.cards.files import BUILTIN_SHELF, Shelf, use_shelves
from tests.commands import run
from tests.rules.stage import SHIP, SQUADRON, gun
from tests.rules_api import fleet_violations, tally

SLOTS = [
    gun("Beam Projector", ac=2, as_=2),
    {"hardpoint": "I", "arcs": ["port", "starboard"], "count": 2}, {"hardpoint": "SPN", "arcs": ["spinal"]},
]  # fmt: skip
CAPTAIN = {"upgrade": "character", "name": "Captain", "tv": 2, "raises": {"skill": 1}}
BOATSWAIN = {"upgrade": "character", "name": "Boatswain", "tv": 1, "raises": {"marines": 2}, "traits": ["Repair:1"]}
FLAG = {"upgrade": "character", "name": "Flag", "tv": 4, "traits": ["Command"]}
ACE = {"upgrade": "squadron", "name": "Ace", "tv": 1, "traits": ["Ace"]}
LINE = {"type": "Kinetic Cannon", "ac": 2, "as": 2}
GUN = {"upgrade": "weapon", "name": "Gun I", "tv": 3, "slot": "I", "weapon": LINE}
BAY = {"type": "Drone Bay", "drones": 1, "stock": [1]}
LANCE = {**GUN, "name": "Beam SPN", "tv": 5, "slot": "SPN", "weapon": {"type": "Beam Projector", "ac": 4}}
KNOWN = {str(each["name"]): parse_upgrade(each, "test") for each in (CAPTAIN, BOATSWAIN, FLAG, ACE, GUN, LANCE)}


def ship(**fields: Any) -> UnitCard:
    """Return a frame with a gun, two hardpoints I, and one SPN."""
    data = {**SHIP, "name": "Frame", "marines": [2, 1], "traits": ["Repair:1", "Command"], "weapons": SLOTS, **fields}
    return parse_unit(data, "test")


CARDS = {card.key: card for card in (ship(), parse_unit({**SQUADRON, "faction": "CEGA", "name": "Wing"}, "test"))}


def entry(line: dict[str, Any], cards: dict[str, UnitCard] = CARDS) -> FleetEntry:
    """Return the only model of a fleet with this line."""
    data = {"name": "Raid", "faction": "CEGA", "size": 250, "units": [line]}
    return parse_fleet(data, "test", cards, KNOWN).entries[0]


def flown(line: dict[str, Any]) -> UnitCard:
    """Return the card of that model with its upgrades."""
    found = entry(line)
    return found.flown(CARDS[found.unit])


# --- Cards ---
def test_an_upgrade_says_what_it_brings() -> None:
    captain, gun_i = KNOWN["Captain"], KNOWN["Gun I"]
    assert (captain.tv, captain.kind, captain.carriers) == (2, "character", ("capital",))
    assert captain.raises == (("skill", 1),)
    assert captain.summary == "+1 Skill." and KNOWN["Flag"].summary.startswith("Command: Friends within")
    assert gun_i.slot == "I" and gun_i.weapon is not None and (gun_i.weapon.ac, gun_i.weapon.as_) == (2, 2)
    assert KNOWN["Ace"].carriers == ("exo-armor", "fighter")


def test_an_upgrade_survives_its_source() -> None:
    for upgrade in KNOWN.values():
        again = parse_upgrade(json.loads(json.dumps(upgrade.source)), "save")
        assert again == upgrade and hash(again) == hash(upgrade)


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        ({**CAPTAIN, "upgrade": "officer"}, "upgrade: must be 'character', 'squadron' or 'weapon', not 'officer'"),
        ({**CAPTAIN, "rank": 3}, "unknown key 'rank'"),
        ({**CAPTAIN, "raises": {"luck": 1}}, "unknown key 'raises luck'"),
        ({**CAPTAIN, "raises": {"skill": 9}}, "raises skill"),
        ({**CAPTAIN, "raises": {}}, "Captain: it has no effect: add 'traits' or 'raises'"),
        ({**CAPTAIN, "traits": ["Comand"]}, "unknown trait 'Comand'; did you mean 'Command'?"),
        ({**CAPTAIN, "traits": ["Q-Ship"]}, "an upgrade can't add Q-Ship"),
        ({**CAPTAIN, "carriers": ["drone"]}, "carriers 1: must be 'capital', 'exo-armor' or 'fighter', not 'drone'"),
        ({**CAPTAIN, "slot": "I"}, "Captain: only a weapon has the key 'slot'"),
        ({**GUN, "slot": "IV"}, "slot: must be 'I', 'II', 'III' or 'SPN', not 'IV'"),
        ({key: GUN[key] for key in GUN if key != "slot"}, "Gun I: a weapon needs the key 'slot'"),
        ({key: GUN[key] for key in GUN if key != "weapon"}, "Gun I: a weapon needs the key 'weapon'"),
        ({**GUN, "traits": ["Command"]}, "Gun I: a weapon has no 'traits'"),
        ({**GUN, "weapon": {"type": "Kinetic Cannon", "ac": "ST"}}, "its dice as numbers"),
        ({**GUN, "weapon": BAY}, "a Drone Bay doesn't fit into a hardpoint"),
        ({**GUN, "weapon": {"type": "Kinetic Cannon"}}, "needs an AC or an AS above 0"),
        ([], "must be a mapping"),
    ],
)
def test_a_wrong_upgrade_is_refused_in_one_line(data: Any, cause: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_upgrade(data, "up.yaml")
    assert str(caught.value).startswith("up.yaml: ") and cause in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "cause"),
    [
        ({"weapons": [{"hardpoint": "I", "arcs": ["spinal"]}]}, "hardpoint I: the arc spinal is for SPN alone"),
        ({"weapons": [{"hardpoint": "SPN", "arcs": ["fore"]}]}, "hardpoint SPN: the arc spinal is for SPN alone"),
        ({"weapons": [{"hardpoint": "IV", "arcs": ["fore"]}]}, "weapons 1 hardpoint: must be 'I', 'II', 'III'"),
        ({"weapons": [{"hardpoint": "I"}]}, "missing key 'weapons 1 arcs'"),
        ({"weapons": [{"hardpoint": "I", "arcs": ["fore"], "ac": 3}]}, "unknown key 'weapons 1 ac'"),
        ({"weapons": [{"arcs": ["fore"], "ac": 3}]}, "missing key 'weapons 1 type'"),
        ({"counterpart": "cega/uller"}, "only a Q-Ship has a counterpart"),
        ({"traits": ["Q-Ship"], "weapons": SLOTS[:1]}, "a Q-Ship needs a hardpoint"),
    ],
)
def test_a_wrong_hardpoint_is_refused(fields: dict[str, Any], cause: str) -> None:
    with pytest.raises(CardError) as caught:
        ship(**fields)
    assert cause in str(caught.value)


# --- Upgraded units ---
def test_a_card_without_upgrades_is_the_card() -> None:
    assert flown({"unit": "cega/frame"}) is CARDS["cega/frame"]
    assert [mount.id for mount in CARDS["cega/frame"].mounts] == ["a1"]


def test_characters_add_to_the_card() -> None:
    plain, card = CARDS["cega/frame"], flown({"unit": "cega/frame", "upgrades": ["Captain", "Boatswain"]})
    assert (card.tv, card.skill, card.key) == (plain.tv + 3, plain.skill + 1, plain.key)
    assert card.tracks["marines"] == (4, 3, 2, 1) and isinstance(card.tracks, MappingProxyType)
    assert card.level("Repair") == 2 and card.traits == (Trait("Repair", 2), Trait("Command"))
    assert [(each.name, each.tv) for each in card.upgrades] == [("Captain", 2), ("Boatswain", 1)]


def test_a_hardpoint_line_is_filled_as_a_whole() -> None:
    """v1.2.4 Fleet > Hardpoints: one type per line, every instance of it is bought, and lines can stay empty."""
    card = flown({"unit": "cega/frame", "hardpoints": {"b": "Gun I"}})
    assert [(mount.id, mount.weapon.name) for mount in card.mounts] == [
        ("a1", "Beam Projector"), ("b1", "Gun I"), ("b2", "Gun I"),
    ]  # fmt: skip
    assert card.tv == CARDS["cega/frame"].tv + 2 * 3
    assert card.mounts[1].weapon.arcs == ("port", "starboard") and card.mounts[1].weapon.type == "Kinetic Cannon"
    both = flown({"unit": "cega/frame", "hardpoints": {"c": "Beam SPN", "b": "Gun I"}})
    assert [mount.id for mount in both.mounts] == ["a1", "b1", "b2", "c1"] and both.mounts[3].weapon.spinal


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ({"upgrades": ["Captin"]}, "no upgrade is called 'Captin'; did you mean 'Captain'?"),
        ({"upgrades": ["Captain", "Captain"]}, "upgrade Captain is listed twice"),
        ({"upgrades": ["Flag"]}, "Flag adds Command, which the unit already has"),
        ({"upgrades": ["Ace"]}, "Ace is for exo-armor or fighter"),
        ({"upgrades": ["Gun I"]}, "Gun I is a weapon, which stands under 'hardpoints'"),
        ({"upgrades": "Captain"}, "units 1 upgrades: must be a list"),
        ({"hardpoints": {"c": "Gun I"}}, "Gun I does not go into a hardpoint SPN"),
        ({"hardpoints": {"b": "Captain"}}, "Captain does not go into a hardpoint I"),
        ({"hardpoints": {"b": "Gun 1"}}, "no upgrade is called 'Gun 1'; did you mean 'Gun I'?"),
        ({"hardpoints": {"a": "Gun I"}}, "its weapon line 'a' is no hardpoint; they are b, c"),
        ({"hardpoints": ["Gun I"]}, "units 1 hardpoints: must be a mapping"),
        ({"upgrade": ["Captain"]}, "unknown key 'units 1 upgrade'; did you mean 'upgrades'?"),
    ],
)
def test_a_wrong_line_is_refused(line: dict[str, Any], cause: str) -> None:
    with pytest.raises(CardError) as caught:
        entry({"unit": "cega/frame", **line})
    assert cause in str(caught.value)


def placed(*lines: dict[str, Any]) -> ScenarioCard:
    """Return a scenario that places these models."""
    objectives = [{"kind": "most_victory_points", "points": 10}]
    data = {"name": "Raid", "summary": "Placed.", "objectives": objectives, "models": list(lines)}
    return parse_scenario(data, "test", CARDS, "raid", KNOWN)


FRAME = {"id": "one", "card": "cega/frame", "side": 0, "x": 20, "y": 20}


def test_a_placed_model_has_what_one_of_a_fleet_may_have() -> None:
    line = {"upgrades": ["Captain", "Boatswain"], "hardpoints": {"b": "Gun I"}}
    (model,) = placed({**FRAME, **line}).models
    assert model.flown(CARDS["cega/frame"]) == flown({"unit": "cega/frame", **line})
    assert model.flown(CARDS["cega/frame"]) is not CARDS["cega/frame"]
    assert set(placed({**FRAME, **line}).upgrades) == {"Captain", "Boatswain", "Gun I"}
    assert placed(FRAME).upgrades == {}


def test_what_is_damaged_may_have_come_with_an_upgrade() -> None:
    """Marines 4 by the boatswain, and a gun in a filled hardpoint."""
    laden = {**FRAME, "upgrades": ["Boatswain"], "hardpoints": {"b": "Gun I"}}
    (model,) = placed({**laden, "ratings": {"marines": 4}, "damaged": ["b2"]}).models
    assert (dict(model.ratings), model.damaged) == ({"marines": 4}, ("b2",))
    for line, cause in (
        ({**FRAME, "ratings": {"marines": 4}}, "model one: Frame has no marines box 4"),
        ({**laden, "damaged": ["c1"]}, "model one: Frame has no 'c1'"),
    ):
        with pytest.raises(CardError, match=cause):
            placed(line)


def test_an_ace_among_placed_squadrons_makes_three() -> None:
    """v1.2.4 Traits > Formation: the trait counts whichever squadron brings it."""
    wing = parse_unit({**SQUADRON, "faction": "CEGA", "name": "Wing", "traits": ["Formation"]}, "test")
    lines = [{"id": f"w{n}", "card": "cega/wing", "side": 0, "x": 20 + n, "y": 20} for n in range(3)]
    lines[1]["formation"] = lines[2]["formation"] = "w0"
    data = {"name": "Three", "summary": "Placed.", "objectives": [{"kind": "most_victory_points", "points": 1}]}
    with pytest.raises(CardError, match="a formation of 3 is too large"):
        parse_scenario({**data, "models": lines}, "test", {"cega/wing": wing}, "three", KNOWN)
    lines[0]["upgrades"] = ["Ace"]
    assert len(parse_scenario({**data, "models": lines}, "test", {"cega/wing": wing}, "three", KNOWN).models) == 3


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ({"upgrades": ["Captin"]}, "model one: no upgrade is called 'Captin'; did you mean 'Captain'?"),
        ({"upgrades": ["Ace"]}, "model one: Ace is for exo-armor or fighter"),
        ({"hardpoints": {"a": "Gun I"}}, "model one: its weapon line 'a' is no hardpoint; they are b, c"),
        ({"hardpoints": ["Gun I"]}, "models 1 hardpoints: must be a mapping"),
    ],
)
def test_a_placed_model_is_refused_what_it_may_not_have(line: dict[str, Any], cause: str) -> None:
    with pytest.raises(CardError) as caught:
        placed({**FRAME, **line})
    assert cause in str(caught.value) and len(str(caught.value).splitlines()) == 1


def test_the_line_of_a_wrong_upgrade_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, fitting = tmp_path / "raid.yaml", tmp_path / "steward.yaml"
    fitting.write_text("upgrade: character\nname: Steward\ntv: 1\nraises: {skill: 1}\n", encoding="utf-8")
    text = "name: Raid\nsummary: Placed.\nobjectives: [{kind: most_victory_points, points: 10}]\nmodels:\n"
    text += "  - {card: cega/uller, side: 1, x: 30, y: 30}\n  - card: cega/uller\n    side: 0\n    x: 20\n    y: 20\n"
    file.write_text(text + "    upgrades:\n      - Steward\n", encoding="utf-8")
    assert run(capsys, "check", str(file), str(fitting))[0] == 0
    status, _, errors = run(capsys, "check", str(file))
    assert status == 2 and errors.startswith(f"{file}:11: model uller-2: no upgrade is called 'Steward'")


def test_a_squadron_takes_what_is_for_squadrons() -> None:
    card = flown({"unit": "cega/wing", "upgrades": ["Ace"]})
    assert card.trait("Ace") and card.tv == CARDS["cega/wing"].tv + 1
    with pytest.raises(CardError, match="Captain is for capital"):
        entry({"unit": "cega/wing", "upgrades": ["Captain"]})


# --- Costs of fleets ---
def test_upgrades_count_in_the_fleet_and_in_the_quarter() -> None:
    """v1.2.4 Fleet > Point Restrictions, R79."""
    units = [
        {"unit": "cega/frame", "upgrades": ["Captain"], "hardpoints": {"b": "Gun I"}},
        {"unit": "cega/wing", "upgrades": ["Ace"], "count": 2},
    ]  # fmt: skip
    fleet = parse_fleet({"name": "Raid", "faction": "CEGA", "size": 60, "units": units}, "test", CARDS, KNOWN)
    spent = tally(fleet, CARDS)
    assert (spent.capitals, spent.squadrons, spent.static, spent.secret) == (40, 20, 2 + 6 + 2, 0)
    assert spent.total == 70 and [each.reason for each in fleet_violations(fleet, CARDS)] == [
        "costs 70 TV, 60 are allowed"
    ]
    tight = parse_fleet({**fleet.source, "size": 39}, "test", CARDS, KNOWN)
    assert "10 TV in upgrades and static defenses, at most a quarter of 39 is allowed" in [
        each.reason for each in fleet_violations(tight, CARDS)
    ]


def test_a_q_ship_shares_the_unit_cap_of_its_counterpart() -> None:
    """Older rules editions, Traits > Q-Ship: the cap applies to the sum of both."""
    raider = ship(name="Raider", traits=["Q-Ship"], counterpart="cega/frame", unit_cap=4)
    cards = {**CARDS, raider.key: raider}
    units = [{"unit": "cega/frame", "count": 3}, {"unit": "cega/raider", "count": 2}]
    fleet = parse_fleet({"name": "Raid", "faction": "CEGA", "size": 250, "units": units}, "test", cards, KNOWN)
    assert fleet_violations(fleet, cards)[-1].reason == "5 Frame and Raider, its Unit Cap allows 4"


# --- Files ---
def test_check_knows_upgrades_and_fleets_know_those_given_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "steward.yaml", tmp_path / "cook.yaml"
    good.write_text("upgrade: character\nname: Steward\ntv: 1\nraises: {skill: 1}\n", encoding="utf-8")
    bad.write_text("upgrade: character\nname: Cook\ntv: 1\nraises: {cooking: 1, skill: 1}\n", encoding="utf-8")
    assert run(capsys, "check", str(good)) == (0, f"{good}: upgrade, Steward, character, 1 TV\n", "")
    assert run(capsys, "check", str(bad)) == (2, "", f"{bad}:4: unknown key 'raises cooking'\n")
    fleet = tmp_path / "fleet.yaml"
    units = "units:\n  - {unit: cega/uller, count: 3, upgrades: [Steward]}\n  - {unit: cega/fury, count: 5}\n"
    units += "  - {unit: cega/wyvern, count: 4}\n"
    fleet.write_text(f"name: Galley\nfaction: CEGA\nsize: 250\n{units}", encoding="utf-8")
    status, out, err = run(capsys, "check", str(fleet), str(good))
    assert (status, err) == (0, "") and "Galley, 227 of 250 TV" in out
    status, out, err = run(capsys, "check", str(fleet))
    assert status == 2 and err.startswith(f"{fleet}:5: cega/uller: no upgrade is called 'Steward'")


def test_of_two_files_of_one_name_the_second_is_left_out(tmp_path: Path) -> None:
    shelf = Shelf.at(tmp_path)
    shelf.upgrades.mkdir()
    for name, tv in (("a", 1), ("b", 2)):
        text = f"upgrade: character\nname: Cook\ntv: {tv}\nraises: {{skill: 1}}\n"
        (shelf.upgrades / f"{name}.yaml").write_text(text, encoding="utf-8")
    (shelf.upgrades / "c.yaml").write_text("upgrade: character\n", encoding="utf-8")
    with use_shelves(BUILTIN_SHELF, shelf):
        assert upgrades()["Cook"].tv == 1 and "Captain" in upgrades()
        faults = [str(fault) for fault in left_out()]
    assert [each.split(": ", 1)[1].split(" (")[0] for each in faults] == [
        "another file already holds Cook", "missing key 'name'",
    ]  # fmt: skip


def test_the_projects_own_upgrades_are_read() -> None:
    with use_shelves(BUILTIN_SHELF):
        assert {"Captain", "Commodore", "Ace Pilot", "Chief Engineer", "Marine Commander"} <= set(upgrades())
        assert {each.slot for each in upgrades().values()} == {"", "I", "II", "III", "SPN"}
        assert sum(1 for card in unit_cards().values() if card.slots) >= 4
    assert upgrades() == {}
