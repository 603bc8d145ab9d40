"""Traits of older editions in the window, compared with saved pictures."""

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
OLD, LATER = "v1.2.2", "v1.2.3"
Options = dict[str, str]
MOST_ALIKE = 0.6
"""The maximum likeness of two pictures that count as different scenes."""


def duel(options: Options, *guns: str, guard: bool = False, **fields: object) -> Staged:
    """Return a hunter that may fire at a target, with or without a guard next to it."""
    lines = [gun(kind, ac=5, missile="AC") if kind == "Missile" else gun(kind, ac=5) for kind in guns]
    beside = [ship("Guard", 1, (28, 27), 180, traits=["Barrier"], activated=True)] if guard else []
    return stage(
        ship("Hunter", 0, (24, 14), weapons=lines, skill=4), ship("Sister", 0, (40, 8), activated=True),
        ship("Prey", 1, (24, 26), 180, activated=True, **fields), *beside, options=options,
    ).begin("hunter")  # fmt: skip


def mined(options: Options) -> Staged:
    """Return a ship that approaches three mines. Without the option there are none."""
    game = stage(
        ship("Layer", 0, (22, 16), traits=["Minelayer:3"], speed=0, thrusters=[1]),
        ship("Sister", 0, (40, 8), activated=True), ship("Comer", 1, (24, 28), 180), options=options,
    )  # fmt: skip
    if not options:
        return game.begin("layer").end()
    game.begin("layer", "lay mines").resolve()
    for at in ((20.2, 19.6), (22, 20), (23.8, 19.6)):
        game.answer("at", *at, kind="spot")
    return game.end()


def looking_out(options: Options) -> Staged:
    """Return a ship with a Sensor Drone that activates."""
    return stage(
        ship("Scout", 0, (24, 16), traits=["Sensor Drone"], weapons=[gun(ac=3)]),
        ship("Foe", 1, (24, 30), 180, activated=True), options=options,
    )  # fmt: skip


def explained(options: Options) -> Staged:
    """Return a card with traits that only the option changes."""
    traits = ["Energy Armor:2", "Ring Module", "Overthrust:1", "Snooper"]
    return stage(
        ship("Bearer", 0, (24, 16), traits=traits, marines=[2, 1]),
        ship("Sister", 0, (40, 8)), ship("Foe", 1, (24, 30), 180, activated=True), options=options,
    )  # fmt: skip


def hunted(options: Options) -> Staged:
    """Return a squadron that may fly past a weapon with Overwatch."""
    return stage(
        squadron("Wing", 0, (24, 16), speed=12), ship("Sister", 0, (40, 8), activated=True),
        ship("Gunner", 1, (24, 25), 180, sensors=[1], defense=[1], activated=True,
             weapons=[gun("Beam Projector", as_=3, traits=["Autofire"])]), options=options,
    ).begin("wing")  # fmt: skip


Rect = tuple[int, int, int, int]
AIM, BOARD, SHEET, PILLS = (902, 40, 378, 610), (364, 260, 260, 240), (902, 340, 378, 310), (620, 46, 660, 330)
SCENES: dict[str, tuple[Callable[[Options], Staged], Options, str, Rect]] = {
    "cloak": (lambda options: duel(options, "Particle Cannon", traits=["Cloak"], structure=[3, 2, 1]),
              {"cloak": OLD}, "prey", AIM),
    "barrier": (lambda options: duel(options, "Kinetic Cannon", guard=True), {"barrier": OLD}, "prey", AIM),
    "evasive": (lambda options: duel(options, "Beam Projector", traits=["Evasive"]), {"evasive": OLD}, "prey", AIM),
    "mines": (mined, {"mines": OLD}, "", BOARD),
    "lookout": (looking_out, {"sensor_drone": OLD}, "", SHEET),
    "armor": (explained, {"energy_armor": OLD}, "bearer", PILLS),
    "autofire": (hunted, {"autofire": LATER}, "", BOARD),
}  # fmt: skip
"""Each scene with its options, the model under the pointer or on the card, and the part to compare."""


def open_scene(name: str, size: tuple[int, int] = SIZE, *, usual: bool = False) -> Pilot:
    """Return the window with a scene, or with the same scene without its options."""
    make, options, ident, _ = SCENES[name]
    pilot, game = Pilot(size), make({} if usual else options)
    battle_at(pilot, game.match)
    pilot.wait(30)
    if name == "armor":
        pilot.select(ident)
        pilot.wait(30)
        pilot.draw()
        hints = pilot.battle.card._hints
        pilot.move(next(rect for rect, text in hints if text.startswith("Energy Armor")).center)
        pilot.wait(60)
    elif ident:
        pilot.move(pilot.on(game.model(ident).pose))
        pilot.wait(60)
    elif name == "autofire":
        pilot.move(pilot.at(24, 19))
        pilot.wait(60)
    return pilot


def scene_picture(name: str, *, usual: bool = False) -> pygame.Surface:
    """Return the part of the screen to compare."""
    return open_scene(name, usual=usual).draw().subsurface(SCENES[name][3]).copy()


@pytest.mark.parametrize("name", SCENES)
def test_older_traits_look_as_they_did(name: str) -> None:
    """v1.2.2, v1.2.3 Traits. Without their options, the scenes look different."""
    picture, path = scene_picture(name), GOLDEN / f"trait-{name}.png"
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        pygame.image.save(picture, path)
    golden = pygame.image.load(path)
    assert difference(picture, golden) < MOST_ALIKE, "set JOVIAN_GOLDEN=write to accept a new look"
    assert difference(scene_picture(name, usual=True), golden) > MOST_ALIKE
