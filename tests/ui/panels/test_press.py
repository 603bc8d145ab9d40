"""Tests of presses: what buttons of the battle do, and when they must be drawn again."""

from __future__ import annotations

from functools import partial

import pygame

from jovian.game import Refusal
from jovian.game.answers import End
from jovian.ui.kit.widgets import Signal
from jovian.ui.panels.context_panel import Content, ContextPanel
from jovian.ui.panels.main_buttons import MainButtons
from jovian.ui.panels.panel import ButtonPlace, CanvasPanel, Press, find_press, place_presses
from jovian.ui.session.keymap import Keymap
from tests.ui.pilot import Pilot, battle_at, fighting


def click(panel: CanvasPanel) -> Signal | None:
    """Click the first button of a panel."""
    pos = panel.group.widgets[0].rect.center
    events = (pygame.event.Event(kind, pos=pos, button=1) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
    return [panel.handle(event) for event in events][-1]


def test_a_button_that_looks_the_same_does_what_the_newest_press_does() -> None:
    Pilot()
    done: list[int] = []
    bar, context = MainButtons(Keymap()), ContextPanel("F1")
    for panel in (bar, context):
        panel.layout(pygame.Rect(0, 0, 400, 200))
    for number in (1, 2):
        press = Press("go", "Go", partial(done.append, number), place=ButtonPlace.LIT)
        bar.show([press])
        context.show(Content("Where to?", buttons=(press,)))
    assert press == Press("go", "Go", End(), place=ButtonPlace.LIT), "they look the same"
    for panel in (bar, context):
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


def test_each_main_button_has_one_press_and_a_further_one_is_in_a_row() -> None:
    lit, other = Press("a", "A", list, command="confirm"), Press("b", "B", list, place=ButtonPlace.LIT)
    leave, plain = Press("c", "C", list, place=ButtonPlace.LEAVE), Press("d", "D", list)
    places = place_presses([lit, other, leave, plain])
    assert places[ButtonPlace.LIT] == [lit] and places[ButtonPlace.LEAVE] == [leave]
    assert places[ButtonPlace.SECOND] == []
    assert places[ButtonPlace.ROW] == [other, plain]


def test_a_main_button_has_the_same_rectangle_in_all_states() -> None:
    Pilot()
    bar = MainButtons(Keymap())
    bar.layout(pygame.Rect(0, 0, 366, 58))
    lit, leave = Press("a", "A", list, command="confirm"), Press("c", "C", list, place=ButtonPlace.LEAVE)
    for presses in ([lit, leave], [lit], [leave], []):
        bar.show(presses)
        first, *_, last = bar.group.widgets
        assert (first.rect, last.rect) == (bar.place_of(ButtonPlace.LIT), bar.place_of(ButtonPlace.LEAVE))
        assert first.enabled == (lit in presses) and last.enabled == (leave in presses)
        assert first.enabled or first.reason
