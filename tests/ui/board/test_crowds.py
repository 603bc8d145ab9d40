"""In positions of real games, each model is named, names are apart, and markers stand near their models."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import hypot
from statistics import median

import pygame
import pytest

from jovian.game import State
from jovian.match import Match
from jovian.ui.board import Board
from jovian.ui.board.camera import strips
from jovian.ui.board.markers import plate_width
from tests.games import game_answers, setup
from tests.ui.board.gaps import gap

SIZES = ((680, 680), (1034, 1034))
FLEETS = (("jovian-250", "cega-250"), ("cega-250", "jovian-250"))
EACH = 15
"""Positions of each game."""


@cache
def positions() -> tuple[State, ...]:
    return tuple(state for seed, fleets in enumerate(FLEETS, 3) for state in played(seed, fleets))


def played(seed: int, fleets: tuple[str, str]) -> Iterator[State]:
    """Yield positions of a game from its start on, one for every few activations."""
    match = Match(setup(seed, fleets))
    found = activations = 0
    for choice in game_answers(seed, fleets, (("random", seed), ("random", seed + 1))):
        if found == EACH:
            break
        if match.decision is not None and match.decision.kind == "activate":
            activations += 1
            if activations % 3 == 0:
                found += 1
                yield match.state.clone()
        match.answer(choice)


def share(one: pygame.Rect, other: pygame.Rect) -> float:
    part = one.clip(other)
    return part.width * part.height / min(one.width * one.height, other.width * other.height)


@pytest.mark.parametrize("size", SIZES)
def test_names_and_markers_of_whole_games(size: tuple[int, int]) -> None:
    distances: list[float] = []
    assert len(positions()) == EACH * len(FLEETS)
    for number, state in enumerate(positions()):
        board, surface = Board((0, 0, *size), (state.width, state.height)), pygame.Surface(size, 0, 32)
        board.draw_once(surface, state)
        names, markers, zoom = board.names, board.markers(state), board.camera.pixels_per_inch
        own = [key for key, marker in markers.items() if not marker.leader]
        assert set(markers) == {model.id for model in state.on_table()}
        assert [key for key in own if key not in names] == [], f"position {number}: not named"
        rects = list(names.values())
        worst = max(share(one, other) for n, one in enumerate(rects) for other in rects[:n])
        assert worst <= 0.1, f"position {number}: names overlap"
        boxes = {key: strips(board.camera, markers[key].shape, markers[key].pose) for key in own}
        distances += [gap(names[key], boxes[key]) for key in own]
        for key in own:
            pose, place = state.models[key].pose, markers[key].pose
            assert hypot(pose.x - place.x, pose.y - place.y) <= plate_width(zoom) + 1e-6
            assert board.pick(board.camera.to_screen(place[:2]), state) == key or not markers[key].is_plate
    assert median(distances) < 14
