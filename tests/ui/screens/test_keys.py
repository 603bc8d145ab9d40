"""Tests of the list of keys: search, and a confirmation before a key is taken from another command."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.screens.settings_screen import KeysScreen
from jovian.ui.session.keymap import BY_NAME, COMMANDS, Keymap
from tests.ui.pilot import Pilot


def open_keys() -> tuple[Pilot, KeysScreen]:
    pilot = Pilot()
    screen = KeysScreen(pilot.app, pilot.app.screen)
    pilot.app.show(screen)
    return pilot, screen


def wait_for(pilot: Pilot, screen: KeysScreen, name: str) -> None:
    """Click the line of a command."""
    screen.act(pygame_action(screen, name))
    assert screen.waiting == name


def pygame_action(screen: KeysScreen, name: str):  # type: ignore[no-untyped-def]
    from jovian.ui.kit.widgets import Signal

    return Signal("keys", [each.name for each in screen.listed].index(name))


def test_a_free_key_is_given_without_a_question() -> None:
    pilot, screen = open_keys()
    wait_for(pilot, screen, "ruler")
    pilot.key(pygame.K_F8)
    assert pilot.app.modal is None and pilot.app.keymap.bound["ruler"] == ("f8",)


@pytest.mark.parametrize("answer", ["take", "no", "escape"])
def test_a_taken_key_is_asked_about(answer: str) -> None:
    pilot, screen = open_keys()
    before = dict(pilot.app.keymap.bound)
    wait_for(pilot, screen, "ruler")
    pilot.key(pygame.K_t)
    assert pilot.app.modal is not None and pilot.app.keymap.bound == before
    assert BY_NAME["fire"].label in pilot.app.modal.text and "no other" in pilot.app.modal.text
    pilot.draw()
    if answer == "escape":
        pilot.key(pygame.K_ESCAPE)
    else:
        pilot.press(answer)
    assert pilot.app.modal is None
    if answer == "take":
        assert pilot.app.keymap.bound["ruler"] == ("t",) and pilot.app.keymap.bound["fire"] == ()
    else:
        assert pilot.app.keymap.bound == before


def test_its_own_key_takes_nothing_from_anybody() -> None:
    for command in COMMANDS:
        assert all(not Keymap().losers(command.name, key) for key in command.keys)


def test_keys_are_found_by_words_and_by_key() -> None:
    pilot, screen = open_keys()
    assert screen.listed == COMMANDS
    pilot.click(pilot.widget("search").rect.center)
    pilot.post(pygame.event.Event(pygame.TEXTINPUT, text="turn left"))
    assert [each.name for each in screen.listed] == ["left"]
    rows = pilot.widget("keys")
    pilot.draw()
    pilot.click((rows.rect.centerx, rows.rect.top + 10))
    assert screen.waiting == "left"
    pilot.key(pygame.K_ESCAPE)
    screen.search = "ctrl+z"
    assert [each.name for each in screen.listed] == ["undo"]
    screen.search = "nothing like it"
    assert screen.listed == ()
