"""The ensign issues tokens in secret to few ships that can take most damage (v1.2.4 Scenarios > Water Raid)."""

from __future__ import annotations

import pytest

from jovian.cards import UnitCard
from jovian.match.play_loop import ask
from jovian.players import make_player
from tests.rules.test_water_raid import cruiser, exos, place_comet

SOFT, MIDDLING, TOUGH = (
    cruiser(name, structure=list(range(boxes, 0, -1))) for name, boxes in (("Soft", 2), ("Middling", 3), ("Tough", 5))
)


def issued(*fleet: UnitCard) -> dict[str, int]:
    """Return the number of tokens issued to each model, by name."""
    game = place_comet(*fleet).expect("issue", 0)
    game.answer(*ask(game.match, make_player("ensign", 1)).to_json())
    assert game.kind == "deploy"
    return {model.card.name: count for model in game.match.state.models.values() for _, count in model.loads}


@pytest.mark.parametrize("order", [(SOFT, MIDDLING, TOUGH), (TOUGH, SOFT, MIDDLING), (MIDDLING, TOUGH, SOFT)])
def test_the_toughest_ships_carry_all_of_it(order: tuple[UnitCard, ...]) -> None:
    """At most five per ship: two ships have all ten, the weakest has none, and squadrons have none."""
    assert issued(*order, exos("Lancers")) == {"Tough": 5, "Middling": 5}


def test_what_ships_have_no_room_for_goes_to_squadrons() -> None:
    assert issued(TOUGH, exos("Lancers"), exos("Miners")) == {"Tough": 5, "Lancers": 1, "Miners": 1}


def test_without_ships_the_squadrons_carry_what_they_may() -> None:
    assert issued(exos("Lancers"), exos("Miners")) == {"Lancers": 1, "Miners": 1}
