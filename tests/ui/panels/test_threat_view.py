"""Tests of the areas in which models could hit after their moves, as the board shows them."""

from __future__ import annotations

import pygame

from jovian.ui.board import ChanceArea
from tests.rules.fights import OWN
from tests.rules.stage import ship, squadron, stage, weapon
from tests.ui.pilot import Pilot, battle_at

BEAM = [weapon("Beam Projector", ac=4, as_=3, arcs=["fore"])]


def moving() -> Pilot:
    """Return a ship that is about to move near a ship and a squadron."""
    enemies = (ship("B", 1, (24, 34), 180, weapons=BEAM), squadron("C", 1, (34, 28), weapons=[weapon(ac=3, as_=3)]))
    pilot = Pilot()
    battle_at(pilot, stage(ship("A", 0, (24, 12), weapons=BEAM), *enemies, OWN).begin("a").match)
    pilot.uncover()
    pilot.move((-50, -50))
    return pilot


def press(pilot: Pilot) -> list[ChanceArea]:
    """Press the key, and return the areas on the board."""
    pilot.key(pygame.K_t, pygame.KMOD_CTRL)
    for _ in range(60):
        if not pilot.battle.areas.is_computing:
            break
        pilot.wait()
    pilot.wait(2)
    return pilot.sees(ChanceArea)


def test_a_key_shows_where_all_enemies_could_hit_and_hides_it_again() -> None:
    pilot = moving()
    before = pygame.image.tobytes(pilot.draw(), "RGB")
    (area,) = press(pilot)
    chances = [chance for _, chance in area.pieces]
    assert chances == sorted(chances) and 0 < chances[0] < chances[-1] <= 1 and area.style == "threat"
    labels = [note for note in pilot.notes() if note.startswith("up to ")]
    assert len(labels) == 2 and f"up to {chances[-1]:.0%}" in labels
    assert pygame.image.tobytes(pilot.draw(), "RGB") != before
    assert press(pilot) == []


def test_a_model_under_the_pointer_shows_its_own_area() -> None:
    pilot = moving()
    for name, style in (("b", "threat"), ("a", "attack")):
        pilot.move(pilot.on(pilot.view.models[name].pose))
        (area,) = press(pilot)
        assert area.style == style
        assert len([note for note in pilot.notes() if note.startswith("up to ")]) == 1
        assert press(pilot) == []


def test_the_areas_are_hidden_from_the_other_side() -> None:
    pilot = moving()
    assert press(pilot)
    pilot.battle.areas.forget()
    pilot.wait(2)
    assert pilot.sees(ChanceArea) == []


def test_the_areas_follow_the_camera() -> None:
    pilot = moving()
    (area,) = press(pilot)
    pilot.draw()
    pilot.camera = pilot.camera.focused((40, 40))
    pilot.battle.dirty = True
    pilot.wait(2)
    assert pilot.sees(ChanceArea) == [area]
    pilot.draw()
