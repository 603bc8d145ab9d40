"""Tests of a start without a command: the window, or a game in the terminal if there is no display."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jovian.commands import window
from jovian.ui import headless, run
from tests.commands import ROOT, main

SCENARIO = str(ROOT / "scenarios" / "low-orbit.yaml")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Use quick players and small pictures in a temporary folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(window, "PLAYER", "random")
    monkeypatch.setattr(window, "PIXELS", 240)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")


@pytest.mark.parametrize("driver", ["", "dummy"])
def test_without_a_display_a_game_is_told(
    quick: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], driver: str
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    assert main([]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert captured.err == "" and lines[0].startswith("No display (") and lines[0].count("Introductory Scenario") == 1
    turns = int(re.search(r"The game ends in turn (\d)", captured.out).group(1))  # type: ignore[union-attr]
    folder = Path(lines[-1].split(" are in ")[1])
    assert sorted(path.name for path in folder.iterdir()) == [f"turn-{n}.png" for n in range(1, turns + 1)]
    assert all(path.stat().st_size > 5000 for path in folder.iterdir())


def test_with_a_display_the_window_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless, "display_trouble", lambda: "")
    monkeypatch.setattr(run, "main", lambda size, file: 7)
    assert main([]) == 7


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (["--size", "1280x720"], ((1280, 720), "")), ([SCENARIO], (None, SCENARIO)),
        (["--size", "800x600", SCENARIO], ((800, 600), SCENARIO)),
        ([SCENARIO, "--size", "800x600"], ((800, 600), SCENARIO)),
    ],
)  # fmt: skip
def test_the_window_opens_with_a_size_and_a_file(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], asked: tuple[object, object]
) -> None:
    monkeypatch.setattr(headless, "display_trouble", lambda: "")
    opened: list[tuple[object, object]] = []
    monkeypatch.setattr(run, "main", lambda size, file: opened.append((size, file)) or 0)
    assert main(arguments) == 0 and opened == [asked]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "big"], "usage: --size: requires WIDTHxHEIGHT in pixels, such as 1280x720, not 'big'"),
        (["nowhere.json"], "nowhere.json: there is no such file, and no command of that name"),
        (["dance"], "usage: No such command 'dance'"), ([SCENARIO], f"{SCENARIO}: no window can be opened here"),
    ],
)  # fmt: skip
def test_what_cannot_be_opened_is_one_line(
    quick: None, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith(message) and captured.err.count("\n") == 1


def test_a_display_that_cannot_be_opened_is_told(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    import pygame

    pygame.display.quit()
    assert headless.display_trouble() != ""
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    assert headless.display_trouble() == "SDL_VIDEODRIVER is offscreen"
