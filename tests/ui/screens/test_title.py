"""Title, settings and keys; sizes, resizing, and Escape, which is always no."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from jovian.game import Refusal
from jovian.ui import run
from jovian.ui.app import App
from jovian.ui.files.settings import Settings, load_settings, save_settings
from jovian.ui.glass import Glass, open_window
from jovian.ui.kit.theme import VOID
from jovian.ui.playing.keys import COMMANDS, Keymap
from jovian.ui.run import _thinned, _wanted
from jovian.ui.screens.loadgame import LoadGame
from jovian.ui.screens.settings import SettingsScreen
from jovian.ui.screens.setup import SetupScreen
from tests.ui.pilot import Pilot


def colors(surface: pygame.Surface) -> set[tuple[int, ...]]:
    width, height = surface.get_size()
    return {tuple(surface.get_at((x, y)))[:3] for x in range(0, width, 16) for y in range(0, height, 16)}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 600), (1600, 900)])
def test_title_and_setup_fit_every_size(size: tuple[int, int]) -> None:
    pilot = Pilot(size, Settings())
    for name in ("", "new"):
        if name:
            pilot.press(name)
        assert len(colors(pilot.draw())) > 40
        inside = pygame.Rect((0, 0), size)
        for widget in pilot.app.screen.group.widgets:
            assert inside.contains(widget.rect), widget.name


def test_without_saves_only_what_is_possible_is_on() -> None:
    pilot = Pilot()
    on = {widget.name for widget in pilot.app.screen.group.widgets if widget.enabled}
    assert on == {"new", "load", "replay", "editor", "settings", "quit"}, "a save may lie elsewhere"
    pilot.press("continue")
    assert pilot.page == "title"


def test_escape_never_quits() -> None:
    pilot = Pilot()
    for _ in range(3):
        pilot.key(pygame.K_ESCAPE)
    assert pilot.app.running and pilot.page == "title"
    pilot.press("quit")
    assert not pilot.app.running


@pytest.mark.parametrize(("button", "screen"), [("new", SetupScreen), ("settings", SettingsScreen)])
def test_escape_leads_back(button: str, screen: type) -> None:
    pilot = Pilot()
    pilot.press(button)
    assert isinstance(pilot.screen, screen)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_resizing_relays_everything() -> None:
    pilot = Pilot((1280, 720), Settings())
    before = pilot.widget("new").rect.copy()
    pilot.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1920, 1080), w=1920, h=1080))
    assert pilot.app.size == (1920, 1080) and pilot.widget("new").rect.width > before.width
    assert pilot.draw().get_size() == (1920, 1080)
    pilot.post(pygame.event.Event(pygame.WINDOWRESIZED, x=300, y=200))
    assert pilot.app.size == (960, 640), "laid out as small as may be, in the shape of the window"
    assert tuple(pilot.draw().get_at((0, 0)))[:3] != VOID or len(colors(pilot.draw())) > 40


def test_settings_are_kept_and_followed(headless: Path) -> None:
    pilot = Pilot()
    pilot.press("settings")
    tabs = pilot.widget("scale")
    pilot.click(tabs.tab_rect(4).center)  # type: ignore[attr-defined]
    pilot.press("labels")
    assert pilot.app.settings.scale == 1.5 and not pilot.app.settings.labels
    assert load_settings() == (pilot.app.settings, "")
    assert json.loads((headless / "settings.json").read_text())["scale"] == 1.5


@pytest.mark.parametrize("text", ["{", "[]", '{"speed": 3}', '{"labels": 1}', '{"scale": 9}', '{"keys": {"a": 1}}'])
def test_a_bad_settings_file_is_said_and_kept(headless: Path, text: str) -> None:
    headless.mkdir()
    (headless / "settings.json").write_text(text)
    settings, complaint = load_settings()
    assert settings == Settings() and "\n" not in complaint and "settings.json" in complaint
    pilot_says = Pilot().app
    pilot_says.say(complaint, bad=True)
    assert pilot_says.toast == (complaint, True)
    assert (headless / "settings.json").read_text() == text
    assert save_settings(settings) == ""
    assert (headless / "settings.bad.json").read_text() == text


def test_every_key_is_listed_and_can_be_bound_anew() -> None:
    pilot = Pilot()
    pilot.press("settings")
    pilot.press("keys")
    assert pilot.page == "keys"
    listed = pilot.widget("keys")
    assert list(listed.items) == list(COMMANDS)  # type: ignore[attr-defined]
    row = [command.name for command in COMMANDS].index("fire")
    pilot.click(listed.row_rect(row).center)  # type: ignore[attr-defined]
    pilot.key(pygame.K_x)
    assert pilot.app.keymap.bound["fire"] == ("t",)
    pilot.press("take")
    assert pilot.app.keymap.bound["fire"] == ("x",) and load_settings()[0].keys == {"fire": "x"}
    pilot.click(listed.row_rect(row).center)  # type: ignore[attr-defined]
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.keymap.bound["fire"] == ("x",) and pilot.page == "keys"
    pilot.press("reset")
    assert pilot.app.keymap.bound == Keymap().bound


def test_no_key_has_two_commands() -> None:
    keys = [key for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))


def test_a_load_page_without_saves_is_empty() -> None:
    pilot = Pilot()
    pilot.app.show(LoadGame(pilot.app, replay=False))
    assert not pilot.widget("open").enabled
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_the_wanted_size_is_read() -> None:
    assert _wanted(["--size", "1600x900"], (1, 1)) == (1600, 900)
    assert _wanted(["--size", "big"], (1280, 720)) == (1280, 720)


def test_motions_in_a_row_become_one() -> None:
    def motion(x: int) -> pygame.event.Event:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=(x, 0), rel=(0, 0), buttons=(0, 0, 0))

    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
    kept = _thinned([motion(1), motion(2), key, motion(3), motion(4)])
    assert [getattr(event, "pos", None) for event in kept] == [(2, 0), None, (4, 0)]


def test_the_window_opens_closes_and_keeps_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []

    def close(app: App) -> None:
        app.step([pygame.event.Event(pygame.QUIT)], 0.0)
        steps.append(int(app.running))

    monkeypatch.setattr(run, "_loop", close)
    assert run.main(["--size", "1100x700"]) == 0 and steps == [0]
    assert (load_settings()[0].width, load_settings()[0].height) == (1100, 700)


def test_the_loop_runs_until_it_is_closed() -> None:
    pilot = Pilot()
    pygame.display.set_mode((1280, 720))
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="n"))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    run._loop(pilot.app)
    assert pilot.page == "setup" and not pilot.app.running


def test_an_illegal_fleet_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setup says what is wrong with a fleet, and stays."""
    wrong = Refusal("9 Tengu, its Unit Cap allows 2", "v1.2.4 Fleet > Unit Cap")
    monkeypatch.setattr("jovian.ui.screens.setup.unplayable", lambda setup: [wrong])
    pilot = Pilot()
    pilot.press("new")
    setup = pilot.screen
    pilot.begin()
    assert pilot.screen is setup
    assert "Unit Cap" in str(pilot.app.toast)


def test_full_screen_is_at_once_and_lays_out_for_the_window_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the system makes of the size that was asked for (without a window manager it may refuse it)."""
    pilot, opened = Pilot(), []

    def set_mode(size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        opened.append((size, bool(flags & pygame.FULLSCREEN)))
        return real(size, 0)

    real = pygame.display.set_mode
    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    open_window((1280, 720), False)
    glass = Glass(pilot.app, False)
    glass.follow()
    pilot.key(pygame.K_F11)
    assert pilot.app.settings.fullscreen and load_settings()[0].fullscreen
    glass.follow()
    assert opened[-1] == ((1920, 1080), True) and pilot.app.size == (1920, 1080)
    real((1700, 950))
    glass.follow()
    assert pilot.app.size == (1700, 950), "the window is what it is"
    pilot.key(pygame.K_F11)
    glass.follow()
    assert opened[-1][1] is False and not load_settings()[0].fullscreen


def test_a_small_window_shows_everything_smaller_and_is_clicked_where_it_shows() -> None:
    pilot = Pilot()
    pygame.display.set_mode((800, 600))
    glass = Glass(pilot.app, False)
    glass.follow()
    assert pilot.app.size == (960, 720), "as much larger across as down"
    button = pilot.widget("settings").rect
    pixel = (round(button.centerx * 800 / 960), round(button.centery * 600 / 720))
    glass.show()
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        facts = {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pilot.post(*glass.events([pygame.event.Event(kind, pos=pixel, **facts)]))
    assert pilot.page == "settings"


def test_a_seed_as_long_as_they_are_drawn_can_be_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    seed = str(2**128 - 1)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: f"{seed}\n")
    pilot = Pilot()
    pilot.press("new")
    pilot.press("seed")
    pilot.key(pygame.K_v, pygame.KMOD_LCTRL)
    assert pilot.page == "setup" and pilot.screen.seed == seed
    pilot.begin()
    assert pilot.match.setup.seed == int(seed)
