"""The settings file: whatever it holds, the window opens, and says in one line what is wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from jovian.ui.files.settings import Settings, load_settings, save_settings
from jovian.ui.run import _wanted


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


def test_the_line_of_a_setting_that_cannot_be_read_is_named(headless: Path) -> None:
    headless.mkdir()
    (headless / "settings.json").write_text('{\n"speed" 1}')
    assert load_settings()[1].startswith(f"{headless / 'settings.json'}:2: the settings cannot be read")


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

    monkeypatch.setattr("jovian.match.saves.writing.os.fsync", full)
    assert "No space left" in save_settings(Settings(speed=4.0))
    assert load_settings()[0].speed == 2.0 and json.loads((headless / "settings.json").read_text())["speed"] == 2.0


@pytest.mark.parametrize(
    ("argv", "size"),
    [
        (("--size", "20000x20000"), (7680, 4320)), (("--size", "1x1"), (640, 480)), (("--size", "²x3"), (1280, 720)),
        (("--size", "9" * 5000 + "x1"), (1280, 720)), (("--size", "1600x900"), (1600, 900)), ((), (1280, 720)),
    ],
)  # fmt: skip
def test_the_window_asked_for_is_one_that_can_be(argv: tuple[str, ...], size: tuple[int, int]) -> None:
    assert _wanted(argv, (1280, 720)) == size
