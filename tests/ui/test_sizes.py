"""Tests of the layout at five sizes of the window: the board gets the space, and no part is too small or covered."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pygame
import pytest

from jovian.game import Choice
from jovian.match import Match
from jovian.ui.kit.fonts import WRITTEN
from jovian.ui.kit.theme import TYPE, px
from jovian.ui.kit.widgets import Button
from jovian.ui.panels.log_panel import MIN_HEIGHT
from jovian.ui.panels.unit_card import MIN_CARD_HEIGHT
from jovian.ui.questions.declare import ActionButton
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.settings import FIRST_GAMES, Settings
from tests.games import replay, setup
from tests.ui.fitting import misfits, parts_of
from tests.ui.pilot import ARMED, Pilot, battle_at, fighting
from tests.ui.test_scale import asks, until

SIZES = [(1280, 720), (1600, 900), (1920, 1080), (2560, 1440), (3440, 1440)]
WIDE = (3440, 1440)
MIN_TYPE = 12
MIN_BOARD = 560
"""The minimum side of the board's square at scale 1."""
LOG_ROW = 18
"""The height of a row of the log."""


def opened(size: tuple[int, int], *, hints: bool = True, scale: float = 0.0) -> Pilot:
    """Open a battle in which a ship is about to act."""
    pilot = Pilot(size, Settings(speed=0.0, scale=scale, hint_games=FIRST_GAMES if hints else 0))
    battle_at(pilot, fighting())
    pilot.uncover()
    return pilot


@cache
def answers_until(kind: str) -> list[Choice]:
    """Return the answers of a game up to a decision of a kind."""
    return [entry.choice for entry in until(asks(kind)).journal]


def game_at(kind: str) -> Match:
    """Return a game at a decision of a kind."""
    return replay(setup(5, ARMED), answers_until(kind))


def aim(pilot: Pilot) -> None:
    """Choose to attack, which selects a target, so that the odds are visible."""
    pilot.key(pygame.K_t)
    assert pilot.battle.selection.target


def check_parts(pilot: Pilot) -> None:
    """Check that no part covers another one, leaves the window, or is too small."""
    battle, window = pilot.battle, pygame.Rect((0, 0), pilot.app.size)
    places = parts_of(pilot)
    assert [name for name, rect in places.items() if not window.contains(rect)] == []
    pairs = combinations(places, 2)
    assert [
        pair for pair in pairs if places[pair[0]].inflate(-2, -2).colliderect(places[pair[1]].inflate(-2, -2))
    ] == []
    assert battle.card.rect.height >= px(MIN_CARD_HEIGHT) and battle.log.rect.height >= px(MIN_HEIGHT)
    assert battle.log.list.rect.height >= 2 * px(LOG_ROW)
    assert battle.card.whole_rows(battle.card.rect.height) == battle.card.rect.height, "the card ends within a row"
    assert misfits(pilot) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_board_gets_the_space_and_nothing_covers_anything(size: tuple[int, int]) -> None:
    pilot = opened(size)
    board = pilot.board_place
    side = min(board.size)
    assert side >= 0.94 * (size[1] - px(40)) and side >= MIN_BOARD
    assert side * side >= (0.45 if size != WIDE else 0.33) * size[0] * size[1]
    check_parts(pilot)
    pilot.move(pilot.on(pilot.menu.model.pose.advanced(2)))
    check_parts(pilot)
    aim(pilot)
    check_parts(pilot)
    assert pilot.board_place == board


def test_the_smallest_type_has_12_pixels() -> None:
    assert min(face.size for face in TYPE.values()) >= MIN_TYPE


def test_in_a_very_wide_window_the_log_has_a_column_of_its_own() -> None:
    pilot = opened(WIDE)
    log, board, card = pilot.battle.log.rect, pilot.board_place, pilot.battle.card.rect
    assert log.height == board.height and board.right == log.left and log.right == card.left
    battle = opened((2560, 1440)).battle
    assert battle.log.rect.left == battle.card.rect.left


def test_a_hint_that_was_shown_gives_way_to_odds_and_a_click_opens_it() -> None:
    pilot = opened((1280, 720))
    guide = pilot.battle.guide
    aim(pilot)
    assert not guide.is_folded, "a new hint is never hidden"
    pilot.key(pygame.K_ESCAPE)
    assert not guide.is_folded
    aim(pilot)
    assert guide.is_folded and guide.rect.height <= px(40) and misfits(pilot) == []
    pilot.click(guide.rect.center)
    assert not guide.is_folded and misfits(pilot) == []
    pilot.click((guide.rect.centerx, guide.rect.top + 8))
    assert guide.is_folded


def test_a_low_log_has_its_search_field_when_its_key_is_pressed() -> None:
    pilot = opened((1280, 720))
    log = pilot.battle.log
    aim(pilot)
    assert log.field not in log.group.widgets
    pilot.key(pygame.K_f, pygame.KMOD_CTRL)
    assert log.field in log.group.widgets and log.field.focused
    pilot.key(pygame.K_ESCAPE)
    assert log.field not in log.group.widgets


def test_the_second_card_shows_the_nearest_enemy_until_another_model_is_pointed_at() -> None:
    pilot = opened((1920, 1080), hints=False)
    battle, ship = pilot.battle, pilot.menu.model
    pilot.move((-50, -50))
    shown = battle.second_card.model
    assert shown is not None and shown.side != ship.side
    enemies = [model for model in pilot.view.on_table() if model.side == shown.side]
    assert shown.pose.distance_to(ship.pose) == min(model.pose.distance_to(ship.pose) for model in enemies)
    other = next(model for model in enemies if model.id != shown.id)
    battle.selection.hovered = other.id
    battle.refresh()
    assert battle.second_card.model is not None and battle.second_card.model.id == other.id


def test_no_button_of_the_bar_is_cut() -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=1.0, ask_always=True))
    battle = battle_at(pilot, until(asks("autofire")))
    pilot.uncover()
    pilot.draw()
    buttons = [widget for widget in battle.bar.group.widgets if isinstance(widget, Button)]
    assert len(buttons) >= 2
    assert {whole for _, whole in WRITTEN.cut} & {button.label for button in buttons} == set()


def test_a_narrow_sheet_shows_all_actions_at_once_and_cuts_no_text() -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=1.0))
    battle = battle_at(pilot, until(asks("declare")))
    pilot.uncover()
    pilot.key(pygame.K_a)
    entries = [widget for widget in battle.sheet.group.widgets if isinstance(widget, ActionButton)]
    assert len(entries) == len(battle.sheet.sheet.rows) and len({entry.rect.left for entry in entries}) == 2
    assert misfits(pilot) == []


@pytest.mark.parametrize("size", SIZES)
def test_the_bar_of_a_replay_is_beside_the_board(size: tuple[int, int]) -> None:
    pilot = opened(size, hints=False)
    replay = ReplayScreen(pilot.app, pilot.battle.session, None)
    pilot.app.show(replay)
    assert pilot.board_place.height == size[1] - px(40)
    assert replay.column.rect.contains(replay.bar.rect) and not replay.bar.rect.colliderect(pilot.board_place)
    assert misfits(pilot) == []
    pilot.press("step")
    assert replay.recording.at == 1


@pytest.mark.parametrize("size", SIZES[:3])
@pytest.mark.parametrize("kind", ["declare", "plan", "interception", "critical"])
def test_a_large_interface_keeps_prompts_beside_the_board(size: tuple[int, int], kind: str) -> None:
    pilot = Pilot(size, Settings(speed=0.0, scale=2.0, ask_always=True))
    battle = battle_at(pilot, game_at(kind))
    pilot.uncover()
    pilot.wait(2)
    if kind == "declare":
        pilot.key(pygame.K_a)
    assert battle.sheet.sheet is not None and not battle.sheet.rect.colliderect(pilot.board_place)
    assert battle.view_rect == pilot.board_place and misfits(pilot) == []
    rows = [widget for widget in battle.sheet.group.widgets if widget.visible]
    assert len(rows) >= 2
