"""Frames of whole screens at 1920x1080 with 36 models, including rules and panels. Each function counts its frames.

The situations are a battle with arcs and a dragged ghost, and jumps in a replay.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

import pygame

from jovian.match import Match
from jovian.session.session import Session
from jovian.ui.board import ArcOverlay, Ghost
from jovian.ui.screens.replay import ReplayScreen
from tests.games import finished
from tests.rules_api import NextOrder
from tests.ui.pilot import Pilot, battle_at

FLEETS = ("jovian-squadrons-250", "cega-squadrons-250")
SIZE = (1920, 1080)
MOMENT = 300
MANY = 20


@lru_cache(maxsize=1)
def _game() -> Match:
    return finished(3, FLEETS)


@lru_cache(maxsize=2)
def _battle(zoom: float) -> Pilot:
    """Return a battle in which a ship acts, with its arcs, and with its ghost at the pointer."""
    pilot = Pilot(SIZE)
    battle_at(pilot, _asking())
    pilot.uncover()
    pilot.key(pygame.K_r)
    spot = pilot.on(pilot.menu.model.pose)
    pilot.camera = pilot.camera.zoomed(spot, zoom)
    pilot.move(pilot.on(pilot.menu.model.pose.advanced(2.0)))
    pilot.draw()
    assert pilot.sees(Ghost) and pilot.sees(ArcOverlay)
    return pilot


def _asking() -> Match:
    """Return the game at the next menu of a ship."""
    game = _game()
    for answers in range(MOMENT, len(game.journal)):
        match = game.fork_at(answers)
        if isinstance(match.decision, NextOrder) and match.decision.model.is_capital:
            return match
    raise AssertionError("no ship acts any more")


def _dragged(zoom: float) -> int:
    pilot = _battle(zoom)
    for number in range(MANY):
        step = 3 if number < MANY // 2 else -3
        pilot.camera = pilot.camera.panned(step, step)
        pilot.post()
        pilot.draw()
    return MANY


def dragged() -> int:
    """Drag the whole table to and fro."""
    return _dragged(1.0)


def dragged_near() -> int:
    """Drag the table at twice the zoom."""
    return _dragged(2.0)


def pointed() -> int:
    """Point at one model after the other at twice the zoom."""
    pilot = _battle(2.0)
    models = [model for model in pilot.view.models.values() if model.is_on_table]
    for number in range(MANY):
        pilot.move(pilot.on(models[number % len(models)].pose))
        pilot.draw()
    return MANY


@lru_cache(maxsize=1)
def _replay() -> tuple[Pilot, ReplayScreen, Random]:
    pilot = Pilot(SIZE)
    replay = ReplayScreen(pilot.app, Session(_game(), ("human", "human")), None)
    pilot.app.show(replay)
    pilot.wait()
    return pilot, replay, Random(1)


def jumped() -> int:
    """Jump to random moments of a replay."""
    pilot, replay, rng = _replay()
    for _ in range(MANY):
        replay._go(rng.randrange(replay.recording.length + 1), animated=False)
        pilot.post()
        pilot.draw()
    return MANY


SCREENS: dict[str, Callable[[], int]] = {
    "battle, dragged, arcs on": dragged,
    "battle, dragged, arcs on, twice the zoom": dragged_near,
    "battle, a new hover, arcs on, twice the zoom": pointed,
    "replay, a jump": jumped,
}
