"""The rules of fleet construction for a draft: numbers, boundaries, and the edits that fix it (v1.2.4 Fleet)."""

from __future__ import annotations

import pytest

from jovian.cards import fleet_names, load_fleet
from jovian.fleets.draft import FleetDraft, FleetLine, draft_of
from jovian.fleets.status import RuleStatus, find_fix, fleet_status, is_legal
from tests.fleets.cards import CARDS
from tests.rules_api import fleet_violations


def draft(size: int = 100, faction: str = "CEGA", *lines: FleetLine, **counts: int) -> FleetDraft:
    units = tuple(FleetLine(f"cega/{name}", count=count) for name, count in counts.items() if count)
    return FleetDraft("Test", faction, size, (*units, *lines))


def status(of: FleetDraft, name: str) -> RuleStatus:
    return next(each for each in fleet_status(of, CARDS) if each.name == name)


@pytest.mark.parametrize("stem", fleet_names())
def test_a_ready_fleet_is_legal_and_has_the_status_of_the_rules(stem: str) -> None:
    fleet = load_fleet(stem)
    mine = draft_of(fleet)
    assert mine.build(CARDS.units, CARDS.upgrades).entries == fleet.entries
    assert is_legal(fleet_status(mine, CARDS)) and not fleet_violations(fleet, CARDS.units)


@pytest.mark.parametrize(
    ("name", "kept", "broken"),
    [
        ("Points", draft(100, ship=2, squad=2), draft(99, ship=2, squad=2)),
        ("Squadrons", draft(100, ship=3, squad=1), draft(101, ship=3, squad=1)),
        ("Capital ships", draft(100, ship=1, squad=3), draft(101, ship=1, squad=3)),
        ("Upgrades and static defenses", draft(100, fort=1, squad=2), draft(99, fort=1, squad=2)),
        ("Unit Cap", draft(250, ship=3, squad=3), draft(250, ship=3, squad=4)),
        ("Unit Cap", draft(251, ship=6, squad=3), draft(251, ship=7, squad=3)),
        ("Cargo", draft(100, "CEGA", FleetLine("cega/freighter", cargo=("Marines", "Fuel Pods")), squad=2),
         draft(100, "CEGA", FleetLine("cega/freighter", cargo=("Marines", "Fuel Pods", "Decoy Drones")), squad=2)),
        ("Characters and upgrades", draft(100, "CEGA", FleetLine("cega/ship", upgrades=("Captain",)), squad=2),
         draft(100, "CEGA", FleetLine("cega/ship", upgrades=("Captain", "Captain")), squad=2)),
        ("Characters and upgrades", draft(100, "CEGA", FleetLine("cega/squad", upgrades=("Ace Pilot",)), ship=2),
         draft(100, "CEGA", FleetLine("cega/ship", upgrades=("Ace Pilot",)), squad=2)),
        ("Hardpoints", draft(100, "CEGA", FleetLine("cega/raider", hardpoints=(("b", "Kinetic Cannon II"),)), squad=2),
         draft(100, "CEGA", FleetLine("cega/raider", hardpoints=(("b", "Kinetic Cannon III"),)), squad=2)),
        ("Hardpoints", draft(100, "CEGA", FleetLine("cega/raider"), squad=2),
         draft(100, "CEGA", FleetLine("cega/raider", hardpoints=(("c", "Kinetic Cannon II"),)), squad=2)),
    ],
)  # fmt: skip
def test_each_rule_at_its_boundary(name: str, kept: FleetDraft, broken: FleetDraft) -> None:
    assert status(kept, name).is_kept and not status(kept, name).faults
    assert not status(broken, name).is_kept and status(broken, name).faults
    assert not is_legal(fleet_status(broken, CARDS))
    fix = find_fix(broken, name, CARDS)
    assert fix is not None and all(each.is_kept for each in fleet_status(fix.draft, CARDS) if each.name == name)
    assert find_fix(kept, name, CARDS) is None


def test_a_unit_of_another_faction_is_removed_or_the_faction_changes() -> None:
    mixed = draft(100, "CEGA", FleetLine("jovian/kestrel"), ship=1, squad=1)
    assert status(mixed, "Faction").faults == ("jovian/kestrel is Jovian, the fleet is CEGA",)
    fix = find_fix(mixed, "Faction", CARDS)
    assert fix is not None and fix.label == "Remove a Kestrel"
    alone = draft(100, "CEGA", FleetLine("jovian/kestrel"), FleetLine("jovian/alexander"))
    fix = find_fix(alone, "Faction", CARDS)
    assert fix is not None and fix.label == "Make it a Jovian fleet"


def test_an_unknown_unit_and_a_drone_are_named() -> None:
    strange = draft(100, "CEGA", FleetLine("cega/nobody"), FleetLine("common/talon"), ship=1, squad=1)
    assert status(strange, "Unit cards").faults == (
        "there is no unit card cega/nobody",
        "common/talon is a drone: only a Drone Bay brings it to the table",
    )
    assert not is_legal(fleet_status(strange, CARDS))


def test_an_empty_draft_can_be_mended_step_by_step() -> None:
    """The edits offered for an empty fleet lead to a legal one in a few steps."""
    mine = FleetDraft("Test", "Venusian", 150)
    for _ in range(12):
        broken = [each.name for each in fleet_status(mine, CARDS) if not each.is_kept]
        if not broken:
            break
        fix = find_fix(mine, broken[0], CARDS)
        assert fix is not None, broken
        mine = fix.draft
    assert is_legal(fleet_status(mine, CARDS)) and mine.lines


def test_squadrons_without_a_hanger_are_only_a_note() -> None:
    mine = draft(100, carrier=1, ship=1, squad=2)
    note = status(mine, "Hangers")
    assert note.is_note and note.numbers == "1 of 2 squadrons" and is_legal(fleet_status(mine, CARDS))
    assert all(each.name != "Hangers" for each in fleet_status(draft(100, carrier=2, squad=2), CARDS))
