"""Tests of text fields: selection, clipboard, words, input methods, limit, and filter, by events alone."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.kit.fonts import text_size
from jovian.ui.kit.forms import TextDialog, TextField
from jovian.ui.run import AppWindow
from tests.ui.pilot import Pilot, battle_at, fighting

CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT


def seed_of(pilot: Pilot) -> TextField:
    field: TextField = pilot.live("seed")
    return field


def writing(text: str = "") -> tuple[Pilot, TextField]:
    """Return the seed field of a new game, clicked and with a typed text."""
    pilot = Pilot()
    pilot.press("new")
    pilot.press("seed")
    write(pilot, text)
    return pilot, seed_of(pilot)


def write(pilot: Pilot, text: str) -> None:
    if text:
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=text))


def compose(pilot: Pilot, text: str, start: int = 0) -> None:
    pilot.post(pygame.event.Event(pygame.TEXTEDITING, text=text, start=start, length=0))


def x_of(field: TextField, index: int) -> tuple[int, int]:
    return field.rect.left + 10 + text_size(field.text[:index])[0], field.rect.centery


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the clipboard."""
    kept = {"text": ""}
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: kept["text"])
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: kept.update(text=text))
    return kept


def test_arrows_with_shift_select_and_typing_replaces() -> None:
    pilot, field = writing("12345")
    for _ in range(2):
        pilot.key(pygame.K_LEFT, SHIFT)
    assert field.line.selected == "45"
    pilot.key(pygame.K_RIGHT, SHIFT)
    assert field.line.selected == "5"
    write(pilot, "9")
    assert field.text == "12349" and field.line.selected == ""
    pilot.key(pygame.K_HOME, SHIFT)
    assert field.line.selected == "12349"
    pilot.key(pygame.K_LEFT)
    assert (field.line.cursor, field.line.selected) == (0, "")
    pilot.key(pygame.K_END, SHIFT)
    pilot.key(pygame.K_DELETE)
    assert field.text == "" and pilot.page == "setup" and pilot.screen.seed == ""


def test_a_drag_selects_wherever_the_mouse_is_let_go() -> None:
    pilot, field = writing("abcdefgh")
    start, end = x_of(field, 2), x_of(field, 6)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    pilot.move(end)
    assert field.line.selected == "cdef"
    pilot.move((end[0] + 900, 5))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(end[0] + 900, 5), button=1))
    assert field.line.selected == "cdefgh"
    pilot.move(start)
    assert field.line.selected == "cdefgh", "only a pressed button drags"
    write(pilot, "X")
    assert field.text == "abX"


def test_all_of_it_is_copied_cut_and_pasted(board: dict[str, str]) -> None:
    pilot, field = writing("1234")
    pilot.key(pygame.K_c, CTRL)
    assert board["text"] == "", "nothing is selected"
    pilot.key(pygame.K_a, CTRL)
    pilot.key(pygame.K_c, pygame.KMOD_RMETA)
    assert board["text"] == "1234" == field.text
    pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_v, CTRL)
    assert field.text == "12341234"
    pilot.key(pygame.K_LEFT, SHIFT)
    pilot.key(pygame.K_x, CTRL)
    assert (field.text, board["text"]) == ("1234123", "4")
    pilot.key(pygame.K_v, CTRL | pygame.KMOD_RALT)
    assert field.text == "1234123", "AltGr makes letters"
    board["text"] = " 56\n78 "
    pilot.key(pygame.K_a, CTRL)
    pilot.key(pygame.K_v, CTRL)
    assert field.text == "5678" and pilot.page == "setup" and pilot.screen.seed == "5678"


def test_a_clipboard_that_fails_is_an_empty_one_and_cuts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*told: str) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    monkeypatch.setattr(pygame.scrap, "put_text", fail)
    pilot, field = writing("ab")
    for key in (pygame.K_v, pygame.K_a, pygame.K_c, pygame.K_x):
        pilot.key(key, CTRL)
    assert field.text == "ab"


def test_words_are_stepped_over_selected_and_erased() -> None:
    pilot, field = writing("red comet 12")
    pilot.key(pygame.K_LEFT, CTRL)
    assert field.line.cursor == 10
    pilot.key(pygame.K_LEFT, CTRL | SHIFT)
    assert field.line.selected == "comet "
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_RIGHT, pygame.KMOD_LALT)
    assert field.line.cursor == 3
    pilot.key(pygame.K_RIGHT, pygame.KMOD_LMETA)
    assert field.line.cursor == 12
    pilot.key(pygame.K_BACKSPACE, CTRL)
    assert field.text == "red comet "
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_DELETE, CTRL)
    assert field.text == " comet "


def test_it_holds_no_more_than_it_may_and_pastes_what_fits(board: dict[str, str]) -> None:
    pilot, field = writing("x" * 47)
    board["text"] = "12345"
    pilot.key(pygame.K_v, CTRL)
    assert field.text == "x" * 47 + "1"
    write(pilot, "2")
    assert len(field.text) == field.most == 48
    pilot.key(pygame.K_LEFT, SHIFT)
    pilot.key(pygame.K_v, CTRL)
    assert field.text == "x" * 47 + "1", "what is selected makes room"


def test_an_input_method_composes_and_commits() -> None:
    pilot, field = writing("1")
    compose(pilot, "に", 1)
    assert field.engaged and field.text == "1"
    before = pygame.image.tobytes(pilot.draw(), "RGB")
    compose(pilot, "にほ", 2)
    assert pilot.app.dirty and pygame.image.tobytes(pilot.draw(), "RGB") != before
    write(pilot, "日本")
    assert field.text == "1日本" and not field.engaged
    pilot.key(pygame.K_a, CTRL)
    compose(pilot, "か", 9)
    assert field.text == "1日本", "what is selected goes when it is committed"
    compose(pilot, "", 0)
    assert field.text == "1日本" and not field.engaged


def test_keys_belong_to_the_input_method_while_it_composes() -> None:
    pilot, field = writing("12")
    screen = pilot.screen
    compose(pilot, "に", 1)
    for key in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_BACKSPACE, pygame.K_LEFT, pygame.K_TAB):
        pilot.key(key)
    assert pilot.screen is screen and field.focused and field.line.cursor == 2 and field.text == "12"
    pilot.click((5, 5))
    assert not field.engaged and field.text == "12"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.page == "title"


def test_a_name_is_typed_over_what_was_given_and_takes_no_marks_of_files() -> None:
    pilot = Pilot()
    battle = battle_at(pilot, fighting())
    pilot.uncover()
    pilot.key(pygame.K_F10)
    pilot.press("save")
    question = pilot.app.modal
    assert isinstance(question, TextDialog) and question.field.line.selected == question.field.text != ""
    write(pilot, 'last: "stand"?/..\\')
    assert question.field.text == "last stand.."
    pilot.key(pygame.K_BACKSPACE)
    compose(pilot, "か", 1)
    for key in (pygame.K_ESCAPE, pygame.K_RETURN):
        pilot.key(key)
    assert pilot.app.modal is question, "they end the composition, not the question"
    write(pilot, "火")
    pilot.draw()
    pilot.key(pygame.K_RETURN)
    assert pilot.app.modal is None and battle.session.keeper.quick is not None
    assert battle.session.keeper.quick.stem == "last stand.火"


def test_writing_goes_on_when_the_window_changes() -> None:
    pilot, field = writing("12 34")
    pilot.key(pygame.K_LEFT, CTRL | SHIFT)
    pilot.post(pygame.event.Event(pygame.VIDEORESIZE, size=(1920, 1080), w=1920, h=1080))
    assert seed_of(pilot) is not field and seed_of(pilot).line.selected == "34"
    compose(pilot, "か", 1)
    pilot.key(pygame.K_F11)
    write(pilot, "5")
    assert seed_of(pilot).text == "12 5"


def test_a_click_counts_where_a_long_text_shows() -> None:
    pilot, field = writing("0123456789" * 4 + "01234567")
    pilot.draw()
    pilot.click((field.rect.right - 10, field.rect.centery))
    assert field.line.cursor >= 47
    pilot.click((field.rect.left + 10, field.rect.centery))
    assert 5 < field.line.cursor < 43, "the beginning is out of sight"
    pilot.key(pygame.K_HOME)
    pilot.draw()
    pilot.click((field.rect.left + 10, field.rect.centery))
    assert field.line.cursor == 0


def test_input_methods_are_on_only_where_something_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: told.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: told.append("off"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", told.append)
    pilot = Pilot()
    pygame.display.set_mode((1280, 720))
    app_window = AppWindow(pilot.app)
    app_window.follow()
    pilot.press("new")
    app_window.follow()
    assert told == ["off"] and pilot.app.caret is None
    pilot.press("seed")
    app_window.follow()
    field = seed_of(pilot)
    assert told[1:] == [field.caret, "on"] and field.rect.contains(pilot.app.caret)
    write(pilot, "12")
    app_window.follow()
    assert told[3:] == [field.caret], "it follows the cursor"
    pygame.display.set_mode((640, 360))
    app_window.follow()
    assert told[-1] != pilot.app.caret, "in a small window everything is drawn smaller"
    assert isinstance(told[-1], pygame.Rect) and pygame.Rect(0, 0, 640, 360).contains(told[-1])
    pilot.click((5, 5))
    app_window.follow()
    assert told[-1] == "off"
