"""Pictures of stations and unidentified objects: neutral, of a side, captured, and boarded by both sides."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from jovian.game import State
from jovian.ui.board import Board, Scene
from jovian.ui.board.sprites import sprite_key
from tests.rules.stage import rock, ship, squadron, stage
from tests.ui.board.test_picture import VIEW, difference

GOLDEN = Path(__file__).parent / "golden" / "stations.png"
GIVEN = {"structure": 8, "hangers": 2, "weapons": "beam"}


@pytest.fixture
def state() -> State:
    """Return four stations and a hulk around three models."""
    lines = (
        rock("space-station", (21, 25), id="none", name="Nobody's", **GIVEN),
        rock("space-station", (14, 22), id="ours", name="Ours", owner=0, radius=2, **GIVEN),
        rock("space-station", (34, 22), id="theirs", name="Theirs", owner=1, **GIVEN),
        rock("space-station", (27, 25), id="taken", name="Taken", **GIVEN),
        rock("unidentified-object", (24, 31), id="hulk", name="Drifting Hulk", structure=4, boarders=[2, 1]),
    )
    game = stage(ship("A", 0, (16, 30)), ship("B", 1, (32, 30), 180), squadron("F", 0, (24, 20)), terrain=lines)
    game.model("taken").side = 0
    game.model("taken").states["captured"] = 1
    return game.match.state


def test_they_look_as_they_did(state: State) -> None:
    surface = pygame.Surface(VIEW[2:], 0, 32)
    board = Board(VIEW, (state.width, state.height))
    board.camera = board.camera.focused((24, 26)).zoomed(board.camera.center, 2.0)
    board.draw(surface, state, Scene())
    small = pygame.transform.smoothscale(surface, (225, 225))
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        pygame.image.save(small, GOLDEN)
    assert difference(small, pygame.image.load(GOLDEN)) < 2.0, "set JOVIAN_GOLDEN=write to accept a new look"


def test_nobody_is_told_from_both_sides_without_color(state: State) -> None:
    """The frame is dashed, and the plate has neither hatching nor chevron. A hulk looks like nothing else."""
    looks = {ident: sprite_key(state.models[ident]) for ident in ("none", "ours", "theirs", "hulk")}
    assert [looks[ident].side for ident in ("none", "ours", "theirs", "hulk")] == [2, 0, 1, 2]
    assert looks["hulk"].fallback == "object" and looks["none"].fallback == "station"


def test_a_station_is_picked_and_named_as_a_model_alone(state: State) -> None:
    surface = pygame.Surface(VIEW[2:], 0, 32)
    board = Board(VIEW, (state.width, state.height))
    board.draw(surface, state, Scene())
    at = board.camera.to_screen((21, 25))
    assert board.pick((round(at[0]), round(at[1])), state) == "none"
    assert "none-hull" not in board.names
