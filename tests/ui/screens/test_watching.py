"""Tests of watching computer players: pause, step, speed, skip, and a second look at their actions."""

from __future__ import annotations

import pygame
import pytest

from jovian.game.events import Moved
from jovian.match import Match
from jovian.session.session import Session
from jovian.ui.presentation.log import LogRowCache, deeds_of
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.battle_flow import FASTER, PAUSE, SKIP, SLOWER, STEP
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.settings import Settings
from tests.games import setup, shortened
from tests.rules_api import build_rulebook
from tests.ui.pilot import Pilot, battle_at, fighting, quick

SIZES = ((1280, 720), (1920, 1080))


def watching(speed: float = 0.0, size: tuple[int, int] = (1280, 720)) -> tuple[Pilot, BattleScreen]:
    pilot = Pilot(size, Settings(speed=speed, scale=1.0))
    return pilot, battle_at(pilot, fighting(), ("ensign", "random"))


@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_paused_nothing_goes_on_and_a_step_shows_one_thing(speed: float) -> None:
    pilot, battle = watching(speed)
    pilot.press(PAUSE)
    known, poses = len(pilot.journal), dict(battle.animation.poses)
    for _ in range(60):
        pilot.wait()
    assert (
        len(pilot.journal) == known
        and battle.animation.poses == poses
        and battle.watching.is_halted
        and not battle.busy
    )
    pilot.draw()
    for _ in range(6):
        event_count = len(pilot.match.events)
        pilot.press(STEP)
        for _ in range(40):
            pilot.wait()
        assert len(pilot.match.events) > event_count and battle.watching.watch.paused
        stood = len(pilot.journal)
        pilot.wait(30)
        assert len(pilot.journal) == stood
    pilot.key(pygame.K_SPACE)
    assert not battle.watching.watch.paused
    for _ in range(300):
        if len(pilot.journal) > stood:
            break
        pilot.wait()
    assert len(pilot.journal) > stood


def test_skipping_ends_with_the_turn_and_shows_nothing_on_its_way() -> None:
    pilot, battle = watching(1.0)
    turn = pilot.match.state.turn
    pilot.press(SKIP)
    for _ in range(400):
        if pilot.match.state.turn != turn:
            break
        assert not battle.animation.running
        pilot.wait()
    assert pilot.match.state.turn == turn + 1 and not battle.watching.watch.skipping
    known = len(pilot.journal)
    pilot.wait(4)
    assert len(pilot.journal) <= known + 4


def test_speed_goes_up_and_down_between_its_ends() -> None:
    pilot, _ = watching(1.0)
    seen = []
    for name in (*[FASTER] * 5, *[SLOWER] * 6):
        if pilot.widget(name).enabled:
            pilot.press(name)
        seen.append(pilot.app.settings.speed)
    assert seen == [2.0, 4.0, 8.0, 0.0, 0.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.5]


def test_a_click_on_the_buttons_does_not_end_what_is_shown() -> None:
    pilot, battle = watching(0.5)
    for _ in range(200):
        if battle.animation.running:
            break
        pilot.wait()
    assert battle.animation.running
    pilot.press(PAUSE)
    assert battle.animation.running and battle.watching.is_halted
    pilot.press(STEP)
    assert battle.watching.watch.paused


def test_a_watched_game_comes_to_its_end() -> None:
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0))
    battle = battle_at(pilot, Match(shortened(setup(4), 2), keep_all=True), ("ensign", "random"))
    for _ in range(6000):
        if pilot.screen is not battle:
            break
        if pilot.match.state.turn != battle.watching.watch.skipping:
            battle.watching.watch.skip(pilot.match.state.turn)
        pilot.wait()
    assert pilot.page == "result"


def against_computer(size: tuple[int, int] = (1280, 720)) -> tuple[Pilot, BattleScreen]:
    """Return a battle in which a human has seen the ensign act."""
    pilot = Pilot(size, quick())
    battle = battle_at(pilot, Match(setup(4, ("jovian-250", "cega-250")), keep_all=True), ("human", "ensign"))
    pilot.deploy_all()
    for _ in range(400):
        past, turn = battle.watching.past.last, pilot.match.state.turn
        if turn > 1 and past is not None and past.is_done and battle.session.decision is not None:
            break
        pilot.answer_one()
    return pilot, battle


@pytest.mark.parametrize("size", SIZES)
def test_what_the_computer_did_is_told_and_shown_again(size: tuple[int, int]) -> None:
    pilot, battle = against_computer(size)
    past = battle.watching.past.last
    assert past is not None and past.side == 1 and deeds_of(past, battle.names, LogRowCache(build_rulebook()))
    pilot.draw()
    asked, known = pilot.match.decision, len(pilot.journal)
    kept = battle.watching.past.kept
    moved = [each for each in kept if any(isinstance(entry.event, Moved) for entry in each.entries)]
    assert moved
    battle.watching.show_again(moved[-1])
    assert battle.animation.running and battle.shown is moved[-1].before
    pilot.wait(3)
    pilot.draw()
    pilot.click(pilot.at(2, 2))
    assert not battle.animation.running and battle.shown is pilot.view
    assert pilot.match.decision is asked and len(pilot.journal) == known
    number = moved[-1].entries[-1].n
    assert battle.watching.past.of(number) is moved[-1]
    pilot.key(pygame.K_z)
    for _ in range(1200):
        pilot.wait()
    assert battle.shown is pilot.view and len(pilot.journal) == known


def test_the_deeds_of_a_running_activation_are_numbered_and_shown_as_they_happen() -> None:
    pilot, battle = watching(1.0)
    counts = set()
    for _ in range(900):
        pilot.wait()
        past = battle.watching.past.last_seen(battle.first_unseen)
        content = battle.context.content
        if past is None or battle.session.match.over:
            continue
        assert content.key == tuple(deeds_of(past, battle.names, LogRowCache(build_rulebook())))
        assert content.title.startswith(past.before.models[past.model].name)
        counts.add(len(content.key))
    assert len(counts) > 2


def test_only_what_was_seen_is_shown_again_and_undo_forgets() -> None:
    pilot, battle = against_computer()
    for past in battle.watching.past.kept:
        assert past.before.viewer == 0
        assert all(entry.seen_by in ("both", 0) for entry in past.entries)
    battle.course.on_undone()
    pilot.wait()
    assert battle.watching.past.last is None
    battle.watching.show_again(None)
    assert not battle.animation.running


def test_neither_log_nor_deeds_run_ahead_of_what_is_shown() -> None:
    pilot, battle = watching(1.0)
    held_back = 0
    for _ in range(900):
        pilot.wait()
        limit = battle.animation.first_unseen
        if limit is None:
            continue
        numbers = [row.number for row in battle.log.lines]
        assert max(numbers, default=-1) < limit
        held_back += limit < len(pilot.match.events)
        past = battle.watching.past.last_seen(limit)
        assert past is None or all(entry.n < limit for entry in past.entries)
    assert held_back > 50


def test_the_caption_of_a_replay_waits_for_its_animation() -> None:
    pilot = Pilot((1280, 720), Settings(speed=1.0, scale=1.0))
    match = fighting()
    pilot.app.show(ReplayScreen(pilot.app, Session(match, ("ensign", "ensign")), None))
    replay = pilot.app.screen
    assert isinstance(replay, ReplayScreen)
    move = next(n for n, entry in enumerate(match.journal) if entry.choice[0] == "move")
    replay.seek(move)
    pilot.wait(2)
    pilot.press("step")
    assert replay.animation.running and replay.timeline.text == ""
    replay.animation.finish()
    replay.dirty = True
    pilot.wait(2)
    assert "moves" in replay.timeline.text
