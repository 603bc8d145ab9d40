"""Scenes about what is nobody's: a station that changes hands, a hulk over which marines of both sides fight."""

from __future__ import annotations

from collections.abc import Callable

from jovian.match import Match
from tests.playthroughs.episodes import perform, scene
from tests.rules.stage import rock, ship

SEED = 6
"""Dice by which the station is taken in the first End Phase."""


def station() -> Match:
    """The Corsair's marines board a station, fight its crew in the End Phase, take it, and fire its guns."""
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
    """Two ships send marines aboard the same unidentified object; they fight in the End Phase."""
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


STATION_EPISODES: dict[str, Callable[[], Match]] = {"episode-station": station, "episode-hulk": hulk}
"""By the name of the file that tells it."""
