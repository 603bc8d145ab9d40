"""Tests of the carriers of drones (v1.2.4 Weapons > Drone)."""

from __future__ import annotations

import pytest

from jovian.cards import CardError, parse_unit, unit_cards
from jovian.cards.names import COMMON, FACTIONS


@pytest.mark.parametrize("key", ["cega/fury", "cega/uller"])
def test_nothing_else_is_common(key: str) -> None:
    assert COMMON not in FACTIONS and not unit_cards()[key].drone
    with pytest.raises(CardError, match="faction: only a drone is Common"):
        parse_unit({**unit_cards()[key].source, "faction": COMMON}, "test")


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_may_have_drones_of_its_own(faction: str) -> None:
    assert parse_unit({**unit_cards()["common/gnat"].source, "faction": faction}, "test").drone
