"""Deployment zones of every form, beacons, and an escape edge on the board, compared with small pictures."""

from __future__ import annotations

import os

import pygame
import pytest

from jovian.match import Match
from jovian.ui.board import Board, Scene, picture
from jovian.ui.board.board_help import zone_areas
from tests.match.test_zones import changed
from tests.ui.board.test_picture import GOLDEN, difference

NAMES = ("Jovian", "CEGA")


def until(way: str, kind: str) -> Match:
    """Return a game after default answers, at a decision of a kind."""
    match = Match(changed(5, way))
    while match.decision is not None and match.decision.kind != kind:
        match.answer(match.decision.default())
    return match


def small_picture(match: Match) -> pygame.Surface:
    """Return a small picture of the table with its zones."""
    scene = Scene(zones=zone_areas(match.state, NAMES), labels=False)
    return pygame.transform.smoothscale(picture(match.state, 900, scene), (225, 225))


def edged() -> Match:
    """Return an ambush with its edge chosen."""
    match = until("ambush", "edge")
    match.answer(["edge", "west"])
    return match


@pytest.mark.parametrize("name", ["beacons", "corners", "own", "ambush"])
def test_fields_look_as_they_did(name: str) -> None:
    small = small_picture(edged() if name == "ambush" else until(name, "deploy"))
    path = GOLDEN / f"field-{name}.png"
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        pygame.image.save(small, path)
    assert difference(small, pygame.image.load(path)) < 2.0, "set JOVIAN_GOLDEN=write to accept a new look"


def test_the_compare_notices_a_missing_edge_or_zone() -> None:
    with_edge, without = edged(), until("ambush", "edge")
    assert difference(small_picture(with_edge), small_picture(without)) > 0.5
    chosen, unchosen = until("corners", "deploy"), Match(changed(5, "corners"))
    assert difference(small_picture(chosen), small_picture(unchosen)) > 2.0


def test_a_zone_has_its_name_where_that_fits() -> None:
    labels = [zone.label for zone in zone_areas(until("corners", "deploy").state, NAMES)]
    assert labels == ["Deployment zone · Jovian", "Deployment zone · CEGA"]
    assert {zone.label for zone in zone_areas(until("beacons", "deploy").state, NAMES)} == {""}


def test_landmarks_are_drawn_anew_only_when_they_change() -> None:
    match, board = Match(changed(5, "beacons")), Board((0, 0, 600, 600), (48, 48))
    surface = pygame.Surface((600, 600), 0, 32)
    board.draw(surface, match.state, Scene())
    board.draw(surface, match.state, Scene())
    assert board.redraws[0] == 1
    match.answer(match.decision.default() if match.decision is not None else None)
    board.draw(surface, match.state, Scene())
    assert board.redraws[0] == 2
