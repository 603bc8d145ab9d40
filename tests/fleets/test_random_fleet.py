"""Random fleets are legal, and a seed always gives the same one."""

from __future__ import annotations

from random import Random

import pytest

from jovian.cards import load_units
from jovian.cards.files import BUILTIN_SHELF
from jovian.cards.names import FACTIONS
from jovian.fleets.draft import SIZES
from jovian.fleets.random_fleet import random_fleet
from jovian.fleets.status import Library, fleet_status, is_legal
from tests.fleets.cards import CARDS


@pytest.mark.parametrize("size", [*SIZES, 137, 1000])
@pytest.mark.parametrize("faction", FACTIONS)
def test_random_fleets_are_legal_and_spend_their_points(faction: str, size: int) -> None:
    for seed in range(3):
        draft = random_fleet(CARDS, faction, size, Random(seed))
        statuses = fleet_status(draft, CARDS)
        points = next(status for status in statuses if status.name == "Points")
        assert is_legal(statuses) and draft.size == size
        assert int(points.numbers.split()[0]) > 0.9 * size
        assert draft == random_fleet(CARDS, faction, size, Random(seed))


def test_a_role_without_weight_is_not_chosen() -> None:
    library = Library(load_units(BUILTIN_SHELF.units), {})
    for seed in range(5):
        draft = random_fleet(library, "Jovian", 250, Random(seed), {"carrier": 0, "corvette": 5})
        assert "carrier" not in {library.units[line.unit].role for line in draft.lines}


@pytest.mark.parametrize(("faction", "size"), [("Jovian", 5), ("Nobody", 250)])
def test_an_impossible_fleet_is_refused(faction: str, size: int) -> None:
    with pytest.raises(ValueError, match=f"found no legal {faction} fleet of {size} TV"):
        random_fleet(CARDS, faction, size, Random(1))
