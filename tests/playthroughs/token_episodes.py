"""Scenes with tokens: water mined from a comet, and escape pods that are found and passed on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jovian.match import Match
from tests.playthroughs.episodes import perform, scene
from tests.rules.stage import rock, ship, squadron, weapon
from tests.rules_api import flight_to

STILL: dict[str, Any] = {"thrusters": [1], "speed": 0}
WATER: dict[str, Any] = {
    "tokens": [{"name": "Water Unit", "launch": 3, "most": 3}],
    "special_rules": [
        {"rule": "mine", "token": "Water Unit", "role": "attacker", "squadrons": "exo-armor", "fuel_pods": True},
    ],
    "objectives": [{"kind": "each", "points": 1, "count": {"of": "tokens", "token": "Water Unit", "on": "capital"}}],
}
TRUCE: dict[str, Any] = {
    "tokens": [{"name": "Escape Pod", "on_captured": 2, "launch": 1}],
    "special_rules": [{"rule": "search", "token": "Escape Pod"}],
    "objectives": [{"kind": "most", "points": 2, "count": {"of": "tokens", "token": "Escape Pod", "on": "capital"}}],
}


def _home(decision: Any) -> list[Any]:
    """Return a flight into contact with the ship."""
    pose = flight_to(decision.state, decision.model, "tanker", 9.0)
    assert pose is not None
    return ["fly", [[pose.x, pose.y]]]


def mining() -> Match:
    """Exo-armors fly to a comet, mine water, turn one token into Fuel, and bring the rest to their ship."""
    match = scene([
        ship("Tanker", 0, (29, 24), traits=["Hangers:1"], **STILL),
        squadron("Cutter", 0, (24, 19), squadron_type="exo-armor", skill=4, weapons=[weapon("Lance", as_=4)]),
        ship("Watcher", 1, (24, 45), 180, **STILL),
    ], seed=4, turns=2, terrain=[rock("comet", (24, 24), radius=1.5, moves=False)], **WATER)  # fmt: skip
    idle = [("declare", ["declare", "none", 0]), ("menu", ["end"])]
    perform(match, [
        ("activate", ["activate", "cutter"]), ("declare", ["declare", "mine", 0]), ("menu", ["fly", [[24, 22]]]),
        ("menu", ["resolve"]), ("mine", ["mine", ["a1"], "singly", 2]), ("refine", ["refine"]), ("free", ["stay"]),
        ("menu", ["end"]), *idle, *idle,
        ("activate", ["activate", "cutter"]), ("tap", ["keep"]), ("declare", ["declare", "none", 0]),
        ("menu", _home), ("menu", ["land", "tanker"]), ("menu", ["end"]), *idle, *idle,
    ])  # fmt: skip
    return match


def pods() -> Match:
    """A carrier finds pods. A squadron that launches from it takes one along and finds more."""
    match = scene([
        ship("Samaritan", 0, (24, 20), traits=["Hangers:1"], **STILL),
        squadron("Lifeboat", 0, (0, 0), embarked_in="samaritan"), ship("Vulture", 1, (24, 45), 180, **STILL),
    ], seed=2, turns=2, **TRUCE)  # fmt: skip
    perform(match, [
        ("activate", ["activate", "samaritan"]), ("declare", ["declare", "search", 0]), ("menu", ["resolve"]),
        ("menu", ["end"]), ("declare", ["declare", "none", 0]), ("menu", ["end"]),
        ("declare", ["declare", "search", 0]), ("menu", ["launch", 24, 23, 0]), ("along", ["along", 1]),
        ("menu", ["resolve"]), ("menu", ["end"]),
    ])  # fmt: skip
    return match


TOKEN_EPISODES: dict[str, Callable[[], Match]] = {"episode-mining": mining, "episode-pods": pods}
"""The scenes by file name."""
