"""Tests of the prompt for reactions to a leg: all are listed and drawn, and every answer is a click or a key."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.board import Brackets
from jovian.ui.questions.prompts import Answer, is_cut
from jovian.ui.screens.battle import BattleScreen
from tests.rules.fights import OWN, wing
from tests.rules.stage import squadron, stage
from tests.rules.test_formation_fights import SPARE, dry
from tests.rules.test_reactions import PD, fly, gauntlet
from tests.rules_api import Reactions
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at, last, open_game
from tests.ui.places import check_place

ANSWERS = ["V intercepts", "Point Defense of B", "W intercepts", "None of them", "Ignore for the rest of this move"]
CHOICES = [["intercept", "v"], PD, ["intercept", "w"], ["decline"], ["pass"]]


def open_reactions() -> tuple[Pilot, BattleScreen]:
    pilot, battle = open_game(fly(gauntlet()))
    pilot.uncover()
    assert isinstance(pilot.asked, Reactions)
    return pilot, battle


def test_all_who_may_react_are_listed_and_drawn_where_they_come_up() -> None:
    pilot, battle = open_reactions()
    assert [label for label, _ in pilot.answers] == ANSWERS
    lit = [each.pose[:2] for each in pilot.sees(Brackets, "lit")]
    assert lit == [pilot.view.models[ident].pose[:2] for ident in ("v", "b", "w")]
    assert pilot.notes() == ['B after 3.3"', 'W after 7.0"']  # V can react where the moving model is now.
    check_place(battle)
    assert misfits(pilot) == []


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_each_answer_is_a_click(number: int) -> None:
    pilot, _ = open_reactions()
    pilot.press(str(number))
    assert CHOICES[number] in [each.choice for each in pilot.journal[-2:]]


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_each_answer_is_a_key(number: int) -> None:
    pilot, _ = open_reactions()
    pilot.key(pygame.K_1 + number)
    assert CHOICES[number] in [each.choice for each in pilot.journal[-2:]]


def test_escape_takes_none_of_them() -> None:
    pilot, battle = open_reactions()
    pilot.key(pygame.K_ESCAPE)
    assert last(battle) == ["decline"]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_board_keeps_room_beside_prompt_and_odds(size: tuple[int, int]) -> None:
    pilot, battle = open_reactions()
    pilot.app.resize(size)
    pilot.app.relayout()
    pilot.wait(3)
    assert battle.view_rect.height >= 3 * size[1] // 10
    check_place(battle)
    assert misfits(pilot) == []


@pytest.mark.parametrize("size", [(1280, 720), (1904, 1016)])
def test_an_interception_that_breaks_a_formation_is_told_in_full(size: tuple[int, int]) -> None:
    game = dry(stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (24, 19), activated=True), SPARE, OWN
    ), "t").begin("s").fly((24, 15.7)).expect("interception", 1)  # fmt: skip
    pilot = Pilot(size)
    battle = battle_at(pilot, game.match)
    pilot.uncover()
    buttons = [widget for widget in battle.sheet.group.widgets if isinstance(widget, Answer)]
    assert any("the formation breaks" in button.detail for button in buttons)
    for button in buttons:
        width = button.rect.width
        assert not is_cut(button.detail, "small", width) and not is_cut(button.label, "button", width), button.detail
    game.decline()


def test_a_flight_too_short_to_offer_is_not_offered() -> None:
    game = stage(squadron("S", 0, (24, 10)), SPARE, OWN).begin("s").fly((24, 15.995))
    pilot, _ = open_game(game)
    assert pilot.hint.endswith("no movement left") and pilot.offers()["move"].refusal is not None
