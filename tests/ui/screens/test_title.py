"""Tests of title, settings, and keys: sizes, resizing, and Escape, which always means no."""

from __future__ import annotations

import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.game import Refusal
from jovian.match import Match
from jovian.match.saves import save
from jovian.ui import run
from jovian.ui.app import App
from jovian.ui.kit.theme import VOID
from jovian.ui.run import AppWindow, _drop_motions, draw_icon, fit_to_display, open_window
from jovian.ui.screens.load_screen import LoadScreen
from jovian.ui.screens.navigation import ToNewGame
from jovian.ui.screens.new_game import NewGameScreen
from jovian.ui.screens.settings_screen import SettingsScreen
from jovian.ui.session.keymap import COMMANDS, Keymap
from jovian.ui.settings import FIRST_GAMES, Settings, load_settings, save_settings
from jovian.user_files.save_writer import SaveWriter
from tests.commands import ROOT
from tests.games import setup
from tests.ui.pilot import Pilot

FLEET = "assets/fleets/cega-150.yaml"


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
    enabled = {"new", "lessons", "load", "fleets", "replay", "editor", "rehearse", "rules", "settings", "quit"}
    enabled |= {"learn", "first", "friend"}
    assert on == enabled, "a save may lie elsewhere"
    pilot.press("continue")
    assert pilot.page == "title"


def test_a_newcomer_starts_a_small_game_with_one_click() -> None:
    """Three models per side against the cadet."""
    pilot = Pilot()
    with use_shelves(BUILTIN_SHELF):
        pilot.press("first")
    assert pilot.page == "briefing"
    pilot.wait(2)
    pilot.key(pygame.K_RETURN)
    pilot.wait(2)
    assert pilot.battle.session.seats == ("human", "cadet")
    assert [len(list(pilot.match.state.side_models(side))) for side in (0, 1)] == [3, 3]
    assert pilot.kind == "activate" and pilot.asked is not None and pilot.asked.side == 0


def test_the_last_game_is_shown_with_its_picture_and_continued(headless: Path) -> None:
    match = Match(setup(3), keep_all=True)
    assert SaveWriter().save_as(match, ("human", "cadet"), "mine") == ("mine", "")
    pilot = Pilot()
    for _ in range(2000):
        pilot.wait()
        if not pilot.app.screen.busy:
            break
        time.sleep(0.005)
    assert len(list((headless / "cache" / "thumbnails").iterdir())) == 1
    pilot.draw()
    pilot.press("continue here")
    assert pilot.page == "battle" and pilot.battle.session.seats == ("human", "cadet")


def test_the_choices_of_the_last_game_are_the_first_ones(headless: Path) -> None:
    """The first start offers the Introductory Scenario against the cadet."""
    with use_shelves(BUILTIN_SHELF):
        pilot = Pilot()
        pilot.press("new")
        page: Any = pilot.screen
        assert page.seats == ["human", "cadet"] and page.scenarios[page.index] == "introductory"
        pilot.press("against captain")
        assert "Captain" in pilot.widget("start").label  # type: ignore[attr-defined]
        pilot.press("rehearsal")
        number = page.scenarios.index("waystation")
        grid: Any = pilot.widget("scenario")
        grid.scroll_to(number)
        pilot.click(grid.row_rect(number).center)
        page.chosen = [1, 2]
        pilot.press("start")
        assert pilot.page == "briefing"
        pilot = Pilot(settings=load_settings()[0])
        pilot.press("new")
        page = pilot.screen
        assert page.seats == ["human", "captain"] and page.scenarios[page.index] == "waystation"
        assert page.chosen == [1, 2] and page.options == {"rehearsal": "on"}


def test_choices_that_no_longer_exist_are_left_out() -> None:
    last = {"scenario": "gone", "seat 0": "bot.py:X", "seat 1": "nobody", "fleet 0": "gone", "option gone": "on"}
    pilot = Pilot(settings=Settings(last_game=last))
    pilot.press("new")
    page: Any = pilot.screen
    assert page.seats == ["human", "cadet"] and page.options == {}
    pilot.begin()
    assert pilot.page == "battle"


def test_a_file_from_elsewhere_is_not_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.yaml").write_bytes((ROOT / FLEET).read_bytes())
    monkeypatch.chdir(tmp_path)
    pilot = Pilot()
    pilot.app.go(ToNewGame(Path("own.yaml")))
    page: Any = pilot.screen
    assert page.fleets[page.chosen[0]] == "own.yaml"
    pilot.press("start")
    last = load_settings()[0].last_game
    assert last["seat 1"] == "cadet" and "own.yaml" not in last.values()


def test_the_pictures_of_battles_are_made_again_after_the_editor() -> None:
    pilot = Pilot()
    pilot.press("new")
    page: Any = pilot.screen
    while page.busy:
        pilot.wait()
    pilot.press("edit")
    assert pilot.page == "editor"
    pilot.key(pygame.K_F10)
    pilot.press("title")
    assert pilot.screen is page and page.busy


def test_opponents_friends_and_watching_are_one_click(headless: Path) -> None:
    pilot = Pilot()
    pilot.press("new")
    page: Any = pilot.screen
    wanted = [("against admiral", ["human", "admiral"]), ("friend", ["human", "human"]), ("watch", ["captain"] * 2)]
    for name, seats in wanted:
        pilot.press(name)
        assert page.seats == seats and pilot.widget(name).lit  # type: ignore[attr-defined]
        pilot.draw()
    pilot.press("rehearse")
    assert pilot.page == "rehearsal"


def test_a_saved_game_is_rehearsed_from_the_title() -> None:
    match = Match(setup(3), keep_all=True)
    assert SaveWriter().save_as(match, ("human", "cadet"), "mine") == ("mine", "")
    pilot = Pilot()
    pilot.press("rehearse")
    pilot.press("open")
    assert pilot.page == "rehearsal"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "load"


def test_escape_never_quits() -> None:
    pilot = Pilot()
    for _ in range(3):
        pilot.key(pygame.K_ESCAPE)
    assert pilot.app.running and pilot.page == "title"
    pilot.press("quit")
    assert not pilot.app.running


@pytest.mark.parametrize(("button", "screen"), [("new", NewGameScreen), ("settings", SettingsScreen)])
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
    assert save_settings(settings) == "" and (headless / "settings.json").read_text() == text
    settings.curtain = False
    assert save_settings(settings) == "" and load_settings() == (settings, "")
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
    pilot.app.show(LoadScreen(pilot.app))
    assert not pilot.widget("open").enabled
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_motions_in_a_row_become_one() -> None:
    def motion(x: int) -> pygame.event.Event:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=(x, 0), rel=(0, 0), buttons=(0, 0, 0))

    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
    kept = _drop_motions([motion(1), motion(2), key, motion(3), motion(4)])
    assert [getattr(event, "pos", None) for event in kept] == [(2, 0), None, (4, 0)]


def test_the_window_opens_with_a_size_and_a_file_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A requested size applies only once."""
    steps: list[int] = []

    def close(app: App) -> None:
        assert app.job is not None and app.job.poll(60.0) is not None
        app.step([], 0.0)
        assert (app.size, type(app.screen)) == ((1000, 650), NewGameScreen)
        app.step([pygame.event.Event(pygame.QUIT)], 0.0)
        steps.append(int(app.running))

    monkeypatch.setattr(run, "_loop", close)
    assert run.main((1000, 650), str(ROOT / FLEET)) == 0 and steps == [0]
    assert load_settings()[0] == Settings(hint_games=FIRST_GAMES)


def test_the_loop_runs_until_it_is_closed() -> None:
    pilot = Pilot()
    pygame.display.set_mode((1280, 720))
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="n"))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    run._loop(pilot.app)
    assert pilot.page == "setup" and not pilot.app.running


def test_an_illegal_fleet_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setup page shows the fault of the fleet, and stays."""
    wrong = Refusal("9 Tengu, its Unit Cap allows 2", "v1.2.4 Fleet > Unit Cap")
    monkeypatch.setattr("jovian.ui.screens.new_game.find_setup_problems", lambda setup: [wrong])
    pilot = Pilot()
    pilot.press("new")
    setup = pilot.screen
    pilot.begin()
    assert pilot.screen is setup
    assert "Unit Cap" in str(pilot.app.toast)


def test_full_screen_is_at_once_and_lays_out_for_the_window_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is the one that the system provides. Without a window manager it can refuse."""
    pilot, opened = Pilot(), []

    def set_mode(size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        opened.append((size, bool(flags & pygame.FULLSCREEN)))
        return real(size, 0)

    real = pygame.display.set_mode
    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    open_window((1280, 720))
    app_window = AppWindow(pilot.app)
    app_window.follow()
    pilot.key(pygame.K_F11)
    assert pilot.app.settings.fullscreen and load_settings()[0].fullscreen
    app_window.follow()
    assert opened[-1] == ((1920, 1080), True) and pilot.app.size == (1920, 1080)
    real((1700, 950))
    app_window.follow()
    assert pilot.app.size == (1700, 950), "the window is what it is"
    pilot.key(pygame.K_F11)
    app_window.follow()
    assert opened[-1][1] is False and not load_settings()[0].fullscreen


def test_the_window_fits_the_display_with_its_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1600, 900), (3840, 2160)])
    assert fit_to_display((3840, 2160)) == (1584, 836) and fit_to_display((1280, 720)) == (1280, 720)
    pygame.display.init()
    assert open_window((3840, 2160)).get_size() == (1584, 836)


def test_full_screen_gives_back_size_and_position(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    real, places = pygame.display.set_mode, [(11, 22)]
    monkeypatch.setattr(pygame.display, "set_mode", lambda size, flags=0: real(size, 0))
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    monkeypatch.setattr(pygame.display, "get_window_position", lambda: places[-1])
    monkeypatch.setattr(pygame.display, "set_window_position", places.append)
    open_window((1100, 700))
    app_window = AppWindow(pilot.app)
    for wanted in (True, False):
        pilot.app.settings.fullscreen = wanted
        app_window.follow()
    assert places == [(11, 22), (0, 0), (11, 22)] and pygame.display.get_window_size() == (1100, 700)


def test_of_several_displays_the_one_of_the_window_is_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window knows its display. The display module knows only the first one."""
    pilot = Pilot()
    open_window((1100, 700))
    asked: list[str] = []
    window = SimpleNamespace(
        set_fullscreen=lambda desktop: asked.append(f"full {desktop}"), set_windowed=lambda: asked.append("windowed")
    )
    monkeypatch.setattr(pygame.display, "get_num_displays", lambda: 2)
    monkeypatch.setattr("jovian.ui.run._window", lambda: window)
    app_window = AppWindow(pilot.app)
    for wanted in (True, False):
        pilot.app.settings.fullscreen = wanted
        app_window.follow()
    assert asked == ["full True", "windowed"]


def test_a_size_changed_by_hand_is_written_and_no_other(headless: Path) -> None:
    pilot = Pilot(settings=Settings(width=3840, height=2160))
    open_window((1100, 700))
    app_window = AppWindow(pilot.app)
    app_window.note_size()
    assert not (headless / "settings.json").exists()
    pygame.display.set_mode((1000, 650))
    app_window.note_size()
    assert (load_settings()[0].width, load_settings()[0].height) == (1000, 650)


def test_the_icon_is_drawn() -> None:
    icon = draw_icon()
    assert icon.get_size() == (64, 64) and icon.get_at((0, 0))[3] == 0 and len(colors(icon)) > 3


@pytest.mark.parametrize(
    ("name", "page"), [("low-orbit.yaml", "setup"), ("own.yaml", "setup"), ("game.json", "battle")]
)
def test_a_file_dropped_on_the_window_is_opened(tmp_path: Path, name: str, page: str) -> None:
    path = tmp_path / name
    if name == "game.json":
        save(Match(setup(3)), path)
    else:
        text = (ROOT / "scenarios" / "low-orbit.yaml") if name == "low-orbit.yaml" else (ROOT / FLEET)
        path.write_text(text.read_text(encoding="utf-8"), encoding="utf-8")
    pilot = Pilot()
    pilot.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    pilot.finish_jobs()
    assert pilot.page == page, pilot.app.toast
    if page == "setup":
        screen: Any = pilot.screen
        chosen = screen.scenarios[screen.index] if name == "low-orbit.yaml" else screen.fleet(0).name
        assert chosen in (str(path), "Orbital Patrol")
        pilot.begin()
        assert pilot.page == "battle"


@pytest.mark.parametrize(
    ("text", "message"),
    [("kind: squadron\n", "is neither a save"), ("[", "not YAML"), ('{"format": 2}', "is missing"), (None, "such file"),
     ("import os\n", "is neither a save")],
)  # fmt: skip
def test_another_file_is_refused_in_one_line(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "a\nfile.py"
    if text is not None:
        path.write_text(text)
    pilot = Pilot()
    pilot.app.open_file(str(path))
    pilot.finish_jobs()
    assert pilot.page == "title" and message in pilot.app.toast[0] and "\n" not in pilot.app.toast[0]


def test_a_small_window_shows_everything_smaller_and_is_clicked_where_it_shows() -> None:
    pilot = Pilot()
    pygame.display.set_mode((800, 600))
    app_window = AppWindow(pilot.app)
    app_window.follow()
    assert pilot.app.size == (960, 720), "as much larger across as down"
    button = pilot.widget("settings").rect
    pixel = (round(button.centerx * 800 / 960), round(button.centery * 600 / 720))
    app_window.show()
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        facts = {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pilot.post(*app_window.events([pygame.event.Event(kind, pos=pixel, **facts)]))
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
