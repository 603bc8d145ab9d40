"""Tests of fleet files: the names of their models, and refusals of bad files."""

from __future__ import annotations

import pytest

from jovian.cards import CardError, FleetEntry, parse_fleet


def test_names_of_entries() -> None:
    units = ["cega/fury", "cega/fury", "cega/tengu", {"unit": "cega/uller", "name": "Ox", "count": 2}]
    fleet = parse_fleet({"name": "Mine", "faction": "CEGA", "size": 150, "units": units}, "save")
    assert fleet.entries == (
        FleetEntry("cega/fury", "Fury 1"),
        FleetEntry("cega/fury", "Fury 2"),
        FleetEntry("cega/tengu", "Tengu"),
        FleetEntry("cega/uller", "Ox 1"),
        FleetEntry("cega/uller", "Ox 2"),
    )


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"size": 0}, "size"),
        ({"size": True}, "size"),
        ({"units": []}, "units"),
        ({"units": "cega/fury"}, "units: must be a list"),
        ({"units": ["cega/nobody"]}, "no unit card has the key 'cega/nobody'"),
        ({"units": [7]}, "units 1"),
        ({"units": [{"unit": "cega/fury", "count": 0}]}, "units 1 count"),
        ({"units": [{"unit": "cega/fury", "upgrade": "x"}]}, "unknown key 'units 1 upgrade'"),
        ({"captain": "x"}, "unknown key 'captain'"),
        ({"faction": "Common"}, "faction: must be 'CEGA', 'Jovian' or 'Venusian', not 'Common'"),
        ({"units": ["common/sentry"]}, "common/sentry is a drone: only a Drone Bay brings it to the table"),
    ],
)
def test_a_wrong_fleet_is_refused(change: dict[str, object], cause: str) -> None:
    data = {"name": "Mine", "faction": "CEGA", "size": 150, "units": ["cega/fury"], **change}
    with pytest.raises(CardError) as caught:
        parse_fleet(data, "mine")
    assert str(caught.value).startswith("mine: ") and cause in caught.value.cause
