"""Tests of choices in the window: from a list over the page, and a file from anywhere on the disk."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from jovian.players import PLAYERS
from jovian.ui.kit import forms as folders
from jovian.ui.kit.card_grid import CardGrid
from jovian.ui.kit.fonts import WRITTEN
from jovian.ui.kit.forms import Choice, FileDialog
from jovian.ui.kit.widgets import ScrollList
from jovian.ui.screens.load_screen import LoadScreen
from jovian.ui.screens.new_game import OPPONENTS, NewGameScreen
from jovian.user_files import saves
from jovian.user_files.save_writer import SaveWriter
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, fighting
from tests.ui.test_scale import looks


def choosing() -> tuple[Pilot, NewGameScreen, Choice]:
    pilot = Pilot()
    pilot.press("new")
    screen = pilot.screen
    assert isinstance(screen, NewGameScreen)
    return pilot, screen, pilot.live("fleet 0")


def spread(choice: Choice) -> pygame.Rect:
    assert choice.list is not None
    return choice.list.rect


def test_a_small_window_shows_every_scenario_by_its_whole_name() -> None:
    pilot, screen, _ = choosing()
    grid = pilot.widget("scenario")
    assert isinstance(grid, CardGrid) and grid.columns * (grid.rect.height // grid.row) >= 12
    with recorded_texts() as drawn_texts:
        pilot.draw()
    assert {screen.ready.scenarios[name].name for name in grid.items} <= {text.whole for text in drawn_texts}
    for index in (0, len(grid.items) - 1):
        assert grid.rect.contains(grid.row_rect(index))
        pilot.click(grid.row_rect(index).center)
        assert screen.index == index


@pytest.mark.parametrize("size", [(1600, 900), (1920, 1080)])
def test_a_large_window_shows_every_scenario_with_its_summary(size: tuple[int, int]) -> None:
    pilot = Pilot(size)
    pilot.press("new")
    grid = pilot.widget("scenario")
    assert isinstance(grid, CardGrid) and grid.columns * (grid.rect.height // grid.row) >= 12
    with recorded_texts() as drawn_texts:
        pilot.draw()
    lines = [text for text in drawn_texts if grid.rect.contains(text.rect)]
    for index in range(len(grid.items)):
        assert len([text for text in lines if grid.row_rect(index).contains(text.rect)]) > 2


def test_a_click_spreads_the_list_and_another_chooses() -> None:
    pilot, screen, choice = choosing()
    before = screen.chosen[0]
    pilot.press("fleet 0")
    assert choice.spread and not spread(choice).colliderect(choice.rect)
    listed = choice.list
    assert listed is not None and len(listed.items) == len(screen.fleets) and listed.chosen == before
    pilot.click(listed.row_rect(before + 1).center)
    assert not choice.spread and screen.chosen[0] == before + 1
    assert screen.fleet(0).name in choice.shown


def test_what_lies_under_the_list_gets_nothing() -> None:
    pilot, screen, choice = choosing()
    under = pilot.widget("against ensign").rect.center
    pilot.press("fleet 0")
    assert spread(choice).collidepoint(under)
    pilot.click(under)
    assert screen.seats == ["human", "cadet"] and not choice.spread
    pilot.press("fleet 0")
    pilot.press("back")
    assert pilot.screen is screen and not choice.spread, "a click beside it only closes it"
    pilot.press("fleet 0")
    pilot.draw()
    assert not any(cut[0].colliderect(spread(choice)) and cut[1].startswith("and ") for cut in WRITTEN.cut)


def test_escape_closes_the_list_and_then_leaves_the_page() -> None:
    pilot, screen, choice = choosing()
    before = list(screen.chosen)
    pilot.press("fleet 0")
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_ESCAPE)
    assert not choice.spread and pilot.screen is screen and screen.chosen == before
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_it_is_chosen_by_keys_alone() -> None:
    pilot, screen, choice = choosing()
    while not choice.focused:
        pilot.key(pygame.K_TAB)
    before = screen.chosen[0]
    pilot.key(pygame.K_UP)
    assert screen.chosen[0] == before - 1 and not choice.spread
    pilot.key(pygame.K_RETURN)
    assert choice.spread
    pilot.key(pygame.K_END)
    pilot.key(pygame.K_RETURN)
    assert pilot.screen is screen, "Return did not start the game"
    assert screen.chosen[0] == len(screen.fleets) - 1


def test_two_fleets_of_one_name_are_told_apart() -> None:
    pilot, screen, _ = choosing()
    screen.chosen = [1, 0]
    screen.layout(screen.size)
    pilot.press("fleet 1")
    listed = pilot.widget("fleet 1").list  # type: ignore[attr-defined]
    pilot.click(listed.row_rect(1).center)
    shown = [pilot.widget(f"fleet {side}").shown for side in (0, 1)]  # type: ignore[attr-defined]
    assert shown[0] != shown[1] and all(screen.fleet(0).name in each for each in shown)


def test_the_list_stays_in_the_window_at_every_size() -> None:
    pilot, _, _ = choosing()
    for look in looks(pilot):
        for name in ("fleet 0", "fleet 1"):
            pilot.press(name)
            choice = pilot.widget(name)
            assert isinstance(choice, Choice)
            assert pygame.Rect((0, 0), pilot.app.size).contains(spread(choice)), look
            assert not spread(choice).colliderect(choice.rect), look
            pilot.draw()
            pilot.key(pygame.K_ESCAPE)


def test_keys_go_on_where_they_are_after_each_step() -> None:
    for number in range(14):
        SaveWriter().save_as(fighting(), saves.HUMANS, f"game {number}")
    pilot = Pilot()
    pilot.press("load")
    while not pilot.widget("slots").focused:
        pilot.key(pygame.K_TAB)
    for _ in range(13):
        pilot.key(pygame.K_DOWN)
    page, listed = pilot.screen, pilot.widget("slots")
    assert isinstance(page, LoadScreen) and isinstance(listed, ScrollList)
    assert page.chosen == 13 and listed.rect.contains(listed.row_rect(13))
    pilot.key(pygame.K_ESCAPE)
    pilot.press("settings")
    while not pilot.widget("scale").focused:
        pilot.key(pygame.K_TAB)
    for _ in range(2):
        pilot.key(pygame.K_RIGHT)
    assert pilot.app.settings.scale == 1.5


# --- Files ---


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder with a save, a damaged one, a text, a hidden file, and a folder with another save."""
    SaveWriter().save_as(fighting(), ("ensign", "human"), "mine")
    place = tmp_path / "elsewhere"
    (place / "deep").mkdir(parents=True)
    whole = (saves.folder() / "mine.json").read_bytes()
    for name in ("kept.json", "deep/later.json", ".hidden.json"):
        (place / name).write_bytes(whole)
    (place / "cut.json").write_bytes(whole[:500])
    (place / "notes.txt").write_text("no save")
    (saves.folder() / "mine.json").unlink()
    return place


def open_chooser(pilot: Pilot) -> FileDialog:
    pilot.press("load")
    pilot.press("file")
    modal = pilot.app.modal
    assert isinstance(modal, FileDialog)
    return modal


def type_text(pilot: Pilot, text: str) -> None:
    pilot.press("path")
    pilot.key(pygame.K_a, pygame.KMOD_LCTRL)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
    pilot.key(pygame.K_RETURN)


def names(modal: FileDialog) -> list[str]:
    return [each.name for each in modal.list.items]


def test_a_save_is_found_anywhere_and_played_on(elsewhere: Path) -> None:
    pilot = Pilot()
    modal = open_chooser(pilot)
    assert modal.folder == saves.folder() and names(modal) == []
    type_text(pilot, str(elsewhere))
    assert names(modal) == ["deep", "cut.json", "kept.json"]
    pilot.click(modal.list.row_rect(2).center)
    assert modal.field.text == str(elsewhere / "kept.json") and pilot.app.modal is modal, "a click chooses"
    pilot.draw()
    pilot.click(modal.list.row_rect(2).center)
    pilot.finish_jobs()
    page = pilot.screen
    assert pilot.app.modal is None and isinstance(page, LoadScreen)
    assert page.slots[0].path == elsewhere / "kept.json" and page.seats == ["ensign", "human"]
    assert not pilot.widget("delete").enabled, "only what lies among the saves is deleted from here"
    pilot.press("open")
    journal = fighting().journal
    assert pilot.journal[: len(journal)] == journal
    assert (elsewhere / "kept.json").read_bytes() == (elsewhere / "deep" / "later.json").read_bytes(), "left alone"


def test_folders_are_walked_by_mouse_and_by_keys(elsewhere: Path) -> None:
    pilot = Pilot()
    modal = open_chooser(pilot)
    type_text(pilot, str(elsewhere))
    pilot.click(modal.list.row_rect(0).center)
    assert modal.folder == elsewhere / "deep" and names(modal) == ["later.json"]
    pilot.press("up")
    assert modal.folder == elsewhere
    pilot.click((modal.box.left + 5, modal.box.top + 5))
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    assert modal.folder == elsewhere / "deep"
    pilot.key(pygame.K_BACKSPACE)
    assert modal.folder == elsewhere
    pilot.key(pygame.K_DOWN)
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_END)
    pilot.key(pygame.K_RETURN)
    assert pilot.page == "load" and pilot.screen.slots[0].path == elsewhere / "deep" / "later.json"


def test_no_leaves_all_as_it_was_and_what_is_not_there_is_said(elsewhere: Path) -> None:
    pilot = Pilot()
    modal = open_chooser(pilot)
    for wrong in (str(elsewhere / "gone.json"), "no\tpath", ""):
        type_text(pilot, wrong)
        pilot.draw()
        assert pilot.app.modal is modal
    assert modal.folder == saves.folder()
    type_text(pilot, "gone")
    assert modal.problem == "There is no such file or folder"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.app.modal is None and pilot.page == "load" and pilot.screen.slots == []
    pilot.press("file")
    pilot.press("no")
    assert pilot.app.modal is None and pilot.screen.slots == []


def test_a_damaged_save_is_named_and_said(elsewhere: Path) -> None:
    pilot = Pilot()
    open_chooser(pilot)
    type_text(pilot, str(elsewhere / "cut.json"))
    assert pilot.page == "load" and pilot.screen.slots[0].title.startswith("damaged")
    pilot.press("open")
    assert pilot.page == "load" and "cut.json" in pilot.app.toast[0] and pilot.app.toast[1]


def test_a_folder_that_cannot_be_read_is_said(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot()
    modal = open_chooser(pilot)

    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(os, "scandir", refuse)
    type_text(pilot, str(elsewhere))
    assert modal.problem == "elsewhere: Permission denied" and modal.folder == saves.folder()


def test_a_folder_of_many_files_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("B.JSON", "a.json", "c.json", "c.txt"):
        (tmp_path / name).write_text("{}")
    assert [each.name for each in folders.folder_rows(tmp_path, ".json")] == ["a.json", "B.JSON", "c.json"]
    assert folders.FolderRow(tmp_path / "odd\nname\udcff", False).name == "odd?name?"
    monkeypatch.setattr(folders, "MAX_ENTRIES", 2)
    assert len(folders.folder_rows(tmp_path, ".json")) == 2


def test_every_computer_player_has_a_card_except_the_random_one() -> None:
    assert ["random", *OPPONENTS] == list(PLAYERS)
