"""Tests of leaving, closing, saving by name, and copies: nothing is lost or overwritten without a question."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from jovian.match import Match
from jovian.match.saves import load
from jovian.ui.screens.battle_flow import AUTOSAVE_OFF
from jovian.ui.settings import Settings
from jovian.user_files import saves
from jovian.user_files.save_writer import SaveWriter
from tests.games import setup
from tests.ui.fitting import misfits
from tests.ui.pilot import ARMED, Pilot, battle_at, fighting

QUIT = pygame.event.Event(pygame.QUIT)


def without_autosave() -> Pilot:
    return Pilot(settings=Settings(speed=0.0, scale=1.0, autosave=False))


def full(*args: object) -> None:
    raise OSError(28, "No space left on device")


def test_closing_the_window_keeps_the_game_as_it_stands(headless: Path) -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    pilot.post(QUIT)
    assert not pilot.app.running
    assert load(headless / "saves" / "game 1" / "latest.json").journal == pilot.journal


@pytest.mark.parametrize(("size", "options", "least"), [
    ((1264, 656), {}, 12), ((1280, 720), {"rehearsal": "on"}, 15), ((1920, 1080), {"rehearsal": "on"}, 15),
])  # fmt: skip
def test_the_menu_of_a_game_is_one_column(size: tuple[int, int], options: dict[str, str], least: int) -> None:
    pilot = Pilot(size)
    battle_at(pilot, Match(setup(5, ARMED, **options), keep_all=True))
    pilot.uncover()
    pilot.key(pygame.K_F10)
    assert pilot.app.modal is not None
    buttons = pilot.app.modal.buttons.widgets
    assert len({button.rect.left for button in buttons}) == 1 and len(buttons) >= least
    assert misfits(pilot) == []


def test_without_autosave_the_menu_says_so_and_leaving_asks(headless: Path) -> None:
    pilot = without_autosave()
    battle = battle_at(pilot, fighting())
    pilot.key(pygame.K_F10)
    assert pilot.app.modal is not None and pilot.app.modal.text == AUTOSAVE_OFF
    pilot.press("title")
    pilot.key(pygame.K_ESCAPE)
    assert pilot.screen is battle and saves.slots() == []
    pilot.post(QUIT)
    assert pilot.app.running
    pilot.press("save")
    assert not pilot.app.running and [slot.name for slot in saves.slots()] == ["game 1, saved in turn 2"]


def test_without_autosave_what_is_saved_or_given_up_may_be_left() -> None:
    pilot = without_autosave()
    battle_at(pilot, fighting())
    pilot.key(pygame.K_F5)
    pilot.key(pygame.K_F10)
    pilot.press("title")
    assert pilot.page == "title"
    battle_at(pilot, fighting())
    pilot.key(pygame.K_F10)
    pilot.press("title")
    pilot.press("lose")
    assert pilot.page == "title" and len(saves.slots()) == 1
    pilot.post(QUIT)
    assert not pilot.app.running


def test_an_autosave_that_fails_is_told_and_leaving_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    monkeypatch.setattr("jovian.match.files.os.fsync", full)
    pilot.post(QUIT)
    assert pilot.app.running and pilot.app.modal is not None and "No space left" in pilot.app.modal.text
    pilot.press("save")
    assert pilot.app.running and pilot.app.toast[1] and pilot.screen is battle
    pilot.post(QUIT)
    pilot.press("lose")
    assert not pilot.app.running


def test_quick_save_and_quick_load_are_named(headless: Path) -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.key(pygame.K_F9)
    assert pilot.app.toast == ("There is no quick save for this game yet.", True)
    pilot.key(pygame.K_F5)
    first = len(pilot.journal)
    while len(pilot.journal) < first + 3:
        pilot.take(pilot.match.decision.default())  # type: ignore[union-attr]
    pilot.wait(3)
    kept = pilot.match.state.digest()
    pilot.key(pygame.K_F9)
    pilot.press("yes")
    pilot.uncover()
    assert pilot.screen is not battle and len(pilot.journal) == first
    assert load(headless / "saves" / "game 1" / "latest.json").state.digest() == kept
    pilot.key(pygame.K_F10)
    pilot.press("title")
    assert load(headless / "saves" / "game 1" / "latest.json").state.digest() == kept
    assert len(load(headless / "saves" / "game 2" / "latest.json").journal) == first


def test_a_save_is_named_by_typing(headless: Path) -> None:
    pilot = Pilot()
    battle_at(pilot, fighting())
    for expected in ("Before ../it", "Before ../it"):
        pilot.key(pygame.K_F10)
        pilot.press("save")
        for _ in range(60):
            pilot.key(pygame.K_BACKSPACE)
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=expected))
        pilot.draw()
        pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_F10)
    pilot.press("save")
    pilot.key(pygame.K_ESCAPE)
    names = {path.name for path in (headless / "saves").glob("*.json")}
    assert names == {"Before ..it.json", "Before ..it (2).json"}, "the field takes no mark that no file may have"


def test_playing_on_from_a_replay_is_a_copy_and_takes_nothing_back(headless: Path) -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    first, whole = pilot.match, list(pilot.journal)
    pilot.key(pygame.K_F10)
    pilot.press("replay")
    for _ in range(4):
        pilot.press("step")
    pilot.press("on")
    pilot.uncover()
    assert pilot.page == "battle" and pilot.screen is not battle and "copy" in pilot.app.toast[0]
    assert first.journal == whole and len(pilot.journal) == 4
    pilot.take(pilot.match.decision.default())  # type: ignore[union-attr]
    pilot.uncover()
    pilot.key(pygame.K_F10)
    pilot.press("title")
    assert load(headless / "saves" / "game 1" / "latest.json").journal == whole
    copy = next(slot for slot in saves.slots() if slot.name == "game 2, latest")
    assert copy.title.startswith("copy of game 1 after 4 answers") and len(load(copy.path).journal) == 5


def test_a_replay_writes_nothing(headless: Path) -> None:
    SaveWriter().save_as(fighting(), saves.HUMANS, "done")
    pilot = Pilot()
    before = {path: path.read_bytes() for path in headless.rglob("*.json")}
    pilot.press("replay")
    pilot.press("open")
    assert pilot.page == "replay"
    pilot.press("turn")
    pilot.press("play")
    pilot.wait(60)
    pilot.key(pygame.K_ESCAPE)
    pilot.post(QUIT)
    assert not pilot.app.running
    assert {path: path.read_bytes() for path in headless.rglob("*.json") if path.name != saves.INDEX} == before
