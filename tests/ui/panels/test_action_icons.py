"""Tests of the icons of actions: each action has one, and no two look alike or have the same letter."""

from __future__ import annotations

from itertools import combinations

import pygame

from jovian.ui.panels.action_icons import ICONS, IconRow, draw_icon
from jovian.ui.panels.panel import ButtonPlace, Press
from tests.rules_api import Action, build_rulebook

SIZE = 24


def picture(name: str) -> bytes:
    surface = pygame.Surface((SIZE, SIZE))
    draw_icon(surface, surface.get_rect(), name, (255, 255, 255))
    return pygame.image.tobytes(surface, "RGB")


def all_actions() -> set[str]:
    """Return the names of the actions of all editions and scenarios."""
    kinds = list(Action.__subclasses__())
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {kind.name for kind in kinds if kind.__module__.startswith("jovian.") and "name" in vars(kind)}


def test_every_action_has_an_icon_and_a_letter_of_its_own() -> None:
    assert set(ICONS) - {"more"} == all_actions() > set(build_rulebook().actions)
    letters = [icon.letter for icon in ICONS.values()]
    assert len(set(letters)) == len(letters) and all(letter.isupper() for letter in letters)


def test_no_two_icons_look_alike() -> None:
    pictures = {name: picture(name) for name in ICONS}
    for first, second in combinations(pictures, 2):
        pixels = zip(pictures[first], pictures[second], strict=True)
        assert sum(abs(a - b) > 100 for a, b in pixels) / 3 > 0.08 * SIZE * SIZE, (first, second)


def test_an_icon_presses() -> None:
    row, names = IconRow(), ("evade", "tug")
    presses = [Press(name, name, list, place=ButtonPlace.ICON, letter=ICONS[name].letter) for name in names]
    row.show(presses)
    row.layout(pygame.Rect(0, 0, 300, 40))
    surface = pygame.Surface((300, 40))
    row.draw(surface)
    assert [widget.name for widget in row.group.widgets] == ["evade", "tug"] and not row.dirty
    at = row.group["tug"].rect.center
    row.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    action = row.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert action is not None and action.value == presses[1]
