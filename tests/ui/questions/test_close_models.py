"""Models whose centers are close together on the screen: a click shows their names, and Alt+click means the place."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from tests.rules.fights import OWN
from tests.rules.stage import gun, ship, squadron, stage
from tests.ui.pilot import Pilot, battle_at, quick


def close(size: tuple[int, int] = (1280, 720)) -> Pilot:
    """Return the window while a ship may fire at two squadrons that are 7 pixels apart."""
    guns = [gun("Mass Driver", ac=3, as_=3)]
    two = [squadron(name, 1, (x, 26), structure=[2, 1]) for name, x in (("Mark", 24.0), ("Mirror", 25.2))]
    game = stage(ship("Bow", 0, (24, 20), weapons=guns, fire_control=3), *two, OWN).begin("bow")
    pilot = Pilot(size, quick())
    battle_at(pilot, game.match)
    pilot.uncover()
    pilot.camera = replace(pilot.camera, pixels_per_inch=6.0)
    pilot.wait(2)
    return pilot


def chips(pilot: Pilot) -> dict[str, tuple[int, int]]:
    """Return the names that are shown, and where they can be clicked."""
    return {button.label: button.rect.center for button in pilot.battle.fan.buttons}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", ["Mark", "Mirror"])
def test_a_click_on_models_close_together_shows_their_names_and_one_on_a_name_means_it(
    size: tuple[int, int], name: str
) -> None:
    pilot = close(size)
    pilot.click(pilot.on(pilot.view.models["mark"].pose))
    assert set(chips(pilot)) == {"Mark", "Mirror"} and not pilot.attacking
    assert all(pilot.battle.view_rect.contains(button.rect) for button in pilot.battle.fan.buttons)
    pilot.draw()
    pilot.click(chips(pilot)[name])
    assert chips(pilot) == {} and pilot.attacking and pilot.battle.selection.target == name.lower()
    pilot.click(pilot.on(pilot.view.models["mark"].pose))
    assert pilot.last == ["attack", ["a1"], name.lower()], "the second click means the one that is aimed at"


def test_keys_step_through_the_names() -> None:
    pilot = close()
    at = pilot.on(pilot.view.models["mark"].pose)
    tab, enter = pygame.K_TAB, pygame.K_RETURN
    for keys, target in ([enter], "mark"), ([tab, enter], "mirror"), ([pygame.K_2], "mirror"):
        pilot.click(at)
        for key in keys:
            assert chips(pilot)
            pilot.key(key)
        assert pilot.battle.selection.target == target and chips(pilot) == {}
        pilot.key(pygame.K_ESCAPE)
        assert not pilot.attacking
    given = len(pilot.journal)
    pilot.click(at)
    pilot.key(pygame.K_ESCAPE)
    assert chips(pilot) == {} and not pilot.attacking and len(pilot.journal) == given
    pilot.click(at)
    pilot.click(pilot.on(pilot.view.models["bow"].pose), button=3)
    assert chips(pilot) == {} and len(pilot.journal) == given


def test_a_moved_view_removes_the_names() -> None:
    pilot = close()
    pilot.click(pilot.on(pilot.view.models["mark"].pose))
    pilot.camera = pilot.camera.panned(40, 0)
    pilot.move((-50, -50))
    pilot.wait(2)
    assert chips(pilot) == {}


def test_models_apart_are_clicked_at_once_and_alt_means_the_place() -> None:
    pilot = close()
    pilot.camera = replace(pilot.camera, pixels_per_inch=20.0)
    place = pilot.on(pilot.view.models["mark"].pose)
    pilot.click(place)
    assert chips(pilot) == {} and pilot.attacking and pilot.battle.selection.target == "mark"
    pilot.key(pygame.K_ESCAPE)
    pilot.hold(pygame.K_LALT)
    pilot.click(place)
    pilot.release(pygame.K_LALT)
    assert not pilot.attacking and (pilot.last[0] == "move" or pilot.refused is not None)
