"""The button that shares a game as a web page: on the result page, and in a replay, also of a running game."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

import pytest

from jovian.game_page import game_page
from jovian.match import Match
from jovian.ui.kit.forms import clipboard_text
from jovian.ui.kit.widgets import Button
from jovian.ui.screens import screen
from jovian.ui.screens.result import ResultScreen
from jovian.user_files.desktop import show_command, show_file
from tests.games import finished, random_answers, setup
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at
from tests.ui.screens.test_replaying import replaying

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="another program opens files there")


@pytest.fixture(scope="module")
def match() -> Match:
    return finished(9)


def running() -> Match:
    """Return a game that isn't over."""
    game = Match(setup(9), keep_all=True)
    for _ in random_answers(game, 9):
        if len(game.journal) > 40:
            break
    return game


def show_result(pilot: Pilot, match: Match) -> None:
    battle = battle_at(pilot, match)
    pilot.app.show(ResultScreen(pilot.app, battle.session, battle.names, battle))
    pilot.wait(2)


def share(pilot: Pilot) -> str:
    """Press the button, and return what the dialog says that follows, or the notice without one."""
    pilot.press("share")
    return pilot.app.modal.text if pilot.app.modal is not None else pilot.app.toast[0]


def put_program(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: str) -> Path:
    """Let a script take the place of the system's program that opens files. Return the file for its arguments."""
    programs, told = folder / "programs", folder / "told"
    programs.mkdir()
    script = programs / "xdg-open"
    script.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > '{told}'\n{lines}\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    return told


def test_a_replay_is_written_as_a_page(match: Match, headless: Path) -> None:
    pilot, replay = replaying(match)
    replay.playing = True
    notice = share(pilot)
    (page,) = (headless / "pages").iterdir()
    assert notice == f"The page is saved as {page}." and page.name == "Introductory Scenario.html"
    assert page.read_text(encoding="utf-8") == game_page(match)
    assert pilot.screen is replay and not replay.playing


def test_a_result_is_written_as_a_page_and_no_page_is_replaced(match: Match, headless: Path) -> None:
    pilot = Pilot()
    show_result(pilot, match)
    notices = []
    for _ in range(2):
        notices.append(share(pilot))
        pilot.press("no")
    pages = list((headless / "pages").iterdir())
    assert len(pages) == 2 and {f"The page is saved as {page}." for page in pages} == set(notices)
    assert {page.read_text(encoding="utf-8") for page in pages} == {game_page(match)}


def test_a_running_game_shows_what_both_sides_know(headless: Path) -> None:
    match = running()
    pilot, _ = replaying(match, ("human", "ensign"))
    assert share(pilot).endswith("It shows what both sides know.")
    (page,) = (headless / "pages").iterdir()
    assert page.read_text(encoding="utf-8") == game_page(match) and "This game isn't over" in game_page(match)


def test_a_page_that_cannot_be_written_is_one_notice(match: Match, headless: Path) -> None:
    pilot, _ = replaying(match)
    headless.mkdir(exist_ok=True)
    (headless / "pages").write_text("a file in place of the folder")
    assert share(pilot).startswith("The page could not be written: ") and pilot.app.toast[1]
    assert pilot.app.modal is None


def only_page(headless: Path) -> Path:
    (page,) = (headless / "pages").iterdir()
    return page


@on_linux
@pytest.mark.parametrize(("answer", "level"), [("open", 0), ("folder", 1)])
def test_a_shared_page_is_opened_or_shown_in_its_folder(
    match: Match, headless: Path, monkeypatch: pytest.MonkeyPatch, answer: str, level: int
) -> None:
    told = put_program(headless.parent, monkeypatch, "exit 0")
    pilot, replay = replaying(match)
    share(pilot)
    pilot.press(answer)
    page = only_page(headless)
    assert told.read_text().splitlines() == ["1", str((page, page.parent)[level])]
    assert pilot.app.modal is None and pilot.app.toast[0] == "" and pilot.screen is replay


@on_linux
@pytest.mark.parametrize(
    ("lines", "reason"), [("exit 4", "xdg-open returned 4."), ("", "the program xdg-open is missing.")]
)
def test_why_a_page_is_not_opened_is_one_line(
    match: Match, headless: Path, monkeypatch: pytest.MonkeyPatch, lines: str, reason: str
) -> None:
    put_program(headless.parent, monkeypatch, lines)
    if not lines:
        monkeypatch.setenv("PATH", str(headless))
    pilot, _ = replaying(match)
    share(pilot)
    pilot.press("open")
    assert pilot.app.toast == (f"{only_page(headless).name} could not be shown: {reason}", True)


def test_a_page_that_is_gone_is_not_opened(match: Match, headless: Path) -> None:
    pilot, _ = replaying(match)
    share(pilot)
    only_page(headless).unlink()
    pilot.press("open")
    assert pilot.app.toast == ("Introductory Scenario.html isn't there any more.", True)


def test_the_path_of_a_page_is_copied(match: Match, headless: Path) -> None:
    pilot, _ = replaying(match)
    share(pilot)
    pilot.press("copy")
    assert pilot.app.toast == ("The path is copied.", False) and clipboard_text() == str(only_page(headless))


@on_linux
def test_a_program_that_still_runs_has_opened_the_page(headless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headless.mkdir()
    put_program(headless.parent, monkeypatch, "exec sleep 1")
    assert show_file(headless, patience=0.0) == ""


@pytest.mark.parametrize("name", ["a b.html", "-rf; $(x) & `y` 'z' \"q\".html", "--help", "%PATH% ^ |.html"])
def test_no_name_is_more_than_one_argument(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path is absolute, so that no name looks like an option."""
    monkeypatch.setenv("SYSTEMROOT", r"C:\Windows")
    path = Path("/home/me/pages") / name
    commands = {system: [show_command(path, system, in_folder=is_in) for is_in in (False, True)]
                for system in ("linux", "darwin", "win32")}  # fmt: skip
    assert commands["linux"] == [("xdg-open", str(path)), ("xdg-open", "/home/me/pages")]
    assert commands["darwin"] == [("/usr/bin/open", str(path)), ("/usr/bin/open", "-R", str(path))]
    assert [arguments for _, *arguments in commands["win32"]] == [[str(path)], [f"/select,{path}"]]
    assert all(program.endswith("explorer.exe") for program, *_ in commands["win32"])


def test_a_canceled_page_is_not_written(match: Match, headless: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, _ = replaying(match)
    is_canceled = Event()
    monkeypatch.setattr(screen, "game_page", lambda match: str(is_canceled.wait(60)))
    pilot.click(pilot.widget("share").rect.center)
    pilot.wait(60)
    job = pilot.app.job
    pilot.press("no")
    is_canceled.set()
    assert job is not None and job.poll(60.0) == "True"
    pilot.wait(5)
    assert not (headless / "pages").exists() and pilot.app.toast[0] == ""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("place", ["replay", "result"])
def test_the_button_fits(match: Match, size: tuple[int, int], place: str) -> None:
    pilot, _ = replaying(match)
    pilot.app.resize(size)
    if place == "result":
        show_result(pilot, match)
    pilot.wait(2)
    button = pilot.widget("share")
    assert isinstance(button, Button) and button.visible and button.enabled and button.hint
    assert misfits(pilot) == []
