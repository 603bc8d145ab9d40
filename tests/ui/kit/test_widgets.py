"""Widgets work with posted events only: positions come from the event, and keys go to the focused widget."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from jovian.ui.kit.forms import TextField
from jovian.ui.kit.theme import SCALE
from jovian.ui.kit.widgets import Button, Group, Modal, ScrollList, Signal, Slider, Tabs, Toggle, Tooltip

RECT = pygame.Rect(100, 100, 160, 40)
SCREEN = pygame.Rect(0, 0, 1280, 720)


@pytest.fixture(autouse=True)
def scale() -> Iterator[None]:
    yield
    SCALE.set(1.0)


def motion(pos: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))


def down(pos: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)


def release(pos: tuple[int, int]) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1)


def key(code: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="")


def click(widget: Button | Toggle | Tabs | ScrollList | Modal, pos: tuple[int, int]) -> Signal | None:
    widget.handle(motion(pos))
    widget.handle(down(pos))
    return widget.handle(release(pos))


def test_button_by_mouse_key_and_focus() -> None:
    button = Button("fire", RECT, "Fire", key=pygame.K_f, value=7)
    assert click(button, RECT.center) == Signal("fire", 7)
    assert button.handle(key(pygame.K_f)) == Signal("fire", 7)
    assert button.handle(key(pygame.K_f, pygame.KMOD_LCTRL)) is None
    assert button.handle(key(pygame.K_RETURN)) is None
    button.focused = True
    assert button.handle(key(pygame.K_RETURN)) == Signal("fire", 7)


def test_button_let_go_elsewhere_or_off_does_nothing() -> None:
    button = Button("fire", RECT, "Fire", key=pygame.K_f)
    button.handle(down(RECT.center))
    assert button.handle(release((5, 5))) is None
    button.set_enabled(False, "No weapon bears")
    assert click(button, RECT.center) is None
    assert button.handle(key(pygame.K_f)) is None
    group = Group([button])
    group.handle(motion(RECT.center))
    tooltip = group.tooltip()
    assert tooltip is not None and tooltip[0].lines[0][0] == "No weapon bears"


def test_toggle_slider_and_tabs() -> None:
    toggle = Toggle("sound", RECT, "Sound")
    assert click(toggle, RECT.center) == Signal("sound", True)
    assert click(toggle, RECT.center) == Signal("sound", False)
    slider = Slider("scale", RECT, "Scale", 0.75, 2.0, 1.0, step=0.25)
    run = slider.track_rect
    assert slider.handle(down((run.right, run.centery))) == Signal("scale", 2.0)
    assert slider.handle(motion((run.left - 300, run.centery))) == Signal("scale", 0.75)
    slider.handle(release(run.center))
    assert slider.handle(motion(run.center)) is None
    slider.focused = True
    assert slider.handle(key(pygame.K_RIGHT)) == Signal("scale", 1.0)
    tabs = Tabs("log", RECT, ("All", "Dice", "Orders"))
    assert click(tabs, tabs.tab_rect(2).center) == Signal("log", "Orders")
    assert click(tabs, tabs.tab_rect(2).center) is None


def rows(count: int) -> tuple[ScrollList, list[object]]:
    drawn: list[object] = []
    listed = ScrollList("rows", pygame.Rect(50, 50, 200, 240), lambda s, r, item, h, c: drawn.append(item), row=30)
    listed.set_items(list(range(count)))
    return listed, drawn


def test_list_draws_only_what_is_in_sight() -> None:
    listed, drawn = rows(5000)
    listed.draw(pygame.Surface((400, 400), 0, 32))
    assert drawn == list(range(8))
    listed.handle(motion((60, 60)))
    listed.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-100, precise_y=-100.0))
    assert listed.offset == 4800
    drawn.clear()
    listed.draw(pygame.Surface((400, 400), 0, 32))
    assert drawn == list(range(160, 168))


def test_list_by_mouse_thumb_and_keys() -> None:
    listed, _ = rows(100)
    assert click(listed, (60, 50 + 75)) == Signal("rows", 2)
    thumb = listed.thumb
    listed.handle(down(thumb.center))
    listed.handle(motion((thumb.centerx, 1000)))
    listed.handle(release((thumb.centerx, 1000)))
    assert listed.offset == listed.furthest
    listed.focused = True
    assert listed.handle(key(pygame.K_HOME)) == Signal("rows", 0)
    assert listed.offset == 0
    assert listed.handle(key(pygame.K_DOWN)) == Signal("rows", 1)


def test_list_follows_its_end_only_when_it_stood_there() -> None:
    listed, _ = rows(50)
    listed.offset = listed.furthest
    items = list(listed.items)
    listed.set_items([*items, 50, 51], follow=True)
    assert listed.offset == listed.furthest
    listed.offset = 30
    listed.set_items([*items, 50, 51, 52], follow=True)
    assert listed.offset == 30
    heights = [listed.row_rect(n).top + listed.offset for n in range(40)]
    listed.set_items(items[:40])
    assert [listed.row_rect(n).top + listed.offset for n in range(40)] == heights and len(listed.items) == 40
    listed.set_items([1, 2])
    assert listed.offset == 0 and listed.row_at((60, 200)) == -1


def test_field_types_edits_and_confirms() -> None:
    field = TextField("name", RECT, most=8)
    group = Group([Button("go", pygame.Rect(0, 0, 50, 50), "Go", key=pygame.K_g), field])
    group.handle(down(RECT.center))
    assert group.focus is field
    for letter in "gunship!!":
        group.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert field.text == "gunship!"
    assert group.handle(key(pygame.K_g)) is None
    group.handle(key(pygame.K_BACKSPACE))
    group.handle(key(pygame.K_HOME))
    group.handle(key(pygame.K_DELETE))
    assert group.handle(key(pygame.K_RETURN)) == Signal("name", "unship") and field.done
    group.handle(down((5, 200)))
    assert group.focus is None


def test_modal_escape_is_no_return_is_the_first_answer() -> None:
    answers = (("yes", "Leave", "danger"), ("no", "Stay", "plain"))
    modal = Modal("leave", SCREEN, "Leave?", "The game is saved.", answers)
    assert modal.handle(key(pygame.K_ESCAPE)) == Signal("leave", "no")
    assert modal.handle(key(pygame.K_RETURN)) == Signal("leave", "yes")
    assert modal.handle(down((3, 3))) == Signal("leave", "no")
    assert click(modal, modal.buttons["no"].rect.center) == Signal("leave", "no")
    modal.handle(key(pygame.K_TAB))
    modal.handle(key(pygame.K_TAB))
    assert modal.handle(key(pygame.K_RETURN)) == Signal("leave", "no")


@pytest.mark.parametrize("factor", [0.75, 1.0, 1.5, 2.0])
def test_modal_fits_small_screens_and_has_large_buttons(factor: float) -> None:
    SCALE.set(factor)
    answers = (("yes", "Yes", "primary"), ("no", "Cancel", "plain"))
    modal = Modal("m", SCREEN, "Title", "word " * 60, answers)
    assert modal.rect.contains(modal.box)
    for button in modal.buttons.widgets:
        assert modal.box.contains(button.rect) and button.rect.height >= round(44 * factor)


def test_focus_goes_round_and_skips_what_is_off() -> None:
    first, off, last = (Button(name, RECT.move(0, 60 * n), name) for n, name in enumerate("abc"))
    off.set_enabled(False)
    group = Group([first, off, last])
    order = []
    for _ in range(3):
        group.handle(key(pygame.K_TAB))
        order.append(group.focus.name if group.focus else "")
    assert order == ["a", "c", "a"]
    group.handle(key(pygame.K_TAB, pygame.KMOD_SHIFT))
    assert last.focused


def test_return_presses_what_has_the_focus_and_no_other() -> None:
    start = Button("start", RECT, "Start", key=pygame.K_RETURN)
    toggle = Toggle("sound", RECT.move(0, 60), "Sound")
    group = Group([toggle, start])
    assert group.handle(key(pygame.K_RETURN)) == Signal("start")
    group.handle(key(pygame.K_TAB))
    assert toggle.focused and group.handle(key(pygame.K_RETURN)) == Signal("sound", True)
    assert group.handle(key(pygame.K_SPACE)) == Signal("sound", False)


def test_dirty_tells_when_to_draw() -> None:
    button = Button("a", RECT, "A")
    group = Group([button])
    group.draw(pygame.Surface((400, 300), 0, 32))
    assert not group.dirty
    group.handle(motion((5, 5)))
    assert not group.dirty
    group.handle(motion(RECT.center))
    assert group.dirty


def test_tooltip_stays_on_the_screen() -> None:
    tip = Tooltip.of("Refused", "The target is outside the arc. " * 4, "v1.2.4 Attack > Model Arcs")
    for near in (pygame.Rect(1270, 710, 5, 5), pygame.Rect(0, 0, 5, 5)):
        assert SCREEN.contains(tip.place(near, SCREEN))
