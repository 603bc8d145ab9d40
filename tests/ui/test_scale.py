"""Tests of the interface scale: from 80 to 200% nothing is cut, covered, or outside the window on any screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.ui.files.settings import Settings
from jovian.ui.kit.fonts import WRITTEN
from jovian.ui.screens.load_screen import LoadScreen
from jovian.ui.screens.new_game import NewGameScreen
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.result import ResultScreen
from jovian.ui.screens.settings_screen import KeysScreen, SettingsScreen
from jovian.ui.screens.title import TitleScreen
from tests.games import setup
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at

SCALES = (0.8, 1.0, 1.5, 2.0)
SIZES = ((1280, 720), (1920, 1080))


def until(kind: Callable[[Match], bool], seed: int = 5, most: int = 700) -> Match:
    """Return a game of ensigns at a decision of a kind."""
    match = Match(setup(seed, ("jovian-250", "cega-250")), keep_all=True)
    players = [make_player("ensign", seed=1), make_player("ensign", seed=2)]
    while match.decision is not None and len(match.journal) < most and not kind(match):
        match.answer(ask(match, players[match.decision.side]))
    return match


def asks(*kinds: str) -> Callable[[Match], bool]:
    return lambda match: match.decision is not None and match.decision.kind in kinds


def looks(pilot: Pilot) -> Iterator[str]:
    """Yield the window in each size at each scale. Scales with the same result occur once."""
    seen: set[tuple[tuple[int, int], float]] = set()
    for size in SIZES:
        for scale in SCALES:
            settings = pilot.app.settings
            settings.scale = scale
            if (size, settings.interface_scale(size)) not in seen:
                seen.add((size, settings.interface_scale(size)))
                pilot.app.resize(size)
                pilot.app.relayout()
                yield f"{size[0]}x{size[1]} at {scale:.0%}"


def test_pages() -> None:
    pilot = Pilot()
    app, title = pilot.app, pilot.screen
    assert isinstance(title, TitleScreen)
    for look in looks(pilot):
        for screen in (title, NewGameScreen(app), SettingsScreen(app, title), KeysScreen(app, title)):
            app.show(screen)
            assert misfits(pilot) == [], f"{type(screen).__name__}, {look}"
        app.ask("Leave this game?", "It is kept as it is. " * 12, [(f"a{n}", f"Answer {n}", "plain") for n in range(6)])
        assert misfits(pilot) == [], f"a question with many answers, {look}"
        app.ask_text("A name", "What the save is called", "Turn 2", "Save", lambda answer: None)
        assert misfits(pilot) == [], f"a question for a text, {look}"
        app.ask_file("Open a save", Path(__file__).parents[2], ".md", "Open", lambda answer: None)
        assert misfits(pilot) == [], f"a question for a file, {look}"
        app.modal = None


@pytest.mark.parametrize("kind", ["deploy", "activate", "declare", "menu", "flex", "avoid", "critical", "plan"])
def test_battle(kind: str) -> None:
    match = until(asks(kind))
    assert match.decision is not None
    pilot = Pilot(settings=Settings(ask_always=True))
    battle = battle_at(pilot, match)
    covered = pilot.covered
    for look in looks(pilot):
        pilot.covered = covered if covered is not None else match.decision.side
        assert misfits(pilot) == [], f"the curtain, {look}"
        pilot.uncover()
        pilot.wait(2)
        assert misfits(pilot) == [], f"{kind}, {look}"
        battle.command("menu")
        assert misfits(pilot) == [], f"the menu of the battle, {look}"
        pilot.app.modal = None
        if pilot.kind == "menu":
            pilot.key(pygame.K_t)
            assert misfits(pilot) == [], f"attacking, {look}"
        if kind == "declare":
            pilot.key(pygame.K_n)
            assert misfits(pilot) == [], f"all actions, {look}"


def test_every_card() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, until(asks("activate")))
    pilot.uncover()
    card = battle.card
    for look in looks(pilot):
        for model in {model.card.key: model for model in battle.shown.models.values()}.values():
            battle.select(model.id)
            pilot.wait(2)
            assert misfits(pilot) == [], f"{model.card.key}, {look}"
            mounts: set[str] = set()
            for _ in range(30):  # The wheel scrolls hidden parts into sight.
                mounts |= {mount for mount, row in card._rows.items() if card.rect.contains(row)}
                pilot.move(card.rect.center)
                pilot.wheel(-1)
                if not card.dirty:
                    break
                pilot.draw()
            assert mounts == {mount.id for mount in model.card.mounts}, f"{model.card.key}, {look}"


def test_after_the_game() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, until(lambda match: False, most=150))
    pilot.uncover()
    battle.command("save")
    pilot.app.modal = None
    pilot.wait(300)
    result, load = ResultScreen(pilot.app, battle.session, battle.names, battle), LoadScreen(pilot.app)
    replay = ReplayScreen(pilot.app, battle.session, None)
    for look in looks(pilot):
        for screen in (result, load, replay):
            pilot.app.show(screen)
            assert misfits(pilot) == [], f"{type(screen).__name__}, {look}"


def test_a_text_that_was_cut_tells_all_of_itself_under_the_pointer() -> None:
    pilot = Pilot((1280, 720), Settings(speed=0.0, scale=1.5))
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
