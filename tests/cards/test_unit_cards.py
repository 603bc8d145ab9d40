"""Tests that unit cards are immutable, and that the game's own match the rulebook's examples."""

from __future__ import annotations

import json

import pytest

from jovian.cards import fleet_names, load_fleet, load_units, parse_unit, unit_cards, with_upgrades
from jovian.cards.building import parse_text
from jovian.cards.cache import pack, unpack
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.cards.names import FACTION_DOCTRINES, FACTIONS
from jovian.cards.writing import format_document

OWN = load_units(BUILTIN_SHELF.units)
"""The game's own cards. They match the rulebook's examples however they are balanced."""
EXAMPLES = (
    "cega/appalachian", "cega/fury", "cega/tengu", "cega/uller", "cega/wyvern",
    "jovian/alexander", "jovian/godsfire", "jovian/javelin", "jovian/pathfinder", "jovian/valiant",
    "venusian/ryu", "venusian/shan-yu", "venusian/syreen",
)  # fmt: skip


def gun(key: str, kind: str) -> tuple[int | None, int | None, int]:
    """Return AC, AS, and macro of the first weapon with this name on a card."""
    weapon_line = next(weapon for weapon in OWN[key].weapons if weapon.name == kind)
    return weapon_line.ac, weapon_line.as_, weapon_line.macro


@pytest.mark.parametrize("key", EXAMPLES)
def test_every_unit_of_the_examples_exists(key: str) -> None:
    assert key in OWN


def test_mounts_are_numbered_by_line_and_instance() -> None:
    card = unit_cards()["jovian/valiant"]
    assert [mount.id for mount in card.mounts] == ["a1", "b1", "b2"]
    assert [weapon.type for weapon in card.weapons] == ["Beam Projector", "Kinetic Cannon"]


def test_a_mount_is_called_so_that_it_is_known_among_its_like() -> None:
    alexander = OWN["jovian/alexander"]
    assert [alexander.mount_name(each.id) for each in alexander.mounts][:5] == [
        "Beam Projector (spinal)", "Beam Projector (turret, no. 1)", "Beam Projector (turret, no. 2)",
        "Kinetic Cannon (no. 1)", "Kinetic Cannon (no. 2)",
    ]  # fmt: skip
    assert OWN["jovian/valiant"].mount_name("a1") == "Beam Projector"
    assert OWN["jovian/valiant"].mount_name("z1") == "z1", "what is not there is called by its id"


@pytest.mark.parametrize("key", unit_cards())
def test_no_two_mounts_of_a_card_are_called_the_same(key: str) -> None:
    card = unit_cards()[key]
    names = [card.mount_name(each.id) for each in card.mounts]
    assert len(set(names)) == len(names)


def test_a_card_does_not_change() -> None:
    card = unit_cards()["jovian/valiant"]
    with pytest.raises(AttributeError):
        card.speed = 9  # type: ignore[misc]
    with pytest.raises(TypeError):
        card.armor["fore"] = 9  # type: ignore[index]
    for change in ("clear", "update", "pop", "popitem", "setdefault"):
        assert not hasattr(card.armor, change)
    card.source["name"] = "X"
    assert card.source["name"] == "Valiant"


def test_the_shan_yu_moves_as_in_the_book() -> None:
    """v1.2.4 Movement: Speed 2, Turns 2, Thrusters 3."""
    card = OWN["venusian/shan-yu"]
    assert (card.speed, card.turns, card.printed("thrusters")) == (2, 2, 3)


def test_the_alexander_tests_as_in_the_book() -> None:
    """v1.2.4 Types of Rolls > Skill Test: Skill 2."""
    card = OWN["jovian/alexander"]
    assert (card.skill, card.armor["fore"], card.sensors) == (2, 1, 3)


def test_the_valiant_rams_the_tengu_as_in_the_book() -> None:
    """v1.2.4 Action > Ram: 5 dice against the side, 3 against the bow, no armor on either."""
    valiant, tengu = OWN["jovian/valiant"], OWN["cega/tengu"]
    assert (valiant.printed("structure"), valiant.armor["fore"]) == (4, 0)
    assert (tengu.printed("structure"), tengu.armor["side"]) == (3, 0)
    assert 2 in valiant.tracks["marines"]


def test_the_tengu_can_be_damaged_as_in_the_book() -> None:
    """v1.2.4 Damage > Rating Damage: Defense 4, Sensors 3, and 1 remaining box of Thrusters."""
    tracks = OWN["cega/tengu"].tracks
    assert 4 in tracks["defense"] and 3 in tracks["sensors"] and tracks["thrusters"].count(1) == 1


def test_guns_are_as_in_the_book() -> None:
    """v1.2.4 Weapons > Kinetic Cannon, Damage > Capital Ship Damage, Dice > Flex Dice."""
    assert gun("jovian/javelin", "Kinetic Cannon")[:2] == (3, 3)
    assert gun("jovian/godsfire", "Kinetic Cannon")[:2] == (3, 4)
    assert gun("cega/wyvern", "Mass Driver")[::2] == (2, 1)
    assert gun("cega/wyvern", "Ship Missile")[2] == 0
    assert gun("jovian/pathfinder", "Beam Projector")[0] == 2


def test_tracks_and_caps_are_as_in_the_book() -> None:
    """v1.2.4 Weapons > Particle Cannon, Damage > Squadron Damage, Fleet > Unit Cap."""
    appalachian = OWN["cega/appalachian"].tracks
    assert appalachian["sensors"].count(1) == 2 and appalachian["thrusters"] == (2, 1, 1)
    assert OWN["jovian/pathfinder"].printed("structure") > 3
    assert OWN["venusian/ryu"].unit_cap == 4 and OWN["cega/fury"].unit_cap == 5


@pytest.mark.parametrize("length", [40, 240])
def test_role_and_description_survive_source_cache_and_file(length: int) -> None:
    text = ("Yes: a 'ship', \"quoted\" # and more. " * 9)[: length - 1] + "."
    old = unit_cards()["jovian/valiant"]
    card = parse_unit({**old.source, "role": "carrier", "about": text}, "test")
    written = parse_text(format_document(card.source), "test").data
    for again in (parse_unit(json.loads(json.dumps(card.source)), "save"), unpack(pack(card)),
                  parse_unit(written, "test")):  # fmt: skip
        assert (again.role, again.about, again.source) == ("carrier", text, card.source)


def test_a_card_without_role_and_description_is_another_card() -> None:
    """A save made before these keys existed has such cards. A cache must not mix them up with the newer ones."""
    old = unit_cards()["jovian/valiant"]
    card = parse_unit({**old.source, "role": "carrier", "about": "A ship."}, "test")
    assert (old.role, old.about) == ("", "") and card != old and hash(card) == hash(old)
    assert with_upgrades(old).about == "" and with_upgrades(card).about == "A ship."


@pytest.mark.parametrize("key", OWN)
def test_each_card_of_the_game_has_a_role_and_two_sentences(key: str) -> None:
    card = OWN[key]
    assert card.role and len(card.about) <= 240
    assert card.about.endswith(".") and card.about.count(". ") == 1
    assert (card.role == "drone") == card.drone
    assert (card.role == "q-ship") == (card.trait("Q-Ship") is not None)
    assert (card.role == "exo-suit") == (card.trait("Exo-Suit") is not None)
    assert (card.role in ("exo-armor", "exo-suit")) == (card.squadron_type == "exo-armor")


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_doctrine_of_a_faction_names_ready_fleets_that_show_it(faction: str) -> None:
    with use_shelves(BUILTIN_SHELF):
        fleets = [load_fleet(stem) for stem in fleet_names()]
    shown = [fleet.faction for fleet in fleets if fleet.name in FACTION_DOCTRINES[faction]]
    assert shown == [faction, faction] and 3 <= FACTION_DOCTRINES[faction].count(". ") + 1 <= 5
