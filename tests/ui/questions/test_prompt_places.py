"""Tests of a question's place in the context panel: all models of its decision are in sight."""

from __future__ import annotations

import pygame
import pytest

from jovian.match import Match
from jovian.ui.board import Camera
from jovian.ui.board.camera import framed
from jovian.ui.panels.log_panel import LogPanel
from jovian.ui.settings import Settings
from tests.games import ARMED, game_answers, reached, setup
from tests.rules_api import build_rulebook
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, battle_at, quick
from tests.ui.places import check_place

SIZES = ((1280, 720), (1920, 1080))
GAMES = (ARMED, ("venusian-strike-250", "jovian-squadrons-250"))
SEATS = (("random", 3), ("ensign", 4))


def kinds_seen(pilots: list[Pilot], fleets: tuple[str, str], wanted: int, most: int) -> set[str]:
    """Play a game, check prompts on screens of all sizes, and return the kinds of decisions.

    `most` is the number of prompts of each kind.
    """
    match = Match(setup(8, fleets), keep_all=True)
    seen: dict[str, int] = {}
    for choice in game_answers(8, fleets, SEATS):
        decision = match.decision
        assert decision is not None
        if len(seen) >= wanted:
            break
        if decision.kind not in ("menu", "activate", "deploy") and seen.get(decision.kind, 0) < most:
            for pilot in pilots:
                battle = battle_at(pilot, match.fork())
                pilot.uncover()
                if "more" in pilot.offers():
                    pilot.choose("more")
                if pilot.sheet is not None:
                    check_place(battle)
            seen[decision.kind] = seen.get(decision.kind, 0) + 1
        match.answer(choice)
    return set(seen)


@pytest.mark.parametrize("most", [2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("fleets", GAMES)
def test_no_prompt_of_a_game_covers_what_it_asks_about(fleets: tuple[str, str], most: int) -> None:
    pilots = [Pilot(size, quick()) for size in SIZES]
    kinds = kinds_seen(pilots, fleets, 16, most)
    assert {"declare", "flex", "interception"} <= kinds and len(kinds) >= 9


@pytest.mark.parametrize("size", SIZES)
def test_whoever_is_out_of_sight_is_shown_and_the_board_keeps_its_place(size: tuple[int, int]) -> None:
    pilot = Pilot(size, Settings(speed=0.0))
    match = reached(lambda match: match.decision.kind == "plan", 8, ARMED, SEATS)
    battle = battle_at(pilot, match)
    pilot.covered = None
    pilot.wait()
    check_place(battle)
    place, camera = battle.view_rect.copy(), pilot.camera
    pilot.camera = camera.zoomed((300, 300), 6.0).focused((2, 2))
    pilot.ask(match.decision)
    check_place(battle)
    menu = max(number for number, entry in enumerate(match.journal) if entry.kind == "menu")
    without = match.fork_at(menu).decision
    assert without is not None
    pilot.ask(without)
    assert pilot.sheet is None and battle.view_rect == place


def test_the_board_stays_where_it_was_when_a_list_opens() -> None:
    pilot = Pilot((1280, 720), quick())
    battle = battle_at(pilot, reached(lambda match: match.decision.kind == "declare", 8, ARMED, SEATS))
    camera, place = pilot.camera, battle.context.rect.copy()
    pilot.press("more")
    assert pilot.camera == camera and battle.context.rect == place and battle.sheet is not None
    pilot.key(pygame.K_ESCAPE)
    assert pilot.camera == camera and battle.context.rect == place


def test_the_camera_moves_as_little_as_it_must() -> None:
    small = Camera.fit((100, 50, 800, 600), (48.0, 48.0)).zoomed((500, 50), 1.9)
    assert framed(small, [((24.0, 40.0), 1.0)]) == small
    moved = framed(small, [((24.0, 2.0), 1.0)])
    assert moved.pixels_per_inch == small.pixels_per_inch and moved.x == small.x and moved.y < small.y
    far = framed(small, [((24.0, 2.0), 1.0), ((24.0, 46.0), 1.0)])
    assert far.pixels_per_inch < small.pixels_per_inch
    for at in ((24.0, 1.0), (24.0, 47.0)):
        assert pygame.Rect(far.view).collidepoint(far.to_screen(at))


def test_the_log_keeps_its_lines_when_only_its_height_changes() -> None:
    pygame.font.init()
    log = LogPanel(("A", "B"), build_rulebook())
    log.layout(pygame.Rect(0, 0, 300, 400))
    match = Match(setup(8, GAMES[0]))
    log.show(match.events.entries, match.state)
    lines = list(log.lines)
    log.layout(pygame.Rect(0, 0, 300, 40))
    assert lines and log.group.widgets == [] and all(a is b for a, b in zip(log.lines, lines, strict=True))


@pytest.mark.parametrize("size", SIZES)
def test_the_tooltip_of_an_answer_covers_no_other_answer(size: tuple[int, int]) -> None:
    pilot = Pilot(size, Settings(speed=0.0, ask_always=True))
    match = reached(lambda match: match.decision.kind == "critical", 8, ARMED, SEATS)
    battle, explained = battle_at(pilot, match), 0
    pilot.uncover()
    for widget in [widget for widget in battle.context.group.widgets if widget.visible and widget.hint]:
        pilot.move(widget.rect.center)
        with recorded_texts() as texts:
            pilot.draw()
        over = [text for text in texts if text.surface == id(pilot.surface)]
        assert not any(text.rect.colliderect(battle.places.column) for text in over)
        explained += any(text.whole in widget.hint for text in over)
    assert explained > 1
