"""The ensign's tokens at launch, when mining, and for Fuel, and its choice of a corner."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import parse_unit
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.goals import last_token_value, taken_tokens_value
from tests.rules.stage import SHIP, Staged, muster, rock, settled, ship, squadron, stage, weapon

POD, WATER = "Escape Pod", "Water Unit"
VICTORY = {"kind": "most_victory_points", "points": 4}
STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
FAR = ship("Z", 1, (24, 46), 180, **STILL, activated=True)


def chosen(game: Staged) -> list[Any]:
    """Return the ensign's answer to the current decision."""
    return ask(game.match, make_player("ensign", 1)).to_json()


# --- Taking tokens along ---
def launching(on: str, turn: int, **carrier: Any) -> Staged:
    """Return a game in which a squadron has left a ship with 3 pods. Pods count on ships, or on squadrons."""
    count: dict[str, Any] = {"of": "tokens", "token": POD, "on": on, "without": ["crippled"]}
    if carrier:
        count["fate"] = ["withdrawn"]
    game = stage(
        ship("C", 0, (24, 12), traits=["Hangers:2"], **STILL, activated=True, **carrier),
        ship("E", 0, (30, 12), traits=["Hangers:2"], **STILL, activated=True),
        squadron("S", 0, (24, 12), embarked_in="c"), FAR, turn=turn, turns=7,
        tokens=[{"name": POD, "launch": 2}], objectives=[VICTORY, {"kind": "most", "points": 5, "count": count}],
    )  # fmt: skip
    game.model("c").loads = ((POD, 3),)
    return game.begin("s").launch(24, 15)


@pytest.mark.parametrize(("on", "turn", "taken"), [("squadron", 7, 2), ("squadron", 1, 2), ("capital", 7, 0)])
def test_a_squadron_takes_along_what_counts_on_squadrons(on: str, turn: int, taken: int) -> None:
    game = launching(on, turn)
    assert chosen(game) == ["along", taken]
    game.answer("along", taken).end()


def test_what_may_be_lost_with_it_yet_is_worth_less() -> None:
    worth = []
    for turn in (2, 7):
        game = launching("squadron", turn)
        view = game.match.view(0)
        worth.append(taken_tokens_value(view, view.models["s"], view.models["c"], POD, 2))
        game.answer("along", 0).end()
    assert 0 < worth[0] < worth[1]


def test_it_brings_to_another_ship_what_its_own_can_no_longer_bring_home() -> None:
    game = launching("capital", 5, structure_left=0)
    assert chosen(game) == ["along", 2]
    game.answer("along", 2).end()
    sound = launching("capital", 5, structure_left=3)
    assert chosen(sound) == ["along", 0]
    sound.answer("along", 0).end()


# --- Fuel ---
def mined(aboard: int) -> Staged:
    """Return a game in which a squadron has mined 2 units. The ship already has some of the 10 that score."""
    home = {"of": "tokens", "token": WATER, "on": "capital", "fate": ["withdrawn"]}
    game = stage(
        squadron("S", 0, (24, 20), squadron_type="exo-armor", skill=2, weapons=[weapon("Lance", as_=3)]),
        ship("C", 0, (40, 6), traits=["Hangers:2"], **STILL, activated=True, tv=100), FAR,
        terrain=(rock("comet", (24, 24), radius=1.5, moves=False),), tokens=[{"name": WATER, "launch": 3, "most": 3}],
        special_rules=[{"rule": "mine", "token": WATER, "role": "attacker", "fuel_pods": True}],
        objectives=[VICTORY, {"kind": "at_least", "points": 12, "count": home, "amount": 10}],
    )  # fmt: skip
    game.model("c").loads = ((WATER, aboard),)
    game.begin("s", "mine").fly((24, 22.0)).resolve().pick("mine", ["a1"], "singly", 0)
    game.faces([1, 1, 1, 2, 3], [4])
    while game.kind != "refine":
        if game.kind == "faces":
            game.faces([1, 2, 3, 4])
        else:
            game.answer(*game.asked.default().to_json())
    return game


@pytest.mark.parametrize(("aboard", "answer"), [(5, ["keep"]), (12, ["refine"])])
def test_it_makes_fuel_of_the_water_that_nobody_needs(aboard: int, answer: list[str]) -> None:
    game = mined(aboard)
    assert chosen(game) == answer
    view = game.match.view(0)
    assert (last_token_value(view, view.models["s"], WATER) > 1.5) is (answer == ["keep"])
    game.answer(*answer)
    settled(game).end()


def test_a_pod_is_drawn_on_once_there_is_use_for_it() -> None:
    for y, answer in ((14, ["keep"]), (38, ["tap", "fuel-pod"])):
        game = stage(squadron("S", 0, (24, y), states={"fuel-pod": 1}), FAR)
        game.answer("activate", "s") if game.kind == "activate" else None
        assert game.kind == "tap" and chosen(game) == answer
        game.answer("keep").answer("declare", "none", 0).end()


# --- Corner ---
@pytest.mark.parametrize(
    ("place", "corner"),
    [((8, 8), "north-east"), ((40, 40), "south-west"), ((8, 40), "south-east"), ((40, 8), "north-west")],
)
def test_hazards_lie_in_the_corner_of_the_enemy(place: tuple[float, float], corner: str) -> None:
    fleets = tuple((parse_unit({**SHIP, "name": name}, name),) for name in "AD")
    game = muster(*fleets, zones="corners", terrain=[rock("debris-field", place)]).expect("corner", 0)
    assert chosen(game) == ["corner", corner]
    game.answer("corner", corner)
    while game.kind == "deploy":
        game.answer(*game.asked.default().to_json())
