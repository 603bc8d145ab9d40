"""Tests of presses: what buttons of the battle do, and when they must be drawn again."""

from __future__ import annotations

from functools import partial

import pygame

from jovian.game import Refusal
from jovian.game.answers import End
from jovian.ui.kit.widgets import Signal
from jovian.ui.panels.bars import ActionBar
from jovian.ui.panels.panel import Press, find_press
from jovian.ui.questions.controller import Sheet
from jovian.ui.questions.sheets import SheetPanel
from jovian.ui.session.keymap import Keymap
from tests.ui.pilot import Pilot, battle_at, fighting


def click(panel: ActionBar | SheetPanel) -> Signal | None:
    """Click the first button of a panel."""
    pos = panel.group.widgets[0].rect.center
    events = (pygame.event.Event(kind, pos=pos, button=1) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
    return [panel.handle(event) for event in events][-1]


def test_a_button_that_looks_the_same_does_what_the_newest_press_does() -> None:
    Pilot()
    done: list[int] = []
    bar, sheet = ActionBar(Keymap()), SheetPanel()
    bar.layout(pygame.Rect(0, 0, 400, 200))
    for number in (1, 2):
        press = Press("go", "Go", partial(done.append, number))
        bar.show("", "", [press], None)
        sheet.show(Sheet("Where to?", "", "", (press,)), pygame.Rect(0, 0, 400, 400), pygame.Rect(400, 0, 600, 400))
    assert press == Press("go", "Go", End()), "they look the same"
    for panel in (bar, sheet):
        signal = click(panel)
        assert signal is not None and isinstance(signal.value, Press)
        signal.value.do()  # type: ignore[operator]
    assert done == [2, 2]


def test_a_press_shows_why_it_is_refused_or_gives_its_answer() -> None:
    pilot = Pilot()
    selection = battle_at(pilot, fighting()).selection
    given: list[object] = []
    selection.give = given.append
    refusal = Refusal("The ship must move on.")
    Press("end", "End", End(), refusal=refusal).carry_out(selection)
    assert selection.notice is refusal and not given
    Press("end", "End", End()).carry_out(selection)
    assert selection.notice is None and given == [End()]


def test_the_press_that_shows_a_key_comes_before_others_of_that_command() -> None:
    other, shown = Press("a", "A", list, also="land"), Press("b", "B", list, command="land")
    assert find_press([other, shown], "land") is shown and find_press([other], "land") is other
    assert find_press([other, shown], "") is None and find_press([shown], "confirm") is None
