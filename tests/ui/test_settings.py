"""With any settings file the window opens, and one line says what is wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pygame
import pytest

from jovian.ui.app import App
from jovian.ui.run import _allowed_size
from jovian.ui.screens.navigation import ToNewGame
from jovian.ui.settings import FIRST_GAMES, Settings, load_settings, save_settings
from tests.ui.pilot import Pilot


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{", '{"width": 20000, "height": 20000}', '{"width": 1e999}', '{"scale": NaN}', '{"height": -1}',
        '{"keys": {"menu": "' + "x" * 900 + '"}}', '{"keys": {"menu": "\\ud800"}}', '{"speed": ' + "9" * 9000 + "}",
        "[" * 100_000, '{"labels": 1}', " " * 300_000, '{"reasons": "a\\nb\\u2028c"}', '{"width": ["\\n"]}',
    ],
)  # fmt: skip
def test_bad_settings_are_one_line_and_kept(headless: Path, text: str) -> None:
    headless.mkdir()
    file = headless / "settings.json"
    file.write_text(text)
    settings, complaint = load_settings()
    assert settings == Settings() and complaint.startswith(str(file))
    assert len(complaint) < 300 and complaint.isprintable()
    assert save_settings(Settings(speed=2.0)) == ""
    assert load_settings() == (Settings(speed=2.0), "")
    assert (headless / "settings.bad.json").read_text() == text


def test_hints_of_first_games_are_still_there_after_another_setting_was_written(headless: Path) -> None:
    settings, _ = load_settings()
    assert settings.hint_games == FIRST_GAMES
    settings.width = 1000
    save_settings(settings)
    assert load_settings()[0].hint_games == FIRST_GAMES


def test_the_line_of_a_setting_that_cannot_be_read_is_named(headless: Path) -> None:
    headless.mkdir()
    (headless / "settings.json").write_text('{\n"speed" 1}')
    assert load_settings()[1].startswith(f"{headless / 'settings.json'}:2: can't read the settings")


@pytest.mark.parametrize("kind", ["folder", "pipe", "loop", "dangling"])
def test_settings_that_are_no_file(headless: Path, kind: str) -> None:
    headless.mkdir()
    file = headless / "settings.json"
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to(file if kind == "loop" else headless / "gone")
    assert "settings.json" in load_settings()[1]
    assert save_settings(Settings(speed=4.0)) == "" and load_settings()[0].speed == 4.0


def test_settings_on_a_full_disk_are_one_line(headless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert save_settings(Settings(speed=2.0)) == ""

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jovian.match.files.os.fsync", full)
    assert "No space left" in save_settings(Settings(speed=4.0))
    assert load_settings()[0].speed == 2.0 and json.loads((headless / "settings.json").read_text())["speed"] == 2.0


def test_a_second_window_does_not_bring_back_old_settings(headless: Path) -> None:
    first, second = load_settings()[0], load_settings()[0]
    first.speed, first.keys = 2.0, {"menu": "f2"}
    assert save_settings(first) == ""
    second.labels, second.keys = False, {"help": "f3"}
    assert save_settings(second) == "" and save_settings(second) == ""
    loaded = load_settings()[0]
    assert (loaded.speed, loaded.labels, loaded.keys) == (2.0, False, {"menu": "f2", "help": "f3"})
    first.speed, first.keys = 1.0, {}
    assert save_settings(first) == ""
    loaded = load_settings()[0]
    assert (loaded.speed, loaded.labels, loaded.keys) == (1.0, False, {"help": "f3"})


def test_what_another_version_wrote_stays(headless: Path) -> None:
    headless.mkdir()
    (headless / "settings.json").write_text('{"theme": {"a": [1]}, "speed": 4, "keys": {"warp": "f4"}}')
    app = App((1280, 720), *load_settings())
    app.settings.labels = False
    app.write_settings()
    written = json.loads((headless / "settings.json").read_text())
    assert written == {"theme": {"a": [1]}, "speed": 4, "keys": {"warp": "f4"}, "labels": False}


def test_one_bad_value_costs_no_other(headless: Path) -> None:
    headless.mkdir()
    text = '{"theme": 1, "speed": 4, "scale": 99, "labels": false}'
    for number, kept in enumerate(("settings.bad.json", "settings.bad 2.json"), 1):
        (headless / "settings.json").write_text(text)
        settings, complaint = load_settings()
        assert settings == Settings(speed=4.0, labels=False) and "'scale' cannot be 99" in complaint
        settings.width = 1000 + number
        assert save_settings(settings) == "" and (headless / kept).read_text() == text
        written = json.loads((headless / "settings.json").read_text())
        assert written == {"theme": 1, "speed": 4, "labels": False, "width": 1000 + number}


def test_a_change_in_the_middle_of_a_game_is_written_at_once(headless: Path) -> None:
    pilot = Pilot()
    pilot.app.go(ToNewGame())
    pilot.begin()
    pilot.key(pygame.K_j)
    assert load_settings()[0].labels is False


def test_a_notice_is_one_line(headless: Path) -> None:
    app = App((1280, 720), None, "a\nb\u2028c")
    assert app.toast[0] == "a b c"


@pytest.mark.parametrize(
    ("size", "possible"), [((20000, 20000), (7680, 4320)), ((1, 1), (640, 480)), ((1600, 900), (1600, 900))]
)
def test_the_window_asked_for_is_one_that_can_be(size: tuple[int, int], possible: tuple[int, int]) -> None:
    assert _allowed_size(size) == possible
