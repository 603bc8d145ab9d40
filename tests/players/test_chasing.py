"""Squadrons fly to the target of their action only if they can still resolve it there (R42)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.match.play_loop import ask
from jovian.players import make_player
from tests.rules.stage import Staged, squadron, stage, weapon
from tests.rules.stage import ship as ship_at

MOST = 3
"""The maximum number of flights in one activation."""
FIGHTER: dict[str, Any] = {"weapons": [weapon("Lance", ac=3, as_=3)], "speed": 9, "fuel": [3, 2, 1]}


def hunt(fuel_left: int) -> Staged:
    """Return a squadron that has declared Interception and has this much fuel since."""
    hunter, prey = squadron("S", 0, (20, 20), **FIGHTER), squadron("T", 1, (20, 24), activated=True)
    game = stage(hunter, prey, ship_at("A", 0, (4, 4), activated=True), ship_at("B", 1, (40, 44), 180, activated=True))
    game.begin("s", "interception", 0, "t")
    model = game.model("s")
    model.marks = {**model.marks, "fuel": 3 - fuel_left}
    return game


@pytest.mark.parametrize("name", ["cadet", "ensign", "captain"])
@pytest.mark.parametrize("fuel", [0, 1])
def test_an_interceptor_goes_on_while_it_has_fuel(name: str, fuel: int) -> None:
    game, player, flights, resolved = hunt(fuel), make_player(name, 1), 0, False
    while (act := game.match.state.activation) is not None and act.model == "s":
        if game.kind == "faces":
            break
        answer = ask(game.match, player).to_json()
        flights, resolved = flights + (answer[0] == "fly"), resolved or answer == ["resolve"]
        game.answer(*answer)
    assert flights <= MOST and resolved == (fuel > 0)
