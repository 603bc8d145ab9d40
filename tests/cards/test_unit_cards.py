"""Every unit card of the project: it loads, keeps its shape, and says what the rulebook's examples say."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import pytest

from jovian.cards import TRACKS, UnitCard, library, load_units, parse_unit
from jovian.cards.names import ARCS, FACTIONS, MODEL_TRAITS, WEAPON_TRAITS, slug

CARDS = list(library().values())
EXAMPLES = (
    "cega/appalachian", "cega/fury", "cega/tengu", "cega/uller", "cega/wyvern",
    "jovian/alexander", "jovian/godsfire", "jovian/javelin", "jovian/pathfinder", "jovian/valiant",
    "venusian/ryu", "venusian/shan-yu", "venusian/syreen",
)  # fmt: skip

every_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: card.key)


def gun(key: str, kind: str) -> tuple[int | None, int | None, int]:
    """AC, AS and macro of the first weapon of that name on a card."""
    found = next(weapon for weapon in library()[key].weapons if weapon.name == kind)
    return found.ac, found.as_, found.macro


def test_three_factions_with_three_classes_and_two_squadron_types_each() -> None:
    for faction in FACTIONS:
        kinds = [card.kind for card in CARDS if card.faction == faction]
        assert kinds.count("capital") >= 3 and kinds.count("squadron") >= 2


@pytest.mark.parametrize("key", EXAMPLES)
def test_every_unit_of_the_examples_exists(key: str) -> None:
    assert key in library()


@every_card
def test_a_card_survives_its_source_as_json(card: UnitCard) -> None:
    again = parse_unit(json.loads(json.dumps(card.source)), "save")
    assert again == card and again.source == card.source and hash(again) == hash(card)


@every_card
def test_a_card_survives_pickle_and_copy(card: UnitCard) -> None:
    assert pickle.loads(pickle.dumps(card)) == card == copy.deepcopy(card)


@every_card
def test_a_card_fits_the_uniform_shape(card: UnitCard) -> None:
    assert card.key == f"{slug(card.faction)}/{slug(card.name)}" and card.image == slug(card.name)
    assert tuple(card.tracks) == TRACKS and card.version == "1.2.4"
    assert all(card.armor[arc] >= 0 for arc in ("fore", "side", "port", "starboard", "aft"))
    assert all(trait.name in MODEL_TRAITS for trait in card.traits)
    for mount in card.mounts:
        assert mount.weapon.type != "Point Defense"
        assert set(mount.weapon.arcs) <= set(ARCS)
        assert all(trait.name in WEAPON_TRAITS for trait in mount.weapon.traits)


@every_card
def test_the_kinds_differ_only_in_what_they_leave_empty(card: UnitCard) -> None:
    if card.kind == "capital":
        assert card.base.shape == "rect" and card.tracks["fuel"] == () and card.squadron_type is None
        assert card.printed("sensors") == card.sensors and card.signature == 6
        assert 3 <= card.printed("structure") <= 6 and 2 <= card.printed("defense") <= 5
        assert (card.turns >= 1) == (card.speed >= 1) == (card.trait("Static") is None) and not card.drone
    else:
        assert card.base == ("hex", 1.0, 1.0) and card.turns == 0
        assert card.tracks["thrusters"] == card.tracks["defense"] == card.tracks["sensors"] == ()
        if not card.drone:
            assert 4 <= len(card.tracks["structure"]) <= 6 and card.printed("fuel") >= 2 and card.signature == 3
        assert all(mount.weapon.arcs == ("turret",) for mount in card.mounts)


def test_mounts_are_numbered_by_line_and_instance() -> None:
    card = library()["jovian/valiant"]
    assert [mount.id for mount in card.mounts] == ["a1", "b1", "b2"]
    assert [weapon.type for weapon in card.weapons] == ["Beam Projector", "Kinetic Cannon"]


def test_a_card_does_not_change() -> None:
    card = library()["jovian/valiant"]
    with pytest.raises(AttributeError):
        card.speed = 9  # type: ignore[misc]
    for change in (
        "clear()",
        "__setitem__('fore', 9)",
        "update(fore=9)",
        "pop('fore')",
        "setdefault('x', 1)",
    ):
        with pytest.raises(TypeError):
            eval(f"armor.{change}", {"armor": card.armor})
    assert card.armor["fore"] == 0


def test_the_shan_yu_moves_as_in_the_book() -> None:
    """v1.2.4 Movement: Speed 2, Turns 2, Thrusters 3."""
    card = library()["venusian/shan-yu"]
    assert (card.speed, card.turns, card.printed("thrusters")) == (2, 2, 3)


def test_the_alexander_tests_as_in_the_book() -> None:
    """v1.2.4 Dice > Skill Test: Skill 2."""
    card = library()["jovian/alexander"]
    assert (card.skill, card.armor["fore"], card.sensors) == (2, 1, 3)


def test_the_valiant_rams_the_tengu_as_in_the_book() -> None:
    """v1.2.4 Actions > Ram: five dice against the side, three against the bow, no armor on either."""
    valiant, tengu = library()["jovian/valiant"], library()["cega/tengu"]
    assert (valiant.printed("structure"), valiant.armor["fore"]) == (4, 0)
    assert (tengu.printed("structure"), tengu.armor["side"]) == (3, 0)
    assert 2 in valiant.tracks["marines"]


def test_the_tengu_can_be_damaged_as_in_the_book() -> None:
    """v1.2.4 Damage > Rating Damage: Defense 4, Sensors 3 and one box of Thrusters left."""
    tracks = library()["cega/tengu"].tracks
    assert 4 in tracks["defense"] and 3 in tracks["sensors"] and tracks["thrusters"].count(1) == 1


def test_guns_are_as_in_the_book() -> None:
    """v1.2.4 Attack > Kinetic Cannon, Damage > Capital Ship Damage, Dice > Flex Dice."""
    assert gun("jovian/javelin", "Kinetic Cannon")[:2] == (3, 3)
    assert gun("jovian/godsfire", "Kinetic Cannon")[:2] == (3, 4)
    assert gun("cega/wyvern", "Mass Driver")[::2] == (2, 1)
    assert gun("cega/wyvern", "Missile: AC")[2] == 0
    assert gun("jovian/pathfinder", "Beam Projector")[0] == 2


def test_tracks_and_caps_are_as_in_the_book() -> None:
    """v1.2.4 Attack > Particle Cannon, Damage > Squadron Damage, Fleet > Unit Cap."""
    appalachian = library()["cega/appalachian"].tracks
    assert appalachian["sensors"].count(1) == 2 and appalachian["thrusters"] == (2, 1, 1)
    assert library()["jovian/pathfinder"].printed("structure") > 3
    assert library()["venusian/ryu"].unit_cap == 4 and library()["cega/fury"].unit_cap == 5


def test_the_roster_exercises_the_weapons_of_the_book() -> None:
    weapons = [weapon for card in CARDS for weapon in card.weapons]
    types = {weapon.type for weapon in weapons}
    assert {"Beam Projector", "Kinetic Cannon", "Mass Driver", "Missile", "Particle Cannon", "Lance"} <= types
    assert {"AC", "AS", "Torpedo"} <= {weapon.missile for weapon in weapons}
    assert {"turret", "fore", "port", "starboard", "aft", "spinal"} == {a for w in weapons for a in w.arcs}
    printed = {trait.name for weapon in weapons for trait in weapon.traits}
    assert {"Link", "Autofire", "Sniper", "AP", "Precise", "CMM", "Swarm", "Snub"} <= printed


def test_the_roster_exercises_model_traits() -> None:
    printed = {trait.name for card in CARDS for trait in card.traits}
    assert {
        "Hangers",
        "CAP",
        "Evasive",
        "Interceptor",
        "ECM",
        "ECCM",
        "Stealth",
        "Command",
        "Catapult",
    } <= printed


def test_library_is_in_order_of_its_files() -> None:
    assert list(library()) == sorted(library())
    assert load_units(Path(__file__).parents[2] / "assets" / "units") == library()
