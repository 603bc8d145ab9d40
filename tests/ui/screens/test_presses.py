"""Tests of presses that come too soon, of Escape, and of what belongs to another game or was never saved."""

from __future__ import annotations

import pygame
import pytest

from jovian.match import Match
from jovian.session.session import Session
from jovian.ui.board import Ghost
from jovian.ui.screens.navigation import ToResult
from jovian.ui.screens.rehearsal import RehearsalScreen
from jovian.ui.session.rehearsals import BackgroundRehearsal, current_position
from jovian.ui.settings import Settings
from tests.games import finished, setup
from tests.rules.stage import ship, stage
from tests.ui.pilot import Pilot, battle_at, fighting
from tests.ui.rehearsed import GivenRun


def tap(pilot: Pilot, key: int) -> None:
    """Press a key at once, as a person who doesn't wait."""
    pilot.hold(key)
    pilot.release(key)


def test_escape_in_the_briefing_goes_back_and_starts_nothing() -> None:
    pilot = Pilot()
    pilot.press("new")
    page = pilot.screen
    for leave in (lambda: pilot.key(pygame.K_ESCAPE), lambda: pilot.press("back")):
        pilot.press("start")
        assert pilot.page == "briefing"
        pilot.key(pygame.K_i)
        assert pilot.page == "briefing", "this key closes only the briefing of a battle"
        leave()
        assert pilot.screen is page and pilot.app.game is None
    pilot.press("start")
    pilot.key(pygame.K_RETURN)
    assert pilot.page == "battle"


def test_enter_on_the_result_page_starts_nothing() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, finished(2))
    pilot.app.go(ToResult(battle.session, battle.names, battle))
    page = pilot.screen
    for key in (pygame.K_RETURN, pygame.K_SPACE):
        pilot.key(key)
        assert pilot.screen is page


def test_a_click_before_a_page_has_come_by_itself_does_not_press_its_buttons() -> None:
    pilot = Pilot()
    battle_at(pilot, finished(2))
    pilot.wait()
    assert pilot.page == "result" and pilot.app.is_guarding_clicks
    page, at = pilot.screen, pilot.widget("rematch").rect.center
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert pilot.screen is page
    pilot.press("rematch")
    assert pilot.page == "battle"


def test_space_right_after_a_move_ends_the_activation() -> None:
    """The next step of the same activation is no new question for this key."""
    game = stage(ship("A", 0, (24, 20)), ship("B", 1, (24, 40), 180))
    pilot = Pilot()
    battle_at(pilot, game.match)
    model = pilot.asked.subject if pilot.asked is not None else ""
    pilot.key(pygame.K_RETURN)
    assert pilot.kind == "menu" and pilot.app.is_guarding and pilot.last == ["move", 2.0]
    pilot.wait()
    tap(pilot, pygame.K_SPACE)
    assert pilot.last == ["end"] and pilot.view.models[model].activated


def test_a_key_that_comes_too_soon_is_not_swallowed_without_a_word() -> None:
    pilot = Pilot()
    battle_at(pilot, Match(setup(3), keep_all=True))
    pilot.key(pygame.K_RETURN)
    while pilot.covered is None:
        pilot.key(pygame.K_RETURN)
    side, given = pilot.covered, len(pilot.journal)
    pilot.key(pygame.K_RETURN)
    assert pilot.covered is None and pilot.app.is_guarding
    tap(pilot, pygame.K_RETURN)
    assert len(pilot.journal) == given and "too soon" in pilot.app.toast[0]
    pilot.key(pygame.K_RETURN)
    assert len(pilot.journal) == given + 1 and side is not None


def moving() -> Pilot:
    """Return a window in which a ship moves 2 inches ahead and may give further orders."""
    game = stage(ship("Bow", 0, (24, 20)), ship("Far", 1, (24, 44), 180)).begin("bow")
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0, curtain=False))
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.wait(30)
    pilot.take(["move", 2.0])
    pilot.wait(2)
    assert pilot.battle.animation.running and pilot.match.state.models["bow"].pose[:2] == (24, 22)
    return pilot


def test_enter_during_motion_only_ends_it() -> None:
    pilot = moving()
    given = len(pilot.journal)
    tap(pilot, pygame.K_RETURN)
    assert not pilot.battle.animation.running and len(pilot.journal) == given


@pytest.mark.parametrize(("key", "last"), [(pygame.K_SPACE, ["end"]), (pygame.K_e, None), (pygame.K_u, None)])
def test_a_key_during_motion_has_its_effect_after_it(key: int, last: list[str] | None) -> None:
    pilot = moving()
    given = len(pilot.journal)
    tap(pilot, key)
    assert not pilot.battle.animation.running
    if key == pygame.K_u:
        assert len(pilot.journal) < given
    elif last is None:
        assert pilot.sees(Ghost), "the turn is shown"
    else:
        assert pilot.last == last and len(pilot.journal) == given + 1


def test_a_click_during_motion_has_its_effect_after_it() -> None:
    pilot = moving()
    given, at = len(pilot.journal), tuple(map(round, pilot.at(24, 26)))
    pilot.move(at)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pilot.post(pygame.event.Event(kind, pos=at, button=1))
    assert len(pilot.journal) == given + 1 and pilot.last[0] == "move" and pilot.battle.animation.running
    for _ in range(200):
        pilot.wait()
    assert pilot.battle.shown.models["bow"].pose == pilot.match.state.models["bow"].pose


def test_a_press_during_the_motion_of_the_other_side_only_ends_that() -> None:
    pilot = Pilot(settings=Settings(speed=1.0, scale=1.0))
    battle = battle_at(pilot, fighting(), ("ensign", "human"))
    while not battle.animation.running:
        pilot.wait()
    shown, given = battle.animation.acts[0], len(pilot.journal)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=battle.view_rect.center, button=1))
    assert all(entry.side == 0 for entry in pilot.journal[given:])
    assert not battle.animation.acts or battle.animation.acts[0] is not shown


def rehearse_in_background(pilot: Pilot, session: Session) -> GivenRun:
    """Pretend that a rehearsal of the position runs."""
    position, run = current_position(session), GivenRun()
    pilot.app.background = BackgroundRehearsal(position, position.spec, run)
    return run


def test_a_rehearsal_is_shown_only_over_its_own_game() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, Match(setup(3), keep_all=True), ("human", "ensign"))
    run = rehearse_in_background(pilot, battle.session)
    empty = Pilot()
    battle_at(empty, Match(setup(3), keep_all=True), ("human", "ensign"))
    assert pilot.draw().get_buffer().raw != empty.draw().get_buffer().raw, "its own game shows the note"
    other, plain = Match(setup(4), keep_all=True), Match(setup(4), keep_all=True)
    battle = battle_at(pilot, other, ("human", "ensign"))
    battle_at(empty, plain, ("human", "ensign"))
    assert pilot.draw().get_buffer().raw == empty.draw().get_buffer().raw
    page = RehearsalScreen(pilot.app, current_position(battle.session), battle)
    assert page.rehearsal is None
    pilot.app.show(page)
    pilot.press("start")
    assert pilot.app.modal is not None and run.running
    pilot.press("no")
    assert run.running


def test_what_was_found_about_a_game_is_dropped_when_it_goes_on() -> None:
    session = Session(Match(setup(3), keep_all=True))
    session.turned = search = GivenRun()
    decision = session.match.decision
    assert decision is not None
    session.answer(decision.default())
    assert session.turned is None and not search.running


def test_the_copy_of_a_position_is_not_dropped_without_asking() -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    pilot.uncover()
    pilot.key(pygame.K_F10)
    pilot.press("edit")
    assert pilot.page == "editor" and pilot.app.workbench is not None
    copy = pilot.app.workbench
    for answer in ("new", "title", "open"):
        pilot.key(pygame.K_ESCAPE)
        pilot.press(answer)
        assert pilot.app.modal is not None and "Save changes" in pilot.app.modal.title
        pilot.press("no")
        assert pilot.app.workbench is copy
