"""Tests of the hints of first games: shown at each question, in the context panel, and turned off by one key."""

from __future__ import annotations

from pathlib import Path

import pygame

from jovian.ui.presentation.hints import HINTS
from jovian.ui.settings import FIRST_GAMES, Settings, load_settings
from tests.rules_api import QUESTIONS
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at, fighting


def hint(pilot: Pilot) -> str:
    return pilot.battle.context.content.advice


def new_player() -> Pilot:
    pilot = Pilot(settings=Settings(speed=0.0, scale=1.0, hint_games=FIRST_GAMES))
    battle_at(pilot, fighting())
    pilot.uncover()
    return pilot


def test_hints_follow_what_a_click_does() -> None:
    pilot = new_player()
    assert hint(pilot) == HINTS["menu move"] and misfits(pilot) == []
    pilot.key(pygame.K_t)
    assert hint(pilot) == HINTS["menu attack"] and misfits(pilot) == []


def test_one_key_turns_hints_off_and_on(headless: Path) -> None:
    pilot = new_player()
    pilot.key(pygame.K_F2)
    assert hint(pilot) == "" and load_settings()[0].hint_games == 0
    pilot.key(pygame.K_F2)
    assert hint(pilot) == HINTS["menu move"] and load_settings()[0].hint_games == FIRST_GAMES


def test_only_somebody_new_gets_hints(headless: Path) -> None:
    assert load_settings()[0].hint_games == FIRST_GAMES
    headless.mkdir(parents=True, exist_ok=True)
    (headless / "settings.json").write_text("{}", encoding="utf-8")
    assert load_settings()[0].hint_games == 0


def test_every_hint_belongs_to_a_kind_of_question() -> None:
    assert {name.partition(" ")[0] for name in HINTS} <= set(QUESTIONS)
