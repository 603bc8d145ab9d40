"""States and damage of older editions in the window, compared with saved pictures."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from tests.rules.stage import Staged, gun, ship, squadron, stage
from tests.ui.board.test_picture import difference
from tests.ui.pilot import Pilot, battle_at

GOLDEN = Path(__file__).parent / "golden"
SIZE = (1280, 720)
CARD, SHEET, BOARD, BAR = (902, 40, 378, 300), (902, 340, 378, 310), (374, 340, 160, 180), (0, 0, 430, 200)
"""The parts of the screen to compare: x, y, width, height."""
OLD, STATES = "v1.2.1", "v1.2.3"
Options = dict[str, str]


def drifting(options: Options) -> Staged:
    """Return a game with a hulk that may drift three ways. Another ship waits, so that its side decides."""
    return stage(
        ship("Hulk", 0, (22, 20), 20, structure_left=0), ship("Sister", 0, (34, 14)),
        ship("Foe", 1, (24, 32), 180, activated=True), options=options,
    )  # fmt: skip


def crippled_squadron(options: Options) -> Staged:
    """Return a squadron with its last box of Structure."""
    return stage(
        squadron("Wing", 0, (24, 18), structure_left=1, fire_control=2), ship("Sister", 0, (34, 14)),
        ship("Foe", 1, (24, 30), 180, activated=True), options=options,
    )  # fmt: skip


def critical_by_value(options: Options) -> Staged:
    """Return a critical hit of a triple of fives: a random weapon, or a system of choice."""
    game = stage(
        ship("Hunter", 0, (24, 14), weapons=[gun(ac=3)]),
        ship("Prey", 1, (24, 25), 180, activated=True, weapons=[gun(ac=2), gun(ac=3)], traits=["Catapult", "Jammer"]),
        options=options,
    ).begin("hunter")  # fmt: skip
    return game.attack("a1", "prey").faces([5, 5, 5])


def engine_damage(options: Options) -> Staged:
    """Return a ship that loses 3" of Speed. Damage Control has a row for this."""
    game = stage(ship("Limper", 0, (24, 18), damaged=["a1"], weapons=[gun(ac=2)]), ship("Foe", 1, (24, 30), 180),
                 options=options)  # fmt: skip
    if options:
        game.model("limper").states["engine-damage"] = 3
    return game.begin("limper", "damage control").resolve().faces([1, 1, 3])


def disrupted(options: Options) -> Staged:
    """Return a squadron hit by a particle cannon."""
    game = stage(
        ship("Hunter", 0, (24, 14), weapons=[gun("Particle Cannon", as_=3)]),
        squadron("Wing", 1, (24, 21), fire_control=2, activated=True), options=options,
    ).begin("hunter")  # fmt: skip
    return game.attack("a1", "wing").faces([4, 4, 1])


def many_options(options: Options) -> Staged:
    """Return a game with several changed options."""
    return stage(
        ship("A", 0, (24, 14)), ship("B", 0, (30, 14)), ship("Foe", 1, (24, 30), 180),
        options=options,
    )  # fmt: skip


Rect = tuple[int, int, int, int]
SCENES: dict[str, tuple[Callable[[Options], Staged], Options, str, Rect]] = {
    "drift": (drifting, {"drift": OLD}, "hulk", BOARD),
    "crippled-squadron": (crippled_squadron, {"crippled_squadrons": OLD}, "wing", CARD),
    "critical": (critical_by_value, {"critical": OLD}, "prey", SHEET),
    "engine": (engine_damage, {"engine": OLD, "repair": OLD}, "limper", CARD),
    "disrupted": (disrupted, {"disrupted": STATES}, "wing", CARD),
    "options": (many_options, {"drift": OLD, "explosion": OLD, "disrupted": STATES, "terrain": "off"}, "a", BAR),
}
"""Each scene with its options, the model whose card is shown, and the part to compare."""


def open_scene(name: str, size: tuple[int, int] = SIZE, *, usual: bool = False) -> Pilot:
    """Return the window with a scene, or with the same scene without its options."""
    make, options, ident, _ = SCENES[name]
    pilot = Pilot(size)
    battle_at(pilot, make({} if usual else options).match)
    pilot.select(ident)
    if name == "drift":  # Where a model may drift is shown once it is chosen.
        pilot.battle.selection.choose(ident)
    pilot.wait(30)
    pilot.draw()
    if name == "options" and not usual:
        pilot.move(pilot.widget("turn hint").rect.center)
        pilot.wait(60)
    return pilot


def scene_picture(name: str, *, usual: bool = False) -> pygame.Surface:
    """Return the part of the screen to compare."""
    return open_scene(name, usual=usual).draw().subsurface(SCENES[name][3]).copy()


@pytest.mark.parametrize("name", SCENES)
def test_older_rules_look_as_they_did(name: str) -> None:
    """v1.2.1 Damage, v1.2.3 States. Without their options, the scenes look different."""
    picture, path = scene_picture(name), GOLDEN / f"older-{name}.png"
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        pygame.image.save(picture, path)
    golden = pygame.image.load(path)
    assert difference(picture, golden) < 0.6, "set JOVIAN_GOLDEN=write to accept a new look"
    assert difference(scene_picture(name, usual=True), golden) > 0.6
