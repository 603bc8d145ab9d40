"""Tests of placed models that belong together: Embarked, escorting, assaulting, in formation (R35, R74, R75, R85)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jovian.cards import CardError, ScenarioCard, load_scenario, parse_scenario, parse_unit, unit_cards
from jovian.cards.scenario import formations

CARDS = dict(unit_cards()) | {
    card.key: card
    for card in (
        parse_unit({**unit_cards()["cega/harpy"].source, "name": "Aces", "traits": ["Formation", "Ace"]}, "test"),
        parse_unit({**unit_cards()["cega/uller"].source, "name": "Paired", "traits": ["Formation"]}, "test"),
        parse_unit({**unit_cards()["cega/cerberus"].source, "name": "Twins", "traits": ["Formation"]}, "test"),
    )
}


def model(ident: str, card: str, side: int = 0, **fields: Any) -> dict[str, Any]:
    """Return a line of the scenario. Its place doesn't matter here."""
    return {"id": ident, "card": card, "side": side, "x": 20, "y": 20, **fields}


def scenario(*models: dict[str, Any], **fields: Any) -> ScenarioCard:
    """Return a scenario with these models."""
    data = {"name": "Company", "summary": "Who flies with whom.", "models": list(models), **fields}
    return parse_scenario({**data, "objectives": [{"kind": "most_victory_points", "points": 10}]}, "test", CARDS)


def refused(*models: dict[str, Any], **fields: Any) -> str:
    """Return the reason why the models are refused."""
    with pytest.raises(CardError) as caught:
        scenario(*models, **fields)
    assert len(str(caught.value).splitlines()) == 1
    return caught.value.cause


TENDER = model("tender", "jovian/thunderbolt")
CARRIER = model("carrier", "jovian/valiant")
LEAD = model("lead", "cega/harpy")


def test_squadrons_start_aboard_as_many_as_there_are_hangers() -> None:
    """v1.2.4 Traits > Hangers."""
    wing = [model(f"k{number}", "jovian/kestrel", embarked_in="carrier") for number in range(3)]
    assert [each.embarked_in for each in scenario(CARRIER, *wing[:2]).models] == ["", "carrier", "carrier"]
    assert refused(CARRIER, *wing) == "model k0: 'carrier' has Hangers for 2, not for 3"


def test_damaged_hangers_keep_what_is_in_them() -> None:
    """v1.2.4 Traits > Hangers: the squadron is unaffected."""
    wing = [model(f"k{number}", "jovian/kestrel", embarked_in="carrier") for number in range(2)]
    assert len(scenario({**CARRIER, "damaged": ["Hangers", "Hangers"]}, *wing).models) == 3


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        ([model("k", "jovian/kestrel", embarked_in="nobody")], "model k: 'nobody' is not among the models"),
        ([model("t", "cega/tengu"), model("k", "cega/fury", embarked_in="t")], "model k: 't' has no Hangers"),
        ([CARRIER, model("k", "jovian/kestrel", 1, embarked_in="carrier")], "'carrier' is of the other side"),
        ([CARRIER, model("d", "common/gnat", embarked_in="carrier")], "model d: a drone is never embarked"),
        ([TENDER, model("j", "jovian/javelin", embarked_in="tender")], "embarked only if the scenario says docking"),
    ],
)  # fmt: skip
def test_who_cannot_be_aboard_is_refused(lines: list[dict[str, Any]], cause: str) -> None:
    assert cause in refused(*lines)


def test_a_ship_starts_in_a_dock_where_the_scenario_lets_it() -> None:
    """R85. The docked ship can have squadrons aboard."""
    docked = model("j", "jovian/valiant", embarked_in="tender")
    aboard = model("k", "jovian/kestrel", embarked_in="j")
    card = scenario(aboard, docked, TENDER, docking=True)
    assert card.docking and [each.embarked_in for each in card.models] == ["j", "tender", ""]
    second = model("i", "jovian/javelin", embarked_in="tender")
    assert "'tender' has Dock for 1, not for 2" in refused(TENDER, docked, second, docking=True)
    assert "'carrier' has no Dock" in refused(CARRIER, {**second, "embarked_in": "carrier"}, docking=True)
    other = model("u", "jovian/thunderbolt", embarked_in="tender")
    assert "a ship with Dock is never embarked" in refused(TENDER, other, docking=True)


def test_hangers_and_dock_do_not_share_their_room() -> None:
    wing = [model(f"k{number}", "jovian/kestrel", embarked_in="tender") for number in range(2)]
    docked = model("j", "jovian/javelin", embarked_in="tender")
    assert len(scenario(TENDER, *wing, docked, docking=True).models) == 4


def test_nobody_is_aboard_itself_by_way_of_others() -> None:
    ring = [{**TENDER, "embarked_in": "j"}, model("j", "jovian/javelin", embarked_in="tender")]
    assert "'tender' would be aboard itself" in refused(*ring, docking=True)


def test_a_squadron_escorts_a_ship_with_cap() -> None:
    """v1.2.4 Action > Escorting, R75."""
    card = scenario(CARRIER, model("k", "jovian/kestrel", escorting="carrier"))
    assert [each.escorting for each in card.models] == ["", "carrier"]


def test_escorts_of_their_own_kind_need_no_cap() -> None:
    """R75: Class III drones and squadrons with Escort, in addition to the one that the ship's CAP allows."""
    ship = model("m", "venusian/mei-hua")
    free = [model("f", "venusian/feng", escorting="m"), model("w", "common/talon", escorting="m")]
    assert len(scenario(ship, *free).models) == 3
    bound = model("s", "venusian/syreen", escorting="z")
    flagship = [model("z", "venusian/zheng-he"), *({**each, "escorting": "z"} for each in free)]
    assert len(scenario(*flagship, bound).models) == 4
    assert "'z' has another escort" in refused(*flagship, bound, {**bound, "id": "t"})


@pytest.mark.parametrize(
    ("ship", "escort", "cause"),
    [
        ({}, {"escorting": "nobody"}, "model k: 'nobody' is not among the models"),
        ({"side": 1}, {}, "model k: 'ship' is of the other side"),
        ({"card": "jovian/godsfire"}, {}, "model k: 'ship' has no CAP"),
        ({"card": "jovian/pathfinder"}, {}, "model k: 'ship' is no capital ship"),
        ({}, {"card": "jovian/javelin"}, "model k: only a squadron does that"),
        ({}, {"card": "common/sentry"}, "model k: only a drone of Class III escorts"),
        ({}, {"embarked_in": "ship"}, "model k: is either embarked_in or escorting, not both"),
        ({}, {"assaulting": "ship"}, "model k: is either escorting or assaulting, not both"),
    ],
)  # fmt: skip
def test_who_cannot_escort_is_refused(ship: dict[str, Any], escort: dict[str, Any], cause: str) -> None:
    line = model("k", "jovian/kestrel", escorting="ship")
    assert cause in refused(model("ship", "jovian/valiant") | ship, line | escort)


def test_an_exo_armor_assaults_an_enemy_ship() -> None:
    """v1.2.4 Action > Assaulting. Several squadrons may assault one ship."""
    lines = [model(ident, "cega/cerberus", 1, assaulting="carrier") for ident in ("c", "d")]
    assert [each.assaulting for each in scenario(CARRIER, *lines).models] == ["", "carrier", "carrier"]


@pytest.mark.parametrize(
    ("ship", "assault", "cause"),
    [
        ({}, {"assaulting": "nobody"}, "model c: 'nobody' is not among the models"),
        ({"side": 1}, {}, "model c: 'ship' is of its own side"),
        ({"card": "jovian/pathfinder"}, {}, "model c: 'ship' is no capital ship"),
        ({}, {"card": "cega/fury"}, "model c: only an exo-armor squadron assaults a ship"),
        ({}, {"card": "cega/tengu"}, "model c: only a squadron does that"),
        ({}, {"embarked_in": "ship"}, "model c: is either embarked_in or assaulting, not both"),
    ],
)  # fmt: skip
def test_who_cannot_assault_is_refused(ship: dict[str, Any], assault: dict[str, Any], cause: str) -> None:
    line = model("c", "cega/cerberus", 1, assaulting="ship")
    assert cause in refused(model("ship", "jovian/valiant") | ship, line | assault)


STATION = {"id": "fort", "kind": "space-station", "x": 24, "y": 24, "owner": 0, "hangers": 1, "dock": True}
ARMOR = model("c", "cega/cerberus", 1)


def test_squadrons_start_in_the_hangers_of_a_station() -> None:
    """v1.2.4 Terrain > Space Stations: for its owner, a station is a ship like others."""
    flight = model("k", "jovian/kestrel", embarked_in="fort")
    assert scenario(flight, terrain=[STATION]).models[0].embarked_in == "fort"
    assert "'fort' has Hangers for 1, not for 2" in refused(flight, {**flight, "id": "l"}, terrain=[STATION])


def test_a_ship_starts_docked_with_a_station() -> None:
    """R85."""
    docked = model("j", "jovian/javelin", embarked_in="fort")
    assert scenario(docked, docking=True, terrain=[STATION]).models[0].embarked_in == "fort"
    assert "only if the scenario says docking" in refused(docked, terrain=[STATION])
    closed = {**STATION, "dock": False}
    assert "'fort' has no Dock" in refused(docked, docking=True, terrain=[closed])


@pytest.mark.parametrize(
    ("keys", "line", "cause"),
    [
        ({"owner": "neutral"}, {"embarked_in": "fort"}, "'fort' is neutral"),
        ({"owner": 1}, {"embarked_in": "fort"}, "'fort' is of the other side"),
        ({"hangers": 0}, {"embarked_in": "fort"}, "'fort' has no Hangers"),
        ({"hangers": None}, {"embarked_in": "fort"}, "'fort' has its Hangers rolled, so no model can be aboard"),
        ({}, {"embarked_in": "ford"}, "'ford' is not among the models; did you mean 'fort'?"),
        ({}, {"formation": "fort"}, "'fort' is not among the models"),
        ({}, {"escorting": "fort"}, "'fort' has no CAP"),
        ({"owner": None}, {"escorting": "fort", "card": "venusian/feng"}, "'fort' is neutral"),
        ({"owner": 0}, {"assaulting": "fort", "card": "cega/cerberus"}, "'fort' is of its own side"),
    ],
)
def test_who_is_not_with_a_station_is_refused(keys: dict[str, Any], line: dict[str, Any], cause: str) -> None:
    station = {key: value for key, value in {**STATION, **keys}.items() if value is not None}
    assert cause in refused(model("k", "jovian/kestrel") | line, terrain=[station])


def test_a_station_is_escorted_and_assaulted_as_a_ship() -> None:
    """Its own side's Escorts escort it, and any exo-armors assault it if it isn't theirs."""
    assaulting = {**ARMOR, "assaulting": "fort"}
    escort = model("f", "venusian/feng", escorting="fort")
    assert [each.escorting or each.assaulting for each in scenario(escort, assaulting, terrain=[STATION]).models] == [
        "fort", "fort",
    ]  # fmt: skip
    assert scenario(assaulting, terrain=[{**STATION, "owner": "neutral"}]).models[0].assaulting == "fort"
    hulk = {"id": "fort", "kind": "unidentified-object", "x": 24, "y": 24}
    assert refused(assaulting, terrain=[hulk]) == "model c: 'fort' is no capital ship"


@pytest.mark.parametrize("link", ["escorting", "assaulting"])
def test_nobody_flies_around_a_ship_that_is_embarked(link: str) -> None:
    docked = model("j", "jovian/javelin", embarked_in="tender")
    line = model("p", "jovian/pathfinder", int(link == "assaulting"), **{link: "j"})
    assert refused(TENDER, docked, line, docking=True) == "model p: 'j' is embarked"


def test_two_squadrons_of_a_unit_fly_in_formation() -> None:
    """v1.2.4 Traits > Formation. One squadron can name the other, or both can."""
    wing = model("wing", "cega/harpy", formation="lead")
    for lead in (LEAD, {**LEAD, "formation": "wing"}):
        card = scenario(lead, CARRIER, wing)
        assert [[each.id for each in group] for group in formations(card.models)] == [["lead", "wing"]]
    assert formations(scenario(LEAD, CARRIER).models) == []


def test_an_ace_makes_it_three_and_nobody_four() -> None:
    """v1.2.4 Traits > Formation."""
    aces = [model(f"a{number}", "cega/aces", formation=f"a{max(0, number - 1)}") for number in range(4)]
    del aces[0]["formation"]
    assert [[each.id for each in group] for group in formations(scenario(*aces[:3]).models)] == [["a0", "a1", "a2"]]
    assert "a formation of 4 is too large" in refused(*aces)
    plain = [{**line, "card": "cega/harpy"} for line in aces[:3]]
    assert "a formation of 3 is too large" in refused(*plain)


@pytest.mark.parametrize(
    ("lead", "wing", "cause"),
    [
        ({}, {"formation": "nobody"}, "model wing: 'nobody' is not among the models"),
        ({}, {"formation": "wing"}, "model wing: is not a formation by itself"),
        ({"card": "cega/fury"}, {}, "model wing: 'lead' is another unit"),
        ({"side": 1}, {}, "model wing: 'lead' is of the other side"),
        ({"card": "cega/fury"}, {"card": "cega/fury"}, "model wing: Fury has no Formation"),
        ({"card": "cega/paired"}, {"card": "cega/paired"}, "model wing: Paired has no Formation"),
        ({"embarked_in": "deck"}, {}, "model wing: 'lead' is aboard or escorting, so in no formation"),
        ({}, {"escorting": "deck"}, "model wing: 'wing' is aboard or escorting, so in no formation"),
    ],
)  # fmt: skip
def test_who_cannot_fly_in_formation_is_refused(lead: dict[str, Any], wing: dict[str, Any], cause: str) -> None:
    deck = model("deck", "cega/appalachian")
    assert cause in refused(deck, LEAD | lead, model("wing", "cega/harpy", formation="lead") | wing)


def test_a_formation_assaults_together() -> None:
    lines = [model("one", "cega/twins", 1, assaulting="carrier"), model("two", "cega/twins", 1, formation="one")]
    assert "'one' does not assault the same ship" in refused(CARRIER, *lines)
    assert len(scenario(CARRIER, lines[0], {**lines[1], "assaulting": "carrier"}).models) == 3


def test_the_line_of_the_fault_is_told(tmp_path: Path) -> None:
    text = """name: Wrong
summary: A fighter assaults a ship.
objectives: [{kind: most_victory_points, points: 10}]
models:
  - {card: jovian/valiant, id: ship, side: 0, x: 20, y: 20}
  - card: cega/fury
    side: 1
    x: 22
    y: 20
    assaulting: ship
"""
    path = tmp_path / "wrong.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load_scenario(path)
    assert str(caught.value) == f"{path}:10: model fury-2: only an exo-armor squadron assaults a ship"
