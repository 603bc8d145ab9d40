"""Tests of the editor's pictures: a table with everything that can be chosen, at both sizes, drawn in time."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from jovian.editing.draft import Draft, History, Piece
from jovian.editing.files import read_draft
from jovian.ui.editor.workbench import Tool, Workbench
from jovian.ui.screens.editor_screen import EditorScreen
from jovian.ui.screens.navigation import ToEditor
from tests.frozen_contents import FROZEN
from tests.ui.board.test_picture import difference
from tests.ui.pilot import Pilot

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((1280, 720), (1920, 1080))


def crowded() -> Draft:
    """Return a table with most kinds of terrain, 2 overlapping ships, and zones."""
    draft = read_draft(FROZEN.scenarios / "introductory.yaml").with_value(("fleets",), None)
    zones = [{"side": 0, "points": [[2, 2], [20, 2], [16, 12], [2, 12]]}, {"side": 1, "x": 36, "y": 40, "radius": 6}]
    models = [
        {"id": "one", "card": "jovian/alexander", "side": 0, "x": 10, "y": 8, "heading": 20, "structure": 4},
        {"id": "two", "card": "cega/hachiman", "side": 1, "x": 10.5, "y": 9, "heading": 180},
    ]
    return draft.with_value(("zones",), zones).with_value(("models",), models)


def page(size: tuple[int, int], chosen: Piece | None, tool: Tool | None) -> Pilot:
    pilot = Pilot(size)
    pilot.app.go(ToEditor(Workbench(History((crowded(),)), chosen=chosen, tool=tool)))
    assert pilot.page == "editor"
    pilot.move(pilot.at(30, 10))
    pilot.wait(30)
    return pilot


CASES = {
    "scenario": (None, None), "outline": (Piece("terrain", 3), None), "model": (Piece("models", 0), None),
    "in-hand": (None, Tool("models", "jovian/valiant", 0, 45)), "objective": (Piece("objectives", 0), None),
}  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", CASES)
def test_the_editor_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    picture = pygame.transform.smoothscale(page(size, *CASES[name]).draw(), (256, 144))
    path = GOLDEN / f"editor-{name}-{size[1]}.png"
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        pygame.image.save(picture, path)
    assert difference(picture, pygame.image.load(path)) < 2.0, "set JOVIAN_GOLDEN=write to accept a new look"


def test_a_picture_in_which_nothing_changed_draws_nothing_anew() -> None:
    pilot = page(SIZES[0], Piece("models", 0), None)
    pilot.draw()
    screen = pilot.screen
    assert isinstance(screen, EditorScreen)
    before, sketched = list(screen.board.redraws), screen.workbench.sketch
    pilot.wait(3)
    pilot.draw()
    assert screen.board.redraws == before and screen.workbench.sketch is sketched
    assert not screen.stale
