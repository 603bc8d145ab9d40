"""Tests of legal fleets (v1.2.4 Fleet; R4, R9)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import load_fleet, parse_fleet, parse_scenario, parse_unit, unit_cards
from tests.rules.fights import FAR, OWN, wing
from tests.rules.stage import stage
from tests.rules_api import fleet_violations, position_flaws, scenario_flaws, tally, unit_limit


def cards() -> dict[str, Any]:
    """Return three cards with round prices: a ship and a squadron of Unit Cap 4, and an immobile fort."""
    uller, wyvern = (dict(unit_cards()[key].source) for key in ("cega/uller", "cega/wyvern"))
    ship = {**uller, "name": "Ship", "tv": 40, "unit_cap": 4}
    squad = {**wyvern, "name": "Squad", "tv": 15, "unit_cap": 4}
    fort = {**uller, "name": "Fort", "tv": 20, "unit_cap": 9, "traits": ["Static"]}
    built = [parse_unit(each, "test") for each in (ship, squad, fort)]
    return {card.key: card for card in built} | {"jovian/kestrel": unit_cards()["jovian/kestrel"]}


def reasons(size: int, **counts: int) -> list[str]:
    """Return the reasons why a CEGA fleet of this size with these units isn't legal."""
    units = [{"unit": f"cega/{name}", "count": count} for name, count in counts.items() if count]
    fleet = parse_fleet({"name": "Test", "faction": "CEGA", "size": size, "units": units}, "test", cards())
    return [each.reason for each in fleet_violations(fleet, cards())]


def test_a_balanced_fleet_is_legal() -> None:
    assert reasons(150, ship=2, squad=4) == []


def test_a_fleet_may_cost_its_size_and_no_more() -> None:
    assert reasons(140, ship=2, squad=4) == []
    assert reasons(139, ship=2, squad=4) == ["costs 140 TV, 139 are allowed"]


def test_a_quarter_must_be_squadrons_exactly() -> None:
    """v1.2.4 Fleet > Point Restrictions: 45 TV are a quarter of 180, and less than a quarter of 181 (R9)."""
    assert reasons(180, ship=3, squad=3) == []
    assert reasons(181, ship=3, squad=3) == ["only 45 TV in squadrons, a quarter of 181 is needed"]


def test_a_quarter_must_be_capital_ships_exactly() -> None:
    assert reasons(160, ship=1, squad=4) == []
    assert reasons(161, ship=1, squad=4) == ["only 40 TV in capital ships, a quarter of 161 is needed"]


def test_static_defenses_are_a_quarter_at_most() -> None:
    assert reasons(160, ship=1, squad=4, fort=2) == []
    reason = "60 TV in upgrades and static defenses, at most a quarter of 175 is allowed"
    assert reasons(175, ship=1, squad=4, fort=3) == [reason]


def test_cargo_counts_with_the_static_defenses() -> None:
    """v1.2.4 Fleet > Point Restrictions: upgrades and static defenses share one quarter."""
    uller = dict(unit_cards()["cega/uller"].source)
    laden = parse_unit({**uller, "name": "Hold", "tv": 40, "traits": ["Cargo:2"]}, "test")
    known = {**cards(), laden.key: laden}
    units: list[object] = [{"unit": laden.key, "cargo": ["Marines"]}, "cega/fort", "cega/squad"]
    fleet = parse_fleet({"name": "Test", "faction": "CEGA", "size": 150, "units": units}, "test", known)
    spent = tally(fleet, known)
    assert spent.total - (spent.squadrons + spent.capitals) == 3 and spent.static == 20 + 3


@pytest.mark.parametrize(("size", "most"), [(150, 4), (250, 4), (251, 8), (500, 8), (501, 12)])
def test_the_unit_cap_counts_started_steps_of_250(size: int, most: int) -> None:
    """R4: Unit Cap 4 allows 4 up to 250, 8 up to 500."""
    assert unit_limit(cards()["cega/squad"], size) == most


def test_more_than_the_unit_cap_is_refused() -> None:
    assert reasons(250, ship=2, squad=5) == ["5 Squad, its Unit Cap allows 4"]
    assert reasons(500, ship=4, squad=9) == ["9 Squad, its Unit Cap allows 8"]


def test_a_unit_on_several_lines_is_counted_once_for_all() -> None:
    units = [{"unit": "cega/squad", "count": 3}, {"unit": "cega/squad", "name": "Ace"}, "cega/squad", "cega/ship"]
    fleet = parse_fleet({"name": "Test", "faction": "CEGA", "size": 150, "units": units}, "test", cards())
    assert [each.reason for each in fleet_violations(fleet, cards())] == ["5 Squad, its Unit Cap allows 4"]


def test_another_factions_unit_is_refused() -> None:
    units = ["cega/ship", "cega/ship", {"unit": "cega/squad", "count": 3}, "jovian/kestrel"]
    fleet = parse_fleet({"name": "Test", "faction": "CEGA", "size": 170, "units": units}, "test", cards())
    assert [each.reason for each in fleet_violations(fleet, cards())] == ["jovian/kestrel is Jovian, the fleet is CEGA"]


def test_what_is_spent_is_told_by_kind() -> None:
    fleet = load_fleet("cega-150")
    spent = tally(fleet, unit_cards())
    assert spent.total == spent.squadrons + spent.capitals == 150 and spent.static == 0


def test_every_breach_names_its_place() -> None:
    units = [{"unit": "cega/fort", "count": 10}]
    fleet = parse_fleet({"name": "Test", "faction": "CEGA", "size": 150, "units": units}, "test", cards())
    problems = fleet_violations(fleet, cards())
    assert len(problems) == 4 and all(each.cited.startswith("v1.2.4 Fleet > ") for each in problems)


def test_placed_models_must_stand_apart() -> None:
    """v1.2.4 Movement > Overlapping: two placed ships that overlap are named. Others aren't."""
    cards = unit_cards()
    lines = [{"card": "cega/tengu", "side": side, "x": x, "y": 20, "heading": 0, "id": name}
             for side, x, name in ((0, 20, "one"), (1, 20.5, "two"), (1, 30, "three"))]  # fmt: skip
    data = {
        "name": "Crowd", "summary": "Too near.", "models": lines,
        "objectives": [{"kind": "most_victory_points", "points": 10}],
    }  # fmt: skip
    problems = scenario_flaws(parse_scenario(data, "crowd.yaml", cards), cards)
    assert [(each.model, each.refusal.reason) for each in problems] == [("one", "'one' stands on 'two'")]


def test_a_formation_may_be_placed_in_a_row() -> None:
    """v1.2.4 Traits > Formation: each is in contact with another, not with all."""
    row = stage(*wing("S", 0, (24, 12), (24, 11), (24, 10), traits=["Ace"]), OWN, FAR)
    assert list(position_flaws(row.match.state)) == []
    apart = stage(*wing("S", 0, (24, 12), (24, 11), (24, 9), traits=["Ace"]), OWN, FAR)
    assert [flaw.model for flaw in position_flaws(apart.match.state)] == ["s3"]


def carrying(**loads: dict[str, int]) -> list[tuple[str, str, str]]:
    """Return the faults of a carrier, a squadron next to it, and one aboard with these numbers of tokens."""
    places = {"c": {"x": 20, "y": 10}, "s": {"x": 30, "y": 10}, "k": {"embarked_in": "c"}, "e": {"x": 20, "y": 40}}
    cast = {"c": "jovian/valiant", "s": "jovian/kestrel", "k": "jovian/kestrel", "e": "cega/tengu"}
    lines = [{"id": name, "card": card, "side": int(name == "e"), **places[name], "loads": loads.get(name, {})}
             for name, card in cast.items()]  # fmt: skip
    data = {
        "name": "Laden", "summary": "Full holds.", "models": lines,
        "tokens": [{"name": "Box", "plural": "Boxes", "most": 3}],
        "objectives": [{"kind": "most_victory_points", "points": 10}],
    }  # fmt: skip
    problems = scenario_flaws(parse_scenario(data, "laden.yaml"), unit_cards())
    return [(each.model, each.key, each.refusal.reason) for each in problems]


def test_a_squadron_carries_no_more_than_it_may() -> None:
    """v1.2.4 Scenarios > Water Raid: 3 at most. A ship carries any number."""
    assert carrying(c={"Box": 40}, s={"Box": 3}) == []
    assert carrying(s={"Box": 4}) == [("s", "loads", "'s' carries 4 Boxes, at most 3 are allowed")]


def test_what_a_squadron_carries_is_the_ships_that_it_is_aboard() -> None:
    assert carrying(k={"Box": 1}) == [("k", "loads", "'k' is aboard 'c', which would have taken over its 1 Box")]
