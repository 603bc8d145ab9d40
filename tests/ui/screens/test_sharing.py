"""The button that shares a game as a web page: on the result page, and in a replay, also of a running game."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from jovian.game_page import game_page
from jovian.match import Match
from jovian.ui.kit.widgets import Button
from jovian.ui.screens import screen
from jovian.ui.screens.result import ResultScreen
from tests.games import finished, random_answers, setup
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot, battle_at
from tests.ui.screens.test_replaying import replaying


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
    """Press the button, and return the notice that follows."""
    pilot.press("share")
    assert pilot.app.modal is None
    return pilot.app.toast[0]


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
        pilot.app.toast = ("", False)
        notices.append(share(pilot))
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
