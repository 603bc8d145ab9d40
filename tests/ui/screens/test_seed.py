"""Tests of the seed in the window: random unless typed, and shown only after the game."""

from __future__ import annotations

import pygame
import pytest

from jovian.dice import format_seed
from jovian.match import Match
from jovian.session.session import Session
from jovian.ui.kit import fonts
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.navigation import ToResult
from tests.games import finished, setup
from tests.ui.pilot import Pilot

LONG = 0x3F2A91BC0D4E77885566AABBCCDD0011


def started(seed: str) -> Pilot:
    """Start a game from the title with a typed seed, "" for none."""
    pilot = Pilot()
    pilot.press("new")
    pilot.click(pilot.widget("seed").rect.center)
    if seed:
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=seed))
    pilot.begin()
    return pilot


def test_without_a_seed_one_of_128_bits_is_drawn() -> None:
    seeds = {started("").battle.session.match.setup.seed for _ in range(3)}
    assert len(seeds) == 3 and all(seed >= 1 << 64 for seed in seeds)


@pytest.mark.parametrize(("typed", "seed"), [("7", 7), (format_seed(LONG), LONG), (" 12 ", 12)])
def test_a_typed_seed_is_taken(typed: str, seed: int) -> None:
    assert started(typed).battle.session.match.setup.seed == seed


def test_what_is_no_seed_is_said() -> None:
    pilot = started("seven")
    assert pilot.page == "setup" and "whole number" in pilot.app.toast[0] and pilot.app.toast[1]


def all_texts(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return every text of a picture."""
    texts: list[str] = []
    real = fonts.render_text
    monkeypatch.setattr(fonts, "render_text", lambda text, *rest: texts.append(text) or real(text, *rest))
    pilot.screen.dirty = True
    pilot.draw()
    monkeypatch.undo()
    return "\n".join(texts)


def test_the_seed_is_shown_when_the_game_is_over_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    battle = BattleScreen(pilot.app, Session(Match(setup(LONG), keep_all=True)))
    pilot.app.show(battle)
    texts = all_texts(pilot, monkeypatch)
    assert len(texts) > 100 and format_seed(LONG)[:9] not in texts and str(LONG) not in texts
    over = BattleScreen(pilot.app, Session(finished(LONG)))
    pilot.app.go(ToResult(over.session, over.names, over))
    assert f"Seed {format_seed(LONG)}" in all_texts(pilot, monkeypatch)
