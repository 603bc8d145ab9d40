"""The recorded games, which together run nearly every line of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jovian.match import Match, Setup
from tests.games import setup
from tests.match.test_everything_happens import depot, melee
from tests.playthroughs.episodes import scene
from tests.rules.stage import gun, ship, squadron, weapon


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded game: its start, and its players."""

    begin: Callable[[], Match]
    seed: int
    ensign: bool = False
    """Whether the ensign answered, so that the answers are stored in a file."""


def fleets(
    seed: int, one: str, other: str, options: Mapping[str, str] | None = None, *, manual: bool = False
) -> Callable[[], Match]:
    """Return a game of two fleets of the frozen contents."""

    def begin() -> Match:
        start = setup(seed, (one, other))
        return Match(Setup(start.scenario, start.fleets, start.cards, seed, options or {}, manual))

    return begin


def harbor(seed: int) -> Match:
    """Return a game with a damaged ship, a nearly lost carrier, squadrons aboard and on its hull, and their enemies."""
    worn: dict[str, Any] = {"speed": 1, "thrusters": [3, 2, 1], "skill": 6, "marines": [2, 1], "turns": 2}
    exo: dict[str, Any] = {"squadron_type": "exo-armor", "weapons": [weapon("Lance", as_=4)], "structure": [3, 2, 1]}
    guns = [gun("Kinetic Cannon", ac=3, as_=2), gun("Mass Driver", ("spinal",), ac=4)]
    arms = [gun("Beam Projector", ac=5, as_=4), gun("Missile", missile="Nuke", ac=5, as_=5, traits=["Limited"])]
    return scene([
        ship("Dock", 0, (20, 20), **worn, weapons=guns, traits=["Hangers:6", "Repair:2", "Tug", "Jammer"],
             ratings={"sensors": 0, "defense": 1, "thrusters": 2}, structure_left=2, damaged=["a1", "b1", "Hangers"]),
        ship("Carrier", 0, (26, 20), **worn, traits=["Hangers:8", "Catapult", "Launchers", "CAP"], structure_left=0),
        *(squadron(f"Pilot{n}", 0, (0, 0), embarked_in=("dock", "carrier")[n % 2], structure_left=2) for n in range(6)),
        squadron("Guard", 0, (26, 22), escorting="carrier", weapons=[weapon("Kinetic Cannon", as_=3)]),
        squadron("Mob", 1, (26, 18), assaulting="carrier", **exo), squadron("Gang", 1, (26, 12), **exo),
        ship("Hunter", 1, (23, 30), 180, speed=3, thrusters=[3, 2, 1], skill=5, weapons=arms),
    ], seed, turns=5)  # fmt: skip


OTHER_EDITION = {"ecm": "diminish", "secondary": "modifier", "station_keeping": "modifier"}
GAMES: dict[str, Recorded] = {
    "ensign-cega-squadrons": Recorded(fleets(2, "cega-squadrons-250", "venusian-squadrons-250"), 2, ensign=True),
    "ensign-jovian-strike": Recorded(fleets(3, "jovian-strike-250", "cega-strike-250"), 3, ensign=True),
    "ensign-venusian-strike": Recorded(fleets(4, "venusian-strike-250", "jovian-squadrons-250"), 4, ensign=True),
    "ensign-venusian": Recorded(fleets(1, "venusian-150", "jovian-150"), 1, ensign=True),
    "ensign-jovian": Recorded(fleets(5, "jovian-250", "venusian-250"), 5, ensign=True),
    "ensign-melee": Recorded(lambda: melee(2), 2, ensign=True),
    "strike": Recorded(fleets(0, "cega-strike-250", "venusian-strike-250"), 0),
    "mixed": Recorded(fleets(29, "venusian-squadrons-250", "jovian-strike-250"), 29),
    "typed-dice": Recorded(fleets(3, "cega-squadrons-250", "venusian-squadrons-250", manual=True), 3),
    "other-edition": Recorded(fleets(33, "cega-squadrons-250", "venusian-squadrons-250", OTHER_EDITION), 33),
    "melee": Recorded(lambda: melee(10), 10),
    "melee-again": Recorded(lambda: melee(16), 16),
    "depot": Recorded(lambda: depot(2), 2),
    "harbor": Recorded(lambda: harbor(9), 9),
    "harbor-again": Recorded(lambda: harbor(11), 11),
}
"""The games by file name."""
