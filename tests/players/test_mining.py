"""The ensign mines: it flies to the comet, bids its fuel, and carries the units home."""

from __future__ import annotations

from typing import Any

from jovian.match.play_loop import ask
from jovian.players import make_player
from tests.rules.stage import Staged, rock, ship, squadron, stage, weapon

WATER = "Water Unit"
HOME = {"of": "tokens", "token": WATER, "on": "capital"}
RULES: dict[str, Any] = {
    "tokens": [{"name": WATER, "launch": 3, "most": 3}],
    "special_rules": [{"rule": "mine", "token": WATER, "role": "attacker", "squadrons": "exo-armor"}],
    "objectives": [{"kind": "each", "points": 3, "count": HOME}, {"kind": "most_victory_points", "points": 3}],
}


def field(at: tuple[float, float], turn: int = 1) -> Staged:
    """Return a carrier next to the comet with a squadron of exo-armors."""
    exo = squadron("S", 0, at, squadron_type="exo-armor", weapons=[weapon("Lance", as_=3)])
    carrier = ship("C", 0, (30, 10), traits=["Hangers:2"], speed=0, thrusters=[1], activated=True)
    enemy = ship("E", 1, (24, 46), 180, speed=0, thrusters=[1], activated=True)
    comet = rock("comet", (24, 10), radius=1.5, moves=False)
    return stage(exo, carrier, enemy, terrain=(comet,), turn=turn, **RULES)


def plays(game: Staged) -> list[list[Any]]:
    """Return the ensign's answers until the activation of the squadron ends, without dice."""
    player, given = make_player("ensign", 1), []
    while game.match.state.activation is not None:
        if game.kind == "faces":
            counts = game.asked.counts  # type: ignore[attr-defined]
            game.faces([1] * counts.base if game.asked.side == 0 else [1, 2, 3, 4], [2] * counts.flex)
            continue
        given.append(ask(game.match, player).to_json())
        game.answer(*given[-1])
    return given


def test_it_mines_what_is_in_reach_with_all_its_fuel() -> None:
    given = plays(field((24, 15)))
    assert ["declare", "mine", 0] in given and ["resolve"] in given
    assert next(answer for answer in given if answer[0] == "mine")[3] == 3
    assert [answer[0] for answer in given][:3] == ["declare", "fly", "resolve"]


def test_it_does_not_declare_it_far_from_the_comet_but_comes_nearer() -> None:
    game = field((24, 26))
    given = plays(game)
    assert given[0][1] != "mine" and game.at("s")[1] < 26


def test_it_takes_home_what_it_has_cut_out() -> None:
    game = field((26.2, 10))
    game.model("s").loads = ((WATER, 3),)
    assert ["land", "c"] in plays(game) and dict(game.model("c").loads)[WATER] == 3
