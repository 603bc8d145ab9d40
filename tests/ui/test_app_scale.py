"""From 80 to 200 % nothing is cut, covered or outside the window, on any screen, menu, sheet and card."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from jovian.match import Match
from jovian.match.drive import ask
from jovian.players import make_player
from jovian.ui.kit.fonts import WRITTEN
from jovian.ui.screens.battle.menu import MenuController
from jovian.ui.screens.loadgame import LoadGame
from jovian.ui.screens.replay import Replay
from jovian.ui.screens.result import Result
from jovian.ui.screens.settings import KeysScreen, SettingsScreen
from jovian.ui.screens.setup import SetupScreen
from jovian.ui.screens.title import Title
from jovian.ui.settings import Settings
from tests.games import setup
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at

SCALES = (0.8, 1.0, 1.5, 2.0)
SIZES = ((1280, 720), (1920, 1080))
each_scale = pytest.mark.parametrize("scale", SCALES)
each_size = pytest.mark.parametrize("size", SIZES)


def pilot_at(size: tuple[int, int], scale: float) -> Pilot:
    return Pilot(size, Settings(speed=0.0, scale=scale))


def until(kind: Callable[[Match], bool], seed: int = 5, most: int = 700) -> Match:
    """A game of the ensigns as far as a decision of a kind."""
    match = Match(setup(seed, ("jovian-250", "cega-250")), keep_all=True)
    players = [make_player("ensign", seed=1), make_player("ensign", seed=2)]
    while match.decision is not None and len(match.journal) < most and not kind(match):
        match.answer(ask(match, players[match.decision.side]))
    return match


def asks(*kinds: str) -> Callable[[Match], bool]:
    return lambda match: match.decision is not None and match.decision.kind in kinds


@each_scale
@each_size
def test_pages(size: tuple[int, int], scale: float) -> None:
    pilot = pilot_at(size, scale)
    assert isinstance(pilot.screen, Title) and misfits(pilot) == []
    app = pilot.app
    for screen in (SetupScreen(app), SettingsScreen(app, app.screen), KeysScreen(app, app.screen)):
        app.show(screen)
        assert misfits(pilot) == [], type(screen).__name__
    app.ask("Leave this game?", "It is kept as it is. " * 12, [(f"a{n}", f"Answer {n}", "plain") for n in range(6)])
    assert misfits(pilot) == [], "a question with many answers"
    app.modal = None
    app.ask_text("A name", "What the save is called", "Turn 2", "Save", lambda answer: None)
    assert misfits(pilot) == [], "a question for a text"


@each_scale
@each_size
@pytest.mark.parametrize("kind", ["deploy", "activate", "declare", "menu", "flex", "avoid", "critical", "plan"])
def test_battle(size: tuple[int, int], scale: float, kind: str) -> None:
    match = until(asks(kind))
    assert match.decision is not None
    pilot = pilot_at(size, scale)
    battle = battle_at(pilot, match)
    if battle.covered is not None:
        assert misfits(pilot) == [], "the curtain"
        pilot.uncover()
    assert misfits(pilot) == [], kind
    if isinstance(battle.controller, MenuController):
        battle.command("fire")
        pilot.wait(2)
        assert misfits(pilot) == [], "attacking"
    if kind == "declare":
        pilot.key(pygame.K_n)
        assert misfits(pilot) == [], "all actions"
    battle.command("menu")
    assert misfits(pilot) == [], "the menu of the battle"


@each_scale
@each_size
def test_every_card(size: tuple[int, int], scale: float) -> None:
    pilot = pilot_at(size, scale)
    battle = battle_at(pilot, until(asks("activate")))
    pilot.uncover()
    for model in {model.card.key: model for model in battle.shown.models.values()}.values():
        battle.select(model.id)
        pilot.wait(2)
        assert misfits(pilot) == [], model.card.key
        card = battle.card
        mounts: set[str] = set()
        for _ in range(40):  # whatever is out of sight comes into sight with the wheel
            pilot.draw()
            mounts |= {mount for mount in card._rows if card.rect.contains(card._rows[mount])}
            pilot.move(card.rect.center)
            pilot.wheel(-1)
        assert mounts == {mount.id for mount in model.card.mounts}, model.card.key
        for _ in range(40):
            pilot.wheel(1)


@each_scale
@each_size
def test_after_the_game(size: tuple[int, int], scale: float) -> None:
    match = until(lambda match: False, most=400)
    pilot = pilot_at(size, scale)
    battle = battle_at(pilot, match)
    pilot.uncover()
    battle.command("save")
    pilot.app.modal = None
    pilot.wait(300)
    pilot.app.show(Result(pilot.app, battle))
    assert misfits(pilot) == [], "result"
    pilot.app.show(Replay(pilot.app, battle.session, None))
    pilot.wait(2)
    assert misfits(pilot) == [], "replay"
    pilot.app.show(LoadGame(pilot.app, replay=False))
    assert misfits(pilot) == [], "load"


def test_a_text_that_was_cut_tells_all_of_itself_under_the_pointer() -> None:
    pilot = pilot_at((1280, 720), 1.5)
    battle_at(pilot, until(asks("activate")))
    pilot.uncover()
    pilot.draw()
    rect, whole = WRITTEN.cut[0]
    assert len(whole) > 3
    before = pilot.surface.copy()
    pilot.move(rect.center)
    assert pilot.app.dirty
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(pilot.draw(), "RGB")


def test_a_scale_that_the_window_does_not_hold_is_held_to_what_it_does() -> None:
    settings = Settings(scale=2.0)
    assert settings.interface_scale((1920, 1080)) == 2.0
    assert settings.interface_scale((1280, 720)) == pytest.approx(1.5, abs=0.01)
    assert Settings(scale=0.8).interface_scale((1280, 720)) == 0.8
