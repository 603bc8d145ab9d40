"""Tests of placing terrain in the window: a piece at the pointer, turned, refused with a reason, placed by a click."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from jovian.match import Match
from jovian.ui.board import BaseRing
from tests.games import setup
from tests.ui.board.test_picture import difference
from tests.ui.pilot import Pilot, battle_at

GOLDEN = Path(__file__).parents[1] / "board" / "golden"
LOOKED = (320, 120, 460, 600)
"""The compared part of the screen: the middle of the table, and the bar below it."""
SIZE = (1280, 720)


def laying() -> Pilot:
    """Return the window with 2 humans and an empty table."""
    pilot = Pilot()
    battle_at(pilot, Match(setup(5, terrain="placed"), keep_all=True))
    return pilot


def question_picture(at: tuple[float, float], size: tuple[int, int] = SIZE) -> pygame.Surface:
    """Return the screen after a first piece, with the pointer and the second piece at a place of the table."""
    pilot = Pilot(size)
    battle_at(pilot, Match(setup(5, terrain="placed"), keep_all=True))
    pilot.choose("auto")
    pilot.move(pilot.at(*at))
    pilot.wait(60)
    return pilot.draw().subsurface(LOOKED).copy()


@pytest.mark.parametrize(("name", "at"), [("lay", (18, 20)), ("lay-refused", (22, 24))])
def test_the_question_looks_as_it_did(name: str, at: tuple[float, float]) -> None:
    """It shows the current piece and the reason why it is illegal. At other places it looks different."""
    picture, path = question_picture(at), GOLDEN / f"{name}.png"
    if os.environ.get("JOVIAN_GOLDEN") == "write":
        pygame.image.save(picture, path)
    golden = pygame.image.load(path)
    assert difference(picture, golden) < 0.6, "set JOVIAN_GOLDEN=write to accept a new look"
    assert difference(question_picture((34, 30)), golden) > 0.6


def test_a_piece_is_turned_and_laid_by_a_click() -> None:
    pilot = laying()
    first = pilot.match.state.pool[0].id
    pilot.move(pilot.at(24, 24))
    assert pilot.kind == "lay" and "Asteroid Field" in pilot.title and pilot.sees(BaseRing, "lit")
    pilot.key(pygame.K_e)
    pilot.key(pygame.K_e)
    assert "30°" in pilot.notes()[0]
    pilot.click(pilot.at(24, 24))
    assert pilot.last == ["lay", first, 24.0, 24.0, 30]
    assert pilot.covered is None, "nothing is hidden yet between two at one machine"


def test_why_a_piece_may_not_lie_there_is_said() -> None:
    pilot = laying()
    pilot.choose("auto")
    pilot.key(pygame.K_n)
    laid = pilot.match.state.terrain[pilot.last[1]].pose
    for at, reason in (((24, 6), "deployment zones"), ((laid.x + 1, laid.y), "away from the Asteroid Field")):
        pilot.move(pilot.at(*at))
        assert reason in pilot.notes()[0] and pilot.sees(BaseRing, "refused") and not pilot.sees(BaseRing, "lit")
    answers = len(pilot.journal)
    pilot.click(pilot.at(24, 6))
    assert pilot.refused is not None and "deployment zones" in pilot.refused.reason
    assert len(pilot.journal) == answers


def test_another_piece_is_taken_and_laid_where_there_is_room() -> None:
    pilot = laying()
    pool = pilot.match.state.pool
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    assert pilot.last[:2] == ["lay", pool[1].id] and pool[1].id in pilot.match.state.terrain
    pilot.choose("next")
    pilot.choose("auto")
    assert pilot.last[1] == pool[2].id


def test_both_lay_no_more_and_then_deploy() -> None:
    pilot = laying()
    pilot.choose("auto")
    pilot.choose("decline")
    pilot.choose("decline")
    assert pilot.kind == "deploy" and len(pilot.match.state.terrain) == 1
    pilot.uncover()
    pilot.press("undo")
    assert pilot.kind == "lay"
