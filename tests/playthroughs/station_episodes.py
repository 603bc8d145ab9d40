"""Scenes with neutral pieces: a station that changes hands, and a hulk with marines of both sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jovian.match import Match
from tests.playthroughs.episodes import perform, scene
from tests.rules.stage import rock, ship, squadron

SEED = 6
"""With these dice, the station is captured in the first End Phase."""


def station() -> Match:
    """The Corsair's marines board a station, fight its crew in the End Phase, capture it, and fire its weapons."""
    match = scene([
        ship("Corsair", 0, (24, 20.4), marines=[8, 7, 6, 5, 4, 3, 2, 1], thrusters=[1], speed=0),
        ship("Guard", 1, (24, 33), 180, thrusters=[1], speed=0),
    ], seed=SEED, turns=3, terrain=[rock("space-station", (24, 24), id="station", name="Waystation")])  # fmt: skip
    perform(match, [
        ("declare", ["declare", "board", 0]), ("menu", ["resolve", "station"]), ("commit", ["commit", 8]),
        ("menu", ["end"]), ("declare", ["declare", "none", 0]), ("menu", ["end"]),
        ("activate", ["activate", "station"]), ("declare", ["declare", "none", 0]),
        ("menu", ["attack", ["a1"], "guard"]), ("menu", ["end"]),
    ])  # fmt: skip
    return match


def hulk() -> Match:
    """Two ships send marines aboard the same unidentified object, and they fight in the End Phase."""
    match = scene([
        ship("Finder", 0, (24, 21), marines=[4, 3, 2, 1], thrusters=[1], speed=0),
        ship("Keeper", 1, (24, 27), 180, marines=[4, 3, 2, 1], thrusters=[1], speed=0),
    ], seed=3, turns=2, terrain=[rock("unidentified-object", (24, 24), id="hulk", name="Drifting Hulk")])  # fmt: skip
    board = [("declare", ["declare", "board", 0]), ("menu", ["resolve", "hulk"])]
    perform(match, [
        *board, ("commit", ["commit", 4]), ("menu", ["end"]), *board, ("commit", ["commit", 3]), ("menu", ["end"]),
        ("declare", ["declare", "none", 0]), ("menu", ["end"]),
    ])  # fmt: skip
    return match


def intelligence() -> Match:
    """Marines search a hulk. A squadron lands on it, launches with the token found, and brings it to its ship."""
    still = {"thrusters": [1], "speed": 0}
    match = scene([
        ship("Finder", 0, (24, 20.5), **still, marines=[3, 2, 1], traits=["Hangers:1"]),
        squadron("Courier", 0, (27.5, 20)), ship("Rival", 1, (24, 44), 180, **still),
    ], seed=3, turns=3, **HUNT,
       terrain=[rock("unidentified-object", (24, 24), id="hulk", name="Drifting Hulk", hangers=2)])  # fmt: skip
    idle = [("declare", ["declare", "none", 0]), ("menu", ["end"])]
    begin = ("activate", ["activate", "courier"]), ("declare", ["declare", "none", 0])
    perform(match, [
        ("activate", ["activate", "finder"]), ("declare", ["declare", "board", 0]), ("menu", ["resolve", "hulk"]),
        ("commit", ["commit", 2]), ("menu", ["end"]), *idle, ("declare", ["declare", "none", 0]),
        ("menu", ["fly", [[25.5, 24]]]), ("menu", ["land", "hulk"]), ("menu", ["end"]),
        ("activate", ["activate", "finder"]), *idle, *idle, *idle,
        *begin, ("menu", ["launch", 25.9, 22.9, 0]), ("menu", ["fly", [[25.5, 21]]]), ("menu", ["land", "finder"]),
        ("menu", ["end"]), *idle, *idle,
    ])  # fmt: skip
    return match


HUNT: dict[str, Any] = {
    "tokens": [{"name": "Intelligence Token"}],
    "special_rules": ["search-objects", {"rule": "retrieve-from-objects", "token": "Intelligence Token"}],
    "objectives": [
        {"kind": "each", "points": 1, "count": {"of": "searched"}},
        {"kind": "each", "points": 1, "count": {"of": "bearers", "token": "Intelligence Token", "on": "capital"}},
    ],
}
"""The rules of the Scavenger Hunt about its objects."""
STATION_EPISODES: dict[str, Callable[[], Match]] = {
    "episode-station": station, "episode-hulk": hulk, "episode-intelligence": intelligence,
}  # fmt: skip
"""The scenes by file name."""
