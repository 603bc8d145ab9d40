"""Tests of copies as one side may know a game in the window: writing one, and looking at it without continuing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame

from jovian.game import view
from jovian.side_copy import copy_text, load_copy, save_copy
from jovian.ui.screens.copy_screen import CopyScreen
from jovian.ui.screens.navigation import open_received
from jovian.user_files import saves
from tests.ui.fitting import recorded_texts
from tests.ui.pilot import Pilot, fighting
from tests.ui.screens.test_load import choose, names, open_page, save_as


def at_copy(folder: Path, side: int = 0) -> tuple[Pilot, CopyScreen]:
    """Return a window that shows a copy."""
    save_copy(fighting(), side, folder / "copy.json")
    pilot = Pilot()
    open_received(pilot.app, folder / "copy.json")
    pilot.finish_jobs()
    screen = pilot.screen
    assert isinstance(screen, CopyScreen)
    return pilot, screen


def notice(pilot: Pilot) -> str:
    """Return the line of text that the window shows."""
    return pilot.app.toast[0] if pilot.app.toast is not None else ""


def drawn(pilot: Pilot) -> list[str]:
    """Return the texts of the page."""
    pilot.app.screen.dirty = True
    with recorded_texts() as texts:
        pilot.draw()
    return [text.text for text in texts]


def test_the_slider_the_buttons_and_the_log_lead_to_moments(tmp_path: Path) -> None:
    pilot, page = at_copy(tmp_path, side=1)
    last = len(page.copy.states) - 1
    assert page.at == last and page.state.viewer == 1 and page.log.items == page.copy.lines
    pilot.key(pygame.K_LEFT)
    assert page.at == last - 1
    pilot.press("first")
    assert page.at == 0 and not pilot.widget("before").enabled and len(page.log.items) < len(page.copy.lines)
    pilot.press("after")
    assert page.at == 1
    pilot.key(pygame.K_END)
    page.log.offset = 0
    pilot.draw()
    rows: Any = page.log
    pilot.click(rows.row_rect(1).center)
    assert page.at < last and page.copy.event_counts[page.at] > page.copy.lines[1].number
    slider = pilot.widget("at")
    pilot.click((slider.rect.centerx, slider.rect.bottom - 11))
    assert abs(page.at - last / 2) < last / 10


def test_a_click_shows_a_card_and_the_wheel_zooms(tmp_path: Path) -> None:
    pilot, page = at_copy(tmp_path)
    pilot.draw()
    model = next(model for model in page.state.on_table() if not model.formation)
    x, y = pilot.camera.to_screen(model.pose[:2])
    pilot.click((round(x), round(y)))
    assert page.selected == model.id and page.card.model is model and page.card.rect.height > 100
    zoom = pilot.camera.pixels_per_inch
    pilot.wheel(2)
    assert pilot.camera.pixels_per_inch > zoom
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_a_damaged_copy_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "copy.json").write_text(copy_text(fighting(), 0)[:-99])
    pilot = Pilot()
    open_received(pilot.app, tmp_path / "copy.json")
    pilot.finish_jobs()
    assert pilot.page == "title" and "copy.json" in notice(pilot)


def test_the_page_of_saves_writes_a_copy_and_only_watches_it() -> None:
    match = fighting()
    save_as(match, "mine")
    pilot = Pilot()
    page = open_page(pilot)
    assert "Contains both sides' secrets" in drawn(pilot)
    pilot.press("share")
    pilot.press("1")
    pilot.press("yes")
    path = next(path for path in saves.folder().glob("*.json") if path.stem != "mine")
    assert path.read_text() == copy_text(match, 1) and "Written to" in notice(pilot)
    assert sorted(names(page)) == sorted(["mine", path.stem])
    choose(pilot, page, path.stem)
    assert "A copy for looking" in drawn(pilot)
    for button in ("open", "rehearse", "share"):
        pilot.press(button)
        if button == "share":
            pilot.press("0")
            pilot.press("yes")
        assert pilot.page == "load" and "it can't be continued" in notice(pilot)
    pilot.press("watch")
    copy = pilot.screen
    assert isinstance(copy, CopyScreen)
    shown, known = copy.state, view(match.state, 1)
    assert set(shown.models) == set(known.models)
    assert load_copy(path).side == 1
    pilot.press("back")
    assert pilot.screen is page
    pilot.press("back")
    assert pilot.page == "title"
    pilot.press("continue")
    assert pilot.page == "battle" and pilot.match.state.digest() == match.state.digest()


def test_no_save_is_overwritten_with_a_copy() -> None:
    save_as(fighting(), "mine")
    before = (saves.folder() / "mine.json").read_bytes()
    pilot = Pilot()
    open_page(pilot)
    pilot.press("share")
    pilot.press("0")
    pilot.reply("mine")
    assert "already a game named 'mine'" in notice(pilot) and (saves.folder() / "mine.json").read_bytes() == before
