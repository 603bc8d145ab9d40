"""The prompt for all that a leg offers the other side: all are listed and drawn, every answer is a click or a key."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.board import Brackets
from jovian.ui.screens.battle.battle import Battle
from tests.face import Reactions
from tests.rules.test_reactions import PD, fly, gauntlet
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, last, opened
from tests.ui.places import check_place

ANSWERS = ["V intercepts", "Point Defense of B", "W intercepts", "None of them", "None for the rest of this move"]
CHOICES = [["intercept", "v"], PD, ["intercept", "w"], ["decline"], ["pass"]]


def asked() -> tuple[Pilot, Battle]:
    pilot, battle = opened(fly(gauntlet()))
    pilot.uncover()
    assert isinstance(pilot.asked, Reactions)
    return pilot, battle


def test_all_who_may_react_are_listed_and_drawn_where_they_come_up() -> None:
    pilot, battle = asked()
    assert [label for label, _ in pilot.answers] == ANSWERS
    lit = [each.pose[:2] for each in pilot.sees(Brackets, "lit")]
    assert lit == [pilot.view.models[ident].pose[:2] for ident in ("v", "b", "w")]
    assert pilot.notes() == ['B after 3.3"', 'W after 7.0"']  # V comes up where the mover stands now
    check_place(battle)
    assert misfits(pilot) == []


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_each_answer_is_a_click(number: int) -> None:
    pilot, _ = asked()
    pilot.press(str(number))
    assert CHOICES[number] in [each.choice for each in pilot.journal[-2:]]


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_each_answer_is_a_key(number: int) -> None:
    pilot, _ = asked()
    pilot.key(pygame.K_1 + number)
    assert CHOICES[number] in [each.choice for each in pilot.journal[-2:]]


def test_escape_takes_none_of_them() -> None:
    pilot, battle = asked()
    pilot.key(pygame.K_ESCAPE)
    assert last(battle) == ["decline"]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_board_keeps_room_beside_prompt_and_odds(size: tuple[int, int]) -> None:
    pilot, battle = asked()
    pilot.app.resize(size)
    pilot.app.relayout()
    pilot.wait(3)
    assert battle.view_rect.height >= 3 * size[1] // 10
    check_place(battle)
    assert misfits(pilot) == []
