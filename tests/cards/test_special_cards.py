"""Tests of marines as a trait and as boxes."""

from __future__ import annotations

import pytest

from jovian.cards import CardError, parse_unit, unit_cards


@pytest.mark.parametrize("key", ["jovian/kestrel", "cega/caltrop"])
@pytest.mark.parametrize("level", [1, 3])
def test_the_trait_marines_is_a_track_of_marines(key: str, level: int) -> None:
    """v1.2.4 Traits > Marines: any unit can have marines by this trait."""
    card = parse_unit({**unit_cards()[key].source, "traits": [f"Marines:{level}"]}, "test")
    assert card.tracks["marines"] == tuple(range(level, 0, -1)) and card.printed("marines") == level
    assert parse_unit(card.source, "save") == card


def test_marines_stand_on_a_card_once() -> None:
    with pytest.raises(CardError) as caught:
        parse_unit({**unit_cards()["cega/tengu"].source, "traits": ["Marines:2"]}, "test")
    assert caught.value.cause == "marines: either boxes or the trait Marines, not both"
